import { groupBy } from "../../lists.ts";
import { NOT_RUN, TRACE_KINDS } from "../../protocols/rounds/artifacts.ts";
import {
  CHECK_FACTS,
  type CheckNumber,
  formatStatus,
  ROLE_FACTS,
  type Role,
} from "../../protocols/rounds/records.ts";
import { capitalize, joinNames } from "../../text/plain.ts";
import type { Fact } from "../book.ts";
import { replyIn } from "../choose.ts";
import { type Behaviour, castBallot, type SimulatedTurn } from "../member.ts";
import { groundFor, type Mind, verdictNow } from "../mind.ts";
import { answerOf, lineOf, ownWords, render } from "../say.ts";
import {
  type Board,
  boardOf,
  boardsOf,
  planOf,
  SETTLED,
  type Trial,
  type Tried,
} from "./trials.ts";

export const ROUNDS: Readonly<Record<string, Behaviour>> = {
  "rounds-proposal": propose,
  "rounds-supplement": supplement,
  "rounds-action": json((board) => file(board, "action")),
  "rounds-guardian": json((board) => file(board, "guardian")),
  "rounds-observer": json((board) => file(board, "observer")),
  "rounds-critic": json((board) => file(board, "critic")),
  "rounds-check": json(checkAll),
  "rounds-assessment": json(assess),
  "rounds-drift": json(checkDrift),
  "rounds-stress": json(scoreStress),
  "rounds-synthesis": json(sumUp),
  "rounds-closing-ballot": vote,
};

function json(write: (board: Board) => object): Behaviour {
  return (turn) => JSON.stringify(write(boardOf(turn)));
}

function propose(turn: SimulatedTurn): string {
  const { mind, scenario, chance } = turn;
  const board = boardOf(turn);
  const { present, lead } = board.data;
  const { roles } = planOf(board);
  const { fact } = roles[lead ?? "action"].main;
  const { issue = "", ask = "", reply: known } = fact.point;
  const isFresh = (text: string) => !mind.talk.log.some(({ content }) => content.includes(text));
  const openings = (scenario.script.issues[issue] ?? []).filter(isFresh);
  const opening = openings.length > 0 ? chance("issue").pick(openings) : "";
  const asked = known !== undefined && isFresh(ask) ? ask : "";
  const tests = [...groupBy(present, (role) => roles[role].main.test)].map(
    ([test, by]) => `${capitalize(joinNames(by))}: ${test}`,
  );
  const line = lineOf(mind, fact, chance("line")) ?? "";
  return render(mind, {
    parts: [opening, line, asked, `Tests on ${board.name}.`, ...tests],
    cites: [fact],
  });
}

/** The first to speak answers what the lead asked; each other takes another point. */
function supplement(turn: SimulatedTurn): string {
  const { mind, chance } = turn;
  const board = boardOf(turn);
  const { data, draw, trials } = board;
  const { fact: theirs } = planOf(board).roles[data.lead ?? "action"].main;
  const at = data.present.filter((each) => each !== data.lead).indexOf(data.role ?? "action");
  const replied = at === 0 ? replyIn(mind, chance("reply")) : null;
  if (replied) return render(mind, replied);
  const known = JSON.stringify([theirs.point.id, theirs.point.reply]);
  const isFresh = ({ point }: Fact) =>
    !known.includes(`"${point.id}"`) && point.lines.some((text) => !mind.talk.used.has(text));
  const facts = [...new Set(trials.map(({ fact }) => fact))].filter(isFresh);
  const ranked = facts.map((fact) => {
    return { fact, by: (theirs.point.id in fact.point.answers ? 1 : 0) + draw(fact.point.id) };
  });
  const own = ranked.sort((a, b) => b.by - a.by)[at]?.fact;
  const counter = own ? answerOf(mind, own, theirs, chance("answer")) : null;
  const line = own && (counter ?? lineOf(mind, own, chance("line")));
  if (!line) return render(mind, { parts: [`I have no further point about ${board.name}.`] });
  const last = mind.talk.log.findLast(({ heard }) => heard.some(({ fact }) => fact === theirs));
  return render(mind, {
    to: counter ? (last?.speaker ?? null) : null,
    parts: [line],
    cites: [own],
  });
}

