import { CHECK_FACTS, type Role } from "../record/roles.ts";
import type { FiledData } from "../round/cue-data.ts";
import { type Found, type Matter, resultOf, slotsOf, type Trial, type Tried } from "./matter.ts";

type Result = NonNullable<FiledData["found"]>;
const RESULTS: Readonly<Record<Found, Result>> = { holds: "ROBUST", breaks: "BROKEN", open: "UNCLEAR" };

/** What the tests on record make of a round's artefacts; claims that came out so are settled by it. */
export function makeCheck(matter: Matter) {
  const { data, focus } = matter;
  const check = data.check!;
  if (check === 4) return againstDecisions(matter);
  const roles = CHECK_FACTS[check].needs;
  const judged = data.filed.find(({ role }) => role === JUDGING[check]);
  const waiting = matter.claims.filter(
    (claim) => claim.status === "pending" && placeIn(judged, claim.trial) >= 0,
  );
  const found = judged?.found ?? "UNCLEAR";
  const result = check === 3 && found === "UNCLEAR" ? largest(matter, waiting) : found;
  const settled = waiting.filter(({ trial }) => RESULTS[trial.found] === result);
  const partly = result === "BROKEN" ? alsoHit(waiting, settled) : [];
  const main = shown(matter, judged, result);
  return {
    result,
    evidence_refs: places(
      data.filed.filter(({ role }) => roles.includes(role)),
      ANCHORS[check],
      data.references,
      matter,
    ),
    notes: [
      matter.say(`check${check}`),
      ...(main ? [matter.say(`note${resultOf(main)}`, slotsOf(main))] : []),
    ].join(" "),
    affected: [
      ...settled.map(({ id }) => ({ claim_id: id, partly: false })),
      ...partly.map(({ id }) => ({ claim_id: id, partly: true })),
    ],
    ...(data.candidates.length > 0 && { candidates: data.candidates.filter((id) => id === focus) }),
  };
}

const JUDGING: Readonly<Record<1 | 2 | 3, Role>> = { 1: "critic", 2: "guardian", 3: "observer" };
const ANCHORS: Readonly<Record<1 | 2 | 3 | 4, readonly string[]>> = {
  1: ["edge_case", "attack"],
  2: ["invariant", "steps"],
  3: ["friction", "attack"],
  4: ["cites"],
};

/** Where an artefact makes a trial or says its point; -1 where it does neither. */
function placeIn(filed: FiledData | undefined, { fact, text }: Trial): number {
  const about = filed?.about.toLowerCase() ?? "";
  const test = about.indexOf(text.toLowerCase());
  return test >= 0 ? test : about.indexOf(fact.saying);
}

/** Of a walk that found one thing and another, the finding that settles most of what waits, this round's claims first. */
function largest({ data: { round }, draw }: Matter, waiting: readonly Tried[]): Result {
  const weightOf = (result: Result) => {
    const own = waiting.filter(({ trial }) => RESULTS[trial.found] === result);
    const sum = own.reduce((total, claim) => total + (claim.round === round ? 1 : 0.8), 0);
    return sum + (own.length > 0 ? 1.2 * draw(`check 3 ${result}`) : 0);
  };
  const results = Object.values(RESULTS);
  return results.reduce((best, each) => (weightOf(each) > weightOf(best) ? each : best), "UNCLEAR");
}

/** Merits whose own point also broke under another test: they hold under some preconditions only. */
function alsoHit(waiting: readonly Tried[], settled: readonly Tried[]): readonly Tried[] {
  const broken = new Set(settled.map(({ trial }) => trial.fact.index));
  return waiting.filter(
    ({ trial, polarity }) =>
      polarity === "robustness" && trial.found === "holds" && broken.has(trial.fact.index),
  );
}

/** The first trial of an artefact that came out so; none where it makes no trial that the papers know. */
function shown({ trials }: Matter, filed: FiledData | undefined, result: Result): Trial | undefined {
  const own = trials.filter((trial) => RESULTS[trial.found] === result && placeIn(filed, trial) >= 0);
  return own.sort((a, b) => placeIn(filed, a) - placeIn(filed, b))[0];
}

/** Whether the artefacts name what was decided on the same candidate; new ground where nothing was. */
function againstDecisions(matter: Matter) {
  const { data, decisions, say } = matter;
  const earlier = decisions.filter(({ round }) => round < data.round);
  const isNamed = data.filed.every(({ cites }) => cites.some((id) => id.startsWith("D-")));
  const result: Result = isNamed ? "ROBUST" : "UNCLEAR";
  const settled = matter.claims.filter(
    ({ status, round, trial }) =>
      status === "pending" &&
      round < data.round &&
      RESULTS[trial.found] === result &&
      data.filed.some((filed) => placeIn(filed, trial) >= 0),
  );
  const first = settled[0]?.trial ?? matter.trials[0];
  const slots = { id: earlier.at(-1)?.id ?? "nothing", ...(first && slotsOf(first)) };
  return {
    result,
    evidence_refs: places(data.filed, ANCHORS[4], data.references, matter),
    notes: say(isNamed ? "check4Robust" : earlier.length > 0 ? "check4Silent" : "check4Unclear", slots),
    affected: settled.map(({ id }) => ({ claim_id: id, partly: false })),
    ...(data.candidates.length > 0 && { candidates: [] }),
  };
}

/** As many different places as are asked for, those that the check is about first. */
function places(
  filed: readonly FiledData[],
  anchors: readonly string[],
  least: number,
  { data }: Matter,
): string[] {
  const isWanted = (place: string) => anchors.some((anchor) => place.endsWith(`#${anchor}`));
  const own = filed.flatMap((each) => each.places).filter(isWanted);
  const rest = data.filed.flatMap((each) => each.places).filter((place) => !own.includes(place));
  return [...own, ...rest].slice(0, Math.max(least, Math.min(own.length, 4)));
}
