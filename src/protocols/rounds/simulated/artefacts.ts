import { inTurn, type NonEmpty, nonEmpty } from "../../../lists.ts";
import { bestOf } from "../../../models/simulated/answers/best.ts";
import { ARTEFACT_WORDS, TRACE_KINDS, wordsOf } from "../record/artefacts.ts";
import { ROLES, type Role } from "../record/roles.ts";
import { claimsOf, dealClaims } from "./claims.ts";
import { counters, type Matter, type TestResult, type Trial } from "./matter.ts";

/** A role's own trials and those that wait for somebody to make them: what is pending, and what the round will claim. */
type RoleTrials = {
  readonly matter: Matter;
  readonly own: readonly Trial[];
  readonly waiting: readonly Trial[];
};

/** A role's artefact, from points of one candidate. */
export function writeArtefact(matter: Matter, role: Role): object {
  const dealt = dealClaims(matter);
  const pending = matter.claims.filter(({ status }) => status === "pending").map(({ trial }) => trial);
  const waiting = [...pending, ...ROLES.flatMap((each) => dealt[each].map(({ trial }) => trial))];
  const own = dealt[role].map(({ trial }) => trial);
  const rest = { cites: citesOf(matter, own), claims: claimsOf(matter, role, dealt[role]) };
  const artefact = { ...SHEETS[role]({ matter, own, waiting }), ...rest };
  const isLong = wordsOf(artefact) > ARTEFACT_WORDS;
  return isLong ? { ...SHEETS[role]({ matter, own: own.slice(0, 1), waiting: [] }), ...rest } : artefact;
}

const SHEETS: Readonly<Record<Role, (part: RoleTrials) => object>> = {
  action: writeTraces,
  guardian: writeInvariant,
  observer: writeWalkthrough,
  critic: writeAttack,
};

/** The last decision and the last claim on the same candidate, and the lines of one's own points. */
function citesOf({ decisions, claims, data, trials }: Matter, own: readonly Trial[]): string[] {
  const claim = claims.findLast(({ round }) => round < data.round);
  const ids = [decisions.at(-1)?.id, claim?.id].filter((id) => id !== undefined);
  const places = (own.length > 0 ? own : trials.slice(0, 1)).map(({ fact }) => fact.point.ref);
  return [...new Set([...ids, ...places.filter((ref) => ref.includes("#"))])];
}

/** Own trials, then what waits, then all others, from another one on at each visit; those that came out as is wanted before. */
function inOrder(
  { matter: { trials, data }, own, waiting }: RoleTrials,
  ...wanted: readonly TestResult[]
): NonEmpty<Trial> {
  const from = data.round % trials.length;
  const all = new Set([...own, ...waiting, ...trials.slice(from), ...trials]);
  const rank = ({ found }: Trial) => (wanted.includes(found) ? wanted.indexOf(found) : wanted.length);
  return nonEmpty(
    [...all].sort((one, other) => rank(one) - rank(other)),
    "trial",
  );
}

/** As many as fit between the least and the most that a sheet may have, from the first on again where there are too few. */
function asMany(order: NonEmpty<Trial>, wanted: number, least: number, most: number): NonEmpty<Trial> {
  const length = Math.max(least, Math.min(most, wanted));
  return nonEmpty(
    Array.from({ length }, (_, at) => inTurn(order, at)),
    "trial",
  );
}

/** Out of five: little where nothing was tried. */
function sureness(trials: readonly Trial[]): number {
  return trials.some(({ found }) => found !== "UNCLEAR") ? 4 : 2;
}

const WANTED: Readonly<Record<(typeof TRACE_KINDS)[number], readonly TestResult[]>> = {
  happy_path: ["ROBUST", "UNCLEAR"],
  edge_case: ["BROKEN", "UNCLEAR"],
  cross_round_reference: ["UNCLEAR", "BROKEN"],
};
const COUNTS = { ROBUST: "held", BROKEN: "broke", UNCLEAR: "open" } as const satisfies Record<
  TestResult,
  string
>;

/** The candidate walked through its tests, one after the other; every count goes up. */
function writeTraces(part: RoleTrials) {
  const { data, claims, say, trials } = part.matter;
  const last = claims.findLast(({ round }) => round < data.round);
  const hooksUsed = data.round > 1 ? [`R${last?.round ?? data.round - 1}-action-happy_path`] : [];
  const traces = TRACE_KINDS.map((kind) => {
    const order = inOrder(part, ...WANTED[kind]);
    const count = { tried: 0, held: 0, broke: 0, open: 0 };
    const initialState = Object.keys(count).map((name) => ({ name, value: "0" }));
    const steps = asMany(order, 5, 5, 5).flatMap(({ found, slots }, at) => [
      { does: say(at < order.length ? "step.first" : "step.again", slots), delta: `tried=${++count.tried}` },
      { does: say(`step.${COUNTS[found]}`, slots), delta: `${COUNTS[found]}=${++count[COUNTS[found]]}` },
    ]);
    const trigger = say(`trigger.${kind}`, { id: last?.id ?? hooksUsed[0] ?? "the paper", ...order[0].slots });
    const outcome = say("outcome", { n: `${count.held}`, m: `${count.broke}`, o: `${count.open}` });
    return { kind, trigger, initialState, steps, outcome };
  });
  return { traces, hooksUsed, selfAssessment: sureness(trials) };
}

