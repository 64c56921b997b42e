import type { z } from "zod";
import { isRecord } from "../../../lists.ts";
import { parseJson } from "../../../text/json-in.ts";
import { takesPosition } from "../../scaffold/message.ts";
import { groundsFields } from "../../transcript/check-citations.ts";
import { sourcesOf } from "../../transcript/citable.ts";
import type { Draft, Json } from "../../transcript/events.ts";
import { memberOf } from "../../transcript/member-of.ts";
import { messageId } from "../../transcript/path.ts";
import type { Cue, Stance } from "../contract/floor.ts";
import { copiesIn, FORM_COPIED, toldOf } from "./copied-form.ts";
import { checkMovedBy } from "./moved-by.ts";
import type { TurnReading } from "./read-scaffold.ts";
import type { Effect } from "./runtime.ts";
import { afterWords, countWords } from "./speaking-clock.ts";

/** What does not fit the cue's schema is never half believed. */
export function readJson<Reply>(
  effect: Effect,
  speaker: string,
  cue: Cue<Reply> & Required<Pick<Cue<Reply>, "reply">>,
  text: string,
  marks: readonly string[],
): TurnReading {
  const { path, fold } = effect;
  const { state } = fold;
  const value = parseJson(text);
  const result = cue.reply.safeParse(value);
  const copies = result.success ? copiesIn(result.data, cue.text) : [];
  const isCopy = copies.some(({ depth }) => depth === 1);
  const audience = cue.audience ?? "all";
  const words = audience === "record" ? 0 : countWords(text);
  const isRead = result.success && !isCopy;
  const again = (second: string) => readJson(effect, speaker, cue, second, marks);
  const rejected = [
    ...(result.error?.issues ?? []).map(({ path: [key = ""] }) => String(key)),
    ...copies.map(({ place }) => place.split(".")[0] ?? ""),
  ];
  const mend = (second: string) => {
    const merged = again(withParts(value, rejected, parseJson(second)));
    return merged.isLegible ? merged : again(second);
  };
  const isWhole = !isRecord(value) || rejected.includes("");
  const problem = !result.success ? describe(value, result.error) : copies.length > 0 ? toldOf(copies) : null;
  const allMarks = copies.length > 0 ? [...marks, FORM_COPIED] : marks;
  const isAgent = memberOf(state, speaker).seat.kind === "agent";
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
      ...groundsFields(stance, sourcesOf(state, speaker), [...allMarks, ...moved.flags]),
      ...reply,
      ...(cue.verbatim && { text: text.trim() }),
    };
    return { ending, impersonated: [], problem, isLegible: isRead, mend: isWhole ? null : mend };
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
    ...groundsFields(stance, sourcesOf(state, speaker), [...allMarks, ...moved.flags]),
    words,
    ...reply,
  };
  return { ending, impersonated: [], problem, isLegible: isRead, mend: isWhole ? null : mend };
}

/** Fields of the first reply, with the rejected ones as the second states them. */
function withParts(first: unknown, rejected: readonly string[], second: unknown): string {
  const stated = isRecord(second) ? Object.entries(second) : [];
  const taken = stated.filter(([key]) => rejected.includes(key));
  return JSON.stringify({ ...(first as object), ...Object.fromEntries(taken) });
}

const SILENT: Stance = { verdict: null, reasoning: null, wouldChange: null, confidence: null };

function describe(value: unknown, error: z.ZodError): string {
  if (value === undefined) return "Your reply was not JSON.";
  return error.issues.map(({ path, message }) => `${path.join(".") || "reply"}: ${message}`).join("\n");
}
