import { createMemoryJournal, resumeMeeting } from "boardroom";
import { type Ports, RECORDED } from "../../src/engine/meeting/runtime.ts";
import { MeetingStop } from "../../src/engine/protocol/floor.ts";
import type { Protocol } from "../../src/engine/protocol/protocol.ts";
import {
  type EventType,
  findDifference,
  type MeetingEvent,
} from "../../src/engine/transcript/events.ts";
import type { Journal } from "../../src/engine/transcript/journal.ts";
import { toStepPath } from "../../src/engine/transcript/path.ts";
import type { Capabilities } from "../../src/models/contract/capabilities.ts";
import type { Model } from "../../src/models/contract/model.ts";
import { createCapabilitiesLookup } from "../../src/models/registry/capabilities-for.ts";
import type { Seat } from "../../src/scenario/schema/scenario.ts";

type RerunSetup = Pick<Ports, "prices" | "providers" | "maxOutputTokens"> & {
  events: readonly MeetingEvent[];
  protocol: Protocol;
};

/** Alike in so many events, or where the two first differ. */
type Rerun = { isSame: true; compared: number } | { isSame: false; line: number; message: string };

/** Given from outside. The engine comes to all other events by itself. */
const GIVEN: ReadonlySet<EventType> = new Set([
  "meeting.opened",
  "meeting.approved",
  "meeting.forked",
  "limit.raised",
  "budget.warned",
  "meeting.adjourned",
  "meeting.suspended",
  "document.added",
  "person.acted",
  "human.asked",
  "human.answered",
  "call.answered",
  "call.failed",
]);

/** Takes replies and acts from the record, makes the rest again and compares. Asks no model. What stands before a fork belongs to the other meeting. */
export async function rerunMeeting({ events, protocol, ...ports }: RerunSetup): Promise<Rerun> {
  const ends = [...forksOf(events), events.length];
  let compared = 0;
  for (const [index, end] of ends.entries()) {
    const part = await rerunPart(events.slice(0, end), ends[index - 1] ?? 0, protocol, ports);
    if (!part.isSame) return part;
    compared += part.compared;
  }
  return { isSame: true, compared };
}

function forksOf(events: readonly MeetingEvent[]): number[] {
  return events.flatMap(({ type }, index) => (type === "meeting.forked" ? [index] : []));
}

async function rerunPart(
  events: readonly MeetingEvent[],
  start: number,
  protocol: Protocol,
  ports: Pick<Ports, "prices" | "providers" | "maxOutputTokens">,
): Promise<Rerun> {
  const answered = new Set(
    events.filter(({ type }) => type === "human.answered").map(({ path }) => path),
  );
  const isOpen = ({ type, path }: MeetingEvent) => type === "human.asked" && !answered.has(path);
  const isGiven = (event: MeetingEvent, index: number) =>
    index < start || (GIVEN.has(event.type) && !isOpen(event));
  const journal = journalWith(events.filter(isGiven));
  const given = journal.events.length;
  let asked: string | null = null;
  // What a model takes decides what was set aside for its replies, and so what fitted a limit.
  const capabilities = createCapabilitiesLookup(ports);
  const createModel = (seat: Seat) =>
    silentModel(seat, capabilities(seat.model), (speaker) => (asked ??= speaker));
  // No question expires in a rerun: expired ones are recorded as answers.
  const meeting = resumeMeeting({ ...ports, journal, protocol, createModel, now: () => "" });
  const failure: unknown = await meeting.run().then(
    () => null,
    (error: unknown) => error,
  );
  const recorded = events.filter((event, index) => !isGiven(event, index) && !isOpen(event));
  const made = journal.events.slice(given).filter(({ type }) => type !== "human.asked");
  const difference = firstDifference(recorded, made, asked);
  if (difference === null && failure !== null) throw failure;
  return difference ?? { isSame: true, compared: recorded.length };
}

/** The run ends where the record ends. Other branches of the group continue. */
function silentModel(
  { id, model }: Seat,
  capabilities: Capabilities,
  onAsked: (speaker: string) => void,
): Model {
  return {
    spec: model,
    provider: RECORDED,
    id: model,
    capabilities,
    deterministic: true,
    async generate() {
      onAsked(id);
      throw new MeetingStop({ kind: "aborted", reason: `the record holds no reply of ${id} here` });
    },
  };
}

function journalWith(events: readonly MeetingEvent[]): Journal {
  const journal = createMemoryJournal();
  for (const { seq: _, prev: __, ...draft } of events) journal.append(draft as MeetingEvent);
  return journal;
}

/** Within an effect, events have an order; between two, the file's order is the world's. */
function firstDifference(
  recorded: readonly MeetingEvent[],
  made: readonly MeetingEvent[],
  asked: string | null,
): Rerun | null {
  const waiting = byEffect(made);
  const last = recorded.at(-1);
  for (const event of recorded) {
    const again = waiting.get(toStepPath(event.path))?.shift();
    const difference = again && findDifference(event, again);
    if (difference === null) continue;
    const why =
      difference === undefined
        ? `nothing is made here${asked === null ? "" : `: no reply of ${asked} is on record`}`
        : `${difference.field} is ${short(difference.made)}, recorded ${short(difference.recorded)}`;
    return {
      isSame: false,
      line: event.seq,
      message: `${event.type} at ${event.path}: run again, ${why}`,
    };
  }
  const extra = [...waiting.values()].flat().find((event) => !isBeyond(event, last));
  if (!extra) return null;
  const message = `the re-run has ${extra.type} at ${extra.path}, but the transcript has nothing there`;
  return { isSame: false, line: (last?.seq ?? 0) + 1, message };
}

function byEffect(events: readonly MeetingEvent[]): Map<string, MeetingEvent[]> {
  const found = new Map<string, MeetingEvent[]>();
  for (const event of events) {
    const path = toStepPath(event.path);
    found.set(path, [...(found.get(path) ?? []), event]);
  }
  return found;
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** A record that was cut off may lack what follows from its last lines. */
function isBeyond(event: MeetingEvent, last: MeetingEvent | undefined): boolean {
  if (last?.type === "meeting.closed") return false;
  const number = ({ path }: MeetingEvent) => Number(toStepPath(path).split("/")[0]);
  return last === undefined || number(event) >= number(last);
}
