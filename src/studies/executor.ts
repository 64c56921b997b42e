import type { StudyJob } from "./cell.ts";
import type { ResultRow } from "./result-row.ts";

/** What came of a meeting. */
export type JobResult =
  | { readonly job: StudyJob; readonly row: ResultRow }
  /** It was stopped on the way and goes on with the next run: nothing is counted. */
  | {
      readonly job: StudyJob;
      readonly stopped: string;
      readonly isFinal: boolean;
      /** Where a person is waited for, the command by which one answers. */
      readonly answeredBy?: string;
    };

/**
 * What holds the meetings of a study. It pulls jobs as it has places for them, so that nothing waits in memory; goes on
 * with a meeting that was begun; and when the signal aborts, takes no more, lets the calls under way end, and resolves.
 */
export interface Executor {
  hold(jobs: Iterable<StudyJob>, onResult: (result: JobResult) => void, signal: AbortSignal): Promise<void>;
}
