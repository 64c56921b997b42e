import { BoardroomError } from "../../errors.ts";
import { holm } from "../figures/statistics.ts";
import type { StudyRecord } from "../read-study.ts";
import { keyOf, type Study } from "../study.ts";
import { definitionOf, type StudySection } from "./figures.ts";
import {
  agreementSection,
  evidenceSection,
  mindsSection,
  movedSection,
  outcomeSection,
  priceSection,
  talkSection,
  voteSection,
} from "./sections.ts";
import { armsOf, type MeetingRead, readMeeting, type SeenStudy, studiedMeetings } from "./seen.ts";

const SECTIONS = [
  ...[outcomeSection, voteSection, mindsSection, movedSection],
  ...[talkSection, evidenceSection, agreementSection, priceSection],
];

export type StudyReport = {
  readonly name: string;
  readonly title: string;
  readonly account: readonly string[];
  readonly sections: readonly StudySection[];
  readonly definitions: Readonly<Record<string, string>>;
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
  const sections = corrected(SECTIONS.map((section, at) => ({ nth: at + 1, ...section(seen) })));
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

function definitionsOf(sections: readonly StudySection[]): Readonly<Record<string, string>> {
  const used = sections.flatMap(({ tables }) =>
    tables.flatMap(({ figures }) => figures.map(({ define }) => define)),
  );
  return Object.fromEntries([...new Set(used)].map((id) => [id, definitionOf(id)]));
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
