import { join } from "node:path";
import { type MeetingEvent, readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import type { Meeting } from "../../../src/engine/meeting/open-meeting.ts";
import { createEntries, type Entry } from "../../../src/showing/entries.ts";
import { createPacing } from "../../../src/showing/watching/pacing.ts";
import { replaySource } from "../../../src/showing/watching/replay.ts";
import { createLiveSource, type Snapshot } from "../../../src/showing/watching/source.ts";

const { events } = readTranscript(join("transcripts", "architecture-review-sample"));

/** The same meeting, with the last branch of each parallel group first. */
function asArrived(): readonly MeetingEvent[] {
  const groupOf = (event: MeetingEvent) => event.path.split("/").slice(0, -1)[0];
  const branchOf = (event: MeetingEvent) => Number(event.path.split("/")[1]);
  const ordered = [...events].sort((a, b) =>
    groupOf(a) !== undefined && groupOf(a) === groupOf(b)
      ? branchOf(b) - branchOf(a)
      : a.seq - b.seq,
  );
  return ordered.map((event, index) => ({ ...event, seq: index + 1 }));
}

const turnsOf = (entries: readonly Entry[]) =>
  entries.flatMap(({ event, turn }) =>
    event.type === "message.spoken" && turn !== null ? [`${turn} ${event.id}`] : [],
  );

function recordedTurns(): readonly string[] {
  const entries = createEntries();
  for (const event of events) entries.push(event);
  return turnsOf(entries.list);
}

function replayed(record: readonly MeetingEvent[]): Snapshot {
  const { signal } = new AbortController();
  const pacing = createPacing({ signal });
  const source = replaySource({ pacing, signal, clock: () => 0, writeAct: () => {} });
  source.read(record);
  source.begin("end");
  return source.snapshot();
}

async function followed(record: readonly MeetingEvent[]): Promise<Snapshot> {
  const meeting = {
    onLive: () => {},
    async *events() {
      yield* record;
    },
  } as unknown as Meeting;
  const pacing = createPacing({ signal: new AbortController().signal });
  const source = createLiveSource({ meeting, pacing, clock: () => 0, person: "chair" });
  await source.following;
  return source.snapshot();
}

describe.each([
  ["a replay", async (record: readonly MeetingEvent[]) => replayed(record)],
  ["a live screen", followed],
])("%s of branches in another order", (_, show) => {
  it("numbers each message as the record does", async () => {
    const arrived = asArrived();
    expect(arrived.map(({ path }) => path)).not.toEqual(events.map(({ path }) => path));
    const { items, shown } = await show(arrived);
    expect(shown).toBe(items.length);
    expect(turnsOf(items)).toEqual(recordedTurns());
    expect(items.every(({ seq }, index) => index === 0 || seq > items[index - 1]!.seq)).toBe(true);
  });

  it("does so from the end of the group on, before the meeting ends", async () => {
    const arrived = asArrived();
    const last = arrived.findLastIndex(
      ({ path, type }) => path.includes("/") && type === "message.spoken",
    );
    const next = arrived.findIndex(({ path }, index) => index > last && !path.includes("/"));
    const { items } = await show(arrived.slice(0, next + 1));
    const turns = turnsOf(items);
    expect(turns).toEqual(recordedTurns().slice(0, turns.length));
  });
});
