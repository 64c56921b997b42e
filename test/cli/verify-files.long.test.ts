import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FILES_VERSION } from "../../src/home/records/outputs.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };

/** Paths of everything in a transcript's folder but its record. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name !== "events.jsonl" && statSync(join(folder, name)).isFile())
    .sort();
}

async function held(scenario = "small"): Promise<string> {
  const cwd = workFolder();
  const own = scenario === "small" ? { factories } : {};
  await cli(["run", scenario, "--seed", "7", "--quiet", "--output", "t"], { cwd, ...own });
  return cwd;
}

const verify = (cwd: string, ...flags: string[]) => cli(["verify", "t", ...flags], { cwd });

/** A list of problems names so many. */
const MOST_NAMED = 20;

describe("verify makes every file beside a record again", () => {
  it.each([
    ["small", ["transcript.md", "verdicts.csv", "verdicts.json", "written.json"]],
    ["niche-decision", ["report.md", "session.json"]],
    ["memory-curation", ["conclusions.json"]],
    ["code-review", ["judgement.json"]],
    ["architecture-review", ["synthesis.md", "artifacts/round_01/action.md", "state/claims.jsonl"]],
  ])(
    "%s: finds none that differs, and names each that was altered",
    async (scenario, among) => {
      const cwd = await held(scenario);
      const folder = join(cwd, "t");
      const files = filesIn(folder);
      expect(files).toEqual(expect.arrayContaining(among));
      const sound = await verify(cwd);
      expect({ code: sound.code, err: sound.err }).toEqual({ code: 0, err: "" });
      expect(sound.out).toContain(
        `files       ${files.length} written again from the record, all equal\n`,
      );
      expect(sound.out).toMatch(/\nNothing differs\.\n$/);
      for (const name of files) alter(join(folder, name));
      const { code, out, err } = await verify(cwd);
      expect(code).toBe(5);
      for (const name of files.slice(0, MOST_NAMED))
        expect(err).toMatch(new RegExp(`t/${name.replaceAll(".", "\\.")}:\\d+: found `));
      if (files.length > MOST_NAMED) expect(err).toContain(`and ${files.length - MOST_NAMED} more`);
      expect(out).not.toContain("Nothing");
      expect(err).toContain("boardroom verify t --write");
    },
    120_000,
  );

  it("finds one altered character, a line more and a line less in each, alone", async () => {
    const cwd = await held();
    const folder = join(cwd, "t");
    for (const name of filesIn(folder)) {
      const file = join(folder, name);
      const text = readFileSync(file, "utf8");
      for (const change of [
        text.replace(/[a-z]/i, "~"),
        `${text}\n`,
        text.slice(0, text.trimEnd().lastIndexOf("\n")),
        "",
      ]) {
        writeFileSync(file, change);
        const { code, err } = await verify(cwd);
        expect(code, `${name}: ${JSON.stringify(change.slice(0, 40))}`).toBe(5);
        expect(err).toContain(`t/${name}:`);
      }
      writeFileSync(file, text);
    }
    expect((await verify(cwd)).code).toBe(0);
  }, 60_000);

  it("names what is not made from the record and what is not there, and neither is damage", async () => {
    const cwd = await held();
    writeFileSync(join(cwd, "t/notes.txt"), "mine");
    rmSync(join(cwd, "t/verdicts.csv"));
    const { code, out } = await verify(cwd);
    expect(code).toBe(0);
    expect(out).toContain("of others   notes.txt: not made from the record, and not compared\n");
    expect(out).toContain("not there   verdicts.csv\n");
  });

  it("finds files that another record wrote", async () => {
    const cwd = await held();
    await cli(["run", "small", "--seed", "8", "--quiet", "--output", "u"], { cwd, factories });
    for (const name of filesIn(join(cwd, "u"))) cpSync(join(cwd, "u", name), join(cwd, "t", name));
    const { code, err } = await verify(cwd);
    expect(code).toBe(5);
    expect(err).toContain("t/written.json:");
  });
});

describe("files that another version wrote", () => {
  async function withWritten(text: (written: object) => string | null): Promise<string> {
    const cwd = await held();
    const file = join(cwd, "t/written.json");
    const changed = text(JSON.parse(readFileSync(file, "utf8")));
    if (changed === null) rmSync(file);
    else writeFileSync(file, changed);
    alter(join(cwd, "t/verdicts.csv"));
    return cwd;
  }

  it("are not comparable, neither sound nor altered, and the exit code is 3", async () => {
    const cwd = await withWritten((written) =>
      JSON.stringify({ ...written, version: FILES_VERSION - 1 }),
    );
    const { code, out, err } = await verify(cwd);
    expect({ code, err }).toEqual({ code: 3, err: "" });
    expect(out).toMatch(/^other kind {2}.*verdicts\.csv.*: not comparable: written in form /m);
    expect(out).toContain(
      `written in form ${FILES_VERSION - 1}, and this is form ${FILES_VERSION}`,
    );
    expect(out).toMatch(/\nNothing that can be compared differs\.\n$/);
  });

  it.each([
    ["names no version", () => "{}"],
    ["is not there", () => null],
  ])("are altered where written.json %s", async (_, text) => {
    const { code, err } = await verify(await withWritten(text));
    expect(code).toBe(5);
    expect(err).toContain("t/verdicts.csv:");
  });
});

describe("a record of another version", () => {
  const WRITTEN_BY =
    "events.jsonl:1: this record was written by version 0.1.0 of Boardroom, in a form that this version does not read";

  async function written(change: object): Promise<string> {
    const cwd = await held();
    const log = join(cwd, "t/events.jsonl");
    const [first = "", ...more] = readFileSync(log, "utf8").split("\n");
    const opened = JSON.stringify({ ...JSON.parse(first), program: "0.1.0", ...change });
    writeFileSync(log, [opened, ...more].join("\n"));
    return cwd;
  }

  it.each([
    ["format", { format: 2 }],
    ["protocol", { protocol: "board@1" }],
  ])(
    "is named by every command that reads it, for its %s, and stays as it was",
    async (_, change) => {
      const cwd = await written(change);
      const before = readFileSync(join(cwd, "t/events.jsonl"), "utf8");
      for (const argv of [
        ["show", "t"],
        ["show", "t", "--format", "json"],
        ["show", "t", "--json"],
        ["show", "t", "--prompt", "1", "--speaker", "chen"],
        ["verify", "t"],
        ["verify", "t", "--write"],
        ["resume", "t"],
        ["fork", "t", "--at", "2", "--model", "simulated"],
        ["report", "t"],
        ["diff", "t", "t"],
        ["outcome", "t", "good"],
        ["watch", "t"],
        ["run", "small", "--prior", "t"],
      ]) {
        const { code, err } = await cli(argv, { cwd, factories });
        expect({ argv, code, err }).toEqual({
          argv,
          code: 5,
          err: expect.stringContaining(WRITTEN_BY),
        });
      }
      expect(readFileSync(join(cwd, "t/events.jsonl"), "utf8")).toBe(before);
    },
  );
});

/** Turns the first letter of a file into another. */
function alter(file: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/[a-z]/i, (letter) => (letter === "x" ? "y" : "x")),
  );
}
