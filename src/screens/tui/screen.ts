/**
 * Opens the terminal for the full-screen view, reports keys and clicks, and restores it at the
 * end.
 */

import type { Line } from "./lines.ts";
import type { Key, Size } from "./model.ts";
import { createPainter, type Painting } from "./painter.ts";

export type Pointer = {
  kind: "wheel-up" | "wheel-down" | "click";
  x: number;
  y: number;
};

export interface Screen {
  size: Size;
  paint(lines: readonly Line[]): void;
  forget(): void;
  bell(): void;
  onKey(listener: (key: Key) => void): void;
  onPointer(listener: (pointer: Pointer) => void): void;
  onResize(listener: () => void): void;
  /** Gives the terminal back for a while; `resume` takes it again. Each may be called twice. */
  suspend(): void;
  resume(): void;
  close(): void;
}

type Streams = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

/** The library reads keys and the mouse but draws nothing. It is loaded only here. */
export async function openScreen(painting: Painting, streams?: Streams): Promise<Screen> {
  const { default: blessed } = await import("blessed");
  const program = blessed.program({ ...streams, ...NO_DATABASE } as object) as unknown as Program;
  const painter = createPainter(painting);
  const write = (text: string) => program.output.write(text);
  let state: "open" | "suspended" | "closed" = "open";
  let hasPointer = false;
  let handleResize: () => void = () => {};

  function take(): void {
    write(ENTER + (hasPointer ? MOUSE_ON : ""));
    painter.forget();
  }

  function giveBack(): void {
    write((hasPointer ? MOUSE_OFF : "") + RESTORE);
  }

  program.on("resize", () => handleResize());
  take();
  return {
    get size() {
      return { columns: program.cols, rows: program.rows };
    },
    paint(lines) {
      if (state !== "open") return;
      const changes = painter.paint(lines);
      if (changes !== "") write(changes);
    },
    forget() {
      if (state !== "open") return;
      painter.forget();
      write("\x1b[0m\x1b[2J");
    },
    bell() {
      if (state === "open") write("\x07");
    },
    onKey(listener) {
      program.on("keypress", (character: string | undefined, key: LibraryKey | undefined) => {
        if (state === "open")
          listener({ name: nameKey(character, key), character: character ?? null });
      });
    },
    onPointer(listener) {
      hasPointer = true;
      write(MOUSE_ON);
      program.on("mouse", ({ action, x, y }: { action: string; x: number; y: number }) => {
        if (state !== "open") return;
        if (action === "wheelup") listener({ kind: "wheel-up", x, y });
        else if (action === "wheeldown") listener({ kind: "wheel-down", x, y });
        else if (action === "mousedown") listener({ kind: "click", x, y });
      });
    },
    onResize(listener) {
      handleResize = listener;
    },
    suspend() {
      if (state !== "open") return;
      state = "suspended";
      giveBack();
      program.input.setRawMode?.(false);
      program.input.pause();
    },
    resume() {
      if (state === "closed") return;
      // The shell can reset the terminal while the process is stopped, so raw mode is always set again.
      program.input.setRawMode?.(false);
      program.input.setRawMode?.(true);
      program.input.resume();
      state = "open";
      take();
      handleResize();
    },
    close() {
      if (state === "closed") return;
      if (state === "open") giveBack();
      state = "closed";
      program.destroy();
    },
  };
}

/** No terminal database: reading one can print what it cannot parse. */
const NO_DATABASE = { tput: false, buffer: false, zero: true };

const ENTER = "\x1b[?1049h\x1b[?1h\x1b=\x1b[?25l\x1b[?7l\x1b[0m\x1b[2J";
const RESTORE = "\x1b[0m\x1b[?7h\x1b[?1l\x1b>\x1b[?25h\x1b[?1049l";

/** Buttons and wheel, in decimal numbers: the older form ends at column 223. */
const MOUSE_ON = "\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF = "\x1b[?1006l\x1b[?1000l";

type LibraryKey = { full?: string; name?: string };

type Program = {
  cols: number;
  rows: number;
  input: { setRawMode?: (isRaw: boolean) => void; pause(): void; resume(): void };
  output: { write(text: string): void };
  on(event: "resize", listener: () => void): void;
  on(event: "keypress", listener: (character?: string, key?: LibraryKey) => void): void;
  on(event: "mouse", listener: (data: { action: string; x: number; y: number }) => void): void;
  destroy(): void;
};

function nameKey(character: string | undefined, key: LibraryKey | undefined): string {
  return key?.full ?? key?.name ?? (character === " " ? "space" : (character ?? ""));
}
