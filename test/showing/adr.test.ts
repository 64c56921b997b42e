import { foldTranscript, type MeetingEvent, verdictTable } from "boardroom";
import { describe, expect, it } from "vitest";
import { printDecisionRecord } from "../../src/showing/adr.ts";
import { createLibrary, findStrongestLines } from "../../src/showing/passages.ts";
import type { MemberRow } from "../../src/showing/verdict-schema.ts";
import { smallMeeting } from "./meeting.ts";

const MODEL = "ollama:small";

/** The front matter of the small meeting, which decides for Hire by two votes of three, with these seats. */
function frontOf(models: Readonly<Record<string, string>>, acceptedBy?: string): string {
  const events = smallMeeting().map((event): MeetingEvent => {
    if (event.type === "meeting.closed")
      return { ...event, outcome: { ...event.outcome, acceptedBy } };
    if (event.type !== "meeting.opened") return event;
    const seats = event.seats.map((each) => ({ ...each, model: models[each.id] ?? MODEL }));
    return { ...event, simulated: false, seats };
  });
  const state = foldTranscript(events);
  const record = printDecisionRecord({
    events,
    state,
    table: verdictTable(state, { headHash: "" }),
    own: [],
  });
  return record.slice(0, record.indexOf("\n---", 4)).replace(/\ndate: .*/, "");
}

describe("a decision record", () => {
  const models =
    "consulted:\n  - Dr. Sarah Chen, Research Director\n  - Dr. James Kumar, Compliance Officer";

  it("of models is proposed, and they decide nothing", () => {
    expect(frontOf({})).toBe(
      `---\nstatus: proposed\n${models}\n  - Emily Watson, Industry Liaison`,
    );
  });

  it("is accepted by the person at the table who voted for it", () => {
    const front = frontOf({ chen: "human:Ngozi Bell" });
    expect(front).toMatch(
      /^---\nstatus: accepted\ndecision-makers:\n {2}- Ngozi Bell\nconsulted:\n/,
    );
    expect(front).not.toContain("Sarah Chen");
  });

  it("stays proposed if a person at the table voted against it", () => {
    const front = frontOf({ chen: "human:Ngozi Bell", watson: "human:Ivo Marsh" });
    expect(front).toMatch(
      /^---\nstatus: proposed\ndecision-makers:\n {2}- Ngozi Bell\n {2}- Ivo Marsh\n/,
    );
  });

  it("is not accepted by an agent from outside", () => {
    expect(frontOf({ chen: "agent:Robo" })).toContain("status: proposed\nconsulted:");
  });

  it("is accepted by a person who was asked", () => {
    expect(frontOf({}, "Ines")).toContain(
      "status: accepted\ndecision-makers:\n  - Ines\nconsulted:",
    );
  });
});

describe("the strongest lines of a side", () => {
  const document = {
    name: "memo.md",
    title: "Memo",
    subject: true,
    sha256: "",
    text: "Good news.\nFine.\nBad news.",
  };
  const library = createLibrary([document]);
  const row = (...lines: readonly number[]) =>
    ({
      reasoning: lines.map((line) => `memo.md#L${line}`).join(" "),
      citations: [],
      changes: [],
    }) as unknown as MemberRow;
  const quotesOf = (...own: readonly MemberRow[]) =>
    findStrongestLines(own, library).map(({ quote }) => quote);

  it("are both halves of a contradiction that its members cite", () => {
    expect(quotesOf(row(1, 3), row(1, 3))).toEqual(["Good news.", "Bad news."]);
  });

  it("are the line in most of its reasons, and none if no two share one", () => {
    expect(quotesOf(row(1, 3), row(3), row(2))).toEqual(["Bad news."]);
    expect(quotesOf(row(1), row(3))).toEqual([]);
    expect(quotesOf(row(2))).toEqual(["Fine."]);
  });

  it("count a member once, however often it names a line", () => {
    expect(quotesOf(row(1, 1), row(3), row(3))).toEqual(["Bad news."]);
  });
});
