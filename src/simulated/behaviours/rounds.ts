import { NOT_RUN, TRACE_KINDS } from "../../protocols/rounds/record/artefacts.ts";
import { statusInWords } from "../../protocols/rounds/record/records.ts";
import { CHECK_FACTS, ROLE_FACTS, type Role } from "../../protocols/rounds/record/roles.ts";
import { capital, listed } from "../../text/plain.ts";
import { type Behaviour, castBallot, type Turn } from "../index.ts";
import { groundFor, verdictNow } from "../mind.ts";
import { answerOf, lineOf, NOTHING, render } from "../say.ts";
import { allBoards, type Board, boardOf, type Plan, planOf, type Trial, type Tried } from "./trials.ts";

/** What simulated roles and a simulated arbiter do. */
export const ROUNDS: Readonly<Record<string, Behaviour>> = {
  "rounds-proposal": propose,
  "rounds-supplement": supplement,
  "rounds-action": json((board) => file(board, "action", writeTraces)),
  "rounds-guardian": json((board) => file(board, "guardian", writeInvariant)),
  "rounds-observer": json((board) => file(board, "observer", writeWalkthrough)),
  "rounds-critic": json((board) => file(board, "critic", writeAttack)),
  "rounds-check": json(check),
  "rounds-assessment": json(assess),
  "rounds-drift": json(checkDrift),
  "rounds-stress": json(scoreStress),
  "rounds-synthesis": json(sumUp),
  "rounds-closing-ballot": vote,
};

function json(write: (board: Board) => object): Behaviour {
  return (turn) => JSON.stringify(write(boardOf(turn)));
}

/** The lead opens the issue, makes its point, asks about it, and names the tests of the round. */
function propose(turn: Turn): string {
  const { mind, scenario, chance } = turn;
  const { data, name, ...board } = boardOf(turn);
  const { main } = planOf({ data, name, ...board });
  const { fact } = main(data.lead ?? "action");
  const { issue = "", ask = "", reply } = fact.point;
  const isFresh = (text: string) => !mind.talk.log.some(({ content }) => content.includes(text));
  const openings = (scenario.script.issues[issue] ?? []).filter(isFresh);
  const by = (test: string) => capital(listed(data.present.filter((role) => main(role).test === test)));
  const parts = [
    openings.length > 0 ? chance("issue").pick(openings) : "",
    lineOf(mind, fact, chance("line")) ?? "",
    reply !== undefined && isFresh(ask) ? ask : "",
    `The tests of this round are about ${name}.`,
    ...[...new Set(data.present.map((role) => main(role).test))].map((test) => `${by(test)}: ${test}`),
  ];
  return render(mind, { ...NOTHING, parts, cites: [fact] });
}

/** The first of the others answers the lead's question. Each answers the lead's point by its own, or makes its own. */
function supplement(turn: Turn): string {
  const { mind, chance } = turn;
  const board = boardOf(turn);
  const { present, lead, role } = board.data;
  const theirs = planOf(board).main(lead ?? "action").fact;
  const last = mind.talk.log.findLast(({ said }) => said.some(({ fact }) => fact === theirs));
  const { ask, reply } = theirs.point;
  const { says = "", with: id = "" } = typeof reply === "object" ? reply : { says: reply };
  const at = present.filter((each) => each !== lead).indexOf(role ?? "action");
  const isAsked = at === 0 && last?.said.some(({ text }) => text === ask);
  // One unsaid point for each role, those first that answer the lead's.
  const first = ({ point }: typeof theirs) => (theirs.point.id in point.answers ? 1 : 0) + board.draw(point.id);
  const own = [...new Set(board.trials.map(({ fact }) => fact))]
    .filter(({ point }) => point !== theirs.point && point.id !== id)
    .filter(({ point }) => point.lines.some((text) => !mind.talk.used.has(text)))
    .sort((a, b) => first(b) - first(a))[at];
  const counter = own ? answerOf(mind, own, theirs, chance("answer")) : null;
  const line = own && (counter ?? lineOf(mind, own, chance("line")));
  const said = [isAsked ? says : "", line ?? ""];
  const parts = said.some((part) => part !== "") ? said : [`I have no further point about ${board.name}.`];
  const cites = [isAsked ? mind.book.byId.get(id) : undefined, own].filter((fact) => fact !== undefined);
  return render(mind, { ...NOTHING, to: isAsked || counter ? (last?.speaker ?? null) : null, parts, cites });
}

