import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelFactory, type ResultRow, readStudy, readTranscript } from "boardroom";
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
  test("holds every arm under every seed as an ordinary transcript, and says what it takes before", async () => {
    const cwd = folderWith(STUDY);
    const { code, err } = await run(cwd, ["--output", "held"]);
    expect(code, err).toBe(0);
    expect(err).toMatch(/ARM +MEETINGS +CALLS +TOKENS +DOLLARS\nopen +4 /);
    const rows = await rowsIn(join(cwd, "held"));
    expect(rows.map(({ path }) => path)).toEqual(
      ["open", "sealed"].flatMap((arm) =>
        [1, 2, 3, 4].map((seed) => `meetings/small/${arm}/own/${seed}`),
      ),
    );
    for (const row of rows) {
      const { head, events } = readTranscript(join(cwd, "held", row.path));
      expect(row).toMatchObject({ head, status: "closed", subject: "own" });
      expect(events.at(-1)).toMatchObject({ type: "meeting.closed", outcome: row.outcome });
      expect((await cli(["verify", join("held", row.path)], { cwd })).code).toBe(0);
    }
  });

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
          if (isDown && given.scenario.prompt.visibility === "sealed")
            throw new Error("the model is broken");
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
      (await run(cwd, ["--output", "held", "--retry-failed"], { factories: { simulated: down } }))
        .code,
    ).toBe(0);
    expect((await rowsIn(join(cwd, "held"))).map(({ status }) => status)).toEqual(
      Array(8).fill("closed"),
    );
  });

  test("makes arms: drawn orders, controls and models", async () => {
    const cwd = folderWith(
      study("orders: 2\ncontrols: true\nmodels: [own:b]\n").replace("1..4", "[7]"),
    );
    const { code, err } = await run(cwd, ["--output", "held"]);
    expect(code, err).toBe(0);
    const { arms } = readStudy(join(cwd, "held")).study;
    expect(arms.map(({ name }) => name)).toEqual([
      ..."as-it-is order-1 order-2 reflection stances own-b".split(" "),
    ]);
    expect(arms.find(({ name }) => name === "order-1")?.made).toEqual({
      ...{ by: "orders", of: "as-it-is", nth: 1 },
    });
  });
});

test("a study stops in order when its results cannot be written, and counts the meeting later", async () => {
  const cwd = folderWith(STUDY);
  mkdirSync(join(cwd, "held"));
  symlinkSync(join(cwd, "missing/results.jsonl"), join(cwd, "held/results.jsonl"));
  const { code, err } = await run(cwd, ["--output", "held"]);
  expect(code).toBe(4);
  expect(err).toMatch(
    /The study stopped: \S*held\/results\.jsonl: cannot be written: its folder cannot be made \(ENOENT\)/,
  );
  rmSync(join(cwd, "held/results.jsonl"));
  renameSync(join(cwd, "held/meetings"), join(cwd, "kept"));
  writeFileSync(join(cwd, "held/meetings"), "");
  expect((await run(cwd, ["--output", "held"])).err).toContain(
    "cannot be written: part of the path is a file (ENOTDIR). The same command",
  );
  rmSync(join(cwd, "held/meetings"));
  renameSync(join(cwd, "kept"), join(cwd, "held/meetings"));
  expect((await run(cwd, ["--output", "held"])).code).toBe(0);
  expect(await rowsIn(join(cwd, "held"))).toHaveLength(8);
});

