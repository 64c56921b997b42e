import type { Fact } from "../../../models/simulated/book.ts";
import { capitalise } from "../../../models/simulated/tongue.ts";
import { ARTEFACT_WORDS, TRACE_KINDS, wordsOf } from "../record/artefacts.ts";
import type { Role } from "../record/roles.ts";
import { isConditional } from "../signals/lints.ts";
import { claimsOf, dealClaims, isSame } from "./claims.ts";
import {
  counters,
  type Found,
  isFor,
  type Matter,
  proofOf,
  provedSlots,
  resultOf,
  slotsOf,
  type Trial,
} from "./matter.ts";

/** A role's artefact, from points of one candidate. */
export function writeArtefact(matter: Matter, role: Role) {
  const own = dealClaims(matter)[role].map(({ trial }) => trial);
  const rest = { cites: citesOf(matter, own), claims: claimsOf(matter, role) };
  const artefact = { ...SHEETS[role](matter, own), ...rest };
  if (wordsOf(artefact) <= ARTEFACT_WORDS) return artefact;
  const trials = matter.trials.map(inBrief);
  return { ...SHEETS[role]({ ...matter, trials }, own.map(inBrief)), ...rest };
}

/** Where tests are told at length, they are told by their lines. */
function inBrief({ fact, found }: Trial): Trial {
  const { holds: _, ...point } = fact.point;
  return { fact: { ...fact, point }, text: `make the test of ${fact.line}`, found };
}

const SHEETS: Readonly<Record<Role, (matter: Matter, own: readonly Trial[]) => object>> = {
  action: writeTraces,
  guardian: writeInvariant,
  observer: writeWalkthrough,
  critic: writeAttack,
};

/** The last decision and the last claim on the same candidate, and the lines of one's own points. */
function citesOf({ decisions, claims, data, facts }: Matter, own: readonly Trial[]): string[] {
  const earlier = claims.filter(({ round }) => round < data.round);
  const places = (own.length > 0 ? own.map(({ fact }) => fact) : facts.slice(0, 1)).map(
    ({ point }) => point.ref,
  );
  const ids = [decisions.at(-1)?.id, earlier.at(-1)?.id].filter((id) => id !== undefined);
  return [...new Set([...ids, ...places.filter((ref) => ref.includes("#"))])];
}

/** Own trials first, then others of a kind, then the rest; from another one on at each visit. */
function inOrder(
  { trials, data }: Matter,
  own: readonly Trial[],
  kinds: readonly (readonly Found[])[],
): readonly Trial[] {
  const rest = trials.filter((trial) => !own.some((each) => isSame(each, trial)));
  const turned = rest.map((_, at) => rest[(at + data.round) % rest.length]!);
  const rank = ({ found }: Trial) =>
    (kinds.findIndex((kind) => kind.includes(found)) + kinds.length + 1) % (kinds.length + 1);
  return [...own, ...turned.sort((one, other) => rank(one) - rank(other))];
}

const KINDS = {
  happy_path: [["holds"], ["open"]],
  edge_case: [["breaks"], ["open"]],
  cross_round_reference: [["open"], ["breaks"]],
} as const;
const LEAST_TRACE = 10;

