import { groupBy, pickInTurn, requireNonEmpty } from "../../lists.ts";
import { NOT_RUN } from "../../protocols/rounds/artifacts.ts";
import type { RoundsData } from "../../protocols/rounds/instructions.ts";
import type { Role } from "../../protocols/rounds/records.ts";
import { parseReference } from "../../scenario/documents/citations.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { capitalize } from "../../text/plain.ts";
import { type Book, bookOf, type Fact } from "../book.ts";
import type { SimulatedTurn } from "../member.ts";
import { hashDraw, hashText } from "../mind.ts";

export type Trial = ReturnType<typeof makeTrials>[number];
export type Board = ReturnType<typeof makeBoard>;
/** `counts`: 1 or -1 if the claim counts for or against its option. */
export type Tried = RoundsData["claims"][number] & {
  trial: Trial;
  counts: number;
};

export const SETTLED: Readonly<Record<string, number>> = {
  tested_confirmed: 1,
  tested_refuted: -1,
};
const FOUND = { holds: "ROBUST", breaks: "BROKEN", open: "UNCLEAR" } as const;

type Option = {
  option: string | undefined;
  trials: readonly Trial[];
  bySentence: ReadonlyMap<string, readonly Trial[]>;
  /** Worked out once for all roles of a round: they ask about the same state. */
  key: string;
  claims: readonly Tried[];
  plan: Plan | null;
};
type Plan = {
  waiting: readonly Tried[];
  roles: Readonly<Record<Role, { claims: readonly Trial[]; main: Trial; tests: readonly Trial[] }>>;
};

const made = new WeakMap<Book, ReturnType<typeof readTrials>>();

/** What is at issue about each option, with the record of it, in an order that the seed draws. All roles see the same. */
export function boardsOf(turn: SimulatedTurn): Board[] {
  const options = optionsIn(turn);
  return options.map((_, at) => makeBoard(turn, options, at));
}

/** A round is about one option. */
export function boardOf(turn: SimulatedTurn): Board {
  return makeBoard(turn, optionsIn(turn), Math.max(0, Number(turn.data.round) - 1));
}

function optionsIn(turn: SimulatedTurn) {
  const { scenario, request } = turn;
  const salt = hashText(request.seed ?? "");
  const book = bookOf(scenario);
  const known = made.get(book) ?? readTrials(book, scenario.documents);
  made.set(book, known);
  const order = ({ option }: (typeof known)[number]) => hashDraw(option ?? "", salt);
  return requireNonEmpty(
    [...known].sort((a, b) => order(a) - order(b)),
    "option",
  );
}

function makeBoard(turn: SimulatedTurn, options: ReturnType<typeof optionsIn>, at: number) {
  const data = turn.data as unknown as RoundsData;
  const { seed = "" } = turn.request;
  const own = pickInTurn(options, at);
  // `at` may be the round's own: it counts modulo the options.
  const isAbout = ({ round }: { round: number }) => (round - 1 - at) % options.length === 0;
  const about = data.claims.filter(isAbout);
  const key = [
    seed,
    data.round,
    data.present,
    ...about.map(({ id, status }) => id + status),
  ].join();
  if (own.key !== key)
    Object.assign(own, { key, plan: null, claims: about.flatMap((claim) => triedOf(claim, own)) });
  const salt = hashText(seed);
  return {
    turn,
    data,
    own,
    option: own.option,
    trials: own.trials,
    claims: own.claims,
    name: turn.scenario.script.spoken[own.option ?? ""] ?? "the proposal",
    decisions: data.decisions.filter((each) => each.round < data.round && isAbout(each)),
    draw: (purpose: string) => hashDraw(`${data.round} ${purpose}`, salt),
    pace: hashDraw("pace", salt),
  };
}

function triedOf(claim: RoundsData["claims"][number], { bySentence }: Option): readonly Tried[] {
  const trial = bySentence.get(claim.text)?.find(({ test }) => test === claim.testable_as);
  const counts = (SETTLED[claim.status] ?? 0) * (claim.polarity === "robustness" ? 1 : -1);
  return trial === undefined ? [] : [{ ...claim, trial, counts }];
}

/** Of public points: a private one would tell the others what its member knows. */
function readTrials(book: Book, documents: Scenario["documents"]) {
  const isPublic = ({ document }: Fact) => documents.some(({ name }) => name === document);
  const trials = book.facts.filter(isPublic).flatMap((fact) => makeTrials(fact, book, documents));
  return [...groupBy(trials, ({ option }) => option)].map(([option, own]): Option => {
    const bySentence = groupBy(own, ({ says }) => says);
    return { option, trials: own, bySentence, key: "", claims: [], plan: null };
  });
}

