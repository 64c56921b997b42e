import { z } from "zod";
import { type HumanMeeting, notThatFormat } from "./human-meeting.ts";

const qmsumSchema = z.looseObject({
  meeting_transcripts: z.array(z.looseObject({ speaker: z.string(), content: z.string() })),
});

/** QMSum (Zhong and others 2021): one meeting a file, called as the file is. */
export function readQmsum(file: string, text: string, id: string): HumanMeeting {
  const parsed = qmsumSchema.safeParse(jsonIn(file, null, text));
  if (!parsed.success)
    throw notThatFormat(
      file,
      null,
      "no meeting_transcripts with speaker and content",
      "Give files of QMSum's folders data/*/all, or a folder of them.",
    );
  const messages = parsed.data.meeting_transcripts
    .map(({ speaker, content }) => ({ speaker: speaker.trim(), text: content.trim() }))
    .filter(({ speaker, text: words }) => speaker !== "" && words !== "");
  return { id, messages, answers: [] };
}

const utteranceSchema = z
  .looseObject({
    speaker: z.string().optional(),
    user: z.string().optional(),
    conversation_id: z.union([z.string(), z.number()]).nullish(),
    root: z.union([z.string(), z.number()]).nullish(),
    text: z.string().nullish(),
    meta: z.looseObject({ message_type: z.unknown(), is_section_header: z.unknown() }).partial().nullish(),
  })
  .transform(({ speaker, user, conversation_id, root, text, meta }) => ({
    speaker: speaker ?? user,
    conversation: conversation_id ?? root,
    text: text ?? "",
    // ConvoKit's DeliData also has dealt cards and answers as utterances, and talk pages have headings.
    isTalk: !["INITIAL", "SUBMIT"].includes(String(meta?.message_type)) && meta?.is_section_header !== true,
  }));

/** ConvoKit (Chang and others 2020): `utterances.jsonl`, split by conversation; older corpora say user and root. */
export function readConvokit(file: string, text: string): HumanMeeting[] {
  const meetings = new Map<string, { speaker: string; text: string }[]>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const { data } = utteranceSchema.safeParse(jsonIn(file, index + 1, line));
    if (!data?.speaker || data.conversation === undefined || data.conversation === null)
      throw notThatFormat(
        file,
        index + 1,
        "no speaker and conversation_id",
        "Each line of utterances.jsonl has speaker, conversation_id and text (older corpora: user and root).",
      );
    const id = String(data.conversation);
    const messages = meetings.get(id) ?? [];
    meetings.set(id, messages);
    if (data.isTalk && data.text.trim() !== "") messages.push({ speaker: data.speaker, text: data.text });
  }
  return [...meetings].map(([id, messages]) => ({ id, messages, answers: [] }));
}

function jsonIn(file: string, line: number | null, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notThatFormat(file, line, "not JSON", "See boardroom import --help for what each format is.");
  }
}
