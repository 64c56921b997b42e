// Asks a board for its votes on one paper after another and keeps them, so that a stopped test can
// continue. The votes are meetings of a study, with one arm for each paper.

import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import type { Scenario, VerdictOption } from "../../scenario/schema/scenario.ts";
import { formatCommand } from "../../text/command-line.ts";
import type { StudyToRun } from "../opening/open-study.ts";
import type { StudyFolder } from "../results.ts";
import { chooseExecutor, type StudyWork } from "../running/study-executor.ts";
import { formatKey, OWN_SUBJECT, type ResultRow, type StudyJob } from "../study.ts";
import type { BoardVote } from "./rules.ts";

/** One question to the whole board: a paper, and which of its runs, from 1. */
export type Question = { arm: string; scenario: Scenario; run: number };

/** Papers of one arm; the runs take them in turn. */
export type Papers = { arm: string; scenarios: readonly [Scenario, ...Scenario[]] };

export type VoteCollector = {
  /** Answers that are kept are not asked for again. Throws `VotesStopped` if the test cannot continue. */
  ask(questions: readonly Question[]): Promise<void>;
  getVotes(arm: string): readonly ResultRow[];
  /** Dollars; null if a price is unknown. */
  getSpending(): { calls: number; dollars: number | null };
};

/** The test stopped before its end. `signal`: the name of the signal, if a person stopped it. */
export class VotesStopped extends Error {
  readonly signal: string | null;

  constructor(reason: string, signal: string | null) {
    super(reason);
    this.signal = signal;
  }
}

type CollectorParts = Omit<StudyWork, "before" | "opened"> & { opened: StudyToRun };

export async function openCollector(io: Io, parts: CollectorParts): Promise<VoteCollector> {
  const rows = new Map<string, ResultRow>();
  for await (const row of parts.folder.rows()) rows.set(formatKey(row), row);
  const signal = io.stopSignal();

  function countDollars(): number {
    return [...rows.values()].reduce((sum, { dollars }) => sum + (dollars ?? 0), 0);
  }

  async function ask(questions: readonly Question[]): Promise<void> {
    const jobs = questions
      .map((question) => createJob(parts.opened, question))
      .filter(({ key }) => !rows.has(formatKey(key)));
    if (jobs.length === 0) return;
    const before = {
      done: new Set<string>(),
      failed: 0,
      left: jobs.length,
      dollars: countDollars(),
    };
    const { executor } = chooseExecutor(io, { ...parts, before });
    const ending = new AbortController();
    let broken: string | null = null;
    await executor.run(
      jobs,
      (result) => {
        if ("row" in result) {
          keepRow(parts.folder, rows, result.row);
          return;
        }
        broken ??= result.stopped;
        ending.abort(result.stopped);
      },
      AbortSignal.any([signal, ending.signal]),
    );
    if (signal.aborted) throw new VotesStopped(String(signal.reason), String(signal.reason));
    if (broken !== null) throw new VotesStopped(broken, null);
    const held = jobs.flatMap(({ key }) => rows.get(formatKey(key)) ?? []);
    const [first] = held;
    if (!first || held.some(hasVotes)) return;
    const why = `no member could be heard in any of ${jobs.length} meetings; see ${formatCommand(["show", `${parts.shown}/${first.path}`])}`;
    throw new VotesStopped(first.reason ?? why, null);
  }

  return {
    ask,
    getVotes: (arm) =>
      [...rows.values()].filter((row) => row.arm === arm && row.status === "closed"),
    getSpending() {
      const all = [...rows.values()];
      const isPriced = all.every(({ dollars, status }) => dollars !== null || status === "failed");
      return {
        calls: all.reduce((sum, { calls, failedCalls }) => sum + calls + failedCalls, 0),
        dollars: isPriced ? countDollars() : null,
      };
    },
  };
}

function hasVotes({ members }: ResultRow): boolean {
  return Object.values(members).some(({ opening, first }) => opening !== null || first !== null);
}

function keepRow(folder: StudyFolder, rows: Map<string, ResultRow>, row: ResultRow): void {
  folder.add(row);
  rows.set(formatKey(row), row);
}

function createJob({ study, cells }: StudyToRun, { arm, scenario, run }: Question): StudyJob {
  const [first] = cells;
  if (!first) throw new BoardroomError("internal", { message: "a board test without a case" });
  const key = {
    scenario: study.scenarios[0]?.name ?? scenario.name,
    arm,
    subject: OWN_SUBJECT,
    seed: run,
  };
  const { seed: _, ...input } = scenario;
  return {
    key,
    path: `meetings/${formatKey(key)}`,
    cell: { ...key, input, protocol: first.protocol },
  };
}

/** Places of options on the scale, 0 to 100, or the share of the favourite where options have no sides. */
export type Scale = (verdict: string) => number | null;

/**
 * The scale has the options in the order of the scenario, with those for the case at 100.
 *
 * @param favourite The option whose share counts if the options are alternatives.
 */
export function createScale({ verdicts, sides }: Scenario, favourite: string | null): Scale {
  if (sides === "none") return (verdict) => (verdict === favourite ? 100 : 0);
  const ordered = verdicts[0]?.side === "against" ? verdicts.toReversed() : verdicts;
  return (verdict) => {
    const index = ordered.findIndex(({ id }) => id === verdict);
    return index < 0 ? null : 100 - (100 * index) / Math.max(1, ordered.length - 1);
  };
}

/** For 100, against 0, neutral and unknown options null. */
export function createSideScale(verdicts: readonly VerdictOption[]): Scale {
  const sides = new Map(verdicts.map(({ id, side }) => [id, side]));
  return (verdict) => {
    const side = sides.get(verdict);
    if (side === "for") return 100;
    return side === "against" ? 0 : null;
  };
}

/** Every paper once, then again, so that a provider's drift meets all alike. Runs are numbered from 1. */
export function listInTurn(papers: readonly Papers[], runs: number): readonly Question[] {
  return Array.from({ length: runs }, (_, index) =>
    papers.map(({ arm, scenarios }) => {
      const scenario = scenarios[index % scenarios.length] ?? scenarios[0];
      return { arm, scenario, run: index + 1 };
    }),
  ).flat();
}

export type VoteReader = (course: ResultRow["members"][string]) => Stance | null;
type Stance = NonNullable<ResultRow["members"][string]["opening"]>;

const readOpeningVote: VoteReader = ({ opening, first }) => opening ?? first;

/** An absent member, and one whose reply could not be read, has not voted. */
export function toVotes(rows: readonly ResultRow[], scale: Scale): readonly BoardVote[] {
  return rows.flatMap(({ members }) =>
    Object.entries(members).flatMap(([member, course]) => {
      const vote = readOpeningVote(course);
      if (vote === null) return [];
      return [{ member, place: vote.verdict === null ? null : scale(vote.verdict) }];
    }),
  );
}

/** The option that most votes name; null without a vote. */
export function findFavourite(rows: readonly ResultRow[], read = readOpeningVote): string | null {
  const counts = new Map<string, number>();
  for (const { members } of rows)
    for (const course of Object.values(members)) {
      const verdict = read(course)?.verdict;
      if (verdict) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
  const [favourite] = [...counts].sort(([, a], [, b]) => b - a);
  return favourite?.[0] ?? null;
}
