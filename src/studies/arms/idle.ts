import { type Protocol, withSettledPrompt } from "../../engine/meeting/contract/protocol.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { Arm, ArmChanges } from "../arms.ts";
import { digestOf } from "../digest.ts";
import { type ArmParts, applyArm } from "./apply.ts";

export type ArmMatter = {
  readonly scenario: Scenario;
  readonly parts: ArmParts;
  readonly protocol: Protocol;
};

export function matterDigest({ seed: _, ...matter }: Scenario): string {
  return digestOf(matter);
}

export function idleSettings({ changes }: Arm, matters: readonly ArmMatter[]): (keyof ArmChanges)[] {
  const whole = matters.map((matter) => matterDigest(armOf(matter, changes, matter.parts)));
  return (Object.keys(changes) as (keyof ArmChanges)[]).filter((key) => {
    const { [key]: _, ...rest } = changes;
    return matters.every((matter, index) => {
      const without = attempt(() => armOf(matter, rest, partsWithout(key, matter.parts)));
      return without !== null && matterDigest(without) === whole[index];
    });
  });
}

function armOf({ scenario, protocol }: ArmMatter, changes: ArmChanges, parts: ArmParts): Scenario {
  return withSettledPrompt(applyArm(scenario, changes, parts), protocol);
}

function partsWithout(key: keyof ArmChanges, parts: ArmParts): ArmParts {
  return {
    personas: parts.personas,
    attached: key === "attach" ? [] : parts.attached,
    evidence: key === "private" ? undefined : parts.evidence,
  };
}

/** A setting that another one depends on is not idle. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
