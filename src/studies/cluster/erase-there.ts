import type { Database } from "./database.ts";
import type { ClusterMeeting } from "./meetings.ts";

type SoughtThere = {
  readonly ids: readonly string[];
  /** Any of these words in a record shows that it holds part of what was judged. */
  readonly words: readonly string[];
};

export type FoundThere = Pick<ClusterMeeting, "id" | "study" | "path"> & {
  /** False for other meetings that hold some of the words. */
  readonly isAsked: boolean;
};

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

/** Deletes meetings with their lines and answers. Holders lose their claim, and reserved money counts as spent.
 * A study goes with its last meeting. Resolves with the names of those that stay. */
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
