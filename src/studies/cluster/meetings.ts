// The SQL calls of a cluster: submits, claims, cancels and erases meetings, and shares one budget
// and one rate among all workers. tables.ts has the tables.

import type { Meeting } from "../../engine/meeting/open-meeting.ts";
import type { Reserved, SharedBudget } from "../../engine/money/budget.ts";
import type { Throttle } from "../../models/calls/throttle.ts";
import { sleep } from "../../models/contract/sleep.ts";
import type { Study } from "../study.ts";
import type { Database } from "./database.ts";

export type ClusterStatus = "queued" | "held" | "closed" | "suspended" | "failed" | "cancelled";

export type ClusterMeeting = {
  id: string;
  study: string;
  path: string;
  status: ClusterStatus;
  reason: string | null;
  head: string;
};

type Submission = {
  study: string;
  path: string;
  protocol: string;
  /** Digest of the submitter's own code, as `ownParts` gives it; null if there is none. */
  code: string | null;
  opening: readonly string[];
};

export async function submit(
  database: Database,
  { study, path, protocol, code, opening }: Submission,
): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    "select boardroom.submit($1, $2, $3, $4, $5) as id",
    [study, path, protocol, code, opening],
  );
  if (!row) throw new Error("the database gave no id");
  return row.id;
}

type Claimed = {
  claim: string;
  study: string;
  path: string;
  protocol: string;
  code: string | null;
  head: string;
};

export async function claim(
  database: Database,
  id: string,
  worker: string,
): Promise<Claimed | null> {
  const [row] = await database.query<Claimed>("select * from boardroom.claim($1, $2)", [
    id,
    worker,
  ]);
  return row ?? null;
}

/** Null if another worker has it. */
export async function letGo(
  database: Database,
  { id, claim: by }: { id: string; claim: string },
  status: ClusterStatus,
  reason: string | null,
): Promise<ClusterStatus | null> {
  const [row] = await database.query<{ stands: ClusterStatus | null }>(
    "select boardroom.let_go($1, $2, $3, $4) as stands",
    [id, by, status, reason],
  );
  return row?.stands ?? null;
}

export function listMeetings(
  database: Database,
  study: string,
): Promise<readonly ClusterMeeting[]> {
  return database.query<ClusterMeeting>(`${MEETINGS} where study = $1 order by id`, [study]);
}

const MEETINGS = "select id, study, path, status, reason, head from boardroom.meetings";

/** Lets workers continue meetings that waited for money or a second thought. */
export async function requeue(database: Database, ids: readonly string[]): Promise<void> {
  await database.query(
    "update boardroom.meetings set status = 'queued', reason = null where id = any($1) and status in ('suspended', 'cancelled', 'failed')",
    [ids],
  );
}

export async function cancelStudy(database: Database, study: string): Promise<number> {
  const rows = await database.query(
    "update boardroom.meetings set status = 'cancelled', claim = claim + 1 where study = $1 and status not in ('closed', 'failed', 'cancelled') returning id",
    [study],
  );
  return rows.length;
}

/** Two studies that ask for the same meetings are one. */
export function nameInDatabase({ name, digest }: Pick<Study, "name" | "digest">): string {
  return `${name} ${digest.slice(0, 16)}`;
}

export type StudyPlace = Pick<Submission, "study" | "path" | "code">;

export async function submitMeeting(
  database: Database,
  placed: StudyPlace,
  meeting: Meeting,
): Promise<string> {
  await meeting.open();
  const { events } = meeting.journal;
  const { name, version } = meeting.protocol;
  return submit(database, {
    ...placed,
    protocol: `${name}@${version}`,
    opening: events.map((event) => JSON.stringify(event)),
  });
}

/** `hash`: of the first line of its record. */
export type SoughtInDatabase = Pick<ClusterMeeting, "study" | "path"> & { hash: string };

export function findInDatabase(
  database: Database,
  sought: readonly SoughtInDatabase[],
): Promise<readonly Pick<ClusterMeeting, "id" | "study" | "path">[]> {
  return database.query(
    `select m.id, m.study, m.path from jsonb_to_recordset($1::jsonb) as w (study text, path text, hash text)
      join boardroom.meetings m on m.study = w.study and m.path = w.path
      join boardroom.lines l on l.meeting = m.id and l.line = 1 and l.hash = w.hash
      order by m.id`,
    [JSON.stringify(sought)],
  );
}

/** Deletes meetings with their lines. Holders lose their claim, and reserved money counts as spent. */
export async function eraseInDatabase(database: Database, ids: readonly string[]): Promise<void> {
  await database.query(
    "select boardroom.spend_reserved(id) from boardroom.meetings where id = any($1)",
    [ids],
  );
  await database.query("delete from boardroom.meetings where id = any($1)", [ids]);
}

/** For an approval without a limit, such as of a model without a price. */
const MOST_DOLLARS = 1e15;

/** What a person approved for all meetings of a study. Workers run no paid meeting of a study that has no such row. */
export async function setSharedBudget(
  database: Database,
  name: string,
  dollars: number,
): Promise<void> {
  await database.query(
    "insert into boardroom.purses (name, most) values ($1, $2) on conflict (name) do update set most = $2",
    [name, Number.isFinite(dollars) ? dollars : MOST_DOLLARS],
  );
}

export type Claim = { id: string; claim: string };

const WAIT_MS = 250;

/** A study's budget for all workers; null if nobody approved one. Money is reserved before a call, and no lock is kept during it. */
export async function openSharedBudget(
  database: Database,
  study: string,
  held: Claim,
  signal: AbortSignal,
): Promise<SharedBudget | null> {
  const [purse] = await database.query<{ most: string }>(
    "select most from boardroom.purses where name = $1",
    [study],
  );
  if (!purse) return null;
  return {
    isLimited: Number(purse.most) < MOST_DOLLARS,
    async reserve(dollars): Promise<Reserved | { refused: string }> {
      let taken: Taken | undefined;
      while (!taken?.id) {
        [taken] = await database.query<Taken>("select * from boardroom.reserve($1, $2, $3, $4)", [
          study,
          held.id,
          held.claim,
          dollars,
        ]);
        if (taken?.id) break;
        // Most of the reserved money comes back, because calls cost less in the end.
        if (taken === undefined || taken.others === "0" || signal.aborted)
          return { refused: describeRefusal(taken) };
        await sleep(WAIT_MS, signal);
      }
      const { id } = taken;
      return {
        async settle(cost) {
          await database.query("select boardroom.settle($1, $2)", [id, cost]);
        },
      };
    },
  };
}

type Taken = {
  id: string | null;
  /** Of the study, if it has no room; null if another worker has the meeting. */
  most: string | null;
  others: string;
};

function describeRefusal(taken: Taken | undefined): string {
  if (!taken?.most) return "another worker has this meeting";
  return `the study's budget of $${Number(taken.most)} has no room for this call`;
}

/** Calls per minute are shared by all workers; concurrency is each worker's own. */
export function shareThrottle(
  database: Database,
  provider: string,
  { perMinute, local }: { perMinute: number | undefined; local: Throttle },
): Throttle {
  if (perMinute === undefined) return local;
  return {
    run(fn, signal) {
      return local.run(async () => {
        for (;;) {
          const [row] = await database.query<{ wait: number }>(
            "select boardroom.begin_call($1, $2) as wait",
            [provider, perMinute],
          );
          const wait = row?.wait ?? 0;
          if (wait === 0) return fn();
          await sleep(wait, signal);
          signal.throwIfAborted();
        }
      }, signal);
    },
  };
}
