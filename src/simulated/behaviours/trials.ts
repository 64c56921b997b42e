import { NOT_RUN } from "../../protocols/rounds/record/artefacts.ts";
import type { Result } from "../../protocols/rounds/record/records.ts";
import type { Role } from "../../protocols/rounds/record/roles.ts";
import type { RoundsData } from "../../protocols/rounds/round/cue-data.ts";
import { parseReference } from "../../scenario/documents/citations.ts";
import { capital } from "../../text/plain.ts";
import type { Fact } from "../book.ts";
import { hashDraw, hashText } from "../chance.ts";
import type { Scripted, Turn } from "../index.ts";

export type Found = Exclude<Result, "NOT_APPLICABLE">;

/** A point with one of its tests. */
export type Trial = {
  readonly fact: Fact;
  readonly id: string;
  /** The sentence of the script that a claim on it states. */
  readonly line: string;
  readonly test: string;
  readonly found: Found;
  /** The result word for word, or that there is none. */
  readonly ref: string;
  readonly quote: string;
  readonly recorded: string;
  /** Another test of the point came out the other way. */
  readonly isMixed: boolean;
};

/** A claim on record with the trial it was made of. */
export type Tried = RoundsData["claims"][number] & { readonly trial: Trial };

/** What one round is about: the points on one option, the same for all roles. */
export type Board = {
  readonly turn: Turn;
  readonly data: RoundsData;
  readonly option: string | undefined;
  /** The option as people say it. */
  readonly name: string;
  readonly trials: readonly Trial[];
  readonly claims: readonly Tried[];
  readonly decisions: RoundsData["decisions"];
  readonly draw: (purpose: string) => number;
};

/** The board of the round at hand, or of one option. */
export function boardOf(turn: Turn, asked?: { readonly option: string | undefined }): Board {
  const { mind, scenario, request } = turn;
  const data = turn.data as unknown as RoundsData;
  const salt = hashText(request.seed ?? "");
  const order = optionsIn(turn).sort((a, b) => hashDraw(a ?? "", salt) - hashDraw(b ?? "", salt));
  const optionOf = (round: number) => order[(Math.max(1, round) - 1) % order.length];
  const option = asked ? asked.option : optionOf(data.round);
  const isOpen = ({ point, document }: Fact) =>
    point.for === option && !point.shown && scenario.documents.some(({ name }) => name === document);
  const trials = mind.book.facts.filter(isOpen).flatMap((fact) => trialsOf(fact, scenario));
  const claims = data.claims.flatMap((claim) => {
    const trial = trials.find(({ test, line }) => test === claim.testable_as && claim.text.startsWith(line));
    return trial === undefined ? [] : [{ ...claim, trial }];
  });
  return {
    ...{ turn, data, option, trials, claims },
    name: option === undefined ? "the proposal" : (scenario.script.spoken[option] ?? option),
    decisions: data.decisions.filter(({ round }) => round < data.round && optionOf(round) === option),
    draw: (purpose) => hashDraw(`${data.round} ${purpose}`, salt),
  };
}

/** Options that points speak about; one that is undefined if they speak about none. */
function optionsIn({ mind }: Turn): (string | undefined)[] {
  return [...new Set(mind.book.facts.map(({ point }) => point.for))];
}

export function allBoards(turn: Turn): readonly Board[] {
  return optionsIn(turn).map((option) => boardOf(turn, { option }));
}

const FOUND = { holds: "ROBUST", breaks: "BROKEN", open: "UNCLEAR" } as const;

function trialsOf(fact: Fact, { documents }: Scripted): Trial[] {
  const { id, ref: own, lines, quote: words, ask } = fact.point;
  const untold = { text: ask ?? `find a second source for ${own}`, found: "open" as const };
  const tests: Fact["point"]["tests"] = fact.point.tests.length > 0 ? fact.point.tests : [untold];
  const isMixed = ["holds", "breaks"].every((each) => tests.some(({ found }) => found === each));
  return tests.map(({ text, found, ref = "" }, at) => {
    const { name, from = 0 } = parseReference(ref) ?? {};
    const line = documents.find((each) => each.name === name)?.text.split("\n")[from - 1] ?? "";
    const quote = line.replace(/^\s*[-*] /, "");
    return {
      ...{ fact, id: `${id} ${at}`, ref, quote, isMixed },
      line: lines[at % lines.length] ?? words,
      test: /[.?]$/.test(text) ? capital(text) : `${capital(text)}.`,
      found: quote === "" ? "UNCLEAR" : FOUND[found],
      recorded: quote === "" ? NOT_RUN : `${ref}: “${quote}”`,
    };
  });
}

