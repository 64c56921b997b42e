import { describeProblem } from "../../../errors.ts";
import { draftOf, problemsOf } from "../../records/edited-note.ts";
import { type KeptNote, keepNote, readNote } from "../../records/memory-store.ts";
import type { DraftFile } from "../../terminal/draft-file.ts";
import { editFiles } from "../../terminal/edit-file.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print } from "../../terminal/io.ts";
import { usage } from "../../terminal/usage.ts";

/** Puts a person's words into a note; where none are given, those that are written in the editor. Resolves with the exit code. */
export async function editNote(io: Io, kept: KeptNote, says: string | undefined): Promise<number> {
  if (says !== undefined) {
    const [problem] = problemsOf(kept.note, says);
    if (problem) throw usage(problem.message, problem.remedy ?? "");
    return keep(io, kept, says);
  }
  if (!io.ask && !io.askKey)
    throw usage("what is the note to say?", "Give --says WORDS, or edit it in a terminal.");
  const draft = draftOf(kept.note);
  const before = draft.read();
  for (;;) {
    await edited(io, draft);
    const words = draft.read();
    const problems = words === before ? [] : problemsOf(kept.note, words);
    if (problems.length === 0) {
      draft.remove();
      if (words !== before) return keep(io, kept, words);
      print(io.stdout, ["Nothing was changed."]);
      return EXIT.decided;
    }
    print(
      io.stderr,
      problems.flatMap((problem) => describeProblem(problem).split("\n")),
    );
    if (!(await isEditedAgain(io))) {
      print(io.stderr, [`The note is as it was. What you wrote stands in ${draft.file}`]);
      return EXIT.usage;
    }
  }
}

async function edited(io: Io, { file }: DraftFile): Promise<void> {
  if ((await editFiles(io, [file])) === "opened")
    await io.ask?.(`Opened ${file}. Enter when you have saved it: `);
}

async function isEditedAgain(io: Io): Promise<boolean> {
  const question = "Enter edits it again, l leaves it: ";
  const key = io.askKey ? await io.askKey(question, ["e", "l", "q"]) : ((await io.ask?.(question)) ?? null);
  return key !== null && ["", "e"].includes(key.trim());
}

/** As it stands by now: what became of the decision may have been recorded meanwhile. */
async function keep(io: Io, { file }: KeptNote, words: string): Promise<number> {
  const { note } = await readNote(file);
  await keepNote(io, { ...note, edited: words.trim() });
  print(io.stdout, [`Edited: ${file}`]);
  return EXIT.decided;
}
