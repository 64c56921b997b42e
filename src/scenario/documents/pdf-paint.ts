// Follows how a PDF page is painted, to find text that is hidden and boxes that are ticked.

import { areAlike } from "./colors.ts";
import type { PdfPiece } from "./pdf-lines.ts";

/** The drawing commands of a page, as pdf.js lists them. */
export type Painting = {
  commands: readonly number[];
  values: readonly unknown[];
  codes: Readonly<Record<string, number>>;
  /** Left, bottom, right and top of the page. */
  view: readonly number[];
  isLayerShown: (layer: unknown) => boolean;
};

type Matrix = readonly [number, number, number, number, number, number];
type Box = readonly [left: number, bottom: number, right: number, top: number];
/** A color is null if it is a pattern or lets others through. */
type Area = {
  box: Box;
  color: string | null;
  at: number;
  isPicture: boolean;
};
type Words = {
  text: string;
  box: Box;
  y: number;
  size: number;
  color: string | null;
  isDrawn: boolean;
  at: number;
};

type State = {
  matrix: Matrix;
  color: string | null;
  alpha: number;
  /** As a highlight, which lets the words below through. */
  isBlended: boolean;
  mode: number;
  size: number;
  leading: number;
  letterSpace: number;
  wordSpace: number;
  stretch: number;
  /** Words of an annotation are read from its fields. */
  isAnnotation: boolean;
  /** Where the path was opened, to find pictures that pdf.js passes over. */
  isEmpty: boolean;
};

const PAPER = "#ffffff";
const TINY = 2;
const INVISIBLE = 3;
const LARGE_PICTURE = 0.1;
/** In points, and in sizes of the letters. */
const DOT = { least: 1.5, most: 8, reach: 2.5 };
const FILLS = [
  "fill",
  "eoFill",
  "fillStroke",
  "eoFillStroke",
  "closeFillStroke",
  "closeEOFillStroke",
];