describe("a study is refused before anything is held", () => {
  test("where a flag of the database is given without it", async () => {
    const { code, err } = await run(folderWith(STUDY), ["--detach"]);
    expect(code).toBe(2);
    expect(err).toContain("--detach needs --on");
  });

  test.each([
    [
      "an arm that changes nothing",
      "arms: { a: {}, b: { visibility: open } }",
      /yaml:4:16: arm b comes to the same meetings as a/,
    ],
    [
      "two arms alike",
      "arms: { a: {}, b: {} }",
      /yaml:4:16: arm b comes to the same meetings as a/,
    ],
    [
      "a subject missing",
      "subjects: [gone.pdf]\narms: { a: {} }",
      /yaml:4:12: subject gone\.pdf not found/,
    ],
    [
      "a pair unknown",
      "arms: { a: {}, b: { view: shared } }\ncompare: [[a, bb]]",
      /yaml:5:15: arm "bb" not found\n +Did you mean b\?/,
    ],
    [
      "a truth that is none",
      "arms: { a: {} }\ntruth: { small: MAYBE }",
      /yaml:5:17: MAYBE is not an option or a side/,
    ],
    [
      "a truth of nothing",
      "arms: { a: {} }\ntruth: { smal: for }",
      /yaml:5:10: scenario "smal" not found\n +Did you mean small\?/,
    ],
    [
      "an unknown setting",
      "arms: { a: { vew: shared } }",
      /yaml:4:14: unknown key "vew" in arms\.a\n +Did you mean view\?/,
    ],
    [
      "a seat that nobody has",
      "arms: { a: { without: [kumr] } }",
      /yaml:4:14: member "kumr" not found on this board\n +Did you mean kumar\?/,
    ],
    [
      "an order without somebody",
      "arms: { a: { order: [kumar] } }",
      /yaml:4:14: chen is missing from the order/,
    ],
    [
      "a control that cues undo",
      "arms: { a: { control: stances, visibility: sealed } }",
      /yaml:4:14: control: stances shows verdicts/,
    ],
    [
      "an option of another protocol",
      "arms: { a: { options: { phases: 3 } } }",
      /yaml:4:14: .*"phases"/,
    ],
    [
      "a persona unknown",
      "arms: { a: { seats: [nobody-here] } }",
      /yaml:4:22: persona "nobody-here" not found/,
    ],
    [
      "more meetings than it allows",
      "arms: { a: {}, b: { view: shared } }\nlimits: { meetings: 5 }",
      /yaml:5:21: the study asks for 8 meetings, 2 a seed, and allows 5\n +Allow 8, or ask for at most 2 of the 4 seeds\./,
    ],
    [
      "fewer meetings than one seed takes",
      "arms: { a: {}, b: { view: shared } }\nlimits: { meetings: 1 }",
      /yaml:5:21: .* allows 1\n +Allow 8, or ask for fewer arms or subjects\./,
    ],
    [
      "a pair twice",
      "arms: { a: {}, b: { view: shared } }\ncompare: [[a, b], [a, b]]",
      /yaml:5:19: compare\[1\] is in the list twice/,
    ],
    [
      "a model of no provider",
      "arms: { a: {}, b: { model: 'opnai:x' } }",
      /yaml:4:21: model "opnai:x": provider "opnai" is unknown\n +Did you mean openai\?/,
    ],
    [
      "a member's model of no provider",
      "arms: { a: {}, b: { models: { kumar: 'nobody:x' } } }",
      /yaml:4:21: model "nobody:x": provider "nobody" is unknown/,
    ],
    [
      "a model without a key",
      "arms: { a: {}, b: { model: 'openai:gpt-6-sol' } }",
      /OPENAI_API_KEY/,
    ],
    ["no arm at all", "arms: {}", /yaml:4:1: the study has no arm/],
    [
      "words to swap that nobody says",
      "arms: { a: { swap: { Xantippe: Sokrates } } }",
      /yaml:4:9: arm a comes to the same meetings as the scenario as it is/,
    ],
  ])("%s", async (_, changes, message) => {
    const cwd = folderWith(study(`${changes}\n`));
    const { code, err } = await run(cwd, ["--output", "held"]);
    expect(err).toMatch(message);
    expect(code).toBe(2);
    expect(() => readStudy(join(cwd, "held"))).toThrow("no study");
  });

  test.each([
    ["seeds: [1, 2, 1]", /yaml:3:15: seeds\[2\] is in the list twice, found 1/],
    ["seeds: 5..1", /yaml:3:8: seeds must be a range from a lower to a higher seed/],
    ["seeds: 1-5", /yaml:3:8: seeds must be a range such as 1\.\.40.*\n {2}seeds:/],
  ])("%s", async (seeds, message) => {
    const cwd = folderWith(study("arms: { a: {} }\n").replace("seeds: 1..4", seeds));
    expect((await run(cwd)).err).toMatch(message);
  });

  test("a document without a script is refused once, however many arms have it", async () => {
    const cwd = folderWith(study("arms: { a: {} }\nsubjects: [note.md]\ncontrols: true\n"));
    writeFileSync(join(cwd, "note.md"), "# A note\n\nOne line.\n");
    expect((await run(cwd, [], { factories: {} })).err.match(/note\.md: no script/g)).toHaveLength(
      1,
    );
  });
});

