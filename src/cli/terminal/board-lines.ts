// Formats the board that `ask` has set up: question, options, criteria and members with their
// reasons.

import type { ComposedBoard } from "../../run/asking/compose.ts";
import type { FramedQuestion } from "../../run/asking/frame.ts";
import { alignColumns } from "../../text/aligned.ts";
import { wrap } from "../../text/wrap.ts";

export function formatBoard(
  frame: FramedQuestion,
  board: ComposedBoard,
  width: number | undefined,
): readonly string[] {
  const wrapProse = (text: string) => wrap(text, width ?? READABLE);
  const { seats } = board;
  const notes = board.notes.flatMap(wrapProse);
  const options = frame.options.map(({ id, side, meaning = "" }, at) => [
    at === 0 ? "Options" : "",
    id,
    frame.sides === "none" ? "" : side,
    meaning,
  ]);
  const criteria = [
    ["Criteria", frame.criteria.map(({ name }) => name.toLowerCase()).join(", ")],
    ...frame.missing.map((what, at) => [at === 0 ? "Missing" : "", what]),
  ];
  const members = seats.flatMap(({ persona, reasons }, seat) => {
    const names = [persona.name, persona.id];
    return Array.from({ length: Math.max(names.length, reasons.length) }, (_, at) => [
      seat === 0 && at === 0 ? "Board" : "",
      names[at] ?? "",
      reasons[at] ?? "",
    ]);
  });
  return [
    ...wrapProse(`Question  ${frame.question}`),
    ...frame.notes.flatMap(wrapProse),
    "",
    ...alignColumns(options, width),
    "",
    ...alignColumns(criteria, width),
    "",
    ...alignColumns(members, width),
    ...(notes.length > 0 ? ["", ...notes] : []),
  ];
}

const READABLE = 100;
