import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createOffer } from "../../../src/agents/mcp/server.ts";
import type { Io } from "../../../src/home/process/io.ts";
import { cli, workFolder } from "../../cli/cli.ts";
import { type Agent, agentAt, connected, ioIn, type ToolReply } from "./agent.ts";

export async function untilOver({ call }: Agent, meeting: string): Promise<ToolReply["data"][]> {
  const entries: ToolReply["data"][] = [];
  for (let from = 0; ; ) {
    const { data, error } = await call("wait_for_meeting", { meeting, from });
    expect(error).toBeNull();
    entries.push(...data.entries);
    from = data.next;
    if (data.over) return entries;
  }
}

describe("an agent that starts a meeting", () => {
  it("has it held, follows it to its end, and gets the verdicts", async () => {
    const cwd = workFolder();
    const agent = await agentAt(ioIn(cwd));
    const { data, error } = await agent.call("start_meeting", {
      scenario: "small",
      seed: 4,
      maxMessages: 12,
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ started: true, seats: [] });
    expect(data.meeting).toMatch(/^small-4-[0-9a-f]{4}$/);
    const entries = await untilOver(agent, data.meeting);
    const seqs = entries.map(({ seq }) => seq);
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(entries.filter(({ kind }) => kind === "message.spoken").length).toBeGreaterThan(2);
    const verdicts = await agent.call("get_verdicts", { meeting: data.meeting });
    expect(verdicts.data.table.outcome).not.toBeNull();
    expect((await agent.call("list", { what: "meetings" })).data.items[0]).toMatchObject({
      id: data.meeting,
      standing: { is: "closed" },
    });
  });

  it.each([
    ["nothing", {}, "usage"],
    [
      "both a scenario and options",
      {
        scenario: "small",
        options: [
          { id: "A", side: "for" },
          { id: "B", side: "against" },
        ],
      },
      "usage",
    ],
    ["a scenario by its path", { scenario: "./scenarios/small" }, "usage"],
    ["a procedure by its file", { scenario: "small", protocol: "./mine.mjs" }, "usage"],
    [
      "a flag in place of a question",
      { scenario: "small", question: "--approve", members: { nobody: "x" } },
      "unknown-member",
    ],
    ["a model that there is not", { scenario: "small", model: "nobody:nothing" }, "unknown-model"],
    [
      "an agent's seat twice",
      { scenario: "small", members: { chen: "agent:kai", kumar: "agent:Kai" } },
      "unknown-model",
    ],
    [
      "a document's name with a path",
      {
        question: "Q?",
        options: [
          { id: "A", side: "for" },
          { id: "B", side: "against" },
        ],
        documents: [{ name: "../x.md", title: "x", text: "x" }],
      },
      "usage",
    ],
  ])("is told what is wrong, and nothing is held: %s", async (_, args, code) => {
    const cwd = workFolder();
    const { call } = await agentAt(ioIn(cwd));
    const { error } = await call("start_meeting", args);
    expect(error?.code).toBe(code);
    expect(
      existsSync(join(cwd, "transcripts"))
        ? readdirSync(join(cwd, "transcripts")).filter((name) => !name.startsWith("."))
        : [],
    ).toEqual([]);
  });

  it("is asked about an unknown price in the words of every command", async () => {
    const { call } = await agentAt(
      ioIn(workFolder(), { env: { OPENAI_API_KEY: "sk-test-0123456789" } }),
    );
    const { data } = await call("start_meeting", { scenario: "small", model: "openai:unpriced" });
    expect(data.started).toBe(false);
    expect(JSON.stringify(data)).toMatch(
      /the price of openai:unpriced is unknown, for up to [\d,]+ tokens \(state it under prices: in/,
    );
  });

  it("gets a proposal and no meeting where one costs money that nobody gave, and never approves it", async () => {
    const cwd = workFolder();
    const env = { ANTHROPIC_API_KEY: "sk-test-0123456789" };
    const started: string[] = [];
    const io = ioIn(cwd, {
      env,
      startProgram: (argv) => {
        started.push(argv.join(" "));
        return { ended: Promise.resolve(0), stop() {} };
      },
    });
    const agent = await agentAt(io);
    const args = { scenario: "small", model: "anthropic:claude-haiku-4-5" };
    const first = await agent.call("start_meeting", args);
    expect(first.error).toBeNull();
    expect(first.data.started).toBe(false);
    expect(first.data.proposal).toMatch(/^p-[0-9a-f]{8}$/);
    const again = await agent.call("start_meeting", { ...args, propose: true });
    expect(again.data.proposal).toBe(first.data.proposal);
    expect(started).toEqual([]);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => /approve|decline/.test(name))).toEqual(
      [],
    );
    const kept = readFileSync(join(cwd, "transcripts/approvals.jsonl"), "utf8");
    expect(kept.split("\n").filter((line) => line.includes(first.data.proposal))).toHaveLength(1);
    expect(kept).not.toContain("sk-test");
  });
});

