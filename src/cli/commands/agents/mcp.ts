import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { type Command, InvalidArgumentError } from "commander";
import { httpDoor, MCP_PATH, USUAL_BOUNDS } from "../../../mcp/http.ts";
import type { Offer } from "../../../mcp/server.ts";
import { overStdio } from "../../../mcp/stdio.ts";
import { sha256 } from "../../../text/sha256.ts";
import { type OfferFlags, offerOf } from "../../desk/offer.ts";
import { readCertificate } from "../../serving/certificate.ts";
import { doorAddress } from "../../serving/door-address.ts";
import { ADDRESS, listen, requireFreePort } from "../../serving/listen.ts";
import { portValue, said } from "../../settings/flag-values.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { inputEnd } from "../../terminal/input-end.ts";
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
    .option("--proxy <host>", "host name of the proxy that encrypts for --listen", hostValue)
    .addHelpText("after", HELP)
    .action(async (folder: string | undefined, flags: OfferFlags & HttpFlags) => {
      requireHttp(flags);
      const offer = await offerOf(io, folder, flags);
      if (flags.http) await serveHttp(io, offer, flags);
      else await serveStdio(io, offer);
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

async function serveStdio(io: Io, offer: Offer): Promise<void> {
  if (io.hasKeyboard === true) print(io.stderr, WAITING);
  await overStdio(offer, io.stopSignal(), inputEnd());
}

const WAITING = [
  "Waiting for an agent's client on standard input: clients start this command themselves (docs/agents.md).",
  "For several agents at once: boardroom mcp --http. Ctrl-C ends it.",
];

async function serveHttp(io: Io, offer: Offer, flags: HttpFlags): Promise<void> {
  const { listen: address = ADDRESS, proxy, tlsCert, tlsKey } = flags;
  const certificate =
    tlsCert === undefined || tlsKey === undefined ? undefined : await readCertificate(io, tlsCert, tlsKey);
  const port = await requireFreePort(flags.port ?? 4748, address);
  const { shown, ...names } = doorAddress({ address, port, proxy, certificate });
  const token = randomBytes(32).toString("base64url");
  const door = {
    ...names,
    tokenDigest: sha256(token),
    bounds: USUAL_BOUNDS,
    clock: () => performance.now(),
  };
  await listen(httpDoor(offer, door), { port, address, tls: certificate }, io.stopSignal(), () => {
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
  if (address === undefined || LOOPBACK.test(address) || tlsCert !== undefined || proxy !== undefined) return;
  throw usage(
    `--listen ${address} would carry words and tokens unencrypted`,
    "Give --tls-cert and --tls-key, or name the proxy that encrypts with --proxy HOST.",
  );
}

/** A host as a request names it, with its port where that is not the usual one. */
function hostValue(text: string): string {
  if (/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError("It must be a host name alone, such as board.example or board.example:8443.");
}

/** Words to these never leave the machine. */
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/;

function dollarsValue(text: string): number {
  const dollars = Number(text);
  if (text.trim() !== "" && dollars >= 0 && Number.isFinite(dollars)) return dollars;
  throw new InvalidArgumentError("It must be 0 or a number above it, such as 2.5.");
}
