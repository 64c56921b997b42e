import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ModelPlan, planMeeting } from "../../meeting/money/plan-meeting.ts";
import type { CandidateOrder } from "../../reports/compare/candidates.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { readTranscript } from "../../transcript/journal.ts";
import { JOURNAL_FILE } from "../../transcript/journal-file.ts";
import { resume } from "../holding/go-on.ts";
import { type RunFlags, run } from "../holding/hold-new.ts";
import type { Prepared } from "../preparing/prepare.ts";
import { protocolOf } from "../settings/protocols.ts";
import { type Io, print } from "../terminal/io.ts";
import type { BatchCandidate, CandidateBatch } from "./batch-file.ts";
import { comparisonAsPlanned, writeComparison } from "./comparison.ts";
import type { HeldBatch } from "./hold-all.ts";

export const FEWEST_FINALISTS = 2;
const MOST_FINALISTS = 4;

/** The first, and those after it until one is shown to stand behind. */
export function finalistsOf(
  { ranked, steps }: CandidateOrder,
  { candidates }: CandidateBatch,
): readonly BatchCandidate[] {
  const shown = steps.findIndex(({ rests }, at) => rests === "shown" && at + 1 >= FEWEST_FINALISTS);
  const count = Math.min(MOST_FINALISTS, shown === -1 ? ranked.length : shown + 1);
  return ranked
    .slice(0, count)
    .flatMap(({ candidate }) => candidates.find(({ name }) => name === candidate) ?? []);
}

/** What the comparison of the finalists will take at most: of as many as there can be, those with the longest documents. */
export function planComparison(prepared: readonly Prepared[]): readonly ModelPlan[] {
  const [first] = prepared;
  if (!first || prepared.length < FEWEST_FINALISTS) return [];
  const longest = prepared
    .map(({ scenario }) => scenario)
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, MOST_FINALISTS);
  const compared = comparisonAsPlanned(longest);
  return planMeeting(compared, protocolOf(compared.protocol), first.outer.models);
}

function lengthOf({ documents }: Scenario): number {
  return documents.reduce((sum, { text }) => sum + text.length, 0);
}

type FinalistsHeld = {
  /** Of the batch, as the user would write it. */
  readonly folder: string;
  readonly finalists: readonly BatchCandidate[];
  readonly held: HeldBatch;
  readonly scenario: Scenario;
  readonly flags: RunFlags;
  /** Of the first meetings, and of this one. */
  readonly seed: string | number | undefined;
};

/** Has the same members choose among the finalists; resolves with the exit code. */
export async function compareFinalists(
  io: Io,
  { folder, finalists, held, scenario, flags, seed }: FinalistsHeld,
): Promise<number> {
  const before = held.closed.filter((each) => each.seed === seed);
  const place = await writeComparison(io, {
    ...{ scenario, folder },
    finalists: finalists.flatMap((candidate) => {
      const found = before.find((each) => each.candidate === candidate);
      return found ? [{ candidate, recorded: found.recorded }] : [];
    }),
  });
  const out = join(place, "meeting");
  print(io.stderr, [
    `Comparison of ${finalists.map(({ name }) => name).join(", ")}, who see the verdicts on each as priors.`,
  ]);
  if (existsSync(resolve(io.cwd, out, JOURNAL_FILE))) {
    const last = readTranscript(resolve(io.cwd, out)).events.at(-1);
    return last?.type === "meeting.closed" ? resume(io, out, { quiet: true }) : resume(io, out, flags);
  }
  const { approve, because, notify, quiet, maxDollars, language } = flags;
  return run(io, place, { approve, because, notify, quiet, maxDollars, language, seed, out } as RunFlags);
}
