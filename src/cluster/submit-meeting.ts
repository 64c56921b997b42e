import type { Meeting } from "../meeting/engine/open-meeting.ts";
import type { Database } from "./database.ts";
import { type Submission, submit } from "./meetings.ts";

/** Where a meeting lies: in which study, and where in its folder; and whose code it is held by. */
export type StudyPlace = Pick<Submission, "study" | "path" | "code">;

/** Puts a checked meeting into the database with its opening, asks nobody, and resolves with its id. */
export async function submitMeeting(database: Database, placed: StudyPlace, meeting: Meeting): Promise<string> {
  await meeting.open();
  const { events } = meeting.journal;
  const { name, version } = meeting.protocol;
  return submit(database, {
    ...placed,
    protocol: `${name}@${version}`,
    opening: events.map((event) => JSON.stringify(event)),
  });
}
