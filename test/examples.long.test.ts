import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cli } from "./cli/cli.ts";
import { scriptOf } from "./support/scripts.ts";

async function printed(example: string): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...values) => {
    lines.push(
      values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" "),
    );
  });
  await import(`../examples/${example}.ts`);
  return lines.join("\n");
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("the examples", () => {
  it("01 prints the verdict table of a simulated board", async () => {
    const text = await printed("01-minimal");
    expect(text).toContain("Dr. Sarah Chen");
    expect(text).toContain("Simulated members, no language model used");
  });

  it("02 tells which key is missing before anything is spent", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "");
    vi.stubEnv("OPENAI_API_KEY", "");
    await expect(printed("02-real-models")).rejects.toMatchObject({ code: "missing-key" });
  });

  it("03 follows a meeting to its end", async () => {
    const text = await printed("03-follow");
    expect(text).toMatch(/: \d+ words/);
    expect(text).toMatch(/"status":"closed"/);
  });

  it("04 seats a selector and a model of one's own", async () => {
    expect(await printed("04-own-parts")).toContain('"verdict":"NO_HIRE"');
  });

  it("05 stops a protocol of one's own half-way and goes on from its record", async () => {
    const text = await printed("05-own-protocol");
    const [, stopped, whole] = /^aborted (\d+) events\nclosed (\d+) events$/.exec(text)!;
    expect(Number(whole)).toBeGreaterThan(2 * Number(stopped));
  });

  it("06 draws by a selector of one's own, the one addressed likelier", async () => {
    const lines = (await printed("06-own-selector")).split("\n");
    expect(lines.length).toBeGreaterThan(20);
    expect(lines[0]).toMatch(/^[a-z-]+: (?:[a-z-]+ 1\.00(?:, |$)){5}/);
    expect(lines.some((line) => / (?:3\.00|1\.50)(?:,|$)/.test(line))).toBe(true);
  });

  it("06 is the selector that docs/how-to/write-a-selector.md shows, line for line", () => {
    const page = readFileSync("docs/how-to/write-a-selector.md", "utf8");
    const example = readFileSync("examples/06-own-selector.ts", "utf8");
    const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
    const [selector, seated] = blocks;
    expect(example).toContain(selector);
    expect(example).toContain(seated);
  });

  it("07 opens a meeting by a POST, streams its events, and ends in order", async () => {
    const { server, close } = await import("../examples/07-service.ts");
    if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const at = `http://127.0.0.1:${port}/meetings`;
    const member = {
      title: "Reviewer",
      expertise: ["costs"],
      personality: "Calm.",
      speakingStyle: "Plain.",
    };
    const definition = {
      question: "Shall we go on?",
      verdicts: [
        { id: "YES", side: "for" },
        { id: "NO", side: "against" },
      ],
      documents: [{ name: "memo.md", text: "The pilot cut costs by 12 %." }],
      script: scriptOf([
        { id: "costs", ref: "memo.md#L1", quote: "The pilot cut costs by 12 %.", isFor: true },
      ]),
      members: ["Ada Ash", "Ben Birch"].map((name) => ({ name, ...member })),
      limits: { messages: 6 },
    };
    const post = (body: string) => fetch(at, { method: "POST", body });
    const refused = await post(JSON.stringify({ ...definition, members: [] }));
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("members must have"),
    ]);
    const opened = await post(JSON.stringify(definition));
    expect(opened.status).toBe(201);
    const { id } = (await opened.json()) as { id: string };
    const events = await (await fetch(`${at}/${id}/events`)).text();
    expect(events).toMatch(/^id: 1\nevent: meeting\.opened\ndata: \{"seq":1,/);
    expect(events).toContain("event: meeting.closed");
    expect((await fetch(`${at}/nobody/events`)).status).toBe(404);
    await close();
    expect(server.listening).toBe(false);
  });

  it("08 makes a scenario of rows and a row of its outcome", async () => {
    expect(await printed("08-rows")).toMatch(/"status":"(?:decided|split|undecided)".*"reason":"/);
  });

  it("the study of peers passes its check", async () => {
    const { code, out, err } = await cli(["check", "examples/studies/peers.yaml"]);
    expect(code, err).toBe(0);
    expect(out).toMatch(/\nall +60 /);
  });
});
