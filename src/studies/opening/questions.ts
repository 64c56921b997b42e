// Reads a file of questions, as JSON lines or CSV, and puts each question to the board of a scenario.

import { dirname, resolve } from "node:path";
import { z } from "zod";
import { BoardroomError, type Place, type Problem } from "../../errors.ts";
import { readDocument } from "../../scenario/documents/documents.ts";
import { Findings } from "../../scenario/files/findings.ts";
import { describeNotFound } from "../../scenario/files/nearest.ts";
import { shortenPath } from "../../scenario/files/paths.ts";
import { readText } from "../../scenario/files/read-text.ts";
import {
  type Document,
  OPTION_ID,
  type Scenario,
  type VerdictOption,
} from "../../scenario/schema/scenario.ts";
import { parseCsv } from "../../text/csv.ts";
import { tryReadJson } from "../../text/json-in.ts";

const text = z.string().trim().min(1);

const questionSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, "must be lowercase letters, digits and hyphens"),
  question: text,
  options: z.array(text.max(200)).min(2).max(20),
  answer: text,
  document: text.optional(),
});

export type StudyQuestion = {
  id: string;
  question: string;
  options: readonly VerdictOption[];
  /** Id of the right option. */
  answer: string;
  document: Document | null;
};

/** Every problem of the file is in the one error thrown. */
export async function readQuestions(path: string, cwd: string): Promise<StudyQuestion[]> {
  const shown = shortenPath(path, cwd);
  const rows = parseRows(await readText(path, "study-invalid", cwd), shown);
  const findings = new Findings();
  const questions: StudyQuestion[] = [];
  const documents = new Map<string, Document>();
  for (const { line, value } of rows) {
    const place = { file: shown, line };
    const refuse = (problem: Problem) => findings.add("study-invalid", [{ ...problem, place }]);
    const read = questionSchema.safeParse(value);
    if (!read.success) {
      for (const { path: at, message } of read.error.issues)
        refuse({ message: `${at.join(".") || "the line"}: ${message}`, remedy: FORM });
      continue;
    }
    const { id, question, options, answer, document } = read.data;
    if (questions.some((each) => each.id === id))
      refuse({ message: `two questions have the id ${id}`, remedy: "Rename one." });
    const verdicts = createOptions(options);
    const right = verdicts[options.indexOf(answer)];
    if (!right) refuse(describeNotFound("answer", answer, options));
    const made =
      document === undefined
        ? null
        : await findings.collect(() => readOnce(documents, path, document, place));
    questions.push({
      id,
      question,
      options: verdicts,
      answer: right?.id ?? "",
      document: made ?? null,
    });
  }
  findings.throwIfAny();
  return questions;
}

/** Several questions may be about one document. */
async function readOnce(
  documents: Map<string, Document>,
  questions: string,
  shown: string,
  place: Place,
): Promise<Document> {
  const known = documents.get(shown);
  if (known) return known;
  const path = resolve(dirname(questions), shown);
  const document = await readDocument({ path, shown, place, subject: true });
  documents.set(shown, document);
  return document;
}

const FORM = "Each question has id, question, options, answer, and may have document.";

function parseRows(content: string, file: string): { line: number; value: unknown }[] {
  if (!/\.csv$/i.test(file)) {
    const lines = content.split("\n").map((each, index) => ({ line: index + 1, text: each }));
    const filled = lines.filter((each) => each.text.trim() !== "");
    return filled.map(({ line, text: json }) => ({ line, value: tryReadJson(json) }));
  }
  const [head, ...rows] = readCsv(content, file);
  return rows.map(({ line, cells }) => {
    const named = (head?.cells ?? []).map((name, at) => [name.trim(), cells[at] ?? ""] as const);
    const filled = Object.fromEntries(named.filter(([, cell]) => cell !== ""));
    const { options = "" } = filled;
    return { line, value: { ...filled, options: options.split("|") } };
  });
}

function readCsv(content: string, file: string) {
  try {
    return parseCsv(content);
  } catch (error) {
    const message = (error as SyntaxError).message;
    const remedy = "Put the cell in quotation marks, and double each mark inside.";
    throw new BoardroomError("study-invalid", { place: { file }, message, remedy });
  }
}

/** `Next spring` becomes NEXT_SPRING. If the words of one option make no id, all options are letters. */
function createOptions(options: readonly string[]): VerdictOption[] {
  const words = options.map((option) =>
    option
      .normalize("NFKD")
      .toUpperCase()
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^A-Z0-9]+/g, "_"),
  );
  const isClear = words.every((id) => OPTION_ID.test(id) && id.length <= 40);
  const ids = isClear && new Set(words).size === words.length ? words : null;
  return options.map((meaning, index) => ({
    id: ids?.[index] ?? String.fromCharCode(65 + index),
    side: index === 0 ? "for" : "against",
    meaning,
  }));
}

/** The board of the scenario, with the question instead of its case. Options are counted by themselves. */
export function putQuestion(scenario: Scenario, asked: StudyQuestion): Scenario {
  const { id, question, options, document } = asked;
  return {
    ...scenario,
    title: id,
    question,
    context: undefined,
    verdicts: options,
    sides: "none",
    decision: { ...scenario.decision, by: "option" },
    criteria: [],
    requirements: undefined,
    script: undefined,
    private: undefined,
    documents: document ? [document] : [],
  };
}
