import { once } from "node:events";
import { type RequestOptions, request } from "node:https";
import { text } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";
import { selfSigned } from "../support/self-signed.ts";
import { callOf } from "./agent.ts";

const DAY = 24 * 60 * 60 * 1_000;
const day = (days: number) => new Date(Date.now() + days * DAY);
const NAMES = ["board.example", "*.wide.example", "127.0.0.1"];
const OURS = selfSigned(NAMES, day(-1), day(1));

function folderWith(more: Readonly<Record<string, string>> = {}): string {
  return workFolder({ "cert.pem": OURS.cert, "key.pem": OURS.key, ...more });
}

/** The program with a certificate, until the test is over. */
async function served(...flags: readonly string[]) {
  const stop = new AbortController();
  const argv = ["mcp", "--http", "--port", "0", "--tls-cert", "cert.pem", "--tls-key", "key.pem", ...flags];
  let ended: ReturnType<typeof cli> | undefined;
  const ready = new Promise<string>((write) => {
    ended = cli(argv, { cwd: folderWith(), stopSignal: () => stop.signal, stdout: { write } });
  });
  onTestFinished(async () => {
    stop.abort();
    expect(await ended).toMatchObject({ code: 0, err: "" });
  });
  const [address = "", header = ""] = (await ready).trim().split("\n");
  const url = new URL(address);
  return { url, port: url.port, bearer: header.replace("Authorization: ", "") };
}

/** As a client that knows the certificate, and finds its names on this machine. */
async function fetchFrom(url: URL | string, init: RequestInit = {}, more: RequestOptions = {}) {
  const lookup: RequestOptions["lookup"] = (_, { all }, found) =>
    all ? found(null, [{ address: "127.0.0.1", family: 4 }]) : found(null, "127.0.0.1", 4);
  const { method = "GET" } = init;
  const headers = Object.fromEntries(new Headers(init.headers));
  const sent = request(url, { method, headers, ca: OURS.cert, lookup, agent: false, ...more });
  sent.end(init.body ?? undefined);
  const [answer] = await once(sent, "response");
  const body = await text(answer);
  const told = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return new Response(body === "" ? null : body, {
    status: answer.statusCode,
    headers: new Headers(told as []),
  });
}

describe("boardroom mcp --http --listen, with a certificate", () => {
  it("serves a client of the protocol that knows the certificate, by the name it stands for", async () => {
    const { url, bearer } = await served("--listen", "0.0.0.0");
    expect(url.hostname).toBe("board.example");
    const client = new Client({ name: "over-tls", version: "1" });
    const how = { requestInit: { headers: { Authorization: bearer } }, fetch: fetchFrom };
    await client.connect(new StreamableHTTPClientTransport(url, how));
    expect((await callOf(client, "list_scenarios", {})).text).toContain("small");
    await client.close();
  });

  it("shows its own address where the certificate stands for that", async () => {
    const { url, bearer } = await served("--listen", "127.0.0.1");
    expect(url.hostname).toBe("127.0.0.1");
    expect((await fetchFrom(url, { headers: { Authorization: bearer } })).status).not.toBe(421);
  });

  it("is refused by a client that does not know the certificate, and does not speak unencrypted", async () => {
    const { url, port } = await served("--listen", "0.0.0.0");
    await expect(fetchFrom(url, {}, { ca: undefined })).rejects.toThrow(/self-signed certificate/);
    await expect(fetch(`http://127.0.0.1:${port}/mcp`)).rejects.toThrow();
  });

  it("answers to the names of its certificate alone, and to their encrypted pages", async () => {
    const { port, bearer } = await served("--listen", "0.0.0.0");
    const status = async (host: string, origin?: string) => {
      const headers = { Authorization: bearer, host, ...(origin !== undefined && { origin }) };
      const more = { servername: "board.example", checkServerIdentity: () => undefined };
      return (await fetchFrom(`https://board.example:${port}/mcp`, { headers }, more)).status;
    };
    for (const name of NAMES.with(1, "a.wide.example")) expect(await status(`${name}:${port}`)).toBe(405);
    for (const host of ["evil.example", "board.example", "wide.example", "a.b.wide.example"])
      expect(await status(host === "board.example" ? host : `${host}:${port}`)).toBe(421);
    const own = `board.example:${port}`;
    expect(await status(own, `https://${own}`)).toBe(405);
    for (const page of [`http://${own}`, "https://board.example", "https://evil.example", "null"])
      expect(await status(own, page)).toBe(403);
  });

  const another = selfSigned(["board.example"], day(-1), day(1));
  const locked = another.privateKey.export({
    type: "pkcs8",
    format: "pem",
    cipher: "aes-128-cbc",
    passphrase: "x",
  });
  it.each([
    ["a file that is not there", "gone.pem", "key.pem", "gone.pem: cannot be read (ENOENT)"],
    ["what is no certificate", "key.pem", "key.pem", "key.pem: holds no certificate"],
    ["another's key", "cert.pem", "another.pem", "another.pem: is not the key of cert.pem"],
    ["a key behind a passphrase", "cert.pem", "locked.pem", "locked.pem: holds no key that can be read"],
    ["a certificate that has run out", "old.pem", "key.pem", "old.pem: the certificate ran out on"],
    ["one that does not hold yet", "early.pem", "key.pem", "early.pem: the certificate holds from"],
  ])("refuses %s, with its remedy", async (_, cert, key, says) => {
    const cwd = folderWith({
      "another.pem": another.key,
      "locked.pem": String(locked),
      "old.pem": selfSigned(NAMES, day(-3), day(-2)).cert,
      "early.pem": selfSigned(NAMES, day(2), day(3)).cert,
    });
    const argv = ["mcp", "--http", "--port", "0", "--tls-cert", cert, "--tls-key", key];
    const { code, err } = await cli(argv, { cwd });
    expect({ code, lines: err.trim().split("\n").length }).toEqual({ code: 2, lines: 2 });
    expect(err).toContain(says);
  });

  it.each([
    [["--listen", "10.99.99.99", "--proxy", "board.example"], "this machine has no address 10.99.99.99"],
    [["--listen", "0.0.0.0", "--proxy", "https://board.example/x"], "a host name alone"],
    [["--listen", "0.0.0.0"], "unencrypted"],
  ])("refuses %j", async (flags, says) => {
    const { code, err } = await cli(["mcp", "--http", "--port", "0", ...flags], { cwd: workFolder() });
    expect(code).toBe(2);
    expect(err).toContain(says);
  });

  it("tells of its proxy, and answers to that", async () => {
    const { url } = await served("--proxy", "board.example:8443");
    expect(url.host).toBe("board.example:8443");
  });
});
