import { createRegistry, type ModelFailure } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { probeProvider } from "../../src/models/registry/probe.ts";
import { listProviders } from "../../src/models/registry/providers.ts";
import { describeUnusedProxy } from "../../src/models/registry/proxy.ts";
import { exampleScenario } from "../support/example-scenario.ts";

const AT = "https://llm.corp.test/v1";
const HTTPS_PROXY = "http://proxy.test:3128";

it("is named by a probe that does not find the host", async () => {
  const settings = { providers: { gw: { baseUrl: "http://llm.corp.test/v1" } } };
  const provider = listProviders(settings).find(({ name }) => name === "gw")!;
  const fetch = () => Promise.reject(Object.assign(new Error("no host"), { code: "ENOTFOUND" }));
  const { detail } = await probeProvider({ provider, env: { HTTP_PROXY: HTTPS_PROXY }, fetch });
  expect(detail).toContain("HTTP_PROXY is set, but calls to llm.corp.test do not use it");
});

describe("a proxy of the environment", () => {
  it.each(["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT"])(
    "is named by the first call that ends with %s, and by no call after an answer",
    async (code) => {
      let calls = 0;
      const fail = () => Promise.reject(Object.assign(new Error("no line"), { code }));
      const send = () =>
        ++calls === 2 ? Promise.resolve(new Response("{}", { status: 500 })) : fail();
      const settings = { providers: { gw: { baseUrl: AT } } };
      const scenario = exampleScenario();
      const registry = createRegistry({ env: { HTTPS_PROXY }, settings, fetch: send });
      const model = registry.create({ spec: "gw:m", seat: scenario.members[0]!, scenario });
      const ask = () =>
        model.generate(conformanceRequest(), { signal: new AbortController().signal });
      const first = await ask();
      expect(first).toMatchObject({ kind: "unusable", retryable: false });
      expect((first as ModelFailure).message).toContain("HTTPS_PROXY is set, but calls to");
      await ask();
      expect(await ask()).toMatchObject({ kind: "dropped", retryable: true });
    },
  );

  it("is named if Node ignores the variable that asks for it, and not if calls have an agent of the user", () => {
    const env = { HTTPS_PROXY, NODE_USE_ENV_PROXY: "1" };
    expect(describeUnusedProxy(AT, env, false)).toContain(
      "do not use it: NODE_USE_ENV_PROXY needs Node 22.21, 24 or newer",
    );
    expect(describeUnusedProxy(AT, env, true)).toBeNull();
  });

  it.each([
    [AT, { HTTPS_PROXY }, "HTTPS_PROXY"],
    [AT, { https_proxy: HTTPS_PROXY }, "https_proxy"],
    [AT, { ALL_PROXY: HTTPS_PROXY }, "ALL_PROXY"],
    ["http://llm.corp.test/v1", { HTTP_PROXY: HTTPS_PROXY }, "HTTP_PROXY"],
    [AT, { HTTPS_PROXY, NO_PROXY: "other.test" }, "HTTPS_PROXY"],
  ])("is named for %s with %j", (address, env, variable) => {
    expect(describeUnusedProxy(address, env)).toBe(
      `${variable} is set, but calls to llm.corp.test do not use it: set NODE_USE_ENV_PROXY=1 with Node 22.21, 24 or newer`,
    );
  });

  it.each([
    [AT, {}],
    [AT, { HTTPS_PROXY: " " }],
    [AT, { HTTP_PROXY: HTTPS_PROXY }],
    [AT, { HTTPS_PROXY, NO_PROXY: "localhost, .corp.test" }],
    [AT, { HTTPS_PROXY, no_proxy: "*" }],
    ["http://127.0.0.1:8080/v1", { HTTP_PROXY: HTTPS_PROXY }],
  ])("is not named for %s with %j", (address, env) => {
    expect(describeUnusedProxy(address, env)).toBeNull();
  });
});
