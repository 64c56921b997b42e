import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Model, ModelFactory } from "boardroom";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";
import { beginStream, DIALECTS, type LocalServer, serve } from "../models/local-server.ts";
import { reply } from "../support/example-scenario.ts";

const KEYS = {
  ANTHROPIC_API_KEY: "sk-ant-MARKED-anthropic-4411",
  OPENAI_API_KEY: "sk-MARKED-openai-4412",
  GEMINI_API_KEY: "AIzaMARKED-gemini-4413",
  OPENROUTER_API_KEY: "sk-or-MARKED-openrouter-4414",
  LAB_ACCESS: "MARKED-lab-4415",
} as const;

type Mood = "answers" | "wrong key" | "fails" | "leaks";

/** A server that has the keys it was sent on its mind: it sends them back wherever it can. */
let server: LocalServer;
let mood: Mood = "answers";
const received: { path: string; key: string }[] = [];

beforeAll(async () => {
  server = await serve((request, response) => {
    const key = String(request.headers.authorization ?? request.headers["x-api-key"] ?? "").replace(
      "Bearer ",
      "",
    );
    received.push({ path: request.url ?? "", key });
    const dialect = request.url?.includes("/messages") ? DIALECTS.anthropic : DIALECTS.openai;
    // The free check before a meeting sees no key refused: the calls are.
    if (mood === "wrong key" && request.method === "GET") return void response.writeHead(404).end();
    if (mood === "wrong key" || mood === "fails") {
      const status = mood === "wrong key" ? 401 : 503;
      response.writeHead(status, {
        "content-type": "application/json",
        "request-id": key,
        "x-request-id": key,
      });
      const error = { type: `${key}_error`, message: `Bad key ${key}, that is: ${key}.` };
      response.end(JSON.stringify({ type: "error", error }));
      return;
    }
    const said = mood === "leaks" ? `Your key is ${key}.` : "The only line says so.";
    const text = reply({ verdict: "YES", reasoning: said, withdrawn: true, content: said });
    beginStream(response);
    const ending = dialect.ending(dialect === DIALECTS.openai ? "stop" : "end_turn");
    response.end(
      dialect.opening.replaceAll("gpt-6-sol-2026-08-01", `gpt ${key}`) +
        dialect.text(text) +
        ending,
    );
  });
});
afterAll(() => server.close());

const settings = () => `providers:
  anthropic: { baseUrl: "${server.url}", maxAttempts: 2, maxWaitSeconds: 0 }
  openai: { baseUrl: "${server.url}/v1", maxAttempts: 2, maxWaitSeconds: 0 }
  gemini: { baseUrl: "${server.url}/gemini" }
  openrouter: { baseUrl: "${server.url}/router" }
  lab: { baseUrl: "${server.url}/lab", keyVariable: LAB_ACCESS, maxWaitSeconds: 0 }
  stranger: { baseUrl: "${server.url}/stranger" }
`;

const MODELS = [
  "--member",
  "chen=anthropic:claude-sonnet-5-5",
  "--member",
  "kumar=openai:gpt-6-sol",
];
const LAB = ["--member", "watson=lab:qwen"];

/** Throws what a library might: an error with the request, key included, in its message. */
const crashing: ModelFactory = () => {
  throw new TypeError(`cannot read headers of {authorization: "Bearer ${KEYS.OPENAI_API_KEY}"}`);
};

const broken: ModelFactory = (seat) =>
  ({
    get spec() {
      return crashing(seat);
    },
  }) as unknown as Model;

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

