import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { Arm, ArmChanges } from "../arms.ts";
import { digestOf } from "../digest.ts";
import { type ArmParts, applyArm } from "./apply.ts";

/** A scenario of the study over one subject, with what an arm brings to it. */
export type ArmMatter = { readonly scenario: Scenario; readonly parts: ArmParts };

/** What decides a meeting, its seed apart. */
export function matterDigest({ seed: _, ...matter }: Scenario): string {
  return digestOf(matter);
}

/** Settings of an arm without which it would be the same everywhere. */
export function idleSettings({ changes }: Arm, matters: readonly ArmMatter[]): (keyof ArmChanges)[] {
  const whole = matters.map(({ scenario, parts }) => matterDigest(applyArm(scenario, changes, parts)));
  return (Object.keys(changes) as (keyof ArmChanges)[]).filter((key) => {
    const { [key]: _, ...rest } = changes;
    return matters.every(({ scenario, parts }, index) => {
      const without = attempt(() => applyArm(scenario, rest, partsWithout(key, parts)));
      return without !== null && matterDigest(without) === whole[index];
    });
  });
}

function partsWithout(key: keyof ArmChanges, parts: ArmParts): ArmParts {
  return {
    personas: parts.personas,
    attached: key === "attach" ? [] : parts.attached,
    evidence: key === "private" ? undefined : parts.evidence,
  };
}

/** What another setting rests on is not idle. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
