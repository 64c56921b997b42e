import { knownOf } from "../../lists.ts";
import { unescapeText } from "../../scaffold/escape.ts";
import { type ReadMessage, readRendered, renderedIn } from "../../scaffold/read.ts";
import { remembering } from "../../scenario/files/remember.ts";
import { type Phrases, phrasesIn } from "../../text/phrases.ts";
import type { Book, Fact } from "./book.ts";
import { most } from "./mind.ts";

/** What a part of a turn brings: messages, a person's words, or nothing that minds take in. */
export type Heard =
  | ({ readonly kind: "message" } & ReadMessage)
  /** Of a document that somebody brought, `content` is its name. */
  | { readonly kind: "interjection" | "whisper" | "document"; readonly content: string };

/** What was said in one part of a turn. */
export function hear(part: string): readonly Heard[] {
  if (!OF_PEOPLE.some((beginning) => part.includes(beginning))) return renderedIn(part).map(hearMessage);
  const heard: Heard[] = [];
  let read = 0;
  const readTo = (end: number) => {
    heard.push(...renderedIn(part.slice(read, end)).map(hearMessage));
  };
  for (const { 0: whole, 1: tag, 2: text, 3: name, index } of part.matchAll(PERSON)) {
    readTo(index);
    const kind = tag === undefined ? "document" : tag === "Whisper" ? "whisper" : "interjection";
    heard.push({ kind, content: unescapeText(text ?? name ?? "") });
    read = index + whole.length;
  }
  readTo(part.length);
  return heard;
}

/** Parts differ by who spoke when; a message is the same text for all who are sent it, and is read once. */
const hearMessage = remembering(1_000_000, (xml: string): Heard => ({ kind: "message", ...readRendered(xml) }));

/** Words of a person, or the head of a document that somebody brought. */
const PERSON =
  /^(?:<(Interjection|Whisper) from="[^"]*">([\s\S]*?)<\/\1>|Brought to the meeting by .*:\n<Document name="([^"]*)")/gm;

/** A text without any of these holds nothing of a person. */
const OF_PEOPLE = ["<Interjection ", "<Whisper ", "Brought to the meeting by "];

/** A fact, and the words of a message that brought it up. */
export type Quoted = { readonly fact: Fact; readonly quote: string };

/** What a message says of the facts of a book. */
export type FactsFound = {
  /** Its words in lower case. */
  readonly said: string;
  /** Requirements of whose text it speaks, by id. */
  readonly requirements: readonly string[];
  readonly cited: readonly Quoted[];
  /** Spoken of and not cited. */
  readonly mentioned: readonly Fact[];
  /** What it asks about; null where it asks nothing, or about nothing known. */
  readonly asked: Fact | null;
  /** It asks in the words of that fact's own question. */
  readonly isItsOwn: boolean;
};

const known = new WeakMap<Book, WeakMap<Heard, FactsFound>>();

/** Read once for all who hear it. */
export function foundIn(book: Book, heard: Heard): FactsFound {
  const read = known.get(book) ?? new WeakMap<Heard, FactsFound>();
  known.set(book, read);
  const found = read.get(heard) ?? find(book, heard);
  read.set(heard, found);
  return found;
}

function find(book: Book, heard: Heard): FactsFound {
  const { facts } = book;
  if (heard.kind === "document") {
    // Of a document that comes in, what weighs most.
    const worth = ({ point, bears }: Fact) => (point.severe ? 2 : 0) + Math.max(...bears.map(Math.abs));
    const mentioned = facts.filter(({ document }) => document === heard.content);
    mentioned.sort((a, b) => worth(b) - worth(a));
    return { said: "", requirements: [], cited: [], mentioned, asked: null, isItsOwn: false };
  }
  const { phrases } = indexOf(book);
  const cited = heard.kind === "message" ? citedIn(book, heard) : [];
  const isOthers = (fact: Fact) => cited.every((each) => each.fact !== fact);
  const said = heard.content.toLowerCase();
  const told = phrases(said);
  const spoken = facts.filter(({ saying }) => told.has(saying));
  const own = facts.findLast(({ asking }) => asking !== null && told.has(asking)) ?? null;
  const isKnown = spoken.length > 0 || cited.length > 0 || own !== null;
  const mentioned = (isKnown ? spoken : namedIn(book, heard.content)).filter(isOthers);
  const asking = questionsIn(heard.content);
  const inQuestion = phrases(asking);
  const about =
    facts.findLast((fact) => inQuestion.has(fact.saying) && isOthers(fact)) ??
    (asking === "" ? undefined : namedIn(book, asking).find(isOthers));
  // A rebuttal in the form of a question is answered as a rebuttal.
  const isRebutted = cited.some(({ fact }) => about?.against.includes(fact.index));
  const asked = own ?? (isRebutted ? null : (about ?? null));
  const requirements = book.requirements.flatMap(({ id, text }) => (heard.content.includes(text) ? [id] : []));
  return { said, requirements, cited, mentioned, asked, isItsOwn: own !== null };
}

/** The questions of a text side by side, in lower case; empty where it asks nothing. */
function questionsIn(text: string): string {
  if (!text.includes("?")) return "";
  const questions = text.split(/(?<=[.?!]["”]?)\s/).filter((each) => /\?["”]?$/.test(each));
  return questions.join(" ").toLowerCase();
}

function citedIn({ facts }: Book, { artifacts, content }: ReadMessage): Quoted[] {
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

/** One word that stands in a single fact tells it, or two that stand in two. */
const TELLING = 0.9;

/** Facts that somebody names in words of their own: by line, or by some of the rarer words of one. */
export function namedIn(book: Book, text: string): Fact[] {
  const onLine = onLinesIn(book, text);
  if (onLine.length > 0) return onLine.slice(0, 2);
  const said = rootsOf(text);
  const { factsWith } = indexOf(book);
  const touched = new Set([...said].flatMap((root) => factsWith.get(root) ?? []));
  const worth = ({ index }: Fact) => (touched.has(index) ? worthOf(book, index, said) : 0);
  const best = most(book.facts, worth);
  return best !== null && worth(best) >= TELLING ? [best] : [];
}

/** By what the facts of a book are found in a text. */
type BookIndex = {
  /** Their sentences and questions. */
  readonly phrases: Phrases;
  /** Of each fact, by index, the roots of its words. */
  readonly roots: readonly (readonly string[])[];
  /** Of each root, the facts that have it. */
  readonly factsWith: ReadonlyMap<string, readonly number[]>;
};

const indexed = new WeakMap<Book, BookIndex>();

/** Made once of each book. */
function indexOf(book: Book): BookIndex {
  const ready = indexed.get(book);
  if (ready !== undefined) return ready;
  const { facts } = book;
  const roots = facts.map(({ point }) => [...rootsOf(`${point.says} ${point.quote}`)]);
  const factsWith = new Map<string, number[]>();
  roots.forEach((own, index) => {
    for (const root of own) factsWith.set(root, [...(factsWith.get(root) ?? []), index]);
  });
  const phrases = phrasesIn(
    facts.flatMap(({ saying, asking }) => [saying, ...(asking === null ? [] : [asking])]),
  );
  const index = { phrases, roots, factsWith };
  indexed.set(book, index);
  return index;
}

/** How much what was said tells of one fact: each root that both have, the more the fewer facts have it. */
function worthOf(book: Book, fact: number, said: ReadonlySet<string>): number {
  const { roots, factsWith } = indexOf(book);
  let sum = 0;
  for (const root of roots[fact] ?? []) if (said.has(root)) sum += 1 / knownOf(factsWith, root).length;
  return sum;
}

/** Beginnings of words of five letters and more, and figures. */
function rootsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}{5,}|\p{N}[\p{N}.,]*\p{N}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, 7)));
}

