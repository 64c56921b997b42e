import type { Entry, MeetingState } from "../../transcript/state.ts";
import { threadsOf } from "../../transcript/threads.ts";
import { meetingCalled, phaseEntered } from "./facts.ts";

/** One line a message, in the fields of an agent mesh: who, to whom, of which kind, in which thread and phase. */
export function transcriptLines(state: MeetingState): string {
  const roots = new Map(threadsOf(state).map(({ topic, root }) => [topic, root]));
  const topics = (meetingCalled.last(state)?.agenda ?? []).map(({ id }) => id);
  const phases = state.facts.flatMap((fact) => {
    const entered = phaseEntered.read(fact);
    return entered ? [{ name: entered.name, from: Number(fact.path) }] : [];
  });
  const phaseOf = (id: string) =>
    phases.findLast(({ from }) => from < Number(/^m(\d+)/.exec(id)?.[1] ?? 0))?.name ?? null;
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
        participantName: state.members.get(speaker)!.seat.persona.name,
        originalMessageId: topic === undefined || isRoot ? null : (roots.get(topic) ?? null),
        meetingId: state.meeting,
        phase: phaseOf(id),
        topicIndex: topic === undefined ? null : topics.indexOf(topic),
      }),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
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
