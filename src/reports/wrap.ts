/** Columns a terminal gives a text on one line. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Lines of at most `width` columns, broken at blanks; words too long for a line after underscores, then anywhere; own line breaks are kept. */
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
  return pack(line.split(/(?<=\s)(?=\S)/), width, (word) =>
    pack(word.split(/(?<=_)/), width, (piece) => breakByForce(piece, width)),
  );
}

/** Fills lines with pieces; a piece wider than a line is broken by `breakUp` and the rest of it begins the next. */
function pack(pieces: readonly string[], width: number, breakUp: (piece: string) => string[]): string[] {
  const lines: string[] = [];
  let current = "";
  let used = 0;
  for (const piece of pieces) {
    const needed = displayWidth(piece.trimEnd());
    if (used > 0 && used + needed > width) {
      lines.push(current.trimEnd());
      current = "";
      used = 0;
    }
    const parts = needed > width ? breakUp(piece.trimEnd()) : [piece];
    lines.push(...parts.slice(0, -1));
    current += parts.at(-1)! + (needed > width && piece !== piece.trimEnd() ? " " : "");
    used = displayWidth(current);
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
  const known = widths.get(code);
  if (known !== undefined) return known;
  if (widths.size >= MOST_KNOWN) widths.clear();
  const width = widthOf(character, code);
  widths.set(code, width);
  return width;
}

/** A text uses few different characters, and a screen is measured twenty times a second. */
const widths = new Map<number, number>();
const MOST_KNOWN = 8_192;

function widthOf(character: string, code: number): number {
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

const ZERO_WIDTH = /[\p{Mn}\p{Me}]|\u200c|\u200d|\ufe0e|\ufe0f/u;

/** East Asian wide blocks and emoji shown as pictures, as Unicode has them. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23ec],
  [0x23f0, 0x23f0],
  [0x23f3, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x267f, 0x267f],
  [0x2693, 0x2693],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x26ce, 0x26ce],
  [0x26d4, 0x26d4],
  [0x26ea, 0x26ea],
  [0x26f2, 0x26f3],
  [0x26f5, 0x26f5],
  [0x26fa, 0x26fa],
  [0x26fd, 0x26fd],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x274e, 0x274e],
  [0x2753, 0x2755],
  [0x2757, 0x2757],
  [0x2795, 0x2797],
  [0x27b0, 0x27b0],
  [0x27bf, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b50],
  [0x2b55, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1b000, 0x1b2ff],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f18e],
  [0x1f191, 0x1f19a],
  [0x1f200, 0x1f265],
  [0x1f300, 0x1f320],
  [0x1f32d, 0x1f335],
  [0x1f337, 0x1f37c],
  [0x1f37e, 0x1f393],
  [0x1f3a0, 0x1f3ca],
  [0x1f3cf, 0x1f3d3],
  [0x1f3e0, 0x1f3f0],
  [0x1f3f4, 0x1f3f4],
  [0x1f3f8, 0x1f43e],
  [0x1f440, 0x1f440],
  [0x1f442, 0x1f4fc],
  [0x1f4ff, 0x1f53d],
  [0x1f54b, 0x1f54e],
  [0x1f550, 0x1f567],
  [0x1f57a, 0x1f57a],
  [0x1f595, 0x1f596],
  [0x1f5a4, 0x1f5a4],
  [0x1f5fb, 0x1f64f],
  [0x1f680, 0x1f6c5],
  [0x1f6cc, 0x1f6cc],
  [0x1f6d0, 0x1f6d2],
  [0x1f6d5, 0x1f6d7],
  [0x1f6dc, 0x1f6df],
  [0x1f6eb, 0x1f6ec],
  [0x1f6f4, 0x1f6fc],
  [0x1f7e0, 0x1f7eb],
  [0x1f7f0, 0x1f7f0],
  [0x1f90c, 0x1f93a],
  [0x1f93c, 0x1f945],
  [0x1f947, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];
