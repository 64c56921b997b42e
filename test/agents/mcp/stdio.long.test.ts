import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { workFolder } from "../../cli/cli.ts";
import { type Built, buildProgram } from "../../support/built-program.ts";
import { callOf } from "./agent.ts";

let built: Built;
beforeAll(() => {
  built = buildProgram();
});

/** A project in which the program is installed, as `npx` finds it. */
function project(): string {
  const cwd = workFolder({ "package.json": '{"private": true}\n' });
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  symlinkSync(built.bin, join(cwd, "node_modules/.bin/boardroom"));
  chmodSync(built.bin, 0o755);
  return cwd;
}

type Entry = { command: string; args: readonly string[]; cwd?: string };

/** What docs/how-to/connect-agents.md has a client start, by the client's name; null of `cwd` where the client is started in the project. */
function entriesIn(docs: string): Readonly<Record<string, Entry>> {
  const [claude = ""] = /(?<=^claude mcp add boardroom -- ).*$/m.exec(docs) ?? [];
  const [command = "", ...args] = claude.split(" ");
  const [vscode = "", desktop = ""] = [
    ...docs.matchAll(/```json\n(\{.*"boardroom": \{.*)\n```/g),
  ].map(([, json = ""]) => json);
  const [, toml = ""] = /```toml\n\[mcp_servers\.boardroom\]\n([\s\S]*?)```/.exec(docs) ?? [];
  const lines = toml.trim().split("\n");
  const codex = Object.fromEntries(
    lines.map((line) => [line.split(" = ")[0], JSON.parse(line.slice(line.indexOf(" = ") + 3))]),
  );
  return {
    "Claude Code": { command, args },
    "VS Code": JSON.parse(vscode).servers.boardroom,
    "Claude Desktop": { cwd: tmpdir(), ...JSON.parse(desktop).mcpServers.boardroom },
    Codex: codex as Entry,
  };
}

describe("what the docs have a client start", () => {
  it.each(["Claude Code", "VS Code", "Claude Desktop", "Codex"])(
    "serves the project, for %s",
    async (name) => {
      const folder = project();
      const docs = readFileSync("docs/how-to/connect-agents.md", "utf8").replaceAll(
        "/path/of/the/project",
        folder,
      );
      const { command = "", args = [], cwd = folder } = entriesIn(docs)[name] ?? {};
      const client = new Client({ name, version: "1" });
      const env = {
        PATH: `${join(folder, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
        HOME: folder,
        npm_config_offline: "true",
      };
      await client.connect(new StdioClientTransport({ command, args: [...args], cwd, env }));
      onTestFinished(() => client.close());
      expect((await callOf(client, "list", { what: "scenarios" })).text).toContain(
        "A small matter",
      );
    },
  );
});

describe("boardroom mcp", () => {
  it("serves a client that starts it over standard input and output", async () => {
    const cwd = workFolder();
    const client = new Client({ name: "somebody", version: "1" });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [built.bin, "mcp"], cwd }),
    );
    onTestFinished(() => client.close());
    const { items } = (await callOf(client, "list", { what: "scenarios" })).data;
    expect(items).toContainEqual(
      expect.objectContaining({ name: "small", title: "A small matter" }),
    );
    expect((await callOf(client, "list", { what: "meetings" })).data.items).toEqual([]);
  });

  it("ends in order where its input ends before anybody has said a word", async () => {
    let out = "";
    const { ended } = built.start(["mcp", "new"], workFolder(), (text) => (out += text));
    const err = "new does not exist yet. The first meeting creates it.\n";
    expect(await ended).toEqual({ code: 0, signal: null, err });
    expect(out).toBe("");
  });

  it("writes the protocol to standard output and nothing else, and ends when its input does", async () => {
    const child = spawn(process.execPath, [built.bin, "mcp"], { cwd: workFolder(), env: {} });
    let out = "";
    child.stdout.on("data", (piece) => (out += piece));
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    const clientInfo = { name: "raw", version: "1" };
    const opening = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const answers = () => out.split("\n").filter((line) => line !== "");
    const until = async (count: number) => {
      while (answers().length < count)
        await new Promise((resolve) => child.stdout.once("data", resolve));
    };
    send({ id: 1, method: "initialize", params: opening });
    await until(1);
    send({ method: "notifications/initialized" });
    const check = {
      name: "start_meeting",
      arguments: { scenario: "small", seed: 4, dryRun: true },
    };
    send({ id: 2, method: "tools/call", params: check });
    child.stdin.write("this is no JSON\n");
    send({ id: 3, method: "tools/call", params: { name: "no_such_tool", arguments: {} } });
    await until(4);
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(answers().map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32_700 }) }),
    );
    for (const line of answers()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });
});
