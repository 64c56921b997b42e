import { randomUUID } from "node:crypto";
import { type Answer, type Inbox, memoryInbox } from "../../engine/meeting/people/inbox.ts";
import type { Json, MeetingEvent } from "../../engine/transcript/events.ts";
import type { Database } from "./database.ts";
import type { ClusterStatus } from "./meetings.ts";
import type { Held } from "./records.ts";

export async function leaveAnswerThere(
  database: Database,
  meeting: string,
  { person, answer, to }: Answer,
): Promise<ClusterStatus | null> {
  const values = [meeting, randomUUID(), person, JSON.stringify(answer), to ?? null];
  const [row] = await database.query<{ stands: ClusterStatus | null }>(
    "select boardroom.answer($1, $2, $3, $4, $5) as stands",
    values,
  );
  return row?.stands ?? null;
}

type StoredAnswer = {
  readonly nth: string;
  readonly id: string;
  readonly person: string;
  readonly answer: string;
  readonly path: string | null;
};

export async function inboxThere(
  database: Database,
  { id, claim }: Held,
  events: readonly MeetingEvent[],
): Promise<Inbox> {
  const inbox = memoryInbox();
  const left = await database.query<StoredAnswer>(
    "update boardroom.answers set seen = $2 where meeting = $1 returning nth, id, person, answer, path",
    [id, claim],
  );
  const known = new Set(events.flatMap((event) => (event.type === "human.answered" ? (event.id ?? []) : [])));
  for (const each of left.toSorted((a, b) => (BigInt(a.nth) < BigInt(b.nth) ? -1 : 1))) {
    if (known.has(each.id)) continue;
    const answer = JSON.parse(each.answer) as Readonly<Record<string, Json>>;
    inbox.leave({ person: each.person, answer, id: each.id, ...(each.path !== null && { to: each.path }) });
  }
  return inbox;
}
