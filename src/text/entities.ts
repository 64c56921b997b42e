// Reads the entities with which prompts escape text, as members copy them in tags and in quotations.

// No entity is longer than ENTITY_LENGTH; the streaming reader holds back that much and no more.
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6}));/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
export const ENTITY_LENGTH = "&#1114111;".length;

export function decodeText(text: string): string {
  return text.includes("&") ? text.replace(ENTITY, decodeEntity) : text;
}

function decodeEntity(entity: string, name?: string, decimal?: string, hex = ""): string {
  if (name !== undefined) return CHARACTERS[name] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0x10ffff ? entity : String.fromCodePoint(code);
}
