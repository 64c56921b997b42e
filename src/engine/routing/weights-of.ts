import { BoardroomError } from "../../errors.ts";
import type { Selector } from "./selector.ts";
import type { Situation } from "./situation.ts";

export function weightsOf(selector: Selector, situation: Situation): readonly number[] {
  const weights = asked(selector, situation);
  const { candidates } = situation;
  const asMany = counted(candidates, "candidate");
  if (!Array.isArray(weights)) throw invalid(selector, `gave ${described(weights)} for ${asMany}`);
  if (weights.length !== candidates.length) {
    throw invalid(selector, `gave ${counted(weights, "weight")} for ${asMany}`);
  }
  for (const [index, { seat }] of candidates.entries()) {
    const weight: unknown = weights[index];
    if (Number.isFinite(weight) && (weight as number) >= 0) continue;
    throw invalid(selector, `gave ${described(weight)} for "${seat}", one of ${asMany}`);
  }
  return weights;
}

/** It may come from a program without types. */
function asked(selector: Selector, situation: Situation): unknown {
  try {
    return selector.weigh(situation);
  } catch (cause) {
    // A selector may be made of another, which has been named already.
    if (cause instanceof BoardroomError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new BoardroomError(
      "selector-invalid",
      { message: `Selector "${selector.name}" threw: ${message}`, remedy: TRY_IT },
      { cause },
    );
  }
}

const TRY_IT =
  "SELECTOR_CONFORMANCE of boardroom/testing tries a selector out: docs/how-to/write-a-selector.md.";

function invalid({ name }: Selector, gave: string): BoardroomError {
  const message = `Selector "${name}" ${gave}; give one finite number, 0 or more, for each.`;
  return new BoardroomError("selector-invalid", { message, remedy: TRY_IT });
}

function counted({ length }: readonly unknown[], noun: string): string {
  return `${length} ${noun}${length === 1 ? "" : "s"}`;
}

function described(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
