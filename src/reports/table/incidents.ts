import type { EventType, MeetingEvent } from "../../transcript/events.ts";
import { limitInWords } from "../../transcript/limit-in-words.ts";
import { createFormTrouble } from "./form-trouble.ts";

/**
 * What went wrong in a meeting, a sentence for each kind: failed calls, mended and unreadable replies, impersonation,
 * what was not counted, absences, limits. Empty where nothing did.
 */
export function incidents(events: readonly MeetingEvent[]): readonly string[] {
  const name = namesIn(events);
  return [
    ...failedCalls(events, name),
    ...secondCalls(events, name),
    ...marks(events, name),
    ...impersonations(events, name),
    ...formTrouble(events, name),
    ...absences(events, name),
    ...events.flatMap((event) => single(event, name)),
  ];
}

/** From a seat's id to its person's name. */
type NameOf = (seat: string) => string;

function namesIn(events: readonly MeetingEvent[]): NameOf {
  const seats = only(events, "meeting.opened").flatMap((opened) => opened.seats);
  const names = new Map(seats.map(({ id, persona }) => [id, persona.name]));
  return (seat) => names.get(seat) ?? seat;
}

function failedCalls(events: readonly MeetingEvent[], name: NameOf): readonly string[] {
  const failed = only(events, "call.failed");
  const retries = failed.filter(({ retryInMs }) => retryInMs !== null).length;
  const counted = tally(failed.map(({ kind, speaker }) => [kind, name(speaker)]));
  const again = retries === 0 ? "" : `; ${retries} were made again`;
  return sentence("Calls that failed", counted, again);
}

function secondCalls(events: readonly MeetingEvent[], name: NameOf): readonly string[] {
  const why = { turn: "", repair: "to mend it", continuation: "to go on where it was cut off" } as const;
  const second = only(events, "call.answered").filter(({ purpose }) => purpose !== "turn");
  const counted = tally(second.map(({ purpose, speaker }) => [why[purpose], name(speaker)]));
  return sentence("Replies that needed a second call", counted);
}

function marks(events: readonly MeetingEvent[], name: NameOf): readonly string[] {
  const read = [
    ...only(events, "message.spoken"),
    ...only(events, "turn.passed"),
    ...only(events, "ballot.cast"),
  ].sort((a, b) => a.seq - b.seq);
  const unread = read.filter(({ parse }) => parse === "failed");
  const flagged = read.flatMap(({ flags, speaker }) => flags.map((flag) => [flag, name(speaker)] as const));
  return [
    ...sentence(
      "Replies that could not be read",
      tally(unread.map(({ speaker }) => ["not in the form asked for", name(speaker)])),
    ),
    ...sentence(
      "Marked in messages and ballots (a marked verdict or withdrawal does not count)",
      tally(flagged),
    ),
  ];
}

/** Which model does not keep the form, and the likely cause. */
function formTrouble(events: readonly MeetingEvent[], name: NameOf): readonly string[] {
  const trouble = createFormTrouble(name);
  for (const event of events) trouble.next(event);
  return trouble.all();
}

function impersonations(events: readonly MeetingEvent[], name: NameOf): readonly string[] {
  const posed = only(events, "impersonation.attempted").map(
    ({ as, speaker }) => [`as ${name(as)}`, name(speaker)] as const,
  );
  return sentence("Attempts to speak for somebody else, none credited", tally(posed));
}

function absences(events: readonly MeetingEvent[], name: NameOf): readonly string[] {
  const bySeat = new Map<string, { times: number; last: string }>();
  for (const { speaker, reason } of only(events, "turn.absent")) {
    bySeat.set(speaker, { times: (bySeat.get(speaker)?.times ?? 0) + 1, last: reason });
  }
  return [...bySeat].map(
    ([seat, { times, last }]) =>
      `${name(seat)} was absent ${times === 1 ? "once" : `${times} times`}, last: ${last}`,
  );
}

/** Events that are a sentence each. */
function single(event: MeetingEvent, name: NameOf): readonly string[] {
  if (event.type === "budget.warned" && event.stops) return [shortage(event, name)];
  if (event.type === "history.summarised") {
    return [`${name(event.speaker)} was shown a summary in place of the first ${event.entries} entries.`];
  }
  if (event.type === "meeting.suspended") return [`The meeting was suspended (${event.kind}): ${event.reason}`];
  return [];
}

function shortage({ limit, used, of, member }: MeetingEvent<"budget.warned">, name: NameOf): string {
  if (limit === "context") return `The debate no longer fits the model of ${name(member!)}.`;
  const whose = member === undefined ? "The meeting's" : `${name(member)}'s`;
  const spent = limit === "dollars" ? used.toFixed(4) : String(Math.round(used * 100) / 100);
  return `${whose} limit of ${limitInWords(limit, of)} left no room for more, with ${spent} used.`;
}

/** Counts by kind, and by person within it, in the order of their first appearance. */
type Tally = ReadonlyMap<string, ReadonlyMap<string, number>>;

function tally(cases: readonly (readonly [kind: string, who: string])[]): Tally {
  const kinds = new Map<string, Map<string, number>>();
  for (const [kind, who] of cases) {
    const people = kinds.get(kind) ?? new Map<string, number>();
    people.set(who, (people.get(who) ?? 0) + 1);
    kinds.set(kind, people);
  }
  return kinds;
}

/** No sentence where there is nothing to count. */
function sentence(heading: string, counted: Tally, end = ""): readonly string[] {
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
