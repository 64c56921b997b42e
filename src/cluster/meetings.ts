import type { Database } from "./database.ts";

/** How a meeting stands in the database. */
export type ClusterStatus = "queued" | "held" | "closed" | "waiting" | "suspended" | "failed" | "cancelled";

export type ClusterMeeting = {
  readonly id: string;
  readonly path: string;
  readonly status: ClusterStatus;
  readonly reason: string | null;
  readonly head: string;
};

/** A meeting with its opening, complete and checked: a worker only ever goes on with it. */
type Submission = {
  readonly study: string;
  readonly path: string;
  readonly protocol: string;
  readonly opening: readonly string[];
};

/** Puts a meeting there once, and resolves with its id. */
export async function submit(
  database: Database,
  { study, path, protocol, opening }: Submission,
): Promise<string> {
  const [row] = await database.query<{ id: string }>("select boardroom.submit($1, $2, $3, $4) as id", [
    study,
    path,
    protocol,
    opening,
  ]);
  if (!row) throw new Error("the database gave no id");
  return row.id;
}

type Claimed = {
  readonly claim: string;
  readonly study: string;
  readonly path: string;
  readonly protocol: string;
  readonly head: string;
};

/** Takes a meeting over; null where there is nothing left to do. */
export async function claim(database: Database, id: string, worker: string): Promise<Claimed | null> {
  const [row] = await database.query<Claimed>("select * from boardroom.claim($1, $2)", [id, worker]);
  return row ?? null;
}

/** Says how a meeting stands that is let go; false where another has it. */
export async function letGo(
  database: Database,
  { id, claim: by }: { readonly id: string; readonly claim: string },
  status: ClusterStatus,
  reason: string | null,
): Promise<boolean> {
  const [row] = await database.query<{ done: boolean }>("select boardroom.let_go($1, $2, $3, $4) as done", [
    id,
    by,
    status,
    reason,
  ]);
  return row?.done ?? false;
}

/** The meetings of a study, those whose path is given or all. */
export function meetingsOf(database: Database, study: string): Promise<readonly ClusterMeeting[]> {
  return database.query<ClusterMeeting>(
    "select id, path, status, reason, head from boardroom.meetings where study = $1 order by id",
    [study],
  );
}

/** Lets workers go on with meetings that waited for money, a person or a second thought. */
export async function requeue(database: Database, ids: readonly string[]): Promise<void> {
  await database.query(
    "update boardroom.meetings set status = 'queued', reason = null where id = any($1) and status in ('suspended', 'waiting', 'cancelled', 'failed')",
    [ids],
  );
}

/** Ends what has not ended: whoever holds one of them finds its claim gone. */
export async function cancelStudy(database: Database, study: string): Promise<number> {
  const rows = await database.query(
    "update boardroom.meetings set status = 'cancelled', claim = claim + 1 where study = $1 and status not in ('closed', 'failed', 'cancelled') returning id",
    [study],
  );
  return rows.length;
}
