import { z } from "zod";
import { sanitiseJson } from "../../text/sanitise.ts";
import { type VerdictTable, verdictsFileSchema } from "../verdict-schema.ts";
import { byStrength, STRENGTH_RULE } from "./strength.ts";

/** The text of `verdicts.json`: one or several meetings, as the published schema says. */
export function verdictsJson(tables: readonly VerdictTable[]): string {
  const file = { format: 1, order: STRENGTH_RULE, meetings: byStrength(tables) };
  return `${sanitiseJson(JSON.stringify(file, null, 2))}\n`;
}

export function verdictsJsonSchema(): string {
  const schema = z.toJSONSchema(verdictsFileSchema, { io: "input" });
  const described = { ...schema, title: "Boardroom verdicts", description: "The file verdicts.json" };
  return `${JSON.stringify(described, null, 2)}\n`;
}
