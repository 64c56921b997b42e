import { isFilledIn } from "../../../engine/meeting/form/kind.ts";
import { formHelp } from "../../../engine/meeting/people/person-form.ts";
import { questionTo } from "../../../showing/watching/seat.ts";
import { paintable, paintableLine } from "../../../text/paintable.ts";
import { wrap } from "../../../text/wrap.ts";
import { type Line, span } from "../paint/spans.ts";
import type { ViewState } from "../state/model.ts";
import { nameOf, tableOf } from "../state/table.ts";
import { formLines, openHeight } from "./form-lines.ts";

export function composeLines(state: ViewState, width: number, height: number): readonly Line[] {
  const { input } = state;
  const room = Math.max(1, height - 2);
  const head = questionLines(state, width);
  if (input?.for === "form") {
    const needed = Math.max(openHeight(input, width), Math.ceil(height / 2));
    const top = cutRows(head, Math.max(1, height - 1 - needed));
    return [...top, [], ...formLines(input, width, height - top.length - 1)];
  }
  const body = writtenLines(input?.text ?? "", width);
  const top = cutRows(head, Math.max(1, room - Math.min(body.length, room - 1) - 1));
  return [...top, [], ...body.slice(-(room - top.length))];
}

function cutRows(rows: readonly Line[], room: number): readonly Line[] {
  if (rows.length <= room) return rows;
  const kept = rows.slice(0, Math.max(0, room - 1));
  return [...kept, [span(` ${rows.length - kept.length} more lines: a taller window shows them`, "warn")]];
}

function questionLines(state: ViewState, width: number): readonly Line[] {
  const asked = questionTo(state);
  const { seat, text, problem, deadline } = asked?.request ?? {};
  const isInWords = asked !== null && !isFilledIn(asked.request) && asked.request.kind === "turn";
  const table = tableOf(state);
  const told = [
    `${asked?.person ?? state.person}${seat === undefined ? " is asked" : ` has the floor as ${table.isAnonymous ? nameOf(table, String(seat)) : String(seat)}`}`,
    ...(problem === undefined ? [] : [`Not taken: ${String(problem)}`]),
    ...(text === undefined ? [JSON.stringify(asked?.request ?? {})] : [String(text)]),
    ...(deadline === undefined ? [] : [`After ${String(deadline)} your silence is an absence.`]),
    ...(isInWords ? formHelp(asked.request) : []),
  ];
  return told.flatMap((words, index) =>
    rowsOf(table.mask(words), width).map(
      (row): Line => [
        span(" "),
        span(row, index === 0 ? "strong" : words.startsWith("Not taken") ? "error" : "dim"),
      ],
    ),
  );
}

function writtenLines(text: string, width: number): readonly Line[] {
  const written = text.split("\n");
  return written.flatMap((line, index) => {
    const shown = paintableLine(line) === "" ? [""] : rowsOf(line, width);
    const isLast = index === written.length - 1;
    return shown.map((row, at): Line => {
      const role = line.startsWith("/") ? "accent" : "text";
      const cursor = isLast && at === shown.length - 1 ? [span(" ", "selected")] : [];
      return [span(" "), span(row, role), ...cursor];
    });
  });
}

function rowsOf(text: string, width: number): readonly string[] {
  return paintable(text)
    .split("\n")
    .flatMap((line) => wrap(line, width - 2));
}