it("no command writes a key to a screen or a file, whatever a server or a crash does with it", async () => {
  const cwd = workFolder({ "boardroom.yaml": settings() });
  let written = "";
  const commands = new Set<string>();
  const run = async (argv: readonly string[], more = {}) => {
    const { code, out, err } = await cli(argv, { cwd, env: KEYS, ...more });
    written += `${out}\n${err}\n`;
    commands.add(argv[0]!);
    return code;
  };
  const held = ["run", "small", "--seed", "7", "--approve", ...MODELS, ...LAB];

  mood = "leaks";
  await run([...held, "--output", "leaky"]);
  mood = "answers";
  expect(await run([...held, "--output", "a", "--json"])).toBe(0);
  expect(await run([...held, "--output", "b", "--option", "openingBallot=false"])).toBe(0);
  mood = "wrong key";
  expect(await run([...held, "--output", "stopped"])).toBe(4);
  expect(await run(["resume", "stopped"])).toBe(4);
  mood = "fails";
  await run([...held, "--output", "failing"]);
  expect(await run(["doctor"])).toBe(0);
  mood = "answers";
  expect(await run(["resume", "stopped", "--json"])).toBe(0);
  const crash = { factories: { crash: crashing } };
  expect(await run([...held, "--model", "crash:x", "--output", "c"], crash)).toBe(0);
  expect(
    await run(["run", "small", "--model", "crash:x"], { factories: { crash: crashing } }),
  ).toBe(2);
  expect(await run(["run", "small", "--model", "broken:x"], { factories: { broken } })).toBe(1);

  expect(await run(["check", "small", ...MODELS, ...LAB])).toBe(0);
  expect(await run(["show", "a", "--explain"])).toBe(0);
  expect(await run(["show", "leaky", "--json"])).toBe(0);
  for (const format of ["text", "csv", "json", "md"]) {
    expect(await run(["show", "a", "leaky", "--format", format])).toBe(0);
  }
  expect(await run(["show", "a", "--format", "csv", "-o", "a.csv"])).toBe(0);
  await run(["show", "a", "--prompt", "closing", "--speaker", "chen"]);
  expect(await run(["show", "a", "--prompt", "opening", "--speaker", "chen", "--json"])).toBe(0);
  await run(["verify", "a"]);
  await run(["fork", "a", "--at", "1", "--output", "forked"]);
  await run(["diff", "a", "b"]);
  for (const what of ["personas", "scenarios", "protocols", "models"])
    expect(await run(["list", what])).toBe(0);
  expect(await run(["new", "scenario", "fresh"])).toBe(0);
  const { out: help } = await cli(["--help"]);
  const known = [...help.matchAll(/^ {2}([a-z][a-z-]+) {2,}/gm)].map(([, name]) => name!);
  expect(known.length).toBeGreaterThan(7);
  for (const name of known.filter((each) => !commands.has(each))) {
    await run([name, "--help"]);
    const stopSignal = () => AbortSignal.abort();
    if (name === "serve") await run([name, ".", "--port", "0"], { stopSignal });
    else if (name !== "watch") await run([name, "a"], { stopSignal });
  }

  const sent = new Set(received.map(({ key }) => key));
  for (const key of Object.values(KEYS))
    expect(sent, "the server has seen every key").toContain(key);
  expect(written).toContain("this is a fault of boardroom itself");
  for (const file of filesBelow(cwd)) written += readFileSync(file, "latin1");
  expect(written).toContain("[key]");
  expect(written).not.toContain("MARKED");
}, 120_000);

it("a provider is sent its own key and no other's", () => {
  const owner = (path: string) =>
    path.startsWith("/v1/messages") || path.startsWith("/v1/models?")
      ? "ANTHROPIC_API_KEY"
      : path.startsWith("/gemini")
        ? "GEMINI_API_KEY"
        : path.startsWith("/router")
          ? "OPENROUTER_API_KEY"
          : path.startsWith("/lab")
            ? "LAB_ACCESS"
            : null;
  expect(received.length).toBeGreaterThan(10);
  for (const { path, key } of received) {
    const name = owner(path);
    if (path.startsWith("/stranger")) expect(Object.values(KEYS)).not.toContain(key);
    else if (name) expect(key, path).toBe(KEYS[name]);
    else expect([KEYS.OPENAI_API_KEY, KEYS.ANTHROPIC_API_KEY], path).toContain(key);
  }
  expect(received.some(({ path }) => path.startsWith("/stranger"))).toBe(true);
});

it("a scenario that names an address is refused before anything is sent, whatever it calls the setting", async () => {
  const count = received.length;
  for (const line of [
    `options: { baseURL: "${"http://127.0.0.1:1"}" }`,
    "providers: { openai: { baseUrl: http://127.0.0.1:1 } }",
    "base_url: http://127.0.0.1:1",
    "options: { endpoint: http://127.0.0.1:1 }",
    'model: "http://127.0.0.1:1/v1:gpt-6-sol"',
    "model: evil:gpt-6-sol",
  ]) {
    const cwd = workFolder();
    const file = join(cwd, "scenarios/small/scenario.yaml");
    const folder = workFolder({
      "scenarios/small/scenario.yaml": `${readFileSync(file, "utf8")}${line}\n`,
    });
    const { code, err } = await cli(["run", "small"], { cwd: folder, env: KEYS });
    expect(code, line).toBe(2);
    expect(err, line).not.toContain("MARKED");
    expect(readdirSync(folder)).not.toContain("transcripts");
  }
  expect(received).toHaveLength(count);
});

it("everything a command writes is the user's alone, and nothing half-written stays behind", async () => {
  const cwd = workFolder();
  const before = new Set(readdirSync(cwd, { recursive: true }).map(String));
  expect((await cli(["run", "small", "--seed", "3"], { cwd })).code).toBeLessThan(4);
  await cli(["show", "transcripts/small-3", "-o", "out.csv"], { cwd });
  await cli(["new", "scenario", "fresh"], { cwd });
  await cli(["new", "persona", "somebody"], { cwd });
  await cli(["fork", "transcripts/small-3", "--at", "1", "--output", "forked"], { cwd });
  const added = readdirSync(cwd, { recursive: true })
    .map(String)
    .filter((name) => !before.has(name));
  expect(added.length).toBeGreaterThan(8);
  for (const name of added) {
    const stat = statSync(join(cwd, name));
    expect((stat.mode & 0o777).toString(8), name).toBe(stat.isDirectory() ? "700" : "600");
    expect(name).not.toMatch(/\.tmp$/);
  }
});
