import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { foldTranscript, type ModelFactory, readTranscript } from "boardroom";
import type { Usage } from "boardroom/extend";
import { describe, expect, test } from "vitest";
import { openApprovals } from "../../src/home/spending/approvals.ts";
import { limitBudget } from "../../src/home/spending/money.ts";
import { failure } from "../support/failures.ts";
import { eventsOf } from "../support/meetings.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

/** The members of `twoTurns` behind a provider that bills. */
const billed: ModelFactory = (input) => {
  const model = twoTurns(input);
  return {
    ...model,
    spec: input.spec,
    provider: "billed",
    deterministic: false,
    async generate(request, options) {
      const reply = await model.generate(request, options);
      const usage = { uncached: 600, cacheRead: 400, cacheWrite: 0, output: 100, reasoning: 0 };
      return reply.type === "answer" ? { ...reply, usage } : reply;
    },
  };
};

const dearer = (uncached: number): Record<string, ModelFactory> => ({
  simulated: twoTurns,
  billed(input) {
    const model = billed(input);
    return {
      ...model,
      generate: async (request, options) => {
        const reply = await model.generate(request, options);
        const usage = { uncached, cacheRead: 0, cacheWrite: 0, output: 500, reasoning: 0 };
        return reply.type === "answer" ? { ...reply, usage } : reply;
      },
    };
  },
});

const now = () => "2026-05-04T08:00:00.000Z";
const factories = { simulated: twoTurns, billed };

/** boardroom.yaml with a price of a model, in dollars for a million tokens, and further settings. */
const priced = (dollars: number, more = "") => ({
  "boardroom.yaml": `prices: {"billed:x": {input: ${dollars}, output: ${dollars}}}\n${more}`,
});
const RUN = [
  "run",
  "small",
  "--seed",
  "7",
  "--output",
  "transcripts/t",
  "--quiet",
  "--model",
  "billed:x",
];
const PROPOSE = ["run", "small", "--by", "agent", "--seed", "7", "--quiet"];