/** Follows the commands of a page, to know which words a reader sees. */
export function readPainting(painting: Painting): {
  hidden: readonly Words[];
  pictures: number;
  /** Small filled shapes, which may be marks of items. */
  dots: readonly Box[];
  /** Places of words that a soft hyphen divides. pdf.js passes over it. */
  divided: readonly Words[];
} {
  const areas: Area[] = [];
  const words: Words[] = [];
  const { commands, values, codes, view, isLayerShown } = painting;
  const names = new Map(Object.entries(codes).map(([name, code]) => [code, name]));
  const filling = new Set(FILLS.map((name) => codes[name]));
  const saved: State[] = [];
  const layers: boolean[] = [];
  let state: State = {
    matrix: [1, 0, 0, 1, 0, 0],
    color: "#000000",
    alpha: 1,
    isBlended: false,
    mode: 0,
    size: 1,
    leading: 0,
    letterSpace: 0,
    wordSpace: 0,
    stretch: 1,
    isAnnotation: false,
    isEmpty: false,
  };
  let text: Matrix = state.matrix;
  let line: Matrix = state.matrix;
  const save = () => {
    saved.push(state);
    state = { ...state, isEmpty: true };
  };
  const restore = () => {
    const before = saved.pop();
    if (before) state = { ...before, isEmpty: false };
  };
  const move = (x: number, y: number) => {
    line = multiply(line, [1, 0, 0, 1, x, y]);
    text = line;
  };
  const addPicture = (at: number) =>
    areas.push({ box: measureBox(state.matrix, [0, 0, 1, 1]), color: null, at, isPicture: true });
  for (const [at, command] of commands.entries()) {
    const name = names.get(command) ?? "";
    const given = (values[at] ?? []) as readonly unknown[];
    const numbers = given.filter((each) => typeof each === "number");
    const [first = 0, second = 0] = numbers;
    if (/^paint.*Image/.test(name)) addPicture(at);
    switch (name) {
      case "save":
        save();
        continue;
      case "restore": {
        const isScaled = Math.abs(state.matrix[0]) + Math.abs(state.matrix[1]) > 3;
        if (state.isEmpty && isScaled && state.matrix !== saved.at(-1)?.matrix) addPicture(at);
        restore();
        continue;
      }
      case "transform":
        state.matrix = multiply(state.matrix, toMatrix(given));
        continue;
      case "paintFormXObjectBegin":
        save();
        if (given[0]) state.matrix = multiply(state.matrix, toMatrix([given[0]]));
        break;
      case "beginAnnotation":
        save();
        state.isAnnotation = true;
        for (const each of given.slice(2, 4))
          state.matrix = multiply(state.matrix, toMatrix([each]));
        break;
      case "paintFormXObjectEnd":
      case "endAnnotation":
        restore();
        break;
      case "setFillRGBColor":
        state.color = typeof given[0] === "string" ? given[0] : null;
        break;
      case "setFillColorN":
      case "setFillTransparent":
        state.color = null;
        break;
      case "setGState":
        for (const [key, value] of (given[0] ?? []) as readonly (readonly [string, unknown])[])
          if (key === "ca") state.alpha = Number(value);
          else if (key === "BM") state.isBlended = value !== "source-over";
        break;
      case "constructPath":
        if (filling.has(given[0] as number) && given[2]) {
          const box = measureBox(state.matrix, [...(given[2] as Iterable<number>)]);
          const isSolid = state.alpha === 1 && !state.isBlended;
          areas.push({ box, color: isSolid ? state.color : null, at, isPicture: false });
        }
        break;
      case "shadingFill":
        areas.push({ box: [-1e6, -1e6, 1e6, 1e6], color: null, at, isPicture: false });
        break;
      case "beginText":
        line = [1, 0, 0, 1, 0, 0];
        text = line;
        break;
      case "setTextMatrix":
        line = toMatrix(given);
        text = line;
        break;
      case "moveText":
        move(first, second);
        break;
      case "setLeadingMoveText":
        state.leading = -second;
        move(first, second);
        break;
      case "setLeading":
        state.leading = first;
        break;
      case "nextLine":
        move(0, -state.leading);
        break;
      case "setFont":
        state.size = first;
        break;
      case "setCharSpacing":
        state.letterSpace = first;
        break;
      case "setWordSpacing":
        state.wordSpace = first;
        break;
      case "setHScale":
        state.stretch = first / 100;
        break;
      case "setTextRenderingMode":
        state.mode = first;
        break;
      case "beginMarkedContent":
        layers.push(true);
        break;
      case "beginMarkedContentProps":
        layers.push(given[0] !== "OC" || isLayerShown(given[1]));
        break;
      case "endMarkedContent":
        layers.pop();
        break;
      case "showText": {
        const drawn = measureGlyphs((given[0] ?? []) as readonly unknown[], state);
        const place = multiply(state.matrix, text);
        const size = Math.abs(state.size) * Math.hypot(place[2], place[3]);
        const isDrawn =
          state.mode % 4 !== INVISIBLE && state.alpha > 0.05 && !layers.includes(false);
        const own = {
          text: drawn.text,
          box: measureBox(place, [0, 0, drawn.width, Math.abs(state.size) / 2]),
          y: place[5],
          size,
          // Outlines have another color.
          color: state.mode % 4 === 0 ? state.color : null,
          isDrawn,
          at,
        };
        if (!state.isAnnotation) words.push(own);
        text = multiply(text, [1, 0, 0, 1, drawn.width, 0]);
        break;
      }
    }
    state.isEmpty = false;
  }
  const isHidden = (each: Words) => each.text.trim() !== "" && isUnseen(each, areas, view);
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  const pictures = areas.filter(
    ({ box, isPicture }) =>
      isPicture &&
      (box[2] - box[0]) * (box[3] - box[1]) > LARGE_PICTURE * (right - left) * (top - bottom),
  );
  const dots = areas.flatMap(({ box, isPicture }) => (isPicture || !isDot(box) ? [] : [box]));
  const divided = words.filter((each) => each.text.endsWith("\u00AD"));
  return { hidden: words.filter(isHidden), pictures: pictures.length, dots, divided };
}

function isDot([left, bottom, right, top]: Box): boolean {
  const [width, height] = [right - left, top - bottom];
  return width > DOT.least && width < DOT.most && Math.abs(width - height) < 1;
}

/** Whether words precede the dot, as in a rating. */
function isBehind(dot: Box, { left, y, size }: PdfPiece, pieces: readonly PdfPiece[]): boolean {
  const before = pieces.filter((other) => other.y === y && other.text.trim() !== "");
  return before.some(({ right }) => right <= left && right > dot[0] - size);
}

