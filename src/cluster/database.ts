import { BoardroomError } from "../errors.ts";
import { sleep } from "../models/port/sleep.ts";

/** A PostgreSQL database as the cluster asks it. */
export interface Database {
  /** Waits for a database that restarts, and asks again: a statement must bear being asked twice. */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

type DatabaseSetup = {
  /** `postgres://user@host/database`; with a password, where it comes from the environment. */
  readonly address: string;
  readonly password?: string | undefined;
  /** Connections at most. */
  readonly connections: number;
  /** How long a database is waited for that does not answer, milliseconds. */
  readonly patienceMs?: number;
};

const STEP_MS = 250;

/** Opens a pool of connections. Connects with the first statement; throws where the package is missing. */
export async function openDatabase(setup: DatabaseSetup): Promise<Database> {
  const { address, password, connections, patienceMs = 300_000 } = setup;
  const { default: pg } = await optional("pg", () => import("pg"));
  const pool = new pg.Pool({
    connectionString: address,
    ...(password !== undefined && { password }),
    max: connections,
    connectionTimeoutMillis: 10_000,
    application_name: "boardroom",
  });
  // A connection that breaks while nobody uses it is simply not used again.
  pool.on("error", () => {});
  const ending = new AbortController();
  return {
    async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
      for (let waited = 0; ; waited += STEP_MS) {
        try {
          return rowsOf(await pool.query<Row>(sql, values.length === 0 ? undefined : [...values]));
        } catch (error) {
          if (!isPassing(error) || waited >= patienceMs || ending.signal.aborted) throw told(error);
          await sleep(STEP_MS, ending.signal);
        }
      }
    },
    async close() {
      ending.abort();
      await pool.end();
    },
  };
}

/** Several statements at once have a result each. */
function rowsOf<Row>(
  result: { readonly rows: readonly Row[] } | readonly { readonly rows: readonly Row[] }[],
): readonly Row[] {
  return "rows" in result ? result.rows : result.flatMap(({ rows }) => rows ?? []);
}

/** Loads a package that an ordinary install is without. */
export async function optional<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new BoardroomError(
      "database-unready",
      {
        message: `the package ${name} is not installed, which only studies on many machines need`,
        remedy: "Install both beside boardroom: npm install pg pg-boss",
      },
      { cause },
    );
  }
}

/** Shutting down, starting up, out of connections; a connection refused or broken off. */
const PASSING = new Set(
  "57P01 57P02 57P03 53300 08000 08001 08003 08004 08006 ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOENT".split(
    " ",
  ),
);

function isPassing(error: unknown): boolean {
  const { code, message = "" } = error as { readonly code?: unknown; readonly message?: string };
  if (typeof code === "string" && PASSING.has(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|server closed the connection/i.test(
    message,
  );
}

const REFUSED: Readonly<Record<string, string>> = {
  "28P01": "Check the user and the password.",
  "28000": "Check the user, and whom the server lets in (pg_hba.conf).",
  "3D000": "Create the database, or name another.",
  "3F000": "Prepare it: boardroom worker --setup",
  "42P01": "Prepare it: boardroom worker --setup",
  "42883": "Prepare it: boardroom worker --setup",
  "42501": "Give the user the rights that docs/scale.md lists.",
};

/** What a database says that is not to be asked again. */
function told(cause: unknown): unknown {
  const { code = "", message = "" } = cause as { readonly code?: string; readonly message?: string };
  const remedy = REFUSED[code] ?? (isPassing(cause) ? "Check that it runs, and its address." : undefined);
  if (remedy === undefined) return cause;
  return new BoardroomError("database-unready", { message: `the database: ${message}`, remedy }, { cause });
}
