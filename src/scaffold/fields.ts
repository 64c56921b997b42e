import { unescapeText } from "./escape.ts";

/** The elements directly under `<Message>`, in their default order. */
export const FIELD_NAMES = [
  "Speaker",
  "SpeakingTo",
  "Topic",
  "Artifacts",
  "Verdict",
  "VerdictReasoning",
  "WouldChange",
  "MovedBy",
  "Withdrawn",
  "Confidence",
  "Ready",
  "Pass",
  "Content",
] as const;

export type FieldName = (typeof FIELD_NAMES)[number];

/** Other names that models give the tag of their reasons. */
const REASON_TAGS = ["Reasoning", "Reason", "VerdictReason"];

/**
 * A reply with the usual tag in the place of another name for it. What stands inside the content is left as it is, and
 * so is a reply that has the usual tag itself.
 */
export function withUsualTags(text: string): string {
  const from = text.search(/<Content[\s/>]/i);
  const to = text.toLowerCase().lastIndexOf("</content");
  const head = from < 0 ? text : text.slice(0, from);
  const tail = from < 0 || to < from ? "" : text.slice(to);
  const name = REASON_TAGS.find((each) => new RegExp(`</${each}\\s*>`, "i").test(head + tail));
  if (name === undefined || /<VerdictReasoning[\s/>]/i.test(head + tail)) return text;
  const renamed = (part: string) =>
    part.replaceAll(new RegExp(`<(/?)${name}(?=\\s*/?>)`, "gi"), "<$1VerdictReasoning");
  return renamed(head) + text.slice(head.length, text.length - tail.length) + renamed(tail);
}

/** What stands between a field's tags, still escaped. */
export type RawFields = Partial<Readonly<Record<FieldName, string>>>;

const CDATA_OPEN = "<![CDATA[";
const CDATA_CLOSE = "]]>";

/**
 * A field's text: CDATA sections as they stand, entities decoded elsewhere, then trimmed.
 * The one rule of white space: leading and trailing white space of a field is never carried.
 */
export function fieldText(raw: string): string {
  if (!raw.includes(CDATA_OPEN)) return unescapeText(raw).trim();
  return splitCdata(raw)
    .map((piece, index) => (index % 2 === 0 ? unescapeText(piece) : piece))
    .join("")
    .trim();
}

/** As `fieldText`, with null for a field that is missing or empty. */
export function optionalText(raw: string | undefined): string | null {
  return raw === undefined ? null : fieldText(raw) || null;
}

/** True for the word true in any case, and for nothing else. */
export function isTrue(raw: string | undefined): boolean {
  return raw !== undefined && fieldText(raw).toLowerCase() === "true";
}

/** Whether a field holds no more than a name. */
export function isNameField(name: FieldName): boolean {
  return name === "Speaker" || name === "SpeakingTo" || name === "Topic";
}

/** A number from 0 to 1, or null. */
export function unitNumber(text: string): number | null {
  if (!/^(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e-?\d{1,3})?$/i.test(text)) return null;
  const value = Number(text);
  return value <= 1 ? value : null;
}

/** Whether raw content holds a whole verdict element, unescaped and outside CDATA. */
export function holdsVerdict(raw: string): boolean {
  if (!/<verdict/i.test(raw)) return false;
  const markup = splitCdata(raw)
    .filter((_, index) => index % 2 === 0)
    .join("");
  const opening = markup.search(/<verdict[\s>]/i);
  return opening >= 0 && markup.toLowerCase().lastIndexOf("</verdict") > opening;
}

/** Text, CDATA, text, CDATA ...; a section left open reaches to the end. */
function splitCdata(raw: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let open = raw.indexOf(CDATA_OPEN); open >= 0; open = raw.indexOf(CDATA_OPEN, from)) {
    const close = raw.indexOf(CDATA_CLOSE, open + CDATA_OPEN.length);
    const end = close < 0 ? raw.length : close;
    pieces.push(raw.slice(from, open), raw.slice(open + CDATA_OPEN.length, end));
    from = Math.min(end + CDATA_CLOSE.length, raw.length);
  }
  pieces.push(raw.slice(from));
  return pieces;
}
