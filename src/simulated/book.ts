import { ownOf } from "../lists.ts";
import { parseReference } from "../scenario/documents/citations.ts";
import type { Scenario, Seat } from "../scenario/schema/scenario.ts";
import { type Point, type Script, WHOLE_CASE } from "../scenario/schema/script.ts";
import { escapeRegExp } from "../text/plain.ts";

export type Fact = {
  readonly index: number;
  readonly point: Point;
  readonly document: string;
  readonly first: number;
  readonly last: number;
  /** By index of the criterion, -1 to 1. */
  readonly bears: readonly number[];
  readonly sign: 1 | -1;
};

export type Said = {
  readonly fact: Fact;
  readonly role: "line" | "answer" | "stays" | "won" | "ask" | "reply" | "lack" | "change" | "condition";
  readonly against?: Fact;
  readonly text: string;
};

/** Compiled once per script. */
export type Book = {
  readonly script: Script;
  readonly criteria: readonly string[];
  readonly facts: readonly Fact[];
  readonly byId: ReadonlyMap<string, Fact>;
  /** The verdicts are choices among several things, and points name theirs. */
  readonly isChoice: boolean;
  /** The least score of each verdict, in the scenario's order. */
  readonly cuts: readonly number[];
  readonly saidIn: (text: string) => readonly Said[];
  readonly reasonIn: (text: string | null) => Fact | null;
  readonly isStock: (text: string) => boolean;
  readonly namedIn: (text: string) => readonly Fact[];
};

const books = new WeakMap<Script, Book>();

export function bookOf(scenario: Scenario & { readonly script: Script }): Book {
  const known = books.get(scenario.script);
  const book = known ?? makeBook(scenario, scenario.script);
  books.set(scenario.script, book);
  return book;
}

function makeBook({ criteria: named, verdicts }: Scenario, script: Script): Book {
  const criteria = named.length > 0 ? named.map(({ id }) => id) : [WHOLE_CASE];
  const facts = script.points.map((point, index): Fact => {
    const { name, from, to } = parseReference(point.ref) ?? { name: point.ref, from: 0, to: 0 };
    const bears = criteria.map((id) => ownOf(point.bears, id) ?? 0);
    const sign = bears.reduce((sum, each) => sum + each, 0) < 0 ? -1 : 1;
    return { index, point, document: name, first: from, last: to, bears, sign };
  });
  const byId = new Map(facts.map((fact) => [fact.point.id, fact]));
  const saidIn = remembered(sentenceReader(sentencesOf(facts, byId, script.voices.common.quote)));
  return {
    ...{ script, criteria, facts, byId, saidIn },
    isChoice: facts.some(({ point }) => point.for !== undefined),
    cuts: cutsOf(script, verdicts),
    reasonIn: (text) =>
      saidIn(text ?? "")[0]?.fact ?? facts.find(({ point }) => text === quotationOf(point)) ?? null,
    isStock: remembered(stockReader(script)),
    namedIn: namesReader(facts),
  };
}

export const quotationOf = ({ ref, quote }: Point) => `${ref} says: “${quote}”`;

/** Verdicts for start at 0.1 and verdicts against below it, at equal distances; a neutral one lies around 0. */
function cutsOf({ cuts }: Script, verdicts: Scenario["verdicts"]): readonly number[] {
  const count = (side: string) => verdicts.filter((each) => each.side === side).length;
  const has = count("neutral") > 0;
  let above = count("for");
  let below = 0;
  return verdicts.map(({ id, side }) => {
    const even =
      side === "for" ? 0.1 + 0.27 * --above : side === "neutral" ? -0.1 : (has ? -0.1 : 0.1) - 0.5 * ++below;
    return cuts?.[id] ?? even;
  });
}

export function quotedLines({ point, first }: Fact, templates: readonly string[]): readonly string[] {
  const quote = point.quote.replace(/\.$/, "");
  return templates.map((text) => text.replace("{line}", String(first)).replace("{quote}", () => quote));
}

