// Finds the transcripts that a user names: by folder, name, id or pattern. The commands read them;
// this file only looks for folders.

import { existsSync } from "node:fs";
import system, { basename, dirname, join, resolve } from "node:path";
import { isStudyFolder, JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { isClaim } from "../../engine/transcript/lock.ts";
import { BoardroomError } from "../../errors.ts";
import { readBeginning } from "../../files.ts";
import { listEntries } from "../../scenario/files/read-text.ts";
import { DEFAULT_SETTINGS } from "../../scenario/loading/assemble-scenario.ts";
import { dropTrailing } from "../../text/plain.ts";
import { EXIT, exitCodeOfError } from "../process/exit-codes.ts";
import {
  createUsageError,
  type Io,
  printText,
  redactSecrets,
  type Surroundings,
} from "../process/io.ts";
import { readSettings } from "../settings/settings.ts";
import { APPROVALS_FILE } from "../spending/approvals.ts";

/** Takes folders, names and ids of meetings in the transcripts folder, and patterns with * and ?. Skips the files that Boardroom keeps next to transcripts. */
export async function findTranscripts(
  io: Surroundings,
  asked: readonly string[],
): Promise<readonly string[]> {
  const named = asked.length === 1 ? asked : asked.filter((name) => !isKeptNextTo(basename(name)));
  const found: string[] = [];
  for (const name of named.length === 0 ? asked : named)
    found.push(...((await lookUp(io, name)) ?? [dropSeparators(name)]));
  return [...new Set(found)];
}

/** One transcript, by the same names. A name without a transcript is returned unchanged, so that reading it reports what is wrong. */
export async function findTranscript(io: Surroundings, name: string): Promise<string> {
  const [folder = name, ...others] = (await lookUp(io, name)) ?? [dropSeparators(name)];
  if (others.length === 0) return folder;
  throw createUsageError(
    `${name} matches ${others.length + 1} transcripts, and this command takes one`,
    `Name one: ${[folder, ...others].join(", ")}.`,
  );
}

/** Null if no transcript, study or ranking has this path, name or id. */
export async function lookUp(io: Surroundings, asked: string): Promise<readonly string[] | null> {
  const name = dropSeparators(basename(asked) === JOURNAL_FILE ? dirname(asked) : asked);
  if (isRecord(resolve(io.cwd, name))) return [name];
  if (/[*?]/.test(name) && !existsSync(resolve(io.cwd, name))) return expandPattern(io, name);
  if (splitPath(name).parts.length > 1) return null;
  const out = (await readSettings(io)).stated.out ?? DEFAULT_SETTINGS.out;
  if (isRecord(resolve(io.cwd, out, name))) return [join(out, name)];
  if (!MEETING_ID.test(name)) return null;
  const found = (await listEntries(resolve(io.cwd, out))).filter((each) =>
    hasId(resolve(io.cwd, out, each), name),
  );
  return found.length === 0 ? null : found.map((each) => join(out, each));
}

/** The digits that tables and reports print, or more of them. */
const MEETING_ID = /^[0-9a-f]{8,16}$/;

const HEAD_BYTES = 400;

function hasId(folder: string, id: string): boolean {
  return (
    readBeginning(join(folder, JOURNAL_FILE), HEAD_BYTES)?.includes(`"meeting":"${id}`) === true
  );
}

function isRecord(folder: string): boolean {
  return existsSync(join(folder, JOURNAL_FILE)) || isStudyFolder(folder);
}

async function expandPattern({ cwd }: Surroundings, name: string): Promise<readonly string[]> {
  const { root, parts } = splitPath(name);
  let paths = [root];
  for (const part of parts) {
    paths = (await Promise.all(paths.map((path) => listMatches(cwd, path, part)))).flat();
  }
  const folders: string[] = [];
  for (const path of paths)
    if (existsSync(join(resolve(cwd, path), JOURNAL_FILE))) folders.push(path);
  if (folders.length > 0) return folders;
  throw new BoardroomError("transcript-not-found", {
    message: `no transcript matches ${name}`,
    remedy: 'Pass folders that contain events.jsonl. Run "boardroom list meetings" to see yours.',
  });
}

/** What a path begins at, and the names below it, by the separators of the system. */
export function splitPath(path: string, { parse, sep } = system) {
  const { root } = parse(path);
  return { root, parts: path.slice(root.length).match(sep === "\\" ? /[^\\/]+/g : /[^/]+/g) ?? [] };
}

function dropSeparators(name: string): string {
  return dropTrailing(name, "/\\") || name.charAt(0);
}

/** Every meeting of a folder, as paths in the order of their names. */
export async function listTranscripts(folder: string): Promise<readonly string[]> {
  const places = (await listEntries(folder)).toSorted().map((name) => join(folder, name));
  return places.filter((place) => existsSync(join(place, JOURNAL_FILE)));
}

function isKeptNextTo(name: string): boolean {
  return name === APPROVALS_FILE || isClaim(name);
}

async function listMatches(cwd: string, path: string, part: string): Promise<string[]> {
  if (!/[*?]/.test(part)) return [join(path, part)];
  return (await listEntries(resolve(cwd, path)))
    .filter((name) => isPatternMatch(name, part) && (part.startsWith(".") || !name.startsWith(".")))
    .map((name) => join(path, name));
}

function isPatternMatch(name: string, pattern: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("?", ".")
    .replace(/\*+/g, ".*");
  return new RegExp(`^${expression}$`, "s").test(name);
}

type ReadEach<T> = { sound: readonly T[]; exitCode: number };

/** An unreadable one is reported on stderr and hides no other. `exitCode` is the worst. Throws if none can be read. */
export async function readEach<T>(
  io: Io,
  folders: readonly string[],
  read: (folder: string) => T | Promise<T>,
): Promise<ReadEach<T>> {
  const sound: T[] = [];
  const failed: BoardroomError[] = [];
  for (const folder of folders) {
    try {
      sound.push(await read(folder));
    } catch (error) {
      if (!(error instanceof BoardroomError)) throw error;
      failed.push(error);
    }
  }
  const [worst] = [...failed].sort((a, b) => exitCodeOfError(b.code) - exitCodeOfError(a.code));
  if (!worst) return { sound, exitCode: EXIT.decided };
  if (sound.length === 0)
    throw new BoardroomError(
      worst.code,
      failed.flatMap(({ problems }) => problems),
    );
  for (const error of failed)
    printText(io.stderr, redactSecrets(`Skipped: ${error.message}\n`, io.env));
  return { sound, exitCode: exitCodeOfError(worst.code) };
}
