import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const CVS = {
  "cvs/ada.md": "# Ada Marsh\n\nAda delivered nine of nine projects on schedule.\n",
  "cvs/ben.md": "# Ben Ostrow\n\nBen delivered two of nine projects on schedule.\n",
};
const RUN = ["run", "small", "--documents", "cvs/ada.md", "cvs/ben.md", "--seed", "7", "--quiet"];
const BATCH = "transcripts/small-candidates-7";
const PATH = process.env.PATH;

/** Members for Ada and against Ben, and for Ada among the finalists; behind a provider that bills. */
const billed: ModelFactory = ({ spec, scenario }) => {
  const ids = scenario.verdicts.map(({ id }) => id);
  const isAda = scenario.documents.some(({ title }) => title === "Ada Marsh");
  const verdict = ids.includes("ADA_MARSH") ? "ADA_MARSH" : isAda ? "YES" : "NO";
  const said = `<Message><Verdict>${verdict}</Verdict><VerdictReasoning>So it stands.</VerdictReasoning><Withdrawn>true</Withdrawn><Content>So it stands.</Content></Message>`;
  return scriptedModel(Array(60).fill(said), { spec, provider: "billed" });
};
const factories = { simulated: twoTurns, billed };
const priced = (dollars: number) => ({
  "boardroom.yaml": `prices: {"billed:x": {input: ${dollars}, output: ${dollars}}}\n`,
});
const expectedIn = (text: string) => Number(/expected \$([\d.]+)/.exec(text)?.[1]);

describe("several candidates, and whoever is told of them", () => {
  const command = 'echo "$BOARDROOM_EVENT|$BOARDROOM_TRANSCRIPT|$BOARDROOM_SAYS" >> told';
  const told = (cwd: string) => readFileSync(join(cwd, "told"), "utf8");

  it("notifies once at the end of all, by the user's own settings", async () => {
    const cwd = workFolder({ ...CVS, "home/boardroom/boardroom.yaml": `notify: '${command}'\n` });
    const env = { XDG_CONFIG_HOME: join(cwd, "home"), PATH };
    const { code } = await cli([...RUN, "--rank", "--model", "billed:x", "--approve", "--because", "x"], {
      ...{ cwd, env, factories },
    });
    expect(code).toBe(0);
    expect(told(cwd)).toBe(`closed|${join(cwd, BATCH)}|Candidates: 1 Ada Marsh, 2 Ben Ostrow\n`);
  });

  it("says once how many were not held to their end, and again when the rest is held", async () => {
    const cwd = workFolder(CVS);
    const stopping = new AbortController();
    const argv = [...RUN, "--at-once", "1", "--notify", command];
    await cli(argv, {
      ...{ cwd, env: { PATH }, factories, stopSignal: () => stopping.signal },
      stderr: { write: (text) => text.startsWith("[1/2]") && stopping.abort("SIGINT") },
    });
    const stopped = `stopped|${join(cwd, BATCH)}|1 of 2 meetings are not held to their end\n`;
    expect(told(cwd)).toBe(stopped);
    await cli(["resume", BATCH, "--notify", command], { cwd, env: { PATH }, factories });
    expect(told(cwd)).toBe(`${stopped}closed|${join(cwd, BATCH)}|Candidates: 1 Ada Marsh, 2 Ben Ostrow\n`);
  });

  it("runs no command and loads no code because a folder of theirs names it", async () => {
    const cwd = workFolder({
      ...CVS,
      "own.mjs": 'import { writeFileSync } from "node:fs"; writeFileSync("told", "x");',
    });
    await cli([...RUN, "--notify", command], { cwd, env: { PATH }, factories });
    const file = join(cwd, BATCH, "candidates.json");
    const batch = JSON.parse(readFileSync(file, "utf8"));
    expect(batch.flags.notify).toBeUndefined();
    writeFileSync(join(cwd, "told"), "");
    writeFileSync(file, JSON.stringify({ ...batch, flags: { notify: command } }));
    expect((await cli(["resume", BATCH], { cwd, env: { PATH }, factories })).code).toBe(0);
    writeFileSync(file, JSON.stringify({ ...batch, flags: { protocol: "./own.mjs" } }));
    const { code, err } = await cli(["resume", BATCH], { cwd, env: { PATH }, factories });
    expect(code).toBe(2);
    expect(err).toMatch(
      /held by a protocol of your own, \.\/own\.mjs\n.*resume FOLDER --protocol \.\/own\.mjs/,
    );
    expect(told(cwd)).toBe("");
  });
});

describe("the price of several candidates", () => {
  it("has the comparison of --rank in it, before anything is held", async () => {
    const plan = async (...more: string[]) => {
      const cwd = workFolder({ ...CVS, ...priced(20) });
      const argv = [...RUN, "--seeds", "5", "--model", "billed:x", ...more];
      const { code, err } = await cli(argv, { cwd, factories });
      expect([code, existsSync(join(cwd, "transcripts"))]).toEqual([6, false]);
      return err;
    };
    const [without, with_] = [await plan(), await plan("--rank")];
    expect(with_).toContain("one more meeting compares the finalists");
    expect(without).not.toContain("finalists");
    const one = expectedIn(without) / 10;
    expect(expectedIn(with_)).toBeGreaterThan(expectedIn(without) + one);
    expect(with_).toContain(`expected to cost $${expectedIn(with_).toFixed(2)}`);
  });

  it("is agreed to once: the comparison is held without another question, and costs no more than was planned for it", async () => {
    const cwd = workFolder({ ...CVS, ...priced(20) });
    const asked: string[] = [];
    const argv = [...RUN, "--rank", "--model", "billed:x", "--because", "It matters."];
    const ask = async (question: string) => {
      asked.push(question);
      return "y";
    };
    const { code, err } = await cli(argv, { cwd, factories, ask });
    expect({ code, asked }).toEqual({ code: 0, asked: ["Hold them? [y/N] "] });
    expect(existsSync(join(cwd, BATCH, "comparison/meeting/events.jsonl"))).toBe(true);
    const checked = await cli(["check", `${BATCH}/comparison`], { cwd, factories });
    const alone = Number(/\$([\d.]+) \/ \$([\d.]+) \/ \$[\d.]+\n/.exec(checked.out)?.[2]);
    const meetings = await cli([...RUN.slice(0, -1), "--seeds", "5", "--model", "billed:x", "--out", "other"], {
      cwd,
      factories,
    });
    expect(alone).toBeGreaterThan(0);
    expect(expectedIn(err) - expectedIn(meetings.err)).toBeGreaterThanOrEqual(alone);
  });
});

it("members of a board with memory come to each candidate fresh, and keep nothing", async () => {
  const cwd = workFolder(CVS);
  const state = join(cwd, "state");
  mkdirSync(state);
  const file = join(cwd, "scenarios/small/scenario.yaml");
  writeFileSync(file, `${readFileSync(file, "utf8").trimEnd()}\nmemory: board\n`);
  const on = { cwd, env: { XDG_STATE_HOME: state, PATH }, factories };
  await cli(["run", "small", "--seed", "1", "--quiet"], on);
  const notes = (await cli(["memory", "show"], on)).out;
  expect(notes).toMatch(/small-\w+ +3 /);
  expect((await cli(RUN, on)).code).toBe(0);
  expect((await cli(["memory", "show"], on)).out).toBe(notes);
  expect(readFileSync(join(cwd, BATCH, "ada-7/events.jsonl"), "utf8")).not.toContain("memory-of-");
});
