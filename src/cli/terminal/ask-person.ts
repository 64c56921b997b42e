// Asks a person at the terminal for a turn, a vote or a form, until the answer can be taken.

import { parse } from "yaml";
import { describeKind, isFilledIn, requestFields } from "../../engine/form/field-kind.ts";
import {
  enterText,
  type FormPart,
  listFormParts,
  moveBy,
  nameInRow,
  openForm,
  type Written,
} from "../../engine/form/form.ts";
import {
  describeMarks,
  listMarks,
  readAnswer,
  writeAnswer,
} from "../../engine/people/person-form.ts";
import type { HumanAnswer, HumanRequest } from "../../engine/protocol/floor.ts";
import { type Io, print } from "../../home/process/io.ts";
import { dropMissing } from "../../lists.ts";
import { formatRequest } from "./request-lines.ts";

export async function promptPerson(
  io: Io,
  person: string,
  request: HumanRequest,
  signal: AbortSignal,
): Promise<HumanAnswer | null> {
  if (isFilledIn(request)) return fillIn(io, person, request, signal);
  print(io.stderr, ["", ...formatRequest(person, request), explainHowToAnswer(request)]);
  let kept =
    request.typed === undefined
      ? ""
      : keepReadableLines(writeAnswer(request.typed, request), request);
  for (;;) {
    if (kept !== "") print(io.stderr, [KEPT]);
    const text = await readUntilDot(io, signal, kept === "" ? undefined : kept);
    if (text === null) return null;
    const [last = ""] = text.split("\n").slice(-1);
    if (last.trim() === AGAIN) {
      kept = "";
      continue;
    }
    const isHelp = last.trim() === HELP;
    const read = isHelp
      ? { problem: describeMarks(request).join("\n") }
      : readAnswer(ALONE.test(last) ? last : text, request);
    if ("answer" in read) return read.answer;
    kept = keepReadableLines(text, request);
    print(io.stderr, read.problem.split("\n"));
  }
}

/** A line that cannot be read can only be written again. YAML is read as a whole. */
function keepReadableLines(text: string, request: HumanRequest): string {
  if (request.kind !== "turn") return "";
  return text
    .split("\n")
    .filter((line) => "answer" in readAnswer(line, request))
    .join("\n");
}

/** A line that is the whole answer. Earlier lines do not count. */
const ALONE = /^\s*\/(?:pass\s*$|absent\s)/;

const AGAIN = "/again";
const KEPT = `What you wrote is kept. Add lines, or correct a line with a slash by writing it again. ${AGAIN} begins again.`;

const HELP = "/help";

async function readUntilDot(io: Io, signal: AbortSignal, first?: string): Promise<string | null> {
  const lines: string[] = first === undefined ? [] : [first];
  for (;;) {
    const line = (await io.ask?.("> ", signal)) ?? null;
    if (line === null || signal.aborted) return null;
    if (line.trim() === ".") return lines.join("\n");
    lines.push(line);
    if (/^\/(?:pass|absent\s.+|help|again)$/.test(line.trim()))
      return lines.length === 1 ? line.trim() : lines.join("\n");
  }
}

function explainHowToAnswer(request: HumanRequest): string {
  const marks = listMarks(request).map((mark) => `/${mark}`);
  return request.kind === "turn"
    ? `Write, and end with a line that contains only a dot. ${marks.join(" ")}; /help tells more.`
    : "Write a field and its value on each line (YAML), and end with a line that contains only a dot.";
}

async function fillIn(
  io: Io,
  person: string,
  request: HumanRequest,
  signal: AbortSignal,
): Promise<HumanAnswer | null> {
  const { fields: _, schema: __, ...shown } = request;
  print(io.stderr, ["", ...formatRequest(person, { ...shown, form: "message" }), HOW_TO_FILL_IN]);
  let written = openForm(requestFields(request) ?? [], request.typed);
  let shownRow = -1;
  for (;;) {
    const field = listFormParts(written.form)[written.form.at];
    if (field) {
      if (field.row && field.row.at !== shownRow)
        print(io.stderr, ["", `${field.row.at + 1}. ${field.row.label}`]);
      shownRow = field.row?.at ?? -1;
      print(io.stderr, describeField(written, field));
    }
    const line = field ? ((await io.ask?.("> ", signal)) ?? null) : "";
    if (line === null || signal.aborted) return null;
    const text = line.trim();
    const other = readAnswer(text, { ...request, form: "json" });
    if (text.startsWith("/")) {
      if (text === "/back") written = moveBy(written, -1);
      else if (/^\/(?:pass|absent\s.+)$/.test(text) && "answer" in other) return other.answer;
      else print(io.stderr, [HOW_TO_FILL_IN]);
      continue;
    }
    if (isFirstLineOfYaml(text, request)) {
      const rest = await readUntilDot(io, signal, line);
      const read = rest === null ? null : readAnswer(rest, request);
      if (read === null || "answer" in read) return read?.answer ?? null;
      print(io.stderr, [read.problem]);
      continue;
    }
    const next = enterText({ form: written.form, text: line === "" ? written.text : line });
    if ("answer" in next) return next.answer;
    written = next;
  }
}

const HOW_TO_FILL_IN =
  "Answer each question on a line. Press enter to keep the value, or for no answer. /back goes back, /absent REASON declines; a first line such as `verdict: YES` begins the whole as YAML, up to a dot.";

function describeField({ form, text }: Written, field: FormPart): readonly string[] {
  const { label, kind, isRequired, about } = field;
  const problem = form.problems.get(label);
  const name = nameInRow(field);
  return dropMissing([
    problem !== undefined && `${name}: ${problem}`,
    `${name}${about === "" ? "" : ` (${about})`}: ${describeKind(kind)}${isRequired ? "" : ", may be left empty"}${text === "" ? "" : ` [${text}]`}`,
  ]);
}

/** The whole answer as YAML begins with a field that is asked for and a colon. */
function isFirstLineOfYaml(line: string, request: HumanRequest): boolean {
  const name = /^([A-Za-z]\w*):(?:\s|$)/.exec(line)?.[1];
  if (name === undefined || !requestFields(request)?.some((field) => field.name === name))
    return false;
  try {
    return typeof parse(line) === "object";
  } catch {
    return true;
  }
}
