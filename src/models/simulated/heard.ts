import { unescapeText } from "../../scaffold/escape.ts";
import { type ReadMessage, readRendered, renderedIn } from "../../scaffold/read.ts";
import { remembering } from "../../scenario/files/remember.ts";
import type { Book, Fact } from "./book.ts";

/** What a part of a turn brings: messages, a person's words, or nothing that minds take in. */
export type Heard =
  | ({ readonly kind: "message" } & ReadMessage)
  | { readonly kind: "interjection" | "whisper"; readonly from: string; readonly content: string }
  /** Somebody brought a document; `content` is its name. */
  | { readonly kind: "document"; readonly from: string; readonly content: string };

/** What was said in one part of a turn. All who are sent it read the same text, so it is read once. */
export const hear = remembering(2_000_000, (part: string): readonly Heard[] => {
  const heard: Heard[] = [];
  let read = 0;
  const readTo = (end: number) => {
    for (const xml of renderedIn(part.slice(read, end))) heard.push({ kind: "message", ...readRendered(xml) });
  };
  for (const { 0: whole, 1: tag, 2: from, 3: text, 4: by, 5: name, index } of part.matchAll(PERSON)) {
    readTo(index);
    const kind = tag === undefined ? "document" : tag === "Whisper" ? "whisper" : "interjection";
    heard.push({ kind, from: unescapeText(from ?? by!), content: unescapeText(text ?? name!) });
    read = index + whole.length;
  }
  readTo(part.length);
  return heard;
});

