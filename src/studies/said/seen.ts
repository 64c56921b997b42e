import type { Side } from "../../scenario/schema/scenario.ts";
import { keyOf } from "../result-row.ts";
import { type StudiedScenario, type Study, truthFor } from "../study.ts";
import type { MeetingRead } from "./read-meeting.ts";
import { ofArm, type StudiedMeeting } from "./studied-meetings.ts";

/** Everything that the sections of a report are made from. */
export type SeenStudy = {
  readonly study: Study;
  readonly held: readonly StudiedMeeting[];
  readonly failed: number;
  /** Transcripts that were to be read and could not. */
  readonly unread: number;
  /** Transcripts that were read, by the key of the meeting. */
  readonly read: ReadonlyMap<string, MeetingRead>;
};

/** One arm of one scenario, with its meetings; `name` tells it from all others of the report. */
export type SeenArm = {
  readonly scenario: StudiedScenario;
  readonly arm: Study["arms"][number];
  readonly name: string;
  readonly meetings: readonly StudiedMeeting[];
};

/** Every arm of every scenario, in the study's order. */
export function armsOf({ study, held }: Pick<SeenStudy, "study" | "held">): readonly SeenArm[] {
  return study.scenarios.flatMap((scenario) =>
    study.arms.map((arm) => ({
      ...{ scenario, arm, name: study.scenarios.length > 1 ? `${scenario.name}, ${arm.name}` : arm.name },
      meetings: ofArm(held, scenario.name, arm.name),
    })),
  );
}

/** Arms that stand for themselves: those of the study's file, and those made to compare models. */
export function ownArms(seen: Pick<SeenStudy, "study" | "held">): readonly SeenArm[] {
  return armsOf(seen).filter(({ arm }) => arm.made === null || arm.made.by === "models");
}

/** Two arms of one scenario that are held against each other. */
export type SeenPair = { readonly first: SeenArm; readonly second: SeenArm };

/** The pairs that the study compares, in every scenario. */
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

/** Arms that were made from this one in one way. */
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

/** Outcomes that came, the most frequent first. */
export function labelsOf(meetings: readonly StudiedMeeting[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { outcome } of meetings) counts.set(outcome.label, (counts.get(outcome.label) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([label]) => label);
}

/** Outcomes that say all there is to compare: of two one is enough, and that is `for` where it is among them. */
export function tellingLabels(meetings: readonly StudiedMeeting[]): readonly string[] {
  const labels = labelsOf(meetings);
  if (labels.length !== 2) return labels;
  return labels.includes("for") ? ["for"] : labels.slice(0, 1);
}

/** Whether a verdict or outcome is the right one; null where the study does not say what is. */
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
  // What was decided by side alone names no option: it is right where the right option's side is.
  const isRight = ({ option, side }: Pick<StudiedMeeting["outcome"], "option" | "side">) =>
    option === truth || (side !== null && (side === truth || (option === null && side === sides.get(truth))));
  return {
    verdict: (id) => id !== null && (id === truth || sides.get(id) === truth),
    outcome: isRight(outcome),
    opening: opening && isRight(opening),
  };
}
