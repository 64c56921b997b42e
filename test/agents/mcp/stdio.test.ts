import { PassThrough, Writable } from "node:stream";
import { setImmediate as nextTick } from "node:timers/promises";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { MOST_BYTES, StdioTransport } from "../../../src/agents/mcp/stdio.ts";

/** A client whose answers are read only when the test says so. */
async function connect(answer: (message: JSONRPCMessage, transport: StdioTransport) => void) {
  const input = new PassThrough();
  const written: string[] = [];
  let unread: (() => void) | null = null;
  const output = new Writable({
    highWaterMark: 1_000,
    decodeStrings: false,
    write(piece, _, done) {
      written.push(String(piece));
      unread = done;
    },
  });
  const transport = new StdioTransport(input, output);
  transport.onmessage = (message) => answer(message, transport);
  await transport.start();
  const settle = async () => {
    for (let round = 0; round < 20; round++) await nextTick();
  };
  return {
    transport,
    input,
    written,
    send: (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    settle,
    async readAll() {
      while (unread !== null) {
        const read = unread;
        unread = null;
        read();
        await settle();
      }
    },
  };
}

const call = (id: number) => ({ id, method: "tools/call", params: { name: "list" } });

describe("MCP over standard input and output", () => {
  it("handles no more requests while its answers are not read, and all of them once they are", async () => {
    let handled = 0;
    const client = await connect((message, transport) => {
      handled += 1;
      const { id } = message as { id: number };
      void transport.send({ jsonrpc: "2.0", id, result: { text: "x".repeat(2_000) } });
    });
    for (let id = 1; id <= 300; id++) client.send(call(id));
    await client.settle();
    expect(handled).toBeLessThan(5);
    expect(client.input.isPaused()).toBe(true);
    await client.readAll();
    expect(handled).toBe(300);
    expect(client.written.map((line) => JSON.parse(line).id)).toEqual(
      Array.from({ length: 300 }, (_, index) => index + 1),
    );
  });

  it("lets further calls wait while 64 are open, and forgets those that the client cancels", async () => {
    const handled: unknown[] = [];
    const client = await connect((message) => handled.push("id" in message ? message.id : message));
    for (let id = 1; id <= 100; id++) client.send(call(id));
    await client.settle();
    expect(handled).toHaveLength(64);
    await client.transport.send({ jsonrpc: "2.0", id: 7, result: {} });
    await client.settle();
    expect(handled.at(-1)).toBe(65);
  });

  it("answers a message that is too long, and goes on with the next one", async () => {
    const handled: unknown[] = [];
    const client = await connect((message) => handled.push("id" in message ? message.id : null));
    client.input.write('{"method":"tools/call","params":{"text":"');
    const piece = "x".repeat(1024 * 1024);
    for (let written = 0; written <= MOST_BYTES; written += piece.length) client.input.write(piece);
    client.input.write('"},"jsonrpc":"2.0","id":8}\n');
    client.send(call(9));
    await client.settle();
    await client.readAll();
    expect(client.written.map((line) => JSON.parse(line))).toEqual([
      {
        jsonrpc: "2.0",
        id: 8,
        error: {
          code: -32_600,
          message: expect.stringContaining("limit-exceeded: a message may have 16 MiB"),
        },
      },
    ]);
    expect(handled).toEqual([9]);
  });

  it.each([
    ["text that is not JSON", "this is no JSON", -32_700],
    ["half a message", '{"jsonrpc":"2.0","id":1', -32_700],
    ["JSON that is not a message", '{"a":1}', -32_600],
    ["a list", "[]", -32_600],
  ])("answers %s with the error of the protocol", async (_, line, code) => {
    const client = await connect(() => {});
    client.input.write(`${line}\n`);
    await client.settle();
    await client.readAll();
    expect(client.written.map((each) => JSON.parse(each))).toMatchObject([
      { id: null, error: { code } },
    ]);
  });

  it("takes ten documents of 200,000 letters, each letter escaped", async () => {
    const handled: unknown[] = [];
    const client = await connect((message) => handled.push("id" in message ? message.id : null));
    const text = "\\u00e9".repeat(200_000);
    const documents = Array.from({ length: 10 }, () => `{"text":"${text}"}`).join(",");
    client.input.write(
      `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"documents":[${documents}]}}\n`,
    );
    await client.settle();
    expect(handled).toEqual([2]);
  });
});
