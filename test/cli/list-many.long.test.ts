import { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../support/built-program.ts";
import { cli, workFolder } from "./cli.ts";

const MANY = 500;
/** Megabytes. All these records are four times as large. */
const HEAP = 48;

function folderOfMany(): string {
  const cwd = workFolder();
  const record = join(cwd, "record.jsonl");
  writeFileSync(record, readFileSync("transcripts/hiring-sample/events.jsonl"));
  for (let index = 0; index < MANY; index++) {
    mkdirSync(join(cwd, "transcripts", `m-${index}`), { recursive: true });
    linkSync(record, join(cwd, "transcripts", `m-${index}`, "events.jsonl"));
  }
  return cwd;
}

describe("a list of thousands of meetings", () => {
  it("holds no record in memory, and is the same the second time", async () => {
    const cwd = folderOfMany();
    const listed: string[] = [];
    for (const _ of [1, 2]) {
      let out = "";
      const env = { HOME: cwd, NODE_OPTIONS: `--max-old-space-size=${HEAP}` };
      const { ended } = buildProgram().start(
        ["list", "meetings"],
        cwd,
        (text) => (out += text),
        env,
      );
      expect(await ended).toEqual({ code: 0, signal: null, err: "" });
      listed.push(out);
    }
    const [first, second] = listed;
    expect(first!.trim().split("\n")).toHaveLength(MANY + 1);
    expect(second).toBe(first);
  });
});

describe("the lines that are kept for the next list", () => {
  it("are in the user's own folder, follow the records, and go with an erased meeting", async () => {
    const cwd = workFolder();
    const env = { HOME: workFolder() };
    const lists = join(env.HOME, ".config/boardroom/lists");
    for (const seed of ["1", "2"])
      await cli(["run", "small", "--seed", seed, "--quiet"], { cwd, env });
    const { out } = await cli(["list", "meetings"], { cwd, env });
    expect(out).toContain("small-2");
    const [kept] = readdirSync(lists);
    expect(readFileSync(join(lists, kept!), "utf8")).toContain("small-2");
    expect(readdirSync(join(cwd, "transcripts")).toSorted()).toEqual(["small-1", "small-2"]);
    writeFileSync(join(cwd, "transcripts/small-1/events.jsonl"), "no record\n");
    expect((await cli(["list", "meetings"], { cwd, env })).out).toContain("damaged");
    await cli(["erase", "transcripts/small-2", "--yes"], { cwd, env });
    expect(readdirSync(lists)).toEqual([]);
    expect((await cli(["list", "meetings"], { cwd, env })).out).not.toContain("small-2");
  });
});
