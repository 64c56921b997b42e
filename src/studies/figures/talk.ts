import { countWords } from "../../engine/meeting/turn/read.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";

type CountedMessage = {
  readonly speaker: string;
  /** The member addressed; null: everybody. */
  readonly to: string | null;
  readonly words: number;
};

export type TalkRecord = {
  readonly members: readonly string[];
  readonly messages: readonly CountedMessage[];
};

/** A maximal run of messages by one speaker, as research on meetings defines a turn. */
type TalkRun = CountedMessage & { readonly messages: number };

export function talkOf(state: MeetingState): TalkRecord {
  const members = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
  const ids = members.map(({ seat }) => seat.id);
  const messages = state.entries.flatMap((entry): CountedMessage[] => {
    if (entry.kind !== "message" || entry.audience === "record") return [];
    const { speaker, to, content } = entry.message;
    return ids.includes(speaker) ? [{ speaker, to, words: countWords(content) }] : [];
  });
  return { members: ids, messages };
}

/** A turn is addressed as its last message is. */
export function runsOf({ messages }: Pick<TalkRecord, "messages">): TalkRun[] {
  const runs: TalkRun[] = [];
  for (const { speaker, to, words } of messages) {
    const last = runs.at(-1);
    if (last?.speaker === speaker)
      runs.splice(-1, 1, { speaker, to, words: last.words + words, messages: last.messages + 1 });
    else runs.push({ speaker, to, words, messages: 1 });
  }
  return runs;
}

export function cutTo(talk: TalkRecord, turns: number): TalkRecord {
  const most = runsOf(talk)
    .slice(0, turns)
    .reduce((sum, { messages }) => sum + messages, 0);
  return { ...talk, messages: talk.messages.slice(0, most) };
}
