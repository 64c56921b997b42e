import type { Protocol } from "../meeting/contract/protocol.ts";
import type { Scenario } from "../scenario/schema/scenario.ts";
import { keyOf, type MeetingKey } from "./result-row.ts";
import type { Study } from "./study.ts";

/** What all meetings of one arm over one subject of one scenario have in common. */
export type StudyCell = {
  readonly scenario: string;
  readonly arm: string;
  readonly subject: string;
  /** The scenario as the arm has it, complete, without a seed. */
  readonly matter: Scenario;
  readonly protocol: Protocol;
};

/** One meeting that is to be held. */
export type StudyJob = { readonly key: MeetingKey; readonly cell: StudyCell; readonly path: string };

/** A study whose scenarios are read, and may be held. */
export type OpenedStudy = { readonly study: Study; readonly cells: readonly StudyCell[] };

/** Which part of the meetings a machine holds that cannot see the others: `3/8`. */
export type Shard = { readonly nth: number; readonly of: number };

/** Every meeting in the order of the seeds, all arms of one before the next. */
export function* jobsOf(opened: OpenedStudy, shard: Shard = { nth: 1, of: 1 }): Generator<StudyJob> {
  let index = 0;
  for (const seed of opened.study.seeds) {
    for (const cell of opened.cells) {
      if (index++ % shard.of !== shard.nth - 1) continue;
      const key = { scenario: cell.scenario, arm: cell.arm, subject: cell.subject, seed };
      yield { key, cell, path: `meetings/${keyOf(key)}` };
    }
  }
}
