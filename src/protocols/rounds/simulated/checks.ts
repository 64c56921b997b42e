import type { FiledData } from "../cue-data.ts";
import { CHECK_FACTS, type Role } from "../roles.ts";
import { type Found, type Matter, resultOf, slotsOf, type Trial, type Tried } from "./matter.ts";

type Result = NonNullable<FiledData["found"]>;
const RESULTS: Readonly<Record<Found, Result>> = { holds: "ROBUST", breaks: "BROKEN", open: "UNCLEAR" };

/** What the tests on record make of a round's artefacts; claims that came out so are settled by it. */
export function makeCheck(matter: Matter) {
  const { data, focus } = matter;
  const check = data.check!;
  if (check === 4) return againstDecisions(matter);
  const roles = CHECK_FACTS[check].needs;
  const waiting = matter.claims.filter((claim) => claim.status === "pending" && roles.includes(claim.role));
  const seen = data.filed.find(({ role }) => role === JUDGING[check])?.found ?? "UNCLEAR";
  const found = largest(matter, waiting, seen);
  const settled = waiting.filter(({ trial }) => RESULTS[trial.found] === found);
  const partly = found === "BROKEN" ? alsoHit(waiting, settled) : [];
  const main =
    settled.find(({ round }) => round === data.round)?.trial ?? settled[0]?.trial ?? shown(matter, found);
  const other = matter.facts.find(({ index }) => main.fact.against.includes(index));
  const slots = { ...slotsOf(main), ...(other && { mine: other.point.says, ml: other.line }) };
  return {
    result: found,
    evidence_refs: places(
      data.filed.filter(({ role }) => roles.includes(role)),
      ANCHORS[check],
      data.references,
      matter,
    ),
    notes: `${matter.say(`check${check}`)} ${matter.say(`note${resultOf(main)}`, slots)}`,
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

/** The finding that settles most of what waits, this round's claims first; what the artefacts themselves say weighs, and so does what the arbiter looks at first. */
function largest(matter: Matter, waiting: readonly Tried[], seen: Result): Result {
  const { round, check } = matter.data;
  const weightOf = (result: Result) => {
    const own = waiting.filter(({ trial }) => RESULTS[trial.found] === result);
    const sum = own.reduce((total, claim) => total + (claim.round === round ? 1 : 0.8), 0);
    return (
      sum + (result === seen ? 0.6 : 0) + (own.length > 0 ? 1.2 * matter.draw(`check ${check} ${result}`) : 0)
    );
  };
  const results = Object.values(RESULTS);
  return results.reduce((best, each) => (weightOf(each) > weightOf(best) ? each : best), seen);
}

/** Merits whose own point also broke under another test: they hold under some preconditions only. */
function alsoHit(waiting: readonly Tried[], settled: readonly Tried[]): readonly Tried[] {
  const broken = new Set(settled.map(({ trial }) => trial.fact.index));
  return waiting.filter(
    ({ trial, polarity }) =>
      polarity === "robustness" && trial.found === "holds" && broken.has(trial.fact.index),
  );
}

/** A trial that came out so, for the notes of a check that settles no claim. */
function shown({ trials, data }: Matter, found: Result): Trial {
  const fitting = trials.filter((trial) => RESULTS[trial.found] === found);
  const list = fitting.length > 0 ? fitting : trials;
  return list[(data.round + data.check!) % list.length]!;
}

/** Whether the artefacts name what was decided on the same candidate; new ground where nothing was. */
function againstDecisions(matter: Matter) {
  const { data, decisions, say } = matter;
  const earlier = decisions.filter(({ round }) => round < data.round);
  const isNamed = data.filed.every(({ cites }) => cites.some((id) => id.startsWith("D-")));
  const result: Result = isNamed ? "ROBUST" : "UNCLEAR";
  const waiting = matter.claims.filter(({ status, round }) => status === "pending" && round < data.round);
  const settled = waiting.filter(({ trial }) => RESULTS[trial.found] === result);
  const slots = { id: earlier.at(-1)?.id ?? "nothing", ...slotsOf(shown(matter, result)) };
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
