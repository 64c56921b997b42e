import { unescapeText } from "./escape.ts";

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

const REASON_TAGS = ["Reasoning", "Reason", "VerdictReason"];

/** Renames other tags of reasons. Leaves the content alone, and a reply that has the usual tag. */
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

export type RawFields = Partial<Readonly<Record<FieldName, string>>>;

const CDATA_OPEN = "<![CDATA[";
const CDATA_CLOSE = "]]>";

/** CDATA stays as it is, entities elsewhere are decoded. White space at both ends of a field is never kept. */
export function fieldText(raw: string): string {
  if (!raw.includes(CDATA_OPEN)) return unescapeText(raw).trim();
  return splitCdata(raw)
    .map((piece, index) => (index % 2 === 0 ? unescapeText(piece) : piece))
    .join("")
    .trim();
}

export function optionalText(raw: string | undefined): string | null {
  return raw === undefined ? null : fieldText(raw) || null;
}

export function isTrue(raw: string | undefined): boolean {
  return raw !== undefined && fieldText(raw).toLowerCase() === "true";
}

export function isNameField(name: FieldName): boolean {
  return name === "Speaker" || name === "SpeakingTo" || name === "Topic";
}

export function unitNumber(text: string): number | null {
  if (!/^(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e-?\d{1,3})?$/i.test(text)) return null;
  const value = Number(text);
  return value <= 1 ? value : null;
}

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
