import type { Protocol } from "../engine/meeting/contract/protocol.ts";
import type { Scenario } from "../scenario/schema/scenario.ts";
import { keyOf, type MeetingKey } from "./result-row.ts";
import type { Study } from "./study.ts";

export type StudyCell = {
  readonly scenario: string;
  readonly arm: string;
  readonly subject: string;
  readonly matter: Scenario;
  readonly protocol: Protocol;
};

export type StudyJob = { readonly key: MeetingKey; readonly cell: StudyCell; readonly path: string };

export type OpenedStudy = { readonly study: Study; readonly cells: readonly StudyCell[] };

/** The part of the meetings that one of several machines holds, such as `3/8`. */
export type Shard = { readonly nth: number; readonly of: number };

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
