import { wrap } from "../../reports/wrap.ts";
import type { Flow, FlowLine } from "../flow.ts";
import { nameOf, type Table } from "../item-lines.ts";
import type { ShownPrompt } from "../model.ts";
import { paintable } from "../paintable.ts";
import { BLANK, type Role, span } from "../spans.ts";
import { createRows, flowOf } from "./rows.ts";

/** Exactly what the current speaker was sent: the shared layer, its own layer, the conversation, the cue. */
export function promptFlow(shown: ShownPrompt | null, table: Table, width: number): Flow {
  if (!shown?.prompt) {
    const rows = createRows(width);
    rows.heading("Prompt");
    rows.text(
      shown
        ? `${nameOf(table, shown.speaker)} is sent no prompt: a template or a person speaks.`
        : "Nobody has been asked anything yet.",
      "dim",
    );
    return flowOf(rows.lines);
  }
  const { shared, individual, turns, cue } = shown.prompt;
  const blocks: Block[] = [
    { head: `Prompt of ${nameOf(table, shown.speaker)}`, role: "strong", text: "" },
    { head: "── system, shared by all members ", role: "accent", text: shared },
    ...(individual === ""
      ? []
      : [{ head: "── system, this member's own ", role: "accent" as const, text: individual }]),
    ...turns.flatMap(({ role, parts }) =>
      parts.map((text, index): Block => ({ head: index === 0 ? `── ${role} ` : "", role: "accent", text })),
    ),
    { head: "── user: the cue ", role: "accent", text: cue },
  ];
  return { length: blocks.length, lines: (block) => laidOut(blocks[block]!, width) };
}

type Block = { readonly head: string; readonly role: Role; readonly text: string };

const wrapped = new Map<string, readonly string[]>();

function laidOut({ head, role, text }: Block, width: number): readonly FlowLine[] {
  const rows = text === "" ? [] : wrappedOnce(text, width);
  const title =
    head === ""
      ? []
      : [
          {
            line: [span(head + "─".repeat(head.startsWith("──") ? Math.max(0, width - head.length) : 0), role)],
            at: 0,
          },
        ];
  return [
    ...title,
    ...rows.map((row, index) => ({ line: [span(row)], at: index + 1 })),
    { line: BLANK, at: rows.length + 1 },
  ];
}

/** Prompts grow by appending, so nearly all of a new one is known already. */
function wrappedOnce(text: string, width: number): readonly string[] {
  const key = `${width} ${text}`;
  const known = wrapped.get(key);
  if (known) return known;
  if (wrapped.size >= 500) wrapped.clear();
  const rows = wrap(paintable(text), width);
  wrapped.set(key, rows);
  return rows;
}
