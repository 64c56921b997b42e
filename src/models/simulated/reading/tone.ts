import { plainToneOf } from "./plain-tone.ts";
import { isTorn, polarityOf } from "./polarity.ts";

/** Below this a passage speaks neither for nor against. */
export const LEAST_TONE = 0.2;

/** Which way a passage speaks; read generously, plain words count where it says neither praise nor blame. */
export function toneOf(text: string, isGenerous: boolean): number {
  const tone = polarityOf(text);
  if (!isGenerous || Math.abs(tone) >= LEAST_TONE || isTorn(text)) return tone;
  const plain = plainToneOf(text);
  // What leans the other way by a little is not turned round by a figure or an office.
  return plain * tone < 0 ? 0 : plain;
}
