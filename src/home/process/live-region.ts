import { sanitiseDrawn } from "../../text/sanitise.ts";
import type { Output } from "./io.ts";

type LiveRegion = { show(lines: readonly string[]): void; clear(): void };

/** At most `rows` lines, so that all of them can be taken back. */
export function createLiveRegion(output: Output, rows: number): LiveRegion {
  let shown = 0;
  const takeBack = () => UP_AND_ERASE.repeat(shown);
  return {
    show(lines) {
      const visible = lines.slice(-Math.max(1, rows));
      output.write(takeBack() + visible.map((line) => `${sanitiseDrawn(line)}\n`).join(""));
      shown = visible.length;
    },
    clear() {
      if (shown > 0) output.write(takeBack());
      shown = 0;
    },
  };
}

/** Line by line: tmux keeps what `ESC [ J` clears from the top of the screen in its scrollback. */
const UP_AND_ERASE = "\x1b[1A\x1b[2K";

/** For pipes and plain terminals: nothing is ever taken back, so nothing is shown before it is final. */
export const noRegion: LiveRegion = { show: () => {}, clear: () => {} };
