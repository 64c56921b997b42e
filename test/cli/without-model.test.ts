import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentAt, ioIn } from "../agents/mcp/agent.ts";
import { ownServer } from "../models/own-servers.ts";
import { serving } from "../screens/web/serving.ts";
import { cli, workFolder } from "./cli.ts";

const JOB = "# Ward manager\n\nThe hospital asks for a nurse with an unrestricted registration.\n";
const cv = (name: string) =>
  `# ${name}\n\n${name} has led a ward of twenty-eight beds since the year 2019.\n`;
const NAMES = ["ada", "ben", "cem", "dee", "eva"];

function ownCase(): string {
  const cvs = Object.fromEntries(NAMES.map((name) => [`cvs/${name}.md`, cv(name)]));
  const study =
    "title: S\nscenario: matter\nseeds: [1, 2]\narms: {plain: {}, shared: {view: shared}}\n";
  const matter =
    'title: M\nquestion: Well?\nverdicts: [{id: "YES", side: for}, {id: "NO", side: against}]\ndocuments: [{file: job.md, subject: true}]\nmembers: [chen, kumar]\n';
  return workFolder({
    "job.md": JOB,
    "study.yaml": study,
    "scenarios/matter/scenario.yaml": matter,
    "scenarios/matter/job.md": JOB,
    ...cvs,
  });
}

const SECOND = /^ {2}With a model, any case works: --model auto .*--model anthropic:/;
const THIRD =
  /^ {2}Without a model, prepared cases work: run "boardroom run hiring", or write a script/;

describe("an own case without a model", () => {
  it.each<[string[], string]>([
    [["ask", "Should we move?"], ""],
    [["ask", "Should we move?", "--document", "job.md", "--panel", "pricing"], "job.md: "],
    [["new", "scenario", "post", "--from", "job.md"], "job.md: "],
    [["run", "matter"], "job.md: "],
    [["check", "matter"], "job.md: "],
    [["run", "small", "--document", "cvs/ada.md"], "ada.md: "],
    [["run", "small", "--documents", "cvs"], "ada.md, ben.md, cem.md and 2 more: "],
    [["run", "small", "--documents", "cvs", "--rank"], "ada.md, ben.md, cem.md and 2 more: "],
    [["study", "run", "study.yaml"], "job.md: "],
    [["check", "study.yaml"], "job.md: "],
  ])("is refused by %j once, in three lines, and nothing is written", async (argv, place) => {
    const cwd = ownCase();
    const { code, err, out } = await cli(argv, { cwd });
    expect({ code, out, lines: err.trimEnd().split("\n") }).toEqual({
      code: 2,
      out: "",
      lines: [
        `boardroom: ${place}no script, and simulated members know only prepared cases`,
        expect.stringMatching(SECOND),
        expect.stringMatching(THIRD),
      ],
    });
    for (const each of ["transcripts", "scenarios/post"])
      expect(existsSync(join(cwd, each))).toBe(false);
  });

  it("is refused to an agent before it starts, and on the page of new meetings", async () => {
    const cwd = ownCase();
    const agent = await agentAt(ioIn(cwd));
    for (const dryRun of [true, false]) {
      const { error } = await agent.call("start_meeting", { scenario: "matter", dryRun });
      expect(error?.problems[0]?.remedy).toMatch(/--model auto/);
    }
    const { ask } = serving({ cwd, more: { factories: {}, findMs: 1 } });
    const { text } = await ask({ scenario: "matter", do: "look" });
    expect(text).toContain("No model was found on this computer, and no key of a provider is set.");
    const run = await ask({ scenario: "matter", do: "run" });
    expect(run.text).toMatch(/Job\.md: no script.*With a model, any case works/);
  });

  it("from a typed question is saved, and says what its meeting needs", async () => {
    const cwd = ownCase();
    const { code, out } = await cli(["new", "scenario", "move", "--question", "Should we move?"], {
      cwd,
    });
    expect(code).toBe(0);
    expect(out).toMatch(
      /\nno script, and simulated members[^\n]*\n {2}With a model[^\n]*\n {2}Without a model/,
    );
    expect(out).toMatch(/\nNext: boardroom check move --model auto\n$/);
  });

  it("of a template whose document was replaced is one fault of its script, not one for each sentence", async () => {
    const cwd = workFolder();
    await cli(["new", "scenario", "move"], { cwd });
    expect((await cli(["check", "move"], { cwd })).code).toBe(0);
    writeFileSync(join(cwd, "scenarios/move/proposal.md"), JOB);
    for (const command of ["check", "run"]) {
      const { code, err } = await cli([command, "move"], { cwd });
      const lines = err.trimEnd().split("\n");
      expect({ code, count: lines.length }).toEqual({ code: 2, count: 3 });
      expect(lines[0]).toMatch(
        /script\.yaml:\d+:\d+: (\d+) of \1 quotes are not in the documents: this script is for another case$/,
      );
    }
  });
});

it("a page plans a meeting with the model that it found, and calls it free, but not simulated", async () => {
  const server = await ownServer("ollama", {
    models: [{ id: "qwen3:8b", most: 8_192, window: 8_192 }],
  });
  const { ask } = serving({ cwd: ownCase(), more: { fetch, env: { OLLAMA_HOST: server.url } } });
  const { status, text } = await ask({ scenario: "matter", model: "ollama:qwen3:8b", do: "look" });
  expect(status).toBe(200);
  expect(text).toMatch(/No charge, about \d+ calls/);
  expect(text).not.toContain("simulated");
});
