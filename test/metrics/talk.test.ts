import { describe, expect, it } from "vitest";
import {
  addressCompliance,
  byRank,
  cutTo,
  dyadicShare,
  gini,
  rankRatio,
  returnRate,
  runsOf,
  sharesOf,
  type TalkRecord,
  triplesOf,
} from "../../src/studies/figures/talk.ts";

/** `a>b:3` says that a spoke three words to b; `a` alone is one word to all. */
function talk(members: string, said: string): TalkRecord {
  const messages = said.split(" ").map((each) => {
    const [, speaker = "", to = null, words = "1"] = /^(\w)(?:>(\w))?(?::(\d+))?$/.exec(each) ?? [];
    return { speaker, to, words: Number(words) };
  });
  return { members: [...members], messages };
}

describe("shares of the talk", () => {
  const uneven = talk("abc", "a:5 a:1 b:2 a:2");

  it("count words, messages, or runs of messages by one speaker", () => {
    expect(sharesOf(uneven, "words")).toEqual([0.8, 0.2, 0]);
    expect(sharesOf(uneven, "messages")).toEqual([0.75, 0.25, 0]);
    expect(sharesOf(uneven, "turns")).toEqual([2 / 3, 1 / 3, 0]);
    expect(runsOf(uneven).map(({ speaker, words, messages }) => [speaker, words, messages])).toEqual([
      ["a", 6, 2],
      ["b", 2, 1],
      ["a", 2, 1],
    ]);
  });

  it("have the Gini coefficient of the published chat groups of four", () => {
    // (-3·.144 - .207 + .277 + 3·.372) / 4, worked out by hand.
    expect(gini([0.372, 0.277, 0.207, 0.144])).toBeCloseTo(0.1885, 4);
    expect(gini([0.25, 0.25, 0.25, 0.25])).toBe(0);
    expect(gini([1, 0, 0, 0])).toBe(0.75);
  });

  it("fall by a constant ratio where they do", () => {
    expect(rankRatio([8 / 15, 4 / 15, 2 / 15, 1 / 15])).toBeCloseTo(0.5, 12);
    expect(rankRatio(byRank([0, 1, 0]))).toBeNull();
  });

  it("are cut to so many turns, not messages", () => {
    expect(cutTo(uneven, 1).messages).toHaveLength(2);
    expect(cutTo(uneven, 2).messages).toHaveLength(3);
  });
});

describe("A-B-A", () => {
  it("is counted on runs, against speakers drawn by their share of messages", () => {
    // Runs a b a c a: triples aba yes, bac no, aca yes. Messages a 4/6, b 1/6, c 1/6.
    const rate = returnRate(talk("abc", "a b a a c a"));
    expect(rate?.rate).toBeCloseTo(2 / 3, 12);
    // a after b: (4/6)/(5/6); b after a: (1/6)/(2/6); a after c: as after b.
    expect(rate?.chance).toBeCloseTo((0.8 + 0.5 + 0.8) / 3, 12);
  });

  it.each([
    // said, how many come back of how many turns that could
    ["a b a b a", 3, 3],
    ["a a a b b b a a a", 1, 1],
    ["a b c a b c", 0, 4],
    ["a b a c d c b", 2, 5],
    // Where all speak alike, and a member never does, the rate is of those who spoke.
    ["a b b a c c a", 2, 3],
  ])("of %s is %i of %i", (said, returns, of) => {
    expect(returnRate(talk("abcde", said))?.rate).toBeCloseTo(returns / of, 12);
    expect(triplesOf(talk("abcde", said))).toBe(of);
  });

  it("is certain between two, whoever else sits there", () => {
    expect(returnRate(talk("abc", "a b a b"))).toEqual({ rate: 1, chance: 1 });
  });

  it("needs three turns", () => {
    expect(returnRate(talk("ab", "a a b b"))).toBeNull();
  });
});

describe("a dyadic floor", () => {
  it("is four turns or more between exactly two", () => {
    expect(dyadicShare(talk("abc", "a b a b"))).toBe(1);
    expect(dyadicShare(talk("abc", "a b a c"))).toBe(0);
    // abab lies in one, c does not, cbcb shares its first turn with nobody.
    expect(dyadicShare(talk("abc", "c a b a b c"))).toBeCloseTo(4 / 6, 12);
  });

  it("may share its last turn with the next one", () => {
    // a b a b | b c b c: the b in the middle belongs to both.
    expect(dyadicShare(talk("abc", "a b a b c b c"))).toBe(1);
    expect(dyadicShare(talk("abc", "a b a b c b a"))).toBeCloseTo(4 / 7, 12);
  });
});

describe("a dyadic floor, worked by hand", () => {
  it.each([
    // said, turns within floors of how many
    ["a b a", 0, 3],
    ["a a b a a b b", 4, 4],
    ["a b a b a b c d c", 6, 9],
    ["a b c a b c a b", 0, 8],
    ["c a b a b c a c a b", 8, 10],
    ["d a b a c a b a b d", 4, 10],
  ])("of %s holds %i of %i turns", (said, inside, of) => {
    expect(dyadicShare(talk("abcde", said))).toBeCloseTo(inside / of, 12);
  });
});

describe("shares by rank and Gini, worked by hand", () => {
  it.each([
    // said, messages by rank of four members, Gini
    ["a b c d", [1 / 4, 1 / 4, 1 / 4, 1 / 4], 0],
    ["b b a a c c d d", [1 / 4, 1 / 4, 1 / 4, 1 / 4], 0],
    // Ties share no rank: they follow on each other. (-3·1 - 1·2 + 1·2 + 3·3)/8/4.
    ["d d d b b c c a", [3 / 8, 2 / 8, 2 / 8, 1 / 8], 6 / 32],
    // One never speaks: (-3·0 - 1·1 + 1·2 + 3·3)/6/4.
    ["a b a c a b", [3 / 6, 2 / 6, 1 / 6, 0], 10 / 24],
    ["c", [1, 0, 0, 0], 3 / 4],
  ])("of %s", (said, ranks, coefficient) => {
    const shares = sharesOf(talk("abcd", said), "messages");
    expect(byRank(shares)).toEqual(ranks);
    expect(gini(shares)).toBeCloseTo(coefficient, 12);
  });
});

describe("address", () => {
  const asked = talk("abc", "a>b c b>a a>c b c");

  it("is answered next, or later", () => {
    // a>b answered after 2, b>a after 1, a>c after 2.
    expect(addressCompliance(asked)).toBeCloseTo(1 / 3, 12);
    expect(addressCompliance(talk("ab", "a b"))).toBeNull();
    // Nobody spoke after the last one.
    expect(addressCompliance(talk("ab", "a b>a"))).toBeNull();
  });
});
