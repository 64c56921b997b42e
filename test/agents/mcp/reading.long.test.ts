import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { verdictsFileSchema } from "../../../src/showing/verdict-schema.ts";
import { type Agent, agentAt, ioIn, type ToolReply } from "./agent.ts";

const SAMPLES = ["hiring-sample", "architecture-review-sample"];

const agent = () => agentAt(ioIn(process.cwd()), "transcripts");

/** Every entry of a transcript, read in parts of so many. */
async function entriesOf(
  { call }: Agent,
  meeting: string,
  limit: number,
): Promise<ToolReply["data"][]> {
  const all: ToolReply["data"][] = [];
  for (let from: number | null = 1; from !== null; ) {
    const { data, error }: ToolReply = await call("read_transcript", { meeting, from, limit });
    expect(error).toBeNull();
    expect(data.entries.length).toBeLessThanOrEqual(limit);
    all.push(...data.entries);
    from = data.next;
  }
  return all;
}

describe("an agent that reads", () => {
  it("is offered tools that say when to use them, each with a row in the docs", async () => {
    const { tools } = await (await agent()).client.listTools();
    const rows = readFileSync("docs/how-to/connect-agents.md", "utf8").matchAll(
      /^\| ((?:`[a-z_]+`(?:, )?)+) \|/gm,
    );
    const documented = [...rows].flatMap(([, names = ""]) =>
      [...names.matchAll(/[a-z_]+/g)].map(String),
    );
    expect(tools.map(({ name }) => name).toSorted()).toEqual(documented.toSorted());
    for (const tool of tools) {
      expect(tool.description?.length).toBeGreaterThan(60);
      expect(tool.outputSchema?.type).toBe("object");
    }
  });

  it("finds scenarios and personas, and what is wrong with one by its line", async () => {
    const { call } = await agent();
    const { data } = await call("list", { what: "scenarios" });
    expect(data.items.map(({ name }: { name: string }) => name)).toContain("hiring");
    expect((await call("list", { what: "personas" })).text).toContain('"name":"Dr. Sarah Chen"');
    const dry = { scenario: "hiring", dryRun: true };
    const { data: asked } = await call("start_meeting", {
      ...dry,
      members: { "sarah-chen": "human:ngo" },
    });
    expect(Object.keys(asked).toSorted()).toEqual(["checked", "needs", "notes", "started"]);
    expect(asked.checked.members[0]).toEqual({
      id: "sarah-chen",
      name: "Dr. Sarah Chen",
      model: "human:ngo",
    });
    expect(asked.checked.isFree).toBe(true);
    const wrong = await call("start_meeting", { ...dry, members: { nobody: "simulated" } });
    expect(wrong.error?.code).toBe("unknown-member");
    expect(wrong.error?.problems[0]?.remedy).toContain("sarah-chen");
  });

  it("reads meetings in full, in parts of any size", async () => {
    const reader = await agent();
    for (const meeting of SAMPLES) {
      const read = await entriesOf(reader, meeting, 7);
      expect(read).toEqual(await entriesOf(reader, meeting, 500));
      const said = read.filter(({ kind }) => kind === "message.spoken");
      const events = readFileSync(`transcripts/${meeting}/events.jsonl`, "utf8").split("\n");
      const spoken = events.filter((line) => line.includes('"type":"message.spoken"'));
      const seqOf = ({ seq }: { seq: number }) => seq;
      expect(said.map(seqOf)).toEqual(spoken.map((line) => seqOf(JSON.parse(line))));
    }
  });

  it("is told why a member spoke, by the turn", async () => {
    const { call } = await agent();
    const { data } = await call("read_transcript", { meeting: "hiring-sample", turn: 2 });
    expect(data.entries.map(({ turn }: { turn: number }) => turn)).toContain(2);
    expect(new Set(data.entries.map(({ turn }: { turn: number }) => turn)).size).toBe(1);
    expect(data.explained.why[0]).toMatch(/^chosen by /);
    const { error } = await call("read_transcript", { meeting: "hiring-sample", turn: 9_999 });
    expect(error?.problems[0]?.message).toBe("turn 9999 not found");
  });

  it("gets verdicts by the published schema", async () => {
    const { call } = await agent();
    const { data } = await call("get_verdicts", { meeting: "hiring-sample" });
    const { table } = data;
    expect(() =>
      verdictsFileSchema.parse({ format: 1, order: "", meetings: [table] }),
    ).not.toThrow();
    expect(table).toEqual(
      JSON.parse(readFileSync("transcripts/hiring-sample/verdicts.json", "utf8")).meetings[0],
    );
  });

  it.each([
    "../transcripts/hiring-sample",
    "hiring-sample/..",
    ".",
    "nowhere",
    "a\0b",
    "/etc",
    "a".repeat(201),
  ])("knows no meeting %j, and no file beside", async (meeting) => {
    const { call } = await agent();
    const { error } = await call("read_transcript", { meeting });
    expect(["transcript-not-found", "usage"]).toContain(error?.code);
    expect((await call("start_meeting", { scenario: meeting, dryRun: true })).error).not.toBeNull();
  });

  it.each([
    ["a number for a name", { meeting: 5 }],
    ["a field that there is not", { meeting: "hiring-sample", path: "x" }],
    ["a part before the first", { meeting: "hiring-sample", from: 0 }],
    ["nothing", {}],
  ])("is told what is wrong with its arguments: %s", async (_, args) => {
    const { error } = await (await agent()).call("read_transcript", args);
    expect(JSON.stringify(error?.problems[0])).toMatch(/meeting|path|from/);
  });
});
