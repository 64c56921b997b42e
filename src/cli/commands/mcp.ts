// `boardroom mcp`: serves the tools for agents over standard input and output or HTTP, and shows
// the codes of seats.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { isIPv6 } from "node:net";
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { InvalidArgumentError } from "commander";
import { createHttpDoor, MCP_PATH, USUAL_BOUNDS } from "../../agents/mcp/http.ts";
import { createOffer, type Offer, serveOverStdio } from "../../agents/mcp/server.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, getTerminalWidth, type Io, print } from "../../home/process/io.ts";
import {
  formatCodeLines,
  listAgentSeats,
  listOutsideSeats,
  renewSeat,
  reserveSeats,
} from "../../home/seats/seat-store.ts";
import { createWallClock } from "../../home/spending/money.ts";
import { MOST_RUNNING } from "../../run/running-limit.ts";
import { alignColumns } from "../../text/aligned.ts";
import { hashSha256 } from "../../text/sha256.ts";
import { getClientStreams } from "../terminal/ask-line.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";
import { readDollars, readFilledText, readPort, readWholeNumber } from "../terminal/flag-values.ts";
import { ADDRESS, listen, requireFreePort } from "../terminal/listen.ts";

const HELP = `
An agent's client starts it and talks to it over standard input and output: docs/how-to/connect-agents.md. Each meeting
that an agent starts runs in its own process. When the server ends, its meetings are suspended before their next turn, and
boardroom resume continues them. Simulated meetings start at once. A meeting that costs money
starts within --budget. Above it, a person must approve it: boardroom approvals.

With --http it prints an address and a bearer token once, and serves every client that has both. It listens only on this
machine (${ADDRESS}) unless --listen names another address. Name the reverse proxy that encrypts with --proxy.

--seats prints a code for each seat of an agent. A code works once and gives the agent its token. Boardroom keeps only
digests of both. If a code or token is lost, create a new one with --renew.

Examples:
  boardroom mcp
  boardroom mcp transcripts --budget 2
  boardroom mcp --http --port 0
  boardroom mcp --http --listen 10.0.0.7 --proxy board.example
  boardroom mcp --seats transcripts/hiring-34 --renew sarah-chen`;

const FLAGS = {
  budget: [
    "--budget <dollars>",
    "Maximum that agents spend without asking [default: 0]",
    readDollars,
  ],
  atOnce: [
    "--at-once <n>",
    "Meetings that run at the same time",
    readWholeNumber,
    { preset: MOST_RUNNING },
  ],
  http: ["--http", "Serve several agents over Streamable HTTP"],
  port: ["--port <number>", "With --http: port, 0 for any free port [default: 4748]", readPort],
  listen: ["--listen <address>", "With --http: an address other than 127.0.0.1", readFilledText],
  proxy: ["--proxy <host>", "Host name of the proxy that encrypts for --listen", readHost],
  seats: ["--seats <transcript>", "Show the seats of agents in a meeting, with new codes"],
  renew: ["--renew <seat>", "With --seats: replace the code and token of a seat"],
} as const;

type McpFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [
    ["[folder]", "Folder of transcripts, created if missing [default: out in your settings]"],
  ],
  flags: FLAGS,
  needs: { port: ["http"], listen: ["http"], proxy: ["http"], renew: ["seats"] },
  excludes: { seats: ["budget", "atOnce", "http"] },
  help: HELP,
  async run(io, [folder], flags) {
    if (flags.seats !== undefined) return listSeats(io, folder, flags.seats, flags);
    requireEncrypted(flags);
    if (folder !== undefined && !existsSync(resolve(io.cwd, folder)))
      print(io.stderr, [`${folder} does not exist yet. The first meeting creates it.`]);
    const offer = await createOffer(io, folder, flags);
    try {
      if (flags.http) await serveHttp(io, offer, flags);
      else await serveStdio(io, offer);
    } finally {
      offer.stop();
    }
    return EXIT.decided;
  },
});

async function serveStdio(io: Io, offer: Offer): Promise<void> {
  if (io.hasKeyboard === true) print(io.stderr, WAITING);
  const streams = getClientStreams();
  const signal = io.stopSignal();
  await serveOverStdio(offer, streams, signal);
  // A client that does not read its answers does not keep the server after a signal.
  if (signal.aborted) streams.output.unref?.();
}

const WAITING = [
  "Waiting for an agent's client on standard input: clients start this command themselves (docs/how-to/connect-agents.md).",
  "For several agents at once: boardroom mcp --http. Ctrl+C ends it.",
];

async function serveHttp(io: Io, offer: Offer, flags: McpFlags): Promise<void> {
  const { listen: address = ADDRESS, proxy } = flags;
  const port = await requireFreePort(flags.port ?? 4748, address);
  const own = [address, ...(address === ADDRESS ? ["localhost"] : [])].map((name) =>
    formatHost(name, port),
  );
  const proxies = proxy === undefined ? [] : [proxy];
  const origins = [
    ...own.map((host) => `http://${host}`),
    ...proxies.map((host) => `https://${host}`),
  ];
  const token = randomBytes(32).toString("base64url");
  const door = {
    hosts: [...own, ...proxies],
    origins,
    tokenDigest: hashSha256(token),
    bounds: USUAL_BOUNDS,
    clock: () => performance.now(),
  };
  await listen(createHttpDoor(offer, door), { port, address }, io.stopSignal(), () => {
    print(io.stdout, [
      `${proxy === undefined ? origins[0] : `https://${proxy}`}${MCP_PATH}`,
      `Authorization: Bearer ${token}`,
    ]);
  });
}

function formatHost(name: string, port: number): string {
  const host = isIPv6(name) ? `[${name}]` : name;
  return port === 80 ? host : `${host}:${port}`;
}

/** Words and tokens leave this machine only through a proxy that encrypts them. */
function requireEncrypted({ listen: address, proxy }: McpFlags): void {
  if (address === undefined || LOOPBACK.test(address) || proxy !== undefined) return;
  throw createUsageError(
    `--listen ${address} sends text and tokens unencrypted`,
    "Name the reverse proxy that encrypts with --proxy HOST.",
  );
}

function readHost(text: string): string {
  if (/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError(
    "It must be a host name alone, such as board.example or board.example:8443.",
  );
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;

function listSeats(io: Io, more: string | undefined, folder: string, { renew }: McpFlags): number {
  if (more !== undefined)
    throw createUsageError(`${more} cannot be used with --seats`, "Remove one of the two.");
  const path = resolve(io.cwd, folder);
  const outside = listOutsideSeats(readTranscript(path).events);
  if (outside.length === 0)
    throw createUsageError(
      "no seat of this meeting is reserved for an agent",
      "Start the meeting with --member SEAT=agent:NAME, or give an agent a seat with boardroom fork.",
    );
  const at = createWallClock(io)();
  print(io.stdout, reserveSeats(path, outside, at).flatMap(formatCodeLines));
  if (renew !== undefined) print(io.stdout, formatCodeLines(renewSeat(path, renew, at)));
  const rows = listAgentSeats(path).map(({ seat, person, status, client }) => [
    seat,
    person,
    status === "taken" ? `taken by ${client}` : status,
  ]);
  print(io.stdout, alignColumns([["SEAT", "AGENT", "STANDING"], ...rows], getTerminalWidth(io)));
  return EXIT.decided;
}
