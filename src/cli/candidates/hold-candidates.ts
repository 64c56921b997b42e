import { randomInt } from "node:crypto";
import { basename, extname, join } from "node:path";
import { tierOf } from "../../meeting/money/approval.ts";
import { type ModelPlan, planMeeting } from "../../meeting/money/plan-meeting.ts";
import { uniqueName } from "../../scenario/documents/document-text.ts";
import { Findings } from "../../scenario/files/findings.ts";
import { slug } from "../../scenario/files/paths.ts";
import { isHeld } from "../../scenario/schema/seat-holder.ts";
import { documentsNamed } from "../asking/documents-named.ts";
import { readGiven } from "../asking/read-documents.ts";
import type { RunFlags } from "../holding/hold-new.ts";
import { askLeave } from "../money/ask-leave.ts";
import { requireContext } from "../preparing/context-windows.ts";
import { type Prepared, prepare } from "../preparing/prepare.ts";
import { requireSpeakers } from "../preparing/require-speakers.ts";
import { planNote } from "../preparing/told-before.ts";
import { newFolder } from "../records/transcript-folder.ts";
import { isCodeFile } from "../settings/own-code.ts";
import { EXIT } from "../terminal/exit-codes.ts";
import { type Io, print } from "../terminal/io.ts";
import { usage } from "../terminal/usage.ts";
import { type BatchCandidate, type CandidateBatch, isBatch, readBatch, writeBatch } from "./batch-file.ts";
import { planComparison } from "./compare-finalists.ts";
import { concludeBatch } from "./conclude-batch.ts";
import { quietIo } from "./quiet-io.ts";

export type CandidateFlags = RunFlags & {
  readonly documents?: readonly string[];
  readonly rank?: boolean;
  readonly seeds?: number;
  readonly atOnce?: number;
};

/** So many seeds of each, at least, before an order is spoken of. */
const LEAST_SEEDS = 5;

/** Holds one meeting over each of several documents under equal conditions; resolves with the exit code. */
export async function holdCandidates(
  io: Io,
  scenario: string | undefined,
  { documents = [], rank = false, seeds, atOnce, ...flags }: CandidateFlags,
): Promise<number> {
  if (scenario === undefined) await prepare(io, undefined, flags);
  if (flags.document !== undefined)
    throw usage("--document and --documents both say what is judged", "Name all of them after --documents.");
  const count = seeds ?? (rank ? LEAST_SEEDS : 1);
  if (rank && count < LEAST_SEEDS)
    throw usage(
      `--rank holds at least ${LEAST_SEEDS} seeds of each, not ${count}`,
      "Leave --seeds out, or name more.",
    );
  const candidates = await candidatesOf(io, await documentsNamed(io, documents));
  const prepared: Prepared[] = [];
  const [once, others] = [io, quietIo(io).io];
  for (const { file } of candidates) {
    const told = prepared.length === 0 ? once : others;
    prepared.push(await prepare(told, scenario, { ...flags, document: file }, { isFresh: true }));
  }
  const findings = new Findings();
  for (const { scenario: each, outer } of prepared)
    await findings.collect(async () => requireSpeakers(io, each, outer));
  findings.throwIfAny();
  const [first] = prepared;
  if (!first) throw usage("--documents names none", "Name the documents of the candidates, one of each.");
  requireNobodyWaits(first);
  const context = await requireContext(io, longestOf(prepared) ?? first);
  const begin = first.settings.values.seed ?? randomInt(1, 1_000_000);
  const batch: CandidateBatch = {
    version: 1,
    scenario: String(scenario),
    flags: keptFlags(flags),
    seeds: seedsFrom(begin, count),
    rank,
    candidates: [...candidates],
  };
  const isGoneOn = flags.out !== undefined && isBatch(io, flags.out);
  if (isGoneOn) requireSame(readBatch(io, flags.out ?? ""), batch);
  print(io.stderr, [...priceLines(prepared, batch), ...context]);
  if (!(await hasLeave(io, prepared, batch, flags))) return EXIT.waiting;
  const name = join(first.settings.values.out, `${first.scenario.name}-candidates-${slug(String(begin))}`);
  const folder = isGoneOn ? String(flags.out) : newFolder(io, { out: flags.out, name });
  if (!isGoneOn) await writeBatch(io, folder, batch);
  return concludeBatch(io, { folder, batch, prepared: first, flags, atOnce });
}

/** Goes on with a batch that was stopped; resolves with the exit code. */
export async function goOnWithCandidates(io: Io, folder: string, flags: RunFlags): Promise<number> {
  const batch = readBatch(io, folder);
  const given = await readGiven(
    io,
    batch.candidates.map(({ file }) => file),
  );
  const changed = batch.candidates.filter(({ sha256 }, at) => given[at]?.document.sha256 !== sha256);
  if (changed.length > 0)
    throw usage(
      `${changed.map(({ file }) => file).join(", ")} changed since these meetings began`,
      "Equal conditions need the same documents: bring back what was there, or hold all of them anew.",
    );
  const own = goneOnUnder(batch, flags);
  const [first] = batch.candidates;
  const prepared = await prepare(
    io,
    batch.scenario,
    { ...own, document: first?.file, seed: batch.seeds[0] },
    { isFresh: true },
  );
  return concludeBatch(io, { folder, batch, prepared, flags: own });
}

