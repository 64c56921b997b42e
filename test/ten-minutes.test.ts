import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { knownAhead, nextOf, strangersFolder, walksIn } from "./walks.ts";

const [, question = [], bare = [], board = []] = walksIn("docs/ten-minutes.md");

describe("the walks of docs/ten-minutes.md without a key", () => {
  it("are four blocks of at most three commands", () => {
    expect(walksIn("docs/ten-minutes.md").map(({ length }) => length)).toEqual([3, 2, 2, 3]);
  });

  it("go from a question to a decision record", async () => {
    const { cwd, run } = strangersFolder();
    const [asked, exported] = question;
    const told = await run(asked ?? []);
    expect({ code: told.code, next: nextOf(told) }).toEqual({ code: 0, next: exported });
    expect((await run(exported ?? [])).code).toBe(0);
    const record = readFileSync(join(cwd, exported?.at(-1) ?? ""), "utf8");
    const [, chosen] = /^Chosen: "(\w+)", because (\d) of 5 votes for \1/m.exec(record) ?? [];
    expect(["ACORN", "BOREALIS", "CORVID"]).toContain(chosen);
    expect(record).toMatch(/Transcript head hash [0-9a-f]{64}/);
  });

  it("without anything to read end in a record that names what is missing", async () => {
    const { cwd, run } = strangersFolder();
    const [asked, exported] = bare;
    const told = await run(asked ?? []);
    expect({ code: told.code, next: nextOf(told) }).toEqual({ code: 3, next: exported });
    expect((await run(exported ?? [])).code).toBe(0);
    expect(readFileSync(join(cwd, exported?.at(-1) ?? ""), "utf8")).toMatch(
      /there is nothing to read\. Missing: the proposal[\s\S]*No option was chosen\. Undecided/,
    );
  });

  it("have the same board recall what it decided, what came of it, and who was wrong", async () => {
    const { cwd, run } = strangersFolder();
    const [asked, became, again] = board;
    const told = await run(asked ?? []);
    expect(knownAhead(nextOf(told) ?? [])).toEqual(knownAhead(became ?? []));
    expect(told.out).not.toContain("At our last meeting");
    const unsaid = await run(nextOf(told) ?? []);
    expect({ code: unsaid.code, err: unsaid.err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("what did it turn out to be?"),
    });
    expect(nextOf(await run(became ?? []))).toEqual(again);
    const { out } = await run(again ?? []);
    const flowing = out.replace(/\s+/g, " ");
    expect(flowing).toContain(
      'At our last meeting the outcome was: decided against. What became of it is on record: "a competitor raised its price by 12 % and lost nobody", so the decision was wrong.',
    );
    expect(flowing).toMatch(/My own position then was keep, and it proved wrong\./);
    expect(flowing).toMatch(/cites memory-of-[a-z-]+\.md#L\d+[^:]*: .*?found word for word/);
    expect(flowing).toMatch(/the board decided against before, and that proved wrong/);
    const both = readdirSync(join(cwd, "transcripts"));
    expect(both).toHaveLength(2);
    expect(both.every((name) => existsSync(join(cwd, "transcripts", name, "verdicts.json")))).toBe(true);
  });
});