test("flags of a meeting are refused where a study is checked, and say where they belong", async () => {
  const cwd = folderWith(study("arms: { open: {} }"));
  const { code, err } = await cli(["check", "study.yaml", "--seed", "3", "--view", "anonymous"], {
    cwd,
  });
  expect(code).toBe(2);
  expect(err).toContain(
    "--view, --seed cannot be used with a study: its file decides how its meetings run",
  );
  expect((await cli(["check", "study.yaml"], { cwd })).code).toBe(0);
});

test("a new study passes its check as it is, and its schema is the published one", async () => {
  const cwd = workFolder();
  expect((await cli(["new", "study", "names"], { cwd })).out).toBe(
    "Created studies/names/study.yaml\nCreated schemas/study.schema.json\nNext: boardroom check studies/names/study.yaml\n",
  );
  const { code, out, err } = await cli(["check", "studies/names/study.yaml"], { cwd });
  expect(code, err).toBe(0);
  expect(out).toMatch(/Compared {3}vote and board; board-3 and board\n/);
  const written = readFileSync(join(cwd, "schemas/study.schema.json"), "utf8");
  expect(out).toContain(
    "20 seeds find a difference of 0.37 at best with power 0.8, 40 seeds 0.19.",
  );
  expect(JSON.parse(readFileSync("schemas/study.schema.json", "utf8"))).toEqual(
    JSON.parse(written),
  );
});

test("a study that seats a person is held as far as it goes without them, and goes on once they have answered", async () => {
  const cwd = folderWith(
    study("arms: { open: {}, seated: { models: { chen: 'human:ngo' } } }").replace("1..4", "1..2"),
  );
  const first = await run(cwd, ["--output", "held"]);
  expect(first.code, first.err).toBe(6);
  expect((await rowsIn(join(cwd, "held"))).map(({ arm }) => arm)).toEqual(["open", "open"]);
  expect(first.err).toContain(
    "2 meetings wait for people:\n  boardroom act held/meetings/small/seated/own/1\n",
  );
  const one = "held/meetings/small/seated/own/1";
  const said = ["--say", "No.", "--verdict", "NO", "--because", "It costs."];
  for (let code = 6, asked = 0; code === 6 && asked < 20; asked++)
    ({ code } = await cli(["act", one, ...said, "--quiet"], {
      cwd,
      factories: { simulated: twoTurns },
    }));
  const again = await run(cwd, ["--output", "held"]);
  expect([again.code, again.err]).toEqual([
    6,
    expect.stringContaining("A meeting waits for a person:"),
  ]);
  const rows = await rowsIn(join(cwd, "held"));
  expect(rows.map(({ arm, seed, status }) => [arm, seed, status])).toContainEqual([
    "seated",
    1,
    "closed",
  ]);
  expect(rows).toHaveLength(3);
});

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
  const cwd = folderWith(`${dear}limits: { dollars: 1.7, concurrency: 6 }\n`, {
    "boardroom.yaml": settings,
  });
  const leave = ["--approve", "--because", "a test"];
  const { code, err } = await run(cwd, ["--output", "held", ...leave], {
    factories: { openai: priced(calls) },
  });
  expect(err).toContain("the budget of this study, $1.7, has no room for this call");
  expect(code).toBe(4);
  expect(calls.most).toBe(2);
  const spent = (await rowsIn(join(cwd, "held"))).reduce(
    (sum, { dollars }) => sum + (dollars ?? 0),
    0,
  );
  expect(spent).toBeLessThanOrEqual(1.7);
  const asked = calls.made;
  const more = folderWith(`${dear}limits: { dollars: 100, concurrency: 6 }\n`, {
    "boardroom.yaml": settings,
  });
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
  expect(err).toMatch(
    /These meetings need your approval: all together are expected to cost \$\d+\.\d\d\./,
  );
  expect([code, calls.made]).toEqual([6, 0]);
});
