import { writeTraces } from "./action.ts";
import type { RoundsCase, RoundsRole, Sheet } from "./case.ts";
import { citesOf, claimsOf } from "./claims.ts";
import { writeAttack } from "./critic.ts";
import { writeInvariant } from "./guardian.ts";
import { writeWalkthrough } from "./observer.ts";

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
