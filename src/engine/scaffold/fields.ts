/**
 * The fields of a message in tags: their names, how text is escaped in them and read back, and how
 * artifacts and `MovedBy` are written. Both readers of a reply, parse.ts and scan.ts, use it.
 */

import { decodeText } from "../../text/entities.ts";
import type { Artifact, MovedBy } from "./message.ts";

// What opens a tag or entity, closes CDATA, or is not allowed in XML: controls but tab and newline, lone surrogates, non-characters.
const UNSAFE = /(?<=\]\])>|[&<\x00-\x08\x0B-\x1F\x7F-\x9F\uFFFE\uFFFF\p{Surrogate}]/gu;
const NAMED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Makes text harmless between tags. Other `>` and quotation marks stay, so that code and JSON cost no more tokens. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, escapeCharacter);
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replace(/[>"\t\n]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return NAMED[character] ?? `&#${character.charCodeAt(0)};`;
}

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

/** Other tags that models write for their reasons. They give way to the usual tag. */
export const REASON_TAGS: readonly string[] = ["reasoning", "reason", "verdictreason"];

export function isReasonTag(name: string): boolean {
  return REASON_TAGS.includes(name.toLowerCase());
}

export type RawFields = Partial<Readonly<Record<FieldName, string>>>;

export const CDATA_OPEN = "<![CDATA[";
export const CDATA_CLOSE = "]]>";

/** Letters that each text of a message may have. */
export const MOST_LETTERS = 20_000;
export const CUT_MARK = " [cut: a message has at most 20,000 letters]";

/** Never cuts inside a surrogate pair. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most);
}

/** At most `MOST_LETTERS`, with a mark where the rest was cut. */
export function cutText(text: string): string {
  return text.length <= MOST_LETTERS
    ? text
    : cutAt(text, MOST_LETTERS - CUT_MARK.length) + CUT_MARK;
}

/** CDATA stays as it is, entities elsewhere are decoded. White space at both ends of a field is never kept. */
export function readText(raw: string): string {
  if (!raw.includes(CDATA_OPEN)) return cutText(decodeText(raw).trim());
  const pieces = splitCdata(raw).map((piece, index) =>
    index % 2 === 0 ? decodeText(piece) : piece,
  );
  return cutText(pieces.join("").trim());
}

export function readOptionalText(raw: string | undefined): string | null {
  return raw === undefined ? null : readText(raw) || null;
}

export function isTrue(raw: string | undefined): boolean {
  return raw !== undefined && readText(raw).toLowerCase() === "true";
}

export function isNameField(name: FieldName): boolean {
  return name === "Speaker" || name === "SpeakingTo" || name === "Topic";
}

export function readUnitNumber(text: string): number | null {
  // `0.` is a number that was cut off.
  if (!/^(?:\d{1,40}(?:\.\d{1,40})?|\.\d{1,40})(?:e-?\d{1,3})?$/i.test(text)) return null;
  const value = Number(text);
  return value <= 1 ? value : null;
}

export function hasVerdictTag(raw: string): boolean {
  if (!/<verdict/i.test(raw)) return false;
  const markup = splitCdata(raw)
    .filter((_, index) => index % 2 === 0)
    .join("");
  const opening = markup.search(/<verdict[\s>]/i);
  return opening >= 0 && markup.toLowerCase().lastIndexOf("</verdict") > opening;
}

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

const TURN =
  /^(?:the\s+)?(?:(?:message|turn)\s+)?["'[(#]*(\d+)\b["'\])]*\s*(?:[:;,.|]|[-\u2013\u2014]+)?\s*/i;

/** `14: exact words`. Words without a number can only be those of a person who has no turn. */
export function readMovedBy(text: string): MovedBy {
  const [start = "", message = ""] = TURN.exec(text.trim()) ?? [];
  return { message, passage: text.trim().slice(start.length).trim() };
}

export function writeMovedBy({ message, passage }: MovedBy): string {
  return message === "" ? passage : `${message}: ${passage}`;
}

// Attributes hold no angle bracket, escaped ones aside, so that every scan is linear.
const OPENING = /<Artifact((?:\s[^<>]*?)?)(\/?)>/gi;
const ATTRIBUTE = /(?<![a-z])([a-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

export function renderArtifact(artifact: Artifact): string {
  if (artifact.kind === "citation") {
    const opening = `<Artifact ref="${escapeAttribute(artifact.ref)}"`;
    return artifact.quote === ""
      ? `${opening}/>`
      : `${opening}>${escapeText(artifact.quote)}</Artifact>`;
  }
  const title = escapeAttribute(artifact.title);
  const attributes = `id="${escapeAttribute(artifact.id)}" type="${artifact.type}" title="${title}"`;
  return `<Artifact ${attributes}>${escapeText(artifact.body)}</Artifact>`;
}

export function readArtifacts(raw: string): readonly Artifact[] {
  if (!raw.includes("<")) return [];
  const pieces = raw.split(/<\/Artifact\s*>/i);
  return pieces.flatMap((piece, index) => readPiece(piece, index < pieces.length - 1));
}

function readPiece(piece: string, isClosed: boolean): readonly Artifact[] {
  const artifacts: Artifact[] = [];
  for (const opening of piece.matchAll(OPENING)) {
    const [tag, attributes = "", slash] = opening;
    const isEmpty = slash === "/";
    if (!isEmpty && !isClosed) break;
    const body = isEmpty ? "" : readText(piece.slice(opening.index + tag.length));
    const artifact = toArtifact(readAttributes(attributes), body);
    if (artifact) artifacts.push(artifact);
    if (!isEmpty) break;
  }
  return artifacts;
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE)) {
    attributes.set(name.toLowerCase(), decodeText(double ?? single ?? "").trim());
  }
  return attributes;
}

function toArtifact(attributes: ReadonlyMap<string, string>, body: string): Artifact | null {
  const ref = attributes.get("ref");
  if (ref) return { kind: "citation", ref, quote: body };
  const title = attributes.get("title") ?? "";
  if (!title && !body) return null;
  const claimed = attributes.get("type")?.toLowerCase();
  const type = claimed === "table" || claimed === "chart" ? claimed : "note";
  return { kind: "exhibit", id: "", type, title, body };
}
