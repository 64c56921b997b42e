import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHttpDoor, type HttpBounds, USUAL_BOUNDS } from "../../../src/agents/mcp/http.ts";
import { createOffer } from "../../../src/agents/mcp/server.ts";
import { hashSha256 } from "../../../src/text/sha256.ts";
import { cli, workFolder } from "../../cli/cli.ts";
import { callOf, ioIn } from "./agent.ts";

const HOST = "127.0.0.1:4748";
const TOKEN = "a-token-of-the-test";

type Asked = {
  headers?: Record<string, string>;
  body?: string;
  method?: string;
  path?: string;
};

async function door(bounds: Partial<HttpBounds> = {}, clock = () => 0) {
  const app = createHttpDoor(await createOffer(ioIn(workFolder()), undefined), {
    hosts: [HOST],
    origins: [`http://${HOST}`],
    tokenDigest: hashSha256(TOKEN),
    bounds: { ...USUAL_BOUNDS, ...bounds },
    clock,
  });
  const ask = ({ headers = {}, body = LIST, method = "POST", path = "/mcp" }: Asked = {}) =>
    app.request(`http://${HOST}${path}`, {
      method,
      headers: {
        host: HOST,
        authorization: `Bearer ${TOKEN}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      ...(method !== "GET" && { body }),
    });
  return { ask };
}

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

describe("boardroom mcp --http", () => {
  it("answers whoever has the token, and lists its tools", async () => {
    const { ask } = await door();
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("start_meeting");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each([
    ["no token", { authorization: "" }, 401],
    ["another's token", { authorization: "Bearer x" }, 401],
    ["the token in another form", { authorization: `Basic ${TOKEN}` }, 401],
    ["the digest in the token's place", { authorization: `Bearer ${hashSha256(TOKEN)}` }, 401],
    ["a page elsewhere that had its name pointed here", { host: "evil.example:4748" }, 421],
    ["a page elsewhere", { origin: "http://evil.example" }, 403],
    ["a page of nowhere", { origin: "null" }, 403],
  ])("refuses %s, and says nothing of what there is", async (_, headers, status) => {
    const { ask } = await door();
    const answer = await ask({ headers });
    expect(answer.status).toBe(status);
    const text = await answer.text();
    expect(text).not.toContain("start_meeting");
    expect(text).not.toContain(TOKEN);
  });

  it("refuses what is too large before it reads it, and what is no JSON", async () => {
    const { ask } = await door({ bytes: 10_000 });
    expect((await ask({ body: `"${"x".repeat(20_000)}"` })).status).toBe(413);
    expect((await ask({ body: "this is no JSON" })).status).toBe(400);
    expect((await ask({ headers: { "content-type": "text/plain" } })).status).toBe(415);
    expect((await ask({ method: "GET" })).status).toBe(405);
    expect((await ask({ path: "/elsewhere" })).status).toBe(404);
  });

  it("takes so many requests a second, and says when it takes the next", async () => {
    let now = 0;
    const { ask } = await door({ rate: 2, burst: 3 }, () => now);
    for (let each = 0; each < 3; each++) expect((await ask()).status).toBe(200);
    const flooded = await ask();
    expect(flooded.status).toBe(429);
    expect(flooded.headers.get("retry-after")).toBe("1");
    expect(await flooded.json()).toMatchObject({
      error: { data: { code: "limit-exceeded", seconds: 1 } },
    });
    now = 1_000;
    expect((await ask()).status).toBe(200);
  });

  it("holds so many calls open, and lets go of one whose client has gone without reading", async () => {
    const { ask } = await door({ open: 1 });
    const unread = await ask();
    expect((await ask()).status).toBe(503);
    await unread.body?.cancel();
    expect((await ask()).status).toBe(200);
  });

  it("serves a client of the protocol on a port of its own, and stops when it is told to", async () => {
    const cwd = workFolder();
    const stop = new AbortController();
    let out = "";
    const ready = new Promise<void>((resolve) => {
      const stdout = {
        write: (text: string) => {
          out += text;
          resolve();
          return true;
        },
      };
      const served = cli(["mcp", "--http", "--port", "0"], {
        cwd,
        stopSignal: () => stop.signal,
        stdout,
      });
      onTestFinished(async () => {
        stop.abort();
        expect((await served).code).toBe(0);
      });
    });
    await ready;
    const [address = "", header = ""] = out.trim().split("\n");
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const headers = { Authorization: header.replace("Authorization: ", "") };
    const client = new Client({ name: "over-http", version: "1" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }),
    );
    expect((await callOf(client, "list", { what: "scenarios" })).text).toContain("small");
    await client.close();
  });
});