/** Quotes recorded results word for word and claims no work that was not done. */
function file(board: Board, role: Role) {
  const { roles, waiting } = planOf(board);
  const { main, tests, claims: raised } = roles[role];
  const looked = waiting.filter(({ trial }) => tests.includes(trial));
  const ids = [...board.decisions.slice(-1), ...looked].map(({ id }) => id);
  const places = [main.fact.point.ref, main.ref].filter((ref) => ref !== "");
  const claims = raised.map((trial) => {
    const supersedes = board.claims.findLast((each) => each.trial === trial)?.id ?? null;
    return { text: trial.says, testable_as: trial.test, polarity: trial.polarity, supersedes };
  });
  return { ...SHEETS[role](board, tests, main), cites: [...new Set([...ids, ...places])], claims };
}

const STATED = {
  ROBUST: { kind: "happy_path", outcome: "success", verdict: "PASS" },
  BROKEN: { kind: "edge_case", outcome: "stuck", verdict: "FAIL" },
  UNCLEAR: { kind: "cross_round_reference", outcome: NOT_RUN, verdict: "INCONCLUSIVE" },
} as const;

const voiced = (mind: Mind, { point: { by, lines, quote } }: Fact) =>
  ownWords(mind, by)[0] ?? lines[0] ?? quote;

const SHEETS: Readonly<
  Record<Role, (board: Board, group: readonly Trial[], main: Trial) => object>
> = {
  action({ data, trials, claims, draw }, group, main) {
    const ranked = trials
      .map((trial) => ({ trial, by: draw(trial.id) }))
      .sort((a, b) => a.by - b.by);
    const all = [...group, ...ranked.map(({ trial }) => trial)];
    const traces = TRACE_KINDS.map((kind) => {
      const { test, recorded } = all.find(({ found }) => STATED[found].kind === kind) ?? main;
      return { kind, trigger: test, initialState: [], steps: [], outcome: recorded };
    });
    const earlier = claims.filter(({ round }) => round < data.round).map(({ id }) => id);
    return { traces, hooksUsed: earlier.slice(-1), selfAssessment: main.sureness };
  },
  guardian({ turn: { mind } }, group, { fact, found, condition, recorded, test, sureness }) {
    const { quote, ref, lines } = fact.point;
    const records = [...new Map(group.map((each) => [each.ref, each])).values()].filter(
      (each) => each.quote !== "" && each.ref !== ref,
    );
    return {
      invariant: {
        always: condition,
        measuredBy: `this test: ${test.charAt(0).toLowerCase()}${test.slice(1, -1)}`,
        tolerance: "none",
      },
      whyNow: voiced(mind, fact),
      verdict: STATED[found].verdict,
      confidence: sureness,
      evidence: [{ ref, quote }, ...records.map((each) => ({ ref: each.ref, quote: each.quote }))],
      ...(found === "BROKEN"
        ? { mechanism: recorded, condition }
        : { mechanism: null, condition: null }),
      failureMode: (fact.sign < 0 && lines[0]) || `This condition is not met: ${condition}.`,
    };
  },
  observer({ turn: { seat, mind } }, group, { found, test, sureness }) {
    const { title, expertise } = seat.persona;
    return {
      persona: { name: mind.me, role: title, skill: expertise[0] ?? title },
      startingContext: `Walkthrough ${NOT_RUN}: this member is simulated. The steps are tests with the results that documents record.`,
      steps: group.map((each) => ({ does: each.test, outcome: STATED[each.found].outcome })),
      friction:
        found === "BROKEN"
          ? group.map(({ recorded }, at) => ({ step: at + 1, what: recorded }))
          : [],
      verdict: { goal: NOT_RUN, timeToFirstOutput: NOT_RUN, recommend: NOT_RUN },
      goal: test,
      selfAssessment: sureness,
    };
  },
  critic({ turn: { mind }, data, claims }, group, { fact, found, condition, recorded, sureness }) {
    const known = claims.filter(
      ({ id, round }) => round < data.round && (data.targets?.includes(id) ?? true),
    );
    const hit = known.findLast(({ trial }) => trial.fact === fact) ?? known.at(-1);
    const other = data.round === 1 ? fact.point.ref : `R${data.round}-${data.present[0]}-claims`;
    return {
      target: { ref: hit?.id ?? data.targets?.[0] ?? other, what: hit?.text ?? fact.point.quote },
      hypothesis: `Fails when this condition is not met: ${condition}.`,
      attack: group.map((each) => ({ does: each.test, observable: each.recorded })),
      expectedBroken: "A document records that it broke.",
      expectedRobust: "A document records that it held.",
      why: voiced(mind, fact),
      preconditions: [condition],
      assumption: condition,
      verdict: found,
      evidence: recorded,
      confidence: sureness,
    };
  },
};