/** A recorded result tests the sentence of the point, one that is open tests its condition. */
function makeTrials(fact: Fact, { criteria }: Book, documents: Scenario["documents"]) {
  const { id, ref: own, lines, quote: words, holds, tests, for: option } = fact.point;
  const most = Math.max(...fact.bears.map(Math.abs));
  const criterion = criteria[fact.bears.findIndex((each) => Math.abs(each) === most)] ?? "";
  const untold = [{ text: `find a second source for ${own}`, found: "open", ref: "" }] as const;
  return (tests.length > 0 ? tests : untold).map(({ text, found: stated, ref = "" }, at) => {
    const { name, from = 0, to = 0 } = parseReference(ref) ?? {};
    const { text: whole = "" } = documents.find((each) => each.name === name) ?? {};
    const cited = whole.split("\n").slice(from - 1, to);
    const quote = cited.map((line) => line.trim().replace(/^[-*] /, "")).join(" ");
    const found = quote === "" ? "UNCLEAR" : FOUND[stated];
    const isOpen = found === "UNCLEAR" && holds !== undefined;
    return {
      fact,
      option,
      id: `${id} ${at}`,
      ref,
      quote,
      found,
      criterion,
      condition: holds ?? `what ${own} says is still true`,
      weight: fact.bears.reduce((sum, each) => sum + Math.abs(each), 0.2),
      recorded: quote === "" ? NOT_RUN : `${ref}: “${quote}”`,
      sureness: quote === "" ? 1 : 4,
      says: isOpen ? `It must be true that ${holds}.` : (lines[at % lines.length] ?? words),
      polarity: isOpen || fact.sign > 0 ? "robustness" : "weakness",
      test: `${capitalize(text.replace(/\.$/, ""))}.`,
    };
  });
}

/** The roles that attack or warn choose first. */
const ORDER: readonly Role[] = ["critic", "guardian", "observer", "action"];

function fitOf(role: Role, { found, fact }: Trial): number {
  if (role === "critic") return { BROKEN: 3, UNCLEAR: 1, ROBUST: 0.01 }[found];
  if (role === "observer") return found === "UNCLEAR" ? 0.4 : 2;
  if ((role === "action") !== fact.sign > 0) return 0.01;
  return role === "action" && found === "UNCLEAR" ? 1.2 : 2;
}

/** What each role claims in a round, its main test, and all tests that it looks at. All roles work out the same plan. */
export function planOf(board: Board): Plan {
  board.own.plan ??= makePlan(board);
  return board.own.plan;
}

function makePlan({
  data: { round: now, present, rules },
  trials,
  claims,
  draw,
  pace,
}: Board): Plan {
  const earlier = claims.filter(({ round }) => round < now);
  const claimed = new Set(earlier.map(({ trial }) => trial));
  const drawn = trials.map((trial) => (0.5 + draw(trial.id)) * trial.weight);
  const rankedFor = (role: Role, factor: (trial: Trial) => number) =>
    trials
      .map((trial, at) => ({ trial, by: (drawn[at] ?? 0) * factor(trial) * fitOf(role, trial) }))
      .sort((a, b) => b.by - a.by)
      .flatMap(({ trial, by }) => (by > 0 ? [trial] : []));
  // The fewer tests are left, the less is claimed, at a pace that the seed draws.
  const appetite = 1.7 - (0.8 + pace) * (claimed.size / trials.length);
  const dealt: Record<Role, readonly Trial[]> = {
    action: [],
    guardian: [],
    observer: [],
    critic: [],
  };
  const taken = new Set<Fact>();
  for (const role of ORDER.filter((each) => present.includes(each))) {
    const { least, most } = rules?.[role] ?? { least: 0, most: 0 };
    const fresh = rankedFor(role, (trial) => (claimed.has(trial) || taken.has(trial.fact) ? 0 : 1));
    // With nothing new to claim, a claim that is required supersedes an earlier one.
    const again = () => rankedFor(role, ({ fact }) => (taken.has(fact) ? 0 : 1));
    const free = fresh.length > 0 || least === 0 ? fresh : again();
    const own = free.filter(({ fact }, at) => at === 0 || fact !== free[0]?.fact);
    dealt[role] = own.slice(0, Math.max(least, Math.min(most, Math.floor(appetite + draw(role)))));
    for (const { fact } of dealt[role]) taken.add(fact);
  }
  const waiting = earlier.filter(({ status }) => status === "pending");
  const all = new Set([...waiting.map(({ trial }) => trial), ...Object.values(dealt).flat()]);
  const main = eachRole((role) => {
    const [best] = rankedFor(role, (trial) => (all.has(trial) ? 2 : 1));
    return dealt[role][0] ?? best ?? requireNonEmpty(trials, "trial")[0];
  });
  const sides = [main.critic.found, main.guardian.found];
  const other = [...all].find(({ found }) => !sides.includes(found));
  const roles = eachRole((role) => {
    const own = role === "observer" && other ? other : main[role];
    const tests = [...new Set([own, ...all])].filter(({ found }) => found === own.found);
    return { claims: dealt[role], main: own, tests };
  });
  return { waiting, roles };
}

function eachRole<Value>(of: (role: Role) => Value): Readonly<Record<Role, Value>> {
  return {
    action: of("action"),
    guardian: of("guardian"),
    observer: of("observer"),
    critic: of("critic"),
  };
}