/** A folder whose small matter is of level 1, so that no rule asks for a person. */
function lesserFolder(): string {
  const file = "scenarios/small/scenario.yaml";
  const lesser = "criticality: {goNoGo: false, reversible: true, impactIfWrong: 200}\n";
  return workFolder({ [file]: `${readFileSync(join(workFolder(), file), "utf8")}${lesser}` });
}

describe("an agent that leaves the decision to a person", () => {
  it.each([
    ["costs nothing", {}],
    ["fits the budget", { model: "anthropic:claude-haiku-4-5" }],
  ])("gets a proposal for a meeting that %s", async (_, model) => {
    const cwd = lesserFolder();
    const started: string[] = [];
    const startProgram: Io["startProgram"] = (argv) => {
      started.push(argv.join(" "));
      return { ended: Promise.resolve(0), stop() {} };
    };
    const io = ioIn(cwd, { env: { ANTHROPIC_API_KEY: "sk-test-0123456789" }, startProgram });
    const { call } = await connected(await createOffer(io, undefined, { budget: 100 }), "proposer");
    const { data, error } = await call("start_meeting", {
      scenario: "small",
      propose: true,
      ...model,
    });
    expect(error).toBeNull();
    const needs = ["the agent asks for a person's decision"];
    expect(data).toMatchObject({ started: false, needs });
    expect(data).not.toHaveProperty("meeting");
    expect(data.notes.join()).toContain(`boardroom approvals ${data.proposal} --approve`);
    expect(started).toEqual([]);
    expect((await cli(["approvals"], { cwd })).out).toContain(data.proposal);
    expect(
      (await cli(["approvals", data.proposal, "--decline", "--because", "Not now"], { cwd })).code,
    ).toBe(0);
    const again = await call("start_meeting", { scenario: "small", propose: true, ...model });
    expect(again.error?.code).toBe("approval-refused");
  });
});

describe("an agent whose proposal a person approves", () => {
  const propose = { scenario: "small", propose: true };
  const reason = ["--as", "Dr. Ngo", "--because", "The lease ends in May."];

  it("finds the meeting that the approval ran, and reads who proposed and who approved it", async () => {
    const cwd = workFolder();
    const { call } = await connected(await createOffer(ioIn(cwd), undefined), "proposer");
    const { data } = await call("start_meeting", propose);
    expect((await call("list", { what: "meetings" })).data.items).toEqual([]);
    const ran = await cli(["approvals", data.proposal, "--approve", ...reason, "--quiet"], { cwd });
    expect(ran.err).not.toContain("error");
    const [meeting] = (await call("list", { what: "meetings" })).data.items;
    const { data: verdicts } = await call("get_verdicts", { meeting: meeting.id });
    expect(verdicts.table.members).toHaveLength(3);
    const record = readFileSync(join(cwd, "transcripts", meeting.id, "events.jsonl"), "utf8");
    expect(record).toContain('"by":"Dr. Ngo"');
    expect(record).toContain("The lease ends in May.");
    expect(record).toContain("proposer");
    const again = await cli(["approvals", data.proposal, "--approve", ...reason], { cwd });
    expect(again.code).not.toBe(0);
  });

  it("starts it once itself if the person leaves that to it, and needs another approval for the next", async () => {
    const cwd = workFolder();
    const env = { ANTHROPIC_API_KEY: "sk-test-0123456789" };
    await cli(["run", "small", "--quiet", "--seed", "3", "--output", join(cwd, "base")], { cwd });
    const started: (readonly string[])[] = [];
    const startProgram: Io["startProgram"] = (argv) => {
      started.push(argv);
      const place = argv.find((each) => each.startsWith("--output="))!.slice("--output=".length);
      cpSync(join(cwd, "base/events.jsonl"), join(place, "events.jsonl"));
      return { ended: Promise.resolve(0), stop() {} };
    };
    const io = ioIn(cwd, { env, startProgram });
    const { call } = await connected(await createOffer(io, undefined), "proposer");
    const paid = { scenario: "small", model: "anthropic:claude-haiku-4-5" };
    const { data } = await call("start_meeting", paid);
    expect(data.started).toBe(false);
    const only = ["approvals", data.proposal, "--approve", "--only", ...reason];
    expect((await cli(only, { cwd, env })).code).toBe(0);
    expect((await cli(["approvals"], { cwd, env })).out).not.toContain(data.proposal);
    const asked = await call("start_meeting", { ...paid, propose: true });
    expect(asked.data.notes).toEqual([
      "Dr. Ngo has approved it: call start_meeting without propose.",
    ]);
    expect(started).toEqual([]);
    expect((await call("start_meeting", paid)).data.started).toBe(true);
    expect(started).toEqual([expect.arrayContaining(["run", "small", "--by=proposer"])]);

    // The started program finds the approval by the same case, and uses it up.
    const isolated = started[0]!.map((each) => each.replace(/^--output=.*/, "--output=t"));
    const ran = await cli(isolated, {
      cwd,
      env,
      fetch: async () => new Response("{}", { status: 401 }),
    });
    expect(ran.err).not.toContain("waits for a person");
    expect((await cli(["approvals", "--all"], { cwd, env })).out).toContain(
      "approved by Dr. Ngo, run",
    );
    const next = await call("start_meeting", paid);
    expect(next.data).toMatchObject({ started: false });
    expect(next.data.proposal).not.toBe(data.proposal);
  });
});

