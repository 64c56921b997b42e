import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scriptFor } from "../support/scripts.ts";
import { cli, workFolder } from "./cli.ts";

// Every JavaScript object has these names, so a lookup in a plain object finds them.
const INHERITED = ["toString", "constructor", "__proto__", "valueOf", "hasOwnProperty"];

const personaWith = (line: string) => `---
name: Dr. Con Structor
title: Builder
expertise: [building]
personality: Builds
speakingStyle: Short
${line}
---
`;

describe.each(INHERITED)("the key %s", (key) => {
  test("of a scenario, a persona or a panel is one bad row of its list", async () => {
    const cwd = workFolder({
      "scenarios/zz/scenario.yaml": `title: x\n${key}: 1\n`,
      "personas/zz.md": personaWith(`${key}: 1`),
      "panels/zz.yaml": `title: x\n${key}: 1\n`,
    });
    for (const [what, good] of [
      ["scenarios", "small"],
      ["personas", "kumar"],
      ["panels", "pricing"],
    ] as const) {
      const { code, out } = await cli(["list", what], { cwd });
      expect(code).toBe(0);
      expect(out).toMatch(/^zz .*invalid:/m);
      expect(out).toMatch(new RegExp(`^${good} `, "m"));
    }
  });

  test("is named with its line by check, wherever it is in the file", async () => {
    const yaml = `title: x
${key}: 1
options: {${key}: 2}
verdicts: [{id: A, side: ${key}, ${key}: 3}]
members: [{persona: chen, ${key}: 4}]
`;
    const { code, err } = await cli(["check", "zz"], {
      cwd: workFolder({ "scenarios/zz/scenario.yaml": yaml }),
    });
    expect(code).toBe(2);
    expect(err).not.toContain("fault of boardroom itself");
    for (const [line, where] of [
      [2, ""],
      [3, " in options"],
      [4, " in verdicts[0]"],
      [5, " in members[0]"],
    ])
      expect(err).toMatch(
        new RegExp(
          `yaml:${line}:\\d+: unknown key "${key}"${String(where).replace(/[[\]]/g, "\\$&")}\n`,
        ),
      );
  });
});

test("a member and a criterion called constructor are like any other", async () => {
  const paper = "We build it well.\nThe cost is small.\n";
  const tableOf = async (id: string) => {
    const cwd = workFolder({
      [`personas/${id}.md`]: personaWith("priorities: {}"),
      "scenarios/named/scenario.yaml": `title: Named
question: Should it be done?
verdicts: [{id: YES, side: for}, {id: NO, side: against}]
documents: [{file: paper.md, subject: true}]
criteria:
  - {id: ${id}, name: Building}
  - {id: cost, name: Cost}
decision: {by: option}
members: [chen, ${id}, watson]
`,
      "scenarios/named/paper.md": paper,
      "scenarios/named/script.yaml": scriptFor("paper.md", paper),
    });
    const ran = await cli(["run", "named", "--seed", "7", "--quiet"], { cwd });
    expect(ran.err).toContain("Transcript: transcripts/named-7");
    return readFileSync(join(cwd, "transcripts/named-7/verdicts.json"), "utf8");
  };
  const table = await tableOf("constructor");
  expect(table).not.toMatch(/native code|NaN/);
  expect(Object.keys(JSON.parse(table))).toEqual(Object.keys(JSON.parse(await tableOf("builder"))));
});
