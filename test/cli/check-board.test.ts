import { expect, test } from "vitest";
import { cli, workFolder } from "./cli.ts";

function person(name: string, priorities: string, optimism: number): string {
  return `---
name: ${name}
title: Warden
expertise: [ferries]
personality: Counts the chairs before anybody sits.
speakingStyle: Begins with the number of the clause.
priorities: ${priorities}
optimism: ${optimism}
---
`;
}

function board(criteria: string, vera: string): string {
  return workFolder({
    "scenarios/ferry/scenario.yaml": `title: Ferry
question: Buy the ferry?
verdicts: [{ id: BUY, side: for }, { id: KEEP, side: against }]
criteria: ${criteria}
members: [una, vera]
`,
    "personas/una.md": person("Una", "{ cost: 7, customers: 2 }", -0.2),
    "personas/vera.md": vera,
  });
}

const CRITERIA = "[{ id: cost, name: Money }, { id: noise, name: Noise }]";
// Simulated members would need a script.
const CHECK = ["check", "ferry", "--model", "openai:gpt-6-sol"];

test("check warns of a one-sided board and of a criterion that nobody weighs, and passes", async () => {
  const cwd = board(CRITERIA, person("Vera", "{ cost: 6 }", -0.1));
  const { code, err } = await cli(CHECK, { cwd });
  expect(code).toBe(0);
  expect(err).toContain(
    "scenarios/ferry/scenario.yaml:5:1: warning: no dissenting interest: all 2 members lean against the proposal\n  Add a member",
  );
  expect(err).toMatch(/scenario\.yaml:4:\d+: warning: no member weighs the criterion noise\n/);
  expect(err).not.toContain("weighs none of the scenario's criteria");
});

test("check does not warn of a board with interests on both sides", async () => {
  const { code, err } = await cli(CHECK, {
    cwd: board(CRITERIA, person("Vera", "{ noise: 6 }", 0.9)),
  });
  expect(code).toBe(0);
  expect(err).not.toContain("no dissenting interest");
  expect(err).not.toContain("no member weighs");
});

test("check names a member that weighs none of the criteria, if there are any", async () => {
  const vera = person("Vera", "{ delivery: 6, noise: 0 }", 0.9);
  expect((await cli(CHECK, { cwd: board(CRITERIA, vera) })).err).toContain(
    "warning: vera weighs none of the scenario's criteria",
  );
  expect((await cli(CHECK, { cwd: board("[]", vera) })).err).not.toContain("weighs none");
});