/** The candidate walked through its tests, one after the other; every count goes up. */
function writeTraces(matter: Matter, own: readonly Trial[]) {
  const { data, claims, say } = matter;
  const last = claims.findLast(({ round }) => round < data.round);
  const hooks = data.round > 1 ? [`R${last?.round ?? data.round - 1}-action-happy_path`] : [];
  const traces = TRACE_KINDS.map((kind) => {
    const [first, ...rest] = inOrder(
      matter,
      own.filter(({ found }) => KINDS[kind][0][0] === found),
      KINDS[kind],
    ) as [Trial, ...Trial[]];
    const count: Record<string, number> = { given: 0, tried: 0, held: 0, broke: 0, open: 0 };
    const add = (name: string) => `${name}=${++count[name]!}`;
    const initialState = Object.keys(count).map((name) => ({ name, value: "0" }));
    const steps: { readonly does: string; readonly delta: string }[] = [];
    for (let at = 0; steps.length < LEAST_TRACE; at++) {
      const trial = [first, ...rest][at % (rest.length + 1)]!;
      const slots = slotsOf(trial);
      const move = at > rest.length ? "stepAgain" : "stepTry";
      if (at === 0 && slots.holds !== undefined)
        steps.push({ does: say("stepGiven", slots), delta: add("given") });
      steps.push({ does: say(move, slots), delta: add("tried") });
      steps.push({
        does: say(`step${resultOf(trial)}`, provedSlots(matter, trial)),
        delta: add(NAMES[trial.found]),
      });
    }
    const slots = { ...slotsOf(first), id: last?.id ?? hooks[0] ?? matter.f };
    const counts = { n: `${count.held}`, m: `${count.broke}`, o: `${count.open}` };
    return {
      kind,
      trigger: say(kind, slots),
      initialState,
      steps,
      outcome: say("outcome", counts),
    };
  });
  return {
    traces,
    hooksUsed: hooks,
    selfAssessment: matter.trials.some(({ found }) => found !== "open") ? 4 : 2,
  };
}

const NAMES = { holds: "held", breaks: "broke", open: "open" } as const;

/** A risk, as the sentence that must hold for the candidate to stand. */
function writeInvariant(matter: Matter, own: readonly Trial[]) {
  const { say } = matter;
  const risks = inOrder(matter, [], []).filter(({ fact }) => !isFor(fact));
  const trial = own[0] ?? risks[0] ?? matter.trials[0]!;
  const { fact, found } = trial;
  const slots = slotsOf(trial);
  const isTold = fact.point.holds !== undefined;
  const proof = proofOf(matter, trial) ?? fact;
  const [other] = counters(matter, fact);
  return {
    invariant: {
      always: clause(fact.point.holds ?? say("alwaysPlain", slots)),
      measuredBy: clause(say("measuredBy", slots)),
      tolerance: clause(say("tolerance", slots)),
    },
    whyNow: say("whyNow", slots),
    verdict: { holds: "PASS", breaks: "FAIL", open: "INCONCLUSIVE" }[found],
    evidence: [proof, ...(other && other !== proof ? [other] : [])].map(({ point: { ref, quote } }) => ({
      ref,
      quote,
    })),
    confidence: found === "open" ? 2 : 4,
    mechanism: found === "breaks" ? say("mechanism", slots) : null,
    condition: isTold ? capitalise(fact.point.holds!) : null,
    failureMode: isTold ? say("failureMode", slots) : say("failureModePlain", slots),
  };
}

/** A sentence as part of another. */
export function clause(sentence: string): string {
  return sentence.replace(/\.$/, "").replace(/^\p{Lu}(?=\p{Ll})/u, (head) => head.toLowerCase());
}

/** The observer goes through what was measured, in person. */
function writeWalkthrough(matter: Matter, own: readonly Trial[]) {
  const { say, mind, turn } = matter;
  const { persona } = turn.seat;
  const order = inOrder(matter, own, [["holds", "breaks"]]);
  const trials = Array.from({ length: Math.ceil(LEAST_STEPS / 2) }, (_, at) => order[at % order.length]!);
  const steps = trials.flatMap((trial) => [
    { does: say("walkTry", slotsOf(trial)), outcome: "success" as const },
    {
      does: say(isConditional(trial.fact.point.says) ? "walkReadPlain" : "walkRead", slotsOf(trial)),
      outcome: OUTCOME[trial.found],
    },
  ]);
  const friction = trials.flatMap((trial, at) =>
    trial.found === "holds"
      ? []
      : [{ step: 2 * at + 2, what: say(`friction${resultOf(trial)}`, slotsOf(trial)) }],
  );
  const count = (found: Found) => trials.filter((each) => each.found === found).length;
  const [held, broke] = [count("holds"), count("breaks")];
  const name = persona.name === mind.me ? persona.name : mind.me;
  return {
    persona: { name, role: persona.title, skill: persona.expertise[0] ?? persona.title },
    goal: say("goal", { n: String(trials.length) }),
    startingContext: say("context", slotsOf(trials[0]!)),
    steps,
    friction,
    verdict: {
      goal: broke > held ? "No" : count("open") >= held ? "Partially" : broke === 0 ? "Yes" : "Partially",
      timeToFirstOutput: clause(say("firstOutput")),
      recommend: held > broke ? "Yes" : "No",
    },
    selfAssessment: held + broke > 0 ? 4 : 2,
  };
}