/** An artefact by the plan of the round: recorded results word for word, and no work that was not done. */
function file(board: Board, role: Role, write: (board: Board, plan: Plan, main: Trial) => object) {
  const plan = planOf(board);
  const main = plan.main(role);
  const waiting = plan.waiting.filter(({ trial }) => plan.group(role).includes(trial));
  const ids = [...board.decisions.slice(-1), ...waiting].map(({ id }) => id);
  const places = [main.fact.point.ref, main.ref].filter((ref) => ref !== "");
  const claims = plan.dealt[role].map(({ says: text, test: testable_as, polarity }) => {
    return { text, testable_as, polarity, supersedes: null };
  });
  return { ...write(board, plan, main), cites: [...new Set([...ids, ...places])], claims };
}

/** Out of five: 4 for a recorded result, else 1. */
const sureness = ({ found }: Trial) => (found === "UNCLEAR" ? 1 : 4);

const WANTED = { happy_path: "ROBUST", edge_case: "BROKEN", cross_round_reference: "UNCLEAR" } as const;

function writeTraces({ data, trials, draw }: Board, { dealt }: Plan, main: Trial) {
  const taken = new Set<Trial>();
  const traces = TRACE_KINDS.map((kind) => {
    const rank = (each: Trial) =>
      (each.found === WANTED[kind] ? 4 : 1) + (dealt.action.includes(each) ? 2 : 0) + draw(kind + each.id);
    const free = trials.filter((each) => ![...taken].some(({ test }) => test === each.test));
    const trial = free.reduce((best, each) => (rank(each) > rank(best) ? each : best), free[0] ?? main);
    taken.add(trial);
    return { kind, trigger: trial.test, initialState: [], steps: [], outcome: trial.recorded };
  });
  const hooksUsed = data.claims.filter(({ round }) => round < data.round).map(({ id }) => id);
  return { traces, hooksUsed: hooksUsed.slice(-1), selfAssessment: sureness(main) };
}

function writeInvariant({ turn }: Board, { group }: Plan, main: Trial) {
  const { fact, found, condition } = main;
  const { change, quote, ref, lines } = fact.point;
  const records = group("guardian").filter((each) => each.found !== "UNCLEAR");
  return {
    invariant: { always: condition, measuredBy: main.test.slice(0, -1), tolerance: "none" },
    whyNow: voiceOf(turn, main),
    verdict: { ROBUST: "PASS", BROKEN: "FAIL", UNCLEAR: "INCONCLUSIVE" }[found],
    evidence: [{ ref, quote }, ...records.map((each) => ({ ref: each.ref, quote: each.quote }))],
    confidence: sureness(main),
    mechanism: found === "BROKEN" ? main.recorded : null,
    condition: found === "BROKEN" ? condition : null,
    failureMode: (fact.sign > 0 ? change : lines[0]) ?? NOT_RUN,
  };
}

/** The point in the member's own voice, if it has one. */
function voiceOf({ seat: { persona } }: Turn, { fact: { point } }: Trial): string {
  const own = Object.hasOwn(point.by, persona.id) ? point.by[persona.id]?.[0] : undefined;
  return own ?? point.lines[0] ?? point.quote;
}

const OUTCOME = { ROBUST: "success", BROKEN: "stuck", UNCLEAR: NOT_RUN } as const;
const GOAL = { ROBUST: "Yes", BROKEN: "No", UNCLEAR: NOT_RUN } as const;

function writeWalkthrough({ turn }: Board, plan: Plan, main: Trial) {
  const { title, expertise } = turn.seat.persona;
  const group = plan.group("observer");
  const recommend = main.found === "ROBUST" ? "Yes" : "No";
  return {
    persona: { name: turn.mind.me, role: title, skill: expertise[0] ?? title },
    goal: main.test,
    startingContext: `Walkthrough: ${NOT_RUN}. The steps are tests, with the results that the documents record.`,
    steps: group.map(({ test, found }) => ({ does: test, outcome: OUTCOME[found] })),
    friction:
      main.found === "BROKEN" ? group.map(({ recorded }, at) => ({ step: at + 1, what: recorded })) : [],
    verdict: { goal: GOAL[main.found], timeToFirstOutput: NOT_RUN, recommend },
    selfAssessment: sureness(main),
  };
}

function writeAttack({ turn, data, claims }: Board, plan: Plan, main: Trial) {
  const { fact, found, condition, recorded } = main;
  const known = claims.filter(({ id, round }) => round < data.round && (data.targets?.includes(id) ?? true));
  const hit = known.findLast(({ trial }) => trial.fact === fact) ?? known.at(-1);
  const filed = `R${data.round}-${data.present.includes("action") ? "action-edge_case" : `${data.present[0]}-claims`}`;
  const other = data.targets?.[0] ?? (data.round === 1 ? fact.point.ref : filed);
  return {
    target: { ref: hit?.id ?? other, what: hit?.text ?? fact.point.short ?? fact.point.quote },
    why: voiceOf(turn, main),
    hypothesis: `Fails when this condition is not met: ${condition}.`,
    preconditions: [condition],
    attack: plan.group("critic").map((each) => ({ does: each.test, observable: each.recorded })),
    expectedBroken: "A document records that it broke.",
    expectedRobust: "A document records that it held.",
    ...{ verdict: found, evidence: recorded, confidence: sureness(main), assumption: condition },
  };
}

