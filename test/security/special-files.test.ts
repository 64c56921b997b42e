import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findScenario, loadScenario, readStudy, readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readBeginning, readBytes, readLines, readUtf8 } from "../../src/files.ts";
import { openLog } from "../../src/home/log.ts";
import { compareFiles } from "../../src/home/records/outputs.ts";
import { board } from "../../src/protocols/board.ts";
import { createMeetingList } from "../../src/screens/web/list-lines.ts";
import { EMPTY_STUDY } from "../studies/small-study.ts";
import { emptyFolder } from "../support/folders.ts";

/** What a folder from elsewhere can have in the place of a file, and how it is refused. */
const SPECIAL = {
  "a link to an endless device": (file: string) => symlinkSync("/dev/zero", file),
  "a pipe that nobody writes to": (file: string) => {
    expect(spawnSync("mkfifo", [file]).status).toBe(0);
  },
  "a folder": (file: string) => mkdirSync(file),
} as const;

const SAMPLE = "transcripts/hiring-sample";

function sampleWithout(name: string): string {
  const folder = join(emptyFolder(), "sample");
  cpSync(SAMPLE, folder, { recursive: true });
  rmSync(join(folder, name));
  return folder;
}

describe.each(Object.entries(SPECIAL))("%s", (_, make) => {
  it("is no record", async () => {
    const folder = sampleWithout("events.jsonl");
    make(join(folder, "events.jsonl"));
    expect(() => readTranscript(folder)).toThrow(
      /the transcript cannot be read \((?:not a regular file|EISDIR)\)/,
    );
    const list = createMeetingList({ env: {}, cwd: dirname(folder) }, dirname(folder));
    expect(await list.list()).toEqual([]);
  });

  it("is no study", async () => {
    const folder = join(emptyFolder(), "study");
    mkdirSync(folder);
    make(join(folder, "study.json"));
    writeFileSync(join(dirname(folder), "notes.txt"), "no meeting");
    expect(() => readStudy(folder)).toThrow("study.json: the file cannot be read");
    const list = createMeetingList({ env: {}, cwd: dirname(folder) }, dirname(folder));
    expect(await list.list()).toEqual([]);
  });

  it("is no results of a study", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "study.json"), JSON.stringify(EMPTY_STUDY));
    make(join(folder, "results.jsonl"));
    await expect(readStudy(folder).rows().next()).rejects.toThrow(
      "results.jsonl: the file cannot be read",
    );
    expect(() => openLog(join(folder, "results.jsonl"), z.string()).add("a")).toThrow(
      "cannot be written",
    );
  });

  it.each(["written.json", "verdicts.csv", "transcript.md"])("is no %s", async (name) => {
    const folder = sampleWithout(name);
    make(join(folder, name));
    const { same } = await compareFiles(folder, readTranscript(folder), board);
    expect(same).not.toContain(name);
  });

  it("is no persona and no scenario", async () => {
    const folder = join(emptyFolder(), "case");
    cpSync("scenarios/hiring", folder, { recursive: true });
    const lookup = { cwd: dirname(folder), packaged: "." };
    mkdirSync(join(folder, "personas"), { recursive: true });
    const source = await findScenario(folder, lookup);
    make(join(folder, "personas", "stranger.md"));
    writeFileSync(
      source.file,
      readUtf8(source.file).replace(/^members:\n/m, "members:\n  - persona: stranger\n"),
    );
    await expect(loadScenario(source)).rejects.toThrow(/stranger|outside the scenario's folder/);
    rmSync(source.file);
    make(source.file);
    await expect(loadScenario(source)).rejects.toThrow(
      /outside the scenario's folder|regular file|as text/,
    );
  });
});

describe("reading a file", () => {
  it("has a limit on the bytes that come, as a file of the system tells no size", () => {
    expect(readUtf8("/proc/self/stat").length).toBeGreaterThan(0);
    expect(() => readBytes("/proc/self/stat", 3)).toThrow("larger than");
  });

  it("stops at a line that does not end", () => {
    const file = join(emptyFolder(), "long");
    writeFileSync(file, "one\ntwo\n");
    expect([...readLines(file)]).toEqual(["one", "two"]);
    truncateSync(file, 40 * 1024 * 1024);
    expect(() => [...readLines(file)]).toThrow("a line is larger than 16 MiB");
    expect(readBeginning(file, 3)).toBe("one");
  });

  it("keeps letters whole that two pieces share", () => {
    const file = join(emptyFolder(), "letters");
    const line = `a${"é".repeat(1_500_000)}`;
    writeFileSync(file, `${line}\n${line}`);
    expect([...readLines(file)]).toEqual([line, line]);
  });
});

describe("a study of somebody else", () => {
  it("leads to no meeting outside its folder by a link", async () => {
    const folder = emptyFolder();
    const outside = sampleWithout("verdicts.csv");
    writeFileSync(join(folder, "study.json"), JSON.stringify(EMPTY_STUDY));
    mkdirSync(join(folder, "meetings/hiring/named/own"), { recursive: true });
    symlinkSync(outside, join(folder, "meetings/hiring/named/own/1"));
    const row = {
      ...{
        scenario: "hiring",
        arm: "named",
        subject: "own",
        seed: 1,
        status: "closed",
        reason: null,
      },
      ...{
        outcome: null,
        openingOutcome: null,
        ended: null,
        members: {},
        simulated: true,
        messages: 0,
        absences: 0,
      },
      ...{
        calls: 0,
        failedCalls: 0,
        voteCalls: 0,
        tokens: { input: 0, cacheRead: 0, output: 0 },
        dollars: 0,
        seconds: 0,
      },
      ...{ head: null, path: "meetings/hiring/named/own/1" },
    };
    writeFileSync(join(folder, "results.jsonl"), `${JSON.stringify(row)}\n`);
    await expect(readStudy(folder).rows().next()).rejects.toThrow(
      "is a link that leads out of the study",
    );
  });
});
