/** Columns a terminal gives a text on one line. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Lines of at most `width` columns, broken at blanks, then after underscores, then anywhere; own line breaks are kept. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(1, width);
  return text.split("\n").flatMap((line) => wrapLine(line, room));
}

/** The columns of the longest piece that `wrap` would not break except by force. */
export function longestPiece(text: string): number {
  return text.split(/\s+|(?<=_)/).reduce((longest, piece) => Math.max(longest, displayWidth(piece)), 0);
}

/** Pads on the right to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  let used = 0;
  for (const piece of line.split(/(?<=\s)(?=\S)|(?<=_)/)) {
    const needed = displayWidth(piece.trimEnd());
    if (used > 0 && used + needed > width) {
      lines.push(current.trimEnd());
      current = "";
      used = 0;
    }
    if (needed > width) {
      const parts = breakByForce(piece.trimEnd(), width);
      lines.push(...parts.slice(0, -1));
      current = parts.at(-1)!;
      used = displayWidth(current);
    } else {
      current += piece;
      used += displayWidth(piece);
    }
  }
  return [...lines, current.trimEnd()];
}

function breakByForce(piece: string, width: number): string[] {
  const parts = [""];
  let used = 0;
  for (const character of piece) {
    const needed = characterWidth(character);
    if (used > 0 && used + needed > width) {
      parts.push("");
      used = 0;
    }
    parts[parts.length - 1] += character;
    used += needed;
  }
  return parts;
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x300) return 1;
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

const ZERO_WIDTH = /\p{M}|\u200c|\u200d|\ufe0e|\ufe0f/u;

/** East Asian wide blocks and emoji. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];
