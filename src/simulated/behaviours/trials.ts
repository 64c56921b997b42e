import { NOT_RUN } from "../../protocols/rounds/record/artefacts.ts";
import type { Role } from "../../protocols/rounds/record/roles.ts";
import type { RoundsData } from "../../protocols/rounds/round/cue-data.ts";
import { parseReference } from "../../scenario/documents/citations.ts";
import { capital } from "../../text/plain.ts";
import type { Fact } from "../book.ts";
import { hashDraw, hashText } from "../chance.ts";
import type { Turn } from "../index.ts";

/** A point of the script with one of its tests. */
export type Trial = ReturnType<typeof trialsOf>[number];
/** A claim on record: the trial it was made of, and 1 or -1 if it counts for or against its option by now. */
export type Tried = RoundsData["claims"][number] & { readonly trial: Trial; readonly counts: 1 | 0 | -1 };
export type Board = ReturnType<typeof boardOf>;
export type Plan = ReturnType<typeof planOf>;

const SETTLED: Readonly<Record<string, 1 | -1>> = { tested_confirmed: 1, tested_refuted: -1 };

/** What one round is about, the same for all roles: the points on one option, and the record of it. */
export function boardOf(turn: Turn, asked?: { readonly option: string | undefined }) {
  const { mind, scenario, request } = turn;
  const data = turn.data as unknown as RoundsData;
  const salt = hashText(request.seed ?? "");
  const order = optionsIn(turn).sort((a, b) => hashDraw(a ?? "", salt) - hashDraw(b ?? "", salt));
  const optionOf = (round: number) => order[(Math.max(1, round) - 1) % order.length];
  const option = asked ? asked.option : optionOf(data.round);
  const isOpen = ({ point, document }: Fact) =>
    point.for === option && !point.shown && scenario.documents.some(({ name }) => name === document);
  const trials = mind.book.facts.filter(isOpen).flatMap((fact) => trialsOf(fact, turn));
  const claims = data.claims.flatMap((claim): Tried[] => {
    const trial = trials.find(({ test, says }) => test === claim.testable_as && says === claim.text);
    const counts = (SETTLED[claim.status] ?? 0) * (claim.polarity === "robustness" ? 1 : -1);
    return trial === undefined ? [] : [{ ...claim, trial, counts: counts as Tried["counts"] }];
  });
  const name = option === undefined ? "the proposal" : (scenario.script.spoken[option] ?? option);
  const decisions = data.decisions.filter(({ round }) => round < data.round && optionOf(round) === option);
  const draw = (purpose: string) => hashDraw(`${data.round} ${purpose}`, salt);
  const pace = hashDraw("pace", salt);
  return { turn, data, option, name, trials, claims, decisions, draw, pace };
}

/** Options that points speak about; one that is undefined if they speak about none. */
const optionsIn = ({ mind }: Turn) => [...new Set(mind.book.facts.map(({ point }) => point.for))];

export const allBoards = (turn: Turn) => optionsIn(turn).map((option) => boardOf(turn, { option }));

const FOUND = { holds: "ROBUST", breaks: "BROKEN", open: "UNCLEAR" } as const;

