// The meetings of a study, by arm, as the tables and sentences of a report need them: what each
// meeting decided, how right that was, and which arms are compared.

import type { Outcome } from "../../engine/transcript/events.ts";
import { formatChoice, NO_VERDICT } from "../../engine/words/figures.ts";
import { groupBy } from "../../lists.ts";
import type { Side } from "../../scenario/schema/scenario.ts";
import type { StudyRecord } from "../results.ts";
import {
  type Arm,
  findTruth,
  formatKey,
  type ResultRow,
  type StudiedScenario,
  type Study,
} from "../study.ts";

export type StudyData = {
  study: Study;
  closed: readonly StudiedMeeting[];
  failed: number;
  groups: readonly ArmGroup[];
};

/** Arms that are reported together: over all questions if a right answer is known, else those of one scenario. */
export type ArmGroup = { measure: Measure; arms: readonly ArmData[] };

export type ArmData = {
  arm: Arm;
  name: string;
  measure: Measure;
  meetings: readonly StudiedMeeting[];
};

/** What boards are compared by: being right, or choosing the first option. */
type Measure = {
  name: string;
  isRight: boolean;
  /** 1, 0, or between if options are tied; null if the right answer is unknown. */
  score(meeting: StudiedMeeting, outcome: Outcome): number | null;
  /** Whether a member's verdict is right; null if that is unknown. */
  judge(meeting: StudiedMeeting, verdict: string | null): boolean | null;
};

export type StudiedMeeting = ResultRow & {
  outcome: Outcome;
  /** Scenario and subject: what its seeds and arms have in common. */
  question: string;
};

export async function readStudyData(record: StudyRecord): Promise<StudyData> {
  const { study } = record;
  const { closed, failed } = await readMeetings(record);
  return { study, closed, failed, groups: groupArms(study, closed) };
}

/** If a meeting was continued, its last line counts. */
async function readMeetings(record: StudyRecord) {
  const rows = new Map<string, StudiedMeeting | null>();
  for await (const row of record.rows()) {
    const { outcome, status } = row;
    const question = `${row.scenario}/${row.subject}`;
    const isClosed = status === "closed" && outcome !== null;
    rows.set(formatKey(row), isClosed ? { ...row, outcome, question } : null);
  }
  const closed = [...rows.values()].filter((meeting) => meeting !== null);
  return { closed: closed.sort((a, b) => a.seed - b.seed), failed: rows.size - closed.length };
}

function groupArms(study: Study, closed: readonly StudiedMeeting[]): ArmGroup[] {
  const hasTruth = Object.keys(study.truth).length > 0;
  if (hasTruth) return [createGroup(study, closed, createRightMeasure(study), "")];
  const isSingle = study.scenarios.length === 1;
  return study.scenarios.map((scenario) => {
    const meetings = closed.filter((meeting) => meeting.scenario === scenario.name);
    const measure = createFirstOptionMeasure(scenario, meetings);
    return createGroup(study, meetings, measure, isSingle ? "" : `${scenario.name}, `);
  });
}

function createGroup(
  { arms }: Study,
  meetings: readonly StudiedMeeting[],
  measure: Measure,
  prefix: string,
): ArmGroup {
  const byArm = groupBy(meetings, ({ arm }) => arm);
  return {
    measure,
    arms: arms.map((arm) => ({
      arm,
      name: `${prefix}${arm.name}`,
      measure,
      meetings: byArm.get(arm.name) ?? [],
    })),
  };
}

