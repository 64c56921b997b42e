import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { meetingsOf } from "../../src/studies/cluster/meetings.ts";
import { workFolder } from "../cli/cli.ts";
import { scriptFor } from "../support/scripts.ts";
import { crash, startCluster, type TestCluster } from "./workers.ts";

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.end());

const CASE = `title: With a person
question: Should it be done?
verdicts: [{id: YES, side: for}, {id: NO, side: against}]
documents: [{file: paper.md, title: The paper, subject: true}]
members: [chen, kumar, {persona: watson, model: "human:ngo"}]
script: script.yaml
limits: {messages: 6}
`;

const FILES = {
  "scenarios/seated/scenario.yaml": CASE,
  "scenarios/seated/paper.md": "The only line\n",
  "scenarios/seated/script.yaml": scriptFor("paper.md", "The only line\n"),
  "study.yaml": "title: Seated\nscenario: seated\nseeds: 1..2\narms: {all: {}}\n",
};
const SAID = ["--say", "I think not.", "--verdict", "NO", "--because", "It costs."];

type ClaimBefore = { readonly id: string; readonly claim: string };

/** Answers whatever is asked of somebody until nothing is any more. */
async function answerAll(answer: (meeting: string) => void, waiting: () => readonly string[]): Promise<void> {
  for (let asked = waiting(); asked.length > 0; asked = waiting()) for (const each of asked) answer(each);
}

test("a person answers from another machine after everything was down, and another worker goes on", async () => {
  const [submitter, elsewhere] = [workFolder(FILES), workFolder()];
  const run = (...argv: string[]) => cluster.run(argv, submitter);
  const put = run("study", "run", "--output", "there", "--on", "postgres", "--detach");
  expect(put.code, put.err).toBe(0);
  const first = cluster.start(1, submitter);
  const study =
    (await cluster.database.query<{ name: string }>("select name from boardroom.studies"))[0]?.name ?? "";
  const standing = async () => (await meetingsOf(cluster.database, study)).map(({ status }) => status);
  while (String(await standing()) !== "waiting,waiting") await pause(100);
  // As where somebody's time is over: it is looked at, and waits on since nobody was given one.
  const [woken] = await cluster.database.query<ClaimBefore>(
    "select id, claim from boardroom.meetings order by id",
  );
  await cluster.queue.wake(woken?.id ?? "", 1);
  const looked = async () => {
    const [now] = await cluster.database.query<ClaimBefore>(
      "select id, claim from boardroom.meetings order by id",
    );
    return BigInt(now?.claim ?? 0) > BigInt(woken?.claim ?? 0);
  };
  while (!(await looked()) || String(await standing()) !== "waiting,waiting") await pause(100);
  await crash(first);
  cluster.restart();

  // Nothing is held, and neither the case nor the study is here: the number is enough.
  const there = (...argv: string[]) => cluster.run(["act", ...argv, "--on", "postgres"], elsewhere);
  expect(there().out).toMatch(/WAITS FOR.*\n.*ngo +\S+: meetings\/seated\/all\/own\/1/);
  const [one] = (await meetingsOf(cluster.database, study)).map(({ id }) => id);
  const asked = there(String(one));
  expect([asked.code, asked.out]).toEqual([6, expect.stringContaining("ngo, you have the floor as watson")]);
  expect(there(String(one), "--as", "nobody", ...SAID)).toMatchObject({ code: 2 });
  expect(there("4711", ...SAID)).toMatchObject({
    code: 2,
    err: expect.stringContaining("there is no meeting"),
  });
  const unheld = there(String(one), ...SAID);
  expect([unheld.code, unheld.err]).toEqual([0, expect.stringContaining("Left for a worker")]);

  const second = cluster.start(2, submitter);
  const numbers = () => [...there().out.matchAll(/^(\d+) +ngo /gm)].map(([, id = ""]) => id);
  for (;;) {
    await answerAll((id) => there(id, ...SAID), numbers);
    if ((await standing()).every((status) => status === "closed")) break;
    await pause(200);
  }
  await crash(second);
  const taken = run("study", "run", "--output", "there", "--on", "postgres");
  expect(taken.code, taken.err).toBe(0);
  expect(there(String(one), ...SAID).err).toContain("is closed");
  expect(await cluster.database.query("select from boardroom.answers")).toHaveLength(0);

  // The same answers on one machine come to the same record.
  const here = run("study", "run", "--output", "here");
  expect([here.code, here.err]).toEqual([6, expect.stringContaining("boardroom act here/meetings")]);
  const again = () => {
    const { err } = run("study", "run", "--output", "here");
    return [...err.matchAll(/boardroom act (here\/\S+)/g)].map(([, path = ""]) => path);
  };
  await answerAll((path) => run("act", path, ...SAID), again);
  const heads = (out: string) =>
    readFileSync(join(submitter, out, "results.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { path: string; outcome: unknown; messages: number })
      .map(({ path, outcome, messages }) => ({ path, outcome, messages }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  expect(heads("there")).toEqual(heads("here"));
});

test("a seat for an agent is refused before anything is put there", async () => {
  const arms = 'arms: {all: {models: {chen: "agent:bot"}}}';
  const cwd = workFolder({ ...FILES, "study.yaml": `title: Agents\nscenario: seated\nseeds: 1..2\n${arms}\n` });
  const there = async () => (await cluster.database.query("select from boardroom.studies")).length;
  const before = await there();
  const refused = cluster.run(["study", "run", "--on", "postgres", "--detach"], cwd);
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining(
      "chen is a seat for an agent (agent:bot), and agents sit in meetings of folders alone",
    ),
  ]);
  expect(await there()).toBe(before);
});
