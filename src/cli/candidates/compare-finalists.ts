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
import { comparisonIn } from "./batch-report.ts";
import { comparisonAsPlanned, writeComparison } from "./comparison.ts";
import type { HeldBatch } from "./hold-all.ts";
import { quietIo } from "./quiet-io.ts";

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
  const out = comparisonIn(folder);
  print(io.stderr, [
    `Comparison of ${finalists.map(({ name }) => name).join(", ")}, who see the verdicts on each as priors.`,
  ]);
  const quiet = quietIo(io);
  const exitCode = await holdComparison(quiet.io, { place, out, seed, flags });
  const path = resolve(io.cwd, out);
  const last = existsSync(join(path, JOURNAL_FILE)) ? readTranscript(path).events.at(-1) : undefined;
  print(
    io.stderr,
    last?.type === "meeting.closed" ? [`  ${out}`] : ["It was not held to its end:", quiet.told().trimEnd()],
  );
  return exitCode;
}

type ComparisonToHold = Pick<FinalistsHeld, "seed" | "flags"> & {
  readonly place: string;
  readonly out: string;
};

/** Its debate is for its transcript: what counts of it stands in the ranking. */
async function holdComparison(io: Io, { place, out, seed, flags }: ComparisonToHold): Promise<number> {
  if (existsSync(resolve(io.cwd, out, JOURNAL_FILE))) return resume(io, out, { ...flags, quiet: true });
  const { approve, because, notify, maxDollars } = flags;
  return run(io, place, { approve, because, notify, quiet: true, maxDollars, seed, out } as RunFlags);
}
