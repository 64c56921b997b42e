// Runs one meeting or several for each candidate, as a study, and prints the ranking. `run
// --documents` and `resume` call it.

import { existsSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { withSettledPrompt } from "../../engine/protocol/protocol.ts";
import { STUDY_FILE } from "../../engine/transcript/journal-file.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import {
  chooseTextStyle,
  createUsageError,
  formatNextStep,
  type Io,
  print,
} from "../../home/process/io.ts";
import { chooseFolder } from "../../home/records/transcript-folder.ts";
import { isCodeFile } from "../../home/settings/own-code.ts";
import { findDocuments, readDocuments } from "../../run/drafting/documents.ts";
import { type Prepared, prepare, requireSpeakers } from "../../run/prepare/prepare.ts";
import { chooseUniqueName } from "../../scenario/documents/document-text.ts";
import { readNameOfFile } from "../../scenario/documents/document-title.ts";
import { Findings } from "../../scenario/files/findings.ts";
import { toSlug } from "../../scenario/files/paths.ts";
import { describeRanking } from "../../screens/report-file.ts";
import { LEAST_RUNS } from "../../showing/compare/order-test.ts";
import { type ReadStudy, type StudyToRun, scenariosOf } from "../../studies/opening/open-study.ts";
import { readStudy } from "../../studies/results.ts";
import { conclude, runStudy, type StudyConcluded } from "../../studies/running/run-study.ts";
import { caseDigest, OWN_SUBJECT, STUDY_FORMAT, type Study } from "../../studies/study.ts";
import { formatCommand } from "../../text/command-line.ts";
import { hashJson } from "../../text/sha256.ts";
import type { SharedFlags } from "./flags.ts";
import type { RunFlags } from "./run-in-terminal.ts";

type JudgedFile = { id: string; title: string; file: string };

export type CandidateFlags = RunFlags & SharedFlags<"documents" | "rank" | "seeds" | "atOnce">;

const AT_ONCE = 4;

/** A study with a document an arm. Resolves with the exit code. */
export async function rankCandidates(
  io: Io,
  scenario: string | undefined,
  { documents = [], rank = false, seeds, atOnce = AT_ONCE, ...flags }: CandidateFlags,
): Promise<number> {
  const count = seeds ?? (rank ? LEAST_RUNS : 1);
  if (rank && count < LEAST_RUNS)
    throw createUsageError(
      `--rank needs at least ${LEAST_RUNS} seeds, found ${count}`,
      "Remove --seeds, or use a higher number.",
    );
  const candidates = await readCandidates(io, await findDocuments(io, documents));
  const prepared = await prepareEach(io, scenario, flags, candidates);
  const [first] = prepared;
  if (!first)
    throw createUsageError(
      "--documents names none",
      "Name the documents of the candidates, one of each.",
    );
  const opened = createStudy(candidates, prepared, {
    count,
    ranking: {
      scenario: String(scenario),
      documents: candidates.map(({ file }) => file),
      flags: keepFlags(flags),
    },
  });
  const { study } = opened;
  const [begin] = study.seeds;
  const meetings = study.arms.length * count;
  print(io.stderr, [
    `${study.arms.length} candidates, ${count === 1 ? `seed ${begin}` : `seeds ${begin} to ${study.seeds.at(-1)}`}: ${meetings} meetings, each with the same members who know nothing of the others.`,
  ]);
  const name = join(first.settings.values.out, `${study.name}-${begin}`);
  const folder = chooseStudyFolder(io, study, { out: flags.output, name });
  const ended = await runStudy(io, opened, {
    ...flags,
    output: folder,
    processes: atOnce,
    retryFailed: true,
  });
  if (ended === null) return EXIT.waiting;
  return showEnd(io, ended, meetings);
}

async function showEnd(io: Io, ended: StudyConcluded, meetings: number): Promise<number> {
  const { shown } = ended;
  const code = conclude(io, ended, "the same command");
  const { order, closed } = await describeRanking(io, shown, chooseTextStyle(io));
  const isWhole = closed === meetings;
  print(io.stderr, [
    formatNextStep(...(isWhole ? ["report", shown, "--open"] : ["resume", shown])),
  ]);
  return code === EXIT.decided && order.ranked.length === 0 ? EXIT.undecided : code;
}

