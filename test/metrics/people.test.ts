import { describe, expect, it } from "vitest";
import { figureRows } from "../../src/studies/figures/figure-rows.ts";
import { FIGURES } from "../../src/studies/figures/figures.ts";
import { gini, peopleOf, rankRatio } from "../../src/studies/figures/talk.ts";

import { cli, workFolder } from "../cli/cli.ts";

/** The columns of DeliData as it is published. */
const COLUMNS =
  "group_id\tmessage_id\tmessage_type\torigin\toriginal_text\tclean_text\tannotation_type\tannotation_target\tannotation_additional\tteam_performance\tperformance_change\tsol_tracker_message\tsol_tracker_all";

function line(group: string, type: string, origin: string, text: string, tracked = ""): string {
  return [group, "x", type, origin, text, text, "0", "0", "0", "0.5", "0.0", "", tracked].join("\t");
}

/** One group: everybody's first answer, then who spoke, in order. */
function group(id: string, answers: Record<string, string[]>, spoken: string): string[] {
  const names = Object.keys(answers);
  return [
    line(id, "INITIAL", "SYSTEM", `${names[0]},SYSTEM&&3,2,U,H`, JSON.stringify(answers)),
    ...spoken.split(" ").map((speaker) => line(id, "MESSAGE", speaker, "so be it")),
  ];
}

const answersOf = (names: string) => Object.fromEntries([...names].map((name) => [name, ["2", "U"]]));

/*
 * Worked by hand. g-1: messages A4 B2 C1 D1 of 8; turns A B A B A C D; E never speaks. g-2: D2 C2 B1 A1 of 6, all turns.
 * Another reading gives another figure: messages pooled over groups .429 for the first rank, turns .429 and .333, people
 * instead of ranks .333; A-B-A as a mean of groups .3; E as a fifth member would take both out of the fours.
 */
const G1 = group("g-1", answersOf("ABCDE"), "A A B A B A C D");
const G2 = group("g-2", answersOf("ABCD"), "D C B A D C");
const G3 = group("g-3", answersOf("ABC"), "A B C");

type Printed = {
  readonly figures: { id: string; n: number; mean: number | null }[];
  readonly shares: { unit: string; members: number; n: number; ratio: number; ranks: { mean: number }[] }[];
  readonly meetings: { figures: Record<string, number | null> }[];
};

async function figures(...lines: string[][]): Promise<Printed> {
  const cwd = workFolder({ "deli.tsv": [COLUMNS, ...lines.flat()].join("\n") });
  expect((await cli(["stats", "--import", "delidata", "deli.tsv", "--output", "held"], { cwd })).code).toBe(0);
  return JSON.parse((await cli(["stats", "held/*", "--format", "json"], { cwd })).out) as Printed;
}

