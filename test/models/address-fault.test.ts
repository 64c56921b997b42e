import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createRegistry } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { exampleScenario } from "../support/example-scenario.ts";

const signal = new AbortController().signal;

/** What `fetch` throws: the innermost cause has the code. */
function fails(cause: Error): typeof fetch {
  return async () => {
    throw Object.assign(new TypeError("fetch failed"), { cause });
  };
}

const coded = (code: string) => fails(Object.assign(new Error("as OpenSSL puts it"), { code }));

const SPEAKS = ["openai", "anthropic", "ollama"] as const;

function modelOf(
  speaks: (typeof SPEAKS)[number],
  baseUrl: string,
  fetch?: typeof globalThis.fetch,
) {
  const scenario = exampleScenario();
  const providers = { lab: { speaks, baseUrl } };
  const registry = createRegistry({ env: {}, settings: { providers }, fetch });
  return registry.create({ spec: "lab:m", seat: scenario.members[0]!, scenario });
}

describe.each(SPEAKS)("an address that speaks %s and can never work", (speaks) => {
  it.each([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "is not trusted", "Set NODE_EXTRA_CA_CERTS to the file"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "is not trusted", "Set NODE_EXTRA_CA_CERTS to the file"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "is not trusted", "Set NODE_EXTRA_CA_CERTS to the file"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "is not trusted", "Set NODE_EXTRA_CA_CERTS to the file"],
    ["CERT_HAS_EXPIRED", "is out of date", "Its owner must renew it"],
    ["CERT_NOT_YET_VALID", "is out of date", "Check the clock of this machine"],
    [
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "for another host",
      "Correct the address in boardroom.yaml (providers.lab.baseUrl)",
    ],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "does not speak https", "Use http:// in boardroom.yaml"],
    ["HPE_INVALID_CONSTANT", "does not speak http", "Use https:// or correct the port"],
    ["ENOTFOUND", "does not exist", "Correct the address in boardroom.yaml"],
  ])("fails at once with the remedy: %s", async (code, says, remedy) => {
    const reply = await modelOf(speaks, "https://lab.example:8443/v1", coded(code)).generate(
      conformanceRequest(),
      { signal },
    );
    expect(reply).toMatchObject({ type: "failure", kind: "unusable", retryable: false });
    const { message } = reply as { message: string };
    expect(message).toMatch(/^lab\.example:8443 /);
    expect(message).toContain(says);
    expect(message).toContain(remedy);
  });

  it("fails at once if it names https for a port without it", async () => {
    const server = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const reply = await modelOf(speaks, `https://127.0.0.1:${port}/v1`).generate(
      conformanceRequest(),
      {
        signal,
      },
    );
    expect(reply).toMatchObject({ kind: "unusable", retryable: false });
    expect(reply).toHaveProperty(
      "message",
      expect.stringContaining("Use http:// in boardroom.yaml"),
    );
  });

  it.each(["ECONNREFUSED", "ECONNRESET", "EAI_AGAIN", "ETIMEDOUT"])(
    "waits for %s, which may pass",
    async (code) => {
      const reply = await modelOf(speaks, "https://lab.example/v1", coded(code)).generate(
        conformanceRequest(),
        { signal },
      );
      expect(reply).toMatchObject({ type: "failure", retryable: true });
    },
  );

  it("waits for a host that is not found once it has answered", async () => {
    let calls = 0;
    const fetch: typeof globalThis.fetch = async (...request) => {
      if (String(request[0]).endsWith("/api/show")) return new Response("", { status: 503 });
      calls += 1;
      return calls === 1 ? new Response("", { status: 503 }) : coded("ENOTFOUND")(...request);
    };
    const model = modelOf(speaks, "https://lab.example/v1", fetch);
    await model.generate(conformanceRequest(), { signal });
    expect(await model.generate(conformanceRequest(), { signal })).toMatchObject({
      retryable: true,
    });
  });
});

describe.each(SPEAKS)("http on a port for https, with %s", (speaks) => {
  it("is refused with the remedy if the server closes the connection", async () => {
    const server = createTlsServer({});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const reply = await modelOf(speaks, `http://127.0.0.1:${port}`).generate(conformanceRequest(), {
      signal,
    });
    expect(reply).toMatchObject({
      kind: "unusable",
      retryable: false,
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ speaks https\. Use https:\/\/ in /),
    });
  });

  it("is refused with the remedy if the server says so", async () => {
    const server = createServer((_, response) =>
      response.writeHead(400).end("Client sent an HTTP request to an HTTPS server.\n"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const reply = await modelOf(speaks, `http://127.0.0.1:${port}`).generate(conformanceRequest(), {
      signal,
    });
    expect(reply).toMatchObject({
      kind: "unusable",
      message: expect.stringContaining("Use https://"),
    });
  });

  it("is not taken for a server that closes every connection", async () => {
    const server = createServer((_, response) => response.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const reply = await modelOf(speaks, `http://127.0.0.1:${port}`).generate(conformanceRequest(), {
      signal,
    });
    expect(reply).toMatchObject({ kind: "dropped", retryable: true });
  });
});
