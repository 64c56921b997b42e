import type { EventType, MeetingEvent } from "../../engine/transcript/events.ts";
import type { EventVoice } from "../../engine/words/tell.ts";
import { words } from "../../engine/words/words.ts";
import { createFormTrouble } from "./form-trouble.ts";

/** What went wrong in a meeting, a sentence for each kind of incident. Empty if nothing did. */
export function incidents(events: readonly MeetingEvent[]): readonly string[] {
  const voice = { nameOf: namesIn(events) };
  return [
    ...failedCalls(events, voice),
    ...secondCalls(events, voice),
    ...marks(events, voice),
    ...impersonations(events, voice),
    ...formTrouble(events, voice),
    ...absences(events, voice),
    ...events.flatMap((event) => single(event, voice)),
  ];
}

function namesIn(events: readonly MeetingEvent[]): EventVoice["nameOf"] {
  const seats = only(events, "meeting.opened").flatMap((opened) => opened.seats);
  const names = new Map(seats.map(({ id, persona }) => [id, persona.name]));
  return (seat) => names.get(seat) ?? seat;
}

function failedCalls(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const failed = only(events, "call.failed");
  const retries = failed.filter(({ retryInMs }) => retryInMs !== null).length;
  const counted = tally(failed.map(({ kind, speaker }) => [kind, nameOf(speaker)]));
  const again = retries === 0 ? "" : words.wrong.again(retries);
  return sentence(words.wrong.failed, counted, again);
}

function secondCalls(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const why = { turn: "", repair: words.wrong.mend, continuation: words.wrong.goOn };
  const second = only(events, "call.answered").filter(({ purpose }) => purpose !== "turn");
  const counted = tally(second.map(({ purpose, speaker }) => [why[purpose], nameOf(speaker)]));
  return sentence(words.wrong.second, counted);
}

function marks(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const read = [
    ...only(events, "message.spoken"),
    ...only(events, "turn.passed"),
    ...only(events, "ballot.cast"),
  ].sort((a, b) => a.seq - b.seq);
  const unread = read.filter(({ parse }) => parse === "failed");
  const flagged = read.flatMap(({ flags, speaker }) => flags.map((flag) => [flag, nameOf(speaker)] as const));
  return [
    ...sentence(
      words.wrong.unread,
      tally(unread.map(({ speaker }) => [words.wrong.notInForm, nameOf(speaker)])),
    ),
    ...sentence(words.wrong.marked, tally(flagged)),
  ];
}

function formTrouble(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const trouble = createFormTrouble(nameOf);
  for (const event of events) trouble.next(event);
  return trouble.all();
}

function impersonations(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const posed = only(events, "impersonation.attempted").map(
    ({ as, speaker }) => [words.wrong.as(nameOf(as)), nameOf(speaker)] as const,
  );
  return sentence(words.wrong.posed, tally(posed));
}

function absences(events: readonly MeetingEvent[], { nameOf }: EventVoice): readonly string[] {
  const bySeat = new Map<string, { times: number; last: string }>();
  for (const { speaker, reason } of only(events, "turn.absent")) {
    bySeat.set(speaker, { times: (bySeat.get(speaker)?.times ?? 0) + 1, last: reason });
  }
  return [...bySeat].map(([seat, { times, last }]) => words.wrong.absent(nameOf(seat), times, last));
}

function single(event: MeetingEvent, voice: EventVoice): readonly string[] {
  const { nameOf } = voice;
  if (event.type === "budget.warned" && event.stops) return [shortage(event, voice)];
  if (event.type === "history.summarised") return [words.wrong.summary(nameOf(event.speaker), event.entries)];
  if (event.type === "meeting.suspended") return [words.wrong.suspended(event.kind, event.reason)];
  return [];
}

function shortage({ limit, used, of, member }: MeetingEvent<"budget.warned">, { nameOf }: EventVoice): string {
  const name = member === undefined ? null : nameOf(member);
  if (limit === "context") return words.wrong.tooLong(name ?? "");
  const spent = limit === "dollars" ? used.toFixed(4) : String(Math.round(used * 100) / 100);
  return words.wrong.noRoom(name, words.wrong.limit(of, limit), String(spent));
}

type IncidentCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

function tally(cases: readonly (readonly [kind: string, who: string])[]): IncidentCounts {
  const kinds = new Map<string, Map<string, number>>();
  for (const [kind, who] of cases) {
    const people = kinds.get(kind) ?? new Map<string, number>();
    people.set(who, (people.get(who) ?? 0) + 1);
    kinds.set(kind, people);
  }
  return kinds;
}

function sentence(heading: string, counted: IncidentCounts, end = ""): readonly string[] {
  if (counted.size === 0) return [];
  const parts = [...counted].map(([kind, people]) => {
    const total = [...people.values()].reduce((sum, count) => sum + count, 0);
    return `${kind} ${total} (${[...people].map(([who, count]) => `${who} ${count}`).join(", ")})`;
  });
  return [`${heading}: ${parts.join("; ")}${end}.`];
}

function only<Type extends EventType>(events: readonly MeetingEvent[], type: Type) {
  return events.filter((event) => event.type === type) as unknown as readonly MeetingEvent<Type>[];
}