/** The role whose verdict a check follows if a recorded result supports it. */
const JUDGED: Readonly<Record<number, Role>> = { 1: "critic", 2: "guardian", 3: "observer" };
const MAIN = /#(?:edge_case|invariant|steps|attack)$/;

/** A claim that one check decides is not decided by a later check. */
function checkAll(board: Board) {
  const decided = new Set<string>();
  const made = board.data.toCheck.map((number) => {
    const reply = check(board, number, decided);
    for (const { claim_id } of reply.affected) decided.add(claim_id);
    return [`check${number}`, reply] as const;
  });
  return Object.fromEntries(made);
}

function check(board: Board, number: number, decided: ReadonlySet<string>) {
  const { data, claims, trials, decisions, name } = board;
  const { needs } = CHECK_FACTS[number as CheckNumber];
  const filed = data.filed.filter(({ role }) => needs.length === 0 || needs.includes(role));
  const places = filed.flatMap((each) => each.places);
  const about = places.filter((place) => (number === 4 ? /#cites$/ : MAIN).test(place));
  const evidence_refs = [...new Set([...about, ...places])].slice(0, Math.max(2, about.length));
  if (number === 4) {
    const before = decisions.at(-1);
    const isCited = filed.every(({ artifact }) => artifact.cites.some((id) => id.startsWith("D-")));
    const none = `Not every artifact cites an earlier decision about ${name}.`;
    const notes = before && isCited ? `Every artifact cites ${before.id}. ${before.text}` : none;
    return { result: notes === none ? "UNCLEAR" : "ROBUST", notes, affected: [], evidence_refs };
  }
  const judged = filed.find(({ role }) => role === JUDGED[number])?.artifact as
    | { verdict?: string; steps?: readonly { outcome: string }[] }
    | undefined;
  const stated = judged?.steps?.[0]?.outcome ?? judged?.verdict ?? "";
  const isStated = ({ found }: Trial) =>
    found === stated || Object.values<string>(STATED[found]).includes(stated);
  const namedIn = (artifacts: unknown = null) => {
    const whole = JSON.stringify(artifacts);
    const isIn = (text: string) => whole.includes(JSON.stringify(text));
    const cited = new Set(claims.filter(({ id }) => isIn(id)).map(({ trial }) => trial));
    return trials.filter((each) => isIn(each.test) || cited.has(each));
  };
  const named = [...namedIn(judged), ...namedIn(filed)];
  const result = named.find(isStated)?.found ?? "UNCLEAR";
  const fitting = new Set(named.filter(({ found }) => found === result));
  const settled = claims.filter(
    ({ id, status, trial }) => status === "pending" && !decided.has(id) && fitting.has(trial),
  );
  const shown = [...new Set([...settled.map(({ trial }) => trial), ...fitting])].slice(0, 2);
  const open = `Test ${NOT_RUN}. No document states its result: ${shown[0]?.test ?? "it is not in the script."}`;
  const notes = result === "UNCLEAR" ? open : shown.map(({ recorded }) => recorded).join(" ");
  return {
    result,
    notes,
    affected: settled.map(({ id }) => ({ claim_id: id, partly: false })),
    evidence_refs,
  };
}

const told = ({ status, text }: Tried) => `${capitalize(formatStatus(status))}: ${text}`;

function assess({ data, claims, decisions, name }: Board) {
  const made = data.checks.filter(({ round }) => round === data.round);
  const checkOf = new Map(
    made.flatMap((each) => each.claim_status_changes.map((to) => [to.claim_id, each.id])),
  );
  const now = claims.filter(({ id }) => checkOf.has(id));
  const [against, held, open] = [-1, 1, 0].map((counts) =>
    now.find((claim) => claim.counts === counts),
  );
  const before = decisions
    .slice(-1)
    .map(({ id }) => ({ type: "decision", id, relation: "builds-on" }));
  const decided = [against, held, against || held ? undefined : open].flatMap((each) => each ?? []);
  const isBetween = against && held && against.raised_by !== held.raised_by;
  const tension = isBetween && `${capitalize(shortOf(held))} against ${shortOf(against)}.`;
  const touched = [...new Set(now.map(({ trial }) => trial.criterion))];
  const changes = now.map(({ id, status }) => `${id} ${formatStatus(status)}`);
  return {
    decisions: decided.map(({ id, status, polarity, text }) => ({
      text: `${open?.id === id ? "Open for" : `${capitalize(formatStatus(status))} ${polarity === "weakness" ? "weakness" : "strength"} of`} ${name}. ${text}`,
      cites: [
        { type: "verification", id: checkOf.get(id), relation: "based-on" },
        { type: "claim", id, relation: "supported-by" },
        ...before,
      ],
      madeBy: "round_lead",
    })),
    convergence: now.length > 0 ? `Tested: ${joinNames(changes)}.` : "No claim was tested.",
    newTensions: tension ? [{ roles: [held.raised_by, against.raised_by], text: tension }] : [],
    resolvedTensions: [],
    architectureImpact: against
      ? `Condition: ${against.trial.condition}.`
      : `No new condition for ${name}.`,
    anchor: touched.length > 0 ? `Tested in this round: ${joinNames(touched)}.` : null,
  };
}

const shortOf = ({ trial: { fact } }: Tried) => fact.point.short ?? fact.point.id;

/** The decisions must rest on claims about every criterion of the script. */
function checkDrift({ turn, data: { decisions, drift } }: Board) {
  const boards = boardsOf(turn);
  const cited = new Set(decisions.flatMap(({ cites }) => cites.map(({ id }) => id)));
  const claims = boards.flatMap((board) => board.claims).filter(({ id }) => cited.has(id));
  const asked = [
    ...new Set(boards.flatMap(({ trials }) => trials.map(({ criterion }) => criterion))),
  ];
  const missing = asked.filter((each) => !claims.some(({ trial }) => trial.criterion === each));
  const share = missing.length / asked.length;
  const [verdict, deviation] =
    share === 0 ? ["PASS", 1] : share < 0.5 ? ["PARTIAL", 2] : ["FAIL", 4];
  const notes = `Decisions: ${decisions.length}. Criteria that none of them rests on: ${joinNames(missing) || "none"}.`;
  return { verdict, deviation, notes, addresses: share === 0 ? drift : [] };
}

/** What the round lacks: the artifact of the absent role, and the checks that need it. */
function scoreStress({ data: { checks, round, stress } }: Board) {
  const missed = checks.filter((each) => each.round === round && each.result === "NOT_APPLICABLE");
  const ids = joinNames(missed.map(({ id }) => id)) || "none";
  const observed = `Missing: the ${ROLE_FACTS[stress ?? "critic"].artifact}. Checks that could not be made: ${ids}.`;
  return { observed, score: Math.min(3, 1 + missed.length) };
}

function sumUp({ turn }: Board) {
  const rows = boardsOf(turn).map((board) => {
    const [held = [], broke = [], open = []] = [1, -1, 0].map((of) =>
      board.claims.filter(({ counts }) => counts === of),
    );
    const counted = `${capitalize(board.name)}: ${held.length} claims for, ${broke.length} against, ${open.length} open.`;
    return {
      ...board,
      broke,
      open,
      counted,
      settled: [...held.slice(-2), ...broke.slice(-2)],
      held,
    };
  });
  const share = ({ held, broke }: (typeof rows)[number]) =>
    held.length / (1 + held.length + broke.length);
  const best = rows.reduce((top, each) => (share(each) > share(top) ? each : top));
  const because = turn.scenario.script.because[best.option ?? ""] ?? "";
  const conditions = new Set(best.broke.map(({ trial }) => `Condition: ${trial.condition}.`));
  const points = (claims: readonly Tried[]) =>
    claims.map((claim) => ({ text: told(claim), cites: [claim.id] })).slice(0, 12);
  return {
    summary: rows.map(({ counted }) => counted).join(" "),
    settled: points(rows.flatMap(({ settled }) => settled)),
    open: points(rows.flatMap(({ open }) => open.slice(-4))),
    recommendation: [`By the record, ${best.name}.`, because, ...conditions].slice(0, 4).join(" "),
  };
}

function vote(turn: SimulatedTurn): string {
  const mind = { ...turn.mind, factor: [...turn.mind.factor] };
  for (const { status, trial } of boardsOf(turn).flatMap(({ claims }) => claims))
    if (status in SETTLED) mind.factor[trial.fact.index] = Math.max(0, SETTLED[status] ?? 0);
  mind.verdict = verdictNow(mind);
  mind.reason = groundFor(mind, mind.verdict);
  return castBallot({ ...turn, mind });
}
