import { NOT_RUN, TRACE_KINDS } from "../../protocols/rounds/record/artefacts.ts";
import { type Cite, statusInWords } from "../../protocols/rounds/record/records.ts";
import { CHECK_FACTS, ROLE_FACTS, type Role } from "../../protocols/rounds/record/roles.ts";
import { capital, listed } from "../../text/plain.ts";
import type { Fact } from "../book.ts";
import type { Behaviour, Turn } from "../index.ts";
import { castBallot } from "../index.ts";
import { groundFor, scoreOf, verdictNow } from "../mind.ts";
import { answerOf, lineOf, NOTHING, render } from "../say.ts";
import type { Board, Found, Plan, Trial, Tried } from "./trials.ts";
import { allBoards, best, boardOf, countOf, isMerit, planOf } from "./trials.ts";

/** What simulated roles and a simulated arbiter do. */
export const ROUNDS: Readonly<Record<string, Behaviour>> = {
  "rounds-proposal": propose,
  "rounds-supplement": supplement,
  "rounds-action": file("action", writeTraces),
  "rounds-guardian": file("guardian", writeInvariant),
  "rounds-observer": file("observer", writeWalkthrough),
  "rounds-critic": file("critic", writeAttack),
  "rounds-check": check,
  "rounds-assessment": assess,
  "rounds-drift": checkDrift,
  "rounds-stress": scoreStress,
  "rounds-synthesis": sumUp,
  "rounds-closing-ballot": vote,
};

/** The lead opens the issue, makes its point, asks about it, and names the tests of the round. */
function propose(turn: Turn): string {
  const { mind, scenario } = turn;
  const chance = turn.chance("propose");
  const board = boardOf(turn);
  const plan = planOf(board);
  const [fact] = pointsIn(board, plan);
  const { issue = "", ask, reply } = fact?.point ?? {};
  const isFresh = (text: string) => !mind.talk.log.some(({ content }) => content.includes(text));
  const openings = (scenario.script.issues[issue] ?? []).filter(isFresh);
  const { present } = board.data;
  const tests = new Set(present.map((role) => plan.main(role).test));
  const by = (test: string) => capital(listed(present.filter((role) => plan.main(role).test === test)));
  const parts = [
    openings.length > 0 ? chance.pick(openings) : "",
    (fact && lineOf(mind, fact, chance)) ?? "",
    ask !== undefined && reply !== undefined && isFresh(ask) ? ask : "",
    `The tests of this round are about ${board.name}.`,
    ...[...tests].map((test) => `${by(test)}: ${test}`),
  ];
  return render(mind, { ...NOTHING, parts, cites: fact ? [fact] : [] });
}

/** The first of the others answers the lead's question. Each answers the lead's point by its own, or makes its own. */
function supplement(turn: Turn): string {
  const { mind } = turn;
  const chance = turn.chance("supplement");
  const board = boardOf(turn);
  const { present, lead, role } = board.data;
  const [theirs, ...points] = pointsIn(board, planOf(board));
  const at = present.filter((each) => each !== lead).indexOf(role as Role);
  const last = mind.talk.log.findLast(({ said }) => said.some(({ fact }) => fact === theirs));
  const { ask, reply } = theirs?.point ?? {};
  const isAsked = at === 0 && last?.said.some(({ text }) => text === ask);
  const known = isAsked && typeof reply === "object" ? mind.book.byId.get(reply.with) : undefined;
  const says = isAsked ? (typeof reply === "object" ? reply.says : reply) : undefined;
  const own = points[at];
  const counter = own && theirs ? answerOf(mind, own, theirs, chance) : null;
  const parts: string[] = [says, own && (counter ?? lineOf(mind, own, chance))].map((part) => part ?? "");
  if (parts.every((part) => part === "")) parts.push(`I have no further point about ${board.name}.`);
  const to = says === undefined && counter === null ? null : (last?.speaker ?? null);
  return render(mind, { ...NOTHING, to, parts, cites: [known, own].filter((fact) => fact !== undefined) });
}

