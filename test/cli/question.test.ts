import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, test } from "vitest";
import { reply } from "../support/example-scenario.ts";
import { cli, workFolder } from "./cli.ts";

const FOLDER = "transcripts/small-7";
const QUESTION = "Should we wait for a year?";

const lab: ModelFactory = ({ scenario }) => {
  const ids = scenario.verdicts.map(({ id }) => id);
  const answer = ({ instruction }: { instruction: string }) => {
    const verdict = instruction.includes(QUESTION) ? ids.at(-1)! : ids[0]!;
    return reply(
      instruction.includes('-vote"')
        ? { verdict }
        : { verdict, withdrawn: true, content: `I say ${verdict}.` },
    );
  };
  return { ...scriptedModel(Array(300).fill(answer)), deterministic: false };
};

const on = { factories: { lab } };

test("resume --question asks the same board again, and show, report and verify tell the last question", async () => {
  const cwd = workFolder();
  const at = { ...on, cwd };
  const first = await cli(["run", "small", "--seed", "7", "--model", "lab:one"], at);
  expect(first.code, first.err).toBe(0);
  const before = readFileSync(join(cwd, FOLDER, "events.jsonl"), "utf8");

  const asked = await cli(["resume", FOLDER, "--question", QUESTION], at);
  expect(asked.err).toContain("Resuming after");
  expect(asked.out).toContain(QUESTION);
  const after = readFileSync(join(cwd, FOLDER, "events.jsonl"), "utf8");
  expect(after.startsWith(before)).toBe(true);
  const table = JSON.parse(readFileSync(join(cwd, FOLDER, "verdicts.json"), "utf8"));
  expect(table.meetings[0]).toMatchObject({
    scenario: { question: QUESTION },
    outcome: { side: "against" },
  });

  const shown = await cli(["show", FOLDER], at);
  expect(shown.out).toMatch(/Next question: Should we wait[\s\S]*verdict: No\n +reason: /);
  expect(shown.out).toContain("against");
  const verified = await cli(["verify", FOLDER], at);
  expect(verified.code, verified.out + verified.err).toBe(0);
  const report = await cli(["report", FOLDER], at);
  expect(report.code, report.err).toBe(0);
  expect(report.out + report.err).toContain("report");

  const again = await cli(["resume", FOLDER], at);
  expect(again.err).toContain("This meeting is finished");
  const fork = await cli(["resume", FOLDER, "--question", " "], at);
  expect(fork).toMatchObject({ code: 2, err: expect.stringContaining("the question is empty") });
});

const OWN = `
export default ({ decide, defineProtocol, runBallot }) => defineProtocol({
  name: "own-file",
  version: 1,
  summary: "Everybody speaks once, then votes.",
  takesQuestions: true,
  async run(floor) {
    for (const { id } of floor.state.scenario.members) await floor.turn(id, { kind: "floor", text: "Speak." });
    await runBallot(floor, "closing");
    return decide(floor.state);
  },
  tell: ({ scenario }) => ({ files: () => [{ name: "own.txt", content: scenario.question }] }),
});
`;

test("resume --question writes the files of your own protocol again", async () => {
  const cwd = workFolder({ "own.mjs": OWN });
  const at = { ...on, cwd };
  const own = ["--protocol", "./own.mjs"];
  const first = await cli(["run", "small", "--seed", "7", "--model", "lab:one", ...own], at);
  expect(first.code, first.err).toBe(0);
  const written = () => readFileSync(join(cwd, FOLDER, "own.txt"), "utf8");
  const before = ["own.txt", "written.json"].map(
    (name) => [name, readFileSync(join(cwd, FOLDER, name))] as const,
  );
  expect(written()).not.toBe(QUESTION);
  const asked = await cli(["resume", FOLDER, "--question", QUESTION, ...own], at);
  expect(asked.code, asked.err).toBe(0);
  expect(written()).toBe(QUESTION);

  // As after a stop between the close and the files.
  const stop = () => {
    for (const [name, bytes] of before) writeFileSync(join(cwd, FOLDER, name), bytes);
  };
  stop();
  await cli(["resume", FOLDER, ...own], at);
  expect(written()).toBe(QUESTION);
  stop();
  await cli(["verify", FOLDER, "--write", ...own], at);
  expect(written()).toBe(QUESTION);
});
