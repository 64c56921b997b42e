import { parseReference } from "../../scenario/documents/citations.ts";
import { makeDocument } from "../../scenario/documents/document-text.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";
import type { Script } from "../../scenario/schema/script.ts";
import { mapScript } from "../../scenario/script/script-file.ts";
import { capital } from "../../text/plain.ts";
import { BLIND_KINDS, type BlindKind } from "../arms.ts";
import { findPeople } from "./find-names.ts";
import { type LineMask, maskNames } from "./mask-names.ts";
import { maskAddress, maskAge, maskNationality, maskPhoto } from "./masks.ts";
import { maskPronouns } from "./pronouns.ts";
import { findSchools, maskSchools } from "./schools.ts";

/** One line as it was and as members read it. */
export type ChangedLine = {
  readonly document: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
};

/** A scenario as members are to read it, and each line that is another. */
export type Masked = { readonly scenario: Scenario; readonly changed: readonly ChangedLine[] };

/**
 * Takes names and what else tells who somebody is out of the documents, the question and the background, line by line,
 * before anybody reads them. The same text always comes out the same; lines keep their numbers.
 */
export function blinded(scenario: Scenario, asked: "all" | readonly BlindKind[]): Masked {
  const kinds = new Set<BlindKind>(asked === "all" ? BLIND_KINDS : asked);
  const all = [...scenario.documents, ...(scenario.private ?? [])];
  const texts = [...all.map(({ text }) => text), scenario.question, scenario.context ?? ""];
  const people = kinds.has("names")
    ? findPeople(
        texts,
        all.map(({ name }) => name),
      )
    : [];
  const schools = kinds.has("schools") ? findSchools(texts) : [];
  const names = maskNames(people);
  const schooled = maskSchools(schools);
  const masked = (text: string): string => {
    const masks: readonly (readonly [BlindKind, LineMask])[] = [
      ["photo", maskPhoto],
      ["age", maskAge],
      ["address", maskAddress],
      ["schools", schooled],
      ["nationality", maskNationality],
      ["pronouns", maskPronouns(text)],
      ["names", names],
    ];
    const wanted = masks.filter(([kind]) => kinds.has(kind));
    const mask: LineMask = (line) => wanted.reduce((so, [, each]) => each(so), line);
    return text.split("\n").map(mask).join("\n");
  };
  return mapped(scenario, {
    text: masked,
    name: (name) => (kinds.has("names") ? nameWithout(name, names) : name),
  });
}

type TextMapping = { readonly text: (text: string) => string; readonly name: (name: string) => string };

/** A scenario with every text that members read changed, line by line. */
export function mapped(scenario: Scenario, { text, name }: TextMapping): Masked {
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
    const masked = makeDocument({ name: named(own), title: text(title), subject, text: text(words) });
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

/** A file's name that tells a person's becomes one that does not: `ines-halvarin.pdf` is `person-a.pdf`. */
function nameWithout(name: string, mask: LineMask): string {
  const [, stem = name, ending = ""] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? [];
  const words = stem.split(/[-_. ]+/).map(capital);
  const masked = mask(words.join(" "));
  return masked === words.join(" ")
    ? name
    : `${masked.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")}${ending}`;
}

function freeName(name: string, taken: readonly string[]): string {
  const [, stem = name, ending = ""] = /^(.*?)(\.[^.]+)?$/.exec(name) ?? [];
  let free = name;
  for (let n = 2; taken.includes(free); n++) free = `${stem}-${n}${ending}`;
  return free;
}

/** A quote of which the words around it have changed is taken anew from the lines it stands on. */
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
    const there = linesAt(point.ref);
    const parts = point.quote.split(/\s*(?:…|\.\.\.)\s*/);
    return there === null || parts.every((part) => there.includes(part.replaceAll(/\s+/g, " ").trim()))
      ? point
      : { ...point, quote: there };
  });
  return { ...script, points };
}
