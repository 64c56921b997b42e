/**
 * Removes the thoughts that a model writes before its reply, from a whole reply and from one that streams in. They never
 * count and are never shown, even if they contain a message.
 */

import { tryReadJson } from "../../text/json-in.ts";

/** Marks around thoughts as servers leave them in a reply, in small letters. A closing one has a slash, `end` or `final`. */
const MARK =
  /(?:<\|?|\[(?=\/?think)|◁)(?<end>\/|end_(?:of_)?)?(?:start_|begin_of_)?(?<tag>(?:[a-z]{1,20}[:_])?(?:think(?:ing)?|thoughts?|scratchpad|reflection|analysis))(?:\|?>|\]|▷)|<\|channel\|?>(?:analysis|commentary|thought)(?:<\|message\|>)?|(?<final><\|channel\|>final<\|message\|>|<channel\|>)|<(?<slash>\/?)message\b/g;

/** UTF-16 units. No mark is longer. */
const MARK_LENGTH = 64;

/** The index at which a message begins, in tags or in JSON. */
const FORM = /<message|<content>|\{/;

type Mark = {
  is: "opening" | "closing" | "message" | "end";
  name: string;
  at: number;
  end: number;
};

/** The reply without the thoughts before it. Empty if the thoughts never end, or nothing follows them. */
export function dropThoughts(text: string): string {
  const lower = text.toLowerCase();
  const marks = findMarks(lower);
  const end = findEnd(lower, marks);
  if (end > 0) return text.slice(end);
  const first = marks.find(({ is }) => is === "opening");
  const isEndless = first !== undefined && lower.slice(0, first.at).trim() === "";
  return isEndless ? "" : text;
}

/** `isRestarted`: what was let through before is a draft in the thoughts. */
type Filtered = { text: string; isRestarted: boolean };

/** For a reply that streams in. Lets through what follows the thoughts, from the form of a message on. */
export function createThoughtFilter(): (delta: string) => Filtered {
  let all = "";
  let start: number | null = null;
  return (delta) => {
    const before = start;
    all += delta;
    const tail = all.slice(-(delta.length + MARK_LENGTH)).toLowerCase();
    const isNews = tail.search(MARK) >= 0 || (start === null && FORM.test(tail));
    if (isNews) start = findReply(all.toLowerCase());
    const isRestarted = before !== null && start !== before;
    if (start === null) return { text: "", isRestarted };
    return { text: before === start ? delta : all.slice(start), isRestarted };
  };
}

/** Where the reply begins; null before its form, and within thoughts. */
function findReply(lower: string): number | null {
  const marks = findMarks(lower);
  const end = findEnd(lower, marks);
  const form = lower.slice(end).search(FORM);
  const opened = marks.find(({ is, at }) => is === "opening" && at >= end);
  if (form < 0 || (opened && opened.at < end + form)) return null;
  return end + form;
}

/** The index at which the thoughts end; 0 if there are none, or if they are still open. */
function findEnd(lower: string, marks: readonly Mark[]): number {
  const opened = marks.find(({ is }) => is === "opening");
  const isFirst = opened !== undefined && !FORM.test(lower.slice(0, opened.at));
  const closed = isFirst && marks.find(({ is, name }) => is === "closing" && name === opened.name);
  return Math.max(closed ? closed.end : 0, findLoneEnd(lower, marks));
}

/** The server may have taken the opening mark. A closing mark inside a message is one that the message quotes. */
function findLoneEnd(lower: string, marks: readonly Mark[]): number {
  let end = 0;
  let message: "none" | "open" | "closed" = "none";
  let last: Mark | undefined;
  let from = 0;
  for (const mark of marks) {
    if (mark.is === "message") message = "open";
    else if (mark.is === "end") message = "closed";
    else if (mark.is === "closing" && message === "closed") end = mark.end;
    else if (mark.is === "closing" && message === "none") {
      from = last?.end ?? 0;
      last = mark;
    }
  }
  if (end > 0 || last === undefined) return end;
  const before = lower.slice(from, last.at).trimStart();
  return before.startsWith("{") && tryReadJson(before) === undefined ? 0 : last.end;
}

function findMarks(lower: string): readonly Mark[] {
  return [...lower.matchAll(MARK)].map(({ 0: whole, index: at, groups = {} }) => {
    const { end, tag = "channel", final, slash } = groups;
    const place = { name: tag, at, end: at + whole.length };
    if (slash !== undefined) return { ...place, is: slash === "" ? "message" : "end" };
    return { ...place, is: end !== undefined || final !== undefined ? "closing" : "opening" };
  });
}