const NAMES_LINE = /#L\d|lines?\s+\d/i;

/** Of the document that is named beside the line; where none is, of the one that is judged before others. */
function onLinesIn({ facts }: Book, text: string): Fact[] {
  if (!NAMES_LINE.test(text)) return [];
  const said = text.toLowerCase();
  const named = [...text.matchAll(/(?:([^\s"'(]+)#L|\blines?\s+)(\d+)/gi)].flatMap(([, name, line]) => {
    const there = facts.filter(({ first, last }) => first <= Number(line) && Number(line) <= last);
    const document =
      name ?? there.find((fact) => titleOf(fact) !== "" && said.includes(titleOf(fact)))?.document;
    if (document !== undefined) return there.filter((fact) => fact.document === document);
    const judged = there.filter((fact) => titleOf(fact) === "");
    return judged.length > 0 ? judged : there;
  });
  return [...new Set(named)];
}

/** `job description` of `line 12 of the job description`; empty for the document that is judged. */
function titleOf({ line }: Fact): string {
  return (/of (?:the )?(.+)$/.exec(line)?.[1] ?? "").toLowerCase();
}

/** The facts whose sentences stand in a text, in its order. */
export function saidIn({ facts }: Pick<Book, "facts">, text: string): readonly Fact[] {
  const said = text.toLowerCase();
  const at = ({ saying }: Fact) => said.indexOf(saying);
  return facts.filter((fact) => at(fact) >= 0).sort((a, b) => at(a) - at(b));
}

/** Some facts, then all others that stand elsewhere in the documents: no line is brought twice. */
export function namedFirst(facts: readonly Fact[], named: readonly Fact[]): readonly Fact[] {
  const lines = new Set(named.map(({ point: { ref } }) => ref));
  return [...named, ...facts.filter(({ point: { ref } }) => !lines.has(ref))];
}
