import assert from "node:assert/strict";
import { pickWeighted, select } from "boardroom/extend";
import {
  type Selector,
  type Situation,
  weighCandidates,
} from "../../src/engine/routing/selector.ts";
import { alignLists } from "../../src/lists.ts";

export type SelectorCase = { title: string; check: (selector: Selector) => void };

/** What every selector must keep, for use with any test runner. */
export const SELECTOR_CONFORMANCE: readonly SelectorCase[] = [
  { title: "gives each candidate one finite weight of at least 0", check: weighsEach },
  { title: "never lets a silent candidate speak, fallback included", check: keepsSilence },
  { title: "chooses the only candidate there is", check: takesTheOnlyOne },
  { title: "lets a person's choice win", check: obeysPeople },
  { title: "gives the same weights for the same situation", check: isPure },
  { title: "does not change the situation", check: leavesSituation },
];

function situation(turns: readonly number[], talkativeness: readonly number[] = []): Situation {
  const seats = turns.map((_, index) => `seat-${index + 1}`);
  return {
    candidates: alignLists(seats, turns).map(([seat, count], index) => ({
      seat,
      turns: count,
      talkativeness: talkativeness[index] ?? 1,
    })),
    seats,
    speakers: [],
    addressed: null,
    requested: null,
  };
}

function weighsEach(selector: Selector): void {
  for (const turns of [[0], [0, 0, 0], [3, 1, 0], [40, 9, 12, 0, 1]]) {
    for (const each of [situation(turns), underWay(situation(turns))]) {
      const weights = weighCandidates(selector, each);
      assert.ok(pickWeighted(weights, 0.5) !== null, "at least one member must be able to speak");
    }
  }
}

function underWay({ candidates, seats }: Situation): Situation {
  const all = ["seat-0", ...seats, "seat-last"];
  const [first = "seat-0"] = seats;
  return {
    candidates,
    seats: all,
    speakers: [first, "seat-last"],
    addressed: first,
    requested: null,
  };
}

function keepsSilence(selector: Selector): void {
  for (const draw of [0, 0.3, 0.999]) {
    const chosen = select(selector, situation([0, 5], [0, 1]), draw);
    assert.equal(chosen?.speaker, "seat-2");
    assert.equal(select(selector, situation([0, 0], [0, 0]), draw), null);
  }
}

function takesTheOnlyOne(selector: Selector): void {
  assert.equal(select(selector, situation([12]), 0.7)?.speaker, "seat-1");
}

function obeysPeople(selector: Selector): void {
  const chosen = select(selector, { ...situation([0, 9]), requested: "seat-2" }, 0.1);
  assert.equal(chosen?.speaker, "seat-2");
  assert.equal(chosen?.draw, null);
}

function isPure(selector: Selector): void {
  assert.deepEqual(selector.weigh(situation([2, 0, 1])), selector.weigh(situation([2, 0, 1])));
}

function leavesSituation(selector: Selector): void {
  const given = underWay(situation([2, 0, 1]));
  const before = structuredClone(given);
  selector.weigh(given);
  assert.deepEqual(given, before);
}
