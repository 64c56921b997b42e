import type { Coverage } from "../schema/casebook.ts";
import type { Scenario } from "../schema/scenario.ts";
import { readOf } from "./casebook-parts.ts";

/** How much of a scenario's documents its casebook holds, and who read them; null where it has no casebook. */
export function coverageOf({ casebook }: Pick<Scenario, "casebook">): Coverage | null {
  return casebook ? readOf(casebook) : null;
}

/** `16 of 22 statements (by rules)`, `24 points (by hand)`; what no rules read is said. */
export function coverageInWords({ by, statements, weighed, language }: Coverage): string {
  const points = `${weighed} point${weighed === 1 ? "" : "s"}`;
  const amount = by === "hand" ? points : `${weighed} of ${statements} statements`;
  const unread = language === undefined ? "" : `; not read: ${language}`;
  return `${amount} (by ${by})${unread}`;
}
