// Makes the study of a ranking: one arm for each candidate, under the same conditions. `run
// --documents`, `resume` and the pages of the web server run it.

import { basename, dirname, extname, join, resolve } from "node:path";
import { withSettledPrompt } from "../../engine/protocol/protocol.ts";
import { isStudyFolder } from "../../engine/transcript/journal-file.ts";
import { createUsageError, type Io } from "../../home/process/io.ts";
import { chooseFolder } from "../../home/records/transcript-folder.ts";
import { isCodeFile } from "../../home/settings/own-code.ts";
import type { ApprovalFlags } from "../../home/spending/approvals.ts";
import { findDocuments, readDocuments } from "../../run/drafting/documents.ts";
import { type Prepared, prepare, requireSpeakers } from "../../run/prepare/prepare.ts";
import type { ScenarioFlags } from "../../run/prepare/scenario-flags.ts";
import { chooseUniqueName } from "../../scenario/documents/document-text.ts";
import { readNameOfFile } from "../../scenario/documents/document-title.ts";
import { Findings } from "../../scenario/files/findings.ts";
import { toSlug } from "../../scenario/files/paths.ts";
import { formatCommand } from "../../text/command-line.ts";
import { hashJson } from "../../text/sha256.ts";
import { describeScenarios, type StudyToRun } from "../opening/open-study.ts";
import { readStudy } from "../results.ts";
import { hashCase, OWN_SUBJECT, STUDY_FORMAT, type Study } from "../study.ts";

type JudgedFile = { id: string; title: string; file: string };

type RankingFlags = ScenarioFlags & ApprovalFlags & { output?: string | undefined };

export type Candidates = {
  documents: readonly string[];
  /** Meetings of each candidate. */
  count: number;
  flags: RankingFlags;
  /** Folder of transcripts; default: of the settings. */
  out?: string;
};

export type OpenedRanking = {
  opened: StudyToRun;
  /** As it is shown: a path from the working folder. */
  folder: string;
};

/** Reads the candidates and prepares a meeting of each; nothing is spent or written yet. */
export async function openRanking(
  io: Io,
  scenario: string | undefined,
  { documents, count, flags, out }: Candidates,
): Promise<OpenedRanking> {
  const candidates = await readCandidates(io, await findDocuments(io.cwd, documents));
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
  const name = join(out ?? first.settings.values.out, `${study.name}-${study.seeds[0]}`);
  return { opened, folder: chooseStudyFolder(io, study, { out: flags.output, name }) };
}

export function isRanking(folder: string): boolean {
  return readStudy(folder).study.ranking !== undefined;
}

/** Opens the ranking of a folder again, by the flags that began it; flags that are given now have priority. */
export async function reopenRanking(
  io: Io,
  folder: string,
  given: RankingFlags,
): Promise<OpenedRanking> {
  const { ranking, seeds } = readStudy(resolve(io.cwd, folder)).study;
  if (!ranking) throw createUsageError(`${folder} is no ranking`, "Name the folder of one.");
  // The folder may be anybody's: it names no code.
  const { protocol: begun, ...first } = ranking.flags as RankingFlags;
  const { protocol = begun } = given;
  if (begun !== undefined && given.protocol === undefined && isCodeFile(begun))
    throw createUsageError(
      `these meetings use your own protocol, ${begun}`,
      `Name its file: ${formatCommand(["resume", "FOLDER", "--protocol", begun])}`,
    );
  const stated = Object.entries({ ...given, protocol }).filter(([, value]) => value !== undefined);
  return openRanking(io, ranking.scenario, {
    documents: ranking.documents,
    count: seeds.length,
    flags: { ...first, ...Object.fromEntries(stated), seed: seeds[0], output: folder },
  });
}

async function readCandidates(io: Io, paths: readonly string[]): Promise<readonly JudgedFile[]> {
  const given = await readDocuments(io.cwd, paths);
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
  flags: ScenarioFlags,
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
): StudyToRun {
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
    scenarios: describeScenarios(
      prepared.map((each) => ({ name, subject: OWN_SUBJECT, prepared: each })),
    ),
    subjects: [OWN_SUBJECT],
    arms: candidates.map(({ id }) => ({ name: id, changes: {}, made: null })),
    compare: [],
    truth: {},
    limits: { meetings: null, dollars: null, concurrency: null },
    digest: hashJson([cells.map(({ input }) => hashCase(input)), seeds]),
  };
  return { study, cells, project: first.project, parts: new Map() };
}

/** Approval is given anew each time. */
function keepFlags({
  output,
  approve,
  because,
  seed,
  ...flags
}: RankingFlags): Record<string, unknown> {
  return JSON.parse(JSON.stringify(flags)) as Record<string, unknown>;
}

function chooseStudyFolder(io: Io, study: Study, place: { out: string | undefined; name: string }) {
  const isTaken = (folder: string) => isStudyFolder(resolve(io.cwd, folder));
  if (place.out !== undefined) return isTaken(place.out) ? place.out : chooseFolder(io.cwd, place);
  for (let number = 1; ; number++) {
    const folder = number === 1 ? place.name : `${place.name}-${number}`;
    if (!isTaken(folder)) return chooseFolder(io.cwd, place);
    if (readStudy(resolve(io.cwd, folder)).study.digest === study.digest) return folder;
  }
}