/** A risk, as the sentence that must hold for the candidate to stand. */
function writeInvariant(part: RoleTrials) {
  const { matter, own } = part;
  const trial = own[0] ?? inOrder(part).find(({ isMerit }) => !isMerit) ?? inOrder(part)[0];
  const { always = "", measuredBy = "", mechanism, condition, ...told } = matter.fill("guardian", trial.slots);
  const evidence = [trial.proof ?? trial.fact, ...counters(matter, trial).map(({ fact }) => fact)].slice(0, 2);
  return {
    ...told,
    invariant: { always: clause(always), measuredBy: clause(measuredBy), tolerance: "none" },
    verdict: { ROBUST: "PASS", BROKEN: "FAIL", UNCLEAR: "INCONCLUSIVE" }[trial.found],
    evidence: evidence.map(({ point: { ref, quote } }) => ({ ref, quote })),
    confidence: sureness([trial]),
    mechanism: trial.found === "BROKEN" ? mechanism : null,
    condition: condition || null,
  };
}

/** A sentence as part of another. */
export function clause(sentence: string): string {
  return sentence.replace(/\.$/, "").replace(/^\p{Lu}(?=\p{Ll})/u, (head) => head.toLowerCase());
}

const OUTCOME: Readonly<Record<TestResult, string>> = {
  ROBUST: "success",
  BROKEN: "stuck",
  UNCLEAR: "confusion",
};

/** The observer goes through what waits and what was measured, in person. */
function writeWalkthrough(part: RoleTrials) {
  const { matter, own, waiting } = part;
  const { say, turn, mind } = matter;
  const { title, expertise } = turn.seat.persona;
  const trials = asMany(inOrder(part), new Set([...own, ...waiting]).size, 4, 7);
  const steps = trials.flatMap(({ slots, found }) => [
    { does: say("walk.first", slots), outcome: "success" },
    { does: say("walk.read", slots), outcome: OUTCOME[found] },
  ]);
  const friction = trials.flatMap(({ found, kind, slots }, at) =>
    found === "ROBUST" ? [] : [{ step: 2 * at + 2, what: say(`friction${kind}`, slots) }],
  );
  const count = (wanted: TestResult) => trials.filter(({ found }) => found === wanted).length;
  const [held, broke] = [count("ROBUST"), count("BROKEN")];
  const goal = broke > held ? "No" : broke === 0 && held > count("UNCLEAR") ? "Yes" : "Partially";
  return {
    ...matter.fill("observer", { n: `${trials.length}`, ...trials[0].slots }),
    persona: { name: mind.me, role: title, skill: expertise[0] ?? title },
    steps,
    friction,
    verdict: { goal, timeToFirstOutput: "the second step", recommend: held > broke ? "Yes" : "No" },
    selfAssessment: sureness(trials),
  };
}

/** An attack on what the candidate has on record; all that waits and comes out alike is settled by it. */
function writeAttack(part: RoleTrials) {
  const { matter, own, waiting } = part;
  const { say, fill } = matter;
  const trial = own[0] ?? inOrder(part, "BROKEN")[0];
  const alike = [trial, ...waiting.filter(({ found }) => found === trial.found)];
  const order = inOrder({ ...part, own: alike }, trial.found);
  const attack = asMany(order, new Set(alike).size, 5, 8).map(({ slots, kind }, at) => {
    return {
      does: say(at < order.length ? "step.first" : "step.again", slots),
      observable: say(`seen${kind}`, slots),
    };
  });
  const { precondition, ...told } = fill("critic", trial.slots);
  return {
    ...told,
    target: targetOf(matter, trial),
    preconditions: [precondition],
    attack,
    verdict: trial.found,
    confidence: sureness([trial]),
  };
}

/** A claim on the candidate that is weighed against the attack, else any; else a decision, or in the first round the paper. */
function targetOf({ claims, decisions, data, say }: Matter, trial: Trial) {
  const { targets, round, present } = data;
  const isAllowed = ({ id }: { readonly id: string }) => targets === null || targets.includes(id);
  const known = claims.filter((each) => each.round < round && each.status !== "superseded" && isAllowed(each));
  const { index, against, document, point } = trial.fact;
  const isHit = (at: number) => at === index || against.includes(at);
  const hit = bestOf(known, (each) => (isHit(each.trial.fact.index) ? 1 : 0.5));
  const trace = `R${round}-${present.includes("action") ? "action-edge_case" : `${present[0]}-claims`}`;
  const paper = round === 1 && document !== "" ? point.ref : trace;
  const ref = hit?.id ?? decisions.findLast(isAllowed)?.id ?? targets?.[0] ?? paper;
  return { ref, what: say("target", (hit?.trial ?? trial).slots) };
}