describe("a paid provider whose model has no known price", () => {
  const NEW = ["--model", "openai:unpriced"];
  const study = "title: S\nscenario: small\nseeds: [1]\narms: {own: {}}\n";
  const files = { "a.md": "One line.\n", "b.md": "Another line.\n", "study.yaml": study };
  const asks = (argv: string[], more = {}) =>
    cli(argv, {
      cwd: workFolder({ ...files, ...more }),
      now,
      factories: { openai: billed, billed },
    });

  test.each([
    [["run", "small", ...NEW]],
    [["run", "small", "--documents", "a.md", "b.md", ...NEW]],
    [["ask", "Should it be done?", "--yes", ...NEW]],
    [["study", "run", ...NEW]],
    [["run", "small", "--by", "agent", ...NEW]],
  ])("is asked about, with tokens and remedy: %j", async (argv) => {
    const cwd = workFolder({ ...files });
    const { code, err } = await cli(argv, { cwd, now, factories: { openai: billed, billed } });
    const begun = readdirSync(cwd).filter((name) => /^(?:study-|transcripts$)/.test(name));
    expect(begun).toEqual(argv.includes("--by") ? ["transcripts"] : []);
    expect(err).toMatch(
      /the price of openai:unpriced is unknown, for up to [\d,]+ tokens \(state it under prices: in/,
    );
    expect(code).toBe(6);
    expect(err).not.toContain("--because ...");
  });

  test("runs after a plain yes, and a budget refuses it", async () => {
    expect((await asks(["run", "small", "--quiet", "--approve", ...NEW])).code).toBe(0);
    const budget = { "boardroom.yaml": "budget: {meeting: 1}\n" };
    const { code, err } = await asks(["run", "small", "--approve", ...NEW], budget);
    expect(code).toBe(2);
    expect(err).toContain("prices:");
  });

  test("is not what your own endpoint or code is", async () => {
    const { code, err } = await asks(["run", "small", "--quiet", "--model", "billed:unpriced"]);
    expect({ code, isAsked: err.includes("approval") }).toEqual({ code: 0, isAsked: false });
  });
});

describe("costs", () => {
  test("are the sums of the record, by meeting, member and call", async () => {
    const cwd = workFolder(priced(1));
    expect((await cli(RUN, { cwd, factories, now })).code).toBe(0);
    const { events } = readTranscript(join(cwd, "transcripts/t"));
    const calls = eventsOf(events, "call.answered");
    const { out } = await cli(["list", "--costs"], { cwd, now });
    expect(out).toMatch(/^MEETING +CALLS +INPUT +CACHED +OUTPUT +TIME +COST\n/);
    expect(out).toMatch(
      /\ntranscripts\/t +\d+ +[\d,]+ +40 % +[\d,]+ +(?:\d+ min )?\d+ s +\$0\.0\d+\n/,
    );
    const json = JSON.parse((await cli(["list", "--costs", "--json"], { cwd, now })).out);
    expect(json.meetings).toHaveLength(1);
    expect(json.total.dollars).toBeCloseTo(
      calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
      9,
    );
  });

  test("have what the record and the state have, calls that broke off included", async () => {
    const cwd = workFolder(priced(1));
    // Every third call breaks off after its first words: with the usage that the provider told, or without.
    let calls = 0;
    const breaking: ModelFactory = (input) => {
      const model = billed(input);
      return {
        ...model,
        async generate(request, options) {
          calls += 1;
          if (calls % 3 !== 0) return model.generate(request, options);
          const usage = { uncached: 300, cacheRead: 100, cacheWrite: 50, output: 7, reasoning: 0 };
          const told = calls % 2 === 0 ? { usage } : {};
          const more = { partialText: "<Message><Spea", retryable: false, ...told };
          return failure("dropped", "it broke off", more);
        },
      };
    };
    const ran = await cli(RUN, { cwd, factories: { simulated: twoTurns, billed: breaking }, now });
    expect(ran.err).not.toContain("fault of boardroom");
    const { events } = readTranscript(join(cwd, "transcripts/t"));
    const [answered, failed] = [eventsOf(events, "call.answered"), eventsOf(events, "call.failed")];
    expect(failed.filter(({ usage }) => usage)).not.toEqual([]);
    expect(failed.filter(({ usage, partial }) => !usage && partial !== "")).not.toEqual([]);
    const sum = (of: (usage: Usage) => number) =>
      [...answered, ...failed].reduce((total, { usage }) => total + (usage ? of(usage) : 0), 0);
    const expected = {
      input: sum(({ uncached, cacheRead, cacheWrite }) => uncached + cacheRead + cacheWrite),
      cached: sum(({ cacheRead }) => cacheRead),
      output: sum(({ output }) => output),
    };
    const { spending, members } = foldTranscript(events);
    const ofMembers = [...members.values()].map((member) => member.spending);
    const total = (of: (spent: typeof spending) => number) =>
      ofMembers.reduce((all, spent) => all + of(spent), 0);
    expect({ input: spending.input, cached: spending.cacheRead, output: spending.output }).toEqual(
      expected,
    );
    expect(spending).toMatchObject({ calls: answered.length, failedCalls: failed.length });
    expect(total(({ input, output }) => input + output)).toBe(spending.input + spending.output);
    const told = JSON.parse((await cli(["list", "--costs", "--json"], { cwd, now })).out);
    expect(told.total).toMatchObject({ calls: answered.length + failed.length, ...expected });
    expect(told.total.dollars).toBeCloseTo(spending.chargedDollars, 9);
  });

  test("of a simulated meeting are nothing", async () => {
    const cwd = workFolder();
    await cli(["run", "small", "--seed", "7", "--quiet"], { cwd, factories });
    expect(readdirSync(join(cwd, "transcripts"))).toEqual(["small-7"]);
    expect((await cli(["list", "--costs"], { cwd })).out).toMatch(/\nall .*\$0\.00\n/);
  });
});

describe("a limit in dollars that several calls share", () => {
  test("makes those that do not fit wait until others cost less than they reserved", async () => {
    const meeting = limitBudget(undefined, {
      whose: "the budget for one meeting",
      most: 1,
      spent: 0,
    });
    const own = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const reserved = await meeting.reserve(0.3);
        if ("settle" in reserved) await reserved.settle(0.1);
        return reserved;
      }),
    );
    expect(own.filter((each) => "settle" in each)).toHaveLength(8);
    expect(await meeting.reserve(0.3)).toMatchObject({
      refused: expect.stringContaining("no room"),
    });
  });
});

