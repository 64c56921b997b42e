import { ROLES } from "../record/roles.ts";
import { dominantRole, type FailureMode } from "../signals/failure-modes.ts";
import { type FailureSituation, insertStress, type Response, swapCritic } from "./responses.ts";

/** Each answer changes something that the first left as it was. */
export async function escalate(mode: FailureMode, situation: FailureSituation): Promise<Response> {
  return AGAIN[mode](situation);
}

const AGAIN: Readonly<Record<FailureMode, (situation: FailureSituation) => Promise<Response> | Response>> = {
  "FM-1": async ({ floor, ledger }) => {
    await swapCritic(floor, ledger, "guardian", "disagreement keeps falling, so somebody else attacks");
    return { text: "Critic and guardian change places.", policy: { criticTightened: true } };
  },

  "FM-2": async ({ floor, ledger }) => {
    await swapCritic(floor, ledger, "observer", "the critic's BROKEN results are still not borne out");
    return { text: "Critic and observer change places.", policy: {} };
  },

  "FM-3": ({ round, ledger }) => {
    const driftFrom = round.number + 1;
    const isThird = ledger.policy.driftFrom !== undefined;
    return {
      text: `The next proposal answers the drift before anything else, and drift is checked in every round until a check passes.${isThird ? " The next round raises no claims." : ""}`,
      policy: { driftFrom, ...(isThird ? { noClaimsIn: driftFrom } : {}) },
    };
  },

  "FM-4": (situation) => insertStress(situation, dominantRole(situation.ledger.leads), true),

  "FM-5": ({ detail, round }) =>
    detail.startsWith("inflation")
      ? {
          text: "The next round raises no claims, so that those on record are tested.",
          policy: { noClaimsIn: round.number + 1 },
        }
      : { text: "Two claims a role.", policy: { claims: { least: 2, most: 2 } } },

  "FM-6": () => ({ text: "From now on a check names three places.", policy: { references: 3 } }),

  "FM-7": (situation) =>
    insertStress(situation, ROLES.find((role) => situation.detail.includes(role)) ?? "critic", true),

  "FM-8": ({ round }) => ({
    text: "The next round raises no claims, so that those on record are tested.",
    policy: { noClaimsIn: round.number + 1 },
  }),
};