/** Words of a person, or the head of a document that somebody brought. */
const PERSON =
  /^(?:<(Interjection|Whisper) from="([^"]*)">([\s\S]*?)<\/\1>|Brought to the meeting by (.*):\n<Document name="([^"]*)")/gm;

/** A fact, and the words of a message that brought it up. */
export type Quoted = { readonly fact: Fact; readonly quote: string };

/** What a message says of the facts of a book. */
export type Found = {
  readonly cited: readonly Quoted[];
  /** Spoken of and not cited. */
  readonly mentioned: readonly Fact[];
  /** What it asks about; null where it asks nothing, or about nothing known. */
  readonly asked: Fact | null;
  /** It asks in the words of that fact's own question. */
  readonly isItsOwn: boolean;
  readonly isQuestion: boolean;
};

const known = new WeakMap<Book, Map<Heard, Found>>();

/** Read once for all who hear it. */
export function foundIn(book: Book, heard: Heard): Found {
  const read = known.get(book) ?? new Map<Heard, Found>();
  known.set(book, read);
  const found = read.get(heard) ?? find(book, heard);
  read.set(heard, found);
  return found;
}

function find(book: Book, heard: Heard): Found {
  if (heard.kind === "document") return broughtIn(book, heard.content);
  const content = heard.content.toLowerCase();
  const cited = heard.kind === "message" ? citedIn(book, heard) : [];
  const spoken = book.facts.filter((fact) => content.includes(fact.saying));
  const asking = book.facts.findLast(({ asking }) => asking !== null && content.includes(asking)) ?? null;
  const named =
    spoken.length > 0 || cited.length > 0 || asking !== null ? spoken : namedIn(book, heard.content);
  const mentioned = named.filter((fact) => cited.every((each) => each.fact !== fact));
  const isQuestion = content.includes("?") || asking !== null;
  const asked = asking ?? (isQuestion ? askedIn(book, heard.content, cited, mentioned) : null);
  return { cited, mentioned, asked, isItsOwn: asking !== null, isQuestion };
}

/** What the questions of a message are about; what it cites by itself it does not ask. */
function askedIn(
  book: Book,
  content: string,
  cited: readonly Quoted[],
  mentioned: readonly Fact[],
): Fact | null {
  const questions = content.split(/(?<=[.?!]["”]?)\s/).filter((sentence) => /\?["”]?$/.test(sentence));
  const text = questions.join(" ").toLowerCase();
  const isOthers = (fact: Fact) => cited.every((each) => each.fact !== fact);
  const spoken = book.facts.findLast((fact) => text.includes(fact.saying) && isOthers(fact));
  // A rebuttal in the form of a question is answered as a rebuttal.
  const isRebutted = (fact: Fact) => cited.some((each) => opposes(each.fact, fact));
  if (spoken !== undefined) return isRebutted(spoken) ? null : spoken;
  const named = /\blines?\s+\d/.test(text) || mentioned.length === 0 ? namedIn(book, text) : [];
  return named.find((fact) => isOthers(fact) && !isRebutted(fact)) ?? null;
}

function opposes(one: Fact, other: Fact): boolean {
  return one.bears.some((each, at) => each * other.bears[at]! < 0);
}

/** Of a document that comes in, what weighs most. */
function broughtIn({ facts }: Book, name: string): Found {
  const worth = ({ point, bears }: Fact) => (point.severe ? 2 : 0) + Math.max(...bears.map(Math.abs));
  const mentioned = facts.filter(({ document }) => document === name).sort((a, b) => worth(b) - worth(a));
  return { cited: [], mentioned, asked: null, isItsOwn: false, isQuestion: false };
}

function citedIn(
  { facts }: Book,
  { artifacts, content }: Pick<ReadMessage, "artifacts" | "content">,
): Quoted[] {
  const said = content.toLowerCase();
  return artifacts.flatMap((each) => {
    if (each.kind !== "citation") return [];
    const [, name, first, last = first] = /^([^#]+)#L(\d+)(?:-L(\d+))?$/.exec(each.ref) ?? [];
    const there = facts.filter(
      (fact) => fact.document === name && fact.first <= Number(last) && fact.last >= Number(first),
    );
    const { quote } = each;
    const exact = there.filter(({ point }) => point.quote === quote);
    // Two points may rest on the same words: what is said of them tells which is meant.
    const fact = exact.find(({ saying }) => said.includes(saying)) ?? exact[0] ?? there[0];
    return fact === undefined ? [] : [{ fact, quote }];
  });
}

/** Facts that somebody names in words of their own: by line, by words of the document, or by two of the rarer words of one. */
export function namedIn(book: Book, text: string): Fact[] {
  const onLine = onLinesIn(book, text);
  if (onLine.length > 0) return onLine.slice(0, 2);
  const quoted = [...text.matchAll(/["“„«]([^"“”„«»]{12,})["”“»]/g)].map(([, words]) => plainIn(words!));
  const exact = book.facts.filter(({ point }) =>
    quoted.some((words) => plainIn(point.quote).includes(words) || words.includes(plainIn(point.quote))),
  );
  if (exact.length > 0) return exact.slice(0, 2);
  const said = rootsOf(text);
  const spread = rootsIn(book);
  let best: Fact | null = null;
  let most = 0;
  for (const [fact, roots] of spread.of) {
    let worth = 0;
    for (const root of roots) if (said.has(root)) worth += 1 / spread.count.get(root)!;
    if (worth > most) {
      best = fact;
      most = worth;
    }
  }
  return best !== null && most >= TELLING ? [best] : [];
}

/** Of the document that is named beside the line; where none is, of the one that is judged before others. */
function onLinesIn({ facts }: Book, text: string): Fact[] {
  const said = text.toLowerCase();
  const named = [...text.matchAll(/(?:([^\s"'(]+)#L|\blines?\s+)(\d+)/gi)].flatMap(([, name, line]) => {
    const there = facts.filter(({ first, last }) => first <= Number(line) && Number(line) <= last);
    const document = name ?? there.find((fact) => said.includes(titleOf(fact)))?.document;
    const ofDocument = there.filter((fact) => fact.document === document);
    if (document !== undefined) return ofDocument;
    const judged = there.filter((fact) => titleOf(fact) === "");
    return judged.length > 0 ? judged : there;
  });
  return [...new Set(named)];
}

/** `job description` of `line 12 of the job description`; empty for the document that is judged. */
function titleOf({ line }: Fact): string {
  return (/of (?:the )?(.+)$/.exec(line)?.[1] ?? "").toLowerCase();
}

function plainIn(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/** One word that stands in a single fact tells it, or two that stand in two. */
const TELLING = 0.9;

type Spread = {
  readonly of: ReadonlyMap<Fact, ReadonlySet<string>>;
  readonly count: ReadonlyMap<string, number>;
};

const spreads = new WeakMap<Book, Spread>();

function rootsIn(book: Book): Spread {
  const kept = spreads.get(book);
  if (kept !== undefined) return kept;
  const of = new Map(book.facts.map((fact) => [fact, rootsOf(`${fact.point.says} ${fact.point.quote}`)]));
  const count = new Map<string, number>();
  for (const roots of of.values()) for (const root of roots) count.set(root, (count.get(root) ?? 0) + 1);
  const spread = { of, count };
  spreads.set(book, spread);
  return spread;
}

/** Beginnings of words of five letters and more, and figures. */
function rootsOf(text: string): ReadonlySet<string> {
  return new Set(
    (text.toLowerCase().match(/\p{L}{5,}|\p{N}[\p{N}.,]*\p{N}/gu) ?? []).map((word) => word.slice(0, 7)),
  );
}

/** The facts whose sentences stand in a text, in its order. */
export function saidIn({ facts }: Pick<Book, "facts">, text: string): readonly Fact[] {
  const said = text.toLowerCase();
  return facts
    .filter(({ saying }) => said.includes(saying))
    .sort((a, b) => said.indexOf(a.saying) - said.indexOf(b.saying));
}

/** Some facts, then all others that stand elsewhere in the documents: no line is brought twice. */
export function namedFirst(facts: readonly Fact[], named: readonly Fact[]): readonly Fact[] {
  const lines = new Set(named.map(({ point: { ref } }) => ref));
  return [...named, ...facts.filter(({ point: { ref } }) => !lines.has(ref))];
}
