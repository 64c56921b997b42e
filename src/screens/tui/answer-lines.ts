/** The lines of the form in which a person answers a question of the meeting. */

import { describeKind, isFilledIn } from "../../engine/form/field-kind.ts";
import { type FormPart, listFormParts, nameInRow, type Written } from "../../engine/form/form.ts";
import { describeMarks } from "../../engine/people/person-form.ts";
import { dropMissing } from "../../lists.ts";
import { findQuestion } from "../../showing/watching/seat.ts";
import { cleanForPainting, cleanLineForPainting } from "../../text/paintable.ts";
import { measureWidth } from "../../text/width.ts";
import { wrap } from "../../text/wrap.ts";
import { BLANK, createSpan, cutLine, type Line, readLine } from "./lines.ts";
import { type ViewState, withCursor } from "./model.ts";
import { displayName, getTable } from "./table.ts";

export function composeLines(state: ViewState, width: number, height: number): readonly Line[] {
  const { input } = state;
  const head = listQuestionLines(state, width);
  if (input?.for === "form") {
    const needed = Math.max(openHeight(input, width), Math.ceil(height / 2));
    const top = cutRows(head, Math.max(1, height - 1 - needed), state);
    return [...top, [], ...listFormLines(input, width, height - top.length - 1)];
  }
  const body = listWrittenLines(input ? withCursor(input) : "", width);
  const gap: readonly Line[] = height < ROOMY ? [] : [BLANK];
  const room = height - gap.length;
  const written = Math.min(body.length, Math.ceil(room / 3));
  const top = cutRows(head, Math.max(1, room - written), state);
  const last = body.findIndex((line) => readLine(line).includes("▌")) + 1;
  const start = Math.max(0, last - room + top.length);
  return [...top, ...gap, ...body.slice(start, start + room - top.length)];
}

/** From this height on a blank row divides the question from the answer. */
const ROOMY = 10;

/** Page keys move the panel if one is shown. */
function cutRows(
  rows: readonly Line[],
  room: number,
  { input, panel }: ViewState,
): readonly Line[] {
  if (rows.length <= room) return rows;
  const most = Math.max(0, room - 1);
  const start = Math.min(input?.from ?? 0, rows.length - most);
  const below = rows.length - most - start;
  const next = panel ? "" : ": pgdn";
  const more = below === 0 ? "pgup shows the lines before" : `${below} more lines${next}`;
  return [...rows.slice(start, start + most), [createSpan(` ${more}`, "warn")]];
}

function listQuestionLines(state: ViewState, width: number): readonly Line[] {
  const asked = findQuestion(state);
  const { seat, text, problem, deadline } = asked?.request ?? {};
  const isInWords = asked !== null && !isFilledIn(asked.request) && asked.request.kind === "turn";
  const table = getTable(state);
  const refused = state.input?.problem ?? problem;
  const help = isInWords ? describeMarks(asked.request) : [];
  // A small window shows the first rows only, and a vote needs its options.
  const options = help.filter((line) => /^ *\/(?:verdict|topic) /.test(line));
  const parts = dropMissing([
    `${asked?.person ?? state.person}${seat === undefined ? " is asked" : ` has the floor as ${displayName(table, String(seat))}`}`,
    refused !== undefined && `Not taken: ${String(refused)}`,
    ...options,
    text === undefined ? JSON.stringify(asked?.request ?? {}) : String(text),
    deadline !== undefined &&
      `If you do not answer by ${String(deadline)}, you are marked as absent.`,
    ...help.filter((line) => !options.includes(line)),
  ]);
  return parts.flatMap((words, index) =>
    listRows(table.mask(words), width).map(
      (row): Line => [
        createSpan(" "),
        createSpan(row, index === 0 ? "strong" : words.startsWith("Not taken") ? "error" : "dim"),
      ],
    ),
  );
}

