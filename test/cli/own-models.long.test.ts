import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type OwnServer, ownServer, type Served } from "../models/own-servers.ts";
import { cli as run, workFolder } from "./cli.ts";

/** The machine that tests run on may be slow. */
const cli: typeof run = (argv, more) => run(argv, { findMs: 20_000, ...more });

/** Replies of a board of one mind that ends soon, in the form that is asked for. */
function boardReply(prompt: string, { format, response_format }: Asked = {}): string {
  if (format ?? response_format)
    return JSON.stringify({
      content: "I have read it.",
      verdict: "YES",
      reasoning: "It says so",
      withdraw: true,
      cite: ["paper.md#L1"],
    });
  const name = /You are ([^,.\n]+)/.exec(prompt)?.[1] ?? "Member";
  return `<Message><Speaker>${name}</Speaker><Artifacts><Artifact ref="paper.md#L1">The only line</Artifact></Artifacts><Verdict>YES</Verdict><VerdictReasoning>It says so</VerdictReasoning><Withdrawn>true</Withdrawn><Content>I have read it.</Content></Message>`;
}

type Asked = { format?: unknown; response_format?: unknown };

const QWEN = { id: "qwen3:8b", loaded: true, window: 40_960, most: 40_960 };
const NOWHERE = "http://127.0.0.1:9";

/** All four addresses, the others of which nothing answers at. */
function env(
  addresses: { ollama?: string; lmstudio?: string; llamacpp?: string; vllm?: string } = {},
) {
  const { ollama = NOWHERE, lmstudio = NOWHERE, llamacpp = NOWHERE, vllm = NOWHERE } = addresses;
  return {
    OLLAMA_HOST: ollama,
    LMSTUDIO_BASE_URL: lmstudio,
    LLAMACPP_BASE_URL: llamacpp,
    VLLM_BASE_URL: vllm,
  };
}

const board = (kind: "ollama" | "lmstudio" | "llamacpp" | "vllm", more: Partial<Served> = {}) =>
  ownServer(kind, { models: [QWEN], reply: boardReply, ...more });

const posts = ({ asked }: OwnServer) =>
  asked.filter((each) => each.startsWith("POST") && each !== "POST /api/show");

const SMALL = ["run", "small", "--seed", "1", "--output", "one", "--quiet"] as const;

describe("--model auto", () => {
  it("that still loads its model is called that, and the meeting waits for it", async () => {
    const server = await board("llamacpp", { loadsFor: 8 });
    const folder = workFolder();
    const argv = ["run", "small", "--model", "llamacpp:m", "--max-messages", "2", "-o", "t"];
    const { err, code } = await cli(argv, { cwd: folder, env: env({ llamacpp: server.url }) });
    expect(err).toContain(`llamacpp:m is still loading at ${server.host}: its calls wait for it`);
    expect(err).not.toContain("another server");
    expect([0, 3]).toContain(code);
    expect(server.bodies.length).toBeGreaterThan(0);
    const grammars = server.bodies.map((body) => (body as { grammar?: string }).grammar);
    expect(grammars).toContainEqual(expect.stringMatching(/^root ::= /));
  });

  it.each(["ollama", "lmstudio", "llamacpp", "vllm"] as const)(
    "finds the model of %s and holds the meeting, unasked",
    async (kind) => {
      const server = await board(kind);
      const cwd = workFolder();
      const ran = await cli([...SMALL, "--model", "auto"], {
        cwd,
        env: env({ [kind]: server.url }),
      });
      expect(ran.err).toContain(`Model: ${kind}:qwen3:8b, found at ${server.url}\n`);
      expect(ran.err).toMatch(
        new RegExp(
          `Context: a member needs up to [\\d,]+ tokens .*; ${kind}:qwen3:8b (?:gives|opens) `,
        ),
      );
      expect(ran.err).not.toContain("price");
      expect(ran.code).toBe(0);
      expect(ran.out).toContain(`one model, 3 seats: ${kind}:qwen3:8b answers for each`);
      expect(readFileSync(join(cwd, "one/events.jsonl"), "utf8")).not.toContain('"auto"');
    },
  );

  it("recognizes a server by its answers, not by its port, and says how to name it again", async () => {
    const server = await board("llamacpp");
    const ran = await cli([...SMALL, "--model", "auto"], {
      cwd: workFolder(),
      env: env({ ollama: server.url }),
    });
    expect(ran.err).toContain(`To use it by name: LLAMACPP_BASE_URL=${server.url}`);
    expect(ran.code).toBe(0);
    expect(server.asked).toContain("POST /v1/chat/completions");
  });

  it("prefers a chat model in memory, and takes no embedding, hosted model or download", async () => {
    const syncResult = await board("ollama", {
      models: [
        { id: "nomic-embed-text:latest", loaded: true, embeds: true },
        { id: "gpt-oss:120b-cloud", loaded: true, remote: true },
        { id: "llama3.3:latest" },
      ],
    });
    const loaded = await board("lmstudio");
    const both = await cli([...SMALL, "--model", "auto"], {
      cwd: workFolder(),
      env: env({ ollama: syncResult.url, lmstudio: loaded.url }),
    });
    expect(both.err).toContain("Model: lmstudio:qwen3:8b");
    expect(posts(syncResult)).toEqual([]);
    const alone = await cli(["check", "small", "--model", "auto"], {
      cwd: workFolder(),
      env: env({ ollama: syncResult.url }),
    });
    expect(alone.err).toContain("Model: ollama:llama3.3:latest, found at");
    expect(alone.err).toContain("not yet loaded");
    expect(posts(syncResult)).toEqual([]);
  });

  it("says what was asked and every remedy if nothing is found", async () => {
    const site = await ownServer("website", { models: [] });
    const cloud = await board("ollama", { models: [{ id: "gpt-oss:120b-cloud", remote: true }] });
    const ran = await cli([...SMALL, "--model", "auto"], {
      cwd: workFolder(),
      env: { ...env({ ollama: cloud.url, llamacpp: site.url }), ANTHROPIC_API_KEY: "k" },
    });
    expect(ran.code).toBe(2);
    expect(ran.err).toContain("--model auto found no model on this computer:");
    expect(ran.err).toContain(`Ollama at ${cloud.host} has no chat model`);
    expect(ran.err).toContain(`what answers at ${site.host} is no known model server`);
    expect(ran.err).toContain("ollama run qwen3:8b");
    expect(ran.err).toContain("LMSTUDIO_BASE_URL");
    expect(ran.err).toContain("--model anthropic:");
  });
});

