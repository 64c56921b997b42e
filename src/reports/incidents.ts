import type { MeetingEvent } from "../transcript/events.ts";

/**
 * What went wrong in a meeting, a sentence for each kind: failed calls, mended and unreadable replies, impersonation,
 * what was not counted, absences, limits. Empty where nothing did.
 */
export function incidents(events: readonly MeetingEvent[]): readonly string[] {
  const names = new Map<string, string>();
  const failed = new Tally();
  const mended = new Tally();
  const unreadable = new Tally();
  const posed = new Tally();
  const uncounted = new Tally();
  const absent = new Map<string, { times: number; why: string }>();
  const others: string[] = [];
  let retries = 0;
  const name = (seat: string) => names.get(seat) ?? seat;
  for (const event of events) {
    switch (event.type) {
      case "meeting.opened":
        for (const { id, persona } of event.seats) names.set(id, persona.name);
        break;
      case "call.failed":
        failed.add(event.kind, name(event.speaker));
        if (event.retryInMs !== null) retries += 1;
        break;
      case "call.answered":
        if (event.purpose !== "turn") mended.add(MENDED[event.purpose], name(event.speaker));
        break;
      case "impersonation.attempted":
        posed.add(`as ${name(event.as)}`, name(event.speaker));
        break;
      case "message.spoken":
      case "turn.passed":
      case "ballot.cast":
        if (event.parse === "failed") unreadable.add("not in the form asked for", name(event.speaker));
        for (const flag of event.flags) uncounted.add(flag, name(event.speaker));
        break;
      case "turn.absent": {
        const times = (absent.get(event.speaker)?.times ?? 0) + 1;
        absent.set(event.speaker, { times, why: event.reason });
        break;
      }
      case "budget.warned":
        if (event.stops) others.push(limitInWords(event, name));
        break;
      case "history.summarised":
        others.push(
          `${name(event.speaker)} was shown a summary in place of the first ${event.entries} entries.`,
        );
        break;
      case "meeting.suspended":
        others.push(`The meeting was suspended (${event.kind}): ${event.reason}`);
        break;
      default:
    }
  }
  return [
    ...failed.sentence("Calls that failed", retries === 0 ? "" : `; ${retries} were made again`),
    ...mended.sentence("Replies that needed a second call"),
    ...unreadable.sentence("Replies that could not be read"),
    ...posed.sentence("Attempts to speak for somebody else, none credited"),
    ...uncounted.sentence("Marked and, where it is a verdict or a withdrawal, not counted"),
    ...[...absent].map(
      ([seat, { times, why }]) => `${name(seat)} was absent ${timesInWords(times)}, last: ${why}`,
    ),
    ...others,
  ];
}

const MENDED = { repair: "to mend it", continuation: "to go on where it was cut off" } as const;

/** Counts by kind, and by person within it, in the order of their first appearance. */
class Tally {
  readonly kinds = new Map<string, Map<string, number>>();

  add(kind: string, who: string): void {
    const people = this.kinds.get(kind) ?? new Map<string, number>();
    people.set(who, (people.get(who) ?? 0) + 1);
    this.kinds.set(kind, people);
  }

  sentence(heading: string, end = ""): readonly string[] {
    if (this.kinds.size === 0) return [];
    const parts = [...this.kinds].map(([kind, people]) => {
      const total = [...people.values()].reduce((sum, count) => sum + count, 0);
      return `${kind} ${total} (${[...people].map(([who, count]) => `${who} ${count}`).join(", ")})`;
    });
    return [`${heading}: ${parts.join("; ")}${end}.`];
  }
}

function limitInWords(
  { limit, used, of, member }: MeetingEvent<"budget.warned">,
  name: (seat: string) => string,
): string {
  if (limit === "context") return `The debate no longer fits the model of ${name(member!)}.`;
  const whose = member === undefined ? "The meeting's" : `${name(member)}'s`;
  const spent = limit === "dollars" ? used.toFixed(4) : String(Math.round(used * 100) / 100);
  return `${whose} limit of ${of} ${limit} left no room for more, with ${spent} used.`;
}

function timesInWords(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}
