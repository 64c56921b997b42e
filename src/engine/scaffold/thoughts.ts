/** Removes the thoughts that a model writes before its reply. They never count, even if they contain a message. */

import { jsonOf } from "../../text/json-in.ts";

/** Opening and closing marks, as servers leave them in a reply whose thoughts they do not take out. */
const MARKS: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<thoughts>", "</thoughts>"],
  ["<seed:think>", "</seed:think>"],
  ["[think]", "[/think]"],
  ["◁think▷", "◁/think▷"],
  ["<|channel|>analysis<|message|>", "<|start|>assistant<|channel|>final<|message|>"],
];

/** The reply without the thoughts before it. Empty if the thoughts never end, or nothing follows them. */
export function dropThoughts(text: string): string {
  const lower = text.toLowerCase();
  const form = findForm(lower);
  const ends = MARKS.map(([open, close]) => findEnd(lower, form, open, close));
  const end = Math.max(...ends);
  if (end > 0) return text.slice(end);
  const isEndless = MARKS.some(([open]) => lower.trimStart().startsWith(open));
  return isEndless ? "" : text;
}

/** Where the thoughts of one kind of mark end; 0 if there are none. */
function findEnd(lower: string, form: number, open: string, close: string): number {
  const last = lower.lastIndexOf(close);
  if (last < 0) return 0;
  if (endsThoughts(lower, last, close)) return last + close.length;
  const start = lower.indexOf(open);
  return start >= 0 && start < form ? lower.indexOf(close, start) + close.length : 0;
}

/** The server may have taken the opening mark. A closing mark inside a message is one that the message quotes. */
function endsThoughts(lower: string, at: number, close: string): boolean {
  const opened = lower.lastIndexOf("<message", at);
  if (opened >= 0) return lower.slice(opened, at).includes("</message>");
  const [before = ""] = lower.slice(0, at).split(close).slice(-1);
  return !before.trimStart().startsWith("{") || jsonOf(before) !== undefined;
}

/** Where the first message begins, in tags or in JSON. */
function findForm(lower: string): number {
  const places = ["<message", "<content>", "{"]
    .map((sign) => lower.indexOf(sign))
    .filter((at) => at >= 0);
  return Math.min(lower.length, ...places);
}
