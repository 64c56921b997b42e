import { CONTRASTS } from "./frames/extras.ts";
import type { Heard } from "./heard.ts";
import type { Claim, Mind } from "./mind.ts";
import type { Casebook, Fact } from "./reading/casebook.ts";
import { keyOf } from "./trace.ts";

/** Two claims on one matter: what speaks against, and what speaks for. */
export type Contrast = { readonly fault: Claim; readonly merit: Claim };

const RECENT = 10;

/** The latest two claims by two others that answer one another, neither of which anybody has set beside another yet. */
export function contrastIn({ claims, me, book, contrasted }: Mind): Contrast | null {
  const others = claims.filter(({ speaker }) => speaker !== me).slice(-RECENT);
  for (let late = others.length - 1; late > 0; late--) {
    for (let early = late - 1; early >= 0; early--) {
      const [one, other] = [others[early]!, others[late]!];
      if (one.speaker === other.speaker || !areCounters(book, one.fact, other.fact)) continue;
      if (contrasted.has(one.fact.index) || contrasted.has(other.fact.index)) continue;
      return one.fact.polarity < 0 ? { fault: one, merit: other } : { fault: other, merit: one };
    }
  }
  return null;
}

/** Notes the passages that a message sets side by side. */
export function noteContrast({ contrasted }: Mind, { traces }: Heard, spokenOf: readonly Fact[]): void {
  if (keys.size === 0) for (const frame of CONTRASTS) keys.add(keyOf(frame));
  if (!traces.some((trace) => keys.has(trace))) return;
  for (const { index } of spokenOf) contrasted.add(index);
}

/** Two passages on the same matter that point in opposite directions. */
export function areCounters({ counters }: Casebook, one: Fact, other: Fact): boolean {
  return counters[one.index]!.includes(other.index) || counters[other.index]!.includes(one.index);
}

const keys = new Set<number>();