/** The role whose verdict a check follows if a recorded result bears it out. */
const JUDGED: Readonly<Record<number, Role>> = { 1: "critic", 2: "guardian", 3: "observer" };
const SAME: Readonly<Record<string, string>> = { PASS: "ROBUST", Yes: "ROBUST", FAIL: "BROKEN", No: "BROKEN" };

function check({ data, claims, trials, decisions, option, name }: Board) {
  // The cue of a check names it.
  const number = data.check ?? 4;
  const { needs } = CHECK_FACTS[number];
  const filed = data.filed.filter(({ role }) => needs.length === 0 || needs.includes(role));
  const places = filed.flatMap((each) => each.places);
  const about = places.filter((place) =>
    (number === 4 ? /#cites$/ : /#(?:edge_case|invariant|steps|attack)$/).test(place),
  );
  const evidence_refs = [...new Set([...about, ...places])].slice(0, Math.max(data.references, about.length));
  const candidates = data.candidates.filter((id) => number !== 4 && id === option);
  const reply = (result: string, notes: string, affected: object[]) => {
    return { result, notes, affected, evidence_refs, ...(data.candidates.length > 0 && { candidates }) };
  };
  if (number === 4) {
    const before = decisions.at(-1);
    const isCited = filed.every(({ artefact }) => artefact.cites.some((id) => id.startsWith("D-")));
    if (before && isCited) return reply("ROBUST", `Every artefact cites ${before.id}. ${before.text}`, []);
    return reply("UNCLEAR", `Not every artefact cites an earlier decision about ${name}.`, []);
  }
  const judged = filed.find(({ role }) => role === JUDGED[number])?.artefact as { verdict?: { goal?: string } };
  const verdict = String(judged?.verdict?.goal ?? judged?.verdict);
  const namedBy = (text: string) => {
    const has = (part: string) => text.includes(JSON.stringify(part));
    return trials.filter((each) => has(each.test) || claims.some(({ id, trial }) => trial === each && has(id)));
  };
  const named = namedBy(JSON.stringify(filed));
  const result = named.find(({ found }) => found === (SAME[verdict] ?? verdict))?.found ?? "UNCLEAR";
  const settled = claims.filter(
    ({ status, trial }) => status === "pending" && named.includes(trial) && trial.found === result,
  );
  const others = [...namedBy(JSON.stringify(judged ?? null)), ...named].filter(({ found }) => found === result);
  const shown = [...new Set([...settled.map(({ trial }) => trial), ...others])].slice(0, 2);
  const open = `Test ${NOT_RUN}. No document states its result: ${shown[0]?.test ?? "it is not in the script."}`;
  const notes = result === "UNCLEAR" ? open : shown.map(({ recorded }) => recorded).join(" ");
  return reply(
    result,
    notes,
    settled.map(({ id, trial }) => ({ claim_id: id, partly: trial.isMixed })),
  );
}

/** A claim as it came out. */
const told = ({ status, text }: Tried) => `${capital(statusInWords(status))}: ${text}`;

/** What the checks of the round settled: one decision against, one for, else one open. */
function assess({ data, claims, decisions, name }: Board) {
  const changes = data.checks
    .filter(({ round }) => round === data.round)
    .flatMap((each) => each.claim_status_changes.map(({ claim_id }) => [claim_id, each.id] as const));
  const checkOf = new Map(changes);
  const now = claims.filter(({ id }) => checkOf.has(id));
  const [against, held, open] = [-1, 1, 0].map((counts) => now.find((claim) => claim.counts === counts));
  const before = decisions.slice(-1).map(({ id }) => ({ type: "decision", id, relation: "builds-on" }));
  const decide = (claim: Tried) => ({
    text: `${claim.counts === 0 ? "Does not count yet" : `Counts ${claim.counts > 0 ? "for" : "against"} ${name}`}. ${told(claim)}`,
    cites: [
      { type: "verification", id: checkOf.get(claim.id), relation: "based-on" },
      { type: "claim", id: claim.id, relation: "supported-by" },
      ...before,
    ],
    madeBy:
      claim.counts <= 0 ? "round_lead" : claim.polarity === "weakness" ? "adversary_concession" : "consensus",
  });
  const tension = tensionIn(now, claims);
  const isOn = (text: string) =>
    now.some(({ trial }) => text.toLowerCase().includes(trial.fact.point.short ?? "-"));
  const gone = data.tensions.find(({ round, text }) => round < data.round && isOn(text));
  const touched = new Set(now.map(({ trial }) => trial.criterion));
  return {
    decisions: (against || held ? [against, held] : [open]).flatMap((claim) => (claim ? [decide(claim)] : [])),
    convergence:
      now.length > 0
        ? `${listed(now.map(({ id, status }) => `${id} ${statusInWords(status)}`))}.`
        : "No claim was tested.",
    newTensions: tension ? [tension] : [],
    resolvedTensions: gone ? [gone.id] : [],
    architectureImpact: against ? `Condition: ${against.trial.condition}.` : `No new condition for ${name}.`,
    anchor: touched.size > 0 ? `Tested in this round: ${listed([...touched])}.` : null,
  };
}

/** A point that counts for the option against one that answers it in the script. */
function tensionIn(now: readonly Tried[], claims: readonly Tried[]) {
  for (const one of claims.filter(({ counts, trial }) => counts > 0 && trial.fact.sign > 0))
    for (const other of claims.filter(({ counts, raised_by }) => counts < 0 && raised_by !== one.raised_by)) {
      const [merit, fault] = [one.trial.fact.point, other.trial.fact.point];
      const says = fault.answers[merit.id]?.says;
      const text = `${capital(merit.short ?? merit.id)} against ${fault.short ?? fault.id}. ${says}`;
      const isNew = now.includes(one) || now.includes(other);
      if (says !== undefined && isNew) return { roles: [one.raised_by, other.raised_by], text };
    }
  return null;
}

/** The decisions serve the anchor if they rest on claims about every criterion that the script speaks of. */
function checkDrift({ turn, data: { decisions, drift } }: Board) {
  const boards = allBoards(turn);
  const cited = new Set(decisions.flatMap(({ cites }) => cites.map(({ id }) => id)));
  const claims = boards.flatMap((board) => board.claims).filter(({ id }) => cited.has(id));
  const covered = new Set(claims.map(({ trial }) => trial.criterion));
  const asked = new Set(boards.flatMap(({ trials }) => trials.map(({ criterion }) => criterion)));
  const missing = [...asked].filter((each) => !covered.has(each));
  const verdict = missing.length === 0 ? "PASS" : missing.length * 2 >= asked.size ? "FAIL" : "PARTIAL";
  const notes = `Criteria that the decisions rest on: ${listed([...covered]) || "none"}. Missing: ${listed(missing) || "none"}.`;
  const deviation = { PASS: 1, PARTIAL: 2, FAIL: 4 }[verdict];
  return { verdict, deviation, notes, addresses: verdict === "PASS" ? drift : [] };
}

/** What the round lacks: the artefact of the absent role, and the checks that need it. */
function scoreStress({ data: { checks, round, stress } }: Board) {
  const missed = checks.filter((each) => each.round === round && each.result === "NOT_APPLICABLE");
  const ids = listed(missed.map(({ id }) => id)) || "none";
  const observed = `Missing: the ${ROLE_FACTS[stress ?? "critic"].artefact}. Checks that could not be made: ${ids}.`;
  return { observed, score: Math.min(3, 1 + missed.length) };
}

/** Claims as they came out, and the option that they speak for most, with its conditions. */
function sumUp({ turn }: Board) {
  const boards = allBoards(turn);
  const of = ({ claims }: Board, counts: number) => claims.filter((claim) => claim.counts === counts);
  const share = (board: Board) => of(board, 1).length / (1 + of(board, 1).length + of(board, -1).length);
  const first = boards.reduce((best, each) => (share(each) > share(best) ? each : best));
  const point = (claim: Tried) => ({ text: told(claim), cites: [claim.id] });
  const last = (counts: number, most: number) =>
    boards.flatMap((board) => of(board, counts).slice(-most).map(point));
  const conditions = new Set(of(first, -1).map(({ trial }) => `Condition: ${trial.condition}.`));
  const because = turn.scenario.script.because[first.option ?? ""] ?? "";
  const counted = (board: Board) =>
    `${capital(board.name)}: ${of(board, 1).length} claims for, ${of(board, -1).length} against, ${of(board, 0).length} without a result.`;
  return {
    summary: boards.map(counted).join(" "),
    settled: [...last(1, 2), ...last(-1, 2)].slice(0, 12),
    open: last(0, 4).slice(0, 12),
    recommendation: [`By the record, ${first.name}.`, because, ...conditions].slice(0, 4).join(" "),
  };
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
