import { jury, type MeetingState, type VerdictTable } from "boardroom";
import { beforeAll, describe, expect, it } from "vitest";
import { hold as holding, shipped } from "../simulated/meetings.ts";
import { toldBy } from "../support/told.ts";

type Held = { state: MeetingState; table: VerdictTable };

async function hold(name: string, seed: number): Promise<Held> {
  const { state } = await holding(await shipped(name), seed);
  return {
    state,
    table: toldBy(jury, state).table,
  };
}

function narrated({ state }: Held): readonly string[] {
  return toldBy(jury, state).facts.filter((each) => each !== null);
}

describe("a trial's table", () => {
  let trials: readonly Held[] = [];

  beforeAll(async () => {
    trials = await Promise.all([3, 4, 5].map((seed) => hold("trial", seed)));
  }, 60_000);

  it("counts every change of vote, secret or aloud", () => {
    const turned = trials.flatMap(({ table }) =>
      table.members.filter(({ opening, final }) => opening !== final),
    );
    expect(turned.length).toBeGreaterThan(0);
    expect(turned.filter(({ changes }) => changes.length === 0)).toEqual([]);
    for (const { opening, final, changes } of turned) {
      expect(changes[0]!.from).toBe(opening);
      expect(changes.at(-1)!.to).toBe(final);
    }
  });

  it("counts what the jury would have come to without talk by the rule of the trial", () => {
    for (const { table } of trials) {
      expect(table.withoutTalk!.outcome.rule).toBe(table.outcome!.rule);
      const guilty = table.members.filter(({ opening }) => opening === "GUILTY").length;
      const isVerdict = Math.max(guilty, table.members.length - guilty) >= 9;
      expect(table.withoutTalk!.outcome.status).toBe(isVerdict ? "decided" : "hung");
    }
  });

  it("has no column for sheets that nobody filled in, nor for phases when there is one", () => {
    for (const { table } of trials)
      expect(table.columns.map(({ name }) => name)).toEqual(["ballots"]);
  });

  it("has words of each juror, who all have the floor before the first count", () => {
    const silent = trials.flatMap(({ table }) =>
      table.members.filter(({ messages }) => messages === 0),
    );
    expect(silent).toEqual([]);
  });

  it("names its ballots by number", () => {
    const several = trials.filter(({ state }) =>
      [...state.members.values()].some(
        ({ ballots }) => ballots.filter(({ kind }) => kind === "closing").length > 1,
      ),
    );
    expect(several.length).toBeGreaterThan(0);
    const changes = several.flatMap(({ table }) => table.members.flatMap((row) => row.changes));
    const secret = changes.filter(({ message }) => message === null).map((change) => change.in);
    expect(secret.filter((where) => !/^ballot [1-9]$/.test(where))).toEqual([]);
  });
});

describe("a deliberation's phases", () => {
  let held: Held;

  beforeAll(async () => {
    held = await hold("memory-curation", 3);
  }, 60_000);

  it("say who was ready where the roll was called, and who spoke where there was talk", () => {
    const ended = narrated(held).filter((told) => / ends by /.test(told));
    expect(ended[0]).toMatch(/^Gathering ends by criteria: \d+ ready$/);
    expect(ended.slice(1).every((told) => /\d+ spoke$/.test(told))).toBe(true);
  });

  it("have their columns, as they have sheets", () => {
    expect(held.table.columns.map(({ name }) => name)).toEqual(["phases", "dissents"]);
  });
});
