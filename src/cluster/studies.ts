import type { Study } from "../studies/study.ts";
import type { Database } from "./database.ts";
import type { SpendingMost } from "./shared-limits.ts";

/** The name of a study in a database: two that ask for the same meetings are one. */
export function clusterName({ name, digest }: Pick<Study, "name" | "digest">): string {
  return `${name} ${digest.slice(0, 16)}`;
}

/** Puts a study there with the budgets that its submitter holds to, or renews them. */
export async function putStudy(
  database: Database,
  study: Study,
  { day = null, project = null }: { readonly [Each in keyof SpendingMost]: number | null | undefined },
): Promise<void> {
  await database.query(
    `insert into boardroom.studies (name, study, day, project) values ($1, $2, $3, $4)
      on conflict (name) do update set study = $2, day = $3, project = $4, made = clock_timestamp()`,
    [clusterName(study), JSON.stringify(study), day, project],
  );
}

/** The studies that lie there, the newest first; `named`: those of this name alone. */
export async function studiesThere(database: Database, named?: string): Promise<readonly Study[]> {
  const rows = await database.query<{ study: string }>(
    "select study from boardroom.studies where $1::text is null or split_part(name, ' ', 1) = $1 order by made desc",
    [named ?? null],
  );
  return rows.map(({ study }) => JSON.parse(study) as Study);
}
