import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRegistry, type ModelFailure } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { findProxy } from "../../src/models/calls/model-fetch.ts";
import { probeProvider } from "../../src/models/registry/probe.ts";
import { listProviders } from "../../src/models/registry/providers.ts";
import { exampleScenario } from "../support/example-scenario.ts";

const AT = "https://llm.corp.test/v1";
const HTTPS_PROXY = "http://proxy.test:3128";

type Environment = Record<string, string>;

/** Answers each plain request and each tunnel with a status, and keeps what was asked and who asked. */
async function openProxy(status: number) {
  const asked: string[] = [];
  const users: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    users.push(request.headers["proxy-authorization"]);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: "asked of the proxy" } }));
  });
  server.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    users.push(request.headers["proxy-authorization"]);
    socket.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const port = (server.address() as AddressInfo).port;
  return { asked, users, port, address: `http://127.0.0.1:${port}` };
}

function modelOf(speaks: "openai" | "anthropic" | "ollama", baseUrl: string, env: Environment) {
  const settings = { providers: { gw: { speaks, baseUrl, keyVariable: "KEY" } } };
  const scenario = exampleScenario();
  const registry = createRegistry({ env: { KEY: "k-123456", ...env }, settings });
  const model = registry.create({ spec: "gw:m", seat: scenario.members[0]!, scenario });
  const ask = () => model.generate(conformanceRequest(), { signal: new AbortController().signal });
  return ask as () => Promise<ModelFailure>;
}

describe.each([
  ["openai", "/v1/chat/completions"],
  ["anthropic", "/v1/messages"],
  ["ollama", "/api/chat"],
] as const)("a proxy of the environment, for a server that speaks %s", (speaks, path) => {
  it("gets the calls to an http address", async () => {
    const proxy = await openProxy(401);
    const ask = modelOf(speaks, "http://llm.corp.test/v1", { HTTP_PROXY: proxy.address });
    const reply = await ask();
    expect(reply.message).toContain("asked of the proxy");
    expect(proxy.asked).toContain(`POST http://llm.corp.test${path}`);
  });

  it("opens a tunnel for calls to an https address, with its user and password", async () => {
    const proxy = await openProxy(407);
    const address = `http://ann:p%40ss@127.0.0.1:${proxy.port}`;
    const reply = await modelOf(speaks, AT, { https_proxy: address })();
    expect([...new Set(proxy.asked)]).toEqual(["CONNECT llm.corp.test:443"]);
    expect([...new Set(proxy.users)]).toEqual([
      `Basic ${Buffer.from("ann:p@ss").toString("base64")}`,
    ]);
    expect(reply).toMatchObject({ kind: "unusable", retryable: false });
    expect(reply.message).toContain(
      "llm.corp.test is refused by the proxy of https_proxy (407). Put its user and password into https_proxy",
    );
    expect(reply.message).not.toContain("p%40ss");
  });
});

describe("a proxy of the environment", () => {
  it.each([
    ["http://llm.corp.test/v1", 407, "is refused by the proxy of ALL_PROXY (407)"],
    [AT, 403, "Ask its owner to allow the host"],
  ])("that refuses calls to %s with %d ends the call at once", async (address, status, says) => {
    const proxy = await openProxy(status);
    const reply = await modelOf("openai", address, { ALL_PROXY: proxy.address })();
    expect(reply).toMatchObject({ kind: "unusable", retryable: false });
    expect(reply.message).toContain(says);
  });

  it("that is not running is named by the first call and by a probe", async () => {
    const proxy = await openProxy(200);
    const env = { HTTPS_PROXY: "http://127.0.0.1:1" };
    const says =
      "llm.corp.test is not reached through the proxy of HTTPS_PROXY. Correct HTTPS_PROXY, or name the host in NO_PROXY.";
    const reply = await modelOf("openai", AT, env)();
    expect(reply).toMatchObject({ kind: "unusable", retryable: false, message: says });
    const provider = listProviders({ providers: { gw: { baseUrl: AT } } }, env).at(-1)!;
    const fetch = () => Promise.reject(Object.assign(new Error("x"), { code: "ECONNREFUSED" }));
    expect(await probeProvider({ provider, env, fetch })).toMatchObject({ detail: says });
    expect(proxy.asked).toEqual([]);
  });

  it("is not blamed after an answer", async () => {
    let calls = 0;
    const fetch = () =>
      ++calls === 1
        ? Promise.resolve(new Response("{}", { status: 500 }))
        : Promise.reject(Object.assign(new Error("no line"), { code: "ECONNREFUSED" }));
    const settings = { providers: { gw: { baseUrl: AT } } };
    const scenario = exampleScenario();
    const registry = createRegistry({ env: { HTTPS_PROXY }, settings, fetch });
    const model = registry.create({ spec: "gw:m", seat: scenario.members[0]!, scenario });
    const ask = () =>
      model.generate(conformanceRequest(), { signal: new AbortController().signal });
    await ask();
    expect(await ask()).toMatchObject({ kind: "dropped", retryable: true });
  });

  it.each(["socks5://proxy.test:1080", "http://", "ftp://me:secret@proxy.test"])(
    "that no call can use is refused before the first call, without its value: %s",
    (value) => {
      expect(() => modelOf("openai", AT, { HTTPS_PROXY: value })).toThrow(
        /HTTPS_PROXY cannot be used: it is not the address of an http or https proxy\.(?!.*secret)/s,
      );
      expect(() =>
        modelOf("openai", AT, { HTTPS_PROXY: value, NO_PROXY: "corp.test" }),
      ).not.toThrow();
    },
  );

  it.each([
    [AT, { HTTPS_PROXY }, "HTTPS_PROXY"],
    [AT, { https_proxy: HTTPS_PROXY }, "https_proxy"],
    [AT, { ALL_PROXY: HTTPS_PROXY }, "ALL_PROXY"],
    [AT, { HTTPS_PROXY: "proxy.test:3128" }, "HTTPS_PROXY"],
    ["http://llm.corp.test/v1", { HTTP_PROXY: HTTPS_PROXY }, "HTTP_PROXY"],
    [AT, { HTTPS_PROXY, NO_PROXY: "other.test, xcorp.test, llm.corp.test:8443, ," }, "HTTPS_PROXY"],
  ])("is used for %s with %j", (address, env, variable) => {
    expect(findProxy(address, env)).toEqual({ variable, address: HTTPS_PROXY });
  });

  it.each([
    [AT, {}],
    [AT, { HTTPS_PROXY: " " }],
    [AT, { HTTP_PROXY: HTTPS_PROXY }],
    [AT, { HTTPS_PROXY, NO_PROXY: "localhost, .corp.test" }],
    [AT, { HTTPS_PROXY, NO_PROXY: "LLM.corp.test:443" }],
    [AT, { HTTPS_PROXY, NO_PROXY: "*.corp.test" }],
    [AT, { HTTPS_PROXY, no_proxy: "*" }],
    ["http://127.0.0.1:8080/v1", { HTTP_PROXY: HTTPS_PROXY }],
    ["http://10.2.3.4:8080/v1", { HTTP_PROXY: HTTPS_PROXY }],
  ])("is not used for %s with %j", (address, env: Environment) => {
    expect(findProxy(address, env)).toBeNull();
  });
});
