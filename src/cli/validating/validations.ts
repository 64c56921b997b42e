import { BoardroomError } from "../../errors.ts";
import { suggestion } from "../../scenario/files/nearest.ts";
import { boards } from "../../studies/validation/boards.ts";
import { hiddenProfile } from "../../studies/validation/hidden-profile.ts";
import { trials } from "../../studies/validation/trials.ts";
import type { Validation } from "../../studies/validation/validation.ts";

/** What ships to be held, in the order it is held. What is kept of a meeting is each one's own business. */
export const VALIDATIONS: readonly Validation[] = [closed(trials), closed(hiddenProfile), closed(boards)];

export function validationsNamed(names: readonly string[] | undefined): readonly Validation[] {
  if (!names) return VALIDATIONS;
  const known = VALIDATIONS.map(({ id }) => id);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return VALIDATIONS.filter(({ id }) => names.includes(id));
  throw new BoardroomError("usage", {
    message: `there is no validation ${JSON.stringify(unknown)}`,
    remedy: suggestion(unknown, known, "Validations"),
  });
}

/** The same, without the name of what it keeps: whoever holds the meetings hands back what it was given. */
function closed<S>({ observe, tables, ...rest }: Validation<S>): Validation {
  return {
    ...rest,
    observe,
    tables: (seen, by) => tables((variant) => seen(variant) as readonly S[], by),
  };
}