export async function resumeRanking(
  io: Io,
  folder: string,
  study: Study & Required<Pick<Study, "ranking">>,
  flags: RunFlags,
): Promise<number> {
  const { ranking, seeds } = study;
  // The folder may be anybody's: it names no code.
  const { protocol, ...first } = ranking.flags as RunFlags;
  if (protocol !== undefined && flags.protocol === undefined && isCodeFile(protocol))
    throw createUsageError(
      `these meetings use your own protocol, ${protocol}`,
      `Name its file: ${formatCommand(["resume", "FOLDER", "--protocol", protocol])}`,
    );
  const given = Object.fromEntries(
    Object.entries({ ...flags, protocol: flags.protocol ?? protocol }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return rankCandidates(io, ranking.scenario, {
    ...first,
    ...given,
    documents: ranking.documents,
    seed: seeds[0],
    seeds: seeds.length,
    output: folder,
  });
}

export function findRanking(folder: string) {
  const { study } = readStudy(folder);
  return study.ranking ? { ...study, ranking: study.ranking } : null;
}

async function readCandidates(io: Io, paths: readonly string[]): Promise<readonly JudgedFile[]> {
  const given = await readDocuments(io, paths);
  const digests = given.map(({ document }) => document.sha256);
  const twice = digests.findIndex((sha256, at) => digests.indexOf(sha256) < at);
  if (twice >= 0)
    throw createUsageError(
      `${paths[twice]} is the same as ${paths[digests.indexOf(digests[twice] ?? "")]}`,
      "Name each candidate once.",
    );
  const ids: string[] = [];
  const stems = paths.map((file) => basename(file, extname(file)));
  const titles = given.map(({ document }) => document.title);
  return paths.map((file, at) => {
    const stem = isShared(stems, at) ? basename(dirname(file)) : (stems[at] ?? file);
    const id = chooseUniqueName(toSlug(stem.normalize("NFKD").replaceAll(/\p{M}/gu, "")), ids);
    ids.push(id);
    return { id, title: isShared(titles, at) ? readNameOfFile(stem) : (titles[at] ?? stem), file };
  });
}

/** A name that two candidates have tells neither of them: then the file's name counts, or the folder's. */
function isShared(names: readonly string[], at: number): boolean {
  const own = names[at]?.toLowerCase();
  return names.some((name, other) => other !== at && name.toLowerCase() === own);
}

async function prepareEach(
  io: Io,
  scenario: string | undefined,
  flags: RunFlags,
  candidates: readonly JudgedFile[],
): Promise<readonly Prepared[]> {
  const prepared: Prepared[] = [];
  for (const { file } of candidates) {
    // Only the first tells: the scenario is the same for all.
    const quietIo = prepared.length === 0 ? io : { ...io, stderr: { write: () => true } };
    prepared.push(await prepare(quietIo, scenario, { ...flags, document: file }));
  }
  const findings = new Findings();
  for (const each of prepared) await findings.collect(async () => requireSpeakers(io, each));
  findings.throwIfAny();
  return prepared;
}

function createStudy(
  candidates: readonly JudgedFile[],
  prepared: readonly Prepared[],
  { count, ranking }: { count: number; ranking: Study["ranking"] & object },
): StudyToRun & Pick<ReadStudy, "study"> {
  const [first] = prepared as [Prepared];
  const begin = first.settings.values.seed ?? 1;
  if (typeof begin !== "number")
    throw createUsageError(
      `seeds of several candidates are numbers, not ${begin}`,
      "Name the first one: --seed 7.",
    );
  const { name, title } = first.scenario;
  const seeds = Array.from({ length: count }, (_, at) => begin + at);
  const cells = prepared.map(({ scenario, protocol }, at) => {
    const { seed: _, ...input } = withSettledPrompt(scenario, protocol);
    return { scenario: name, arm: candidates[at]?.id ?? "", subject: OWN_SUBJECT, input, protocol };
  });
  const study: Study = {
    format: STUDY_FORMAT,
    name: `${toSlug(name)}-candidates`,
    title,
    seeds,
    ranking,
    scenarios: scenariosOf(
      prepared.map((each) => ({ name, subject: OWN_SUBJECT, prepared: each })),
    ),
    subjects: [OWN_SUBJECT],
    arms: candidates.map(({ id }) => ({ name: id, changes: {}, made: null })),
    compare: [],
    truth: {},
    limits: { meetings: null, dollars: null, concurrency: null },
    digest: hashJson([cells.map(({ input }) => caseDigest(input)), seeds]),
  };
  return { study, cells, project: first.project, parts: new Map() };
}

/** Approval is given anew each time. */
function keepFlags({
  output,
  approve,
  because,
  seed,
  quiet,
  ...flags
}: RunFlags): Record<string, unknown> {
  return JSON.parse(JSON.stringify(flags)) as Record<string, unknown>;
}

function chooseStudyFolder(io: Io, study: Study, place: { out: string | undefined; name: string }) {
  const isOfStudy = (folder: string) => existsSync(join(resolve(io.cwd, folder), STUDY_FILE));
  if (place.out !== undefined) return isOfStudy(place.out) ? place.out : chooseFolder(io, place);
  for (let number = 1; ; number++) {
    const folder = number === 1 ? place.name : `${place.name}-${number}`;
    if (!isOfStudy(folder)) return chooseFolder(io, place);
    if (readStudy(resolve(io.cwd, folder)).study.digest === study.digest) return folder;
  }
}
