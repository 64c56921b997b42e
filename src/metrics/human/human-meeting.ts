import { BoardroomError } from "../../errors.ts";

/** A meeting that people held, as a corpus has it. */
export type HumanMeeting = {
  /** What the corpus calls it. */
  readonly id: string;
  /** In the order in which people first spoke; whoever never spoke is no member. */
  readonly messages: readonly { readonly speaker: string; readonly text: string }[];
  /** Verdicts in the order they were given, `after` so many messages; empty where the corpus has none. */
  readonly answers: readonly { readonly speaker: string; readonly after: number; readonly verdict: string }[];
};

/** Formats that can be imported, and what each is. */
export const FORMATS = {
  delidata: "tab-separated files of DeliData, with answers before and after",
  qmsum: "JSON with meeting_transcripts: AMI, ICSI, committees",
  convokit: "a corpus folder with utterances.jsonl",
  plain: "text with one `Name: words` a line",
} as const;
export type HumanFormat = keyof typeof FORMATS;

/** Somebody's file is not what the format says, at a line of it. */
export function notThatFormat(
  file: string,
  line: number | null,
  message: string,
  remedy: string,
): BoardroomError {
  return new BoardroomError("import-invalid", {
    place: line === null ? { file } : { file, line },
    message,
    remedy,
  });
}
