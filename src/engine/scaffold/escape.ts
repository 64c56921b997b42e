// What opens a tag or entity, closes CDATA, or is not allowed in XML: controls but tab and newline, lone surrogates, non-characters.
const UNSAFE = /(?<=\]\])>|[&<\x00-\x08\x0B-\x1F\x7F-\x9F\uFFFE\uFFFF\p{Surrogate}]/gu;
const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

// No entity is longer than ENTITY_LENGTH; the streaming reader holds back that much and no more.
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6}));/g;
const CHARACTERS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
export const ENTITY_LENGTH = "&#1114111;".length;

/** Makes text harmless between tags. Other `>` and quotation marks stay, so that code and JSON cost no more tokens. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, escapeCharacter);
}

/** Also fit for a double-quoted attribute on one line. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replace(/[>"\t\n]/g, escapeCharacter);
}

/** Decodes the five named entities and numeric ones, once; leaves anything else. */
export function unescapeText(text: string): string {
  return text.includes("&") ? text.replace(ENTITY, unescapeEntity) : text;
}

function escapeCharacter(character: string): string {
  return NAMED[character] ?? `&#${character.charCodeAt(0)};`;
}

function unescapeEntity(entity: string, name?: string, decimal?: string, hex = ""): string {
  if (name !== undefined) return CHARACTERS[name] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0x10ffff ? entity : String.fromCodePoint(code);
}
