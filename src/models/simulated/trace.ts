import { allFrames } from "./frames/stock.ts";

const WINDOW = 4;

/** Four words in a row that stand in a frame outside its slots: by them it is known again in what was said. */
export function keyOf(frame: string): number {
  const known = keys.get(frame);
  if (known !== undefined) return known;
  const parts = frame.split(/\{\w+\}/);
  let best: number[] = [];
  let most = 0;
  for (const part of parts) {
    const windows = windowsOf(part);
    if (windows.length > most) {
      best = windows;
      most = windows.length;
    }
  }
  const key = best[Math.floor(best.length / 2)] ?? 0;
  keys.set(frame, key);
  return key;
}

/** Keys of the frames that a text was made of, as far as they can be told. */
export function tracesIn(text: string): number[] {
  if (allKeys.size === 0) for (const frame of allFrames()) allKeys.add(keyOf(frame));
  return windowsOf(text, allKeys);
}

const keys = new Map<string, number>();
const allKeys = new Set<number>();

/** Hashes of every four words in a row, without case or punctuation; of those in `only`, where it is given. */
function windowsOf(text: string, only?: ReadonlySet<number>): number[] {
  const found: number[] = [];
  let [first, second, third] = [0, 0, 0];
  let words = 0;
  let hash = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 32 : text.charCodeAt(at);
    if (isWordCode(code)) {
      const lower = code >= 65 && code <= 90 ? code + 32 : code;
      hash = Math.imul(hash ^ lower, 0x01000193) + 0x9e37;
    } else if (hash !== 0) {
      words++;
      const window = Math.imul(Math.imul(Math.imul(first, 31) + second, 37) + third, 41) + hash;
      if (words >= WINDOW && (only === undefined || only.has(window))) found.push(window);
      first = second;
      second = third;
      third = hash;
      hash = 0;
    }
  }
  return found;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 39 ||
    code === 45 ||
    code > 191
  );
}
