import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelFactory, type ResultRow, readStudy } from "boardroom";
import { describe, expect, test } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const STUDY = `title: Does it matter who sees the verdicts?
scenario: ./scenarios/small
seeds: 1..4
arms:
  open: {}
  sealed: { visibility: sealed }
compare: [[open, sealed]]
`;

/** Holds the study of this text, with members who speak twice and cost nothing. */
function run(cwd: string, argv: readonly string[] = [], more: Parameters<typeof cli>[1] = {}) {
  return cli(["study", "run", "study.yaml", ...argv], {
    cwd,
    factories: { simulated: twoTurns, own: twoTurns },
    ...more,
  });
}

const folderWith = (study: string, files: Readonly<Record<string, string>> = {}) =>
  workFolder({ "study.yaml": study, ...files });

const study = (changes: string) => `title: T\nscenario: ./scenarios/small\nseeds: 1..4\n${changes}`;

async function rowsIn(folder: string): Promise<ResultRow[]> {
  const rows = [];
  for await (const row of readStudy(folder).rows()) rows.push(row);
  return rows.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

describe("boardroom study run", () => {
  test("begun twice holds nothing twice, and its results do not change", async () => {
    const cwd = folderWith(STUDY);
    await run(cwd, ["--output", "held"]);
    const before = readFileSync(join(cwd, "held/results.jsonl"), "utf8");
    const { code, err } = await run(cwd, ["--output", "held"]);
    expect([code, err]).toEqual([0, "Results: held\n"]);
    expect(readFileSync(join(cwd, "held/results.jsonl"), "utf8")).toBe(before);
  });

  test("keeps meetings that fail, counts them, and holds them again when asked to", async () => {
    const cwd = folderWith(STUDY);
    let isDown = true;
    const down: ModelFactory = (given) => {
      const model = twoTurns(given);
      return {
        ...model,
        generate: async (request, options) => {
          if (isDown && given.scenario.prompt.visibility === "sealed") throw new Error("the model is broken");
          return model.generate(request, options);
        },
      };
    };
    const first = await run(cwd, ["--output", "held"], { factories: { simulated: down } });
    expect(first.err).toContain("4 meetings failed; --retry-failed runs them again.");
    expect(first.code).toBe(3);
    const failed = (await rowsIn(join(cwd, "held"))).filter(({ status }) => status === "failed");
    expect(failed.map(({ arm }) => arm)).toEqual(["sealed", "sealed", "sealed", "sealed"]);
    isDown = false;
    expect(
      (await run(cwd, ["--output", "held", "--retry-failed"], { factories: { simulated: down } })).code,
    ).toBe(0);
    expect((await rowsIn(join(cwd, "held"))).map(({ status }) => status)).toEqual(Array(8).fill("closed"));
  });

  test("makes arms: without each member, every panel, drawn orders, controls and models", async () => {
    const cwd = folderWith(
      study("leaveOneOut: true\norders: 2\ncontrols: true\nmodels: [own:b]\n").replace("1..4", "[7]"),
    );
    const { code, err } = await run(cwd, ["--output", "held"]);
    expect(code, err).toBe(0);
    const { arms } = readStudy(join(cwd, "held")).study;
    expect(arms.map(({ name }) => name)).toEqual([
      ...[
        "as-it-is",
        "without-chen",
        "without-kumar",
        "without-watson",
        "order-1",
        "order-2",
        "reflection",
        "stances",
        "own-b",
      ],
    ]);
    expect(arms.find(({ name }) => name === "without-kumar")?.made).toEqual({
      ...{ by: "leaveOneOut", of: "as-it-is", without: "kumar" },
    });
  });
});

/** A member whose every call costs: ten cents at most. */
function priced(calls: { under: number; most: number; made: number }): ModelFactory {
  return (given) => {
    const model = twoTurns(given);
    return {
      ...model,
      ...{ provider: "openai", spec: given.spec, deterministic: false },
      generate: async (request, options) => {
        calls.made += 1;
        calls.most = Math.max(calls.most, ++calls.under);
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
        calls.under -= 1;
        const reply = await model.generate(request, options);
        const usage = { uncached: 1_000, cacheRead: 0, cacheWrite: 0, output: 3_900, reasoning: 0 };
        return reply.type === "answer" ? { ...reply, usage } : reply;
      },
    };
  };
}

test("models of providers share one throttle and one purse, which the study never passes", async () => {
  const calls = { under: 0, most: 0, made: 0 };
  const settings =
    "providers: { openai: { concurrency: 2 } }\nprices: { openai:test: { input: 1, output: 10 } }\n";
  const dear = STUDY.replace("open: {}", "open: { model: openai:test }").replace(
    "{ vis",
    "{ model: openai:test, vis",
  );
  const cwd = folderWith(`${dear}limits: { dollars: 1.7, concurrency: 6 }\n`, { "boardroom.yaml": settings });
  const leave = ["--approve", "--because", "a test"];
  const { code, err } = await run(cwd, ["--output", "held", ...leave], {
    factories: { openai: priced(calls) },
  });
  expect(err).toContain("the budget of this study, $1.7, has no room for this call");
  expect(code).toBe(4);
  expect(calls.most).toBe(2);
  const spent = (await rowsIn(join(cwd, "held"))).reduce((sum, { dollars }) => sum + (dollars ?? 0), 0);
  expect(spent).toBeLessThanOrEqual(1.7);
  const asked = calls.made;
  const more = folderWith(`${dear}limits: { dollars: 100, concurrency: 6 }\n`, { "boardroom.yaml": settings });
  const rest = await run(more, ["--output", join(cwd, "held"), ...leave], {
    factories: { openai: priced(calls) },
  });
  expect(rest.code, rest.err).toBe(0);
  const rows = await rowsIn(join(cwd, "held"));
  // What was asked before the purse was empty is on record, and was not asked again.
  expect(calls.made).toBe(rows.reduce((sum, row) => sum + row.calls, 0));
  expect(asked).toBeLessThan(calls.made);
});

test("a study that costs a dollar or more is held by somebody's leave alone", async () => {
  const calls = { under: 0, most: 0, made: 0 };
  const cwd = folderWith(STUDY.replace("open: {}", "open: { model: openai:test }"), {
    "boardroom.yaml": "prices: { openai:test: { input: 100, output: 100 } }\n",
  });
  const { code, err } = await run(cwd, ["--output", "held"], {
    factories: { openai: priced(calls), simulated: twoTurns },
  });
  expect(err).toMatch(/These meetings need your approval: all together are expected to cost \$\d+\.\d\d\./);
  expect([code, calls.made]).toEqual([6, 0]);
});
