import { lookUpKey } from "../lists.ts";
import { parseReference } from "../scenario/documents/citations.ts";
import { rememberResults } from "../scenario/files/remember.ts";
import type { Scenario, Seat } from "../scenario/schema/scenario.ts";
import { type Point, type Script, WHOLE_CASE } from "../scenario/schema/script.ts";
import { listSentences } from "../scenario/script/check-script.ts";
import { escapeRegExp } from "../text/plain.ts";

export type Fact = {
  index: number;
  point: Point;
  document: string;
  first: number;
  last: number;
  /** By index of the criterion, -1 to 1. */
  bears: readonly number[];
  sign: 1 | -1;
};

export type Sentence = {
  fact: Fact;
  role: "line" | "answer" | "stays" | "won" | "ask" | "reply" | "lack" | "change" | "condition";
  against?: Fact;
  text: string;
};

/** A script, compiled once. */
export type Book = ReturnType<typeof makeBook>;
export type Scripted = Scenario & { script: Script };

const books = new WeakMap<Script, Book>();

export function bookOf(scenario: Scripted): Book {
  const book = books.get(scenario.script) ?? makeBook(scenario);
  books.set(scenario.script, book);
  return book;
}

const REMEMBERED = 500_000;
const LONGEST_STOCK = 300;

function makeBook({ criteria: named, verdicts, script }: Scripted) {
  const criteria = named.length > 0 ? named.map(({ id }) => id) : [WHOLE_CASE];
  const facts = script.points.map((point, index): Fact => {
    const { name, from, to } = parseReference(point.ref) ?? { name: point.ref, from: 0, to: 0 };
    const bears = criteria.map((id) => lookUpKey(point.bears, id) ?? 0);
    const sign = bears.reduce((sum, each) => sum + each, 0) < 0 ? -1 : 1;
    return { index, point, document: name, first: from, last: to, bears, sign };
  });
  const byId = new Map(facts.map((fact) => [fact.point.id, fact]));
  const quotations = script.voices.common.quote;
  const sentencesIn = rememberResults(
    REMEMBERED,
    sentenceReader(facts.flatMap((fact) => messagesBy(fact, byId, quotations))),
  );
  const stock = Object.values(script.voices).flatMap((voice) =>
    Object.values(voice).filter(Array.isArray).flat(),
  );
  const anyStock = new RegExp(
    `^(?:${stock.map((text: string) => patternOf(text).source).join("|")})`,
    "i",
  );
  return {
    script,
    criteria,
    facts,
    byId,
    sentencesIn,
    /** The verdicts are choices among several things, and points name theirs. */
    isChoice: facts.some(({ point }) => point.for !== undefined),
    /** The least score of each verdict, in the scenario's order. */
    cuts: cutsOf(script, verdicts),
    reasonIn: (text: string | null) =>
      sentencesIn(text ?? "")[0]?.fact ??
      facts.find(({ point }) => text === quotationOf(point)) ??
      null,
    isStock: rememberResults(REMEMBERED, (text) => anyStock.test(text.slice(0, LONGEST_STOCK))),
    /** Facts whose id or line a person's words have. */
    namedIn: rememberResults(REMEMBERED, (text): readonly Fact[] => {
      const words = new Set(text.match(/[\w-]+/g));
      const places = [...text.matchAll(/(?<![^\s"'(])([^\s"'(]+)#L(\d+)/g)];
      const isNamed = ({ point, document, first, last }: Fact) =>
        words.has(point.id) ||
        places.some(
          ([, name, line]) => name === document && first <= Number(line) && Number(line) <= last,
        );
      return facts.filter(isNamed);
    }),
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
      side === "for"
        ? 0.1 + 0.27 * --above
        : side === "neutral"
          ? -0.1
          : (has ? -0.1 : 0.1) - 0.5 * ++below;
    return cuts?.[id] ?? even;
  });
}

export function quotedLines(
  { point, first }: Fact,
  templates: readonly string[],
): readonly string[] {
  const quote = point.quote.replace(/\.$/, "");
  return templates.map((text) =>
    text.replace("{line}", String(first)).replace("{quote}", () => quote),
  );
}

function messagesBy(
  fact: Fact,
  byId: ReadonlyMap<string, Fact>,
  quotations: readonly string[],
): readonly Sentence[] {
  const { lines, reply } = fact.point;
  const quoted = lines.length > 0 ? [] : quotedLines(fact, quotations);
  const said = listSentences(fact.point).flatMap(({ path: [key, id], text }): Sentence[] => {
    if (key === "lines" || key === "by") return [{ fact, role: "line", text }];
    if (key === "reply" && typeof reply !== "object") return [{ fact, role: "lack", text }];
    if (key !== "answers" && key !== "reply")
      return [{ fact, role: key as Sentence["role"], text }];
    const other = byId.get(
      key === "answers" ? String(id) : typeof reply === "object" ? reply.with : "",
    );
    if (other === undefined) return [];
    // The answer to a question brings the point that it names, not the one that was asked about.
    return [
      key === "answers"
        ? { fact, role: "answer", against: other, text }
        : { fact: other, role: "reply", text },
    ];
  });
  return [...said, ...quoted.map((text): Sentence => ({ fact, role: "line", text }))];
}

/** Finds longer sentences first, at the start of the text and after a stop. */
function sentenceReader(sentences: readonly Sentence[]): (text: string) => readonly Sentence[] {
  const byFirstWord = new Map<string, Sentence[]>();
  for (const each of sentences.toSorted((a, b) => b.text.length - a.text.length)) {
    const [word = ""] = each.text.split(/\s/, 1);
    byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), each]);
  }
  return (text) => {
    const found: Sentence[] = [];
    let read = 0;
    for (const { 0: word, index } of text.matchAll(/(?=\S)(?<=^|[.?!]["”’]?\s+)\S+/g)) {
      const said =
        index < read
          ? undefined
          : byFirstWord.get(word)?.find((each) => text.startsWith(each.text, index));
      if (said === undefined) continue;
      found.push(said);
      read = index + said.text.length;
    }
    return found;
  };
}

/** Finds a stock sentence with any words in its slots. */
export const patternOf = rememberResults(
  REMEMBERED,
  (text: string) => new RegExp(escapeRegExp(text).replace(/\\\{\w+\\\}/g, ".+?"), "i"),
);

/** Whether a member can be asked to look at the point's lines. */
export function isReadable({ document, first }: Fact, seat: Seat, scenario: Scenario): boolean {
  if (scenario.documents.some(({ name }) => name === document)) return true;
  const own = scenario.private?.find(({ name }) => name === document)?.shownTo ?? {};
  return (lookUpKey(own, seat.id) ?? []).some(([from, to]) => from <= first && first <= to);
}
