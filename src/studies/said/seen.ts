import type { Side } from "../../scenario/schema/scenario.ts";
import { keyOf } from "../result-row.ts";
import { type StudiedScenario, type Study, truthFor } from "../study.ts";
import type { MeetingRead } from "./read-meeting.ts";
import { ofArm, type StudiedMeeting } from "./studied-meetings.ts";

export type SeenStudy = {
  readonly study: Study;
  readonly held: readonly StudiedMeeting[];
  readonly failed: number;
  readonly unread: number;
  readonly read: ReadonlyMap<string, MeetingRead>;
};

export type SeenArm = {
  readonly scenario: StudiedScenario;
  readonly arm: Study["arms"][number];
  readonly name: string;
  readonly meetings: readonly StudiedMeeting[];
};

export function armsOf({ study, held }: Pick<SeenStudy, "study" | "held">): readonly SeenArm[] {
  return study.scenarios.flatMap((scenario) =>
    study.arms.map((arm) => ({
      ...{ scenario, arm, name: study.scenarios.length > 1 ? `${scenario.name}, ${arm.name}` : arm.name },
      meetings: ofArm(held, scenario.name, arm.name),
    })),
  );
}

export function ownArms(seen: Pick<SeenStudy, "study" | "held">): readonly SeenArm[] {
  return armsOf(seen).filter(
    ({ arm }) => arm.made === null || arm.made.by === "models" || arm.made.by === "orders",
  );
}

export type SeenPair = { readonly first: SeenArm; readonly second: SeenArm };

export function comparedPairs(seen: Pick<SeenStudy, "study" | "held">): readonly SeenPair[] {
  const { study } = seen;
  const arms = armsOf(seen);
  return study.scenarios.flatMap(({ name }) =>
    study.compare.flatMap(([first, second]) => pairOf(arms, name, first, second) ?? []),
  );
}

function pairOf(
  arms: readonly SeenArm[],
  scenario: string,
  ...[first, second]: [string, string]
): SeenPair | null {
  const find = (arm: string) => arms.find((each) => each.scenario.name === scenario && each.arm.name === arm);
  const [one, other] = [find(first), find(second)];
  return one && other ? { first: one, second: other } : null;
}

export function madeFrom<By extends string>(
  arms: readonly SeenArm[],
  base: SeenArm,
  by: By,
): readonly SeenArm[] {
  return arms.filter(
    ({ scenario, arm }) =>
      scenario.name === base.scenario.name && arm.made?.by === by && arm.made.of === base.arm.name,
  );
}

export function readOf({ read }: SeenStudy, meetings: readonly StudiedMeeting[]): readonly MeetingRead[] {
  return meetings.flatMap((meeting) => read.get(keyOf(meeting)) ?? []);
}

export function labelsOf(meetings: readonly StudiedMeeting[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { outcome } of meetings) counts.set(outcome.label, (counts.get(outcome.label) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([label]) => label);
}

/** Of two outcomes one is enough: `for` if present. */
export function tellingLabels(meetings: readonly StudiedMeeting[]): readonly string[] {
  const labels = labelsOf(meetings);
  if (labels.length !== 2) return labels;
  return labels.includes("for") ? ["for"] : labels.slice(0, 1);
}

export function judgeOf(
  { study }: Pick<SeenStudy, "study">,
  meeting: StudiedMeeting,
): {
  readonly verdict: (id: string | null) => boolean;
  readonly outcome: boolean;
  readonly opening: boolean | null;
} | null {
  const truth = truthFor(study, meeting);
  if (truth === null) return null;
  const sides = new Map<string, Side>(
    study.scenarios.find(({ name }) => name === meeting.scenario)?.verdicts.map(({ id, side }) => [id, side]) ??
      [],
  );
  const { outcome, opening } = meeting;
  // A decision by side alone names no option: it is right if its side is.
  const isRight = ({ option, side }: Pick<StudiedMeeting["outcome"], "option" | "side">) =>
    option === truth || (side !== null && (side === truth || (option === null && side === sides.get(truth))));
  return {
    verdict: (id) => id !== null && (id === truth || sides.get(id) === truth),
    outcome: isRight(outcome),
    opening: opening && isRight(opening),
  };
}
