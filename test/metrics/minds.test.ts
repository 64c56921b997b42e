import { describe, expect, it } from "vitest";
import {
  consensusAt,
  disagreement,
  disagreementCurve,
  flipRate,
  type MemberCourse,
  majorityKept,
  plurality,
  publicPrivateGap,
  stateAt,
  withoutNoise,
} from "../../src/studies/figures/figures.ts";

/** `0:A 3:B` stood at A before the talk and at B from message 3 on. */
function course(member: string, moves: string): MemberCourse {
  const stated = moves.split(" ").map((move) => {
    const [message = "", verdict = ""] = move.split(":");
    return { message: Number(message), verdict };
  });
  const final = stated.at(-1)?.verdict ?? null;
  return { member, before: stated[0]?.verdict ?? null, moves: stated, aloud: final, final };
}

const board = [course("a", "0:X 4:Y"), course("b", "0:X"), course("c", "0:Y 2:X 6:Y"), course("d", "0:Y")];

describe("disagreement", () => {
  it("is the share of pairs that differ", () => {
    expect(disagreement(["X", "X", "Y", "Y"])).toBeCloseTo(1 - 4 / 12, 12);
    expect(disagreement(["X", "X", null])).toBe(0);
    expect(disagreement(["X", null])).toBeNull();
  });

  it("runs from before the first message to the last", () => {
    // XXYY, from 2 on XXXY, from 4 on YXXY, from 6 on YXYY.
    const curve = disagreementCurve(board, 6);
    expect(curve.map((d) => Math.round((d ?? 0) * 100))).toEqual([67, 67, 50, 50, 67, 67, 50]);
    expect(consensusAt(curve)).toBeNull();
  });

  it("ends with the message after which nobody differs any more", () => {
    expect(consensusAt([1, 0, 0.5, 0, 0])).toBe(3);
    expect(consensusAt([0, 0])).toBe(0);
  });
});

describe("changes of mind", () => {
  it("leave each member on the side it took last", () => {
    expect(stateAt(board, 3)).toEqual(["X", "X", "X", "Y"]);
    expect(plurality(["X", "Y"])).toBeNull();
  });

  it("are counted by member", () => {
    expect(flipRate(board)).toBe(0.25);
  });
});

describe("the end", () => {
  it("keeps the first majority, or does not", () => {
    expect(majorityKept([course("a", "0:X"), course("b", "0:X"), course("c", "0:Y 1:X")])).toBe(true);
    expect(majorityKept([course("a", "0:X 1:Y"), course("b", "0:X 1:Y"), course("c", "0:Y")])).toBe(false);
    expect(majorityKept(board)).toBeNull();
  });

  it("may be another in private than aloud", () => {
    expect(publicPrivateGap([{ ...course("a", "0:X"), aloud: "Y" }, course("b", "0:X")])).toBe(0.5);
    expect(publicPrivateGap([])).toBeNull();
  });
});

it("a whole number that computing missed by a hair is whole", () => {
  expect([-2.22e-17, 1.0000000000000002, 1 / 3, null].map(withoutNoise)).toEqual([0, 1, 1 / 3, null]);
});
