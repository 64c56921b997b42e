import { type HumanMeeting, notThatFormat } from "./human-meeting.ts";

/** A name, perhaps after a time in brackets, then a colon and words. */
const SAID = /^(?:[[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?\s+)?(\p{L}[^:\n]{0,59}?)\s*:\s+(.*)$/u;

/** `Name: words`, one message a line; a line without a name goes on with the message before. */
export function readPlain(file: string, text: string, id: string): HumanMeeting {
  const messages: { speaker: string; text: string }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [, speaker, words] = SAID.exec(line.trim()) ?? [];
    if (speaker !== undefined && words !== undefined) {
      messages.push({ speaker, text: words });
      continue;
    }
    const last = messages.at(-1);
    if (!last)
      throw notThatFormat(
        file,
        index + 1,
        "words before anybody's name",
        "Begin the first line with a name and a colon, such as `Ada: Good morning.`",
      );
    last.text += `\n${line.trim()}`;
  }
  return { id, messages, answers: [] };
}
