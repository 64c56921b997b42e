import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { onTestFinished } from "vitest";
import { createOffer, createServer } from "../../../src/agents/mcp/server.ts";
import { main } from "../../../src/cli/main.ts";
import type { Io } from "../../../src/home/process/io.ts";

type Data = ReturnType<typeof JSON.parse>;

export type ToolReply = {
  text: string;
  data: Data;
  error: {
    code: string;
    problems: readonly { message: string; remedy?: string }[];
  } | null;
};

export type Agent = {
  client: Client;
  call: (name: string, args?: Record<string, unknown>) => Promise<ToolReply>;
};

export function ioIn(cwd: string, more: Partial<Io> = {}): Io {
  return {
    stdout: { write: () => true },
    stderr: { write: () => true },
    env: {},
    cwd,
    isTTY: false,
    columns: undefined,
    rows: undefined,
    stopSignal: () => new AbortController().signal,
    startProgram: (argv, place) => ({ ended: main(argv, ioIn(place)), stop() {} }),
    ...more,
  };
}

/** Tools have the same schemas in every test: each is compiled once. */
const jsonSchemaValidator = new (class extends AjvJsonSchemaValidator {
  readonly #made = new Map<string, ReturnType<AjvJsonSchemaValidator["getValidator"]>>();
  override getValidator = (
    schema: Parameters<AjvJsonSchemaValidator["getValidator"]>[0],
  ): never => {
    const text = JSON.stringify(schema);
    const validator = this.#made.get(text) ?? super.getValidator(schema);
    this.#made.set(text, validator);
    return validator as never;
  };
})();

export async function agentAt(io: Io, folder?: string, name = "test-agent"): Promise<Agent> {
  return connected(await createOffer(io, folder), name);
}

export async function connected(
  offer: Awaited<ReturnType<typeof createOffer>>,
  name: string,
): Promise<Agent> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = createServer(offer);
  await server.connect(there as never);
  const client = new Client({ name, version: "1" }, { jsonSchemaValidator });
  await client.connect(here);
  // From then on the client refuses an answer that does not match its tool's schema.
  await client.listTools();
  onTestFinished(() => client.close());
  return { client, call: (tool, args = {}) => callOf(client, tool, args) };
}

export async function callOf(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<ToolReply> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [text = "", told] = content.map((each) => (each.type === "text" ? each.text : ""));
  if (!isError) return { text, data: structuredContent as Data, error: null };
  return { text, data: {}, error: JSON.parse(told ?? "").error };
}
