import type { Outcome } from "../../engine/transcript/events.ts";
import type { StudyRecord } from "../read-study.ts";
import { keyOf, type MeetingKey, type ResultRow } from "../result-row.ts";

type StudiedMember = {
  readonly id: string;
  readonly opening: string | null;
  readonly final: string | null;
  readonly sure: number | null;
  readonly words: number;
};

export type StudiedMeeting = MeetingKey & {
  readonly path: string;
  readonly outcome: Decided;
  readonly opening: Decided | null;
  readonly members: readonly StudiedMember[];
  readonly simulated: boolean;
  readonly absences: number;
  readonly calls: number;
  readonly failedCalls: number;
  readonly tokens: number;
  readonly dollars: number | null;
  readonly seconds: number;
};

type Decided = Pick<Outcome, "side" | "option"> & { readonly label: string };

type StudiedMeetings = {
  readonly held: readonly StudiedMeeting[];
  readonly failed: number;
};

/** If a meeting was continued, its last line counts. */
export async function studiedMeetings(record: StudyRecord): Promise<StudiedMeetings> {
  const words = new Map<string, string>();
  // One copy of each word: thousands of rows say the same few.
  const once = <T extends string | null>(word: T): T => {
    if (word === null) return word;
    if (!words.has(word)) words.set(word, word);
    return words.get(word) as T;
  };
  const held = new Map<string, StudiedMeeting | null>();
  for await (const row of record.rows()) held.set(keyOf(row), meetingOf(row, once));
  const meetings = [...held.values()].filter((meeting) => meeting !== null);
  return { held: meetings.sort((a, b) => a.seed - b.seed), failed: held.size - meetings.length };
}

type OneCopy = <T extends string | null>(word: T) => T;

function meetingOf(row: ResultRow, once: OneCopy): StudiedMeeting | null {
  if (row.status === "failed" || row.outcome === null) return null;
  return {
    ...{ scenario: once(row.scenario), arm: once(row.arm), subject: once(row.subject), seed: row.seed },
    path: row.path,
    outcome: decided(row.outcome, once),
    opening: row.openingOutcome && decided(row.openingOutcome, once),
    members: Object.entries(row.members).map(([id, { opening, final, words }]) => ({
      id: once(id),
      opening: once(opening?.verdict ?? null),
      final: once(final?.verdict ?? null),
      sure: final?.confidence ?? null,
      words,
    })),
    ...{ simulated: row.simulated, absences: row.absences, calls: row.calls, failedCalls: row.failedCalls },
    tokens: row.tokens.input + row.tokens.cacheRead + row.tokens.output,
    ...{ dollars: row.dollars, seconds: row.seconds },
  };
}

function decided({ status, side, option }: Outcome, once: OneCopy): Decided {
  const isFound = ["decided", "unaccepted", "partial"].includes(status) && (side !== null || option !== null);
  return {
    side: isFound ? side : null,
    option: isFound ? once(option) : null,
    label: once(isFound ? (option ?? side ?? status) : status),
  };
}

export function ofArm(
  meetings: readonly StudiedMeeting[],
  scenario: string,
  arm: string,
): readonly StudiedMeeting[] {
  return meetings.filter((meeting) => meeting.scenario === scenario && meeting.arm === arm);
}

/** Meetings of two arms with the same subject and seed: common random numbers. */
export function paired(
  first: readonly StudiedMeeting[],
  second: readonly StudiedMeeting[],
): (readonly [StudiedMeeting, StudiedMeeting])[] {
  const others = new Map(second.map((meeting) => [`${meeting.subject}/${meeting.seed}`, meeting]));
  return first.flatMap((meeting) => {
    const other = others.get(`${meeting.subject}/${meeting.seed}`);
    return other ? [[meeting, other] as const] : [];
  });
}
