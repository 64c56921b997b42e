import { afterEach, expect, it, vi } from "vitest";
import { createModelFetch } from "../../src/models/calls/model-fetch.ts";
import { type LocalServer, serve } from "./local-server.ts";

const AGENTS = [2, 1].map((generation) => Symbol.for(`undici.globalDispatcher.${generation}`));
let server: LocalServer | null = null;
const kept = new Map<symbol, unknown>();

function replaceAgent(symbol: symbol, agent: unknown): void {
  kept.set(symbol, Reflect.get(globalThis, symbol));
  Reflect.set(globalThis, symbol, agent);
}

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const [symbol, agent] of kept) Reflect.set(globalThis, symbol, agent);
  kept.clear();
  await server?.close();
  server = null;
});

/** Gives every default agent of this Node the time limits. Some Nodes keep a second one for older copies of undici. */
async function limitDefaultAgents(limits: object): Promise<void> {
  await fetch("data:,x");
  const agents = AGENTS.map((symbol) => ({
    symbol,
    agent: Reflect.get(globalThis, symbol) as object | undefined,
  }));
  const plain = agents.filter(({ agent }) => agent?.constructor.name === "Agent");
  expect(plain).not.toEqual([]);
  for (const { symbol, agent } of plain) {
    if (agent) replaceAgent(symbol, Reflect.construct(agent.constructor, [limits]));
  }
}

it("waits for a server that is silent for longer than the default agent allows", async () => {
  server = await serve((_, response) => void setTimeout(() => response.end("late"), 3_000));
  await limitDefaultAgents({ headersTimeout: 500, bodyTimeout: 500 });
  const [plain, patient] = await Promise.allSettled([
    fetch(server.url),
    createModelFetch({})(server.url).then((response) => response.text()),
  ]);
  expect(plain.status).toBe("rejected");
  expect(patient).toEqual({ status: "fulfilled", value: "late" });
});

it("keeps connections for later requests", async () => {
  const ports = new Set<number | undefined>();
  server = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end("ok");
  });
  const send = createModelFetch({});
  for (let count = 0; count < 6; count++) await (await send(server.url)).text();
  expect(ports.size).toBeLessThan(6);
});

it.each(AGENTS)("keeps an agent that the user's code has set, under %s", async (symbol) => {
  await fetch("data:,x");
  class ClientCertificateAgent {}
  replaceAgent(symbol, new ClientCertificateAgent());
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", (_: unknown, init: unknown) => sent.push(init));
  const init = { method: "POST" };
  await createModelFetch({})("http://127.0.0.1:1", init);
  expect(sent).toEqual([init]);
});
