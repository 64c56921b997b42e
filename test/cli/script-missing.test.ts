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
const SCRIPT = `plays:
  costs:
    who: any
    verdict: "YES"
    says: "I begin with what was saved. The pilot cut costs by 12 %, and a year is long enough to see that. I would only think again about this if the accounts were wrong."
    reason: "The pilot cut costs by 12 %"
    crux: "the accounts were wrong"
    cite: "report.md#L3 | The pilot cut costs by 12 %"
    open: "whether the accounts are right"
    last: "I stay with the costs."
    start: [audit]
    beats:
      audit:
        by: { any: "Complaints rose to 31." }
        cite: "report.md#L4 | Complaints rose from 9 to 31"
        then: [stay]
      stay: { me: "They rose, and the costs fell." }
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

  it("is refused if the script has no opening for one of its members", async () => {
    const cwd = matter(
      `members: { chen: {}, kumar: {} }\n${SCRIPT.replace("who: any", "who: [chen, kumar]")}`,
    );
    const { code, err } = await cli(["run", "matter"], { cwd });
    expect(code).toBe(2);
    expect(err).toContain("the script has no play for Emily Watson");
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
  const WRONG = SCRIPT.replace("rose to 31", "rose to 40").replace("report.md#L4", "report.md#L5");

  it("stops simulated members, with place and remedy of each", async () => {
    const cwd = matter(WRONG);
    for (const command of ["check", "run"]) {
      const { code, err } = await cli([command, "matter"], { cwd });
      expect(code).toBe(2);
      expect(err).toContain(
        "scenarios/matter/script.yaml:15:9: the quote of the beat costs.audit is not on report.md#L5\n  It is elsewhere: cite report.md#L4",
      );
      expect(err).toContain(
        "scenarios/matter/script.yaml:14:9: the number 40 is in no document\n  Use a number",
      );
    }
  });

  it("prints every kind of fault in one go, one line each with its remedy", async () => {
    const faulty = WRONG.replace("start: [audit]", "start: [audits]")
      .replace("I stay with the costs.", "So it is NO.")
      .replace("then: [stay]", "then: [stays]");
    const { code, err } = await cli(["check", "matter"], { cwd: matter(faulty) });
    const lines = err.replace("boardroom: ", "").trimEnd().split("\n");
    const found = lines.flatMap((line) => {
      const [, message] = /^scenarios\/matter\/script\.yaml:\d+:\d+: (.*)$/.exec(line) ?? [];
      return message ?? [];
    });
    expect(code).toBe(2);
    expect(found).toEqual([
      "a text names the verdict NO",
      'beat "audits" not found',
      "nothing leads to the beat costs.audit",
      "the number 40 is in no document",
      "the quote of the beat costs.audit is not on report.md#L5",
      'beat "stays" not found',
      "nothing leads to the beat costs.stay",
    ]);
  });

  it("is a warning with models, and no model is stopped by it", async () => {
    const cwd = matter(WRONG);
    const more = { cwd, factories: { own: twoTurns } };
    const checked = await cli(["check", "matter", "--model", "own:m"], more);
    expect(checked.code).toBe(0);
    expect(checked.err).toContain("script.yaml:14:9: warning: the number 40 is in no document");
    const argv = "run matter --model own:m --approve --because test --seed 1 --quiet".split(" ");
    const held = await cli(argv, more);
    expect(held.err).toContain("Transcript: transcripts/matter-1");
    expect(readFileSync(join(cwd, "transcripts/matter-1/events.jsonl"), "utf8")).not.toContain(
      "scriptProblems",
    );
  });
});
