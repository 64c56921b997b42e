import { displayWidth } from "../text/width.ts";
import type { Key } from "./keys.ts";
import type { Size } from "./model.ts";
import type { Line } from "./spans.ts";
import type { Look, Theme } from "./theme.ts";

export type Pointer = {
  readonly kind: "wheel-up" | "wheel-down" | "click";
  readonly x: number;
  readonly y: number;
};

/** A full-screen terminal. Nothing else knows how one is drawn. */
export interface Screen {
  readonly size: Size;
  /** Draws what has changed. */
  paint(lines: readonly Line[]): void;
  /** Draws everything anew at the next `paint`. */
  forget(): void;
  onKey(listener: (key: Key) => void): void;
  onPointer(listener: (pointer: Pointer) => void): void;
  onResize(listener: () => void): void;
  /** Gives the terminal back as it was. May be called twice. */
  close(): void;
}

/** Where a screen reads and draws, in place of the process's own terminal. */
export type Streams = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };

/** Takes over the terminal; blessed is loaded here and nowhere else. */
export async function openScreen(theme: Theme, streams?: Streams): Promise<Screen> {
  const { default: blessed } = await import("blessed");
  // blessed's table of widths is older than emoji; the layout and the drawing must agree.
  (blessed as unknown as { unicode: { charWidth(text: string): number } }).unicode.charWidth = displayWidth;
  const screen = blessed.screen({
    smartCSR: false,
    fullUnicode: true,
    warnings: false,
    ignoreLocked: ["C-c"],
    ...(streams as object),
  });
  const own = screen as unknown as Internals;
  // Line-drawing characters go out as they are, not through the terminal's alternative character set.
  own.tput.brokenACS = true;
  const isUnicode = own.tput.unicode;
  screen.program.hideCursor();
  let isClosed = false;

  return {
    get size() {
      return { columns: Number(screen.width), rows: Number(screen.height) };
    },
    paint(lines) {
      if (isClosed) return;
      for (const [y, row] of own.lines.entries()) writeRow(row, lines[y] ?? [], theme, isUnicode);
      own.draw(0, own.lines.length - 1);
      screen.program.flush();
    },
    forget() {
      if (!isClosed) screen.realloc();
    },
    onKey(listener) {
      screen.on(
        "keypress",
        (character: string | undefined, key: { full?: string; name?: string } | undefined) => {
          listener({ name: nameOf(character, key), character: character ?? null });
        },
      );
    },
    onPointer(listener) {
      screen.program.enableMouse();
      own.enableMouse();
      screen.on("mouse", ({ action, x, y }: { action: string; x: number; y: number }) => {
        if (action === "wheelup") listener({ kind: "wheel-up", x, y });
        else if (action === "wheeldown") listener({ kind: "wheel-down", x, y });
        else if (action === "mousedown") listener({ kind: "click", x, y });
      });
    },
    onResize(listener) {
      screen.on("resize", listener);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      screen.destroy();
    },
  };
}

/** A cell: attributes and characters. */
type Cell = [number, string];
type Row = Cell[] & { dirty?: boolean };

/** What blessed has and its types leave out. */
type Internals = {
  readonly lines: Row[];
  draw(from: number, to: number): void;
  enableMouse(): void;
  readonly tput: { brokenACS: boolean; readonly unicode: boolean };
};

function nameOf(character: string | undefined, key: { full?: string; name?: string } | undefined): string {
  return key?.full ?? key?.name ?? (character === " " ? "space" : (character ?? ""));
}

function writeRow(row: Row, line: Line, theme: Theme, isUnicode: boolean): void {
  let x = 0;
  const put = (attributes: number, text: string) => {
    const cell = row[x];
    if (!cell) return;
    if (cell[0] !== attributes || cell[1] !== text) {
      cell[0] = attributes;
      cell[1] = text;
      row.dirty = true;
    }
    x += 1;
  };
  for (const { text, role } of line) {
    const attributes = attributesOf(theme[role]);
    for (const sign of signs(text)) {
      put(attributes, isUnicode ? sign : ascii(sign));
      if (displayWidth(sign) === 2) put(attributes, isUnicode ? " " : "?");
    }
  }
  const blank = attributesOf(theme.text);
  while (x < row.length) put(blank, " ");
}

/** Characters with the marks that stand over them. */
function signs(text: string): readonly string[] {
  return text.match(/[^\p{Mn}\p{Me}][\p{Mn}\p{Me}]*/gu) ?? [];
}

/** blessed packs a look into one number: flags, foreground, background; 511 is the terminal's own colour. */
function attributesOf({ fg, bg, bold, underline, inverse }: Look): number {
  const flags = (bold ? 1 : 0) | (underline ? 2 : 0) | (inverse ? 8 : 0);
  return (flags << 18) | ((fg ?? 0x1ff) << 9) | (bg ?? 0x1ff);
}

const ASCII: Readonly<Record<string, string>> = {
  "─": "-",
  "━": "=",
  "═": "=",
  "│": "|",
  "┬": "+",
  "┴": "+",
  "█": "#",
  "░": ".",
  "▌": "|",
  "▸": ">",
  "▼": "v",
  "●": "*",
  "◐": "*",
  "◌": "o",
  "■": "#",
  "‖": "=",
  "→": ">",
  "←": "<",
  "↑": "^",
  "↓": "v",
  "×": "x",
  "·": ".",
  "…": "~",
  "✓": "+",
  "✗": "x",
  "▤": "#",
};

/** For a terminal that is not set to UTF-8. */
function ascii(sign: string): string {
  return sign <= "~" ? sign : (ASCII[sign] ?? (/[▁-▇]/.test(sign) ? "#" : "?"));
}
