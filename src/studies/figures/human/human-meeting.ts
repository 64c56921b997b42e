import { BoardroomError } from "../../../errors.ts";

export type HumanMeeting = {
  readonly id: string;
  /** In the order in which people first spoke; whoever never spoke is no member. */
  readonly messages: readonly { readonly speaker: string; readonly text: string }[];
  /** Verdicts in order, `after` so many messages. */
  readonly answers: readonly { readonly speaker: string; readonly after: number; readonly verdict: string }[];
};

export const FORMATS = {
  delidata: "tab-separated files of DeliData, with answers before and after",
  qmsum: "JSON with meeting_transcripts: AMI, ICSI, committees",
  convokit: "a corpus folder with utterances.jsonl",
  plain: "text with one `Name: words` a line",
} as const;
export type HumanFormat = keyof typeof FORMATS;

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
