import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { type Command, InvalidArgumentError } from "commander";
import { BoardroomError } from "../../../errors.ts";
import { httpDoor, MCP_PATH, USUAL_BOUNDS } from "../../../mcp/http.ts";
import type { Offer } from "../../../mcp/server.ts";
import { overStdio } from "../../../mcp/stdio.ts";
import { sha256 } from "../../../text/sha256.ts";
import { type OfferFlags, offerOf } from "../../desk/offer.ts";
import { ADDRESS, type ListenAt, listen, requireFreePort } from "../../serving/listen.ts";
import { portValue, said } from "../../settings/flag-values.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print } from "../../terminal/io.ts";
import { usage } from "../../terminal/usage.ts";

type HttpFlags = {
  readonly http?: boolean;
  readonly port?: number;
  readonly listen?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly proxy?: string;
};

/** `boardroom mcp`: lets agents use Boardroom as tools, and sit in its meetings. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("[folder]", "folder of transcripts; default as everywhere")
    .option(
      "--budget <dollars>",
      "what agents may spend on meetings here without asking; default 0",
      dollarsValue,
    )
    .option("--http", "serve several agents at once over Streamable HTTP")
    .option("--port <number>", "with --http, port to listen on; 0: any that is free; default 4748", portValue)
    .option("--listen <address>", "with --http, another address than this machine's own", said)
    .option("--tls-cert <file>", "certificate for --listen", said)
    .option("--tls-key <file>", "its key", said)
    .option("--proxy <host>", "host name of the proxy that encrypts for --listen", said)
    .addHelpText("after", HELP)
    .action(async (folder: string | undefined, flags: OfferFlags & HttpFlags) => {
      requireHttp(flags);
      const offer = await offerOf(io, folder, flags);
      if (flags.http) await serveHttp(io, offer, flags);
      else await overStdio(offer, io.stopSignal());
      finish(EXIT.decided);
    });
}

const HELP = `
Speaks the Model Context Protocol over standard input and output, which carries nothing else: an agent's client starts
it. docs/agents.md says how. Meetings that agents start are held in processes of their own. Simulated ones are held; what
costs money is held within --budget, and waits for a person beyond it: boardroom approvals.

With --http it prints an address and a bearer token, once, and serves whoever has both until it is stopped. It listens on
this machine alone (${ADDRESS}) unless --listen names another address and it is encrypted: by a certificate of its own,
or by a proxy that is named.

Examples:
  boardroom mcp
  boardroom mcp transcripts --budget 2
  boardroom mcp --http --port 0
  boardroom mcp --http --listen 10.0.0.7 --tls-cert cert.pem --tls-key key.pem`;

async function serveHttp(io: Io, offer: Offer, flags: HttpFlags): Promise<void> {
  const { listen: address = ADDRESS, proxy } = flags;
  const tls = await tlsOf(io, flags);
  const port = await requireFreePort(flags.port ?? 4748, address);
  const scheme = tls ? "https" : "http";
  const own = [`${address}:${port}`, ...(address === ADDRESS ? [`localhost:${port}`] : [])];
  const hosts = [...own, ...(proxy === undefined ? [] : [proxy])];
  const origins = [
    ...own.map((host) => `${scheme}://${host}`),
    ...(proxy === undefined ? [] : [`https://${proxy}`]),
  ];
  const token = randomBytes(32).toString("base64url");
  const door = {
    hosts,
    origins,
    tokenDigest: sha256(token),
    bounds: USUAL_BOUNDS,
    clock: () => performance.now(),
  };
  const at: ListenAt = { port, address, tls };
  const shown = proxy === undefined ? `${scheme}://${address}:${port}` : `https://${proxy}`;
  await listen(httpDoor(offer, door), at, io.stopSignal(), () => {
    print(io.stdout, [`${shown}${MCP_PATH}`, `Authorization: Bearer ${token}`]);
  });
}

/** Elsewhere than on this machine words and tokens are encrypted, by us or by somebody who is named. */
function requireHttp({ http, port, listen: address, tlsCert, tlsKey, proxy }: HttpFlags): void {
  if (!http && [port, address, tlsCert, tlsKey, proxy].some((each) => each !== undefined))
    throw usage("--port, --listen, --tls-cert, --tls-key and --proxy belong to --http", "Add --http.");
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw usage(
      "a certificate needs its key, and a key its certificate",
      "Give both --tls-cert and --tls-key.",
    );
  if (address === undefined || address === ADDRESS || tlsCert !== undefined || proxy !== undefined) return;
  throw usage(
    `--listen ${address} would carry words and tokens unencrypted`,
    "Give --tls-cert and --tls-key, or name the proxy that encrypts with --proxy HOST.",
  );
}

async function tlsOf(io: Io, { tlsCert, tlsKey }: HttpFlags): Promise<ListenAt["tls"]> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const read = (file: string) =>
    readFile(resolve(io.cwd, file), "utf8").catch((cause: NodeJS.ErrnoException) => {
      const message = `cannot be read (${cause.code})`;
      throw new BoardroomError("usage", { place: { file }, message }, { cause });
    });
  return { cert: await read(tlsCert), key: await read(tlsKey) };
}

function dollarsValue(text: string): number {
  const dollars = Number(text);
  if (text.trim() !== "" && dollars >= 0 && Number.isFinite(dollars)) return dollars;
  throw new InvalidArgumentError("It must be 0 or a number above it, such as 2.5.");
}
