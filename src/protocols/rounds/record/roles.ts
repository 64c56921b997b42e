import { z } from "zod";

/** In the order that breaks ties. */
export const ROLES = ["action", "guardian", "observer", "critic"] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

type RoleFacts = {
  readonly question: string;
  readonly artefact: string;
};

export const ROLE_FACTS: Readonly<Record<Role, RoleFacts>> = {
  action: {
    question: "What does it actually do?",
    artefact: "Behavioral Trace Set",
  },
  guardian: {
    question: "What must hold?",
    artefact: "Identity Invariant Check",
  },
  observer: {
    question: "Can a real operator use it?",
    artefact: "Operator Walkthrough",
  },
  critic: {
    question: "What is the strongest argument against it?",
    artefact: "Adversarial Test Case",
  },
};

export const CHECKS = [1, 2, 3, 4] as const;
export type CheckNumber = (typeof CHECKS)[number];

type CheckFacts = {
  readonly name: string;
  /** Without one of these the check does not apply. */
  readonly needs: readonly Role[];
  readonly broken: string;
  readonly robust: string;
  readonly unclear: string;
};

export const CHECK_FACTS: Readonly<Record<CheckNumber, CheckFacts>> = {
  1: {
    name: "critic_attack_on_action_trace",
    needs: ["action", "critic"],
    broken:
      "under realistic preconditions the attack flips the outcome of a trace or breaks an invariant of its state",
    robust: "the traces hold; say what absorbed the attack",
    unclear: "attack and traces meet at the level of narrative only",
  },
  2: {
    name: "guardian_vs_observer_walkthrough",
    needs: ["guardian", "observer"],
    broken: "a supported action of the operator leads to a state against the invariant",
    robust: "such a state is impossible by structure",
    unclear: "the walkthrough leaves that path untested",
  },
  3: {
    name: "observer_friction_vs_critic_attack",
    needs: ["observer", "critic"],
    broken: "at least one friction point coincides with a surface of the attack",
    robust: "friction and attack are orthogonal",
    unclear: "they overlap in part",
  },
  4: {
    name: "all_vs_prior_decisions",
    needs: [],
    broken: "an artefact contradicts an earlier decision without saying so",
    robust:
      "every artefact cites at least one earlier decision, and contradictions are named as overturned decisions",
    unclear: "the artefacts are new ground that no earlier decision touches",
  },
};

/** Check 4 has nothing to look back on in round 1. */
export function notApplicable(
  check: CheckNumber,
  { round, absent }: { readonly round: number; readonly absent: readonly Role[] },
): string | null {
  if (check === 4) return round === 1 ? "There are no decisions before round 1." : null;
  const missing = CHECK_FACTS[check].needs.filter((role) => absent.includes(role));
  return missing.length === 0 ? null : `Absent in this round: ${missing.join(", ")}.`;
}
