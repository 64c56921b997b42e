import type { Entry, MeetingState } from "./state.ts";

type Thread = {
  readonly topic: string;
  readonly root: string | null;
  readonly messages: readonly string[];
  readonly participants: readonly string[];
  readonly lastActivity: string;
};

export function threadsOf(state: MeetingState): readonly Thread[] {
  const threads = new Map<
    string,
    { -readonly [Key in keyof Thread]: Thread[Key] extends readonly string[] ? string[] : Thread[Key] }
  >();
  for (const entry of state.entries as readonly Entry[]) {
    const topic = topicOf(entry);
    if (topic === undefined) continue;
    const said = entry.kind === "message" ? entry.message : entry;
    const at = "at" in said ? said.at : state.startedAt;
    const thread = threads.get(topic) ?? {
      topic,
      root: null,
      messages: [],
      participants: [],
      lastActivity: at,
    };
    threads.set(topic, thread);
    thread.lastActivity = at;
    if (entry.kind === "notice") thread.root ??= entry.id;
    if (entry.kind !== "message") continue;
    thread.messages.push(entry.message.id);
    if (!thread.participants.includes(entry.message.speaker)) thread.participants.push(entry.message.speaker);
  }
  return [...threads.values()];
}

function topicOf(entry: Entry): string | undefined {
  if (entry.kind === "message") return entry.message.topic;
  return entry.kind === "notice" ? entry.topic : undefined;
}
