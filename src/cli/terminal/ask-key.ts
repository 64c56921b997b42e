import { fstatSync } from "node:fs";
import { sanitise } from "../../text/sanitise.ts";
import { askLine, quitReader } from "./ask-line.ts";

/** Enter is ""; null at Ctrl-D or the end of the input. From a pipe or a file the first letter of a line counts. */
export async function askKey(question: string, keys: readonly string[]): Promise<string | null> {
  const typed = quitReader();
  if (typed !== null || process.stdin.isTTY !== true) {
    const line = typed ?? (await askLine(question));
    return line === null ? null : line.trim().slice(0, 1).toLowerCase();
  }
  process.stderr.write(sanitise(question));
  const key = await nextKey(keys, question);
  process.stderr.write(key === null ? "\n" : `${sanitise(key)}\n`);
  return key;
}

export function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile();
  } catch {
    return false;
  }
}

const CONTROL = { c: "\x03", d: "\x04", z: "\x1a" } as const;

/** The terminal is in raw mode until then; however this ends, it is put back. */
function nextKey(keys: readonly string[], question: string): Promise<string | null> {
  const { stdin } = process;
  const raw = (isRaw: boolean) => stdin.setRawMode(isRaw);
  const give = () => raw(false);
  const goOn = () => {
    raw(true);
    process.stderr.write(sanitise(question));
  };
  return new Promise((resolve) => {
    const answer = (key: string | null) => {
      stdin.off("data", onData);
      stdin.off("end", onEnd);
      process.off("exit", give);
      give();
      stdin.pause();
      resolve(key);
    };
    const onEnd = () => answer(null);
    const onKey = (key: string): boolean => {
      if (key === "\r" || key === "\n") answer("");
      else if (key === CONTROL.d) answer(null);
      else if (key === CONTROL.c) {
        give();
        process.kill(process.pid, "SIGINT");
      } else if (key === CONTROL.z) {
        give();
        process.once("SIGCONT", goOn);
        process.kill(0, "SIGTSTP");
        return false;
      } else if (keys.includes(key.toLowerCase())) answer(key.toLowerCase());
      else return false;
      return true;
    };
    const onData = (data: Buffer) => {
      [...data.toString("utf8")].some(onKey);
    };
    raw(true);
    process.on("exit", give);
    stdin.on("data", onData);
    stdin.on("end", onEnd);
    stdin.resume();
  });
}
