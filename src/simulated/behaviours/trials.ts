import { NOT_RUN } from "../../protocols/rounds/record/artefacts.ts";
import type { Role } from "../../protocols/rounds/record/records.ts";
import type { RoundsData } from "../../protocols/rounds/round/cues.ts";
import { parseReference } from "../../scenario/documents/citations.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { capital } from "../../text/plain.ts";
import type { Book, Fact } from "../book.ts";
import { hashDraw, hashText } from "../chance.ts";
import type { SimulatedTurn } from "../member.ts";

export type Trial = ReturnType<typeof makeTrials>[number];
/** `counts`: 1 or -1 if the claim counts for or against its option. */
export type Tried = RoundsData["claims"][number] & { readonly trial: Trial; readonly counts: number };
export type Board = ReturnType<typeof makeBoard>;

export const SETTLED: Readonly<Record<string, number>> = { tested_confirmed: 1, tested_refuted: -1 };
const FOUND = { holds: "ROBUST", breaks: "BROKEN", open: "UNCLEAR" } as const;

/** What is at issue about one option, with the record of it. */
function makeBoard(turn: SimulatedTurn, options: readonly Option[], at: number) {
  const data = turn.data as unknown as RoundsData;
  const salt = hashText(turn.request.seed ?? "");
  const option = options[at];
  const { byTest, byOption } = trialsIn(turn);
  const claims = data.claims.flatMap((claim): Tried[] => {
    const trial = byTest.get(claim.testable_as)?.find(({ says }) => says === claim.text);
    if (trial === undefined || trial.option !== option) return [];
    const counts = (SETTLED[claim.status] ?? 0) * (claim.polarity === "robustness" ? 1 : -1);
    return [{ ...claim, trial, counts }];
  });
  const isOwn = (round: number) => round < data.round && (round - 1) % options.length === at;
  const decisions = data.decisions.filter(({ round }) => isOwn(round));
  const draw = (purpose: string) => hashDraw(`${data.round} ${purpose}`, salt);
  const name = turn.scenario.script.spoken[option ?? ""] ?? "the proposal";
  const trials = byOption.get(option) ?? [];
  return { turn, data, option, name, trials, claims, decisions, draw, pace: hashDraw("pace", salt) };
}

/** In an order that the seed draws. All roles see the same. */
function optionsIn(turn: SimulatedTurn): readonly Option[] {
  const salt = hashText(turn.request.seed ?? "");
  const order = (option: Option) => hashDraw(option ?? "", salt);
  return [...trialsIn(turn).byOption.keys()].sort((a, b) => order(a) - order(b));
}

export function boardsOf(turn: SimulatedTurn): Board[] {
  return optionsIn(turn).map((_, at, options) => makeBoard(turn, options, at));
}

/** A round is about one option. */
export function boardOf(turn: SimulatedTurn): Board {
  const options = optionsIn(turn);
  return makeBoard(turn, options, Math.max(0, Number(turn.data.round) - 1) % options.length);
}

type Option = Fact["point"]["for"];
const made = new WeakMap<Book, ReturnType<typeof readTrials>>();

function trialsIn({ mind: { book }, scenario }: SimulatedTurn) {
  const trials = made.get(book) ?? readTrials(book, scenario.documents);
  made.set(book, trials);
  return trials;
}

/** Of public points: a private one would tell the others what its member knows. */
function readTrials(book: Book, documents: Scenario["documents"]) {
  const isPublic = ({ point, document }: Fact) =>
    !point.shown && documents.some(({ name }) => name === document);
  const trials = book.facts.filter(isPublic).flatMap((fact) => makeTrials(fact, book, documents));
  return {
    byTest: grouped(trials, ({ test }) => test),
    byOption: grouped(trials, ({ option }) => option),
  };
}

function grouped<Key>(trials: readonly Trial[], by: (trial: Trial) => Key): ReadonlyMap<Key, readonly Trial[]> {
  return new Map(trials.map((trial) => [by(trial), trials.filter((each) => by(each) === by(trial))]));
}

/** A recorded result tests the sentence of the point, one that is open tests its condition. */
function makeTrials(fact: Fact, { criteria }: Book, documents: Scenario["documents"]) {
  const { id, ref: own, lines, quote: words, short, holds, tests, for: option } = fact.point;
  const most = Math.max(...fact.bears.map(Math.abs));
  const criterion = criteria[fact.bears.findIndex((each) => Math.abs(each) === most)] ?? "";
  const untold = [{ text: `find a second source for ${own}`, found: "open", ref: "" }] as const;
  return (tests.length > 0 ? tests : untold).map(({ text, found: stated, ref = "" }, at) => {
    const { name, from = 0 } = parseReference(ref) ?? {};
    const line = documents.find((each) => each.name === name)?.text.split("\n")[from - 1] ?? "";
    const quote = line.replace(/^\s*[-*] /, "");
    const found = quote === "" ? "UNCLEAR" : FOUND[stated];
    const isOpen = found === "UNCLEAR" && holds !== undefined && short !== undefined;
    return {
      ...{ fact, option, id: `${id} ${at}`, ref, quote, found, criterion, condition: holds ?? short ?? own },
      ...{ recorded: quote === "" ? NOT_RUN : `${ref}: “${quote}”`, sureness: quote === "" ? 1 : 4 },
      says: isOpen
        ? `About ${short}, it holds on this condition: ${holds}.`
        : (lines[at % lines.length] ?? words),
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
  const weight = ({ fact }: Trial) => fact.bears.reduce((sum, each) => sum + Math.abs(each), 0.2);
  const rank = (role: Role, each: Trial) => fitOf(role, each) * (0.5 + draw(each.id)) * weight(each);
  const dealt: Record<Role, readonly Trial[]> = { action: [], guardian: [], observer: [], critic: [] };
  // The fewer tests are left, the less is claimed, at a pace that the seed draws.
  const appetite = 1.7 - (0.8 + pace) * (claimed.size / trials.length);
  for (const role of ORDER.filter((each) => data.present.includes(each))) {
    const { least, most } = data.rules?.[role] ?? { least: 0, most: 0 };
    const taken = Object.values(dealt).flat();
    const free = trials.filter((each) => !claimed.has(each) && !taken.some(({ fact }) => fact === each.fact));
    const ranked = free.map((trial) => ({ trial, by: rank(role, trial) })).sort((a, b) => b.by - a.by);
    const sorted = ranked.map(({ trial }) => trial);
    const own = sorted.filter(({ fact }, at) => at === 0 || fact !== sorted[0]?.fact);
    dealt[role] = own.slice(0, Math.max(least, Math.min(most, Math.floor(appetite + draw(role)))));
  }
  const waiting = earlier.filter(({ status }) => status === "pending");
  const all = [...new Set([...waiting.map(({ trial }) => trial), ...Object.values(dealt).flat()])];
  const own = (role: Role): Trial => {
    const by = (trial: Trial) => rank(role, trial) * (all.includes(trial) ? 2 : 1);
    return dealt[role][0] ?? trials.reduce((best, each) => (by(each) > by(best) ? each : best));
  };
  const left = all.find(({ found }) => found !== own("critic").found && found !== own("guardian").found);
  const main = (role: Role) => (role === "observer" && left ? left : own(role));
  const group = (role: Role) =>
    [...new Set([main(role), ...all])].filter(({ found }) => found === main(role).found);
  return { dealt, waiting, main, group };
}