export const isMerit = ({ fact }: Trial) => fact.sign > 0;

/** How a settled claim counts for its option: 1, -1, or 0 if nothing is known. */
export function countOf({ status, polarity }: Tried): number {
  const asserted = polarity === "robustness" ? 1 : -1;
  return status === "tested_confirmed" ? asserted : status === "tested_refuted" ? -asserted : 0;
}

/** What a round does: the claims of each role, its main test, and all tests that it looks at. */
export type Plan = {
  readonly dealt: Readonly<Record<Role, readonly Trial[]>>;
  readonly waiting: readonly Tried[];
  readonly main: (role: Role) => Trial;
  readonly group: (role: Role) => readonly Trial[];
};

/** All roles work out the same plan from the record, so that no two claim the same. */
export function planOf(board: Board): Plan {
  const { data, claims, trials, draw } = board;
  const earlier = claims.filter(({ round }) => round < data.round);
  const dealt = deal(board, new Set(earlier.map(({ trial }) => trial)));
  const waiting = earlier.filter(({ status }) => status === "pending");
  const all = [...new Set([...waiting.map(({ trial }) => trial), ...Object.values(dealt).flat()])];
  const own = (role: Role): Trial => {
    const pool = waiting.length > 0 ? waiting.map(({ trial }) => trial) : trials;
    return dealt[role][0] ?? best(pool, (trial) => (FITS[role](trial) + 0.1) * (0.5 + draw(trial.id)))!;
  };
  const seen = (["critic", "guardian"] as const).filter((role) => data.present.includes(role));
  const main = (role: Role): Trial => {
    const left = all.find(({ found }) => !seen.some((each) => own(each).found === found));
    return (role === "observer" ? left : undefined) ?? own(role);
  };
  const group = (role: Role) => {
    const first = main(role);
    return [first, ...all.filter((each) => each !== first && each.found === first.found)].slice(0, MOST_TESTS);
  };
  return { dealt, waiting, main, group };
}

const MOST_TESTS = 7;
const FITS: Readonly<Record<Role, (trial: Trial) => number>> = {
  critic: ({ found }) => ({ BROKEN: 3, UNCLEAR: 1, ROBUST: 0 })[found],
  guardian: (trial) => (isMerit(trial) ? 0 : 2),
  observer: ({ found }) => (found === "UNCLEAR" ? 0.4 : 2),
  action: (trial) => (isMerit(trial) ? (trial.found === "UNCLEAR" ? 1.2 : 2) : 0),
};
/** The roles that attack or warn choose first. */
const ORDER = Object.keys(FITS) as Role[];

/** The fewer tests are left, the less is claimed, at a pace that the seed draws. */
function deal({ data, trials, draw, turn }: Board, claimed: ReadonlySet<Trial>): Plan["dealt"] {
  const dealt: Record<Role, Trial[]> = { action: [], guardian: [], observer: [], critic: [] };
  const share = claimed.size / trials.length;
  const pace = hashDraw("pace", hashText(turn.request.seed ?? ""));
  const appetites = [1.3 - (0.5 + 1.5 * pace) * share, 0.95 - (0.6 + pace) * share];
  for (const [time, appetite] of appetites.entries())
    for (const role of ORDER.filter((each) => data.present.includes(each))) {
      const { least, most } = data.rules?.[role] ?? { least: 0, most: 0 };
      const isDue = dealt[role].length < least;
      if (dealt[role].length >= most || !(isDue || draw(`${role} ${time}`) < appetite)) continue;
      const taken = new Set(Object.values(dealt).flatMap((made) => made.map(({ fact }) => fact)));
      const trial = best(trials, (each) => {
        // A claim that must be made repeats an old one only if nothing else is left.
        const fit = taken.has(each.fact) ? 0 : claimed.has(each) ? 0.001 : FITS[role](each) || 0.01;
        const bears = each.fact.bears.reduce((sum, by) => sum + Math.abs(by), 0.2);
        return isDue || fit > 0.01 ? fit * bears * (0.5 + draw(each.id)) : 0;
      });
      if (trial) dealt[role].push(trial);
    }
  return dealt;
}

/** The item with the highest score above 0. */
export function best<Item>(items: readonly Item[], score: (item: Item) => number): Item | undefined {
  const [first] = items.map((item) => ({ item, by: score(item) })).sort((a, b) => b.by - a.by);
  return first && first.by > 0 ? first.item : undefined;
}
