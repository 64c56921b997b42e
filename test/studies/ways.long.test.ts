import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createReport } from "../../src/studies/report/report.ts";
import { readStudy } from "../../src/studies/results.ts";
import { cli, workFolder } from "../cli/cli.ts";
import { startScriptedServer } from "../support/scripted-server.ts";
import { questions } from "./scripted-voter.ts";

it("every way to decide of the example study answers its questions with a model", async () => {
  const server = await startScriptedServer();
  onTestFinished(() => server.close());
  const two = questions.filter(({ id }) => id === "correction-size" || id === "pilot-target");
  const rows = two.map((asked) => ({ ...asked, document: resolve("scenarios/hiring/resume.md") }));
  const cwd = workFolder({
    "study.yaml": readFileSync("examples/studies/ways.yaml", "utf8").replace(
      "../questions/papers.jsonl",
      "two.jsonl",
    ),
    "two.jsonl": rows.map((row) => JSON.stringify(row)).join("\n"),
  });
  const env = { ANTHROPIC_API_KEY: "k".repeat(40), ANTHROPIC_BASE_URL: server.url };
  const argv = ["study", "run", "study.yaml", "-o", "held", "--approve", "--because", "a test"];
  const model = ["--model", "anthropic:claude-sonnet-5-5"];
  const { code, err } = await cli([...argv, ...model], { cwd, env, fetch });
  expect(code, err).toBe(0);
  const report = await createReport(readStudy(resolve(cwd, "held")));
  const right = report.tables[0]?.figures.filter(({ what }) => what.endsWith(": right")) ?? [];
  expect(right.map(({ what }) => what.split(":")[0])).toEqual(
    expect.arrayContaining(["one", "vote", "judges", "board-3", "board", "chamber"]),
  );
  for await (const { arm, status, outcome, subject } of readStudy(resolve(cwd, "held")).rows()) {
    const chosen = two.find(({ id }) => id === subject)?.options[0];
    expect([arm, status, outcome?.option !== null], chosen).toEqual([arm, "closed", true]);
  }
});
