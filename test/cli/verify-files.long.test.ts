import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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
      expect(sound.out).toContain(`files       ${files.length} written again from the record, all equal\n`);
      expect(sound.out).toMatch(/\nNothing differs\.\n$/);
      for (const name of files) alter(join(folder, name));
      const { code, out, err } = await verify(cwd);
      expect(code).toBe(5);
      for (const name of files)
        expect(err).toMatch(new RegExp(`t/${name.replaceAll(".", "\\.")}:\\d+: found `));
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
  async function ofAnother(by: object | null): Promise<string> {
    const cwd = await held();
    const file = join(cwd, "t/written.json");
    if (by === null) rmSync(file);
    else writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), by }));
    alter(join(cwd, "t/verdicts.csv"));
    return cwd;
  }

  it.each([
    [
      "names an older version",
      { files: FILES_VERSION - 1, protocol: "board@4" },
      `version ${FILES_VERSION - 1}, by board@4`,
    ],
    ["names another version of the protocol", { files: FILES_VERSION, protocol: "board@0" }, "by board@0"],
    ["names none", null, "a version that does not name itself"],
  ])(
    "are not comparable where the folder %s, neither sound nor altered, and the exit code is 3",
    async (_, by, words) => {
      const cwd = await ofAnother(by);
      const { code, out, err } = await verify(cwd);
      expect({ code, err }).toEqual({ code: 3, err: "" });
      expect(out).toMatch(/^other kind {2}.*verdicts\.csv.*: not comparable: written by /m);
      expect(out).toContain(words);
      expect(out).toMatch(/\nNothing that can be compared differs\.\n$/);
    },
  );

  it("cannot be made so by what does not name a version: that is altered", async () => {
    const cwd = await ofAnother(null);
    writeFileSync(join(cwd, "t/written.json"), "{}");
    expect((await verify(cwd)).code).toBe(5);
  });
});

const FORMAT_1 = "test/fixtures/format-1/meeting";

describe("a record of an older version of its protocol", () => {
  function older(): string {
    const cwd = workFolder();
    mkdirSync(join(cwd, "t"));
    for (const name of ["events.jsonl", "verdicts.json"]) cpSync(join(FORMAT_1, name), join(cwd, "t", name));
    return cwd;
  }

  it("is read, replayed and tabled, and not verified", async () => {
    const cwd = older();
    const { code, out } = await cli(["show", "t", "--format", "json"], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(out).meetings[0].outcome.status).toBe("decided");
    for (const format of ["text", "csv", "md"])
      expect((await cli(["show", "t", "--format", format], { cwd })).code).toBe(0);
    expect((await cli(["show", "t"], { cwd })).code).toBe(0);
    const { code: refused, err } = await cli(["verify", "t"], { cwd });
    expect(refused).toBe(2);
    expect(err).toMatch(/events\.jsonl:1: the record was made by board@1, and this program has board@\d/);
  });

  it.each([
    ["verify", ["verify", "t"]],
    ["prompt", ["show", "t", "--prompt", "1", "--speaker", "chen"]],
    ["fork", ["fork", "t", "--at", "2", "--model", "simulated"]],
  ])("is not run again by %s, which names the version", async (_, argv) => {
    const cwd = older();
    const { code, err } = await cli(argv, { cwd, factories });
    expect(code).toBe(2);
    expect(err).toContain("board@1");
  });

  it("is not gone on with, and stays as it was", async () => {
    const cwd = older();
    const log = join(cwd, "t/events.jsonl");
    const lines = readFileSync(log, "utf8").trimEnd().split("\n");
    const cut = `${lines.slice(0, 20).join("\n")}\n${lines[20]!.slice(0, 30)}`;
    writeFileSync(log, cut);
    const { code, err } = await cli(["resume", "t"], { cwd, factories });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("made by board@1") });
    expect(readFileSync(log, "utf8")).toBe(cut);
  });
});

/** Turns the first letter of a file into another. */
function alter(file: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/[a-z]/i, (letter) => (letter === "x" ? "y" : "x")),
  );
}