/** Points to speak about: the lead's, then one for each other role, those first that answer the lead's. */
function pointsIn({ data, trials, draw, turn }: Board, plan: Plan): readonly Fact[] {
  const { used } = turn.mind.talk;
  // The lead's message has been heard when the others speak: its point is found by the lead's plan, not by what is unsaid.
  const lead = plan.main(data.lead ?? "action").fact;
  const { reply } = lead.point;
  const rank = ({ point }: Fact) => (lead.point.id in point.answers ? 1 : 0) + draw(point.id);
  const rest = [...new Set(trials.map(({ fact }) => fact))].filter(
    ({ point }) =>
      point !== lead.point &&
      point.lines.some((text) => !used.has(text)) &&
      !(typeof reply === "object" && reply.with === point.id),
  );
  return [lead, ...rest.sort((a, b) => rank(b) - rank(a))];
}

/** An artefact by the plan of the round: recorded results word for word, and no work that was not done. */
function file(role: Role, write: (board: Board, plan: Plan) => object): Behaviour {
  return (turn) => {
    const board = boardOf(turn);
    const plan = planOf(board);
    const group = plan.group(role);
    const waiting = plan.waiting.filter(({ trial }) => group.includes(trial)).map(({ id }) => id);
    const { fact, ref } = plan.main(role);
    const places = [fact.point.ref, ref].filter((each) => each !== "");
    const claims = plan.dealt[role].map((trial) => ({
      text: role === "guardian" ? `${trial.line}${conditionOf(trial.fact)}` : trial.line,
      testable_as: trial.test,
      polarity: isMerit(trial) ? "robustness" : "weakness",
      supersedes: null,
    }));
    const before = board.decisions.slice(-1).map(({ id }) => id);
    const cites = [...new Set([...before, ...waiting, ...places])];
    return JSON.stringify({ ...write(board, plan), cites, claims });
  };
}

const conditionOf = ({ point: { holds } }: Fact) => (holds === undefined ? "" : ` Condition: ${holds}.`);

/** Out of five: 4 for a recorded result, else 1. */
const sureness = ({ found }: Trial) => (found === "UNCLEAR" ? 1 : 4);

const WANTED = { happy_path: "ROBUST", edge_case: "BROKEN", cross_round_reference: "UNCLEAR" } as const;

function writeTraces({ data, trials, draw }: Board, plan: Plan) {
  const taken = new Set<string>();
  const traces = TRACE_KINDS.map((kind) => {
    const rank = (trial: Trial) =>
      taken.has(trial.test)
        ? 0
        : (trial.found === WANTED[kind] ? 4 : 1) +
          (plan.dealt.action.includes(trial) ? 2 : 0) +
          draw(kind + trial.id);
    const { test, recorded } = best(trials, rank) ?? plan.main("action");
    taken.add(test);
    return { kind, trigger: test, initialState: [], steps: [], outcome: recorded };
  });
  const earlier = data.claims.findLast(({ round }) => round < data.round);
  return { traces, hooksUsed: earlier ? [earlier.id] : [], selfAssessment: sureness(plan.main("action")) };
}

function writeInvariant(_: Board, plan: Plan) {
  const trial = plan.main("guardian");
  const { short, holds, ask, change, lines, quote, ref } = trial.fact.point;
  const isBroken = trial.found === "BROKEN";
  const recorded = plan.group("guardian").filter(({ found }) => found !== "UNCLEAR");
  return {
    invariant: { always: holds ?? short ?? ref, measuredBy: trial.test.slice(0, -1), tolerance: "none" },
    whyNow: ask ?? lines[0] ?? quote,
    verdict: { ROBUST: "PASS", BROKEN: "FAIL", UNCLEAR: "INCONCLUSIVE" }[trial.found],
    evidence: [{ ref, quote }, ...recorded.map((each) => ({ ref: each.ref, quote: each.quote }))],
    confidence: sureness(trial),
    mechanism: isBroken ? trial.recorded : null,
    condition: isBroken ? (holds ?? null) : null,
    failureMode: (isMerit(trial) ? change : lines[0]) ?? NOT_RUN,
  };
}

const OUTCOME = { ROBUST: "success", BROKEN: "stuck", UNCLEAR: NOT_RUN } as const;
const GOAL = { ROBUST: "Yes", BROKEN: "No", UNCLEAR: NOT_RUN } as const;