function listWrittenLines(text: string, width: number): readonly Line[] {
  return text.split("\n").flatMap((line) => {
    const shown = cleanLineForPainting(line) === "" ? [""] : listRows(line, width);
    return shown.map(
      (row): Line => [createSpan(" "), createSpan(row, /^▌?\//.test(line) ? "accent" : "text")],
    );
  });
}

function listRows(text: string, width: number): readonly string[] {
  return cleanForPainting(text)
    .split("\n")
    .flatMap((line) => {
      const isHelp = /^ {2}\//.test(line);
      if (!isHelp || measureWidth(line) <= width - 2) return wrap(line, width - 2);
      const rows = wrap(line.replace(/(\S) {3,}/, "$1  "), width - 2 - HANG.length);
      return rows.map((row, index) => (index === 0 ? row : HANG + row));
    });
}

/** Before further rows about a line that begins with a slash. */
const HANG = "    ";

type Writing = Written & { after?: string };

export function listFormLines(written: Writing, width: number, height: number): readonly Line[] {
  const { form } = written;
  const fields = listFormParts(form);
  const open = fields[form.at];
  const blocks = [
    ...fields.map((field, index) => {
      const isOpen = index === form.at;
      if (!field.row)
        return isOpen ? openRows(written, field, width) : [createRestRow(written, field)];
      const isFirst = fields[index - 1]?.row?.at !== field.row.at;
      if (open?.row?.at !== field.row.at)
        return isFirst ? [createItemRow(written, field.row, fields)] : [];
      const own = isOpen ? openRows(written, field, width) : [createRestRow(written, field)];
      return isFirst ? [...listItemRows(field.row, fields, width), ...own] : own;
    }),
    [sendRow(written, fields.length)],
  ];
  const rows = blocks.flat();
  const opened = open?.row;
  const first = opened ? fields.findIndex(({ row }) => row?.at === opened.at) : form.at;
  const from = blocks.slice(0, first).flat().length;
  const to = blocks.slice(0, form.at + 1).flat().length;
  const start = Math.max(0, Math.min(from - 1, rows.length - height), to - height);
  return rows.slice(start, start + height).map((row) => cutLine(row, width));
}

function openHeight(written: Writing, width: number): number {
  const field = listFormParts(written.form)[written.form.at];
  return field ? openRows(written, field, width).length : 1;
}

function openRows(written: Writing, field: FormPart, width: number): readonly Line[] {
  const { form } = written;
  const text = withCursor(written);
  const { label, kind, isRequired, about } = field;
  const problem = form.problems.get(label);
  const takes = `${describeKind(kind)}${isRequired ? "" : ", may be left empty"}${about === "" ? "" : `: ${about}`}`;
  const rows = (words: string) => wrap(cleanLineForPainting(words), Math.max(8, width - 4));
  const last = text.slice(text.lastIndexOf("\n") + 1);
  const typed =
    cleanLineForPainting(text) === "" ? [""] : rows(text.includes("\n") ? `{ ... ${last}` : text);
  return [
    [createSpan(" ▸ ", "accent"), createSpan(cleanLineForPainting(nameInRow(field)), "strong")],
    ...rows(takes).map((row): Line => [createSpan("   "), createSpan(row, "dim")]),
    ...typed.map(
      (row, index): Line => [createSpan(index === 0 ? " > " : "   ", "key"), createSpan(row)],
    ),
    ...(problem === undefined
      ? []
      : rows(problem).map((row): Line => [createSpan(" ! ", "error"), createSpan(row, "error")])),
  ];
}

type FormRow = NonNullable<FormPart["row"]>;

function createItemRow({ form }: Written, row: FormRow, fields: readonly FormPart[]): Line {
  const own = fields.filter((each) => each.row?.at === row.at);
  const lines = own.map(({ text }) => cleanLineForPainting(text)).filter((text) => text !== "");
  const isWrong = own.some(({ label }) => form.problems.has(label));
  const mark = isWrong
    ? createSpan(" ! ", "error")
    : lines.length === 0
      ? createSpan("   ")
      : createSpan(" ✓ ", "good");
  const words = [
    createSpan(`${row.at + 1} `, "dim"),
    createSpan(cleanLineForPainting(row.label), lines.length === 0 ? "dim" : "text"),
  ];
  return lines.length === 0
    ? [mark, ...words]
    : [mark, createSpan(`${lines.join(" · ")}  `, "accent"), ...words];
}

function listItemRows(row: FormRow, fields: readonly FormPart[], width: number): readonly Line[] {
  const count = new Set(fields.flatMap((field) => (field.row ? [field.row.at] : []))).size;
  const words = `${row.at + 1} of ${count}: ${row.label}`;
  return wrap(cleanLineForPainting(words), Math.max(8, width - 2)).map(
    (line): Line => [createSpan(" "), createSpan(line, "strong")],
  );
}

function createRestRow({ form }: Written, field: FormPart): Line {
  const { label, kind, isRequired } = field;
  const lines = cleanLineForPainting(field.text);
  const problem = form.problems.get(label);
  const mark =
    problem !== undefined
      ? createSpan(" ! ", "error")
      : lines === ""
        ? createSpan("   ")
        : createSpan(" ✓ ", "good");
  const name = createSpan(
    `${cleanLineForPainting(nameInRow(field))}  `,
    lines === "" ? "dim" : "text",
  );
  if (problem !== undefined)
    return [
      mark,
      name,
      createSpan(`${cleanLineForPainting(problem)} `, "error"),
      createSpan(lines, "dim"),
    ];
  if (lines !== "") return [mark, name, createSpan(lines, "accent")];
  return [
    mark,
    name,
    createSpan(`${describeKind(kind)}${isRequired ? "" : ", may be left empty"}`, "dim"),
  ];
}

function sendRow({ form }: Written, fields: number): Line {
  const isFocused = form.at === fields;
  const words = isFocused ? "enter sends the answer" : "send";
  return isFocused
    ? [createSpan(" ▸ ", "accent"), createSpan(words, "strong"), createSpan(" ▌")]
    : [createSpan("   "), createSpan(words, "dim"), ...BLANK];
}
