// Writes a question with its board as a scenario folder. `ask` and the page of new meetings call it.

import { toSlug } from "../../scenario/files/paths.ts";
import { dropTrailing } from "../../text/plain.ts";
import type { ComposedBoard } from "../asking/compose.ts";
import type { FramedQuestion } from "../asking/frame.ts";
import { renderScenario } from "../asking/scenario-text.ts";
import { findFreeName, type GivenDocument, writeScenario } from "./documents.ts";

type QuestionToSave = {
  frame: FramedQuestion;
  board: ComposedBoard;
  given: readonly GivenDocument[];
  /** Name of the scenario; default: words of the question. */
  name?: string | undefined;
  model?: string | undefined;
  protocol?: string | undefined;
  isBrief?: boolean | undefined;
  dealt?: readonly string[] | undefined;
};

/** Returns the name of the scenario, which is new in ./scenarios. */
export function saveQuestion(
  cwd: string,
  { name: wanted, given, ...question }: QuestionToSave,
): string {
  const name = findFreeName(cwd, wanted ?? nameScenario(question.frame.question));
  const documents = given.map(({ document: { name: file, title, subject } }) => ({
    file,
    title,
    subject,
  }));
  writeScenario(cwd, renderScenario({ name, documents, ...question }), given);
  return name;
}

const FILLING = new Set(
  "should we the a an to of for in on do does is are our i this that it be or and with".split(" "),
);
const WORDS_OF_NAME = 6;

function nameScenario(question: string): string {
  const words = toSlug(question.normalize("NFKD").replaceAll(/\p{M}/gu, "")).split("-");
  const named = words.filter((word) => !FILLING.has(word));
  return dropTrailing(
    toSlug((named.length > 0 ? named : words).slice(0, WORDS_OF_NAME).join("-")),
    "-",
  );
}
