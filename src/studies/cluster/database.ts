// Connects to PostgreSQL, waits while it is out of reach, and turns its errors into advice. The
// package pg is optional.

import { Socket } from "node:net";
import { resolve } from "node:path";
import { systemClocks } from "../../engine/protocol/clocks.ts";
import { BoardroomError } from "../../errors.ts";
import { MOST_OF_TEXT, readUtf8 } from "../../files.ts";
import { createUsageError, type Io, print } from "../../home/process/io.ts";
import { sleep } from "../../models/contract/sleep.ts";
import { readVariable } from "../../scenario/files/variables.ts";

/** What is used of the package pg. Its own types are not installed with Boardroom. */
type PgModule = { default: { Pool: new (options: object) => PgPool } };
type PgPool = {
  query(sql: string, values?: unknown[]): Promise<PgResult | PgResult[]>;
  on(event: "error", listener: () => void): void;
  end(): Promise<void>;
};
type PgResult = { rows: unknown[] };

export interface Database {
  /** Waits for a restarting database and asks again, so statements must be repeatable. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

type DatabaseSetup = {
  /** `postgres://user@host/database`; the password comes from the environment. */
  address: string;
  password?: string | undefined;
  connections: number;
  /** Called now and then while a database that answered before is silent. */
  onWaiting?: (why: string) => void;
};

const STEP_MS = 250;

/** A database that hangs keeps its connections: after this silence it is reported, and later asked anew. */
const SILENT_MS = 5_000;
const LONGEST_MS = 60_000;

const REPORT_EVERY_MS = 60_000;

/** A database that never answered may have a wrong address, so the wait is short. */
const PATIENCE_MS = { first: 5_000, later: 300_000 };

