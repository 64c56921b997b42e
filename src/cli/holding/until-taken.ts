import type { Io, Output } from "../terminal/io.ts";

/**
 * Keeps what a meeting prints until it is known that an answer was taken, so that a refusal stands alone. Where
 * somebody is at the terminal, who is asked again at once, nothing is kept.
 */
export function untilTaken(io: Io, standing: () => "open" | "taken" | "refused") {
  const kept: (() => void)[] = [];
  let isOpen = io.ask !== undefined;
  const release = () => {
    isOpen = true;
    for (const write of kept.splice(0)) write();
  };
  const later = (to: () => Output): Output => ({
    write(text) {
      if (isOpen) return to().write(text);
      kept.push(() => to().write(text));
      if (standing() === "taken") release();
      return true;
    },
  });
  return { io: { ...io, stdout: later(() => io.stdout), stderr: later(() => io.stderr) }, release };
}