/** The pieces with the marks of items that are drawn as shapes, and with soft hyphens. */
export function addMarks(
  pieces: readonly PdfPiece[],
  { dots, divided }: { dots: readonly Box[]; divided: readonly Words[] },
): PdfPiece[] {
  return pieces.flatMap((piece) => {
    const { text, left, right, y, size } = piece;
    const isDivided = divided.some(
      (each) =>
        Math.abs(each.y - y) < 1 && left < each.box[2] && Math.abs(each.box[2] - right) < size,
    );
    const shown = isDivided ? { ...piece, text: `${text}\u00AD` } : piece;
    const dot = dots.find(
      ([from, bottom, to, top]) =>
        to < left && left - from < DOT.reach * size && bottom > y - 1 && top < y + size,
    );
    return dot && !isBehind(dot, piece, pieces) && text.trim() !== ""
      ? [{ ...piece, text: "•", left: dot[0], right: dot[2] }, shown]
      : [shown];
  });
}

/** Words over a picture may be its recognized text, so they are kept even if they are not drawn. */
function isUnseen(
  { box, size, color, isDrawn, at }: Words,
  areas: readonly Area[],
  view: readonly number[],
): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  if (box[2] < left || box[0] > right || box[3] < bottom || box[1] > top) return true;
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const around = areas.filter((area) => isInside(x, y, area.box));
  if (around.some(({ isPicture }) => isPicture)) return false;
  if (!isDrawn || size <= TINY) return true;
  const cover = around.find(
    (area) => area.at > at && area.color !== null && contains(area.box, box),
  );
  if (cover) return true;
  const ground = around.findLast((area) => area.at < at);
  const background = ground ? ground.color : PAPER;
  return color !== null && background !== null && areAlike(color, background);
}

function isInside(x: number, y: number, [left, bottom, right, top]: Box): boolean {
  return left <= x && x <= right && bottom <= y && y <= top;
}

function contains(outer: Box, inner: Box): boolean {
  return isInside(inner[0], inner[1], outer) && isInside(inner[2], inner[3], outer);
}

type Glyph = { unicode: string; width: number; isSpace?: boolean };

function measureGlyphs(glyphs: readonly unknown[], state: State): { text: string; width: number } {
  let text = "";
  let width = 0;
  for (const glyph of glyphs) {
    if (typeof glyph === "number") width -= (glyph / 1000) * state.size;
    else if (typeof glyph === "object" && glyph !== null) {
      const { unicode, width: own, isSpace = false } = glyph as Glyph;
      text += unicode;
      width += (own / 1000) * state.size + state.letterSpace + (isSpace ? state.wordSpace : 0);
    }
  }
  return { text, width: width * state.stretch };
}

function toMatrix(given: readonly unknown[]): Matrix {
  const all = typeof given[0] === "number" ? given : [...(given[0] as Iterable<number>)];
  return all as unknown as Matrix;
}

function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

function measureBox(
  [a, b, c, d, e, f]: Matrix,
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
): Box {
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f]),
  );
  const xs = corners.map(([x = 0]) => x);
  const ys = corners.map(([, y = 0]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The pieces without hidden words, and these words. pdf.js joins the words of a line in all colors. */
export function dropHidden(
  pieces: readonly PdfPiece[],
  hidden: readonly Words[],
): { pieces: PdfPiece[]; lost: readonly string[] } {
  const lost: string[] = [];
  const found = new Set<Words>();
  const kept = pieces.flatMap((piece) => {
    let { text } = piece;
    for (const words of hidden) {
      const [left, , right] = words.box;
      if (Math.abs(words.y - piece.y) > 1 || right < piece.left - 1 || left > piece.right + 1)
        continue;
      const isWhole = left <= piece.left + 1 && piece.right - 1 <= right;
      const own = words.text.trim();
      if (isWhole) text = "";
      else if (text.includes(own)) text = text.replace(own, "");
      else continue;
      found.add(words);
      lost.push(isWhole ? piece.text : own);
    }
    return text.trim() === "" && piece.text.trim() !== "" ? [] : [{ ...piece, text }];
  });
  // pdf.js does not read words outside the page.
  const beside = hidden.filter((words) => !found.has(words)).map(({ text }) => text);
  return { pieces: kept, lost: [...lost, ...beside].filter((each) => each.trim() !== "") };
}
