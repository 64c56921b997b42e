import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSimulatedModel } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { agentAt, ioIn } from "../agents/mcp/agent.ts";
import { exampleScenario } from "../support/example-scenario.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const REPORT = `# Report

The pilot cut costs by 12 % in one year.
Complaints rose from 9 to 31 in the same year.
The audit found three serious errors in the accounts.
`;
const SCENARIO = `title: A matter
question: Should it be done?
verdicts:
  - {id: "YES", side: for}
  - {id: "NO", side: against}
documents:
  - {file: report.md, subject: true}
members: [chen, kumar, watson]
`;
const SCRIPT = `points:
  - id: costs
    ref: report.md#L3
    quote: The pilot cut costs by 12 %
    bears: {case: 0.5}
    lines: [Costs fell by 12 %.]
  - id: complaints
    ref: report.md#L4
    quote: Complaints rose from 9 to 31
    bears: {case: -0.5}
    lines: [Complaints rose to 31.]
`;

function matter(script: string | null, more: Readonly<Record<string, string>> = {}): string {
  return workFolder({
    "scenarios/matter/scenario.yaml": SCENARIO,
    "scenarios/matter/report.md": REPORT,
    ...(script !== null && { "scenarios/matter/script.yaml": script }),
    ...more,
  });
}

describe("a simulated seat without a script", () => {
  it.each(["run", "check"])("is refused by %s, with two remedies", async (command) => {
    const { code, err } = await cli([command, "matter"], { cwd: matter(null) });
    expect(code).toBe(2);
    expect(err).toBe(
      [
        "boardroom: report.md: no script, and simulated members know only prepared cases",
        "  With a model, any case works: --model auto uses one on this computer, --model anthropic:claude-sonnet-5-5 needs a key.",
        '  Without a model, prepared cases work: run "boardroom run hiring", or write a script as "boardroom new scenario NAME" does.',
        "",
      ].join("\n"),
    );
  });

  const REMEDIES = [/--model auto uses/, /write a script/];

  it("is refused in a study, and to an agent, with the same remedies", async () => {
    const study = "title: S\nscenario: matter\nseeds: [1]\narms: {plain: {}}\n";
    const cwd = matter(null, { "study.yaml": study });
    const held = await cli(["study", "run", "study.yaml"], { cwd });
    expect(held.code).toBe(2);
    const agent = await agentAt(ioIn(cwd));
    const { error } = await agent.call("start_meeting", { scenario: "matter" });
    expect(error?.code).toBe("script-missing");
    for (const text of [held.err, JSON.stringify(error)])
      for (const each of REMEDIES) expect(text).toMatch(each);
  });

  it("is refused if the script signs less than half of the subject", async () => {
    const cwd = matter(SCRIPT.replace("case: -0.5", "case: 0"));
    const { code, err } = await cli(["run", "matter"], { cwd });
    expect(code).toBe(2);
    expect(err).toContain(
      "report.md: the script weighs 1 of 3 statements: simulated members need at least half",
    );
    expect((await cli(["check", "matter"], { cwd: matter(SCRIPT) })).code).toBe(0);
  });

  it("is refused where a simulated member is made, by a program too; a process agent needs no script", () => {
    const scenario = { ...exampleScenario(), script: undefined };
    for (const seat of scenario.members)
      expect(() => createSimulatedModel({ seat, scenario })).toThrow(
        expect.objectContaining({ code: "script-missing" }),
      );
    const [agent] = scenario.members.map((seat) => ({ ...seat, kind: "agent" as const }));
    expect(agent && createSimulatedModel({ seat: agent, scenario }).provider).toBe("simulated");
  });
});

describe("a script with problems", () => {
  const WRONG = SCRIPT.replace("Costs fell by 12 %.", "Costs fell by 40 %.").replace(
    "ref: report.md#L4",
    "ref: report.md#L5",
  );

  it("stops simulated members, with place and remedy of each", async () => {
    const cwd = matter(WRONG);
    for (const command of ["check", "run"]) {
      const { code, err } = await cli([command, "matter"], { cwd });
      expect(code).toBe(2);
      expect(err).toMatch(
        /^boardroom: scenarios\/matter\/script\.yaml:6:13: a sentence of point costs has the number 40/,
      );
      expect(err).toContain(
        "scenarios/matter/script.yaml:9:5: the quote of point complaints is not on report.md#L5\n  It is elsewhere: write ref: report.md#L4",
      );
    }
  });

  it("prints every kind of fault in one go, one line each with its remedy", async () => {
    const faulty = WRONG.replace("bears: {case: 0.5}", "bears: {}")
      .replace("bears: {case: -0.5}", "issue: mood\n    bears: {case: -0.5}")
      .replace("Complaints rose to 31.", "So the answer is NO.");
    const { code, err } = await cli(["check", "matter"], { cwd: matter(faulty) });
    const lines = err.replace("boardroom: ", "").trimEnd().split("\n");
    const found = lines.filter((_, at) => at % 2 === 0);
    expect(code).toBe(2);
    expect(
      found.map((line) => /^scenarios\/matter\/script\.yaml:\d+:\d+: (.*)$/.exec(line)?.[1]),
    ).toEqual([
      "point costs bears on no criterion",
      "a sentence of point costs has the number 40, which is in no document",
      "the quote of point complaints is not on report.md#L5",
      'issue "mood" not found',
      "a sentence of point complaints names the verdict NO",
    ]);
    expect(lines.filter((_, at) => at % 2 === 1).every((line) => /^ {2}\S/.test(line))).toBe(true);
  });

  it("is a warning with models, and no model is stopped by it", async () => {
    const cwd = matter(WRONG);
    const more = { cwd, factories: { own: twoTurns } };
    const checked = await cli(["check", "matter", "--model", "own:m"], more);
    expect(checked.code).toBe(0);
    expect(checked.err).toContain(
      "script.yaml:6:13: warning: a sentence of point costs has the number 40",
    );
    const argv = "run matter --model own:m --approve --because test --seed 1 --quiet".split(" ");
    const held = await cli(argv, more);
    expect(held.err).toContain("Transcript: transcripts/matter-1");
    expect(readFileSync(join(cwd, "transcripts/matter-1/events.jsonl"), "utf8")).not.toContain(
      "scriptProblems",
    );
  });
});