describe("a person who runs a meeting", () => {
  const dear = priced(30);

  test("is asked from a dollar on, and nothing is held without a yes", async () => {
    const cwd = workFolder(dear);
    const without = await cli(RUN, { cwd, factories, now });
    expect(without.code).toBe(6);
    expect(without.err).toMatch(/needs your approval: it is expected to cost \$[12]\.\d\d/);
    expect(existsSync(join(cwd, "transcripts"))).toBe(false);
    expect((await cli(RUN, { cwd, factories, now, ask: async () => "n" })).code).toBe(6);
    expect((await cli(RUN, { cwd, factories, now, ask: async () => "y" })).code).toBe(0);
    expect(
      (await cli([...RUN.slice(0, 4), ...RUN.slice(6), "--approve"], { cwd, factories, now })).code,
    ).toBe(0);
    expect(
      (await cli(["approvals", "--all"], { cwd })).out.match(
        /approved by the person who ran it, run/g,
      ),
    ).toHaveLength(2);
  });

  test("says yes to an amount: each yes is good up to the next, and above three dollars it needs its reason", async () => {
    const cwd = workFolder(priced(13));
    const models = dearer(40_000);
    const spent = () => {
      const { events } = readTranscript(join(cwd, "transcripts/t"));
      return eventsOf(events, "call.answered").reduce((sum, { cost }) => sum + cost!, 0);
    };
    const go = (...flags: string[]) =>
      cli(["resume", "transcripts/t", "--quiet", ...flags], { cwd, factories: models, now });
    expect((await cli(RUN, { cwd, factories: models, now })).code).toBe(6);
    const begun = spent();
    const first = await go("--approve");
    expect({ code: first.code, err: first.err }).toEqual({
      code: 6,
      err: expect.stringMatching(
        /up to \$3 is approved, and .*\n.*\n {2}boardroom resume transcripts\/t --approve --because TEXT\n/,
      ),
    });
    const before = spent();
    expect(before).toBeGreaterThan(begun);
    await go("--approve", "--because", "It matters.");
    expect(spent()).toBeGreaterThan(before);
  });
});

