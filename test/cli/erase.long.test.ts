import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };

async function held(...seeds: number[]) {
  const cwd = workFolder();
  for (const seed of seeds) await cli(["run", "small", "--seed", String(seed), "--quiet"], { cwd, factories });
  return { cwd, at: (seed: number) => join(cwd, `transcripts/small-${seed}`) };
}

const ADA = "Ada Marsh delivered nine of nine projects on schedule at the harbour works.";
const BEN = "Ben Ostrow delivered two of nine projects on schedule in his former post.";

const quoting: ModelFactory = ({ spec, scenario }) => {
  const text = scenario.documents.find(({ subject }) => subject)?.text ?? "";
  const line = text.split("\n").find((each) => each.length > 30) ?? "";
  const verdict = text.includes("Ada") ? "YES" : "NO";
  const said = `<Message><Verdict>${verdict}</Verdict><VerdictReasoning>${line}</VerdictReasoning><WouldChange>${line}</WouldChange><Withdrawn>true</Withdrawn><Content>It says: "${line}"</Content></Message>`;
  return { ...scriptedModel(Array(60).fill(said), { spec, provider: "simulated" }), deterministic: true };
};

/** Meetings over two candidates, and all that Boardroom writes of them. */
async function heldOverCandidates() {
  const cwd = workFolder({
    "cvs/ada.md": `# Ada Marsh\n\n${ADA}\n`,
    "cvs/ben.md": `# Ben Ostrow\n\n${BEN}\n`,
    "mine/study.yaml":
      "title: Seeds\nscenario: small\nsubjects: [../cvs/ada.md, ../cvs/ben.md]\nseeds: 1..2\narms: { plain: {} }\n",
  });
  mkdirSync(join(cwd, "state"));
  cpSync(join(cwd, "scenarios/small"), join(cwd, "scenarios/minding"), { recursive: true });
  appendFileSync(join(cwd, "scenarios/minding/scenario.yaml"), "\nmemory: board\n");
  const run = (...argv: string[]) =>
    cli(argv, { cwd, env: { XDG_STATE_HOME: join(cwd, "state") }, factories: { simulated: quoting } });
  const over = (name: string) => ["--document", `cvs/${name}.md`, "--quiet"];
  for (const argv of [
    ["run", "minding", ...over("ada"), "--seed", "1"],
    ["run", "small", ...over("ada"), "--seed", "5", "--output", "transcripts/ada-marsh"],
    ["fork", "transcripts/minding-1", "--at", "2", "--output", "transcripts/forked", "--quiet"],
    ["run", "small", ...over("ben"), "--seed", "3", "--prior", "transcripts/minding-1"],
    ["run", "small", ...over("ben"), "--seed", "4"],
    ["report", "transcripts/minding-1", "transcripts/small-4"],
    ["report", "transcripts/minding-1", "--format", "md", "--output", "transcripts/whole.md"],
    ["report", "transcripts/minding-1", "--format", "adr", "--output", "decision.md"],
    ["study", "run", "mine/study.yaml", "--output", "study-seeds"],
  ])
    expect([argv, (await run(...argv)).code]).toEqual([argv, 0]);
  const filesWith = (folder: string, pattern: RegExp) =>
    readdirSync(join(cwd, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(cwd, folder, name)).isFile())
      .filter((name) => pattern.test(readFileSync(join(cwd, folder, name), "utf8")))
      .toSorted();
  return { cwd, run, filesWith };
}

