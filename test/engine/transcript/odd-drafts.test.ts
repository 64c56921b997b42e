import { join } from "node:path";
import { createJournal, type Journal, type MeetingEvent, readTranscript } from "boardroom";
import type { Draft } from "boardroom/extend";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENTS } from "../../../src/engine/transcript/events.ts";
import { emptyFolder } from "../../support/folders.ts";

const sound = new Map<string, Draft>(
  readTranscript("test/fixtures/every-event")
    .events.map(withoutChain)
    .map((each) => [each.type, each]),
);
const opening = sound.get("meeting.opened")!;
const common = { path: "9", at: "2026-01-05T09:00:00.000Z" };
const approval = { id: "p-1", by: "ada", approved: common.at, estimate: null };
const digest = "0".repeat(64);
for (const draft of [
  {
    ...approval,
    ...common,
    type: "meeting.approved",
    binding: { question: digest, context: digest, price: digest },
  },
  { ...common, type: "limit.raised", limit: "messages", from: 4, to: 9, by: "ada" },
])
  sound.set(draft.type, draft as unknown as Draft);

function withoutChain({ seq: _seq, prev: _prev, ...draft }: MeetingEvent): Draft {
  return draft as Draft;
}

function nest(levels: number): unknown {
  let value: unknown = "core";
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { in: value };
  return value;
}

const circular: unknown[] = [];
circular.push(circular);

/** What a server, a person or code can hand over in place of a value. */
const oddValues: readonly unknown[] = [
  undefined,
  null,
  "",
  " ",
  "half a pair \ud83d",
  "a\u0000b\u2028c\r\nd",
  -1,
  -0,
  2.5,
  2 ** 60,
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  10n,
  Symbol("odd"),
  () => 1,
  new Date(0),
  new Map([["a", 1]]),
  [],
  {},
  ["stranger"],
  { "\ud83d": 1, "\ud83e": 2 },
  JSON.parse('{"__proto__":{"a":1},"toString":1}'),
  nest(60),
  nest(120),
  nest(30_000),
  circular,
];

type Change = { steps: readonly number[]; value: unknown; name: string };

const change: fc.Arbitrary<Change> = fc.record({
  steps: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
  value: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...oddValues) }, fc.anything()),
  name: fc.constantFrom("", "extra", "__proto__", "seq", "prev", "\udc00"),
});

/** The draft with one of its values, or one more field, replaced. */
function changeDraft(draft: Draft, { steps, value, name }: Change): Draft {
  const copy = structuredClone(draft) as unknown as Record<string, unknown>;
  let inner: Record<string, unknown> = copy;
  for (const [index, step] of steps.entries()) {
    const names = Object.keys(inner).filter((each) => each !== "type" || inner !== copy);
    const key = names[step % names.length] ?? "extra";
    const next = inner[key];
    if (index < steps.length - 1 && typeof next === "object" && next !== null) {
      inner = next as Record<string, unknown>;
      continue;
    }
    Object.defineProperty(inner, name || key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    break;
  }
  return copy as unknown as Draft;
}

function append(journal: Journal, draft: Draft): MeetingEvent | null {
  const { head } = journal;
  const count = journal.events.length;
  try {
    return journal.append(draft);
  } catch (error) {
    expect(error).toMatchObject({ name: "BoardroomError", code: "transcript-unwritable" });
    expect(journal).toMatchObject({ head, events: { length: count } });
    return null;
  }
}

describe("a draft is written as a line that every reader reads, or not at all", () => {
  it("has a sound draft of each kind of event", () => {
    expect([...sound.keys()].sort()).toEqual(Object.keys(EVENTS).sort());
  });

  it.each(Object.keys(EVENTS))("%s", (type) => {
    const draft = sound.get(type)!;
    const isFirst = type === "meeting.opened";
    const folder = emptyFolder();
    let [number, accepted, refused] = [0, 0, 0];
    let journal = begin();

    function begin(): Journal {
      const fresh = createJournal(join(folder, String(++number)));
      if (!isFirst) fresh.append(opening);
      return fresh;
    }
    function requireReadable(): void {
      journal.close();
      const read = readTranscript(journal.folder!);
      expect(read.events).toEqual(journal.events);
      expect(read.head).toBe(journal.head);
    }

    fc.assert(
      fc.property(change, (odd) => {
        const event = append(journal, changeDraft(draft, odd));
        if (event === null) refused += 1;
        else accepted += 1;
        if (event === null || !(isFirst || type === "meeting.closed")) return;
        requireReadable();
        journal = begin();
      }),
      { numRuns: 150 },
    );
    // A refused draft does not break the journal.
    journal.append(isFirst ? opening : draft);
    requireReadable();
    expect(Math.min(accepted, refused)).toBeGreaterThan(5);
  });

  it("refuses a stranger among the lines that are written with the opening", () => {
    const journal = createJournal(emptyFolder());
    const spoken = { ...sound.get("turn.passed"), speaker: "stranger" } as Draft;
    expect(() => journal.appendAll([opening, spoken])).toThrow(/stranger.*has no seat/);
    expect(journal.events).toEqual([]);
  });
});
