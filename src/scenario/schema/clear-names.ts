/**
 * Refuses names of members that readers would confuse with each other or with the meeting itself. The loader of scenarios
 * calls it, and the engine for each new, resumed and forked meeting, because programs and records name members too.
 */

import { BoardroomError } from "../../errors.ts";
import { isReservedName } from "./persona.ts";
import { parseHolder, type Seat } from "./scenario.ts";

/** Two members of one name would have equal rows in every table. */
export function requireClearNames(all: readonly Seat[]): void {
  const seats = all.filter(({ kind }) => kind === "member");
  const keys = seats.map(({ persona }) => persona.name.trim().toLowerCase());
  const problems = seats.flatMap(({ id, model, persona }, at) => {
    const person = parseHolder(model)?.name ?? "";
    const first = seats[keys.indexOf(keys[at] ?? "")];
    if (first && first.id !== id)
      return [
        {
          message: `the members ${first.id} and ${id} have the same name, ${persona.name}`,
          remedy: "Give one of them another name in its persona.",
        },
      ];
    const reserved = [persona.name, person].find(isReservedName);
    if (reserved === undefined) return [];
    return [
      {
        message: `${id}: ${reserved} is a name that the meeting uses itself`,
        remedy: "Choose another name.",
      },
    ];
  });
  if (problems.length > 0) throw new BoardroomError("persona-invalid", problems);
}
