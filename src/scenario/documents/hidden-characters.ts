// Finds characters that readers do not see, or that change the order of what they see. Source shows them by their code.

import { joinFew } from "../../text/plain.ts";

/** Controls, zero-width and direction characters, and others without a glyph. Emoji keep theirs. */
const WITHOUT_GLYPH =
  /(?!(?<=\p{Emoji})\uFE0F|(?<=[\p{ExtPict}\p{EMod}]\uFE0F?)\u200D\p{ExtPict})(?![\t\n])[\p{Cc}\p{DI}\u2028\u2029\u2800]/gu;

/** Those of prose that serve to deceive, forced directions and tags, and those that only a font can name. Others come with Word and Arabic. */
const DECEIVING = /[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}\p{Co}]/gu;

const MOST_NAMED = 10;

/** The text with its line ends as LF and each hidden character as its code, such as [U+202E]; the lines are in a note. */
export function showHiddenCharacters(text: string): { text: string; notes: readonly string[] } {
  const ended = text.includes("\n") ? text.replaceAll("\r\n", "\n") : text.replaceAll("\r", "\n");
  const plain = ended.replaceAll(/[\v\f]/g, " ").trimEnd();
  return {
    text: plain.replaceAll(WITHOUT_GLYPH, (hidden) => `[${formatCode(hidden)}]`),
    notes: noteCharacters(plain, WITHOUT_GLYPH, "shown by their code"),
  };
}

export function noteDeceivingCharacters(text: string): readonly string[] {
  return noteCharacters(text, DECEIVING, "omitted");
}

function noteCharacters(text: string, pattern: RegExp, how: string): readonly string[] {
  const places = text
    .split(/\r?\n/)
    .flatMap((line, index) =>
      [...new Set(line.match(pattern))].map((each) => `${formatCode(each)} in line ${index + 1}`),
    );
  return places.length === 0
    ? []
    : [`hidden characters are ${how}: ${joinFew(places, MOST_NAMED)}`];
}

function formatCode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
