import { z } from "zod";
import { parseReference } from "../scenario/documents/citations.ts";
import { makeDocument } from "../scenario/documents/document-text.ts";
import type { Document, Scenario } from "../scenario/schema/scenario.ts";
import type { Script } from "../scenario/schema/script.ts";
import { mapScript } from "../scenario/script/script-file.ts";
import { capitalize, escapeRegExp } from "../text/plain.ts";

const name = z.string().trim().min(1);

export const blindSchema = z
  .strictObject({
    names: z
      .array(z.union([name, z.array(name).min(1)]))
      .optional()
      .describe(
        "One entry a person, a name or a list of its forms: each becomes Person A, Person B",
      ),
    words: z
      .record(name, z.string())
      .optional()
      .describe("Words and their replacements, such as she: they"),
  })
  .refine(
    ({ names = [], words = {} }) => names.length + Object.keys(words).length > 0,
    "lists nothing to take out: write blind: { names: [[Ada Koval, Koval]], words: { she: they } }",
  );

/** Words to remove from documents. */
type Blind = Readonly<z.infer<typeof blindSchema>>;

export type ChangedLine = {
  document: string;
  line: number;
  before: string;
  after: string;
};

type Masked = { scenario: Scenario; changed: readonly ChangedLine[] };

type Replacements = Readonly<Record<string, string>>;

export function blinded(scenario: Scenario, blind: Blind): Masked {
  return replaced(scenario, blindWords(blind));
}

/** `Person A` for every form of the first name, as written and in capitals. */
function blindWords({ names = [], words = {} }: Blind): Replacements {
  const labelled = names.flatMap((forms, index) =>
    [forms]
      .flat()
      .flatMap((form) => [form, form.toUpperCase()].map((each) => [each, labelOf(index)] as const)),
  );
  return { ...Object.fromEntries(labelled), ...words };
}

function labelOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return `Person ${index < 26 ? letter : `${String.fromCharCode(64 + Math.floor(index / 26))}${letter}`}`;
}

export function missedBy(
  { names = [], words = {} }: Blind,
  scenarios: readonly Scenario[],
): string[] {
  const each: (readonly [string, Blind])[] = [
    ...names.flat().map((form): [string, Blind] => [form, { names: [form] }]),
    ...Object.keys(words).map((word): [string, Blind] => [word, { words: { [word]: "" } }]),
  ];
  const occurs = (blind: Blind) => (before: Scenario) => {
    const { scenario, changed } = blinded(before, blind);
    return (
      changed.length > 0 ||
      scenario.question !== before.question ||
      scenario.context !== before.context
    );
  };
  return each.flatMap(([listed, blind]) => (scenarios.some(occurs(blind)) ? [] : [listed]));
}

/** Replaces whole words all at once, so that two can swap. Lines keep their numbers. */
export function replaced(scenario: Scenario, words: Replacements): Masked {
  const swap = swapper(words);
  return mapped(scenario, {
    text: (text) => text.split("\n").map(swap).join("\n"),
    name: (name) => fileNameWithout(name, swap),
  });
}

/** A word in small letters also matches with a capital and keeps it; a word with a capital matches as written. */
function swapper(words: Replacements): (line: string) => string {
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

function mapped(scenario: Scenario, { text, name }: TextMapping): Masked {
  const taken = new Map<string, string>();
  const named = (of: string) => {
    const known = taken.get(of);
    if (known !== undefined) return known;
    const fresh = freeName(name(of), [...taken.values()]);
    taken.set(of, fresh);
    return fresh;
  };
  const change = <Kind extends Document>(document: Kind): Kind => {
    const { name: own, title, subject, text: words } = document;
    const masked = makeDocument({
      name: named(own),
      title: text(title),
      subject,
      text: text(words),
    });
    return { ...document, ...masked };
  };
  const documents = scenario.documents.map(change);
  const evidence = scenario.private?.map(change);
  const readable = [...documents, ...(evidence ?? [])];
  const { script } = scenario;
  const changed = [...scenario.documents, ...(scenario.private ?? [])].flatMap((before, index) =>
    changedLines(before, readable[index] ?? before),
  );
  return {
    scenario: {
      ...scenario,
      title: text(scenario.title),
      question: text(scenario.question),
      ...(scenario.context !== undefined && { context: text(scenario.context) }),
      documents,
      ...(evidence && { private: evidence }),
      ...(script && { script: requoted(mapScript(script, { text, name: named }), readable) }),
    },
    changed,
  };
}

function changedLines(before: Document, after: Document): ChangedLine[] {
  const now = after.text.split("\n");
  return before.text
    .split("\n")
    .flatMap((line, index) =>
      line === now[index]
        ? []
        : [{ document: before.name, line: index + 1, before: line, after: now[index] ?? "" }],
    );
}

/** `ines-halvarin.pdf` becomes `person-a.pdf`. */
function fileNameWithout(name: string, swap: (line: string) => string): string {
  const [, stem = name, ending = ""] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? [];
  const words = stem
    .split(/[-_. ]+/)
    .map(capitalize)
    .join(" ");
  const masked = swap(words);
  return masked === words
    ? name
    : `${masked.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")}${ending}`;
}

function freeName(name: string, taken: readonly string[]): string {
  const [, stem = name, ending = ""] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? [];
  let free = name;
  for (let n = 2; taken.includes(free); n++) free = `${stem}-${n}${ending}`;
  return free;
}

/** A quote whose words changed is taken again from its lines. */
function requoted(script: Script, documents: readonly Document[]): Script {
  const linesAt = (ref: string): string | null => {
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
  const points = script.points.map((point) => {
    const found = linesAt(point.ref);
    const parts = point.quote.split(/…|\.\.\./);
    return found === null ||
      parts.every((part) => found.includes(part.replaceAll(/\s+/g, " ").trim()))
      ? point
      : { ...point, quote: found };
  });
  return { ...script, points };
}
