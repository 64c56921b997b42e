import type { Prompt } from "../../../engine/perspective/prompts.ts";
import type { ShownPrompt } from "../../../showing/watching/source.ts";
import { paintable } from "../../../text/paintable.ts";
import { wrap } from "../../../text/wrap.ts";
import type { Flow, FlowLine } from "../paint/flow.ts";
import { BLANK, span, type TextRole } from "../paint/spans.ts";
import { nameOf, type Table } from "../state/table.ts";
import { createRows, flowOf } from "./rows.ts";

export function promptFlow(shown: ShownPrompt | null, table: Table, width: number): Flow {
  if (table.isAnonymous) {
    const rows = createRows(width);
    rows.heading("Prompt");
    rows.text("Prompts tell who a member is, and you hold a seat among members who are not to know.", "dim");
    return flowOf(rows.lines);
  }
  if (!shown?.prompt) {
    const rows = createRows(width);
    rows.heading("Prompt");
    rows.text(
      shown
        ? shown.isAwaited
          ? REBUILDING
          : `${nameOf(table, shown.speaker)} is sent no prompt: a template or a person speaks.`
        : "No member has been asked yet.",
      "dim",
    );
    return flowOf(rows.lines);
  }
  const blocks = blocksOf(shown.prompt);
  const title: Block = {
    head: `Prompt of ${nameOf(table, shown.speaker)}${shown.isAwaited ? ": being rebuilt" : ""}`,
    role: "strong",
    text: "",
  };
  return {
    length: blocks.length + 1,
    lines: (block) => laidOut((block === 0 ? null : blocks[block - 1]) ?? title, width),
  };
}

const REBUILDING = "The prompt is being rebuilt from the record; late in a long one that takes a while.";

type Block = { readonly head: string; readonly role: TextRole; readonly text: string };

const listed = new WeakMap<Prompt, readonly Block[]>();

/** A late prompt has tens of thousands of parts, so they are listed once. */
function blocksOf(prompt: Prompt): readonly Block[] {
  const known = listed.get(prompt);
  if (known) return known;
  const { shared, individual, turns, cue } = prompt;
  const blocks: readonly Block[] = [
    { head: "── system, shared by all members ", role: "accent", text: shared },
    ...(individual === ""
      ? []
      : [{ head: "── system, this member's own ", role: "accent" as const, text: individual }]),
    ...turns.flatMap(({ role, parts }) =>
      parts.map((text, index): Block => ({ head: index === 0 ? `── ${role} ` : "", role: "accent", text })),
    ),
    { head: "── user: the instruction ", role: "accent", text: cue },
  ];
  listed.set(prompt, blocks);
  return blocks;
}

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
