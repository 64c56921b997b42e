import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };

/** What a shell is told of a line whose last word is being typed. */
async function after(line: readonly string[], cwd = workFolder()): Promise<readonly string[]> {
  const { code, out, err } = await cli(["completion", "--words", "--", ...line], { cwd });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out.split("\n").filter((word) => word !== "");
}

describe("boardroom completion", () => {
  it.each<[string[], string[]]>([
    [["re"], ["resume", "report", "replay"]],
    [["help", "fo"], ["fork"]],
    [["study", "re"], ["report"]],
    [["study", "run", "--sha"], ["--shard"]],
    [
      ["run", "small", "--see"],
      ["--seed", "--seeds"],
    ],
    [["run", "--seed", "7", "sma"], ["small"]],
    [["memory", "show", "sma"], ["small"]],
    [["list", "per"], ["personas"]],
    [["new", "st"], ["study"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["export", "x", "--as", "a"], ["adr"]],
    [
      ["verdicts", "x", "--format", ""],
      ["table", "csv", "json", "md"],
    ],
    [["verdicts", "x", "--format=c"], ["--format=csv"]],
    [
      ["run", "small", "--protocol", "ju"],
      ["jury", "judges"],
    ],
    [["run", "small", "--exclude", "chen"], ["chen"]],
    [["ask", "Should we?", "--panel", "pri"], ["pricing"]],
    [["ask", "Should we?", "--members", "chen,sarah-c"], ["chen,sarah-chen"]],
    [["metrics", "--members", "s"], []],
    [["run", "small", "--document", "s"], []],
    [["run", "small", "--documents", "a.md", "s"], []],
    [["replay", "--", "--e"], []],
    [["no-such-command", "x"], []],
    [["-"], ["--version", "--help"]],
  ])("knows what may follow %j", async (line, words) => {
    expect((await after(line)).toSorted()).toEqual(words.toSorted());
  });

  it("leaves out what is hidden, and offers every command", async () => {
    expect(await after(["study", ""])).toEqual(["run", "report", "fetch", "cancel", "help"]);
    expect(await after([""])).toEqual(expect.arrayContaining(["run", "ask", "completion", "help"]));
  });

  it("names transcripts and folders of candidates that are there", async () => {
    const cwd = workFolder();
    await cli(["run", "small", "--seed", "1", "--quiet"], { cwd, factories });
    for (const name of ["a", "b"]) writeFileSync(join(cwd, `${name}.md`), `# ${name}\n\nWord of ${name}.\n`);
    const over = ["--documents", "a.md", "b.md", "--seed", "1", "--quiet"];
    await cli(["run", "small", ...over], { cwd, factories });
    const both = ["transcripts/small-1", "transcripts/small-candidates-1"];
    for (const line of [
      ["verdicts", ""],
      ["compare", "x", "t"],
      ["watch", "transc"],
      ["run", "--prior", "tra"],
    ])
      expect(await after(line, cwd)).toEqual(both);
    const { out: listed } = await cli(["list", "meetings"], { cwd });
    expect(listed).toMatch(/transcripts\/small-1 +\S+ \S+ +board@\d+ +.*A small matter/);
    expect(listed).toMatch(/transcripts\/small-candidates-1 +.*2 of 2 meetings held +A small matter/);
    expect((await cli(["verdicts", "transcripts/small-candidates-1"], { cwd })).err).toContain(
      "It holds folders of meetings: name one of them, such as small-candidates-1/meetings/small/a/own/1.",
    );
  });

  it.each(["bash", "zsh", "fish"])("prints a script for %s, which asks the program", async (shell) => {
    const { code, out } = await cli(["completion", shell]);
    expect(code).toBe(0);
    expect(out).toContain("boardroom completion --words -- ");
  });

  it.each([
    [[], "which shell?"],
    [["tcsh"], "no script for tcsh"],
    [["bash", "run"], "a line is completed with --words"],
  ])("refuses %j", async (argv, says) => {
    const { code, err } = await cli(["completion", ...argv]);
    expect({ code, lines: err.trim().split("\n").length }).toEqual({ code: 2, lines: 2 });
    expect(err).toContain(says);
  });
});
