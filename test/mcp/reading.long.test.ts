import { readFileSync } from "node:fs";
import { estimateTokenCount } from "tokenx";
import { describe, expect, it } from "vitest";
import { verdictsFileSchema } from "../../src/showing/verdict-schema.ts";
import { type Agent, agentAt, ioIn, type ToolReply } from "./agent.ts";

const SAMPLES = ["hiring-sample", "architecture-review-sample"];

const agent = () => agentAt(ioIn(process.cwd()), "transcripts");

/** Every page of a tool's answer. */
async function pages({ call }: Agent, tool: string, args: Record<string, unknown>): Promise<ToolReply[]> {
  const all: ToolReply[] = [];
  let cursor: string | undefined;
  do {
    const reply = await call(tool, { ...args, ...(cursor !== undefined && { cursor }) });
    expect(reply.error).toBeNull();
    all.push(reply);
    cursor = reply.data.next ?? undefined;
  } while (cursor !== undefined);
  return all;
}

describe("an agent that reads", () => {
  it("is offered tools that say when to use them, each with a row in the docs", async () => {
    const { tools } = await (await agent()).client.listTools();
    const rows = readFileSync("docs/how-to/connect-agents.md", "utf8").matchAll(
      /^\| ((?:`[a-z_]+`(?:, )?)+) \|/gm,
    );
    const documented = [...rows].flatMap(([, names = ""]) => [...names.matchAll(/[a-z_]+/g)].map(String));
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
    const checked = await call("check_scenario", {
      scenario: "hiring",
      members: { "sarah-chen": "human:ngo" },
    });
    expect(checked.data.members[0]).toEqual({ id: "sarah-chen", name: "Dr. Sarah Chen", model: "human:ngo" });
    expect(checked.data.isFree).toBe(true);
    const wrong = await call("check_scenario", { scenario: "hiring", members: { nobody: "simulated" } });
    expect(wrong.error?.code).toBe("unknown-member");
    expect(wrong.error?.problems[0]?.remedy).toContain("sarah-chen");
  });

  it("reads meetings in full, no answer above 8,000 tokens", async () => {
    const reader = await agent();
    for (const meeting of SAMPLES) {
      const read = await pages(reader, "read_transcript", { meeting });
      const verdicts = await pages(reader, "get_verdicts", { meeting });
      for (const { text, data } of [...read, ...verdicts]) {
        expect(estimateTokenCount(JSON.stringify(data))).toBeLessThan(8_800);
        expect(estimateTokenCount(text)).toBeLessThan(8_800);
      }
      const said = read.flatMap(({ data }) => data.entries).filter(({ kind }) => kind === "message.spoken");
      const events = readFileSync(`transcripts/${meeting}/events.jsonl`, "utf8").split("\n");
      const spoken = events.filter((line) => line.includes('"type":"message.spoken"'));
      expect(said.map(({ id }: { id: string }) => id).toSorted()).toEqual(
        spoken.map((line) => JSON.parse(line).id).toSorted(),
      );
    }
  });

  it("gets verdicts by the published schema", async () => {
    const { call } = await agent();
    const { data } = await call("get_verdicts", { meeting: "hiring-sample" });
    const { table } = data;
    expect(() => verdictsFileSchema.parse({ format: 1, order: "", meetings: [table] })).not.toThrow();
    expect(table).toEqual(
      JSON.parse(readFileSync("transcripts/hiring-sample/verdicts.json", "utf8")).meetings[0],
    );
  });

  it("reads scenarios and transcripts as resources, and takes a question by the prompt", async () => {
    const { client } = await agent();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("boardroom://meetings/hiring-sample/transcript/1");
    const { contents } = await client.readResource({ uri: "boardroom://meetings/hiring-sample/transcript/1" });
    expect(contents[0]).toMatchObject({ mimeType: "text/markdown" });
    const scenario = await client.readResource({ uri: "boardroom://scenarios/hiring" });
    expect(scenario.contents[0]).toMatchObject({
      text: readFileSync("scenarios/hiring/scenario.yaml", "utf8"),
    });
    const prompt = await client.getPrompt({ name: "hold-a-board-on-this", arguments: { question: "Now?" } });
    expect(JSON.stringify(prompt.messages)).toContain("Ask a board about this: Now?");
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
    const { call, client } = await agent();
    const { error } = await call("read_transcript", { meeting });
    expect(["transcript-not-found", "usage"]).toContain(error?.code);
    expect((await call("check_scenario", { scenario: meeting })).error).not.toBeNull();
    const uri = `boardroom://scenarios/${encodeURIComponent(meeting)}`;
    await expect(client.readResource({ uri })).rejects.toThrow();
  });

  it.each([
    ["a number for a name", { meeting: 5 }],
    ["a field that there is not", { meeting: "hiring-sample", path: "x" }],
    ["a cursor of something else", { meeting: "hiring-sample", cursor: "abc" }],
    ["nothing", {}],
  ])("is told what is wrong with its arguments: %s", async (_, args) => {
    const { error } = await (await agent()).call("read_transcript", args);
    expect(JSON.stringify(error?.problems[0])).toMatch(/meeting|path|cursor/);
  });
});
