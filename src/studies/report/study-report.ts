import { BoardroomError } from "../../errors.ts";
import { bootstrap, holm, krippendorffAlpha, mean } from "../figures/statistics.ts";
import type { StudyRecord } from "../read-study.ts";
import { keyOf, type Study } from "../study.ts";
import {
  countFigure,
  DEFINITIONS,
  type DefinitionId,
  differenceFigure,
  LEAST,
  meanFigure,
  type StudyFigure,
  type StudySection,
} from "./figures.ts";
import {
  evidenceSection,
  mindsSection,
  outcomeSection,
  probesSection,
  talkSection,
  voteSection,
} from "./sections.ts";
import {
  armsOf,
  judgeOf,
  type MeetingRead,
  madeFrom,
  ownArms,
  paired,
  readMeeting,
  type SeenArm,
  type SeenStudy,
  studiedMeetings,
  tellingLabels,
} from "./seen.ts";

export type StudyReport = {
  readonly name: string;
  readonly title: string;
  readonly account: readonly string[];
  readonly sections: readonly StudySection[];
  readonly definitions: Readonly<Partial<Record<DefinitionId, string>>>;
  readonly seeds: readonly number[];
};

type ReportOptions = {
  readonly transcripts: number;
};

export async function reportOf(record: StudyRecord, { transcripts }: ReportOptions): Promise<StudyReport> {
  const { study } = record;
  const { held, failed } = await studiedMeetings(record);
  const chosen = armsOf({ study, held }).flatMap(({ meetings }) => meetings.slice(0, transcripts));
  const read = new Map<string, MeetingRead>();
  let unread = 0;
  for (const meeting of chosen) {
    const state = await record.meeting(meeting).catch(leftOut);
    if (state) read.set(keyOf(meeting), readMeeting(state));
    else unread += 1;
  }
  const seen: SeenStudy = { study, held, failed, unread, read };
  const sections = corrected([
    outcomeSection(seen),
    voteSection(seen),
    mindsSection(seen),
    movedSection(seen),
    talkSection(seen),
    probesSection(seen),
    evidenceSection(seen),
    agreementSection(seen),
    priceSection(seen),
  ]);
  const { name, title } = study;
  const definitions = definitionsOf(sections);
  return { name, title, account: accountOf(seen), sections, definitions, seeds: study.seeds };
}

/** A moved or damaged transcript costs only its figures, not the report. */
function leftOut(error: unknown): null {
  if (error instanceof BoardroomError) return null;
  throw error;
}

function corrected(sections: readonly StudySection[]): StudySection[] {
  const family = sections.flatMap(({ tables }) =>
    tables.flatMap(({ figures }) => figures.flatMap(({ p }) => p ?? [])),
  );
  const adjusted = holm(family);
  let next = 0;
  return sections.map((section) => ({
    ...section,
    tables: section.tables.map((table) => ({
      ...table,
      figures: table.figures.map((figure) =>
        figure.p === null ? figure : { ...figure, adjusted: adjusted[next++] ?? null },
      ),
    })),
  }));
}

function definitionsOf(sections: readonly StudySection[]): Partial<Record<DefinitionId, string>> {
  const used = sections.flatMap(({ tables }) =>
    tables.flatMap(({ figures }) => figures.map(({ define }) => define)),
  );
  return Object.fromEntries([...new Set(used)].map((id) => [id, DEFINITIONS[id]]));
}

function accountOf({ study, held, failed, unread, read }: SeenStudy): string[] {
  const { scenarios, subjects, seeds, arms } = study;
  const asked = scenarios.length * subjects.length * seeds.length * arms.length;
  const who = held.every(({ simulated }) => simulated)
    ? " All members were simulated: this says nothing of people or of language models."
    : "";
  return [
    `${held.length} of ${asked} meetings held${failed > 0 ? `, ${failed} failed` : ""}: ${counted(scenarios.length, "scenario")}, ${counted(arms.length, "arm")}, ${counted(subjects.length, "subject")}, ${counted(seeds.length, "seed")} (${seedsInWords(seeds)}).${who}`,
    ...arms.map((arm) => `${arm.name}: ${changesInWords(arm)}`),
    ...(read.size < held.length
      ? [`Talk and evidence: from ${read.size} transcripts, those of the first seeds of each arm.`]
      : []),
    ...(unread > 0 ? [`${counted(unread, "transcript")} could not be read: boardroom verify tells why.`] : []),
    "A figure describes these meetings of these members on these matters. It does not show that a debate makes a decision right.",
  ];
}

function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

