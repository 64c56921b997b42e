import { freshId } from "../../../scenario/casebook/casebook-parts.ts";
import type { Requirement } from "../../../scenario/schema/casebook.ts";
import { stems } from "./criteria.ts";
import { lexicon, marked } from "./lexicon.ts";
import type { Passage } from "./statements.ts";
import { numberOf } from "./tokens.ts";

/** A passage of the document that is judged, and the sign it was read with. */
export type JudgedPassage = {
  readonly text: string;
  readonly sign: -1 | 0 | 1;
  readonly severe: boolean;
  readonly point: string | null;
};

/** What a document that asks asks for: under headings in common use, and in sentences that say so. */
export function requirementsOf(name: string, passages: readonly Passage[]): Requirement[] {
  const ids = new Set<string>();
  return passages.flatMap(({ text, section, from, to }): Requirement[] => {
    const [, head = "", rest] = /^([^:|–—]{4,14}?)\s*[:|–—]\s*(.+)$/.exec(text) ?? [];
    const isLabel = rest !== undefined && marked(head, "label");
    const isNice = marked(`${section} ${isLabel ? head : ""}`, "nice") || marked(text, "wish");
    const isUnder = isLabel || isNice || marked(section, "must", "asked");
    if (!isUnder && !marked(text, "asks")) return [];
    const wanted = (isLabel ? rest : text).replace(/[.;,:\s]+$/, "");
    if (stems(wanted).length === 0 || wanted.length > 240) return [];
    const must = !isNice && (marked(`${section} ${isLabel ? head : ""}`, "must") || marked(text, "asks"));
    const ref = `${name}#L${from}${from === to ? "" : `-L${to}`}`;
    return [{ id: uniqueId(stems(wanted).slice(0, 4), ids), text: wanted, ref, must, met: "open" }];
  });
}

/** An id of a few words, with a number where it is taken. */
export function uniqueId(words: readonly string[], taken: Set<string>): string {
  const plain = words.map((word) => word.normalize("NFD").replaceAll(/[^a-z0-9]/g, ""));
  const id = plain.filter(Boolean).join("-").slice(0, 56).replace(/-+$/, "");
  return freshId(id || "point", taken);
}

/** A requirement held against what the judged document says; open where nothing speaks to it. */
export function heldAgainst(requirement: Requirement, held: readonly JudgedPassage[]): Requirement {
  const words = new Set(
    stems(requirement.text).filter(
      (word) => word.length > 2 && !lexicon().general.has(word) && numberOf(word) === null,
    ),
  );
  const kindred = held
    .map((each) => ({ ...each, common: sharedBy(words, each.text), lacks: lacking(each.text, words) }))
    .filter(({ common }) => common >= Math.max(1, Math.min(2, words.size), words.size / 3));
  const shownBy = (met: "yes" | "no", { point }: JudgedPassage): Requirement => ({
    ...requirement,
    ...{ met, ...(point !== null && { by: point }) },
  });
  const against = kindred.find(
    ({ sign, severe, lacks, common }) => (severe || sign === -1) && lacks === "it" && common >= 2,
  );
  if (against && !kindred.some(({ sign, lacks }) => sign >= 0 && lacks === null)) return shownBy("no", against);
  const { figure: asked, isOne } = figureOf(requirement.text);
  // A range, two figures or a change: more than one figure can settle.
  if (!isOne) return requirement;
  const met = kindred.find(({ text, sign, lacks, common }) => {
    if (asked === null) return sign >= 0 && lacks === null && common >= Math.ceil(words.size * 0.6);
    const { figure } = figureOf(text);
    if (figure === null || figure.unit !== asked.unit) return false;
    return asked.isMost ? figure.value <= asked.value : figure.value >= asked.value;
  });
  return met ? shownBy("yes", met) : requirement;
}

/** How many of the words a text has, or kin of them. */
function sharedBy(words: ReadonlySet<string>, text: string): number {
  const own = new Set(stems(text));
  return [...words].filter((word) => isAmong(word, own)).length;
}

function isAmong(word: string, others: ReadonlySet<string>): boolean {
  const isMet = (kin: ReadonlySet<string>) => kin.has(word) && [...kin].some((each) => others.has(each));
  return others.has(word) || lexicon().kin.some(isMet);
}

/** Whether something is lost, lapsed or missing beside what is asked for: `it`, or something else that goes with it. */
function lacking(text: string, words: ReadonlySet<string>): "it" | "other" | null {
  const parts = text.split(/[;,]|\b(?:but|and)\b/);
  const part = parts.find(
    (each) => marked(each, "lacks") && !marked(each, "lacks-no-fault") && sharedBy(words, each) > 0,
  );
  if (part === undefined) return null;
  const denied = /\b(?:no|without|lacks?)\s+(.+)/i.exec(text)?.[1];
  if (denied === undefined) return "it";
  const [first = ""] = denied.split(/\s+(?:in|of|for|with|from|at|on|to|by|and|or)\b|[,;.]/i);
  const noun = stems(first).at(-1);
  return noun !== undefined && isAmong(noun, words) ? "it" : "other";
}

type Figure = { readonly value: number; readonly unit: string; readonly isMost: boolean };

/** `at least five years`: a figure and what it counts, and whether it is the only one and no change. */
function figureOf(text: string): { readonly figure: Figure | null; readonly isOne: boolean } {
  const words = text.toLowerCase().match(/[£$€]?\d+(?:[.,]\d+)*|\p{L}+|%/gu) ?? [];
  const at = words.flatMap((word, index) => {
    const value = numberOf(word);
    return value === null ? [] : [{ word, value, index }];
  });
  const isOne = at.length === 0 || (at.length === 1 && !marked(text, "changes"));
  for (const { word, value, index } of at) {
    const unit = words.slice(index + 1, index + 4).find((next) => next === "%" || marked(next, "units"));
    const counted = unit?.replace(/s$/, "").replace(/^(?:per|percent)$/, "%");
    if (/^(?:19|20)\d\d$/.test(word) || (!counted && !/^[£$€]/.test(word))) continue;
    const figure = { value, unit: counted ?? "money", isMost: marked(text, "at-most") };
    return { figure, isOne };
  }
  return { figure: null, isOne };
}
