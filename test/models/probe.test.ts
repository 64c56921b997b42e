import { describe, expect, it } from "vitest";
import { probeProvider } from "../../src/models/registry/probe.ts";
import { PRESETS, type Provider } from "../../src/models/registry/providers.ts";
import { MARKED_KEY } from "./endpoints.ts";
import { serve } from "./local-server.ts";

function preset(name: string, baseUrl: string): Provider {
  return {
    ...PRESETS.find((each) => each.name === name)!,
    baseUrl,
    settings: {},
    addressFrom: null,
  };
}

const list = JSON.stringify({
  object: "list",
  data: [
    { id: "a", type: "model" },
    { id: "b", type: "model" },
  ],
  has_more: false,
});

for (const [name, variable] of [
  ["anthropic", "ANTHROPIC_API_KEY"],
  ["openai", "OPENAI_API_KEY"],
] as const) {
  describe(`probeProvider for ${name}`, () => {
    it("says how many models a provider lists, and that none was tried", async () => {
      const server = await serve((_, response) =>
        response.writeHead(200, { "content-type": "application/json" }).end(list),
      );
      const provider = preset(name, server.url);
      expect(await probeProvider({ provider, env: { [variable]: MARKED_KEY } })).toEqual({
        provider: name,
        addressFrom: null,
        baseUrl: server.url,
        keyVariable: variable,
        key: "set",
        status: "answers",
        detail: "It lists 2 models. No model was tried: boardroom doctor --try MODEL.",
      });
      await server.close();
    });

    it("gives up soon on a server that does not answer, or is not there", async () => {
      const server = await serve(() => {});
      const provider = preset(name, server.url);
      const env = { [variable]: MARKED_KEY };
      expect(await probeProvider({ provider, env, timeoutMs: 50 })).toMatchObject({
        status: "unreachable",
      });
      await server.close();
      expect(await probeProvider({ provider, env })).toMatchObject({ status: "unreachable" });
    });

    it("does not take another server for a provider", async () => {
      const server = await serve((_, response) =>
        response.writeHead(200, { "content-type": "application/json" }).end('{"hello": "world"}'),
      );
      const report = await probeProvider({
        provider: preset(name, server.url),
        env: { [variable]: MARKED_KEY },
      });
      expect(report).toMatchObject({
        status: "refused",
        detail: expect.stringMatching(/lists no model; check that it is a model server/),
      });
      await server.close();
    });

    it("tries nothing without a key", async () => {
      const report = await probeProvider({ provider: preset(name, "http://127.0.0.1:1"), env: {} });
      expect(report).toMatchObject({
        key: "missing",
        status: "not tried",
        detail: `${variable} is not set.`,
      });
    });
  });
}