describe("a fork onto models that bill", () => {
  const FORK = ["fork", "transcripts/small-7", "--at", "2", "--quiet", "--output", "transcripts/f"];
  const ONTO = ["chen", "kumar", "watson"].flatMap((id) => ["--member", `${id}=billed:x`]);

  /** A simulated meeting under a price of the model that it will be forked onto. */
  async function parted(dollars: number, more = "") {
    const cwd = workFolder(priced(dollars, more));
    await cli(["run", "small", "--seed", "7", "--quiet"], { cwd, factories });
    return cwd;
  }

  test("keeps to the budget for one meeting, which the record knows nothing of, when it is resumed too", async () => {
    const cwd = await parted(1);
    appendFileSync(join(cwd, "boardroom.yaml"), "budget: {meeting: 0.006}\n");
    const stopped = {
      code: 4,
      err: expect.stringContaining("the budget for one meeting, $0.006, has no room"),
    };
    expect(await cli([...FORK, ...ONTO], { cwd, factories, now })).toMatchObject(stopped);
    const again = ["resume", "transcripts/f", "--quiet"];
    expect(await cli(again, { cwd, factories, now })).toMatchObject(stopped);
    edit(cwd, "boardroom.yaml", "0.006", "0.5");
    expect((await cli(again, { cwd, factories, now })).code).toBe(0);
  });

  test("shares what was free under a limit that has no room for its own models, and then ends by it", async () => {
    const cwd = await parted(30, "budget: {meeting: 0.006}\n");
    const { code, out } = await cli([...FORK, ...ONTO, "--approve"], { cwd, factories, now });
    expect({ code, out }).toEqual({
      code: 3,
      out: expect.stringMatching(
        /Outcome +No decision\n[\s\S]*Ended +what was left of 0\.006 dollars is kept/,
      ),
    });
    const { events } = readTranscript(join(cwd, "transcripts/f"));
    expect(eventsOf(events, "meeting.closed")).toMatchObject([{ outcome: { status: "partial" } }]);
    const shared = events.findIndex(({ type }) => type === "meeting.forked");
    expect(eventsOf(events.slice(shared), "budget.warned")).toMatchObject([
      { limit: "dollars", stops: true },
    ]);
    expect((await cli(["verify", "transcripts/f"], { cwd })).code).toBe(0);
  });

  test("counts its own calls alone in the costs: those it shares were another meeting's", async () => {
    const cwd = workFolder(priced(1));
    await cli(RUN, { cwd, factories, now });
    const again = ["fork", "transcripts/t", "--at", "2", "--quiet", "--output", "transcripts/f"];
    expect((await cli(again, { cwd, factories, now })).code).toBe(0);
    const { meetings: lines, total } = JSON.parse(
      (await cli(["list", "--costs", "--json"], { cwd, now })).out,
    );
    const { events } = readTranscript(join(cwd, "transcripts/f"));
    const own = events.slice(events.findIndex(({ type }) => type === "meeting.forked"));
    const first = eventsOf(readTranscript(join(cwd, "transcripts/t")).events, "call.answered");
    const paid = [...first, ...eventsOf(own, "call.answered")];
    expect(lines).toHaveLength(2);
    expect(total.calls).toBe(paid.length);
    expect(total.dollars).toBeCloseTo(
      paid.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
      9,
    );
  });
});

