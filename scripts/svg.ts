import type { Line } from "../src/screens/tui/lines.ts";
import type { Size } from "../src/screens/tui/model.ts";
import type { Look, Theme } from "../src/screens/tui/theme.ts";
import { measureWidth } from "../src/text/width.ts";

const CELL = { width: 8.4, height: 18 };
const PAD = 16;
const BAR = 28;
const PAPER = "#16181d";
const INK = "#d7dae0";

/** A terminal window with these lines in it, as a picture that needs no font in particular. */
export function svgOf(lines: readonly Line[], { columns, rows }: Size, theme: Theme): string {
  const width = Math.ceil(columns * CELL.width + 2 * PAD);
  const height = rows * CELL.height + 2 * PAD + BAR;
  const body = lines.flatMap((line, row) => rowOf(line, row, theme));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="${INK}">
<rect width="${width}" height="${height}" rx="10" fill="${PAPER}"/>
<circle cx="20" cy="17" r="5.5" fill="#e0645c"/><circle cx="38" cy="17" r="5.5" fill="#d9a441"/><circle cx="56" cy="17" r="5.5" fill="#63a35c"/>
<g transform="translate(${PAD} ${BAR + PAD - 6})">
${body.join("\n")}
</g>
</svg>
`;
}

function rowOf(line: Line, row: number, theme: Theme): readonly string[] {
  const drawn: string[] = [];
  let column = 0;
  for (const { text, role } of line) {
    const width = measureWidth(text);
    drawn.push(...spanOf(text, column, row, width, theme[role]));
    column += width;
  }
  return drawn;
}

function spanOf(
  text: string,
  column: number,
  row: number,
  width: number,
  look: Look,
): readonly string[] {
  const ink = look.inverse ? PAPER : (look.fg?.hex ?? INK);
  const paper = look.inverse ? (look.fg?.hex ?? INK) : (look.bg?.hex ?? null);
  const back = paper ? [rect(column, row, width, paper)] : [];
  return [...back, ...partsOf(text, column).flatMap((part) => partOf(part, row, ink, look))];
}

type Part = { text: string; column: number };

/** Words apart from the signs that are drawn as shapes, and from wide gaps. */
function partsOf(text: string, column: number): readonly Part[] {
  const parts: Part[] = [];
  let at = column;
  for (const [piece] of text.matchAll(
    /[│┬┴]|[─━═]+|[█░▁-▇]|\s+|[^│┬┴─━═█░▁-▇\s]+(?: [^│┬┴─━═█░▁-▇\s]+)*/g,
  )) {
    if (piece.trim() !== "") parts.push({ text: piece, column: at });
    at += measureWidth(piece);
  }
  return parts;
}

function partOf(
  { text, column }: Part,
  row: number,
  ink: string,
  { bold }: Look,
): readonly string[] {
  const x = column * CELL.width;
  const y = row * CELL.height;
  const middle = { x: x + CELL.width / 2, y: y + CELL.height / 2 };
  const width = measureWidth(text) * CELL.width;
  const stroke = (d: string, thick = 1) =>
    `<path d="${d}" stroke="${ink}" stroke-width="${thick}" fill="none"/>`;
  const first = text[0]!;
  if (first === "│") return [stroke(`M${n(middle.x)} ${y}v${CELL.height}`)];
  if (first === "┬")
    return [
      stroke(`M${n(x)} ${middle.y}h${CELL.width}M${n(middle.x)} ${middle.y}V${y + CELL.height}`),
    ];
  if (first === "┴")
    return [stroke(`M${n(x)} ${middle.y}h${CELL.width}M${n(middle.x)} ${middle.y}V${y}`)];
  if (first === "─" || first === "━")
    return [stroke(`M${n(x)} ${middle.y}h${n(width)}`, first === "─" ? 1 : 2.5)];
  if (first === "═") return [stroke(`M${n(x)} ${middle.y - 2}h${n(width)}m0 4h-${n(width)}`)];
  const level = "▁▂▃▄▅▆▇█".indexOf(first);
  if (level !== -1 || first === "░") {
    const high =
      level === -1
        ? CELL.height - 6
        : level === 7
          ? CELL.height - 6
          : ((level + 1) / 8) * (CELL.height - 3);
    const top = level === -1 || level === 7 ? y + 3 : y + CELL.height - high;
    return [
      `<rect x="${n(x)}" y="${n(top)}" width="${n(CELL.width + 0.3)}" height="${n(high)}" fill="${ink}"${level === -1 ? ' opacity=".3"' : ""}/>`,
    ];
  }
  const style = `${bold ? ' font-weight="700"' : ""}`;
  const paint = ink === INK ? "" : ` fill="${ink}"`;
  return [
    `<text x="${n(x)}" y="${n(y + 13.5)}" textLength="${n(width)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"${paint}${style}>${escaped(text)}</text>`,
  ];
}

function rect(column: number, row: number, width: number, fill: string): string {
  return `<rect x="${n(column * CELL.width)}" y="${row * CELL.height + 1}" width="${n(width * CELL.width)}" height="${CELL.height - 2}" fill="${fill}"/>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
