// A message of a simulated member in the form that the meeting reads.

import { NO_CONTENT } from "../engine/scaffold/message.ts";
import { renderMessage } from "../engine/scaffold/render.ts";
import { isMereReference } from "../scenario/documents/citations.ts";
import type { Cited } from "../scenario/schema/script.ts";
import { toPlainWords } from "../text/plain.ts";
import type { Player } from "./cast.ts";
import type { Said } from "./debate.ts";
import type { Beat, Thread } from "./stage.ts";
import type { Stance } from "./stance.ts";

export type Speech = {
  text: string;
  /** Name of the member it addresses. */
  to: string | null;
  cites: readonly Cited[];
  thread?: Thread;
  beat?: Beat;
  stance?: Stance;
  mover?: Said | null;
  isWithdrawn?: boolean;
  topic?: string | undefined;
};

const RENDERING = { order: "verdict-first", names: (name: string) => name } as const;

export function renderSpeech({ called: speaker }: Player, speech: Speech): string {
  const { text, to, cites, stance, mover, isWithdrawn = false, topic } = speech;
  const artifacts = cites.map(({ ref, quote }) => ({ kind: "citation" as const, ref, quote }));
  const movedBy = mover
    ? { message: mover.id, passage: cutPassage(mover, `${text} ${stance?.reasoning}`) }
    : undefined;
  const message = {
    ...NO_CONTENT,
    id: "",
    at: "",
    speaker,
    to,
    topic,
    artifacts,
    content: text,
    withdrawn: isWithdrawn,
    movedBy,
  };
  return renderMessage({ ...message, ...stance }, RENDERING);
}

/** The part with most words of the answer to it and of its reason, without the name of a member, which may be a mask. */
function cutPassage({ content }: Said, answer: string): string {
  const wanted = new Set(listWords(answer));
  const weigh = (part: string) => listWords(part).filter((word) => wanted.has(word)).length;
  const parts = content
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[.?!]["”’']?) |,? ?Member [A-Z]{1,2}\b[ ,.]*/)
    .filter((part) => !isMereReference(part))
    .sort((one, other) => weigh(other) - weigh(one) || other.length - one.length);
  return parts[0] ?? content;
}

function listWords(text: string): string[] {
  return toPlainWords(text)
    .split(" ")
    .filter((word) => word.length > 4);
}

export function renderPass({ called: speaker }: Player): string {
  return renderMessage(
    { ...NO_CONTENT, id: "", at: "", speaker, pass: true, ready: true },
    RENDERING,
  );
}
