import { sanitiseJson } from "../../text/sanitise.ts";
import type { VerdictTable } from "../verdict-schema.ts";
import { byStrength, STRENGTH_RULE } from "./verdict-table.ts";

/** The text of `verdicts.json`: one or several meetings, as the published schema says. */
export function verdictsJson(tables: readonly VerdictTable[]): string {
  const file = { format: 1, order: STRENGTH_RULE, meetings: byStrength(tables) };
  return `${sanitiseJson(JSON.stringify(file, null, 2))}\n`;
}