describe("figures of corpora of people", () => {
  it("rank the members of each meeting, and average over the meetings of one size", async () => {
    const { shares } = await figures(G1, G2, G3);
    const of = (unit: string, members: number) =>
      shares.find((row) => row.unit === unit && row.members === members);
    const messages = of("messages", 4);
    expect(messages?.n).toBe(2);
    const expected = [(1 / 2 + 1 / 3) / 2, (1 / 4 + 1 / 3) / 2, (1 / 8 + 1 / 6) / 2, (1 / 8 + 1 / 6) / 2];
    for (const [rank, share] of expected.entries()) expect(messages?.ranks[rank]?.mean).toBeCloseTo(share, 12);
    const turns = [(3 / 7 + 1 / 3) / 2, (2 / 7 + 1 / 3) / 2, (1 / 7 + 1 / 6) / 2, (1 / 7 + 1 / 6) / 2];
    for (const [rank, share] of turns.entries())
      expect(of("turns", 4)?.ranks[rank]?.mean).toBeCloseTo(share, 12);
    expect(of("messages", 3)?.n).toBe(1);
    expect(of("messages", 5)).toBeUndefined();
    // The ratio goes through the mean shares: (-1.5·ln .41667 - .5·ln .29167 + .5·ln .14583 + 1.5·ln .14583) / 5, and exp.
    expect(messages?.ratio).toBeCloseTo(0.68095, 5);
  });

  it("are shares of the turns of all meetings together where who speaks after whom is counted", async () => {
    const { figures: printed } = await figures(G1, G2);
    const mean = (id: string) => printed.find((figure) => figure.id === id)?.mean;
    // Turns A B A B A C D: A-B-A 3 of 5, five of seven turns in one dyadic floor. D C B A D C: none of 4, none of 6.
    expect(mean("returns")).toBeCloseTo(3 / 9, 12);
    expect(mean("dyadic")).toBeCloseTo(5 / 13, 12);
    expect(mean("gini-messages")).toBeCloseTo((0.3125 + 1 / 6) / 2, 12);
    // Messages A 4/8, B 2/8, C 1/8, D 1/8: A after B 4/6, B after A 2/4, both again, A after C 4/7.
    const g1 = [4 / 6, 2 / 4, 4 / 6, 2 / 4, 4 / 7];
    // Messages D 2/6, C 2/6, B 1/6, A 1/6: D after C 2/4, C after B 2/5, B after A 1/5, A after D 1/4.
    const g2 = [2 / 4, 2 / 5, 1 / 5, 1 / 4];
    const sum = [...g1, ...g2].reduce((all, each) => all + each, 0);
    expect(mean("returns-by-chance")).toBeCloseTo(sum / 9, 12);
  });

  it("can be of the meetings of one size, and of those with something said", async () => {
    const cwd = workFolder({ "deli.tsv": [COLUMNS, ...G1, ...G2, ...G3].join("\n") });
    await cli(["stats", "--import", "delidata", "deli.tsv", "--output", "held"], { cwd });
    const kept = async (...flags: string[]) => {
      const { out } = await cli(["stats", "held/*", "--format", "json", ...flags], { cwd });
      return (JSON.parse(out) as { meetings: { transcript: string }[] }).meetings.map(
        ({ transcript }) => transcript,
      );
    };
    expect(await kept("--members", "4")).toEqual(["held/g-1", "held/g-2"]);
    expect(await kept("--members", "4", "--least", "2")).toEqual(["held/g-1"]);
    expect(await kept("--least", "1")).toEqual(["held/g-1", "held/g-2", "held/g-3"]);
    const none = await cli(["stats", "held/*", "--members", "7"], { cwd });
    expect(none.code).not.toBe(0);
    expect(none.err).toContain("no meeting has 7 members\n  There are meetings of 3, 4.");
    const silent = await cli(["stats", "held/*", "--least", "9"], { cwd });
    expect(silent.err).toContain("no meeting has as many messages as --least asks");
  });

  it("take no answer for none, join a message that goes on in the next line, and leave the system out", async () => {
    const { meetings } = await figures([
      line("g-1", "INITIAL", "SYSTEM", "Ox,SYSTEM,Owl&&3,2,U,H", '{"Ox": ["N", "/", "A"], "Owl": ["U"]}'),
      "g-1\tx\tMESSAGE\tOx\tfirst half\n second half\tboth\t0\t0\t0\t0.5\t0.0\t\t{}",
      line("g-1", "MESSAGE", "Owl", "'it''s both, \"3\" and U'"),
      line("g-1", "SUBMIT", "Ox", "U"),
      line("g-1", "SUBMIT", "Owl", "U,3"),
    ]);
    expect(meetings[0]?.figures).toMatchObject({ messages: 2, "flip-rate": 1, "disagreement-before": null });
  });

  it("agree among themselves as they are published", () => {
    const rows = [3, 4, 5, 6, 7].flatMap((members) =>
      peopleOf(members, null).flatMap(({ spread }) =>
        Object.values(spread).map(({ byRank = [], gini, rankRatio = -1 }) => ({ byRank, gini, rankRatio })),
      ),
    );
    expect(rows).toHaveLength(11);
    // Published shares are rounded to a tenth of a hundredth each.
    for (const { byRank } of rows)
      expect(Math.abs(byRank.reduce((sum, share) => sum + share, -1))).toBeLessThan(0.0025);
    for (const { byRank, gini: published, rankRatio: ratio } of rows) {
      // The Gini coefficient is linear in shares by rank: the mean of coefficients is that of the mean shares.
      expect(gini(byRank)).toBeCloseTo(published, 2);
      expect(rankRatio(byRank)).toBeCloseTo(ratio, 2);
    }
  });

  it("stand beside meetings that were cut to the same length only, and no more meetings than it takes are asked for", () => {
    expect(peopleOf(4, 20).map(({ sequence }) => sequence.returns)).toEqual([0.544]);
    expect(peopleOf(4, 30)).toEqual([]);
    const [figure] = FIGURES;
    const rowOf = (n: number) =>
      figureRows([{ figure: figure!, n, mean: 1, interval: null }], 4, 30).map((row) => row.slice(2));
    expect(rowOf(9)).toEqual([
      ["95 %", "N"],
      ["needs 1 more meeting", "9"],
    ]);
    expect(rowOf(107)[1]).toEqual(["", "107"]);
  });

  it("stand beside figures counted in the same unit only", async () => {
    const cwd = workFolder({ "deli.tsv": [COLUMNS, ...G1, ...G2].join("\n") });
    await cli(["stats", "--import", "delidata", "deli.tsv", "--output", "held"], { cwd });
    const { out } = await cli(["stats", "held/*"], { cwd });
    // Columns DeliData and AMI: messages are DeliData's, turns AMI's, words both.
    expect(out).toMatch(/Gini of messages .* 0\.188 *\n/);
    expect(out).toMatch(/Gini of turns .* 2 +0\.130\n/);
    expect(out).toMatch(/Gini of words .* 0\.268 +0\.201\n/);
    expect(out).toMatch(
      /messages by rank, 4 members .* r 0\.681 +N 2\npeople: DeliData chat +37\.2 .* r 0\.731 +N 107/,
    );
  });
});