/** Connects with the first statement. Throws if the package is missing. */
export async function openDatabase(setup: DatabaseSetup): Promise<Database> {
  const { address, password, connections, onWaiting = () => {} } = setup;
  const { default: pg } = await importOptional<PgModule>("pg");
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: withPassword(address, password),
    max: connections,
    connectionTimeoutMillis: 10_000,
    query_timeout: LONGEST_MS,
    application_name: "boardroom",
    stream: () => {
      const socket = new Socket();
      sockets.add(socket.once("close", () => sockets.delete(socket)));
      return socket;
    },
  });
  // A connection that breaks while idle is not used again.
  pool.on("error", () => {});
  const ending = new AbortController();
  let patience: keyof typeof PATIENCE_MS = "first";
  let reportedAt = Number.NEGATIVE_INFINITY;
  function report(why: string): void {
    const now = systemClocks.clock();
    if (patience === "first" || now - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now;
    onWaiting(why);
  }
  return {
    async query<Row extends object>(
      sql: string,
      values: readonly unknown[] = [],
    ): Promise<readonly Row[]> {
      const begun = systemClocks.clock();
      for (;;) {
        const silence = setTimeout(report, SILENT_MS, `no answer for ${SILENT_MS / 1000} s`);
        try {
          const rows = collectRows<Row>(
            await pool.query(sql, values.length === 0 ? undefined : [...values]),
          );
          patience = "later";
          return rows;
        } catch (error) {
          const waited = systemClocks.clock() - begun;
          if (!isPassing(error) || waited >= PATIENCE_MS[patience] || ending.signal.aborted)
            throw explainDatabaseError(error);
          report(describeError(error));
          await sleep(STEP_MS, ending.signal);
        } finally {
          clearTimeout(silence);
        }
      }
    },
    async close() {
      ending.abort();
      await pool.end();
      // One that was refused half-way would keep the process for a minute.
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A statement of several parts has a result for each. */
function collectRows<Row>(result: PgResult | PgResult[]): Row[] {
  const results = Array.isArray(result) ? result : [result];
  return results.flatMap(({ rows }) => (rows ?? []) as Row[]);
}

export async function requirePackages(): Promise<void> {
  await importOptional("pg");
  await importOptional("pg-boss");
}

/** Imports a package that only studies on many machines need; throws `database-not-ready` if it is missing. */
export async function importOptional<Module>(name: string): Promise<Module> {
  try {
    return (await import(name)) as Module;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new BoardroomError(
      "database-not-ready",
      {
        message: `the package ${name} is not installed, which only studies on many machines need`,
        remedy: "Install both next to boardroom: npm install pg@8 pg-boss@12",
      },
      { cause },
    );
  }
}

/** pg takes no separate password next to an address. */
function withPassword(address: string, password: string | undefined): string {
  if (password === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Shutting down, starting up, out of connections, disk or memory; a connection refused or broken off; two in each other's way. */
const PASSING = new Set(
  "57P01 57P02 57P03 53100 53200 53300 40001 40P01 08000 08001 08003 08004 08006 ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOENT".split(
    " ",
  ),
);

function isPassing(error: unknown): boolean {
  if (PASSING.has(readErrorCode(error))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|server closed the connection/i.test(
    describeError(error),
  );
}

const REFUSED: Readonly<Record<string, string>> = {
  "28P01": "Check the user and the password.",
  "28000": "Check the user, and who may connect to the server (pg_hba.conf).",
  "3D000": "Create the database, or name another.",
  "3F000": "Prepare it: boardroom worker --setup",
  "42P01": "Prepare it: boardroom worker --setup",
  "42883": "Prepare it: boardroom worker --setup",
  "42501": "Give the user the rights that docs/how-to/run-workers.md lists.",
  "25006": "Name the server that is written to; this one is a copy of it.",
  "53100":
    "Make room on the database's disk; recorded results stay, and the same command continues.",
  "53300": "Let it take more connections (max_connections), or start fewer workers.",
  ENOTFOUND: "Check the address: no host of that name is known.",
};

const NO_PASSWORD =
  "Give the password: in BOARDROOM_DATABASE_URL, by --password-file FILE, or in ~/.pgpass.";

/** Errors that must not be retried. */
function explainDatabaseError(cause: unknown): unknown {
  const words = describeError(cause);
  const remedy =
    REFUSED[readErrorCode(cause)] ??
    (words.startsWith("SASL: ") ? NO_PASSWORD : undefined) ??
    (/SSL|certificate/i.test(words)
      ? "Check sslmode in the address, and the server's certificate."
      : undefined) ??
    (isPassing(cause) ? "Check that it runs, and its address." : undefined);
  if (remedy === undefined) return cause;
  return new BoardroomError(
    "database-not-ready",
    { message: `the database: ${words}`, remedy },
    { cause },
  );
}

/** Of an error, or of the first of several, since a name can have several addresses. */
function readErrorCode(error: unknown): string {
  const { code, errors } = error as {
    code?: unknown;
    errors?: readonly unknown[];
  };
  return typeof code === "string"
    ? code
    : errors?.[0] === undefined
      ? ""
      : readErrorCode(errors[0]);
}

function describeError(error: unknown): string {
  const { message, errors } = error as {
    message?: string;
    errors?: readonly unknown[];
  };
  return message || (errors?.[0] === undefined ? readErrorCode(error) : describeError(errors[0]));
}

export type DatabaseFlags = { database?: string; passwordFile?: string };

export function openFlaggedDatabase(
  io: Io,
  flags: DatabaseFlags,
  connections: number,
): Promise<Database> {
  const address = requireAddress(io, flags);
  const password =
    flags.passwordFile === undefined ? undefined : readPassword(io, flags.passwordFile);
  const onWaiting = (why: string) =>
    print(io.stderr, [`The database cannot be used (${why}); waiting for it.`]);
  return openDatabase({ address, password, connections, onWaiting });
}

/** Throws if there is none, or if it would show a password to others. */
export function requireAddress(io: Io, flags: DatabaseFlags): string {
  const address = flags.database ?? readVariable(io.env, "BOARDROOM_DATABASE_URL");
  if (address === "")
    throw new BoardroomError("database-not-ready", {
      message: "no database configured",
      remedy: "Set BOARDROOM_DATABASE_URL, or use --database postgres://USER@HOST/NAME.",
    });
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw createUsageError(
      "the database address is not a PostgreSQL address",
      "Write it as postgres://USER@HOST/NAME.",
    );
  // Everybody on the machine can read the arguments of a process.
  if (flags.database !== undefined && (url.password !== "" || url.searchParams.has("password")))
    throw createUsageError(
      "a password in --database can be read by other users of this computer",
      "Set BOARDROOM_DATABASE_URL, or give the address without it and --password-file FILE.",
    );
  return address;
}

function readPassword({ cwd }: Io, file: string): string {
  try {
    return readUtf8(resolve(cwd, file), MOST_OF_TEXT).trim();
  } catch (cause) {
    throw createUsageError(
      `the password file ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
      "Check its name and its permissions.",
    );
  }
}
