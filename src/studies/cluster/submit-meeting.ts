import type { Meeting } from "../../engine/meeting/engine/open-meeting.ts";
import type { Database } from "./database.ts";
import { type Submission, submit } from "./meetings.ts";

export type StudyPlace = Pick<Submission, "study" | "path" | "code">;

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
