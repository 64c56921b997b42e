import type { Document } from "../../../scenario/schema/scenario.ts";
import { isMark, marked, markOf } from "./lexicon.ts";
import { isOfUndertaking } from "./proposal.ts";
import type { Subject } from "./wording.ts";

/** `asks`: what the post, the fund or the policy wants. */
type Kind = "person" | "report" | "asks";

/** What a document is, by its name, its title and its headings. */
export function kindOf({ name, title, text, subject }: Document, headings: readonly string[]): Kind {
  const called = `${name.replace(/\.\w+$/, "").replaceAll(/[-_]/g, " ")} ${title}`;
  const isAsking = headings.some((each) => marked(each, "asking-heading")) || marked(called, "asking");
  if (!subject && isAsking && !marked(called, "person")) return "asks";
  if (!marked(called, "person") && isOfUndertaking({ title, text })) return "report";
  if (marked(called, "person") || marked(text.split("\n", 8).join("\n"), "person")) return "person";
  const personal = headings.filter((each) => isMark(each.trim(), "person-heading")).length;
  const isAddressed = /[\w.+-]+@[\w-]+\.\w/.test(text.slice(0, 600));
  const isNamed = isName(firstLine(text));
  const ranges = text.split("\n").filter((line) => marked(line, "range")).length;
  const isHistory = (ranges >= 2 && isNamed) || (ranges >= 1 && isInFirstPerson(text));
  const isOwn = personal >= 2 || (isAddressed && (personal === 1 || isNamed)) || isHistory;
  return isOwn || shareOf(text, OTHERS) > 0.02 ? "person" : "report";
}

const OWN = /\b(?:I|[Mm]y|me)\b/g;
const OTHERS = /\b(?:he|she|his|her)\b/gi;

function isInFirstPerson(text: string): boolean {
  return shareOf(text, OWN) > 0.012;
}

/** How many words of a text are such; 0 for a text too short to tell. */
function shareOf(text: string, words: RegExp): number {
  const all = text.match(/\p{L}+/gu)?.length ?? 0;
  return all > 40 ? (text.match(words)?.length ?? 0) / all : 0;
}

function firstLine(text: string): string {
  return (text.split("\n").find((line) => line.trim() !== "") ?? "").replace(/^#+\s*/, "").trim();
}

const TITLE = "(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Captain|Sister)\\.?";
const NAME_WORD = "\\p{Lu}[\\p{L}'’-]+";
const PARTICLE = "(?:de|da|di|del|della|van|von|der|den|la|le|al|el|bin|ibn|dos|du|ter|ten)";
const NAME = new RegExp(`^(?:${TITLE} )?${NAME_WORD}(?: (?:${PARTICLE}|\\p{Lu}\\.?|${NAME_WORD})){1,4}$`, "u");
const TITLED = new RegExp(`\\b${TITLE} (?:\\p{Lu}\\.? )?(${NAME_WORD}(?:-${NAME_WORD})?)`, "gu");

function isName(text: string): boolean {
  return NAME.test(nameOnly(text)) && !marked(text, "no-name");
}

/** Without what stands before it, such as `Reference for`, and the degrees after it. */
function nameOnly(text: string): string {
  const mark = markOf("person").source;
  return text
    .replace(new RegExp(`^(?:.*${mark})[^:\\n]{0,12}?(?: for| of|:| on| about)\\s+|^name:\\s*`, "iu"), "")
    .replace(/(?:[,|(–—]| - ).*$/, "")
    .trim();
}

/** Who is judged, and what the document calls them by. */
export function subjectOf({ text }: Document, kind: Kind): Subject {
  if (kind !== "person") return companyIn(text);
  const heads = text.split("\n", 12).map((line) => nameOnly(line.replace(/^#+\s*/, "").trim()));
  const own = heads.find(isName)?.replace(new RegExp(`^${TITLE} `, "u"), "") ?? "";
  const parts = own.split(" ").filter((part) => /^\p{Lu}[\p{L}'’-]{2,}$/u.test(part));
  const small = (part: string) => (/^\p{Lu}+$/u.test(part) ? part[0] + part.slice(1).toLowerCase() : part);
  const titled = new Set([...text.matchAll(TITLED)].map(([, surname = ""]) => surname));
  const called = [...titled].filter((surname) => own.includes(surname) || titled.size === 1);
  const names = new Set([own, ...parts.map(small), ...called].filter(Boolean));
  const isOwn = shareOf(text, OWN) >= shareOf(text, OTHERS);
  return { called: "the candidate", names: [...names].sort((a, b) => b.length - a.length), isOwn };
}

/** The company that a report is of, where it is of one. */
function companyIn(text: string): Subject {
  const company =
    /^(?:(?:memo|report|acquisition|investment|proposal)[^:]*:\s*)?(?:acquisition of |investment in |purchase of )?(\p{Lu}[\p{L}\p{N}'’&-]+)/u.exec(
      firstLine(text),
    )?.[1];
  if (isInFirstPerson(text) || !marked(text, "of-company")) return { called: null, names: [], isOwn: false };
  const isRepeated = company !== undefined && text.split(company).length > 2;
  return { called: "the company", names: isRepeated ? [company] : [], isOwn: true };
}
