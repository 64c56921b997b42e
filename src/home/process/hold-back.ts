import type { Io, Output } from "./io.ts";

export type HeldBack = {
  readonly io: Io;
  beforePrompt: () => void;
  readonly whilePrompting: <T>(ask: () => Promise<T>) => Promise<T>;
};

export function holdBack(io: Io): HeldBack {
  let isPrompting = false;
  const waiting: (() => void)[] = [];
  const held = (output: () => Output): Output => ({
    write(text) {
      if (!isPrompting) return output().write(text);
      waiting.push(() => output().write(text));
      return true;
    },
  });
  const back: HeldBack = {
    io: { ...io, stdout: held(() => io.stdout), stderr: held(() => io.stderr) },
    beforePrompt: () => {},
    async whilePrompting(ask) {
      back.beforePrompt();
      isPrompting = true;
      try {
        return await ask();
      } finally {
        isPrompting = false;
        for (const write of waiting.splice(0)) write();
      }
    },
  };
  return back;
}
