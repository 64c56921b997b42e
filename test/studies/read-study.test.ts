import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ResultRow, readStudy } from "boardroom";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../src/studies/results.ts";
import { emptyFolder } from "../support/folders.ts";
import { EMPTY_STUDY } from "./small-study.ts";

const row = (seed: number): ResultRow => ({
  ...{ scenario: "hiring", arm: "named", subject: "own", seed },
  ...{
    status: "failed",
    reason: "the provider is down",
    outcome: null,
    openingOutcome: null,
    ended: null,
    members: {},
  },
  ...{
    simulated: true,
    messages: 0,
    absences: 0,
    calls: 0,
    failedCalls: 1,
    voteCalls: 0,
    seconds: 0,
    dollars: 0,
  },
  ...{
    tokens: { input: 0, cacheRead: 0, output: 0 },
    head: null,
    path: `meetings/hiring/named/own/${seed}`,
  },
});

function studyFolder(results: Readonly<Record<string, string>>): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, "study.json"), JSON.stringify(EMPTY_STUDY));
  for (const [name, text] of Object.entries(results)) writeFileSync(join(folder, name), text);
  return folder;
}

async function seedsIn(folder: string): Promise<number[]> {
  const seeds = [];
  for await (const { seed } of readStudy(folder).rows()) seeds.push(seed);
  return seeds;
}

describe("study.json", () => {
  it.each([
    ["another format", { format: 2 }, "format"],
    ["a name that is no text", { name: { a: 1 } }, "name"],
    ["arms that are no list", { arms: "all" }, "arms"],
    [
      "an arm that changes what no arm can",
      { arms: [{ name: "a", changes: { approve: true }, made: null }] },
      "arms.0.changes",
    ],
    [
      "a limit below zero",
      { limits: { meetings: null, dollars: -1, concurrency: null } },
      "limits.dollars",
    ],
  ])("is refused with %s", (_, odd, place) => {
    const folder = studyFolder({ "study.json": JSON.stringify({ ...EMPTY_STUDY, ...odd }) });
    expect(() => readStudy(folder)).toThrow(`study.json: this is no study: ${place}: `);
  });
});

describe("results of a study", () => {
  it("cannot raise what a study may spend by a price below zero", async () => {
    const paid = { ...row(1), dollars: -1_000 };
    const folder = studyFolder({ "results.jsonl": `${JSON.stringify(paid)}\n` });
    await expect(seedsIn(folder)).rejects.toMatchObject({ code: "study-damaged" });
  });

  it("are read, a line that is being written left out", async () => {
    const whole = [1, 2, 3].map((seed) => `${JSON.stringify(row(seed))}\n`).join("");
    const folder = studyFolder({
      "results.jsonl": `${whole}${JSON.stringify(row(4)).slice(0, 40)}`,
    });
    expect(await seedsIn(folder)).toEqual([1, 2, 3]);
  });

  it("are added to after a line that a stop has torn off", async () => {
    const folder = studyFolder({ "results.jsonl": `${JSON.stringify(row(1))}\n{"scenario":"hir` });
    const opened = await openFolder(folder, readStudy(folder).study);
    opened.add(row(2));
    opened.close();
    expect(await seedsIn(folder)).toEqual([1, 2]);
  });

  it("lose those of failed meetings when these are run again", async () => {
    const folder = studyFolder({ "results.jsonl": `${JSON.stringify(row(1))}\n` });
    const opened = await openFolder(folder, readStudy(folder).study, true);
    opened.close();
    expect(await seedsIn(folder)).toEqual([]);
  });

  it.each([
    "../../outside/hiring/named/own/1",
    "meetings/hiring/../own/1",
    "meetings/hiring/named/../..",
    "/etc/hiring/named/own/1",
    "meetings/hiring/named/own\\..\\..",
    "meetings/hiring/named/own",
    "javascript:alert(1)//",
    "",
  ])("are refused with the path %j, which is none of a meeting in the study", async (path) => {
    const folder = studyFolder({ "results.jsonl": `${JSON.stringify({ ...row(1), path })}\n` });
    await expect(seedsIn(folder)).rejects.toMatchObject({ code: "study-damaged" });
  });

  it("are refused by line where one in between is damaged", async () => {
    const folder = studyFolder({
      "results.jsonl": `${JSON.stringify(row(1))}\n{}\n${JSON.stringify(row(2))}\n`,
    });
    await expect(seedsIn(folder)).rejects.toMatchObject({
      code: "study-damaged",
      problems: [{ place: { line: 2 } }],
    });
  });

  it("are looked for only where a study is", () => {
    expect(() => readStudy(emptyFolder())).toThrow(/no study found in .*: it has no study\.json/);
  });
});
