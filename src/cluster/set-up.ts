import { BoardroomError } from "../errors.ts";
import type { Database } from "./database.ts";
import { FUNCTIONS, SCHEMA_VERSION, TABLES } from "./schema.ts";

/** Makes tables and functions where there are none. Resolves with whether it did. */
export async function setUpSchema(database: Database): Promise<boolean> {
  const version = await versionOf(database);
  if (version === SCHEMA_VERSION) return false;
  if (version !== null) throw otherVersion(version);
  // In one transaction: all of it stands, or nothing does.
  await database.query(
    `begin; ${TABLES} ${FUNCTIONS} insert into boardroom.versions (version) values (${SCHEMA_VERSION}); commit;`,
  );
  return true;
}

/** Throws where the database was not prepared, or for another version. */
export async function requireSchema(database: Database): Promise<void> {
  const version = await versionOf(database);
  if (version === SCHEMA_VERSION) return;
  if (version !== null) throw otherVersion(version);
  throw new BoardroomError("database-unready", {
    message: "the database is not prepared for studies",
    remedy: "Prepare it once, by a user who may create schemas: boardroom worker --setup",
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

function otherVersion(version: number): BoardroomError {
  return new BoardroomError("database-unready", {
    message: `the database is prepared for version ${version} of its tables; this boardroom uses version ${SCHEMA_VERSION}`,
    remedy: "Use the boardroom that prepared it, or another database.",
  });
}
