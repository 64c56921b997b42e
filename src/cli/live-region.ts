import type { Output } from "./io.ts";

/** The last lines of a terminal, rewritten while a message arrives and gone when it has. */
export type LiveRegion = { show(lines: readonly string[]): void; clear(): void };

/** At most `rows` lines are kept, so that all of them can be taken back. */
export function createLiveRegion(output: Output, rows: number): LiveRegion {
  let shown = 0;
  const takeBack = () => (shown === 0 ? "" : `\x1b[${shown}A\x1b[J`);
  return {
    show(lines) {
      const visible = lines.slice(-Math.max(1, rows));
      output.write(takeBack() + visible.map((line) => `${line}\n`).join(""));
      shown = visible.length;
    },
    clear() {
      if (shown > 0) output.write(takeBack());
      shown = 0;
    },
  };
}

/** For pipes and plain terminals: nothing is ever taken back, so nothing is shown before it is final. */
export const noRegion: LiveRegion = { show: () => {}, clear: () => {} };
