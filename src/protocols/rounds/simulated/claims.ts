import { bestOf } from "../../../models/simulated/answers/best.ts";
import { hashDraw, hashText } from "../../../models/simulated/chance.ts";
import type { Role } from "../record/roles.ts";
import { type Matter, narrowed, type Trial, type Tried } from "./matter.ts";

/** A claim to be raised: a point with its test, or an earlier claim narrowed to the condition on which it holds. */
type ClaimDraft = { readonly trial: Trial; readonly supersedes: Tried | null };

/** Whoever attacks or warns chooses first. */
const ORDER: readonly Role[] = ["critic", "guardian", "observer", "action"];

/**
 * Who claims what in a round. Roles write side by side, so all of them deal the same points in the same order: none is
 * claimed twice. The fewer points are left, the less is claimed, at the board's own pace.
 */
export function dealClaims(matter: Matter): Readonly<Record<Role, readonly ClaimDraft[]>> {
  const { data, claims, trials, draw, turn } = matter;
  const dealt: Record<Role, ClaimDraft[]> = { action: [], guardian: [], observer: [], critic: [] };
  const claimed = new Set(claims.map(({ trial }) => trial));
  const share = trials.filter((trial) => claimed.has(trial)).length / trials.length;
  const pace = hashDraw("pace", hashText(turn.request.seed ?? ""));
  const appetites = [1.3 - (0.5 + 1.5 * pace) * share, 0.95 - (0.6 + pace) * share];
  const gone = new Set(data.claims.map(({ supersedes }) => supersedes));
  const older = claims.filter(
    ({ id, round, status }) => round < data.round && status !== "pending" && !gone.has(id),
  );
  const drafts: readonly ClaimDraft[] = [
    ...older.map((old) => ({ trial: narrowed(trials, old), supersedes: old })),
    ...trials.map((trial) => ({ trial, supersedes: null })),
  ];
  for (const [time, appetite] of appetites.entries())
    for (const role of ORDER.filter((each) => data.present.includes(each))) {
      const { least, most } = data.rules?.[role] ?? { least: 0, most: 0 };
      const isDue = dealt[role].length < least;
      const isWilling = draw(`willing ${role} ${time}`) < appetite;
      if (dealt[role].length >= most || !(isDue || isWilling)) continue;
      const taken = new Set(Object.values(dealt).flatMap((each) => each.map(({ trial }) => trial.fact.index)));
      const isNew = ({ trial, supersedes }: ClaimDraft) =>
        !taken.has(trial.fact.index) && (supersedes ? isNotHeld(supersedes) : !claimed.has(trial));
      const draft = bestOf(drafts, (each) => {
        if (each.supersedes !== null && each.supersedes.raised_by !== role) return 0;
        const fit = each.supersedes ? 2 : FITS[role](each.trial);
        // Where there is nothing new to say and something must be said, what was tested is said again.
        if (!isNew(each) || fit === 0) return !isDue ? 0 : taken.has(each.trial.fact.index) ? 0.001 : 0.002;
        return fit * each.trial.weight * (0.5 + draw(each.trial.fact.key + each.trial.text));
      });
      if (draft !== undefined) dealt[role].push(draft);
    }
  return dealt;
}

/** The critic takes what broke, the guardian risks, the action role what the candidate does, the observer what was measured. */
const FITS: Readonly<Record<Role, (trial: Trial) => number>> = {
  action: ({ isMerit, found }) => (isMerit ? (found === "UNCLEAR" ? 1.2 : 2) : 0),
  guardian: ({ isMerit }) => (isMerit ? 0 : 2),
  observer: ({ found }) => (found === "UNCLEAR" ? 0.3 : 2),
  critic: ({ isMerit, found }) => (found === "BROKEN" ? 3 : isMerit ? 0 : 1.5),
};

/** Said too widely, and there is a condition to say it on. */
function isNotHeld({ status, supersedes, trial, polarity }: Tried): boolean {
  const isStraight = trial.isMerit === (polarity === "robustness");
  return status !== "tested_confirmed" && !supersedes && trial.slots.holds !== undefined && isStraight;
}

/** Claims as they are filed: the critic says that a thing fails, action and guardian that it holds, the observer what the point itself says. */
export function claimsOf({ say }: Matter, role: Role, drafts: readonly ClaimDraft[]) {
  return drafts.map(({ trial: { isMerit, slots }, supersedes }) => {
    const isWeak = role === "critic" || (role === "observer" && !isMerit);
    const polarity = supersedes?.polarity ?? (isWeak ? "weakness" : "robustness");
    const isNarrowed = supersedes !== null && slots.holds !== undefined;
    const isTurned = isMerit !== (polarity === "robustness");
    return {
      text: say(`${polarity}${isNarrowed ? "Narrowed" : isTurned ? "Turned" : ""}`, slots),
      testable_as: say(isNarrowed ? "testableNarrowed" : "testable", slots),
      polarity,
      supersedes: supersedes?.id ?? null,
    };
  });
}
