import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { createFold } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { sortByPath } from "../../../src/engine/transcript/path.ts";
import type { MutableState } from "../../../src/engine/transcript/state.ts";

const STATE_LISTS = ["documents", "entries", "speakers", "notices", "facts", "warnings"];
const MEMBER_LISTS = ["verdicts", "ballots", "positions", "citations", "shown"];

const SAMPLES = readdirSync("transcripts").filter((name) => name.endsWith("-sample"));

function eventsOf(sample: string) {
  return sortByPath(readTranscript(join("transcripts", sample)).events);
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

const LISTED = (state: MutableState) =>
  [
    [STATE_LISTS, state],
    ...[...state.members.values()].map((each) => [MEMBER_LISTS, each] as const),
  ] as const;

/** Freezes all but the lists that grow, and every item of those: writing to it throws. */
function freezeReplaced(state: MutableState): void {
  for (const [lists, whole] of LISTED(state)) {
    for (const [key, value] of Object.entries(whole)) {
      if (lists.includes(key)) for (const item of value as readonly unknown[]) freeze(item);
      else if (key !== "members") freeze(value);
    }
  }
}

describe("the state of a meeting", () => {
  it.each(SAMPLES)("writes only to its lists that grow: %s", (sample) => {
    const fold = createFold();
    for (const event of eventsOf(sample)) {
      fold.apply(event);
      freezeReplaced(fold.state as MutableState);
    }
    expect(fold.state.ending?.kind).toBe("closed");
  });

  it("is as it was after its copy has gone on alone", () => {
    const events = eventsOf("hiring-sample");
    for (const at of [1, 9, 30, events.length - 3]) {
      const fold = createFold();
      for (const event of events.slice(0, at)) fold.apply(event);
      const before = structuredClone(fold.state);
      const branch = fold.branch();
      for (const event of events.slice(at)) branch.apply(event);
      expect(fold.state).toEqual(before);
    }
  });
});
