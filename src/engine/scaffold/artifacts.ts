import { escapeAttribute, escapeText, unescapeText } from "./escape.ts";
import { fieldText } from "./fields.ts";
import type { Artifact, Exhibit } from "./message.ts";

// Attributes hold no angle bracket, escaped ones aside, so that every scan is linear.
const OPENING = /<Artifact((?:\s[^<>]*?)?)(\/?)>/gi;
const ATTRIBUTE = /([a-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

export function renderArtifact(artifact: Artifact): string {
  if (artifact.kind === "citation") {
    return `<Artifact ref="${escapeAttribute(artifact.ref)}">${escapeText(artifact.quote)}</Artifact>`;
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

/** A piece may hold empty elements before the one that is closed. */
function readPiece(piece: string, isClosed: boolean): readonly Artifact[] {
  const artifacts: Artifact[] = [];
  for (const opening of piece.matchAll(OPENING)) {
    const [tag, attributes = "", slash] = opening;
    const isEmpty = slash === "/";
    if (!isEmpty && !isClosed) break;
    const body = isEmpty ? "" : fieldText(piece.slice(opening.index + tag.length));
    const artifact = toArtifact(readAttributes(attributes), body);
    if (artifact) artifacts.push(artifact);
    if (!isEmpty) break;
  }
  return artifacts;
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE)) {
    attributes.set(name.toLowerCase(), unescapeText(double ?? single ?? "").trim());
  }
  return attributes;
}

function toArtifact(attributes: ReadonlyMap<string, string>, body: string): Artifact | null {
  const ref = attributes.get("ref");
  if (ref) return { kind: "citation", ref, quote: body };
  const title = attributes.get("title") ?? "";
  if (!title && !body) return null;
  return {
    kind: "exhibit",
    id: attributes.get("id") ?? "",
    type: exhibitType(attributes.get("type")),
    title,
    body,
  };
}

function exhibitType(claimed: string | undefined): Exhibit["type"] {
  const type = claimed?.toLowerCase();
  return type === "table" || type === "chart" ? type : "note";
}
