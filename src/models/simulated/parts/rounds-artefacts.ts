import { writeTraces } from "./rounds-action.ts";
import type { RoundsCase, RoundsRole, Sheet } from "./rounds-case.ts";
import { citesOf, claimsOf } from "./rounds-claims.ts";
import { writeAttack } from "./rounds-critic.ts";
import { writeInvariant } from "./rounds-guardian.ts";
import { writeWalkthrough } from "./rounds-observer.ts";

/** A valid artefact for a role, from the passages that the round is about. */
export function writeArtefact(role: RoundsRole, round: RoundsCase): Sheet {
  return { ...ARTEFACTS[role](round), cites: citesOf(role, round), claims: claimsOf(role, round) };
}

const ARTEFACTS: Readonly<Record<RoundsRole, (round: RoundsCase) => Sheet>> = {
  action: writeTraces,
  guardian: writeInvariant,
  observer: writeWalkthrough,
  critic: writeAttack,
};
