import { inTurn, nonEmpty } from "../../lists.ts";
import { NOT_RUN } from "../../protocols/rounds/record/artefacts.ts";
import type { Role } from "../../protocols/rounds/record/records.ts";
import type { RoundsData } from "../../protocols/rounds/round/instructions.ts";
import { parseReference } from "../../scenario/documents/citations.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { capital } from "../../text/plain.ts";
import type { Book, Fact } from "../book.ts";
import type { SimulatedTurn } from "../member.ts";
import { hashDraw, hashText } from "../mind.ts";

export type Trial = ReturnType<typeof makeTrials>[number];
export type Board = ReturnType<typeof makeBoard>;
/** `counts`: 1 or -1 if the claim counts for or against its option. */
export type Tried = Board["claims"][number];

export const SETTLED: Readonly<Record<string, number>> = { tested_confirmed: 1, tested_refuted: -1 };
const FOUND = { holds: "ROBUST", breaks: "BROKEN", open: "UNCLEAR" } as const;

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
  const { mind, scenario, request } = turn;
  const salt = hashText(request.seed ?? "");
  const known = made.get(mind.book) ?? readTrials(mind.book, scenario.documents);
  made.set(mind.book, known);
  const order = ({ option }: (typeof known)[number]) => hashDraw(option ?? "", salt);
  return nonEmpty(
    [...known].sort((a, b) => order(a) - order(b)),
    "option",
  );
}

function makeBoard(turn: SimulatedTurn, options: ReturnType<typeof optionsIn>, at: number) {
  const data = turn.data as unknown as RoundsData;
  const salt = hashText(turn.request.seed ?? "");
  const { option, trials } = inTurn(options, at);
  // `at` may be the round's own: it counts modulo the options.
  const isAbout = ({ round }: { readonly round: number }) => (round - 1 - at) % options.length === 0;
  const claims = data.claims.filter(isAbout).flatMap((claim) => {
    const trial = trials.find(({ says, test }) => says === claim.text && test === claim.testable_as);
    if (trial === undefined) return [];
    const counts = (SETTLED[claim.status] ?? 0) * (claim.polarity === "robustness" ? 1 : -1);
    return { ...claim, trial, counts };
  });
  return {
    ...{ turn, data, option, trials, claims },
    name: turn.scenario.script.spoken[option ?? ""] ?? "the proposal",
    decisions: data.decisions.filter((each) => each.round < data.round && isAbout(each)),
    draw: (purpose: string) => hashDraw(`${data.round} ${purpose}`, salt),
    pace: hashDraw("pace", salt),
  };
}

/** Of public points: a private one would tell the others what its member knows. */
function readTrials(book: Book, documents: Scenario["documents"]) {
  const isPublic = ({ point, document }: Fact) =>
    !point.shown && documents.some(({ name }) => name === document);
  const trials = book.facts.filter(isPublic).flatMap((fact) => makeTrials(fact, book, documents));
  return [...new Set(trials.map(({ option }) => option))].map((option) => {
    return { option, trials: trials.filter((each) => each.option === option) };
  });
}

/** A recorded result tests the sentence of the point, one that is open tests its condition. */
function makeTrials(fact: Fact, { criteria }: Book, documents: Scenario["documents"]) {
  const { id, ref: own, lines, quote: words, short, holds, tests, for: option } = fact.point;
  const most = Math.max(...fact.bears.map(Math.abs));
  const criterion = criteria[fact.bears.findIndex((each) => Math.abs(each) === most)] ?? "";
  const untold = [{ text: `find a second source for ${own}`, found: "open", ref: "" }] as const;
  return (tests.length > 0 ? tests : untold).map(({ text, found: stated, ref = "" }, at) => {
    const { name, from = 0, to = 0 } = parseReference(ref) ?? {};
    const { text: whole = "" } = documents.find((each) => each.name === name) ?? {};
    const cited = whole.split("\n").slice(from - 1, to);
    const quote = cited.map((line) => line.trim().replace(/^[-*] /, "")).join(" ");
    const found = quote === "" ? "UNCLEAR" : FOUND[stated];
    const isOpen = found === "UNCLEAR" && holds !== undefined && short !== undefined;
    return {
      ...{ fact, option, id: `${id} ${at}`, ref, quote, found, criterion, condition: holds ?? short ?? own },
      ...{ recorded: quote === "" ? NOT_RUN : `${ref}: “${quote}”`, sureness: quote === "" ? 1 : 4 },
      says: isOpen ? `About ${short}: the condition is that ${holds}.` : (lines[at % lines.length] ?? words),
      polarity: isOpen || fact.sign > 0 ? "robustness" : "weakness",
      test: `${capital(text.replace(/\.$/, ""))}.`,
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
export function planOf({ data, claims, trials, draw, pace }: Board) {
  const earlier = claims.filter(({ round }) => round < data.round);
  const claimed = new Set(earlier.map(({ trial }) => trial));
  const drawn = trials.map((trial) => {
    const weight = trial.fact.bears.reduce((sum, each) => sum + Math.abs(each), 0.2);
    return { trial, by: (0.5 + draw(trial.id)) * weight };
  });
  const dealt: Record<Role, readonly Trial[]> = { action: [], guardian: [], observer: [], critic: [] };
  // The fewer tests are left, the less is claimed, at a pace that the seed draws.
  const appetite = 1.7 - (0.8 + pace) * (claimed.size / trials.length);
  const ranked = (role: Role) => drawn.map(({ trial, by }) => ({ trial, by: by * fitOf(role, trial) }));
  const taken = new Set<Fact>();
  for (const role of ORDER.filter((each) => data.present.includes(each))) {
    const { least, most } = data.rules?.[role] ?? { least: 0, most: 0 };
    const free = ranked(role).filter(({ trial }) => !claimed.has(trial) && !taken.has(trial.fact));
    const sorted = free.sort((a, b) => b.by - a.by).map(({ trial }) => trial);
    const own = sorted.filter(({ fact }, at) => at === 0 || fact !== sorted[0]?.fact);
    dealt[role] = own.slice(0, Math.max(least, Math.min(most, Math.floor(appetite + draw(role)))));
    for (const { fact } of dealt[role]) taken.add(fact);
  }
  const waiting = earlier.filter(({ status }) => status === "pending");
  const all = [...new Set([...waiting.map(({ trial }) => trial), ...Object.values(dealt).flat()])];
  const own = (role: Role): Trial => {
    const by = (each: { trial: Trial; by: number }) => each.by * (all.includes(each.trial) ? 2 : 1);
    return dealt[role][0] ?? ranked(role).reduce((best, each) => (by(each) > by(best) ? each : best)).trial;
  };
  const sides = [own("critic").found, own("guardian").found];
  const main = (role: Role) => {
    const left = role === "observer" ? all.find(({ found }) => !sides.includes(found)) : undefined;
    return left ?? own(role);
  };
  const group = (role: Role) => {
    const { found } = main(role);
    return [...new Set([main(role), ...all])].filter((each) => each.found === found);
  };
  return { dealt, waiting, main, group };
}