/** Each step is a test with its recorded result, or one that was not run. */
function writeWalkthrough({ turn }: Board, plan: Plan) {
  const { title, expertise } = turn.seat.persona;
  const group = plan.group("observer");
  const trial = plan.main("observer");
  return {
    persona: { name: turn.mind.me, role: title, skill: expertise[0] ?? title },
    goal: trial.test,
    startingContext: `Walkthrough: ${NOT_RUN}. The steps are tests, with the results that the documents record.`,
    steps: group.map(({ test, found }) => ({ does: test, outcome: OUTCOME[found] })),
    friction: trial.found === "BROKEN" ? group.map((each, at) => ({ step: at + 1, what: each.recorded })) : [],
    verdict: {
      ...{ goal: GOAL[trial.found], timeToFirstOutput: NOT_RUN },
      recommend: trial.found === "ROBUST" ? "Yes" : "No",
    },
    selfAssessment: sureness(trial),
  };
}

function writeAttack({ data, claims }: Board, plan: Plan) {
  const trial = plan.main("critic");
  const { short, holds, ask, lines, quote, ref } = trial.fact.point;
  const condition = holds ?? short ?? ref;
  const known = claims.filter(({ id, round }) => round < data.round && (data.targets?.includes(id) ?? true));
  const hit = known.findLast((claim) => claim.trial.fact === trial.fact) ?? known.at(-1);
  const first = `R${data.round}-${data.present.includes("action") ? "action-edge_case" : `${data.present[0]}-claims`}`;
  return {
    target: {
      ref: hit?.id ?? data.targets?.[0] ?? (data.round === 1 ? ref : first),
      what: hit?.text ?? short ?? quote,
    },
    why: ask ?? lines[0] ?? quote,
    hypothesis: `Fails when this condition is not met: ${condition}.`,
    preconditions: [condition],
    attack: plan.group("critic").map(({ test, recorded }) => ({ does: test, observable: recorded })),
    expectedBroken: "A document records that it broke.",
    expectedRobust: "A document records that it held.",
    verdict: trial.found,
    evidence: trial.recorded,
    confidence: sureness(trial),
    assumption: condition,
  };
}

/** The role whose verdict a check follows if a recorded result bears it out. */
const JUDGED: Readonly<Record<number, Role>> = { 1: "critic", 2: "guardian", 3: "observer" };
const VERDICTS: Readonly<Record<string, Found>> = {
  ...{ BROKEN: "BROKEN", FAIL: "BROKEN", No: "BROKEN", ROBUST: "ROBUST", PASS: "ROBUST", Yes: "ROBUST" },
};
const TESTS = /#(?:edge_case|invariant|steps|attack)$/;