describe("a proposal", () => {
  const idIn = (err: string) => /p-[0-9a-f]{8}/.exec(err)![0];
  /** The small case with what it declares of how much hangs on it. */
  const declaring = (criticality: string, more: Readonly<Record<string, string>> = {}) => {
    const cwd = workFolder(more);
    appendFileSync(join(cwd, "scenarios/small/scenario.yaml"), `criticality: ${criticality}\n`);
    return cwd;
  };
  const REVERSIBLE = "{reversible: true, goNoGo: false}";

  test("of level 3 waits for a person, over restarts, and is held once approved, and once only", async () => {
    const cwd = workFolder();
    const first = await cli(PROPOSE, { cwd, factories, now });
    expect(first.code).toBe(6);
    expect(first.err).toContain("Level 3:");
    expect(first.err).toContain("costs nothing: simulated");
    const id = idIn(first.err);
    expect(idIn((await cli(PROPOSE, { cwd, factories, now })).err)).toBe(id);
    expect(readdirSync(join(cwd, "transcripts"))).toEqual(["approvals.jsonl"]);
    expect((await cli(["approvals"], { cwd })).out).toMatch(
      new RegExp(`\\n${id} .* agent +3 +\\$0\\.00 +waiting +A small matter\\n`),
    );
    expect(statSync(join(cwd, `transcripts/approvals.jsonl`)).mode & 0o777).toBe(0o600);
    expect(
      (await cli(["approvals", id, "--approve", "--only", "--as", "Ngo"], { cwd, now })).code,
    ).toBe(0);
    expect((await cli(PROPOSE, { cwd, factories, now })).code).toBe(0);
    const replayed = await cli(PROPOSE, { cwd, factories, now });
    expect(replayed.code).toBe(6);
    expect(idIn(replayed.err)).not.toBe(id);
  });

  test.each([
    [
      "question",
      (cwd: string) =>
        edit(cwd, "scenarios/small/scenario.yaml", "Should it be done?", "Should it be undone?"),
    ],
    [
      "context",
      (cwd: string) => edit(cwd, "scenarios/small/paper.md", "The only line", "Our only line"),
    ],
    ["price", (cwd: string) => edit(cwd, "boardroom.yaml", "input: 1,", "input: 2,")],
  ])("is refused where its %s has changed, before and after approval", async (part, change) => {
    const cwd = workFolder(priced(1));
    const argv = [...PROPOSE, "--model", "billed:x"];
    const id = idIn((await cli(argv, { cwd, factories, now })).err);
    change(cwd);
    const refused = await cli(["approvals", id, "--approve"], { cwd, factories, now });
    expect({ code: refused.code, err: refused.err }).toEqual({
      code: 6,
      err: expect.stringContaining(`since ${id} was proposed its ${part} changed`),
    });
    const next = idIn((await cli(argv, { cwd, factories, now })).err);
    expect(next).not.toBe(id);
    expect(existsSync(join(cwd, "transcripts/small-7"))).toBe(false);
  });

  test("is declined with a reason that is kept, and not proposed again unchanged", async () => {
    const cwd = workFolder();
    const id = idIn((await cli(PROPOSE, { cwd, factories, now })).err);
    const blank = await cli(["approvals", id, "--decline", "--because", " "], { cwd, now });
    expect({ code: blank.code, err: blank.err }).toEqual({
      code: 2,
      err: expect.stringContaining("must hold"),
    });
    expect(
      (await cli(["approvals", id, "--decline", "--because", "We know."], { cwd, now })).code,
    ).toBe(0);
    expect((await cli(["approvals", "--all"], { cwd })).out).toMatch(
      /declined by founder +A small matter +We know\.\n/,
    );
    const again = await cli(PROPOSE, { cwd, factories, now });
    expect({ code: again.code, err: again.err }).toEqual({
      code: 6,
      err: expect.stringContaining("founder has declined this: We know."),
    });
    expect((await cli(["approvals", id, "--approve"], { cwd, factories, now })).code).toBe(2);
    expect(JSON.parse((await cli(["approvals", "--all", "--json"], { cwd })).out)).toMatchObject([
      { proposal: { id }, decision: { decision: "declined", because: "We know." }, isUsed: false },
    ]);
  });

  test("of level 2 below a dollar is held at once, with a trace", async () => {
    for (const protocol of ["board", "chamber"]) {
      const cwd = declaring(REVERSIBLE);
      const argv = [...PROPOSE, "--protocol", protocol, "--output", "t"];
      const { code, err } = await cli(argv, { cwd, factories: {}, now });
      expect(err).toContain("Level 2:");
      expect(err.includes("This scenario uses board. --protocol chamber asks one")).toBe(
        protocol === "board",
      );
      expect([0, 3, 7]).toContain(code);
      expect((await cli(["approvals", "--all"], { cwd })).out).toContain("approved by rule, run");
      const [opened, ...rest] = readTranscript(join(cwd, "t")).events;
      expect(opened).toMatchObject({ proposer: { kind: "agent", name: "agent" } });
      expect(rest.map(({ type }) => type)).not.toContain("meeting.approved");
    }
  });

  test("can say what raises its level, not what lowers it", async () => {
    const raised = await cli([...PROPOSE, "--criticality", "reversible=false"], {
      cwd: declaring(REVERSIBLE),
      now,
    });
    expect(raised).toMatchObject({
      code: 6,
      err: expect.stringContaining("Level 3: it cannot be taken back"),
    });
    const lowered = ["--criticality", "reversible=true", "--criticality", "goNoGo=false"];
    const still = await cli([...PROPOSE, ...lowered], {
      cwd: declaring("{reversible: false}"),
      now,
    });
    expect(still).toMatchObject({ code: 6, err: expect.stringContaining("Level 3:") });
    const cwd = declaring(REVERSIBLE);
    const unknown = await cli([...PROPOSE, "--criticality", "reversable=true"], { cwd, now });
    expect(unknown).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--criticality: unknown key "reversable"\n.*reversible/),
    });
  });

  test("that a person approved tells in its record and its report who did", async () => {
    const cwd = workFolder();
    const argv = [
      "run",
      "niche-decision",
      "--by",
      "research-agent",
      "--seed",
      "2",
      "--output",
      "t",
      "--quiet",
    ];
    const id = idIn((await cli(argv, { cwd, now })).err);
    await cli(["approvals", id, "--approve", "--as", "Dr. Ngo", "--quiet"], { cwd, now });
    const approved = readTranscript(join(cwd, "t")).events.filter(
      ({ type }) => type === "meeting.approved",
    );
    expect(approved).toMatchObject([{ id, by: "Dr. Ngo", approved: now(), path: "0" }]);
    const session = JSON.parse(readFileSync(join(cwd, "t/session.json"), "utf8"));
    expect(session).toMatchObject({
      trigger: "pipeline",
      proposer: { kind: "agent", name: "research-agent" },
      approval: { by: "Dr. Ngo", at: now() },
    });
    expect(readFileSync(join(cwd, "t/report.md"), "utf8")).toContain(
      `proposed by research-agent; approved by Dr. Ngo at ${now()}`,
    );
    expect((await cli(["verify", "t"], { cwd })).code).toBe(0);
  });

  test("that was approved on another computer waits for a person of this one", async () => {
    const home = { HOME: workFolder() };
    const cwd = workFolder();
    const id = idIn((await cli(PROPOSE, { cwd, env: home, factories, now })).err);
    const approve = ["approvals", id, "--approve", "--only", "--as", "Ngo"];
    expect((await cli(approve, { cwd, env: home, now })).code).toBe(0);
    const elsewhere = { cwd: workFolder(), env: { HOME: workFolder() }, factories, now };
    cpSync(join(cwd, "transcripts"), join(elsewhere.cwd, "transcripts"), { recursive: true });
    const refused = await cli(PROPOSE, elsewhere);
    expect(refused.code).toBe(6);
    expect(refused.err).toContain(`Proposal ${id} waits for a person`);
    expect(readdirSync(join(elsewhere.cwd, "transcripts"))).toEqual(["approvals.jsonl"]);
    expect((await cli(["approvals"], elsewhere)).out).toMatch(/ waiting /);
    expect((await cli(approve, elsewhere)).code).toBe(0);
    expect((await cli(PROPOSE, elsewhere)).code).toBe(0);
    expect((await cli(PROPOSE, { cwd, env: home, factories, now })).code).toBe(0);
  });

  test("whose approval was moved to another question is not approved", async () => {
    const cwd = workFolder();
    const env = { HOME: workFolder() };
    const id = idIn((await cli(PROPOSE, { cwd, env, factories, now })).err);
    await cli(["approvals", id, "--approve", "--only"], { cwd, env, now });
    edit(cwd, "scenarios/small/scenario.yaml", "Should it be done?", "Should it be undone?");
    const other = idIn((await cli(PROPOSE, { cwd, env, factories, now })).err);
    const file = join(cwd, "transcripts/approvals.jsonl");
    const lines = readFileSync(file, "utf8").split("\n");
    const decided = lines.find((line) => line.includes('"type":"decided"'))!;
    appendFileSync(file, `${decided.replace(id, other)}\n`);
    expect((await cli(PROPOSE, { cwd, env, factories, now })).code).toBe(6);
  });

  test("of two decisions at once one counts, and an approval is used once", async () => {
    const cwd = workFolder();
    const id = idIn((await cli(PROPOSE, { cwd, factories, now })).err);
    const stores = [1, 2, 3].map(() => openApprovals({ cwd, env: {} }, join(cwd, "transcripts")));
    const made = stores.map((store, index) => {
      try {
        store.decide(id, {
          decision: index === 0 ? "approved" : "declined",
          by: `p${index}`,
          at: now(),
        });
        return true;
      } catch {
        return false;
      }
    });
    expect(made).toEqual([true, false, false]);
    expect(stores.map((store) => store.createApprovals().use(id))).toEqual([true, false, false]);
    expect(stores[0]!.createApprovals().open()).toEqual([]);
  });
});

