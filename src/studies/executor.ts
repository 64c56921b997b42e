import type { StudyJob } from "./cell.ts";
import type { ResultRow } from "./result-row.ts";

export type JobResult =
  | { readonly job: StudyJob; readonly row: ResultRow }
  /** Stopped; goes on with the next run and is not counted. */
  | {
      readonly job: StudyJob;
      readonly stopped: string;
      readonly isFinal: boolean;
      /** The command by which a person answers, if the meeting waits for one. */
      readonly answeredBy?: string;
    };

/** Pulls jobs as it has room, so that memory stays small. Goes on with a meeting that was begun.
 * When the signal aborts, it takes no more jobs, lets running calls end, and resolves. */
export interface Executor {
  hold(jobs: Iterable<StudyJob>, onResult: (result: JobResult) => void, signal: AbortSignal): Promise<void>;
}
