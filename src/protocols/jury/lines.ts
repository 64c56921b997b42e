import { memberOf } from "../../engine/transcript/member-of.ts";
import type { Entry, MeetingState } from "../../engine/transcript/state.ts";
import { threadsOf } from "../../engine/transcript/threads.ts";
import { meetingCalled, phaseEnded, phaseEntered } from "./facts.ts";

export function transcriptLines(state: MeetingState): string {
  const roots = new Map(threadsOf(state).map(({ topic, root }) => [topic, root]));
  const topics = (meetingCalled.last(state)?.agenda ?? []).map(({ id }) => id);
  const phaseOf = phasesOf(state);
  const lines = (state.entries as readonly Entry[]).flatMap((entry) => {
    const said = messageIn(entry);
    if (said === null) return [];
    const { id, at, speaker, to, topic, content } = said;
    const isRoot = topic !== undefined && roots.get(topic) === id;
    return [
      JSON.stringify({
        id,
        fromSession: speaker,
        toSession: to ?? "ALL",
        messageType: typeOf(entry, to),
        content,
        priority: entry.kind === "notice" ? "high" : "medium",
        timestamp: at,
        requiresResponse: entry.kind === "message" && to !== null && content.trimEnd().endsWith("?"),
        participantName: memberOf(state, speaker).seat.persona.name,
        originalMessageId: topic === undefined || isRoot ? null : (roots.get(topic) ?? null),
        meetingId: state.meeting,
        phase: phaseOf(id),
        topicIndex: topic === undefined ? null : topics.indexOf(topic),
      }),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** What is said between two phases opens the later one; null after the last. */
function phasesOf(state: MeetingState): (id: string) => string | null {
  const spans: { readonly name: string; end: number }[] = [];
  for (const fact of state.facts) {
    const entered = phaseEntered.read(fact);
    if (entered) spans.push({ name: entered.name, end: Number.POSITIVE_INFINITY });
    const last = spans.at(-1);
    if (last && phaseEnded.read(fact)) last.end = Number(fact.path);
  }
  return (id) => spans.find(({ end }) => Number(/^m(\d+)/.exec(id)?.[1] ?? 0) < end)?.name ?? null;
}

function messageIn(entry: Entry) {
  if (entry.kind === "message" && entry.audience === "all") return entry.message;
  if (entry.kind !== "notice") return null;
  const { id, at, agent, topic, text } = entry;
  return { id, at, speaker: agent, to: null, topic, content: text };
}

function typeOf(entry: Entry, to: string | null): string {
  if (entry.kind === "notice") return "system_notification";
  if (to === null) return "thought_share";
  return entry.kind === "message" && entry.message.content.trimEnd().endsWith("?") ? "query" : "response";
}
