import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import type { CommandValue } from "../../src/cli/terminal/command.ts";
import { COLLECTING } from "../../src/cli/terminal/flag-values.ts";
import { cli, workFolder } from "./cli.ts";

const FOLDER = "src/cli/commands";
const COMMANDS = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ""));

async function defined(name: string) {
  const { command } = (await import(`../../src/cli/commands/${name}.ts`)) as {
    command: CommandValue;
  };
  const parser = command.define(new Command(name), { env: {}, cwd: "." } as never, () => {});
  return [parser, ...parser.commands];
}

describe("a flag that is given twice", () => {
  test.each(COMMANDS)("%s: takes several values exactly where its help says so", async (name) => {
    const flags = (await defined(name)).flatMap(({ options }) => options);
    const collecting = flags
      .filter(({ parseArg }) => COLLECTING.has(parseArg))
      .map(({ long }) => long);
    const saidTo = flags.filter(({ description }) => description.includes("(repeatable)"));
    expect(collecting).toEqual(saidTo.map(({ long }) => long));
  });

  test("is refused where it takes one value, and nothing is held", async () => {
    const cwd = workFolder({ "a.md": "One candidate.\n", "b.md": "Another one.\n" });
    const asked = ["run", "small", "--document", "a.md", "--document", "b.md"];
    const { code, err } = await cli(asked, { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(
      /^boardroom: --document is given twice: a\.md, then b\.md\n {2}A meeting judges one/,
    );
    expect(readdirSync(cwd)).not.toContain("transcripts");
  });
});

describe("a wrong option", () => {
  test("is put down to the scenario where the scenario says it, whatever the flags say", async () => {
    const cwd = workFolder();
    const file = join(cwd, "scenarios/small/scenario.yaml");
    writeFileSync(file, `${readFileSync(file, "utf8")}\noptions: {selector: {name: natrual}}\n`);
    const { code, err } = await cli(["check", "small", "--option", "openingBallot=false"], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(/scenario\.yaml:\d+:\d+: options\.selector\.name must be one of/);
  });
});

describe("a question of one's own", () => {
  test("is put to the meeting, told by check, and kept in the record", async () => {
    const cwd = workFolder();
    const asked = ["--question", "Should it wait a year?", "--seed", "7"];
    const checked = await cli(["check", "small", ...asked], { cwd });
    expect(checked.out).toMatch(/^Question {3}Should it wait a year\?$/m);
    await cli(["run", "small", ...asked, "--output", "held"], { cwd });
    const [opened] = readFileSync(join(cwd, "held/events.jsonl"), "utf8").split("\n");
    expect(JSON.parse(opened!)).toMatchObject({ scenario: { question: "Should it wait a year?" } });
  });
});

describe("--models", () => {
  test("deals models over the members by the seed, and --member wins", async () => {
    const cwd = workFolder();
    const asked = [
      "check",
      "small",
      "--models",
      "ollama:a,ollama:b",
      "--member",
      "kumar=simulated",
    ];
    const rows = async (seed: string) =>
      (await cli([...asked, "--seed", seed], { cwd })).out
        .split("\n")
        .filter((line) => /\(ollama|kumar:/.test(line));
    const first = await rows("1");
    expect(first.filter((line) => line.includes("kumar:"))).toEqual([
      expect.stringContaining("(simulated)"),
    ]);
    expect(first.length).toBeGreaterThan(1);
    expect(await rows("1")).toEqual(first);
    const others = await Promise.all(["2", "3", "4", "5", "6"].map(rows));
    expect(others.some((each) => each.join() !== first.join())).toBe(true);
  });
});

test.each([
  [["run", "small", "--seed", "1", "--seed", "2"], "--seed is given twice: 1, then 2"],
  [
    ["run", "small", "--option", "timeKeeper=false", "--option", "timeKeeper=true"],
    "timeKeeper a second value",
  ],
  [["run", "small", "--option", "a.b=x", "--option", "a=y"], "a a second value, after a.b"],
  [
    ["run", "small", "--member", "kumar=simulated", "--member", "kumar=human:ngo"],
    "kumar a second value",
  ],
  [["run", "small", "--question", "  "], "It must hold words."],
  [
    ["run", "small", "--models", "ollama:a", "--model", "ollama:b"],
    "--models cannot be used with --model",
  ],
  [
    ["run", "small", "--member", "kumar=simulated", "--exclude", "kumar"],
    "--member kumar cannot be used with --exclude kumar",
  ],
  [
    ["watch", resolve("transcripts/hiring-sample"), "--as", "ngo"],
    "--as cannot be used with a finished meeting",
  ],
  [["resume", "small-7", "--protocol", "jury"], 'invalid value "jury" for --protocol'],
  [["study", "nope"], 'unknown command "nope"'],
  [["diff", "a", "b", "c"], "too many arguments: expected 2, found 3"],
  [["erase", "a", "--older-than", "9"], "name folders, or use --subject or --older-than alone"],
  [
    ["approvals", "p-1", "--approve", "--decline"],
    "cannot be used with --approve\n  Remove one of the two.",
  ],
  [["run", "small", "--model", "openai:"], 'invalid model "openai:"'],
  [
    ["run", "small", "--as", "ngo"],
    'person "ngo" not found in this meeting\n  No person takes part',
  ],
  [["run", "small", "--member", "chen=human:ng", "--as", "ngo"], "Did you mean ng?"],
  [["run", "small", "--by", "x", "--approve"], "cannot be used with"],
  [["show", "a", "--format", "csv", "--quiet"], "--quiet cannot be used with --format"],
  [["run", "small", "--because", "Now."], "--because needs --approve"],
  [["run", "small", "--attach", "a", "--attach", "a"], "It is given twice: remove one of them."],
  [["run", "small", "--documents", "a", "b", "--json"], "--documents cannot be used with --json"],
  [["ask", "Q?", "--panel", "pricing", "--size", "3"], "--size cannot be used with --panel"],
  [["act", "t", "--absent", "ill", "--say", "Hello."], "--absent cannot be used with --say"],
  [["new", "study", "s", "--question", "Q?"], "--question cannot be used with a study"],
  [["new", "persona", "p", "--protocol", "board"], "--protocol cannot be used with a persona"],
  [
    ["new", "scenario", "s", "--question", "Q?", "--system", "x"],
    "--system belongs to a scenario of the rounds",
  ],
  [["report", "t", "--format", "adr", "--open"], "--open cannot be used with --format adr"],
  [["outcome", "--right", "no"], "--right needs a transcript"],
  [["study", "run", "--output", ""], "It must hold words."],
  [
    ["study", "report", "s", "--format", "text", "--format", "json"],
    "--format is given twice: text, then json",
  ],
  [["watch", "small", "--from", "end"], "--from cannot be used with a scenario"],
  [["act", "t", "--text", "Hello."], "--text needs --whisper\n  Add --whisper, or remove --text."],
  [["approvals", "--quiet"], "--quiet needs --approve"],
  [["check", "small", "--models", ","], "It must name one or more, with commas."],
  [["mcp", "--port", "1"], "--port needs --http"],
  [["doctor", "--offline", "--try", "simulated"], "cannot be used with"],
  [["list", "personas", "--costs"], "--costs lists meetings, not personas"],
  [["list", "meetings", "x"], "only --costs takes names of meetings, found x"],
  [["list", "--json"], "--json needs --costs"],
  [["study", "hold"], 'unknown command "hold"'],
  [["study"], "Usage: boardroom study [options] [command]"],
])("boardroom %j is refused with the reason", async (argv, message) => {
  const { code, err } = await cli(argv, { cwd: workFolder(), env: { OPENAI_API_KEY: "sk-test" } });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
});
