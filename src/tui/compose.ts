import { isSamePerson } from "../meeting/inbox.ts";
import { type ReadForm, readForm } from "../meeting/person-form.ts";
import { CHAIR } from "../meeting/process-agents.ts";
import { wrap } from "../reports/wrap.ts";
import type { Json } from "../transcript/events.ts";
import type { MeetingState } from "../transcript/state.ts";
import type { ViewState } from "./model.ts";
import { paintable, paintableLine } from "./paintable.ts";
import { type Line, span } from "./spans.ts";

/** What the person at this screen is asked; whoever has given no name answers for anybody. */
export function questionTo({ meeting, person }: ViewState): MeetingState["awaited"][number] | null {
  const awaited = meeting?.awaited ?? [];
  const own = awaited.find((asked) => isSamePerson(asked.person, person));
  return own ?? (person === CHAIR.id ? (awaited[0] ?? null) : null);
}

/** Reads what was written: words with slash lines, or the JSON that is asked for. */
export function readWritten(text: string, request: { readonly kind?: Json; readonly form?: Json }): ReadForm {
  if (request.kind === "turn" && request.form !== "json") return readForm(text);
  if (text.trim() === "/pass") return { answer: { pass: true } };
  if (text.trim().startsWith("/absent ")) return { answer: { absent: text.trim().slice(8) } };
  try {
    const value = JSON.parse(text) as Json;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { answer: value as { readonly [key: string]: Json } };
  } catch {
    // Told below.
  }
  return { problem: 'Write JSON, such as {"decision": "accept"}, or answer with boardroom answer.' };
}

/** The question and what has been written so far, the end in view. */
export function composeLines(state: ViewState, width: number, height: number): readonly Line[] {
  const asked = questionTo(state);
  const request = (asked?.request ?? {}) as Readonly<Record<string, Json>>;
  const rows = (text: string) =>
    paintable(text)
      .split("\n")
      .flatMap((line) => wrap(line, width - 2));
  const told = [
    `${asked?.person ?? state.person}${request.seat === undefined ? " is asked" : ` has the floor as ${String(request.seat)}`}`,
    ...(request.problem === undefined ? [] : [`Not taken: ${String(request.problem)}`]),
    ...(request.text === undefined ? [JSON.stringify(request)] : [String(request.text)]),
    ...(Array.isArray(request.verdicts) ? [`Options: ${request.verdicts.join(", ")}`] : []),
    ...(request.schema === undefined ? [] : [`JSON: ${JSON.stringify(request.schema)}`]),
  ];
  const head = told.flatMap((text, index) =>
    rows(text).map((row): Line => [span(" "), span(row, index === 0 ? "strong" : "dim")]),
  );
  const written = (state.input?.text ?? "").split("\n");
  const body = written.flatMap((line, index) => {
    const shown = paintableLine(line) === "" ? [""] : rows(line);
    const isLast = index === written.length - 1;
    return shown.map((row, at): Line => {
      const role = line.startsWith("/") ? "accent" : "text";
      return [
        span(" "),
        span(row, role),
        ...(isLast && at === shown.length - 1 ? [span(" ", "selected")] : []),
      ];
    });
  });
  const room = Math.max(1, height - 2);
  const top = head.slice(0, Math.max(1, room - Math.min(body.length, room - 1) - 1));
  return [...top, [], ...body.slice(-(room - top.length))];
}
