import { existsSync, readFileSync, rmSync } from "node:fs";
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
  ...withScripts({ "cvs/ada.md": `# Ada Marsh\n\n${ADA}\n`, "cvs/ben.md": `# Ben Ostrow\n\n${BEN}\n` }),
  "plain/study.yaml":
    "title: Plain\nscenario: two\nsubjects: [../cvs/ada.md, ../cvs/ben.md]\nseeds: 1..2\narms: {all: {}}\n",
  "seated/study.yaml":
    "title: Seated\nscenario: two\nsubjects: [../cvs/ada.md]\nseeds: [9]\narms: {asked: {view: shared}}\n",
};

test("erase --on postgres takes a meeting out of the database, with --subject all that hold the document, and nothing brings it back", async () => {
  const cwd = workFolder(FILES);
  const run = (...argv: string[]) => cluster.run(argv, cwd);
  const there = async () =>
    (
      await cluster.database.query<{ path: string }>(
        "select split_part(study, ' ', 1) || ': ' || path as path from boardroom.meetings order by 1",
      )
    ).map(({ path }) => path);
  const told = async (words: string) =>
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
  const standing = "select from boardroom.meetings where status <> 'closed'";
  while ((await cluster.database.query(standing)).length > 0) await pause(200);
  expect(run("study", "run", "plain", "--on", "postgres").code).toBe(0);
  const one = "study-plain/meetings/two/all/ada.md/1";
  expect(existsSync(join(cwd, one, "events.jsonl"))).toBe(true);
  expect(await told("Ada Marsh delivered")).not.toBe("0");

  // Unasked, nothing is looked into; the tombstone is enough to ask for it later.
  const here = run("erase", one, "--yes");
  expect([here.code, here.err]).toEqual([0, expect.stringContaining("--on postgres")]);
  expect(await there()).toContain("plain: meetings/two/all/ada.md/1");
  const results = () => readFileSync(join(cwd, "study-plain/results.jsonl"), "utf8");
  expect(run("study", "fetch", "plain").err).toContain("1 meeting failed");
  expect(results()).toContain('"reason":"this meeting was erased"');
  expect(existsSync(join(cwd, one, "events.jsonl"))).toBe(false);
  const refused = run("erase", one, "--on", "postgres");
  expect([refused.code, refused.err]).toEqual([6, expect.stringContaining("1 meeting of study plain")]);
  expect(await there()).toContain("plain: meetings/two/all/ada.md/1");
  const gone = run("erase", one, "--on", "postgres", "--yes");
  expect([gone.code, gone.out]).toEqual([0, "Erased: 1 meeting of study plain in the database\n"]);
  expect(await there()).not.toContain("plain: meetings/two/all/ada.md/1");
  expect(run("erase", one, "--on", "postgres", "--yes").out).toBe(
    "Nothing of what was erased is in the database.\n",
  );
  expect(run("erase", one, "--yes").err).toContain("was erased already");

  // What the other meeting leaves is told, and with --subject goes too.
  const other = "study-plain/meetings/two/all/ada.md/2";
  const asked = run("erase", other, "--subject", "--on", "postgres");
  expect([asked.code, asked.err]).toEqual([6, expect.stringContaining("of study seated in the database")]);
  const all = run("erase", other, "--subject", "--on", "postgres", "--yes");
  expect(all.code, all.err).toBe(0);
  expect(all.out).toContain("Erased: 1 meeting of study plain in the database\n");
  expect(all.out).toContain("Erased: 1 meeting of study seated in the database\n");
  expect(all.err).toContain("study plain in the database still names the file of what was judged");
  expect(await told("Ada Marsh")).toBe("0");
  expect((await there()).filter((path) => path.startsWith("plain"))).toEqual([
    "plain: meetings/two/all/ben.md/1",
    "plain: meetings/two/all/ben.md/2",
  ]);
  const studies = await cluster.database.query<{ name: string }>("select name from boardroom.studies");
  expect(studies.map(({ name }) => name.split(" ")[0])).not.toContain("seated");

  // The same study holds and takes in nothing of it again.
  const again = run("study", "run", "plain", "--on", "postgres", "--retry-failed");
  expect(again.err).toContain("2 meetings failed");
  expect(await told("Ada Marsh")).toBe("0");
  expect(results()).not.toContain("nine of nine");
  await crash(worker);
  rmSync(cwd, { recursive: true });
});