function sentencesOf(
  facts: readonly Fact[],
  byId: ReadonlyMap<string, Fact>,
  quotations: readonly string[],
): readonly Said[] {
  return facts.flatMap((fact) => {
    const { lines, by, answers, stays, won, ask, reply, change, condition } = fact.point;
    const of = (role: Said["role"], texts: readonly (string | undefined)[]): Said[] =>
      texts.flatMap((text) => (text === undefined ? [] : [{ fact, role, text }]));
    return [
      ...of("line", [...lines, ...Object.values(by).flat()]),
      ...of("line", lines.length > 0 ? [] : quotedLines(fact, quotations)),
      ...Object.entries(answers).flatMap(([id, { says, by: own }]) => {
        const against = byId.get(id);
        const all = of("answer", [says, ...Object.values(own).flat()]);
        return against === undefined ? [] : all.map((each) => ({ ...each, against }));
      }),
      ...[...of("stays", [stays]), ...of("won", [won]), ...of("ask", [ask])],
      ...(typeof reply === "string" ? of("lack", [reply]) : replyBy(byId, reply)),
      ...[...of("change", [change]), ...of("condition", [condition])],
    ];
  });
}

/** The answer to a question brings the point that it names, not the one that was asked about. */
function replyBy(byId: ReadonlyMap<string, Fact>, reply: Exclude<Point["reply"], string>): Said[] {
  const fact = reply && byId.get(reply.with);
  return fact ? [{ fact, role: "reply", text: reply.says }] : [];
}

const HEAD = 12;
const END = /[.?!]["”’]?\s+/g;
const SPACE = /\s+/y;

/** Sentences are looked up where one can begin: at the start of the text and after a stop. */
function sentenceReader(sentences: readonly Said[]): (text: string) => readonly Said[] {
  const byHead = grouped(sentences);
  return (text) => {
    const found: Said[] = [];
    let at = 0;
    while (at < text.length) {
      const here = byHead.get(text.slice(at, at + HEAD).toLowerCase()) ?? [];
      const match = here.find((each) => text.startsWith(each.text, at));
      if (match) found.push(match);
      const pattern = match ? SPACE : END;
      pattern.lastIndex = match ? at + match.text.length : at;
      at = pattern.test(text) ? pattern.lastIndex : text.length;
    }
    return found;
  };
}

const headOf = ({ text }: Said) => text.slice(0, HEAD).toLowerCase();

function grouped(sentences: readonly Said[]): Map<string, Said[]> {
  const byHead = new Map<string, Said[]>();
  for (const each of [...sentences].sort((a, b) => b.text.length - a.text.length))
    byHead.set(headOf(each), [...(byHead.get(headOf(each)) ?? []), each]);
  return byHead;
}

function stockReader({ voices }: Script): (text: string) => boolean {
  const all = Object.values(voices).flatMap((voice) =>
    Object.values(voice).flatMap((act) => (Array.isArray(act) ? act : [])),
  );
  const patterns = all.map((each) => new RegExp(`^${escapeRegExp(each).replace(/\\\{\w+\\\}/g, ".+?")}`));
  return (text) => patterns.some((pattern) => pattern.test(text));
}

/** Every member hears the same messages: each is read once. */
function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const said = known.get(text) ?? read(text);
    if (known.size > 2000) known.clear();
    known.set(text, said);
    return said;
  };
}

function namesReader(facts: readonly Fact[]): (text: string) => readonly Fact[] {
  return (text) => {
    const words = new Set(text.match(/[\w-]+/g));
    const places = [...text.matchAll(/([^\s"'(]+)#L(\d+)/g)].map(
      ([, name, line]) => [name, Number(line)] as const,
    );
    const isNamed = ({ point, document, first, last }: Fact) =>
      words.has(point.id) || places.some(([name, line]) => name === document && first <= line && line <= last);
    return facts.filter(isNamed);
  };
}

export function isShown(fact: Fact, seat: Seat, scenario: Scenario): boolean {
  const { shown } = fact.point;
  return (shown === undefined || shown.includes(seat.persona.id)) && isReadable(fact, seat, scenario);
}

/** Whether a member can be asked to look at the point's lines. */
export function isReadable({ document, first }: Fact, seat: Seat, scenario: Scenario): boolean {
  if (scenario.documents.some(({ name }) => name === document)) return true;
  const own = scenario.private?.find(({ name }) => name === document)?.shownTo ?? {};
  const spans = Object.hasOwn(own, seat.id) ? (own[seat.id] ?? []) : [];
  return spans.some(([from, to]) => from <= first && first <= to);
}