function changesInWords({ changes, made }: Study["arms"][number]): string {
  const entries = Object.entries(changes);
  if (entries.length === 0) return "as the scenario has it";
  const words = entries.map(
    ([key, value]) => `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${words.join("; ")}${made ? ` (made by ${made.by} of ${made.of})` : ""}`;
}

function seedsInWords(seeds: readonly number[]): string {
  const [first = 0, last = first] = [seeds[0], seeds.at(-1)];
  const isRange = seeds.every((seed, index) => seed === first + index);
  return isRange && seeds.length > 2 ? `${first} to ${last}` : seeds.join(", ");
}

function movedSection(seen: SeenStudy): StudySection {
  const arms = armsOf(seen);
  const figures = arms.filter(({ arm }) => arm.made === null).flatMap((base) => leaveOneOut(arms, base));
  return {
    nth: 4,
    title: "Who changed whose mind",
    tables: figures.length > 0 ? [{ title: "Leave one out", figures, isDrawn: true }] : [],
    notes:
      figures.length > 0
        ? []
        : ["The effect of a member is unknown without arms that omit it: leaveOneOut: true."],
  };
}

function leaveOneOut(arms: readonly SeenArm[], base: SeenArm): StudyFigure[] {
  return madeFrom(arms, base, "leaveOneOut").flatMap((without) => {
    const { made } = without.arm;
    if (made?.by !== "leaveOneOut") return [];
    const both = paired(without.meetings, base.meetings);
    return tellingLabels(both.flat()).map((label) =>
      differenceFigure(
        { define: "leave-one-out", what: `${base.name}: ${nameOf(base, made.without)}, ${label}` },
        both.map(([one, other]) => [
          Number(one.outcome.label === label),
          Number(other.outcome.label === label),
        ]),
        true,
      ),
    );
  });
}

function nameOf({ scenario }: SeenArm, id: string): string {
  return scenario.members.find((member) => member.id === id)?.name ?? id;
}

function priceSection(seen: SeenStudy): StudySection {
  const arms = armsOf(seen);
  const made = arms
    .filter((arm) => !ownArms(seen).some(({ name }) => name === arm.name))
    .map(({ name, meetings }) => totalOf(name, meetings));
  const isFree = seen.held.every(({ simulated }) => simulated);
  return {
    nth: 9,
    title: "Price",
    tables: [{ title: "By arm", figures: [...ownArms(seen).flatMap(prices), ...made] }],
    notes: isFree
      ? [
          "All members were simulated: nothing was paid, and tokens are those that a model would have been sent.",
        ]
      : [],
  };
}

function prices({ name, meetings }: SeenArm): StudyFigure[] {
  return [
    meanFigure(
      { define: "tokens", what: `${name}: tokens` },
      meetings.map(({ tokens }) => tokens),
      "count",
    ),
    meanFigure(
      { define: "calls", what: `${name}: calls` },
      meetings.map(({ calls, failedCalls }) => calls + failedCalls),
      "count",
    ),
    meanFigure(
      { define: "minutes", what: `${name}: minutes of calls` },
      meetings.map(({ seconds }) => seconds / 60),
    ),
    meanFigure(
      { define: "dollars", what: `${name}: dollars` },
      meetings.map(({ dollars }) => dollars),
      "dollars",
    ),
    totalOf(name, meetings),
  ];
}

function totalOf(name: string, meetings: SeenArm["meetings"]): StudyFigure {
  const known = meetings.flatMap(({ dollars }) => dollars ?? []);
  const sum = known.length === meetings.length ? known.reduce((all, each) => all + each, 0) : null;
  return countFigure({ define: "total", what: `${name}: dollars in all` }, sum, meetings.length, "dollars");
}

function agreementSection(seen: SeenStudy): StudySection {
  const arms = ownArms(seen);
  const scores = arms.flatMap((arm) => brier(seen, arm));
  return {
    nth: 8,
    title: "Agreement and calibration",
    tables: [
      { title: "Krippendorff's alpha of last verdicts", figures: arms.map(alpha) },
      { title: "Brier score of last verdicts", figures: scores },
    ].filter(({ figures }) => figures.length > 0),
    notes:
      scores.length > 0
        ? []
        : ["Calibration is unknown: the study names no truth, or no member gave a confidence."],
  };
}

function alpha({ name, meetings }: SeenArm): StudyFigure {
  const cases = meetings.map(({ members }) => members.map(({ final }) => final));
  const named = { define: "alpha" as const, what: name };
  if (cases.length < LEAST)
    return {
      ...countFigure(named, null, cases.length, "number"),
      needs: cases.length === 0 ? null : LEAST - cases.length,
    };
  const drawn = bootstrap(
    cases.length,
    (some) => krippendorffAlpha(some.map((at) => cases[at] ?? [])),
    named.what,
  );
  return {
    ...countFigure(named, krippendorffAlpha(cases), cases.length, "number"),
    interval: drawn?.interval ?? null,
  };
}

/** Mean of (c - [right])² over the last verdicts of a meeting. */
function brier(seen: SeenStudy, { name, meetings }: SeenArm): StudyFigure[] {
  const scores = meetings.flatMap((meeting) => {
    const judge = judgeOf(seen, meeting);
    const missed = meeting.members.flatMap(({ final, sure }) =>
      judge === null || final === null || sure === null ? [] : [sure - Number(judge.verdict(final))],
    );
    return mean(missed.map((by) => by * by)) ?? [];
  });
  return scores.length === 0 ? [] : [meanFigure({ define: "brier", what: name }, scores)];
}
