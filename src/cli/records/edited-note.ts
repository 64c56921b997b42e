import type { Problem } from "../../errors.ts";
import type { MemberNote } from "../../reports/memory/note.ts";
import { notesDocument } from "../../reports/memory/note-document.ts";
import { suspectsIn } from "../../scenario/files/secrets.ts";
import { type DraftFile, draftFile } from "../terminal/draft-file.ts";

/** What is wrong with words that a person wants in a note, each with its remedy; none where they can stand. */
export function problemsOf(note: MemberNote, words: string): readonly Problem[] {
  const edited = words.trim();
  if (edited === "")
    return [{ message: "there are no words", remedy: "Write some; boardroom memory forget deletes a note." }];
  const keys = suspectsIn(edited).map(({ name, line }) => ({
    message: `line ${line} looks like ${name}, which members would be sent`,
    remedy: "Take it out, and withdraw it if it was ever shared.",
  }));
  const isShown = notesDocument(note.seat, [{ ...note, edited }]) !== null;
  const tooLong = {
    message: `${edited.length} characters are more than a member is shown`,
    remedy: "Shorten it to about 3,000 characters: a note that is too long would be left out.",
  };
  return [
    ...(edited.includes("\uFFFD") || edited.includes("\0")
      ? [{ message: "it is no text in UTF-8", remedy: "Save it as UTF-8." }]
      : []),
    ...keys,
    ...(isShown ? [] : [tooLong]),
  ];
}

/** A note laid out to be edited; what is read of it is what was written, without the lines that begin with #. */
export function draftOf({ persona, seat, at, head, edited, reasoning, closing }: MemberNote): DraftFile {
  const words = edited ?? [reasoning, closing].filter((each) => each?.trim()).join("\n\n");
  const heading = [
    `# The note of ${persona} on the meeting of ${at.slice(0, 10)}, transcript head ${head.slice(0, 12)}`,
    "# What stands below takes the place of the member's reasoning and last words, and is shown as a person's.",
    "# Lines that begin with # are left out. Left as it is, nothing is changed.",
  ];
  const draft = draftFile(`note-${seat}-${head.slice(0, 8)}.md`, [...heading, "", words, ""].join("\n"));
  const isWritten = (line: string) => !line.startsWith("#");
  return { ...draft, read: () => draft.read().split(/\r?\n/).filter(isWritten).join("\n").trim() };
}