function check(turn: Turn): string {
  const { data, claims, trials, decisions, option, name } = boardOf(turn);
  // The cue of a check names it.
  const number = data.check ?? 4;
  const { needs } = CHECK_FACTS[number];
  const filed = data.filed.filter(({ role }) => needs.length === 0 || needs.includes(role));
  const places = filed.flatMap((each) => each.places);
  const about = places.filter((place) => (number === 4 ? /#cites$/ : TESTS).test(place));
  const evidence_refs = [...new Set([...about, ...places])].slice(0, Math.max(data.references, about.length));
  const reply = (result: Found, notes: string, settled: readonly Tried[]) => {
    const affected = settled.map(({ id, trial }) => ({ claim_id: id, partly: trial.isMixed }));
    const candidates = data.candidates.filter((id) => number !== 4 && id === option);
    const bears = data.candidates.length > 0 && { candidates };
    return JSON.stringify({ result, evidence_refs, notes, affected, ...bears });
  };
  if (number === 4) {
    const before = decisions.at(-1);
    if (before && filed.every(({ artefact }) => artefact.cites.some((id) => id.startsWith("D-"))))
      return reply("ROBUST", `Every artefact cites ${before.id}. ${before.text}`, []);
    return reply("UNCLEAR", `Not every artefact cites an earlier decision about ${name}.`, []);
  }
  const text = JSON.stringify(filed.map(({ artefact }) => artefact));
  const isNamed = (trial: Trial) =>
    text.includes(JSON.stringify(trial.test)) ||
    claims.some((claim) => claim.trial === trial && text.includes(JSON.stringify(claim.id)));
  const judged = filed.find(({ role }) => role === JUDGED[number])?.artefact as { readonly verdict?: unknown };
  const { goal } = (judged?.verdict ?? {}) as { readonly goal?: string };
  const stated = VERDICTS[goal ?? String(judged?.verdict)] ?? "UNCLEAR";
  const named = trials.filter(isNamed);
  const result = named.some(({ found }) => found === stated) ? stated : "UNCLEAR";
  const of = claims.filter(({ status, trial }) => status === "pending" && trial.found === result);
  const settled = of.filter(({ trial }) => named.includes(trial));
  const made = named.filter(({ found }) => found === result);
  const shown = [...new Set([...settled.map(({ trial }) => trial), ...made])].slice(0, 2);
  const open = `Test ${NOT_RUN}. No document states its result: ${shown[0]?.test ?? "it is not in the script."}`;
  return reply(result, result === "UNCLEAR" ? open : shown.map(({ recorded }) => recorded).join(" "), settled);
}

/** What the checks of the round settled: one decision against, one for, else one open. */
function assess(turn: Turn): string {
  const board = boardOf(turn);
  const { data, claims, name } = board;
  const checkOf = ({ id }: Tried) =>
    data.checks.find(
      (each) => each.round === data.round && each.claim_status_changes.some(({ claim_id }) => claim_id === id),
    )?.id;
  const now = claims.filter((claim) => checkOf(claim) !== undefined);
  const [against, held, open] = [-1, 1, 0].map((count) => now.find((claim) => countOf(claim) === count));
  const settled = [against, held].filter((claim) => claim !== undefined);
  const decided = settled.length === 0 && open ? [open] : settled;
  const tension = tensionIn(now, claims);
  const isOn = (text: string, { trial: { fact } }: Tried) =>
    text.toLowerCase().includes(fact.point.short ?? fact.point.id);
  const gone = data.tensions.find(
    ({ round, text }) => round < data.round && now.some((each) => isOn(text, each)),
  );
  const count = (status: Tried["status"]) => now.filter((claim) => claim.status === status).length;
  const touched = [...new Set(now.flatMap(criteriaOf(board)))];
  return JSON.stringify({
    decisions: decided.map((claim) => decide(board, claim, checkOf(claim) ?? "")),
    convergence: `Confirmed: ${count("tested_confirmed")}. Refuted: ${count("tested_refuted") + count("partially_refuted")}. Unclear: ${count("tested_unclear")}.`,
    newTensions: tension ? [tension] : [],
    resolvedTensions: gone && gone.text !== tension?.text ? [gone.id] : [],
    architectureImpact: (against && conditionOf(against.trial.fact).trim()) || `No new condition for ${name}.`,
    anchor: touched.length > 0 ? `Tested in this round: ${listed(touched)}.` : null,
  });
}

/** The criterion that the point of a claim bears on most. */
const criteriaOf =
  ({ turn }: Board) =>
  ({ trial: { fact } }: Pick<Tried, "trial">): string[] => {
    const most = Math.max(...fact.bears.map(Math.abs));
    return turn.mind.book.criteria.filter((_, at) => Math.abs(fact.bears[at] ?? 0) === most);
  };

/** A point that counts for the option against one that answers it in the script. */
function tensionIn(now: readonly Tried[], claims: readonly Tried[]) {
  for (const one of claims.filter((claim) => countOf(claim) > 0 && isMerit(claim.trial)))
    for (const other of claims.filter((claim) => countOf(claim) < 0 && claim.raised_by !== one.raised_by)) {
      const [merit, fault] = [one.trial.fact.point, other.trial.fact.point];
      const says = fault.answers[merit.id]?.says;
      if (says === undefined || !(now.includes(one) || now.includes(other))) continue;
      const text = `${capital(merit.short ?? merit.id)} against ${fault.short ?? fault.id}. ${says}`;
      return { roles: [one.raised_by, other.raised_by], text };
    }
  return null;
}

function decide({ decisions, name }: Board, claim: Tried, verification: string) {
  const count = countOf(claim);
  const before = decisions.slice(-1).map(({ id }): Cite => ({ type: "decision", id, relation: "builds-on" }));
  const counts = count === 0 ? "Does not count yet" : `Counts ${count > 0 ? "for" : "against"} ${name}`;
  const isConceded = claim.polarity === "weakness" && count > 0;
  return {
    text: `${counts}. ${capital(statusInWords(claim.status))}: ${claim.text}`,
    cites: [
      { type: "verification", id: verification, relation: "based-on" },
      { type: "claim", id: claim.id, relation: "supported-by" },
      ...before,
    ],
    madeBy: isConceded ? "adversary_concession" : count > 0 ? "consensus" : "round_lead",
  };
}

/** The decisions serve the anchor if they rest on claims about every criterion that the script speaks of. */
function checkDrift(turn: Turn): string {
  const boards = allBoards(turn);
  const { decisions, drift } = boardOf(turn).data;
  const cited = new Set(decisions.flatMap(({ cites }) => cites.map(({ id }) => id)));
  const of = (board: Board, all: readonly Pick<Tried, "trial">[]) => all.flatMap(criteriaOf(board));
  const asked = [
    ...new Set(
      boards.flatMap((each) =>
        of(
          each,
          each.trials.map((trial) => ({ trial })),
        ),
      ),
    ),
  ];
  const told = new Set(
    boards.flatMap((each) =>
      of(
        each,
        each.claims.filter(({ id }) => cited.has(id)),
      ),
    ),
  );
  const missing = asked.filter((each) => !told.has(each));
  const verdict = missing.length === 0 ? "PASS" : missing.length * 2 >= asked.length ? "FAIL" : "PARTIAL";
  return JSON.stringify({
    verdict,
    deviation: { PASS: 1, PARTIAL: 2, FAIL: 4 }[verdict],
    notes: `Criteria that the ${decisions.length} decisions rest on: ${listed([...told]) || "none"}. Missing: ${listed(missing) || "none"}.`,
    addresses: verdict === "PASS" ? drift : [],
  });
}

/** What the round lacks: the artefact of the absent role, and the checks that need it. */
function scoreStress({ data }: Turn): string {
  const { checks, round, stress } = data as unknown as Board["data"];
  const missed = checks.filter((each) => each.round === round && each.result === "NOT_APPLICABLE");
  const ids = missed.map(({ id }) => id);
  const artefact = ROLE_FACTS[stress ?? "critic"].artefact;
  const observed = `Missing: the ${artefact}. Checks that could not be made: ${listed(ids) || "none"}.`;
  return JSON.stringify({ observed, score: Math.min(3, 1 + ids.length) });
}

const MOST = 12;

/** Claims as they came out, the option that the record supports best, and the conditions on it. */
function sumUp(turn: Turn): string {
  const boards = allBoards(turn).map((board) => {
    const by = (count: number) =>
      board.claims.filter((claim) => countOf(claim) === count && claim.status !== "superseded");
    const [held, broke, open] = [by(1), by(-1), by(0)];
    const share = (held.length - broke.length) / (1 + held.length + broke.length);
    return { board, held, broke, open, worth: share + scoreOf(turn.mind, board.option) };
  });
  const each = Math.max(1, Math.floor(MOST / boards.length));
  const point = ({ id, status, text }: Tried) => ({
    text: `${capital(statusInWords(status))}: ${text}`,
    cites: [id],
  });
  const first = best(boards, ({ worth }) => 9 + worth);
  const because = turn.scenario.script.because[first?.board.option ?? ""] ?? "";
  const conditions = new Set(first?.broke.map(({ trial }) => conditionOf(trial.fact).trim()));
  const summary = boards.map(
    ({ board, held, broke, open }) =>
      `${capital(board.name)}: ${held.length} claims for, ${broke.length} against, ${open.length} without a result.`,
  );
  return JSON.stringify({
    summary: summary.join(" "),
    settled: boards.flatMap(({ held, broke }) => [...held, ...broke].slice(-each).map(point)),
    open: boards.flatMap(({ open }) => open.slice(-each).map(point)),
    recommendation: [
      `By the record, ${first?.board.name ?? "none"}.`,
      because,
      ...[...conditions].slice(0, 2),
    ].join(" "),
  });
}

/** The closing ballot: what the member read, with what the rounds confirmed or refuted. */
function vote(turn: Turn): string {
  const mind = { ...turn.mind, factor: [...turn.mind.factor] };
  for (const { status, trial } of allBoards(turn).flatMap(({ claims }) => claims)) {
    if (status === "tested_confirmed") mind.factor[trial.fact.index] = 1;
    if (status === "tested_refuted") mind.factor[trial.fact.index] = 0;
  }
  mind.verdict = verdictNow(mind);
  mind.reason = groundFor(mind, mind.verdict);
  return castBallot({ ...turn, mind });
}
