import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineScenario, readTranscript } from "boardroom";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readArguments } from "../../src/agents/mcp/tool.ts";
import { BoardroomError } from "../../src/errors.ts";
import { readDocument } from "../../src/scenario/documents/documents.ts";
import { findProblems, parseYaml } from "../../src/scenario/files/yaml-file.ts";
import { scenarioFileSchema } from "../../src/scenario/schema/scenario-file.ts";
import { parseJson, tryReadJson } from "../../src/text/json-in.ts";
import { emptyFolder } from "../support/folders.ts";

const input = z.strictObject({ scenario: z.string().optional(), options: z.json().optional() });

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 1]));
}

function problemsAfter(act: () => unknown): readonly string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof BoardroomError) return error.problems.map(({ message }) => message);
    throw error;
  }
  return [];
}

describe("a list of problems", () => {
  it("ends after twenty, and counts the others", () => {
    const yaml = parseYaml({
      file: "a.yaml",
      text: JSON.stringify(keys(500)),
      code: "scenario-invalid",
    });
    const found = findProblems(yaml, scenarioFileSchema);
    expect(found).toHaveLength(21);
    expect(found.at(-1)?.message).toMatch(/^and 48\d more$/);
    const inTool = problemsAfter(() => readArguments(keys(20_020), input));
    expect(inTool).toHaveLength(21);
    expect(inTool.at(-1)).toBe("and 20,000 more");
    const inCode = problemsAfter(() => defineScenario({ ...keys(2_000) } as never));
    expect(inCode).toHaveLength(21);
  });

  it("is not cut at twenty", () => {
    expect(problemsAfter(() => readArguments(keys(20), input))).toHaveLength(20);
  });

  it("counts once if it is stated again", () => {
    const list = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ message: `problem ${at}` }));
    const first = new BoardroomError("usage", list(500));
    const again = new BoardroomError("usage", [...first.problems, ...list(700).slice(500)]);
    expect(again.problems.at(-1)?.message).toBe("and 680 more");
  });

  it("takes linear time in a file of keys", () => {
    const time = (count: number) => {
      const text = Object.keys(keys(count))
        .map((key) => `${key}: 1`)
        .join("\n");
      const start = performance.now();
      findProblems(
        parseYaml({ file: "a.yaml", text, code: "scenario-invalid" }),
        scenarioFileSchema,
      );
      return performance.now() - start;
    };
    time(4_000);
    // Four times as many keys take sixteen times as long if each is compared with all others.
    expect(time(32_000) / Math.min(time(8_000), time(8_000))).toBeLessThan(10);
  });
});

describe("YAML with an error in every letter", () => {
  it.each(["}", "]"])("is read no further than its problems are shown: %s", (letter) => {
    const time = (count: number) => {
      const start = performance.now();
      const text = `a: 1\n${letter.repeat(count)}`;
      expect(() => parseYaml({ file: "a.yaml", text, code: "usage" })).toThrow(/^a\.yaml:2:\d+: /);
      return performance.now() - start;
    };
    time(4_000);
    // Four times the letters take sixteen times as long if each error slows the next.
    expect(time(80_000) / Math.max(1, Math.min(time(20_000), time(20_000)))).toBeLessThan(10);
  });
});

it("a document of short lines without a heading is read in linear time", async () => {
  const file = join(emptyFolder(), "a.md");
  const time = async (lines: number) => {
    writeFileSync(file, "a\n".repeat(lines));
    const start = performance.now();
    await readDocument({ path: file, shown: "a.md" });
    return performance.now() - start;
  };
  await time(2_000);
  const short = Math.max(5, Math.min(await time(20_000), await time(20_000)));
  expect(await time(80_000)).toBeLessThan(12 * short);
});

describe("what is nested too deeply", () => {
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  it.each([
    ["brackets", deep],
    ["objects", (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
    ["dashes", (depth: number) => `${"- ".repeat(depth)}a`],
    ["questions", (depth: number) => `${"? ".repeat(depth)}a`],
    ["brackets that stay open", (depth: number) => "[".repeat(depth)],
  ])("is named in YAML: %s", (_, make) => {
    for (const depth of [200, 5_000, 20_000])
      expect(
        problemsAfter(() => parseYaml({ file: "a.yaml", text: make(depth), code: "usage" })),
      ).toEqual(["nested too deeply"]);
  });

  it("is named with its line", () => {
    const text = Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n");
    expect(() => parseYaml({ file: "a.yaml", text, code: "usage" })).toThrow(
      "a.yaml:100: nested too deeply",
    );
  });

  it("is named in a document, a record and the arguments of a tool", async () => {
    for (const depth of [200, 20_000]) {
      const folder = emptyFolder();
      writeFileSync(join(folder, "notes.json"), deep(depth));
      const document = readDocument({ path: join(folder, "notes.json"), shown: "notes.json" });
      await expect(document).rejects.toThrow("nested too deeply");
      expect(
        problemsAfter(() => readArguments({ options: JSON.parse(deep(depth)) }, input)),
      ).toEqual(["nested too deeply"]);
      cpSync("transcripts/hiring-sample", join(folder, "sample"), { recursive: true });
      const file = join(folder, "sample", "events.jsonl");
      const [first = "", ...others] = readFileSync(file, "utf8").split("\n");
      const changed = first.replace(/\}$/, `,"more":${deep(depth)}}`);
      writeFileSync(file, [changed, ...others].join("\n"));
      expect(() => readTranscript(join(folder, "sample"))).toThrow("nested too deeply");
    }
  });

  it("is no value of a server or a model", () => {
    expect(tryReadJson(deep(20_000))).toBeUndefined();
    expect(parseJson(`{"message": ${deep(20_000)}}`)).toBeUndefined();
    expect(tryReadJson(deep(100))).toEqual(JSON.parse(deep(100)));
  });
});
