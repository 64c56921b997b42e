import type { ProtocolExhibit } from "../../../engine/meeting/contract/protocol.ts";
import { paintableLine } from "../../../text/paintable.ts";
import { withoutTitle } from "../../../text/plain.ts";
import type { Flow } from "../paint/flow.ts";
import { BLANK, justified, span, type TextRole } from "../paint/spans.ts";
import type { Table } from "../state/table.ts";
import { createLayout } from "../transcript/laid-out.ts";
import { createRows, flowOf } from "./rows.ts";

export function recordFlow(exhibits: readonly ProtocolExhibit[], table: Table, width: number): Flow {
  const entries = exhibits.flatMap((exhibit) =>
    exhibit.entries.map((entry, index) => ({ exhibit, entry, isFirst: index === 0 })),
  );
  if (entries.length === 0) {
    const rows = createRows(width);
    rows.text("This procedure has nothing on record beside what is said and voted.", "dim");
    return flowOf(rows.lines);
  }
  return {
    length: entries.length,
    lines(block) {
      const shown = entries[block];
      if (!shown) return [];
      const { exhibit, entry, isFirst } = shown;
      const layout = createLayout(width, table.mask);
      if (isFirst) {
        if (block > 0) layout.add(BLANK);
        const count = [span(String(exhibit.entries.length), "dim")];
        layout.add(justified([span(paintableLine(exhibit.title), "strong")], count, width));
      }
      layout.text(entry.head, { indent: 0, role: toneOf(entry.head) });
      const body = { indent: 2, role: "dim" } as const;
      if (entry.format === "markdown") layout.markdown(withoutTitle(entry.text), body);
      else layout.text(entry.text, body);
      return layout.lines;
    },
  };
}

/** How an entry stands is the end of its head: `C-3-1, critic: confirmed`. */
function toneOf(head: string): TextRole {
  if (/: (?:confirmed|resolved|yes\b)/.test(head)) return "good";
  if (/: (?:(?:partially )?refuted|no\b)/.test(head)) return "against";
  if (/: (?:open|pending)/.test(head)) return "warn";
  return "accent";
}
