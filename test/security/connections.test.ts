import { Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";
import { badServer } from "../support/bad-server.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Every address that this process connects to. Each way out of it uses a socket, or `fetch`. */
function watchConnections(): string[] {
  const seen: string[] = [];
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, "connect").mockImplementation(function (
    this: Socket,
    ...given: unknown[]
  ) {
    seen.push(portIn(given));
    return Reflect.apply(connect, this, given) as Socket;
  });
  const send = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    seen.push(new URL(input instanceof Request ? input.url : input).port);
    return send(input, init);
  });
  return seen;
}

function portIn(given: readonly unknown[]): string {
  const [, port = "none"] = /"port":"?(\d+)/.exec(JSON.stringify(given)) ?? [];
  return port;
}

it("simulated members open no connection, nor does any command that reads a meeting", async () => {
  const cwd = workFolder();
  const seen = watchConnections();
  for (const argv of [
    ["check", "small"],
    ["run", "small", "--seed", "7", "--output", "kept"],
    ["show", "kept"],
    ["list", "meetings"],
    ["report", "kept"],
    ["verify", "kept"],
    ["erase", "kept", "--yes"],
  ])
    expect([0, 3], argv.join(" ")).toContain((await cli(argv, { cwd })).code);
  expect(seen).toEqual([]);
});

it("a meeting of a model connects to the address of its provider and to no other", async () => {
  const server = await badServer({ fault: () => null });
  const { port } = new URL(server.url);
  const seen = watchConnections();
  const env = { OPENAI_API_KEY: "sk-of-the-test-1234", OPENAI_BASE_URL: `${server.url}/v1` };
  const argv = ["run", "small", "--model", "openai:gpt-6-sol", "--output", "kept", "--approve"];
  expect(await cli(argv, { cwd: workFolder(), env })).toMatchObject({ code: 0 });
  expect(server.prompts.length).toBeGreaterThan(3);
  expect(new Set(seen)).toEqual(new Set([port]));
});
