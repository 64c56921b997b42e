// Warns of a board that cannot disagree. `check` prints the warnings.

import type { Problem } from "../../errors.ts";
import { lookUpKey } from "../../lists.ts";
import type { Prepared } from "../prepare/prepare.ts";
import { AGAINST_FROM, computeInterest } from "./criteria.ts";

/** Warns of a board whose members all lean one way, and of criteria that no member weighs. */
export function warnOfBoard({ scenario, protocol, yaml }: Prepared): readonly Problem[] {
  const { members, criteria } = scenario;
  // Members of a panel, and members with private documents, are alike on purpose.
  if (protocol.isPanel || scenario.private !== undefined) return [];
  const unweighed = criteria.flatMap(({ id }, at) => {
    if (members.some(({ persona }) => (lookUpKey(persona.priorities, id) ?? 0) > 0)) return [];
    return {
      place: yaml.locate(["criteria", at]),
      message: `no member weighs the criterion ${id}`,
      remedy: `Add a member with ${id} in its priorities, or remove the criterion.`,
    };
  });
  const leaning = findSharedLeaning(scenario);
  if (leaning === null) return unweighed;
  const oneSided = {
    place: yaml.locateKey(["members"]),
    message: `no dissenting interest: all ${members.length} members ${leaning}`,
    remedy: "Add a member with the opposite interest, such as a person who pays for the proposal.",
  };
  return [oneSided, ...unweighed];
}

function findSharedLeaning({ members, criteria }: Prepared["scenario"]): string | null {
  if (members.length < 2) return null;
  const interests = members.map(({ persona }) => computeInterest(persona, criteria));
  const [least, most] = [Math.min(...interests), Math.max(...interests)];
  if ((least < 0 && most > 0) || most - least >= AGAINST_FROM) return null;
  if (most > 0) return "lean towards the proposal";
  return least < 0 ? "lean against the proposal" : "are neutral";
}
