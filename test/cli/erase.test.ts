import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };

async function held(...seeds: number[]) {
  const cwd = workFolder();
  for (const seed of seeds) await cli(["run", "small", "--seed", String(seed), "--quiet"], { cwd, factories });
  return { cwd, at: (seed: number) => join(cwd, `transcripts/small-${seed}`) };
}

describe("erase", () => {
  it("leaves a tombstone with digest, head hash, dates and outcome, and nothing of what was said", async () => {
    const { cwd, at } = await held(1);
    const { out: before } = await cli(["verdicts", "transcripts/small-1", "--format", "json"], { cwd });
    const [known] = JSON.parse(before).meetings;
    const { code } = await cli(["erase", "transcripts/small-1", "--yes"], { cwd });
    expect({ code, left: readdirSync(at(1)) }).toEqual({ code: 0, left: ["erased.json"] });
    const text = readFileSync(join(at(1), "erased.json"), "utf8");
    expect(JSON.parse(text)).toMatchObject({
      ...{ erased: true, id: known.meeting, headHash: known.headHash },
      ...{ startedAt: known.startedAt, endedAt: known.endedAt, outcome: "decided for" },
    });
    expect(text).not.toMatch(/small matter|Chen|only line/i);
  });

  it("has every command say that it was erased, and not that it is damaged", async () => {
    const { cwd } = await held(1);
    await cli(["erase", "transcripts/small-1", "--yes"], { cwd });
    for (const command of ["verdicts", "replay", "report", "verify", "resume"]) {
      const { code, err } = await cli([command, "transcripts/small-1"], { cwd });
      expect([command, code > 0, err]).toEqual([
        command,
        true,
        expect.stringContaining("this meeting was erased"),
      ]);
      expect(err).not.toContain("damaged");
    }
    expect((await cli(["list", "meetings"], { cwd })).out).toMatch(/transcripts\/small-1 +- +- +erased/);
    expect((await cli(["erase", "transcripts/small-1", "--yes"], { cwd })).err).toContain("was erased already");
  });

  it("removes reports that it stands in, and names other meetings that hold some of it", async () => {
    const { cwd, at } = await held(1, 2);
    await cli(["report", "transcripts/small-1", "transcripts/small-2"], { cwd });
    const argv = ["run", "small", "--seed", "3", "--quiet", "--prior", "transcripts/small-1"];
    await cli(argv, { cwd, factories });
    expect(existsSync(join(cwd, "transcripts/report.html"))).toBe(true);
    const { out, err } = await cli(["erase", "transcripts/small-1", "--yes"], { cwd });
    expect(out).toContain("Erased: transcripts/report.html, which was made of it");
    expect(existsSync(join(cwd, "transcripts/report.html"))).toBe(false);
    expect(err).toContain("Not erased: transcripts/small-3 holds some of it.");
    expect([existsSync(join(at(2), "events.jsonl")), existsSync(join(at(3), "events.jsonl"))]).toEqual([
      true,
      true,
    ]);
  });

  it("asks first, and erases nothing without a yes", async () => {
    const { cwd, at } = await held(1);
    expect((await cli(["erase", "transcripts/small-1"], { cwd })).code).toBe(6);
    expect((await cli(["erase", "transcripts/small-1"], { cwd, ask: async () => "n" })).code).toBe(6);
    expect(existsSync(join(at(1), "events.jsonl"))).toBe(true);
  });

  it("erases together what is older than the retention that is set", async () => {
    const { cwd, at } = await held(1, 2);
    const none = await cli(["erase", "--expired", "--yes"], { cwd });
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("no retention is set")]);
    const old = new Date("2026-01-01T00:00:00Z");
    utimesSync(join(at(1), "events.jsonl"), old, old);
    const now = () => "2026-06-01T00:00:00.000Z";
    const recent = new Date("2026-05-30T00:00:00Z");
    utimesSync(join(at(2), "events.jsonl"), recent, recent);
    const env = { BOARDROOM_CONFIG: join(cwd, "own.yaml") };
    const { writeFileSync } = await import("node:fs");
    writeFileSync(join(cwd, "own.yaml"), "retention: {days: 90}\n");
    await cli(["erase", "--expired", "--yes"], { cwd, env, now });
    expect([existsSync(join(at(1), "erased.json")), existsSync(join(at(2), "events.jsonl"))]).toEqual([
      true,
      true,
    ]);
  });
});
