import type { MeetingEvent } from "boardroom";
import { describe, expect, it } from "vitest";
import { draft, opened, smallMeeting, spoken, transcript } from "../../showing/meeting.ts";
import { type Watcher, watch } from "../../support/watcher.ts";

const SIZES = [
  { columns: 60, rows: 15 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 36 },
  { columns: 300, rows: 60 },
];

const meeting = smallMeeting();
const headOf = ({ text }: Watcher, rows = 2) => text.split("\n").slice(0, rows).join("\n");

describe("the end of a meeting", () => {
  it.each(SIZES)("stands in the header at $columns x $rows: outcome, votes and dissent", (size) => {
    const head = headOf(watch(meeting, { size }));
    expect(head).toMatch(/ Hire +2 for a.*dissent: Watson/);
  });

  it("stands in the transcript, with the votes counted and the dissenter's reason", () => {
    const text = watch(meeting, { size: { columns: 120, rows: 36 } }).text;
    for (const words of [
      "Votes: for 2, against 1",
      "Nobody asked her",
      "Ended: all members withdrew or voted",
    ])
      expect(text).toContain(words);
    expect(text).toMatch(/Dissent: Watson No hire/);
  });

  it("stands first in the tally, in sight without scrolling", () => {
    const rows = watch(meeting).text.split("\n");
    expect(rows.findIndex((row) => row.includes("Outcome"))).toBeLessThan(
      rows.findIndex((row) => row.includes("Final verdicts")),
    );
  });

  it("keeps the dissent in sight where the reason is long, and says an option once that names the outcome", () => {
    const closed = meeting.at(-1) as MeetingEvent<"meeting.closed">;
    const outcome = { ...closed.outcome, reason: "a long reason ".repeat(20) };
    const long = [...meeting.slice(0, -1), { ...closed, outcome }];
    expect(headOf(watch(long))).toMatch(/… +dissent: Watson/);
    const named = {
      ...closed.outcome,
      status: "need-more-data" as const,
      side: null,
      option: "NEED_MORE_DATA",
    };
    expect(headOf(watch([...meeting.slice(0, -1), { ...closed, outcome: named }]))).toContain(
      "  Need more data  ",
    );
  });

  it("is not told where a replay stands before it", () => {
    const before = watch(meeting.slice(0, 8), { replayOf: meeting.length });
    expect(headOf(before)).not.toMatch(/ Hire +2 for a/);
  });

  it("says why a meeting is suspended; below, that it can be resumed", () => {
    const events = transcript([
      opened(),
      spoken("1", "chen", "Let us begin."),
      draft("meeting.suspended", "2", {
        reason: "the key is not accepted",
        cause: "auth",
      } as never),
    ]) as MeetingEvent[];
    const text = watch(events).text;
    expect(text.split("\n")[1]).toMatch(/SUSPENDED +the key is not accepted/);
    expect(text).toMatch(/Suspended: the key is not accepted\. The meeting can be[\s\S]*resumed\./);
  });
});

describe("the header", () => {
  it.each([60, 80, 100, 111, 112, 120, 200, 300])(
    "has the question or the title at %i columns, simulated or not",
    (columns) => {
      const size = { columns, rows: 30 };
      expect(headOf(watch(meeting.slice(0, 6), { size }), 2)).toMatch(
        /Should the institute hire Ada Byron\?|A post at the institute/,
      );
      const real = transcript([opened({ simulated: false }), spoken("1", "chen", "Well.")]);
      expect(headOf(watch(real, { size }), 2)).toMatch(
        /Should the institute hire Ada Byron\?|A post at the institute/,
      );
    },
  );

  it.each([
    ["cost not known", "lab:qwen"],
    ["paid by your plan, not counted", "program:mine"],
  ])("says %s of the model %s", (cost, asked) => {
    const usage = { input: 900, output: 40, cacheRead: 0, cacheWrite: 0 };
    const answered = draft("call.answered", "1", {
      speaker: "chen",
      asked,
      usage,
      cost: null,
    } as never);
    const events = transcript([
      opened({ simulated: false }),
      answered,
      spoken("1", "chen", "Well."),
    ]);
    expect(headOf(watch(events))).toContain(cost);
  });
});
