// Exchanges words of a scenario for an arm of a study: in its question, its documents, their names and its script.

import { isRecord } from "../lists.ts";
import { parseReference } from "../scenario/documents/citations.ts";
import { makeDocument } from "../scenario/documents/document-text.ts";
import type { Document, Scenario } from "../scenario/schema/scenario.ts";
import type { Script } from "../scenario/schema/script.ts";
import { mapScript, rewriteValue } from "../scenario/script/map-script.ts";
import { capitalize, escapeRegExp } from "../text/plain.ts";

export type ChangedLine = {
  document: string;
  line: number;
  before: string;
  after: string;
};

type Swapped = { scenario: Scenario; changed: readonly ChangedLine[] };

type Replacements = Readonly<Record<string, string>>;

/** Replaces whole words all at once, so that two can swap. Lines keep their numbers. */
export function swapWords(scenario: Scenario, words: Replacements): Swapped {
  const swap = createSwap(words);
  return mapTexts(scenario, {
    text: (text) => text.split("\n").map(swap).join("\n"),
    name: (name) => swapFileName(name, swap),
  });
}

/** A word in small letters also matches with a capital and keeps it; a word with a capital matches as written. */
function createSwap(words: Replacements): (line: string) => string {
  const forms = new Map(Object.entries(words));
  for (const [word, other] of Object.entries(words)) {
    if (word !== word.toLowerCase()) continue;
    if (!forms.has(capitalize(word))) forms.set(capitalize(word), capitalize(other));
    if (!forms.has(word.toUpperCase())) forms.set(word.toUpperCase(), other.toUpperCase());
  }
  const any = [...forms.keys()].toSorted((a, b) => b.length - a.length).map(escapeRegExp);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return (line) => line.replaceAll(pattern, (found) => forms.get(found) ?? found);
}

type TextMapping = {
  text: (text: string) => string;
  name: (name: string) => string;
};

function mapTexts(scenario: Scenario, { text, name }: TextMapping): Swapped {
  const taken = new Map<string, string>();
  const chooseName = (of: string) => {
    const known = taken.get(of);
    if (known !== undefined) return known;
    const fresh = findFreeName(name(of), [...taken.values()]);
    taken.set(of, fresh);
    return fresh;
  };
  const change = <Kind extends Document>(document: Kind): Kind => {
    const { name: own, title, subject, text: words } = document;
    const swapped = makeDocument({
      name: chooseName(own),
      title: text(title),
      subject,
      text: text(words),
    });
    return { ...document, ...swapped };
  };
  const documents = scenario.documents.map(change);
  const evidence = scenario.private?.map(change);
  const readable = [...documents, ...(evidence ?? [])];
  const { script } = scenario;
  const changed = [...scenario.documents, ...(scenario.private ?? [])].flatMap((before, index) =>
    listChangedLines(before, readable[index] ?? before),
  );
  return {
    scenario: {
      ...scenario,
      title: text(scenario.title),
      question: text(scenario.question),
      context: scenario.context && text(scenario.context),
      documents,
      private: evidence,
      script: script && quoteAgain(mapScript(script, { text, name: chooseName }), readable),
    },
    changed,
  };
}

function listChangedLines(before: Document, after: Document): ChangedLine[] {
  const now = after.text.split("\n");
  return before.text
    .split("\n")
    .flatMap((line, index) =>
      line === now[index]
        ? []
        : [{ document: before.name, line: index + 1, before: line, after: now[index] ?? "" }],
    );
}

/** `ines-halvarin.pdf` becomes `ngozi-adeyemi.pdf`. */
function swapFileName(name: string, swap: (line: string) => string): string {
  const [, stem = name, ending = ""] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? [];
  const words = stem
    .split(/[-_. ]+/)
    .map(capitalize)
    .join(" ");
  const swapped = swap(words);
  return swapped === words
    ? name
    : `${swapped.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")}${ending}`;
}

function findFreeName(name: string, taken: readonly string[]): string {
  const [, stem = name, ending = ""] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? [];
  let free = name;
  for (let n = 2; taken.includes(free); n++) free = `${stem}-${n}${ending}`;
  return free;
}

/** A quote whose words changed is taken again from its lines. */
function quoteAgain(script: Script, documents: readonly Document[]): Script {
  const readLines = (ref: string): string | null => {
    const place = parseReference(ref);
    const document = documents.find(({ name }) => name === place?.name);
    if (!place || !document) return null;
    return document.text
      .split("\n")
      .slice(place.from - 1, place.to)
      .join(" ")
      .replaceAll(/\s+/g, " ")
      .trim();
  };
  return rewriteValue(script, (value) => {
    if (!isRecord(value) || typeof value.ref !== "string" || typeof value.quote !== "string")
      return value;
    const found = readLines(value.ref);
    const parts = value.quote.split(/…|\.\.\./);
    const isSame =
      found === null || parts.every((part) => found.includes(part.replaceAll(/\s+/g, " ").trim()));
    return isSame ? value : { ...value, quote: found };
  }) as Script;
}
