import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { twoTurns } from "./cli/cli.ts";
import { knownAhead, nextOf, strangersFolder, walksIn } from "./walks.ts";

const [, question = [], bare = [], board = []] = walksIn("docs/tutorial.md");

/** A folder in which every member is the model that the page sets, scripted. */
function withModel() {
  const env = { BOARDROOM_MODEL: "anthropic:claude-sonnet-5-5", ANTHROPIC_API_KEY: "test" };
  return strangersFolder(env, { factories: { anthropic: twoTurns } });
}

/** As the page says of scripts. */
const approved = (words: readonly string[] = []) => [...words, "--approve", "--because", "a test"];

describe("the walks of docs/tutorial.md with a model", () => {
  it("are four blocks of at most three commands", () => {
    expect(walksIn("docs/tutorial.md").map(({ length }) => length)).toEqual([3, 2, 2, 3]);
  });

  it.each([
    ["with a document", question],
    ["without one", bare],
  ])("go from a question to a decision record, %s", async (_, [asked, exported]) => {
    const { cwd, run } = withModel();
    const told = await run(approved(asked));
    expect({ code: told.code, next: nextOf(told) }).toEqual({ code: 0, next: exported });
    expect((await run(exported ?? [])).code).toBe(0);
    const record = readFileSync(join(cwd, exported?.at(-1) ?? ""), "utf8");
    expect(record).toMatch(/^Chosen: "for" \(YES 5\), because 5 of 5 votes/m);
    expect(record).toMatch(/Transcript head hash [0-9a-f]{64}/);
  });

  it("have the same board meet again with its notes", async () => {
    const { cwd, run } = withModel();
    const [asked, became, again] = board;
    const told = await run(approved(asked));
    expect(knownAhead(nextOf(told) ?? [])).toEqual(knownAhead(became ?? []));
    expect(nextOf(await run(became ?? []))).toEqual(again);
    await run(approved(again));
    const both = readdirSync(join(cwd, "transcripts")).filter((name) =>
      existsSync(join(cwd, "transcripts", name, "verdicts.json")),
    );
    expect(both).toHaveLength(2);
  });

  it("are refused without a model, before anything is saved", async () => {
    const { cwd, run } = strangersFolder();
    const { code, err } = await run(question[0] ?? []);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("offers.md has no script") });
    expect(existsSync(join(cwd, "scenarios"))).toBe(false);
  });
});