describe("the context window of a server of one's own", () => {
  const tooSmall = async (kind: "lmstudio" | "llamacpp" | "vllm", window: number, files = {}) => {
    const server = await board(kind, { models: [{ ...QWEN, window }] });
    const cwd = workFolder(files);
    const ran = await cli([...SMALL, "--model", `${kind}:qwen3:8b`], {
      cwd,
      env: env({ [kind]: server.url }),
    });
    return { ...ran, calls: server.bodies.length };
  };

  it.each([
    ["lmstudio", "lms load MODEL --context-length"],
    ["llamacpp", "llama-server --ctx-size"],
    ["vllm", "--max-model-len"],
  ] as const)(
    "of %s that is too small is refused before any call, with the remedy",
    async (kind, remedy) => {
      const { code, err, calls } = await tooSmall(kind, 8_192);
      expect({ code, calls }).toEqual({ code: 2, calls: 0 });
      expect(err).toMatch(
        /has a context window of 8,192 tokens, and a member needs up to 1\d,\d{3}\n/,
      );
      expect(err).toContain(remedy);
      expect(err).toContain("run a shorter meeting with --max-messages");
    },
  );

  it("that is not told is taken to be 4,096 tokens, with a warning, unless the settings state it", async () => {
    const server = await ownServer("unknown", { models: [{ id: "m" }], reply: boardReply });
    const lab = (more: string) => ({
      "boardroom.yaml": `providers:\n  lab:\n    baseUrl: ${server.url}/v1\n${more}`,
    });
    const held = (files: Record<string, string>, ...more: string[]) =>
      cli([...SMALL, "--model", "lab:m", ...more], { cwd: workFolder(files), env: env() });
    const unknown = await held(lab(""));
    expect(unknown.code).toBe(0);
    expect(unknown.err).toContain(
      "warning: lab:m does not report its context window, and 4,096 tokens are assumed.",
    );
    expect(unknown.err).toContain("providers.lab.capabilities.contextWindow");
    const stated = await held(lab("    capabilities: {contextWindow: 32000}\n"));
    expect({ code: stated.code, err: stated.err }).toMatchObject({
      code: 0,
      err: expect.stringContaining("lab:m gives 32,000"),
    });
  });
});

describe("a server that asks for a key", () => {
  it.each(["lmstudio", "llamacpp", "vllm"] as const)(
    "of %s is said to, and used with it",
    async (kind) => {
      const server = await board(kind, { key: "secret-9" });
      const here = env({ [kind]: server.url });
      const cwd = workFolder();
      const locked = await cli([...SMALL, "--model", `${kind}:qwen3:8b`], { cwd, env: here });
      expect({ code: locked.code, err: locked.err }).toEqual({
        code: 2,
        err: expect.stringMatching(
          new RegExp(
            `server at ${server.host} asks for a key\\n.*providers\\.${kind}\\.keyVariable`,
          ),
        ),
      });
      expect((await cli([...SMALL, "--model", "auto"], { cwd, env: here })).err).toContain(
        `the server at ${server.host} asks for a key`,
      );
      expect((await cli(["doctor"], { cwd, env: here })).out).toContain(
        `${server.host} asks for a key.`,
      );
      const settings = `providers: {${kind}: {baseUrl: "${server.url}/v1", keyVariable: MY_KEY}}\n`;
      const used = await cli([...SMALL, "--model", "auto"], {
        cwd: workFolder({ "boardroom.yaml": settings }),
        env: { ...env(), MY_KEY: "secret-9" },
      });
      expect({ code: used.code, err: used.err }).toMatchObject({
        code: 0,
        err: expect.stringContaining(kind),
      });
    },
  );
});

describe("boardroom doctor", () => {
  it("lists the models of this machine and the command to use them, and calls none", async () => {
    const ollama = await board("ollama", { models: [QWEN, { id: "llama3.3:latest" }] });
    const llamacpp = await board("llamacpp", { models: [{ ...QWEN, window: 8_192 }] });
    const { out } = await cli(["doctor", "--timeout", "20"], {
      cwd: workFolder(),
      env: env({ ollama: ollama.host, llamacpp: llamacpp.url }),
    });
    const row = (...cells: string[]) => new RegExp(cells.join(" +"));
    expect(out).toMatch(
      row("ollama:qwen3:8b", "loaded", "40,960", "boardroom run hiring --model ollama:qwen3:8b"),
    );
    expect(out).toMatch(row("ollama:llama3.3:latest", "not loaded", "unknown"));
    expect(out).toMatch(row("llamacpp:qwen3:8b", "loaded", "8,192"));
    expect([...ollama.bodies, ...llamacpp.bodies]).toEqual([]);
  });
});
