import type { HumanRequest } from "../../meeting/contract/floor.ts";
import { rejectionOf } from "../../meeting/people/file-inbox.ts";
import { isSamePerson } from "../../meeting/people/inbox.ts";
import { sleep } from "../../models/port/sleep.ts";
import type { MeetingEvent } from "../../transcript/events.ts";
import { readTranscript } from "../../transcript/journal.ts";
import { effectPath } from "../../transcript/path.ts";
import { EXIT } from "../terminal/exit-codes.ts";
import { type Io, print } from "../terminal/io.ts";
import { rejectionInWords } from "./people.ts";
import { refusalLines } from "./request-lines.ts";

/** An answer that has been left: where, whose, and how long the record was then. */
export type LeftAnswer = {
  /** The transcript's folder, as a path and as it was named. */
  readonly path: string;
  readonly folder: string;
  readonly person: string;
  readonly file: string;
  readonly from: number;
};

/** Tells of an answer that was not taken, with the reason and what was written; null where it was, or nobody has looked yet. */
export function refusal(io: Io, left: LeftAnswer): number | null {
  const why = rejectionOf(left.file);
  if (why !== null) {
    print(io.stderr, [rejectionInWords(left.file, why)]);
    return EXIT.usage;
  }
  const asked = askedAgain(readTranscript(left.path).events, left);
  if (asked === null || asked === "taken") return null;
  const again = `  boardroom answer ${left.folder} --as ${JSON.stringify(left.person)}`;
  print(io.stderr, [...refusalLines(asked), "You are asked again:", again]);
  return EXIT.usage;
}

/** How long whoever holds the meeting has to look, in milliseconds, and how often it is looked whether they have. */
const PATIENCE_MS = 1_500;
const LOOK_MS = 100;

/** Waits a moment for the process that holds the meeting to take the answer or not; says which, or that it waits there. */
export async function toldByWriter(io: Io, left: LeftAnswer, isAsked: boolean): Promise<number> {
  const signal = io.stopSignal();
  for (let waited = 0; isAsked && waited < PATIENCE_MS && !signal.aborted; waited += LOOK_MS) {
    const code = refusal(io, left);
    if (code !== null) return code;
    if (askedAgain(readTranscript(left.path).events, left) === "taken") {
      print(io.stderr, ["Taken by the process that holds the meeting."]);
      return EXIT.decided;
    }
    await sleep(LOOK_MS, signal);
  }
  print(io.stderr, [`Left for the process that holds the meeting${isAsked ? "" : ", until it asks"}.`]);
  return EXIT.decided;
}

/** What followed on the answer: the request that asks again, `taken`, or null where nothing has followed. */
function askedAgain(
  events: readonly MeetingEvent[],
  { person, from }: LeftAnswer,
): HumanRequest | "taken" | null {
  const since = events.slice(from);
  const answered = since.find((event) => event.type === "human.answered" && isSamePerson(event.person, person));
  if (!answered) return null;
  const { path } = answered;
  const isOfTurn = path !== effectPath(path);
  const next = since
    .slice(since.indexOf(answered) + 1)
    .filter((event) => !isOfTurn || effectPath(event.path) === effectPath(path));
  if (next.length === 0) return null;
  const asked = next.find((event) => event.type === "human.asked" && isSamePerson(event.person, person));
  const request = asked?.type === "human.asked" ? (asked.request as HumanRequest) : undefined;
  return request?.problem === undefined ? "taken" : request;
}
