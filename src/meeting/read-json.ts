import type { z } from "zod";
import { takesPosition } from "../scaffold/message.ts";
import { groundsFields, sourcesOf } from "../transcript/check-citations.ts";
import type { Draft, Json } from "../transcript/events.ts";
import { messageId } from "../transcript/path.ts";
import { copiesIn, FORM_COPIED, toldOf } from "./copied-form.ts";
import type { Cue, Stance } from "./floor.ts";
import { checkMovedBy } from "./moved-by.ts";
import type { Reading } from "./read-scaffold.ts";
import type { Scope } from "./room.ts";
import { afterWords, countWords } from "./speaking-clock.ts";

/** Reads a reply that was to be JSON of the cue's schema. What does not fit is never half believed. */
export function readJson<Reply>(
  { path, fold }: Scope,
  speaker: string,
  cue: Cue<Reply>,
  text: string,
  marks: readonly string[] = [],
): Reading {
  const { state } = fold;
  const value = parseJson(text);
  const result = cue.reply!.safeParse(value);
  const copies = result.success ? copiesIn(result.data, cue.text) : [];
  const isCopy = copies.some(({ depth }) => depth === 1);
  const audience = cue.audience ?? "all";
  const words = audience === "record" ? 0 : countWords(text);
  const isRead = result.success && !isCopy;
  const problem = !result.success ? describe(value, result.error) : copies.length > 0 ? toldOf(copies) : null;
  const allMarks = copies.length > 0 ? [...marks, FORM_COPIED] : marks;
  const isAgent = state.members.get(speaker)!.seat.kind === "agent";
  const { movedBy: claim, ...stance } = isRead && !isAgent ? (cue.stance?.(result.data) ?? SILENT) : SILENT;
  const moved = checkMovedBy(takesPosition(stance) ? claim : undefined, { state, speaker });
  const movedBy = moved.movedBy && { movedBy: moved.movedBy };
  const parse = isRead ? "strict" : "failed";
  const reply = isRead ? { reply: value as Json } : {};
  if (cue.ballot !== undefined) {
    const base = { path, at: state.now, speaker, ballot: cue.ballot };
    const ending: Draft<"ballot.cast"> = {
      type: "ballot.cast",
      ...base,
      ...stance,
      ...movedBy,
      parse,
      ...groundsFields(stance, sourcesOf(state), [...allMarks, ...moved.flags]),
      ...reply,
      ...(cue.verbatim && { text: text.trim() }),
    };
    return { ending, impersonated: [], problem, isLegible: isRead };
  }
  const ending: Draft<"message.spoken"> = {
    type: "message.spoken",
    path,
    at: afterWords(state.now, words),
    id: messageId(path),
    speaker,
    to: null,
    artifacts: [],
    ...stance,
    ...movedBy,
    ready: false,
    withdrawn: false,
    content: text.trim(),
    audience,
    ...(cue.topic !== undefined && { topic: cue.topic }),
    parse,
    citations: [],
    ...groundsFields(stance, sourcesOf(state), [...allMarks, ...moved.flags]),
    words,
    ...reply,
  };
  return { ending, impersonated: [], problem, isLegible: isRead };
}

const SILENT: Stance = { verdict: null, reasoning: null, wouldChange: null, confidence: null };

/** The JSON in a reply: the whole of it, else the last code fence, the last object, or what the outermost braces hold. */
function parseJson(text: string): unknown {
  const fences = [...text.matchAll(/```(?:json)?\s*\n([\s\S]*?)```/g)].map((match) => match[1]!);
  const braces = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, ...fences.reverse(), lastObject(text), braces]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate may fit.
    }
  }
  return undefined;
}

/** From the last brace outside any other to its own closing one; empty where there is none. */
function lastObject(text: string): string {
  let found = "";
  let depth = 0;
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted && sign === "\\") at += 1;
    else if (depth > 0 && sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === "{" && depth++ === 0) start = at;
    else if (!isQuoted && sign === "}" && depth > 0 && --depth === 0) found = text.slice(start, at + 1);
  }
  return found;
}

function describe(value: unknown, error: z.ZodError): string {
  if (value === undefined) return "Your reply was not JSON.";
  return error.issues.map(({ path, message }) => `${path.join(".") || "reply"}: ${message}`).join("\n");
}
