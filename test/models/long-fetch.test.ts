import { afterEach, expect, it, vi } from "vitest";
import { longFetch } from "../../src/models/calls/long-fetch.ts";
import { type LocalServer, serve } from "./local-server.ts";

const AGENT = Symbol.for("undici.globalDispatcher.1");
let server: LocalServer | null = null;
afterEach(async () => {
  vi.unstubAllGlobals();
  await server?.close();
  server = null;
});

it("waits with an agent of its own that sets no time for headers or pieces, and reaches servers through it", async () => {
  server = await serve((_, response) => void setTimeout(() => response.end("late"), 20));
  await fetch("data:,x");
  const own: unknown = Reflect.get(globalThis, AGENT);
  const built: unknown[] = [];
  class Agent {
    constructor(options: unknown) {
      built.push(options);
    }
  }
  expect(await (await longFetch()(server.url)).text()).toBe("late");
  Reflect.set(globalThis, AGENT, Reflect.construct(Agent, [null]));
  try {
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", (_: unknown, init: { dispatcher?: unknown }) => sent.push(init.dispatcher));
    const patient = longFetch();
    void patient("http://127.0.0.1:1");
    void patient("http://127.0.0.1:1");
    expect(built.slice(1)).toEqual([{ headersTimeout: 0, bodyTimeout: 0 }]);
    expect(sent[0]).toBeInstanceOf(Agent);
    expect(sent[1]).toBe(sent[0]);
  } finally {
    Reflect.set(globalThis, AGENT, own);
  }
});

it("leaves an agent alone that somebody else has put in place, such as a proxy's", async () => {
  await fetch("data:,x");
  const own: unknown = Reflect.get(globalThis, AGENT);
  class ProxyAgent {}
  Reflect.set(globalThis, AGENT, new ProxyAgent());
  try {
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", (_: unknown, init: unknown) => sent.push(init));
    const init = { method: "POST" };
    void longFetch()("http://127.0.0.1:1", init);
    expect(sent).toEqual([init]);
  } finally {
    Reflect.set(globalThis, AGENT, own);
  }
});
