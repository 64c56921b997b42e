import type { Polarity } from "../record/records.ts";
import { ROLES, type Role } from "../record/roles.ts";
import { type Found, isFor, type Matter, narrowed, slotsOf, type Trial, type Tried } from "./matter.ts";

/** A claim to be raised: a point with its test, or an earlier claim narrowed to the condition on which it holds. */
export type Draft = { readonly trial: Trial; readonly supersedes: Tried | null };

/** How willingly a first and a second claim are raised: the less so the more of the candidate has been claimed, at the board's own pace. */
function appetiteIn({ pace }: Matter, claimed: number): readonly [number, number] {
  return [1.3 - (0.5 + 1.5 * pace) * claimed, 0.95 - (0.6 + pace) * claimed];
}

/** How often a claim that did not hold is narrowed rather than left. */
const NARROWED = 0.5;

/**
 * Who claims what in a round. Roles write side by side, so all of them deal the same points in the same order: none is
 * claimed twice. The critic takes what broke, the guardian risks, the action role what the candidate does, the observer
 * what was measured.
 */
export function dealClaims(matter: Matter): Readonly<Record<Role, readonly Draft[]>> {
  const { data, claims, trials, draw } = matter;
  const dealt: Record<Role, Draft[]> = { action: [], guardian: [], observer: [], critic: [] };
  if (data.rules === null) return dealt;
  const left = trials.filter((trial) => !claims.some((claim) => isSame(claim.trial, trial)));
  const appetite = appetiteIn(matter, 1 - left.length / trials.length);
  for (const turn of [0, 1]) {
    for (const role of ORDER) {
      const { least, most } = data.rules[role];
      const isDue = dealt[role].length < least;
      const isWilling = draw(`willing ${role} ${turn}`) < appetite[turn]!;
      if (!data.present.includes(role) || dealt[role].length >= most || !(isDue || isWilling)) continue;
      const old = narrowable(matter, role, dealt[role], draw(`narrow ${role} ${turn}`) < NARROWED);
      const trial = old === null ? bestFor(role, left, matter, dealt) : null;
      if (old !== null) dealt[role].push({ trial: narrowed(old.trial, old.polarity), supersedes: old });
      else if (trial !== null) dealt[role].push({ trial, supersedes: null });
      else if (isDue) dealt[role].push(lastResort(matter, role, dealt[role]));
    }
  }
  return dealt;
}

/** Whoever attacks or warns chooses first. */
const ORDER: readonly Role[] = ["critic", "guardian", "observer", "action"];

export function isSame(one: Trial, other: Trial): boolean {
  return one.fact.index === other.fact.index && one.text === other.text;
}

/** The best that is left; a point is claimed once a round, but that the critic may break what another says holds. */
function bestFor(
  role: Role,
  left: Trial[],
  { draw }: Matter,
  dealt: Readonly<Record<Role, readonly Draft[]>>,
): Trial | null {
  const rivals = ROLES.filter((each) => each === role || (each === "critic") === (role === "critic"));
  const taken = new Set(rivals.flatMap((each) => dealt[each].map(({ trial }) => trial.fact.index)));
  const worth = left.map((trial) => {
    if (taken.has(trial.fact.index)) return 0;
    const strength = trial.fact.bears.reduce((sum, each) => sum + Math.abs(each), 0.2);
    return (
      FITS[role](isFor(trial.fact), trial.found) * strength * (0.5 + draw(`${trial.fact.key} ${trial.text}`))
    );
  });
  const most = Math.max(0, ...worth);
  return most === 0 ? null : left.splice(worth.indexOf(most), 1)[0]!;
}

/** The critic takes what broke and the guardian risks; the others take what is said for the candidate, come what may. */
const FITS: Readonly<Record<Role, (isFor: boolean, found: Found) => number>> = {
  action: (good, found) => (good ? (found === "open" ? 1.2 : 2) : 0),
  guardian: (good) => (good ? 0 : 2),
  observer: (_, found) => (found === "open" ? 0.3 : 2),
  critic: (good, found) => (found === "breaks" ? 3 : good ? 0 : 1.5),
};

/** An own earlier claim that did not simply hold, to be said more narrowly; where it must, any that was tested. */
function narrowable(
  { claims, data }: Matter,
  role: Role,
  dealt: readonly Draft[],
  wants: boolean,
): Tried | null {
  if (!wants) return null;
  const gone = new Set(data.claims.map(({ supersedes }) => supersedes));
  const open = claims.filter(
    ({ id, round, role: of, status, trial, supersedes, polarity }) =>
      of === role &&
      round < data.round &&
      !gone.has(id) &&
      supersedes === null &&
      trial.fact.point.holds !== undefined &&
      isFor(trial.fact) === (polarity === "robustness") &&
      NOT_HELD.has(status) &&
      dealt.every((draft) => draft.supersedes?.id !== id),
  );
  return open[0] ?? null;
}

const NOT_HELD: ReadonlySet<string> = new Set(["tested_refuted", "partially_refuted", "tested_unclear"]);

/** Where every point has been claimed: a tested claim once more, to be tested on its condition. */
function lastResort({ claims, data, trials }: Matter, role: Role, dealt: readonly Draft[]): Draft {
  const gone = new Set(data.claims.map(({ supersedes }) => supersedes));
  const old = claims.find(
    ({ id, round, role: of, status }) =>
      of === role &&
      round < data.round &&
      status !== "pending" &&
      !gone.has(id) &&
      dealt.every((draft) => draft.supersedes?.id !== id),
  );
  if (old !== undefined) return { trial: narrowed(old.trial, old.polarity), supersedes: old };
  return { trial: trials[(data.round + ROLES.indexOf(role)) % trials.length]!, supersedes: null };
}

/** The critic says that a thing fails, action and guardian that it holds, the observer what the point itself says. */
function polarityOf(role: Role, { trial: { fact }, supersedes }: Draft): Polarity {
  if (supersedes !== null) return supersedes.polarity;
  return role === "critic" || (role === "observer" && !isFor(fact)) ? "weakness" : "robustness";
}

/** Claims as they are filed. */
export function claimsOf(matter: Matter, role: Role) {
  return dealClaims(matter)[role].map((draft) => {
    const slots = slotsOf(draft.trial);
    const polarity = polarityOf(role, draft);
    const kind = kindOf(draft, polarity);
    return {
      text: matter.say(`${polarity}${kind}`, slots),
      testable_as: matter.say(kind === "Narrowed" ? "testableNarrowed" : "testable", slots),
      polarity,
      supersedes: draft.supersedes?.id ?? null,
    };
  });
}

function kindOf(
  { trial: { fact }, supersedes }: Draft,
  polarity: Polarity,
): "" | "Narrowed" | "Merit" | "Risk" {
  const isTold = fact.point.holds !== undefined;
  if (supersedes !== null && isTold) return "Narrowed";
  if (isFor(fact)) return polarity === "weakness" ? "Merit" : "";
  return polarity === "robustness" ? "Risk" : "";
}