const LEAST_STEPS = 8;
const OUTCOME = { holds: "success", breaks: "stuck", open: "confusion" } as const;

/** An attack on what the candidate has on record: with what breaks it, else with what is weighed against it. */
function writeAttack(matter: Matter, own: readonly Trial[]) {
  const { say, facts } = matter;
  const breaking = inOrder(matter, own, [["breaks"]]);
  const trial = own[0] ?? breaking[0]!;
  const target = targetOf(matter, trial.fact);
  const beside = breaking.filter((each) => target.fact.against.includes(each.fact.index) && each !== trial);
  const rest = breaking.filter((each) => each !== trial && !beside.includes(each));
  const order = [trial, ...beside, ...rest];
  const attack = Array.from({ length: LEAST_ATTACKS }, (_, at) => {
    const each = order[at % order.length]!;
    const slots = slotsOf(each);
    return {
      does: say(at < order.length ? "attack" : "stepAgain", slots),
      observable: say(`seen${resultOf(each)}`, slots),
    };
  });
  const slots = slotsOf(trial);
  const isTold = trial.fact.point.holds !== undefined;
  return {
    target: { ref: target.ref, what: say("target", slotsOf({ ...trial, fact: target.fact })) },
    why: say("attackWhy", slotsOf({ ...trial, fact: facts.includes(target.fact) ? target.fact : trial.fact })),
    hypothesis: isTold ? say("failsWhen", slots) : say("failsWhenPlain", slots),
    preconditions: [isTold ? say("notGiven", slots) : say("notGivenPlain", slots)],
    attack,
    expectedBroken: say("expectBroken", slots),
    expectedRobust: say("expectRobust", slots),
    verdict: { holds: "ROBUST", breaks: "BROKEN", open: "UNCLEAR" }[trial.found],
    evidence: say(
      proofOf(matter, trial) ? "attackEvidence" : "attackEvidencePlain",
      provedSlots(matter, trial),
    ),
    confidence: trial.found === "open" ? 2 : 4,
    assumption: isTold ? capitalise(trial.fact.point.holds!) : say("assumptionPlain", slots),
  };
}

const LEAST_ATTACKS = 5;

type Target = { readonly ref: string; readonly fact: Fact };

/**
 * A claim on the same candidate that the attack is weighed against, else any on it; on a candidate of which nothing is on
 * record the trace that is filed beside the attack, or in the first round the paper. A tightened critic keeps to its list.
 */
function targetOf(matter: Matter, attacking: Fact): Target {
  const { claims, decisions, data } = matter;
  const fact = isFor(attacking) ? attacking : (counters(matter, attacking).find(isFor) ?? attacking);
  const { targets, round, present } = data;
  const isAllowed = (ref: string) => targets === null || targets.includes(ref);
  const known = claims.filter(
    (claim) => claim.round < round && claim.status !== "superseded" && isAllowed(claim.id),
  );
  const hit =
    known.findLast(({ trial }) => trial.fact.index === fact.index || trial.fact.against.includes(fact.index)) ??
    known.at(-1);
  if (hit !== undefined) return { ref: hit.id, fact: hit.trial.fact };
  const decided = decisions.findLast(({ id }) => isAllowed(id));
  if (decided !== undefined) return { ref: decided.id, fact };
  if (targets !== null) return { ref: targets[0]!, fact };
  if (round === 1 && fact.document !== "") return { ref: fact.point.ref, fact };
  return { ref: `R${round}-${present.includes("action") ? "action-edge_case" : `${present[0]}-claims`}`, fact };
}
