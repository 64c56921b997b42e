import { join } from "node:path";
import { foldTranscript, readTranscript } from "boardroom";
import { createFold } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { createTimeline } from "../../../src/showing/watching/replay.ts";

const SAMPLES = ["hiring-sample", "code-review-sample"];

/** Places all over a record of so many events, in an order that goes back and forth. */
function places(length: number): number[] {
  return Array.from(
    { length: 20 },
    (_, index) => 1 + ((index * 7919 + 31 * index * index) % length),
  );
}

describe.each(SAMPLES)("the timeline of %s", (sample) => {
  const { events } = readTranscript(join("transcripts", sample));

  it("has the state of a fold from the start, wherever it goes", () => {
    const timeline = createTimeline();
    for (const event of events) timeline.read(event);
    for (const place of [...places(events.length), events.length, 1, events.length]) {
      timeline.goTo(place);
      const fold = createFold();
      for (const event of events.slice(0, place)) fold.apply(event);
      expect(timeline.meeting).toEqual(fold.state);
      expect(timeline.selection).toBe(
        events.slice(0, place).findLast(({ type }) => type === "speaker.selected") ?? null,
      );
    }
  });

  it("goes on from any place as if it had never left it", () => {
    const timeline = createTimeline();
    for (const event of events) timeline.read(event);
    for (const place of places(events.length).slice(0, 10)) {
      timeline.goTo(place);
      while (timeline.cursor < events.length) timeline.next();
      expect(timeline.meeting).toEqual(foldTranscript(events));
    }
  });
});

describe("a timeline", () => {
  it("follows a record that grows", () => {
    const { events } = readTranscript(join("transcripts", SAMPLES[0]!));
    const timeline = createTimeline();
    expect(timeline.meeting).toBeNull();
    for (const event of events) {
      timeline.read(event);
      timeline.goTo(timeline.events.length);
    }
    expect(timeline.meeting).toEqual(foldTranscript(events));
    timeline.goTo(0);
    expect([timeline.meeting, timeline.cursor]).toEqual([null, 0]);
  });
});
