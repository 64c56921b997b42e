import type { MeetingEvent } from "boardroom";
import { describe, expect, it } from "vitest";
import { listCanonical } from "../../../src/showing/compare/several.ts";
import { holdSmallMeeting } from "../../support/transcripts.ts";

const { events } = (await holdSmallMeeting()).journal;

function elsewhere(event: MeetingEvent): MeetingEvent {
  const changed = { ...event, at: "2031-01-01T00:00:00.000Z", prev: "f".repeat(64) };
  if (changed.type === "call.answered")
    return { ...changed, latencyMs: 812, requestId: "req_9", request: "0" };
  if (changed.type === "meeting.opened")
    return { ...changed, nonce: "another", meeting: "another" };
  return changed;
}

describe("the canonical form", () => {
  it("is the same for the same meeting on another day, over another network", () => {
    expect(listCanonical(events.map(elsewhere))).toEqual(listCanonical(events));
  });

  it("is the same at whatever hour a person gave leave for it", () => {
    const approved = (at: string) => ({
      seq: 2,
      at: "2026-01-05T09:00:00.000Z",
      path: "0",
      type: "meeting.approved" as const,
      id: "by-running-it",
      by: "ines",
      approved: at,
      estimate: 0.4,
      binding: { question: "q", context: "c", price: "p" },
      prev: "0".repeat(64),
    });
    const [one, other] = ["2026-01-05T09:00:01.000Z", "2026-01-05T09:00:02.000Z"].map((at) => [
      approved(at),
    ]);
    expect(listCanonical(one!)).toEqual(listCanonical(other!));
    expect(listCanonical([{ ...one![0]!, by: "somebody else" }])).not.toEqual(
      listCanonical(other!),
    );
  });

  it("is the same in whatever order the branches of a group were written", () => {
    const isFirst = ({ path }: MeetingEvent) => path.startsWith("1/1/");
    const isSecond = ({ path }: MeetingEvent) => path.startsWith("1/2/");
    const others = events.filter((event) => !isFirst(event) && !isSecond(event));
    const opening = others.filter(({ path }) => path === "0");
    const rest = others.filter(({ path }) => path !== "0");
    const exchanged = [...opening, ...events.filter(isSecond), ...events.filter(isFirst), ...rest];
    expect(exchanged).not.toEqual(events);
    expect(listCanonical(exchanged)).toEqual(listCanonical(events));
  });

  it("differs where a word, a vote or a draw differs", () => {
    const whole = listCanonical(events).join("\n");
    for (const [type, field] of [
      ["message.spoken", "content"],
      ["ballot.cast", "verdict"],
      ["speaker.selected", "draw"],
      ["call.answered", "text"],
    ]) {
      const at = events.findIndex((event) => event.type === type);
      const changed = events.with(at, {
        ...events[at]!,
        [field!]: "another",
      } as unknown as MeetingEvent);
      expect(listCanonical(changed).join("\n"), `${type} ${field}`).not.toBe(whole);
    }
  });
});
