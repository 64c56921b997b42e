import type { Database } from "./database.ts";

export type ClusterStatus = "queued" | "held" | "closed" | "waiting" | "suspended" | "failed" | "cancelled";

export type ClusterMeeting = {
  readonly id: string;
  readonly study: string;
  readonly path: string;
  readonly status: ClusterStatus;
  readonly reason: string | null;
  readonly head: string;
};

export type Submission = {
  readonly study: string;
  readonly path: string;
  readonly protocol: string;
  /** Digest of the submitter's own code, as `ownParts` gives it; null if there is none. */
  readonly code: string | null;
  readonly opening: readonly string[];
};

export async function submit(
  database: Database,
  { study, path, protocol, code, opening }: Submission,
): Promise<string> {
  const [row] = await database.query<{ id: string }>("select boardroom.submit($1, $2, $3, $4, $5) as id", [
    study,
    path,
    protocol,
    code,
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
  readonly code: string | null;
  readonly head: string;
};

export async function claim(database: Database, id: string, worker: string): Promise<Claimed | null> {
  const [row] = await database.query<Claimed>("select * from boardroom.claim($1, $2)", [id, worker]);
  return row ?? null;
}

/** Queues it again if an answer has come; null if another worker has it. */
export async function letGo(
  database: Database,
  { id, claim: by }: { readonly id: string; readonly claim: string },
  status: ClusterStatus,
  reason: string | null,
): Promise<ClusterStatus | null> {
  const [row] = await database.query<{ stands: ClusterStatus | null }>(
    "select boardroom.let_go($1, $2, $3, $4) as stands",
    [id, by, status, reason],
  );
  return row?.stands ?? null;
}

export function meetingsOf(database: Database, study: string): Promise<readonly ClusterMeeting[]> {
  return database.query<ClusterMeeting>(`${MEETINGS} where study = $1 order by id`, [study]);
}

const MEETINGS = "select id, study, path, status, reason, head from boardroom.meetings";

/** Lets workers go on with meetings that waited for money, a person or a second thought. */
export async function requeue(database: Database, ids: readonly string[]): Promise<void> {
  await database.query(
    "update boardroom.meetings set status = 'queued', reason = null where id = any($1) and status in ('suspended', 'waiting', 'cancelled', 'failed')",
    [ids],
  );
}

export async function wakeWaiting(database: Database, id: string): Promise<boolean> {
  await database.query(
    "update boardroom.meetings set status = 'queued', reason = null where id = $1 and status = 'waiting'",
    [id],
  );
  // Asked apart, so that an answer that was lost is not taken for another: to be queued twice is to be queued once.
  return (await meetingThere(database, id))?.status === "queued";
}

export async function meetingThere(database: Database, id: string): Promise<ClusterMeeting | null> {
  const [meeting] = await database.query<ClusterMeeting>(`${MEETINGS} where id = $1`, [id]);
  return meeting ?? null;
}

export function waitingMeetings(database: Database): Promise<readonly ClusterMeeting[]> {
  return database.query<ClusterMeeting>(`${MEETINGS} where status = 'waiting' order by id`);
}

export async function cancelStudy(database: Database, study: string): Promise<number> {
  const rows = await database.query(
    "update boardroom.meetings set status = 'cancelled', claim = claim + 1 where study = $1 and status not in ('closed', 'failed', 'cancelled') returning id",
    [study],
  );
  return rows.length;
}