describe("erase", () => {
  it("leaves a tombstone with digest, head hash, dates and outcome, and nothing of what was said", async () => {
    const { cwd, at } = await held(1);
    const { out: before } = await cli(["show", "transcripts/small-1", "--format", "json"], { cwd });
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
    for (const command of ["show", "report", "verify", "resume"]) {
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

  it("removes notes, reports and exports next to the transcripts, and names other meetings with some of it", async () => {
    const { cwd, run, filesWith } = await heldOverCandidates();
    const { out, err } = await run("erase", "transcripts/minding-1", "--yes");
    expect(out).toContain("Erased: transcripts/report.html, a report or export of it");
    expect(out).toContain("Erased: transcripts/whole.md, a report or export of it");
    expect(out).toMatch(/Erased: \d+ notes that members kept of it/);
    expect(filesWith("state", /Ada Marsh/)).toEqual([]);
    for (const name of [
      "transcripts/forked",
      "transcripts/small-3",
      "study-seeds/meetings/small/plain/ada.md/1",
    ])
      expect(err).toContain(`Not erased: ${name}, over the same document or with some of it.`);
    expect(err).not.toContain("transcripts/small-4");
    expect(err).toContain("With --subject these go as well.");
    expect(err).toContain("Not looked at: a database that workers use (--on postgres), your own files");
    expect(existsSync(join(cwd, "transcripts/forked/events.jsonl"))).toBe(true);
    expect(existsSync(join(cwd, "decision.md"))).toBe(true);
    await run("run", "small", "--seed", "9", "--quiet", "--output", "kept");
    writeFileSync(join(cwd, "own.json"), (await run("show", "kept", "--format", "json")).out);
    expect((await run("erase", "kept", "--yes")).out).toContain("Erased: kept\n");
    expect(existsSync(join(cwd, "own.json"))).toBe(true);
  });

  it("with --subject leaves no word on a candidate in what Boardroom wrote, nor the name of the folder", async () => {
    const { cwd, run, filesWith } = await heldOverCandidates();
    const argv = ["erase", "transcripts/ada-marsh", "--subject"];
    const before = filesWith(".", /Ada Marsh/);
    expect([(await run(...argv)).code, filesWith(".", /Ada Marsh/)]).toEqual([6, before]);
    const { code, out, err } = await run(...argv, "--yes");
    expect(code).toBe(0);
    // Your own documents, and an export in another folder.
    expect(filesWith(".", /Ada Marsh|harbour works/)).toEqual(["cvs/ada.md", "decision.md"]);
    const named = readdirSync(cwd, { recursive: true, encoding: "utf8" });
    expect(named.filter((name) => /ada/.test(name))).toEqual(["cvs/ada.md"]);
    expect(named.filter((name) => /^transcripts\/erased-[0-9a-f]{12}\/erased.json$/.test(name))).toHaveLength(
      4,
    );
    expect(named.filter((name) => /^study-seeds\/erased-[0-9a-f]{12}\/erased.json$/.test(name))).toHaveLength(
      2,
    );
    expect(out).toContain("Erased: 2 results of studies");
    expect(err).toContain("Not erased: study-seeds/study.json still names the file of what was judged.");
    expect(existsSync(join(cwd, "transcripts/small-4/events.jsonl"))).toBe(true);
    const rows = () => readFileSync(join(cwd, "study-seeds/results.jsonl"), "utf8").trim().split("\n");
    expect(rows().map((row) => JSON.parse(row).subject)).toEqual(["ben.md", "ben.md"]);
    const again = await run("study", "run", "mine/study.yaml", "--output", "study-seeds", "--retry-failed");
    expect(again.err).toMatch(/2 meetings failed/);
    expect(filesWith(".", /Ada Marsh/)).toEqual(["cvs/ada.md", "decision.md"]);
  });

  it("of the folder of a study takes all meetings in it", async () => {
    const { cwd, run, filesWith } = await heldOverCandidates();
    expect((await run("erase", "study-seeds", "--yes")).code).toBe(0);
    expect(filesWith("study-seeds", /Ada Marsh|Ben Ostrow/)).toEqual([]);
    expect(existsSync(join(cwd, "study-seeds/study.json"))).toBe(false);
    const { err } = await run("study", "run", "mine/study.yaml", "--output", "study-seeds", "--retry-failed");
    expect(err).toMatch(/4 meetings failed/);
    expect(readFileSync(join(cwd, "study-seeds/results.jsonl"), "utf8")).toContain("this meeting was erased");
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
    writeFileSync(join(cwd, "own.yaml"), "retention: {days: 90}\n");
    await cli(["erase", "--expired", "--yes"], { cwd, env, now });
    expect([existsSync(join(at(1), "erased.json")), existsSync(join(at(2), "events.jsonl"))]).toEqual([
      true,
      true,
    ]);
  });
});