describe("a server that a person gave a budget", () => {
  it("sets aside for each meeting what it may spend, counts it for one that is killed too, and proposes what no longer fits", async () => {
    const cwd = lesserFolder();
    const env = { ANTHROPIC_API_KEY: "sk-test-0123456789" };
    await cli(["run", "small", "--seed", "1", "--max-messages", "2", "--output", "base"], { cwd });
    const limits: number[] = [];
    // A process that has put an opening on record, and spends nothing. The first one is killed.
    const startProgram: Io["startProgram"] = (argv) => {
      const of = (flag: string) =>
        argv.find((each) => each.startsWith(flag))?.slice(flag.length) ?? "";
      limits.push(Number(of("--max-dollars=")));
      cpSync(join(cwd, "base/events.jsonl"), join(of("--output="), "events.jsonl"));
      return {
        ended: limits.length === 1 ? Promise.resolve(null) : new Promise(() => {}),
        stop() {},
      };
    };
    const io = ioIn(cwd, { env, startProgram });
    const matter = { scenario: "small", model: "anthropic:claude-haiku-4-5" };
    const { estimate } = (
      await (await agentAt(io)).call("start_meeting", { ...matter, dryRun: true })
    ).data.checked;
    expect(estimate).toBeGreaterThan(0);
    const { call } = await connected(
      await createOffer(io, undefined, { budget: 3.5 * estimate }),
      "spender",
    );
    expect((await call("start_meeting", { ...matter, seed: 1 })).data.started).toBe(true);
    expect((await call("start_meeting", { ...matter, seed: 2 })).data.started).toBe(true);
    const third = (await call("start_meeting", { ...matter, seed: 3 })).data;
    expect(third).toMatchObject({
      started: false,
      needs: ["the server's budget has $0.00 left for it"],
    });
    expect(limits[0]).toBeCloseTo(2 * estimate);
    expect(limits[1]).toBeCloseTo(1.5 * estimate);
    expect(limits.length).toBe(2);
  });
});

describe("an agent beside a meeting", () => {
  it("says something, brings a text and calls a ballot under its own name, and never under another's", async () => {
    const cwd = workFolder();
    const agent = await agentAt(ioIn(cwd));
    const io = { scenario: "small", seed: 5, maxMessages: 30, members: { kumar: "human:ngo" } };
    const { data } = await agent.call("start_meeting", io);
    const { meeting } = data;
    expect(
      (await agent.call("act", { meeting, interject: "The grant has come." })).error,
    ).toBeNull();
    const bring = { name: "letter.md", title: "A letter", text: "It is agreed." };
    expect((await agent.call("act", { meeting, bring, by: "research-agent" })).data).toEqual({
      held: true,
    });
    expect((await agent.call("act", { meeting, closing: true })).error).toBeNull();
    for (const by of ["ngo", "Dr. Sarah Chen", "CHEN"])
      expect((await agent.call("act", { meeting, interject: "x", by })).error?.code).toBe(
        "name-taken",
      );
    const inbox = readFileSync(join(cwd, "transcripts", meeting, "inbox.jsonl"), "utf8");
    const left = inbox
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(left.map(({ person }) => person)).toEqual([
      "test-agent",
      "research-agent",
      "test-agent",
    ]);
  });
});
