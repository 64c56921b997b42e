import { BoardroomError } from "../../errors.ts";
import type { Database } from "./database.ts";
import { FUNCTIONS } from "./schema/functions.ts";
import { SCHEMA_VERSION, STEPS } from "./schema/tables.ts";

export type SetUp = "made" | "renewed" | "stood";

export async function setUpSchema(database: Database): Promise<SetUp> {
  const version = await versionOf(database);
  if (version === SCHEMA_VERSION) return "stood";
  if (version !== null && version > SCHEMA_VERSION) throw newer(version);
  const steps = STEPS.slice(version ?? 0).join("\n");
  await database
    .query(
      `begin; ${steps} ${FUNCTIONS} insert into boardroom.versions (version) values (${SCHEMA_VERSION}); commit;`,
    )
    .catch(async (error: unknown) => {
      // Another process did it at the same moment.
      if ((await versionOf(database)) !== SCHEMA_VERSION) throw error;
    });
  return version === null ? "made" : "renewed";
}

/** Throws if the database is not prepared, or for another version. */
export async function requireSchema(database: Database): Promise<void> {
  const version = await versionOf(database);
  if (version === SCHEMA_VERSION) return;
  if (version !== null && version > SCHEMA_VERSION) throw newer(version);
  throw new BoardroomError("database-unready", {
    message:
      version === null
        ? "the database is not prepared for studies"
        : `the database is prepared for version ${version} of its tables; this boardroom uses version ${SCHEMA_VERSION}`,
    remedy:
      version === null
        ? "Prepare it once, by a user who may create schemas: boardroom worker --setup"
        : "Stop its workers, and bring it to this version: boardroom worker --setup",
  });
}

async function versionOf(database: Database): Promise<number | null> {
  const [there] = await database.query<{ there: boolean }>(
    "select to_regclass('boardroom.versions') is not null as there",
  );
  if (!there?.there) return null;
  const [row] = await database.query<{ version: number }>(
    "select max(version) as version from boardroom.versions",
  );
  return row?.version ?? null;
}

function newer(version: number): BoardroomError {
  return new BoardroomError("database-unready", {
    message: `the database is prepared for version ${version} of its tables; this boardroom knows version ${SCHEMA_VERSION}`,
    remedy: "Use the boardroom that prepared it, or another database.",
  });
}
