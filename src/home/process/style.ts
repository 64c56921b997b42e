import picocolors from "picocolors";
import type { Settings } from "../../scenario/files/settings.ts";
import type { TextOptions } from "../../showing/palette.ts";
import type { Io } from "./io.ts";

/** Width and colours of what goes to stdout: none beyond plain text for pipes, NO_COLOR and dumb terminals. */
export function styleOf(io: Io, { color = "auto" }: Pick<Settings, "color">): TextOptions {
  const width = io.isTTY && io.columns ? Math.min(120, Math.max(40, io.columns)) : 100;
  const isColoured = color === "always" || (color === "auto" && isRichTerminal(io));
  return { width, palette: picocolors.createColors(isColoured) };
}

export function terminalWidth({ isTTY, columns }: Io): number | undefined {
  return isTTY ? columns : undefined;
}

export function isRichTerminal({ isTTY, env }: Io): boolean {
  return isTTY && env.TERM !== "dumb" && !env.NO_COLOR;
}