/** The flags of the first time with those of this one. A folder may be anybody's: it names no command and no code. */
function goneOnUnder({ flags: first }: CandidateBatch, flags: RunFlags): RunFlags {
  const { notify: _, protocol, ...kept } = first as RunFlags;
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  if (protocol === undefined || flags.protocol !== undefined || !isCodeFile(protocol))
    return { ...kept, ...(protocol !== undefined && { protocol }), ...given };
  throw usage(
    `these meetings are held by a protocol of your own, ${protocol}`,
    `Code is loaded where you name it: boardroom resume FOLDER --protocol ${protocol}`,
  );
}

async function candidatesOf(io: Io, paths: readonly string[]): Promise<readonly BatchCandidate[]> {
  const given = await readGiven(io, paths);
  const digests = given.map(({ document }) => document.sha256);
  const twice = digests.findIndex((sha256, at) => digests.indexOf(sha256) < at);
  if (twice >= 0)
    throw usage(
      `${paths[twice]} is the same as ${paths[digests.indexOf(digests[twice] ?? "")]}`,
      "Name each candidate once.",
    );
  const titles = given.map(({ document }) => document.title);
  const ids: string[] = [];
  return given.map(({ document: { title, sha256 } }, at) => {
    const file = paths[at] ?? "";
    const stem = basename(file, extname(file));
    const id = uniqueName(slug(stem.normalize("NFKD").replaceAll(/\p{M}/gu, "")), ids);
    ids.push(id);
    const isAlone = titles.filter((each) => each === title).length === 1;
    return { id, name: isAlone ? title : basename(file), file, sha256 };
  });
}

/** The same for each candidate: whole numbers count up, words are numbered. */
function seedsFrom(begin: string | number, count: number): (string | number)[] {
  return Array.from({ length: count }, (_, at) =>
    typeof begin === "number" ? begin + at : at === 0 ? begin : `${begin}-${at + 1}`,
  );
}

/** Flags that are given again when it is gone on with; leave is not, nor a command that is to be run. */
function keptFlags({
  out,
  approve,
  because,
  seed,
  quiet,
  notify,
  ...flags
}: RunFlags): Record<string, unknown> {
  return JSON.parse(JSON.stringify(flags)) as Record<string, unknown>;
}

/** The meeting with the longest documents. */
function longestOf(prepared: readonly Prepared[]): Prepared | undefined {
  const length = ({ scenario }: Prepared) => scenario.documents.reduce((sum, { text }) => sum + text.length, 0);
  return prepared.toSorted((a, b) => length(b) - length(a))[0];
}

/** Nobody can be asked in several meetings at once. */
function requireNobodyWaits({ scenario }: Prepared): void {
  const person = scenario.members.find(({ model }) => isHeld(model));
  if (!person) return;
  throw usage(
    `${person.id} is a person, and cannot sit in several meetings at once`,
    "Hold the meetings one after another, with --document.",
  );
}

function requireSame(known: CandidateBatch, asked: CandidateBatch): void {
  const of = ({ scenario, seeds, candidates, rank }: CandidateBatch) =>
    JSON.stringify([scenario, seeds, rank, candidates.map(({ sha256 }) => sha256)]);
  if (of(known) !== of(asked))
    throw usage(
      "that folder holds other candidates, seeds or another scenario",
      "Name another folder with --out, or go on with what is there: boardroom resume FOLDER.",
    );
}

function priceLines(
  prepared: readonly Prepared[],
  { seeds, candidates, rank }: CandidateBatch,
): readonly string[] {
  const meetings = candidates.length * seeds.length;
  const each = seeds.length === 1 ? `seed ${seeds[0]}` : `seeds ${seeds[0]} to ${seeds.at(-1)}`;
  return [
    `${candidates.length} candidates, ${each}: ${meetings} meetings, each with the same members who know nothing of the others.`,
    ...(rank && candidates.length > 1
      ? ["After them one more meeting compares the finalists, four at most; its price is in the plan."]
      : []),
    ...planNote(plansOf(prepared, { seeds, rank })),
  ];
}

/** The plans of all meetings together, with that of the comparison where there is one. */
function plansOf(
  prepared: readonly Prepared[],
  { seeds, rank }: Pick<CandidateBatch, "seeds" | "rank">,
): readonly ModelPlan[] {
  const plans = prepared.flatMap(({ scenario, protocol, outer }) =>
    planMeeting(scenario, protocol, outer.models),
  );
  return [...seeds.flatMap(() => plans), ...(rank ? planComparison(prepared) : [])];
}

async function hasLeave(io: Io, prepared: readonly Prepared[], batch: CandidateBatch, flags: RunFlags) {
  const costs = plansOf(prepared, batch).map(({ cost }) => cost?.expected ?? null);
  const expected = costs.includes(null) ? null : costs.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const tier = tierOf(expected);
  if (tier === "low") return true;
  print(io.stderr, [
    `These meetings need your approval: ${expected === null ? "their price is unknown" : `all together are expected to cost $${expected.toFixed(2)}`}.`,
  ]);
  return (await askLeave(io, tier, flags, { ask: "Hold them? [y/N] ", nothing: "Nothing was held." })) !== null;
}
