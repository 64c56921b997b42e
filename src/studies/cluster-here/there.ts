import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { BoardroomError } from "../../errors.ts";
import { type Io, print } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { type Database, openDatabase } from "../cluster/database.ts";

export type DatabaseFlags = { readonly database?: string; readonly passwordFile?: string };

export function withDatabaseFlags(command: Command): Command {
  return command
    .option(
      "--database <address>",
      "postgres://USER@HOST/NAME without a password [env: BOARDROOM_DATABASE_URL]",
    )
    .option("--password-file <file>", "File that contains only the password [default: ~/.pgpass]");
}

export function databaseOf(io: Io, flags: DatabaseFlags, connections: number): Promise<Database> {
  const address = requireAddress(io, flags);
  const password = flags.passwordFile === undefined ? undefined : passwordIn(io, flags.passwordFile);
  const onWaiting = (why: string) =>
    print(io.stderr, [`The database cannot be used (${why}); waiting for it.`]);
  return openDatabase({ address, password, connections, onWaiting });
}

/** Throws where there is none, or where it would show a password to others. */
export function requireAddress(io: Io, flags: DatabaseFlags): string {
  const address = flags.database ?? io.env.BOARDROOM_DATABASE_URL?.trim() ?? "";
  if (address === "")
    throw new BoardroomError("database-unready", {
      message: "no database is named",
      remedy:
        "Set BOARDROOM_DATABASE_URL, such as postgres://boardroom@db.example/boardroom, or give --database.",
    });
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw usage("the database's address is none of PostgreSQL", "Write it as postgres://USER@HOST/NAME.");
  // Everybody on the machine can read the arguments of a process.
  if (flags.database !== undefined && (url.password !== "" || url.searchParams.has("password")))
    throw usage(
      "an address with a password is not taken from the arguments, where others on this machine can read it",
      "Set BOARDROOM_DATABASE_URL, or give the address without it and --password-file FILE.",
    );
  return address;
}

function passwordIn({ cwd }: Io, file: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8").trim();
  } catch (cause) {
    throw usage(
      `the password file ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
      "Check its name and its permissions.",
    );
  }
}
