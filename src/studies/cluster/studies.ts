import type { Study } from "../study.ts";
import type { Database } from "./database.ts";
import type { SpendingMost } from "./shared-limits.ts";

/** Two studies that ask for the same meetings are one. */
export function clusterName({ name, digest }: Pick<Study, "name" | "digest">): string {
  return `${name} ${digest.slice(0, 16)}`;
}

/** Also renews the budgets of a study that is there. */
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

export async function studiesThere(database: Database, named?: string): Promise<readonly Study[]> {
  const rows = await database.query<{ study: string }>(
    "select study from boardroom.studies where $1::text is null or split_part(name, ' ', 1) = $1 order by made desc",
    [named ?? null],
  );
  return rows.map(({ study }) => JSON.parse(study) as Study);
}
