import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { inPathOrder } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { createFold } from "../../src/engine/transcript/folding/fold.ts";
import {
  copyState,
  MEMBER_FIELDS,
  openState,
  STATE_FIELDS,
} from "../../src/engine/transcript/folding/open-state.ts";
import type { OwnState } from "../../src/engine/transcript/state.ts";

const SAMPLES = readdirSync("transcripts").filter((name) => name.endsWith("-sample"));

function eventsOf(sample: string) {
  return inPathOrder(readTranscript(join("transcripts", sample)).events);
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

/** Freezes all that the tables call replaced, and every item of a list that grows: writing to it throws. */
function freezeReplaced(state: OwnState): void {
  for (const [fields, whole] of [
    [STATE_FIELDS, state],
    ...[...state.members.values()].map((member) => [MEMBER_FIELDS, member] as const),
  ] as const) {
    for (const [key, { is }] of Object.entries(fields)) {
      const value = (whole as unknown as Record<string, unknown>)[key];
      if (is === "replaced") freeze(value);
      if (is === "grows") for (const item of value as readonly unknown[]) freeze(item);
    }
  }
}

describe("the state of a meeting", () => {
  it.each(SAMPLES)("never has written to what its table calls replaced: %s", (sample) => {
    const fold = createFold();
    for (const event of eventsOf(sample)) {
      fold.apply(event);
      freezeReplaced(fold.state as OwnState);
    }
    expect(fold.state.ending?.kind).toBe("closed");
  });

  it("shares no list or record with its copy but those that are replaced, every field being in the table", () => {
    const fold = createFold();
    for (const event of eventsOf("hiring-sample")) fold.apply(event);
    const state = fold.state as OwnState;
    const copy = copyState(state);
    expect(copy).toEqual(state);
    const pairs = [
      [STATE_FIELDS, state, copy, ["members"]],
      ...[...state.members].map(([id, member]) => [MEMBER_FIELDS, member, copy.members.get(id), []] as const),
    ] as const;
    for (const [fields, one, other, apart] of pairs) {
      expect(Object.keys(fields).toSorted()).toEqual(
        Object.keys(one)
          .filter((key) => !(apart as readonly string[]).includes(key))
          .toSorted(),
      );
      for (const [key, { is }] of Object.entries(fields)) {
        const [own, copied] = [one, other].map((each) => (each as unknown as Record<string, unknown>)[key]);
        if (is !== "replaced") expect(copied, key).not.toBe(own);
      }
    }
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

  it("opens with all that its types name", () => {
    const [opened] = eventsOf("hiring-sample");
    const state = openState(opened as never);
    expect(Object.values(state).every((value) => value !== undefined)).toBe(true);
  });
});