/** A recorded result tests the sentence of the point, one that is open tests its condition. */
function trialsOf(fact: Fact, { scenario: { documents }, mind }: Turn) {
  const { id, ref: own, lines, quote: words, ask, short, holds, tests: told } = fact.point;
  const untold = { text: ask ?? `find a second source for ${own}`, found: "open" as const };
  const tests: typeof told = told.length > 0 ? told : [untold];
  const most = Math.max(...fact.bears.map(Math.abs));
  const criterion = mind.book.criteria[fact.bears.findIndex((each) => Math.abs(each) === most)] ?? "";
  const isMixed = ["holds", "breaks"].every((each) => tests.some(({ found }) => found === each));
  return tests.map(({ text, found: stated, ref = "" }, at) => {
    const { name, from = 0 } = parseReference(ref) ?? {};
    const line = documents.find((each) => each.name === name)?.text.split("\n")[from - 1] ?? "";
    const quote = line.replace(/^\s*[-*] /, "");
    const found = quote === "" ? "UNCLEAR" : FOUND[stated];
    const isOpen = found === "UNCLEAR" && holds !== undefined && short !== undefined;
    return {
      ...{ fact, id: `${id} ${at}`, ref, quote, found, isMixed, criterion, condition: holds ?? short ?? own },
      says: isOpen ? `${capital(short)}. Condition: ${holds}.` : (lines[at % lines.length] ?? words),
      polarity: isOpen || fact.sign > 0 ? "robustness" : "weakness",
      test: /[.?]$/.test(text) ? capital(text) : `${capital(text)}.`,
      recorded: quote === "" ? NOT_RUN : `${ref}: “${quote}”`,
    };
  });
}

/** How well a role can claim a trial. The roles that attack or warn choose first. */
const FITS: Readonly<Record<Role, (trial: Trial) => number>> = {
  critic: ({ found }) => ({ BROKEN: 3, UNCLEAR: 1, ROBUST: 0.01 })[found],
  guardian: ({ fact }) => (fact.sign > 0 ? 0.01 : 2),
  observer: ({ found }) => (found === "UNCLEAR" ? 0.4 : 2),
  action: ({ fact, found }) => (fact.sign < 0 ? 0.01 : found === "UNCLEAR" ? 1.2 : 2),
};

/** What each role claims in a round, its main test, and all tests that it looks at. All roles work out the same plan. */
export function planOf({ data, claims, trials, draw, pace }: Board) {
  const earlier = claims.filter(({ round }) => round < data.round);
  const claimed = new Set(earlier.map(({ trial }) => trial));
  const present = (Object.keys(FITS) as Role[]).filter((role) => data.present.includes(role));
  const rank = (role: Role, { id, fact, ...trial }: Trial) =>
    FITS[role]({ id, fact, ...trial }) *
    (0.5 + draw(id)) *
    fact.bears.reduce((sum, each) => sum + Math.abs(each), 0.2);
  const dealt: Record<Role, readonly Trial[]> = { action: [], guardian: [], observer: [], critic: [] };
  for (const role of present) {
    const { least, most } = data.rules?.[role] ?? { least: 0, most: 0 };
    // The fewer tests are left, the less is claimed, at a pace that the seed draws.
    const wish = Math.floor(1.7 - (0.8 + pace) * (claimed.size / trials.length) + draw(role));
    const taken = new Set(Object.values(dealt).flatMap((made) => made.map(({ fact }) => fact)));
    const free = trials.filter((each) => !claimed.has(each) && !taken.has(each.fact));
    const sorted = free.sort((a, b) => rank(role, b) - rank(role, a));
    const own = sorted.filter(({ fact }, at) => sorted.findIndex((each) => each.fact === fact) === at);
    dealt[role] = own.slice(0, Math.max(least, Math.min(most, wish)));
  }
  const waiting = earlier.filter(({ status }) => status === "pending");
  const all = [...new Set([...waiting.map(({ trial }) => trial), ...Object.values(dealt).flat()])];
  const own = (role: Role): Trial => {
    const by = (trial: Trial) => rank(role, trial) * (all.includes(trial) ? 2 : 1);
    return dealt[role][0] ?? trials.reduce((best, each) => (by(each) > by(best) ? each : best));
  };
  const seen = (["critic", "guardian"] as const).filter((role) => present.includes(role));
  const left = all.find(({ found }) => !seen.some((role) => own(role).found === found));
  // The observer takes up what the other checks cannot settle.
  const main = (role: Role) => (role === "observer" && left ? left : own(role));
  const group = (role: Role) =>
    [...new Set([main(role), ...all])].filter(({ found }) => found === main(role).found).slice(0, MOST_TESTS);
  return { dealt, waiting, main, group };
}

const MOST_TESTS = 7;
