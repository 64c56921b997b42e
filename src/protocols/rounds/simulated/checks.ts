import { bestOf } from "../../../models/simulated/answers/best.ts";
import { CHECK_FACTS, type CheckNumber, type Role } from "../record/roles.ts";
import type { FiledData } from "../round/cue-data.ts";
import type { Matter, TestResult, Trial } from "./matter.ts";

/** What the tests on record make of a round's artefacts; claims that came out so are settled by it. */
export function makeCheck(matter: Matter) {
  const { data, focus, claims, trials, decisions, say } = matter;
  // Whoever is asked for a check is told which of the four it is.
  const check = data.check!;
  const judged = data.filed.filter(({ role }) => check === 4 || role === JUDGING[check]);
  const placeIn = placesIn(judged);
  const waiting = claims.filter(({ status, trial, round }) => {
    return status === "pending" && placeIn(trial) >= 0 && (check !== 4 || round < data.round);
  });
  const found = check === 4 ? heldAgainst(matter) : foundBy(judged[0]);
  const result = check === 3 && found === "UNCLEAR" ? longest(matter, waiting) : found;
  const settled = waiting.filter(({ trial }) => trial.found === result);
  const made = trials.filter((trial) => trial.found === result && placeIn(trial) >= 0);
  const main = bestOf(made, (trial) => 1 / (1 + placeIn(trial)));
  const told = main === undefined ? "" : say(`note${main.kind}`, main.slots);
  const before = decisions.findLast(({ round }) => round < data.round);
  const earlier = before === undefined ? "check4Unclear" : `check4${result === "ROBUST" ? "Robust" : "Silent"}`;
  const slots = { ...(main ?? trials[0]).slots, id: before?.id ?? "" };
  return {
    result,
    evidence_refs: refsFor(matter, check),
    notes: check === 4 ? say(earlier, slots) : `${say(`check${check}`)} ${told}`.trim(),
    affected: settled.map(({ id }) => ({ claim_id: id, partly: false })),
    ...(data.candidates.length > 0 && {
      candidates: data.candidates.filter((id) => check !== 4 && id === focus),
    }),
  };
}

/** Whose artefact tells what a check comes to. */
const JUDGING: Readonly<Record<number, Role>> = { 1: "critic", 2: "guardian", 3: "observer" };

/** Where artefacts make a trial or say its point, their claims apart; -1 where they do neither. */
function placesIn(filed: readonly FiledData[]): (trial: Trial) => number {
  const rest = filed.map(({ artefact: { claims: _, ...own } }) => own);
  const told = JSON.stringify(rest).toLowerCase();
  const at = (text: string) => told.indexOf(JSON.stringify(text.toLowerCase()).slice(1, -1));
  return ({ fact, text }) => (at(text) >= 0 ? at(text) : at(fact.saying));
}

const VERDICTS: Readonly<Record<string, TestResult>> = {
  ...{ BROKEN: "BROKEN", FAIL: "BROKEN", No: "BROKEN" },
  ...{ ROBUST: "ROBUST", PASS: "ROBUST", CONDITIONAL_PASS: "ROBUST", Yes: "ROBUST" },
};

/** What its author found of the candidate. */
function foundBy(filed: FiledData | undefined): TestResult {
  const { verdict = "" } = (filed?.artefact ?? {}) as { readonly verdict?: string | { readonly goal: string } };
  return VERDICTS[typeof verdict === "string" ? verdict : verdict.goal] ?? "UNCLEAR";
}

/** Whether the artefacts name what was decided before; new ground where one does not. */
function heldAgainst({ data }: Matter): TestResult {
  const isNamed = data.filed.every(({ artefact }) => artefact.cites.some((id) => id.startsWith("D-")));
  return isNamed ? "ROBUST" : "UNCLEAR";
}

/** Of a walk that found one thing and another, the finding that settles most of what waits, and what has waited longest. */
function longest({ data }: Matter, waiting: Matter["claims"]): TestResult {
  const time =
    (of: TestResult) =>
    (sum: number, { trial, round }: Matter["claims"][number]) =>
      sum + (trial.found === of ? 1 + data.round - round : 0);
  return bestOf(["UNCLEAR", "BROKEN", "ROBUST"] as const, (of) => waiting.reduce(time(of), 0)) ?? "UNCLEAR";
}

/** What an artefact comes down to, and what it rests on. */
const MAIN = /#(?:edge_case|invariant|friction|attack)$/;
const CITES = /#cites$/;

/** As many different places as are asked for, the main ones of what the check sets side by side first. */
function refsFor({ data }: Matter, check: CheckNumber): string[] {
  const { needs } = CHECK_FACTS[check];
  const about = data.filed.filter(({ role }) => needs.length === 0 || needs.includes(role));
  const main = about.flatMap(({ places }) =>
    places.filter((place) => (check === 4 ? CITES : MAIN).test(place)),
  );
  const all = new Set([...main, ...data.filed.flatMap(({ places }) => places)]);
  return [...all].slice(0, Math.max(data.references, main.length));
}
