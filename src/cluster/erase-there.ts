import type { Database } from "./database.ts";
import type { ClusterMeeting } from "./meetings.ts";

/** By what meetings in a database are known. */
type SoughtThere = {
  /** Digests of meetings, as they stand in the first line of a record. */
  readonly ids: readonly string[];
  /** Words of which any, in any line of a record, shows that it holds some of what was judged. */
  readonly words: readonly string[];
};

export type FoundThere = Pick<ClusterMeeting, "id" | "study" | "path"> & {
  /** Whether it is one of the meetings asked for, and not another that holds some of them. */
  readonly isAsked: boolean;
};

/** The meetings asked for as they lie there, and those that hold some of the words. */
export function findThere(database: Database, { ids, words }: SoughtThere): Promise<readonly FoundThere[]> {
  return database.query<FoundThere>(
    `select id, study, path, "isAsked" from (
      select m.id, m.study, m.path, exists (
        select from boardroom.lines l, unnest($1::text[]) as w (word)
          where l.meeting = m.id and l.line = 1 and strpos(l.text, w.word) > 0
      ) as "isAsked", exists (
        select from boardroom.lines l, unnest($2::text[]) as w (word)
          where l.meeting = m.id and strpos(l.text, w.word) > 0
      ) as holds from boardroom.meetings m
    ) found where "isAsked" or holds order by id`,
    [ids.map((id) => `"meeting":${JSON.stringify(id)}`), words],
  );
}

/**
 * Takes meetings out of the database with all their lines and answers. Whoever holds one finds its claim gone, and what was
 * set aside for its calls counts as spent. A study goes with the last of its meetings; resolves with the names of those
 * that stay.
 */
export async function eraseThere(
  database: Database,
  meetings: readonly Pick<FoundThere, "id" | "study">[],
): Promise<readonly string[]> {
  const ids = meetings.map(({ id }) => id);
  const studies = [...new Set(meetings.map(({ study }) => study))];
  await database.query("select boardroom.spend_reserved(id) from boardroom.meetings where id = any($1)", [ids]);
  await database.query("delete from boardroom.meetings where id = any($1)", [ids]);
  await database.query(
    "delete from boardroom.studies s where name = any($1) and not exists (select from boardroom.meetings where study = s.name)",
    [studies],
  );
  const left = await database.query<{ name: string }>(
    "select name from boardroom.studies where name = any($1) order by name",
    [studies],
  );
  return left.map(({ name }) => name);
}
