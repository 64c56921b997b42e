import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workFolder } from "../cli/cli.ts";
import { withScripts } from "../support/scripts.ts";
import { crash, startCluster, type TestCluster } from "./workers.ts";

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.end());

const CASE = `title: Two candidates
question: Should it be done?
verdicts: [{id: YES, side: for}, {id: NO, side: against}]
documents: [{file: paper.md, title: The paper, subject: true}]
members: [chen, kumar]
limits: {messages: 6}
`;
const ADA = "Ada Marsh delivered nine of nine projects on schedule at the harbour works.";
const BEN = "Ben Ostrow delivered two of nine projects on schedule in his former post.";

const FILES = {
  "scenarios/two/scenario.yaml": CASE,
  "scenarios/two/paper.md": "The only line\n",
  ...withScripts({
    "cvs/ada.md": `# Ada Marsh\n\n${ADA}\n`,
    "cvs/ben.md": `# Ben Ostrow\n\n${BEN}\n`,
  }),
  "plain/study.yaml":
    "title: Plain\nscenario: two\nsubjects: [../cvs/ada.md, ../cvs/ben.md]\nseeds: 1..2\narms: {all: {}}\n",
  "seated/study.yaml":
    "title: Seated\nscenario: two\nsubjects: [../cvs/ada.md]\nseeds: [9]\narms: {asked: {view: shared}}\n",
};

test("erase --on postgres deletes the rows of a meeting by its folder and its first line, and nobody else's", async () => {
  const cwd = workFolder(FILES);
  const run = (...argv: string[]) => cluster.run(argv, cwd);
  const listRows = async () =>
    (
      await cluster.database.query<{ path: string }>(
        "select split_part(study, ' ', 1) || ': ' || path as path from boardroom.meetings order by 1",
      )
    ).map(({ path }) => path);
  const countLines = async (words: string) =>
    (
      await cluster.database.query<{ n: string }>(
        "select count(*) as n from boardroom.lines where strpos(text, $1) > 0",
        [words],
      )
    )[0]?.n;
  for (const name of ["plain", "seated"]) {
    const put = run("study", "run", name, "--on", "postgres", "--detach");
    expect(put.code, put.err).toBe(0);
  }
  const worker = cluster.start(2, cwd);
  const open = "select from boardroom.meetings where status <> 'closed'";
  while ((await cluster.database.query(open)).length > 0) await pause(200);
  for (const name of ["plain", "seated"])
    expect(run("study", "run", name, "--on", "postgres").code).toBe(0);
  const one = "study-plain/meetings/two/all/ada.md/1";
  const other = "study-plain/meetings/two/all/ben.md/1";
  expect(existsSync(join(cwd, one, "events.jsonl"))).toBe(true);

  // A folder that names a meeting of the study, with the record of another: its first line is not the one there.
  const forged = "study-forged/meetings/two/all/ben.md/1";
  cpSync(join(cwd, "study-plain"), join(cwd, "study-forged"), { recursive: true });
  cpSync(join(cwd, one, "events.jsonl"), join(cwd, forged, "events.jsonl"));
  const before = await listRows();
  const taken = run("erase", forged, "--on", "postgres", "--yes");
  expect([taken.code, taken.out]).toEqual([0, `Erased: ${forged}\n`]);
  expect(taken.err).not.toContain("in the database");
  expect(await listRows()).toEqual(before);
  rmSync(join(cwd, "study-forged"), { recursive: true });

  // Without --on nothing is looked into.
  const here = run("erase", other, "--yes");
  expect([here.code, here.err]).toEqual([0, expect.stringContaining("--on postgres")]);
  expect(await listRows()).toEqual(before);

  const refused = run("erase", one, "--on", "postgres");
  expect([refused.code, refused.err]).toEqual([
    6,
    expect.stringMatching(/\n {2}meetings\/two\/all\/ada\.md\/1 of plain \w+ in the database\n/),
  ]);
  expect(await listRows()).toEqual(before);
  const gone = run("erase", one, "--on", "postgres", "--yes");
  expect([gone.code, gone.out]).toEqual([0, `Erased: ${one}\n`]);
  expect(await listRows()).toEqual(
    before.filter((path) => path !== "plain: meetings/two/all/ada.md/1"),
  );

  // All that read the document, in both studies.
  const all = run("erase", "--subject", "cvs/ada.md", "--on", "postgres", "--yes");
  expect(all.code, all.err).toBe(0);
  expect(all.out.trimEnd().split("\n")).toEqual([
    "Erased: study-plain/meetings/two/all/ada.md/2",
    "Erased: study-seated/meetings/two/asked/ada.md/9",
  ]);
  expect(await countLines("Ada Marsh")).toBe("0");
  expect(await listRows()).toEqual(before.filter((path) => path.includes("ben.md")));
  expect(readFileSync(join(cwd, "study-plain/results.jsonl"), "utf8")).not.toContain(
    "nine of nine",
  );

  // What was not erased in the database comes back.
  expect(existsSync(join(cwd, other))).toBe(false);
  run("study", "fetch", "plain");
  expect(existsSync(join(cwd, other, "events.jsonl"))).toBe(true);
  await crash(worker);
  rmSync(cwd, { recursive: true });
});
