import type { Draft, EventType } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { describeEvent } from "../../src/engine/transcript/events.ts";
import { words } from "../../src/engine/words/words.ts";
import { listParts } from "../../src/showing/message-parts.ts";
import { ballot, draft, opened, resume, seat, spoken } from "./meeting.ts";

const OUTCOME = {
  status: "decided",
  side: "for",
  option: null,
  rule: "plurality of sides",
  votes: { for: 2, against: 1, neutral: 0, NO_VERDICT: 0 },
  margin: 1,
  reason: "2 of 3 votes for",
} as const;

/** One of each kind; the compiler asks for one of a new kind. */
const EVENTS: Readonly<Record<Exclude<EventType, "message.spoken" | "speaker.selected">, Draft>> = {
  "meeting.opened": opened(),
  "meeting.approved": draft("meeting.approved", "0", {
    id: "a",
    by: "ines",
    approved: "2026-03-02T09:00:00.000Z",
    estimate: 1.5,
    binding: { question: "", context: "", price: "" },
  }),
  "document.added": resume(),
  "call.answered": draft("call.answered", "1.1", {
    speaker: "chen",
    purpose: "turn",
    asked: "m",
    answered: "m",
    request: "",
    text: "",
    stop: "end",
    usage: null,
    cost: null,
    latencyMs: 1,
  }),
  "call.failed": draft("call.failed", "1.1", {
    speaker: "chen",
    purpose: "turn",
    asked: "m",
    request: "",
    kind: "timeout",
    message: "silence",
    partial: "",
    retryInMs: 1500,
    latencyMs: 1,
  }),
  "turn.passed": draft("turn.passed", "1", { speaker: "chen", parse: "strict", flags: [] }),
  "turn.absent": draft("turn.absent", "1", { speaker: "chen", reason: "no answer until noon" }),
  "impersonation.attempted": draft("impersonation.attempted", "1", {
    speaker: "chen",
    as: "kumar",
  }),
  "ballot.cast": ballot("1", "chen", "closing", "HIRE"),
  "notice.given": draft("notice.given", "1", {
    agent: "timekeeper",
    kind: "opening",
    text: "Please begin.",
    about: [],
    words: 2,
  }),
  "person.acted": draft("person.acted", "1", {
    person: "ngo",
    order: 0,
    does: { act: "call-ballot" },
  }),
  "human.asked": draft("human.asked", "1", { person: "ngo", request: {} }),
  "human.answered": draft("human.answered", "1", { person: "ngo", answer: {} }),
  "time.passed": draft("time.passed", "1", { until: "2026-03-02T10:00:00.000Z" }),
  "budget.warned": draft("budget.warned", "1", { limit: "messages", used: 8, of: 10 }),
  "limit.raised": draft("limit.raised", "1", { limit: "dollars", from: 1, to: 2 }),
  "meeting.forked": draft("meeting.forked", "1", {
    from: "abc",
    shared: 3,
    meeting: "def",
    simulated: true,
    seed: "8",
    seats: [seat("chen", "Ada", "")],
    hidden: ["m2"],
  }),
  "fact.recorded": draft("fact.recorded", "1", { name: "phase", data: 1 }),
  "meeting.adjourned": draft("meeting.adjourned", "1", { reason: "adjourned by a person" }),
  "meeting.suspended": draft("meeting.suspended", "1", {
    reason: "waiting for ngo",
    kind: "waiting",
    speaker: null,
  }),
  "meeting.closed": draft("meeting.closed", "1", {
    reason: "all members withdrew",
    outcome: OUTCOME,
  }),
};

describe("what is told of an event", () => {
  it.each(Object.entries(EVENTS))("%s has words of its own", (type, event) => {
    const told = describeEvent(event, { getName: (id) => id.toUpperCase() });
    if (type === "call.answered") return expect(told).toBeNull();
    expect(told?.text).not.toMatch(/^\s*$|undefined|\[object/);
  });

  it("begins a turn with who takes it", () => {
    const told = [
      words.event.pass(["ADA"]),
      words.event.isAbsent("ADA"),
      words.event.answers("ADA"),
    ];
    for (const text of told) expect(text).toMatch(/^ADA /);
  });

  it("does not say a quotation again that stands in the words above", () => {
    const says = 'It says "two years late".';
    const citations = [{ ref: "cv.md#L1", quote: "two years late", found: "exact" }] as const;
    const message = {
      ...spoken("1", "chen", says),
      citations,
    } as unknown as Draft<"message.spoken">;
    const facts = { before: undefined, mover: null, isAgent: false };
    const [part] = listParts(message, facts);
    expect(part).toMatchObject({ kind: "exact", text: "cites cv.md#L1", rest: ": exact match" });
    const [whole] = listParts({ ...message, content: "It is late." }, facts);
    expect(whole?.text).toBe('cites cv.md#L1 "two years late"');
  });
});
