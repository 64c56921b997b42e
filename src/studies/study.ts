import type { Side } from "../scenario/schema/scenario.ts";
import type { Arm } from "./arms.ts";

export const STUDY_FORMAT = 1;

/** The subject's name if the study names none. */
export const OWN_SUBJECT = "own";

/** A complete study as it was begun: the file `study.json`. */
export type Study = {
  readonly format: typeof STUDY_FORMAT;
  /** Of its file: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly title: string;
  /** SHA-256 of what decides its meetings: scenarios, subjects, seeds, arms and all that they read. */
  readonly digest: string;
  readonly scenarios: readonly StudiedScenario[];
  /** Names of the documents judged; `own` alone where the study names none. */
  readonly subjects: readonly string[];
  readonly seeds: readonly number[];
  readonly arms: readonly Arm[];
  /** Pairs of arms; the second is compared with the first. */
  readonly compare: readonly (readonly [string, string])[];
  /** The right option or side, by subject, or by scenario if the study names no subjects. */
  readonly truth: Readonly<Record<string, string>>;
  readonly limits: StudyLimits;
  readonly until: EarlyStop | null;
  /** The command that continues a ranking, whose arms are candidates. */
  readonly ranking?: {
    readonly scenario: string;
    readonly documents: readonly string[];
    readonly flags: Readonly<Record<string, unknown>>;
  };
};

/** A scenario of a study, and what reading its results needs. */
export type StudiedScenario = {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  readonly protocol: string;
  readonly verdicts: readonly { readonly id: string; readonly side: Side }[];
  readonly members: readonly { readonly id: string; readonly name: string }[];
  /** SHA-256 of the scenario and all that it reads. */
  readonly digest: string;
};

export type StudyLimits = {
  /** Meetings at most: a study that asks for more is not begun; null: no limit. */
  readonly meetings: number | null;
  /** Dollars of all meetings together at most; null: no limit. */
  readonly dollars: number | null;
  /** Meetings under way at once; null: as many as the machine has cores, or the providers take. */
  readonly concurrency: number | null;
};

/** An early stop: ends the study when every compared share is known to within this. */
export type EarlyStop = {
  readonly outcome: number;
};

/** Where a study stopped early. */
export type StudyStopped = {
  /** The last seed that counts, in the study's order. */
  readonly seed: number;
  readonly seeds: number;
  /** Half the width within which every share is known. */
  readonly within: number;
  readonly rule: string;
};

export function truthFor(
  { truth }: Pick<Study, "truth">,
  { scenario, subject }: { readonly scenario: string; readonly subject: string },
): string | null {
  return truth[subject === OWN_SUBJECT ? scenario : subject] ?? null;
}
