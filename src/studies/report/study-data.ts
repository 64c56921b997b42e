import type { Outcome } from "../../engine/transcript/events.ts";
import { formatChoice } from "../../engine/words/figures.ts";
import type { Side } from "../../scenario/schema/scenario.ts";
import type { StudyRecord } from "../results.ts";
import {
  keyOf,
  type MeetingKey,
  type ResultRow,
  type StudiedScenario,
  type Study,
  truthFor,
} from "../study.ts";

export type StudyData = {
  study: Study;
  closed: readonly StudiedMeeting[];
  failed: number;
};

export type ArmData = {
  scenario: StudiedScenario;
  arm: Study["arms"][number];
  name: string;
  meetings: readonly StudiedMeeting[];
};

export function armsOf({ study, closed }: Pick<StudyData, "study" | "closed">): readonly ArmData[] {
  return study.scenarios.flatMap((scenario) =>
    study.arms.map((arm) => ({
      scenario,
      arm,
      name: study.scenarios.length > 1 ? `${scenario.name}, ${arm.name}` : arm.name,
      meetings: ofArm(closed, scenario.name, arm.name),
    })),
  );
}

export function ownArms(seen: Pick<StudyData, "study" | "closed">): readonly ArmData[] {
  return armsOf(seen).filter(
    ({ arm }) => arm.made === null || arm.made.by === "models" || arm.made.by === "orders",
  );
}

export type PairData = { first: ArmData; second: ArmData };

export function comparedPairs(seen: Pick<StudyData, "study" | "closed">): readonly PairData[] {
  const { study } = seen;
  const arms = armsOf(seen);
  return study.scenarios.flatMap(({ name }) =>
    study.compare.flatMap(([first, second]) => pairOf(arms, name, first, second) ?? []),
  );
}

function pairOf(
  arms: readonly ArmData[],
  scenario: string,
  ...[first, second]: [string, string]
): PairData | null {
  const find = (arm: string) =>
    arms.find((each) => each.scenario.name === scenario && each.arm.name === arm);
  const [one, other] = [find(first), find(second)];
  return one && other ? { first: one, second: other } : null;
}

export function madeFrom<By extends string>(
  arms: readonly ArmData[],
  base: ArmData,
  by: By,
): readonly ArmData[] {
  return arms.filter(
    ({ scenario, arm }) =>
      scenario.name === base.scenario.name && arm.made?.by === by && arm.made.of === base.arm.name,
  );
}

export function labelsOf(meetings: readonly StudiedMeeting[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { outcome } of meetings)
    counts.set(outcome.label, (counts.get(outcome.label) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([label]) => label);
}

/** Of two outcomes one is enough: `for` if present. */
export function distinctLabels(meetings: readonly StudiedMeeting[]): readonly string[] {
  const labels = labelsOf(meetings);
  if (labels.length !== 2) return labels;
  return labels.includes("for") ? ["for"] : labels.slice(0, 1);
}

export function judgeOf(
  { study }: Pick<StudyData, "study">,
  meeting: StudiedMeeting,
): {
  verdict: (id: string | null) => boolean;
  outcome: boolean;
  opening: boolean | null;
} | null {
  const truth = truthFor(study, meeting);
  if (truth === null) return null;
  const { verdicts = [] } = study.scenarios.find(({ name }) => name === meeting.scenario) ?? {};
  const sides = new Map<string, Side>(verdicts.map(({ id, side }) => [id, side]));
  const { outcome, opening } = meeting;
  // A decision by side alone names no option: it is right if its side is.
  const isRight = ({ option, side }: Decided) =>
    option === truth ||
    (side !== null && (side === truth || (option === null && side === sides.get(truth))));
  return {
    verdict: (id) => id !== null && (id === truth || sides.get(id) === truth),
    outcome: isRight(outcome),
    opening: opening && isRight(opening),
  };
}

export type StudiedMeeting = MeetingKey &
  Pick<ResultRow, "path" | "simulated" | "calls" | "failedCalls" | "dollars"> & {
    outcome: Decided;
    opening: Decided | null;
    members: readonly { opening: string | null; final: string | null }[];
    tokens: number;
  };

type Decided = Pick<Outcome, "side" | "option"> & { label: string };

/** If a meeting was continued, its last line counts. */
export async function studiedMeetings(record: StudyRecord) {
  const closed = new Map<string, StudiedMeeting | null>();
  for await (const row of record.rows()) closed.set(keyOf(row), meetingOf(row));
  const meetings = [...closed.values()].filter((meeting) => meeting !== null);
  return {
    closed: meetings.sort((a, b) => a.seed - b.seed),
    failed: closed.size - meetings.length,
  };
}

function meetingOf(row: ResultRow): StudiedMeeting | null {
  const { scenario, arm, subject, seed, path, simulated, calls, failedCalls, dollars, tokens } =
    row;
  if (row.status === "failed" || row.outcome === null) return null;
  return {
    scenario,
    arm,
    subject,
    seed,
    path,
    simulated,
    calls,
    failedCalls,
    dollars,
    outcome: decided(row.outcome),
    opening: row.openingOutcome && decided(row.openingOutcome),
    members: Object.values(row.members).map(({ opening, final }) => ({
      opening: opening?.verdict ?? null,
      final: final?.verdict ?? null,
    })),
    tokens: tokens.input + tokens.cacheRead + tokens.output,
  };
}

function decided({ status, side, option }: Outcome): Decided {
  const isFound =
    ["decided", "unaccepted", "partial"].includes(status) && (side !== null || option !== null);
  return isFound
    ? { side, option, label: formatChoice(option ?? side ?? status) }
    : { side: null, option: null, label: status };
}

function ofArm(
  meetings: readonly StudiedMeeting[],
  scenario: string,
  arm: string,
): readonly StudiedMeeting[] {
  return meetings.filter((meeting) => meeting.scenario === scenario && meeting.arm === arm);
}

/** Meetings of two arms with the same subject and seed: common random numbers. */
export function paired(
  first: readonly StudiedMeeting[],
  second: readonly StudiedMeeting[],
): (readonly [StudiedMeeting, StudiedMeeting])[] {
  const others = new Map(second.map((meeting) => [`${meeting.subject}/${meeting.seed}`, meeting]));
  return first.flatMap((meeting) => {
    const other = others.get(`${meeting.subject}/${meeting.seed}`);
    return other ? [[meeting, other] as const] : [];
  });
}
