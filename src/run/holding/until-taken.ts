import type { Io, Output } from "../../home/process/io.ts";

/** Keeps output until an answer is taken, so that a refusal stands alone. With a person at the terminal keeps none. */
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
