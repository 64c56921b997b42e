import type { Draft } from "boardroom/extend";
import { expect, it } from "vitest";
import { createFormTrouble } from "../../src/showing/incidents.ts";

type How = "strict" | "salvaged" | "absent" | "unasked";

/** One turn: the call that was answered and what it ended with. */
function turn(path: number, how: How): Draft[] {
  const at = "2026-03-02T09:00:00Z";
  const call = {
    type: "call.answered",
    path: `${path}.1`,
    at,
    speaker: "ada",
    purpose: "turn",
    asked: "x:tiny",
  };
  const absent = { type: "turn.absent", path: `${path}`, at, speaker: "ada", reason: "no" };
  const parse = how === "salvaged" ? "salvaged" : "strict";
  const said = { type: "message.spoken", path: `${path}`, at, speaker: "ada", parse, flags: [] };
  const ending = how === "unasked" || how === "absent" ? absent : said;
  return (how === "unasked" ? [ending] : [call, ending]) as unknown as Draft[];
}

function watch(...turns: readonly How[]) {
  const trouble = createFormTrouble((seat) => seat.toUpperCase());
  const told = turns.flatMap((how, index) =>
    turn(index + 1, how).flatMap((event) =>
      trouble.next(event).map((text) => [index + 1, text] as const),
    ),
  );
  return { told, all: trouble.all() };
}

const missed = expect.stringMatching(
  /replies of x:tiny are not in the form asked for.*chat template/,
);

it("tells of a model at the fourth reply out of the form, where they are more than half, and once", () => {
  expect(watch("salvaged", "salvaged", "absent")).toEqual({ told: [], all: [] });
  expect(watch("salvaged", "salvaged", "absent", "salvaged", "salvaged")).toEqual({
    told: [[4, missed]],
    all: [missed],
  });
  const half: How[] = [
    "strict",
    "salvaged",
    "strict",
    "salvaged",
    "strict",
    "salvaged",
    "strict",
    "salvaged",
  ];
  expect(watch(...half)).toEqual({ told: [], all: [] });
  expect(watch(...half, "salvaged").told).toEqual([[9, missed]]);
});

it("counts nobody whom no model answered for", () => {
  expect(watch("unasked", "unasked", "unasked", "unasked")).toEqual({ told: [], all: [] });
});
