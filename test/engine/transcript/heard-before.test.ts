import { foldTranscript } from "boardroom";
import type { Draft } from "boardroom/extend";
import { expect, it } from "vitest";
import { ballot, opened, resume, spoken, transcript } from "../../showing/meeting.ts";

type Said = Parameters<typeof spoken>[3];

/** After whose message Kumar's verdict changed, where so much was said before it. */
function heardBefore(...before: readonly Draft[]): string | null {
  const verdict: Said = { verdict: "NO_HIRE", reasoning: "So." };
  const voted = ballot("0.1", "kumar", "opening", "HIRE");
  const events = transcript([
    opened(),
    resume(),
    voted,
    ...before,
    spoken("9", "kumar", "No.", verdict),
  ]);
  return foldTranscript(events).members.get("kumar")?.positions.at(-1)?.heard?.message ?? null;
}

const said = (path: string, speaker: string, more: Said = {}) =>
  spoken(path, speaker, "Well.", more);

it("a change of verdict comes after the last message of another member, the very first one too", () => {
  expect(heardBefore()).toBeNull();
  expect(heardBefore(said("1", "chen"))).toBe("m1");
  expect(heardBefore(said("1", "chen"), said("2", "watson"))).toBe("m2");
});

it("a change of verdict comes after no message of the member itself, and of nobody who has no verdict", () => {
  expect(heardBefore(said("1", "chen"), said("2", "kumar"))).toBe("m1");
  expect(heardBefore(said("1", "kumar"))).toBeNull();
  expect(heardBefore(said("1", "chen"), said("2", "timekeeper"))).toBe("m1");
  expect(heardBefore(said("1", "timekeeper"))).toBeNull();
});

it("a change of verdict comes after what the member could hear: what was said to all, or to it", () => {
  expect(heardBefore(said("1", "chen"), said("2", "watson", { audience: ["chen"] }))).toBe("m1");
  expect(heardBefore(said("1", "chen"), said("2", "watson", { audience: ["chen", "kumar"] }))).toBe(
    "m2",
  );
  expect(heardBefore(said("1", "chen"), said("2", "watson", { audience: "record" }))).toBe("m1");
});

it("what moved a member may be what a person put in, which is no turn", () => {
  const act: Draft = {
    ...{ type: "person.acted", path: "2", at: "2026-03-02T09:01:00Z", order: 1, person: "dana" },
    does: { act: "interject", text: "The budget is gone." },
  };
  const movedBy = { message: "m2-1", passage: "The budget is gone." };
  const events = transcript([
    opened(),
    resume(),
    ballot("0.1", "kumar", "opening", "HIRE"),
    act,
    spoken("9", "kumar", "No.", { verdict: "NO_HIRE", reasoning: "So.", movedBy }),
  ]);
  const last = foldTranscript(events).members.get("kumar")?.positions.at(-1);
  expect(last?.movedBy).toEqual({ ...movedBy, speaker: "dana", turn: null });
});
