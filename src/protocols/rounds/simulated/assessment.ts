import type { Cite } from "../record/records.ts";
import type { Matter, Tried } from "./matter.ts";
import { spokeFor } from "./standing.ts";

/** The lead's assessment: what the checks settled, with its citations. */
export function assess(matter: Matter) {
  const { data, claims, say, decisions } = matter;
  const now = claims.filter((claim) => checkOf(matter, claim) !== undefined);
  const held = now.filter((claim) => spokeFor(claim) > 0);
  const broke = now.filter((claim) => spokeFor(claim) < 0);
  const counts = { n: `${held.length}`, m: `${broke.length}` };
  const isOn = (round: number) => round < data.round && decisions.some((each) => each.round === round);
  const old = now.length > 0 ? data.tensions.find(({ round }) => isOn(round)) : undefined;
  const [worst] = broke;
  return {
    decisions: settledNow(held, broke, now).map((claim) => decide(matter, claim)),
    convergence: say(broke.length > held.length ? "apart" : "closer", counts),
    newTensions: broke.flatMap((claim) => tensionsOn(matter, claim)).slice(0, 1),
    resolvedTensions: old === undefined ? [] : [old.id],
    architectureImpact: worst ? say(`impact${kindOf(worst)}`, worst.trial.slots) : say("noImpact"),
    anchor: say("anchor", (worst ?? now[0] ?? claims[0])?.trial.slots),
  };
}

/** The check of this round that has changed a claim. */
function checkOf({ data }: Matter, { id }: Tried): string | undefined {
  const isOn = (changes: readonly { readonly claim_id: string }[]) =>
    changes.some((each) => each.claim_id === id);
  return data.checks.find((each) => each.round === data.round && isOn(each.claim_status_changes))?.id;
}

/** A merit of another role's that stands against what broke. */
function tensionsOn({ claims, say }: Matter, { trial, raised_by }: Tried) {
  const isAgainst = (each: Tried) =>
    each.raised_by !== raised_by && trial.fact.against.includes(each.trial.fact.index);
  const other = claims.find((each) => spokeFor(each) > 0 && isAgainst(each));
  if (other === undefined) return [];
  const { says: mine = "", l: ml = "" } = other.trial.slots;
  return [{ roles: [raised_by, other.raised_by], text: say("tension", { ...trial.slots, mine, ml }) }];
}

/** What broke, what held and what was conceded, one of each; else one that stays open. */
function settledNow(held: readonly Tried[], broke: readonly Tried[], now: readonly Tried[]): readonly Tried[] {
  const made = [broke[0], held.find((claim) => !isConceded(claim)), held.find(isConceded)];
  const settled = made.filter((claim) => claim !== undefined);
  return settled.length > 0 ? settled : now.slice(0, 1);
}

/** Somebody said that the candidate fails here, and it held. */
function isConceded(claim: Tried): boolean {
  return claim.polarity === "weakness" && spokeFor(claim) > 0;
}

/** An earlier decision on the candidate is built on, or turned over where the record has turned. */
function decide(matter: Matter, claim: Tried) {
  const { claims, decisions, say } = matter;
  const isTurned = (each: Tried) => spokeFor(each) * spokeFor(claim) < 0 || each.id === claim.supersedes;
  const gone = claims.filter((each) => each.trial.fact.index === claim.trial.fact.index && isTurned(each));
  const over = decisions.find(({ cites }) => cites.some(({ id }) => gone.some((each) => each.id === id)));
  const before = over ?? decisions.at(-1);
  const cites: Cite[] = [
    { type: "verification", id: checkOf(matter, claim) ?? "", relation: "based-on" },
    { type: "claim", id: claim.id, relation: "supported-by" },
  ];
  if (before) cites.push({ type: "decision", id: before.id, relation: over ? "supersedes" : "builds-on" });
  const move = over ? "overturn" : isConceded(claim) ? "concede" : "decide";
  const agreed = spokeFor(claim) > 0 ? "consensus" : "round_lead";
  return {
    text: say(`${move}${kindOf(claim)}`, { ...claim.trial.slots, id: over?.id ?? claim.id }),
    cites,
    madeBy: isConceded(claim) ? "adversary_concession" : agreed,
  };
}

function kindOf(claim: Tried): string {
  const spoke = spokeFor(claim);
  if (spoke >= 0) return spoke > 0 ? "Held" : "Open";
  return claim.trial.isMerit ? "BrokeMerit" : "Broke";
}