function createRightMeasure(study: Study): Measure {
  const sides = new Map(
    study.scenarios.map(({ name, verdicts }) => [
      name,
      new Map<string, Side>(verdicts.map(({ id, side }) => [id, side])),
    ]),
  );
  /** `name`: an option or a side. A decision by side names no option: it is right if its side is. */
  function isRight(meeting: StudiedMeeting, name: string): boolean | null {
    const truth = findTruth(study, meeting);
    if (truth === null) return null;
    const own = sides.get(meeting.scenario);
    return name === truth || own?.get(name) === truth || name === own?.get(truth);
  }
  return {
    name: "right",
    isRight: true,
    score(meeting, outcome) {
      if (findTruth(study, meeting) === null) return null;
      const chosen = findDecided(outcome);
      if (chosen !== null) return Number(isRight(meeting, chosen));
      const tied = listTied(outcome);
      const right = tied.filter((name) => isRight(meeting, name)).length;
      return tied.length === 0 ? 0 : right / tied.length;
    },
    judge: (meeting, verdict) =>
      verdict === null && findTruth(study, meeting) !== null
        ? false
        : isRight(meeting, verdict ?? ""),
  };
}

/** Named before any result is known, so that chance does not choose what is compared. */
function createFirstOptionMeasure(
  { verdicts }: StudiedScenario,
  meetings: readonly StudiedMeeting[],
): Measure {
  const [first = { id: "", side: "for" }] = verdicts;
  const isByOption = meetings.some(({ outcome }) => outcome.option !== null);
  const name = isByOption ? first.id : first.side;
  return {
    name: formatChoice(name),
    isRight: false,
    score: (_, outcome) => Number(findDecided(outcome) === name),
    judge: () => null,
  };
}

const DECIDED: ReadonlySet<string> = new Set(["decided", "unaccepted", "partial"]);

/** The option or side that was decided. */
function findDecided({ status, option, side }: Outcome): string | null {
  return DECIDED.has(status) ? (option ?? side) : null;
}

const TIES: ReadonlySet<string> = new Set(["split", "partial"]);

/** The options or sides with equally many votes, if these decided nothing. */
export function listTied({ status, option, side, votes }: Outcome): readonly string[] {
  if (!TIES.has(status) || option !== null || side !== null) return [];
  const counts = Object.entries(votes).filter(([name]) => name !== NO_VERDICT);
  const most = Math.max(0, ...counts.map(([, count]) => count));
  const tied = counts.filter(([, count]) => count === most && most > 0);
  return tied.length > 1 ? tied.map(([name]) => name) : [];
}

/** What a meeting chose: `Station`, `for`, `tied`, or its status if nothing was decided. */
export function nameChoice(outcome: Outcome): string {
  const decided = findDecided(outcome);
  if (decided !== null) return formatChoice(decided);
  if (listTied(outcome).length > 0) return "tied";
  return outcome.status === "partial" ? "undecided" : outcome.status;
}

/** All arms but controls, which are shown with the arm that they control. */
export function listOwnArms({ arms }: ArmGroup): readonly ArmData[] {
  return arms.filter(({ arm }) => arm.made?.by !== "controls");
}

export function findControl(
  { arms }: ArmGroup,
  { arm }: ArmData,
  control: "reflection" | "stances",
): ArmData | null {
  const isControl = ({ arm: { made } }: ArmData) =>
    made?.by === "controls" && made.of === arm.name && made.control === control;
  return arms.find(isControl) ?? null;
}

export type ComparedPair = { first: ArmData; second: ArmData; isMain: boolean };

/** The first pair of `compare` is the study's main question. */
export function listComparedPairs({ compare }: Study, { arms }: ArmGroup): ComparedPair[] {
  return compare.flatMap((names, index) => {
    const [first, second] = names.map((name) => arms.find(({ arm }) => arm.name === name));
    return first && second ? [{ first, second, isMain: index === 0 }] : [];
  });
}

/** Meetings of two arms with the same question and seed: common random numbers. */
export function pairMeetings(
  first: readonly StudiedMeeting[],
  second: readonly StudiedMeeting[],
): (readonly [StudiedMeeting, StudiedMeeting])[] {
  const formatPair = ({ question, seed }: StudiedMeeting) => `${question}/${seed}`;
  const others = new Map(second.map((meeting) => [formatPair(meeting), meeting]));
  return first.flatMap((meeting) => {
    const other = others.get(formatPair(meeting));
    return other ? [[meeting, other] as const] : [];
  });
}
