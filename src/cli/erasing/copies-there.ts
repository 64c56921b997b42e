import type { Database } from "../../cluster/database.ts";
import { eraseThere, type FoundThere, findThere } from "../../cluster/erase-there.ts";
import { requireSchema } from "../../cluster/set-up.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { type DatabaseFlags, databaseOf, requireAddress } from "../cluster/database-flags.ts";
import { counted } from "../terminal/counted.ts";
import type { Io } from "../terminal/io.ts";
import type { Traces } from "./traces.ts";

export type EraseThereFlags = DatabaseFlags & { readonly on?: "postgres" };

/** What is known of some meetings in a database that workers hold meetings by. */
export type CopiesThere = {
  /** In words, what goes. */
  readonly goes: readonly string[];
  /** In words, what holds some of it and stays. */
  readonly stays: readonly string[];
  /** Erases them; resolves with what still tells of them there, in words. */
  erase(): Promise<readonly string[]>;
};

/** Looks into the database that flags and environment name, for as long as `act` takes; without `--on` into none. */
export async function withCopiesThere(
  io: Io,
  flags: EraseThereFlags & { readonly subject?: boolean },
  sought: { readonly traces: readonly Traces[]; readonly gone: readonly string[] },
  act: (there: CopiesThere | null) => Promise<number>,
): Promise<number> {
  if (flags.on === undefined) return act(null);
  requireAddress(io, flags);
  const database = await databaseOf(io, flags, 2);
  try {
    await requireSchema(database);
    return await act(await copiesThere(database, sought, flags.subject ?? false));
  } finally {
    await database.close();
  }
}

async function copiesThere(
  database: Database,
  { traces, gone }: { readonly traces: readonly Traces[]; readonly gone: readonly string[] },
  isWithSubject: boolean,
): Promise<CopiesThere> {
  const found = await findThere(database, {
    ids: [...gone, ...traces.flatMap(({ id }) => id ?? [])],
    words: traces.flatMap(({ subjects, lines }) => [...subjects, ...lines]),
  });
  const going = found.filter(({ isAsked }) => isAsked || isWithSubject);
  const staying = found.filter((each) => !going.includes(each));
  return {
    goes: byStudy(going),
    stays: byStudy(staying),
    async erase() {
      const left = await eraseThere(database, going);
      return left.map((name) => `study ${shortName(name)} in the database`);
    },
  };
}

/** `3 meetings of study hiring in the database`. */
function byStudy(meetings: readonly FoundThere[]): readonly string[] {
  const studies = [...new Set(meetings.map(({ study }) => study))];
  return studies.map(
    (name) =>
      `${counted(meetings.filter(({ study }) => study === name).length, "meeting")} of study ${shortName(name)} in the database`,
  );
}

function shortName(study: string): string {
  return sanitiseLine(study.split(" ", 1).join());
}
