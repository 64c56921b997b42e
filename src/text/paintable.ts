// Cleans text for the full-screen view and for pages. There, a sign with a doubtful width would
// break a line.

import { sanitize } from "./sanitize.ts";

/** Text from outside made safe to paint: nothing that draws, hides, turns or moves, or has a doubtful width.
 * Emoji sequences become their first sign, flags their two letters. Keeps line breaks. */
export function cleanForPainting(text: string): string {
  return sanitize(text)
    .normalize("NFC")
    .replace(FLAG_LETTER, toPlainLetter)
    .replace(EMOJI_SEQUENCE, "$1")
    .replace(SKIN_TONE, "□")
    .replace(INVISIBLE, "")
    .replace(LONE_SURROGATE, "\ufffd")
    .replace(MARK_WITHOUT_BASE, "$1◌$2")
    .replace(STACKED_MARKS, "$1");
}

export function cleanLineForPainting(text: string): string {
  return cleanForPainting(text).replace(/\s+/gu, " ").trim();
}

const FLAG_LETTER = /[\u{1f1e6}-\u{1f1ff}]/gu;

function toPlainLetter(sign: string): string {
  return String.fromCharCode((sign.codePointAt(0) ?? 0) - 0x1f1e6 + 65);
}

/** A sign with a skin tone, and any signs joined to it. */
const EMOJI_SEQUENCE =
  /(\p{Extended_Pictographic})(?:[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]|\u200d\p{Extended_Pictographic})+/gu;

const SKIN_TONE = /[\u{1f3fb}-\u{1f3ff}]/gu;

/** Takes no column in some terminals, and one or two in others. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7ff]|\u20e3/gu;

const LONE_SURROGATE = /\p{Cs}/gu;
const MARK_WITHOUT_BASE = /(^|[\s\u0000-\u001f])([\p{Mn}\p{Me}])/gu;
const STACKED_MARKS = /([\p{Mn}\p{Me}]{2})[\p{Mn}\p{Me}]+/gu;
