import { isSimulated } from "../../models/port/model-spec.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";

/** Whether a meeting can only end undecided: all its members know only what they read, and there is nothing. */
export function nothingToRead({ documents, members }: Pick<Scenario, "documents" | "members">): boolean {
  return documents.length === 0 && members.every(({ model }) => isSimulated(model));
}
