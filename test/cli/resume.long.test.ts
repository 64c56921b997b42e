import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { describe, expect, test } from "vitest";
import { lockTranscript } from "../../src/engine/transcript/lock.ts";
import { failure } from "../support/failures.ts";
import { pureMembers } from "../support/pure-member.ts";
import { cli, workFolder, wroteIn } from "./cli.ts";

const LOG = "transcripts/small-7/events.jsonl";
const factories = { simulated: pureMembers().factory };
const resume = (cwd: string, ...flags: string[]) =>
  cli(["resume", "transcripts/small-7", ...flags], { cwd, factories });

async function held() {
  const cwd = workFolder();
  const { out } = await cli(["run", "small", "--seed", "7"], { cwd, factories });
  const log = readFileSync(join(cwd, LOG), "utf8");
  return { cwd, out, log, lines: log.split("\n").slice(0, -1) };
}

function stopAfter(cwd: string, lines: readonly string[], tail = ""): void {
  const folder = join(cwd, "transcripts/small-7");
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  writeFileSync(join(cwd, LOG), lines.map((line) => `${line}\n`).join("") + tail);
}

describe("resume", () => {
  test("goes on to the bytes of a meeting never stopped, and writes what stands beside the log", async () => {
    const { cwd, log, lines } = await held();
    const files = readdirSync(join(cwd, "transcripts/small-7"));
    const verdicts = readFileSync(join(cwd, "transcripts/small-7/verdicts.json"), "utf8");
    stopAfter(cwd, lines.slice(0, 12));
    const { code, err } = await resume(cwd);
    expect({ code, err }).toEqual({
      code: 0,
      err: `Resuming after 12 recorded events.\n${wroteIn("transcripts/small-7")}`,
    });
    expect(readFileSync(join(cwd, LOG), "utf8")).toBe(log);
    expect(readFileSync(join(cwd, "transcripts/small-7/verdicts.json"), "utf8")).toBe(verdicts);
    expect(readdirSync(join(cwd, "transcripts/small-7")).sort()).toEqual(files.sort());
  });

  test("prints what the stopped run had not printed", async () => {
    const { cwd, out, lines } = await held();
    for (const count of [3, 12, lines.length - 1]) {
      stopAfter(cwd, lines.slice(0, count));
      const before = (await cli(["show", "transcripts/small-7"], { cwd })).out.split(
        "\n\nVerdicts:",
      )[0]!;
      const { out: rest } = await resume(cwd);
      expect(`${before.trimEnd()}\n${rest.trimStart()}`.replaceAll(/\n+/g, "\n")).toBe(
        out.replaceAll(/\n+/g, "\n"),
      );
    }
  });

  test("drops a torn last line with a note", async () => {
    const { cwd, log, lines } = await held();
    stopAfter(cwd, lines.slice(0, 12), lines[12]!.slice(0, 50));
    const { code, err } = await resume(cwd);
    expect(code).toBe(0);
    expect(err).toMatch(/^Line 13 was incomplete and is dropped; /);
    expect(readFileSync(join(cwd, LOG), "utf8")).toBe(log);
  });

  test("refuses other damage with its line, 5, and nothing overwritten", async () => {
    const { cwd, lines } = await held();
    stopAfter(cwd, lines.toSpliced(6, 1, lines[6]!.slice(0, 50)));
    const before = readFileSync(join(cwd, LOG), "utf8");
    const { code, out, err } = await resume(cwd);
    expect({ code, out }).toEqual({ code: 5, out: "" });
    expect(err).toMatch(/events\.jsonl:7: not a JSON object\n {2}Nothing was changed\./);
    expect(readFileSync(join(cwd, LOG), "utf8")).toBe(before);
    expect(readdirSync(join(cwd, "transcripts/small-7"))).toEqual(["events.jsonl"]);
  });

  test("refuses an opening whose documents were never written", async () => {
    const { cwd, lines } = await held();
    stopAfter(cwd, lines.slice(0, 1));
    const { code, err } = await resume(cwd);
    expect(code).toBe(5);
    expect(err).toMatch(
      /recorded opening is incomplete.*\n.*delete the folder, and run the meeting again/,
    );
  });

  test("cuts a torn line off only once it goes on: what it refuses stays as it was", async () => {
    const { cwd, lines } = await held();
    const log = join(cwd, LOG);
    writeFileSync(log, `${lines[0]}\n${lines[1]!.slice(0, 60)}`);
    const before = readFileSync(log, "utf8");
    expect((await resume(cwd)).code).toBe(5);
    expect(readFileSync(log, "utf8")).toBe(before);
  });

  test("begins again in the folder of a meeting that was stopped before its opening was on record", async () => {
    const cwd = workFolder();
    const folder = join(cwd, "transcripts/small-7");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "events.jsonl.part"), '{"seq":1,"at":"');
    const refused = await resume(cwd);
    expect({ code: refused.code, err: refused.err }).toEqual({
      code: 2,
      err: expect.stringMatching(
        /stopped before its first event\n.*boardroom run, which may use the same folder/,
      ),
    });
    const { code, err } = await cli(["run", "small", "--seed", "7", "--quiet"], { cwd, factories });
    expect(code, err).toBe(0);
    expect(readdirSync(join(cwd, "transcripts"))).toEqual(["small-7"]);
    expect(readdirSync(folder)).not.toContain("events.jsonl.part");
  });

  test("says that a closed meeting is closed, prints its table, and changes nothing", async () => {
    const { cwd, log } = await held();
    const { out: table } = await cli(["show", "transcripts/small-7", "--quiet"], { cwd });
    const { code, out, err } = await resume(cwd);
    expect({ code, out }).toEqual({ code: 0, out: table });
    expect(err).toMatch(
      /^This meeting is finished: all members withdrew\.\nWhat you can do:\n {2}boardroom fork /,
    );
    const raised = await cli(["resume", "transcripts/small-7", "--max-messages", "90"], { cwd });
    expect(raised).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("is finished: "),
    });
    expect(readFileSync(join(cwd, LOG), "utf8")).toBe(log);
  });

  test("writes all that a stop between two files left unwritten, whichever they are", async () => {
    const { cwd } = await held();
    const folder = join(cwd, "transcripts/small-7");
    const files = readdirSync(folder).sort();
    const inOrder = ["transcript.md", "verdicts.json", "verdicts.csv", "written.json"];
    for (const [index] of inOrder.entries()) {
      for (const file of inOrder.slice(index)) rmSync(join(folder, file));
      await resume(cwd);
      expect(readdirSync(folder).sort()).toEqual(files);
    }
  });

  test("a second one is told who is writing, since when", async () => {
    const { cwd, lines } = await held();
    stopAfter(cwd, lines.slice(0, 12));
    const lock = lockTranscript(join(cwd, "transcripts/small-7"));
    const { code, err } = await resume(cwd);
    lock.release();
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`process ${process.pid} has been writing here since \\d{4}-`));
  });

  test.each<["auth" | "quota" | "unknown-model"]>([["auth"], ["quota"], ["unknown-model"]])(
    "goes on when what suspended the meeting (%s) is mended, however often it was not",
    async (kind) => {
      const { cwd, lines } = await held();
      stopAfter(cwd, lines.slice(0, 12));
      const refusing: ModelFactory = (input) => ({
        ...factories.simulated(input),
        generate: async () => failure(kind, "not yet"),
      });
      for (let time = 1; time <= 2; time++) {
        const { code, err } = await cli(["resume", "transcripts/small-7"], {
          cwd,
          factories: { simulated: refusing },
        });
        expect(code).toBe(4);
        expect(err).toContain("The meeting is suspended: not yet");
      }
      expect((await resume(cwd)).code).toBe(0);
      expect((await cli(["verify", "transcripts/small-7"], { cwd })).code).toBe(0);
    },
  );

  test("takes no flag that would change the meeting", async () => {
    const { cwd, lines } = await held();
    stopAfter(cwd, lines.slice(0, 12));
    for (const flag of [
      ["--seed", "8"],
      ["--model", "simulated"],
      ["--member", "chen=simulated"],
    ]) {
      expect(await resume(cwd, ...flag)).toMatchObject({ code: 2, out: "" });
    }
  });
});