function edit(cwd: string, file: string, from: string, to: string): void {
  writeFileSync(join(cwd, file), readFileSync(join(cwd, file), "utf8").replace(from, to));
}

describe("a record from another computer", () => {
  async function suspendedRecord() {
    const world = { calls: 0, hasQuota: false };
    const stopping: ModelFactory = (input) => {
      const model = billed(input);
      return {
        ...model,
        async generate(request, options) {
          world.calls += 1;
          if (world.calls > 5 && !world.hasQuota) return failure("quota", "No credit.");
          return model.generate(request, options);
        },
      };
    };
    const own = { factories: { simulated: twoTurns, billed: stopping }, now };
    const files = priced(50);
    const cwd = workFolder(files);
    const env = { HOME: workFolder() };
    const first = await cli([...RUN, "--approve", "--because", "It matters."], {
      cwd,
      env,
      ...own,
    });
    expect(first.code, first.err).toBe(4);
    const elsewhere = workFolder(files);
    cpSync(join(cwd, "transcripts"), join(elsewhere, "transcripts"), { recursive: true });
    world.hasQuota = true;
    const resume = (place: string, home: string, ...flags: string[]) =>
      cli(["resume", "transcripts/t", "--quiet", ...flags], {
        cwd: place,
        env: { HOME: home },
        ...own,
      });
    return { cwd, home: env.HOME, elsewhere, world, resume };
  }

  test("approves nothing: the price of the rest is shown and asked for before any call", async () => {
    const { elsewhere, world, resume } = await suspendedRecord();
    const { calls } = world;
    const { code, err } = await resume(elsewhere, workFolder());
    expect(code).toBe(6);
    expect(err).toMatch(
      /not approved on this computer, and the rest is expected to cost \$\d+\.\d\d/,
    );
    expect(err).toContain("--approve");
    expect(world.calls).toBe(calls);
    const approved = await resume(
      elsewhere,
      workFolder(),
      "--approve",
      "--because",
      "It matters here.",
    );
    expect(approved.code, approved.err).toBe(0);
    expect(world.calls).toBeGreaterThan(calls);
  });

  test.each([
    ["fork", ["fork", "transcripts/t", "--at", "1", "--output", "transcripts/forked"], 6],
    ["act", ["act", "transcripts/t", "--interject", "Go on.", "--as", "ada"], 0],
  ])("approves nothing for %s either", async (_, argv, expected) => {
    const { elsewhere, world } = await suspendedRecord();
    const { calls } = world;
    const { code, err } = await cli(argv, {
      cwd: elsewhere,
      env: { HOME: workFolder() },
      factories: { simulated: twoTurns, billed },
      now,
    });
    expect(code, err).toBe(expected);
    if (expected === 6) expect(err).toContain("needs your approval");
    expect(world.calls).toBe(calls);
  });

  test("goes on where it was approved, without another question", async () => {
    const { cwd, home, resume } = await suspendedRecord();
    const { code, err } = await resume(cwd, home);
    expect(err).not.toContain("approval");
    expect(code, err).toBe(0);
  });
});
