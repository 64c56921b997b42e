/**
 * Lets only one process write to a transcript at a time. A writer puts a file with its process
 * number into the folder, and a claim whose process has ended is removed.
 */

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readlinkSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { kill, pid, platform } from "node:process";
import { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import {
  type ChangeOptions,
  changeFile,
  MOST_OF_TEXT,
  readUtf8,
  removeFile,
  writeWhole,
} from "../../files.ts";

export type Lock = { release(): void };

/** Throws `transcript-locked` with the holder. Each writer lays its claim before it looks for others, so two never both write; dead claims are swept away. */
export function lockTranscript(folder: string, options?: ChangeOptions): Lock {
  const claim = join(folder, `writer-${randomUUID()}.lock`);
  const release = (): void => removeFile(claim);
  writeWhole(claim, `${JSON.stringify(describeThisProcess())}\n`, { ...options, shown: folder });
  const other = changeFile(folder, () => findOtherWriter(folder, basename(claim)), options);
  if (other === null) return { release };
  release();
  throw createLockedError(folder, other);
}

export function hasWriter(folder: string): boolean {
  return readdirSync(folder)
    .filter((file) => CLAIM.test(file))
    .some((file) => {
      const claim = readClaim(folder, file);
      return claim !== null && isHolderAlive(claim.holder);
    });
}

const holderSchema = z.object({
  pid: z.int(),
  /** When it started, as the system writes it; null on systems that do not report it. */
  started: z.string().nullable(),
  boot: z.string().nullable(),
  /** The namespace of the process number. */
  space: z.string().nullable(),
  host: z.string(),
});
type Holder = z.infer<typeof holderSchema>;
type WriterClaim = { holder: Holder; file: string; since: string };

const CLAIM = /^writer-[0-9a-f-]{36}\.lock$/;

export function isClaim(name: string): boolean {
  return CLAIM.test(name);
}

function findOtherWriter(folder: string, own: string): WriterClaim | null {
  for (const file of readdirSync(folder)) {
    if (!CLAIM.test(file) || file === own) continue;
    const claim = readClaim(folder, file);
    if (claim !== null && isHolderAlive(claim.holder)) return claim;
    removeFile(join(folder, file));
  }
  return null;
}

/** A claim is written before it gets its name, so only one left over from a power cut is unreadable. */
function readClaim(folder: string, file: string): WriterClaim | null {
  try {
    const path = join(folder, file);
    const holder = holderSchema.parse(JSON.parse(readUtf8(path, MOST_OF_TEXT)));
    return { holder, file, since: statSync(path).mtime.toISOString() };
  } catch {
    return null;
  }
}

/** False only if it is certain: a number can belong to a process on another machine or in a container. */
function isHolderAlive(holder: Holder): boolean {
  const ourselvesNow = describeThisProcess();
  if (holder.host !== ourselvesNow.host) return true;
  if (holder.boot !== ourselvesNow.boot) return false;
  if (holder.space !== ourselvesNow.space) return true;
  const found = readProcess(holder.pid);
  if (found !== null)
    return !found.isOver && (holder.started === null || holder.started === found.started);
  return isProcessReachable(holder.pid);
}

function isProcessReachable(number: number): boolean {
  try {
    kill(number, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

let unchanging: Omit<Holder, "host"> | null = null;

/** Nothing here changes while the process lives, but the host's name. */
function describeThisProcess(): Holder {
  unchanging ??= {
    pid,
    started: readProcess(pid)?.started ?? null,
    boot: readOrNull("/proc/sys/kernel/random/boot_id"),
    space: readLinkOrNull("/proc/self/ns/pid"),
  };
  return { ...unchanging, host: hostname() };
}

type RunningProcess = { started: string; isOver: boolean };

function readProcess(number: number): RunningProcess | null {
  return platform === "linux" ? readProcFile(number) : askPs(number);
}

/** Linux lists state and start after the command's name, which may hold anything. */
function readProcFile(number: number): RunningProcess | null {
  const text = readOrNull(`/proc/${number}/stat`);
  if (text === null) return null;
  const { 0: state, 19: started = "" } = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { started, isOver: isOver(state) };
}

/** Other Unix systems have no `/proc`. Null for a process that is not there, and on Windows, which has no `ps`. */
export function askPs(number: number): RunningProcess | null {
  const asked = ["-o", "stat=,lstart=", "-p", String(number)];
  // The same language and time zone in each process, so that two answers can be compared.
  const env = { PATH: "/bin:/usr/bin", LC_ALL: "C", TZ: "UTC0" };
  const { stdout, status } = spawnSync("ps", asked, { env, encoding: "utf8", timeout: 5_000 });
  const found = status === 0 ? /^\s*(\S+)\s+(\S.*\S)\s*$/.exec(stdout) : null;
  if (found === null) return null;
  const [, state = "", started = ""] = found;
  return { started, isOver: isOver(state[0]) };
}

/** A zombie or a dead process holds nothing. */
function isOver(state: string | undefined): boolean {
  return state === "Z" || state === "X";
}

function readOrNull(path: string): string | null {
  try {
    return readUtf8(path, MOST_OF_TEXT).trim();
  } catch {
    return null;
  }
}

function readLinkOrNull(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** Without a start time, another program may have been given the number of one that ended. */
function writeUnlockAdvice({ pid: number, started, host, space }: Holder, claim: string): string {
  const present = describeThisProcess();
  if (host !== present.host || space !== present.space)
    return `This machine cannot check whether it still runs. If it does not, delete ${claim}.`;
  if (number === pid)
    return "It is this program: close() the journal that it opened, or continue with that journal.";
  const meanwhile = "show, report and verify can read it meanwhile.";
  if (started !== null) return `Wait for it to end, or stop it. ${meanwhile}`;
  return `Wait for it to end, or stop it. ${meanwhile} If process ${number} is another program, delete ${claim}.`;
}

function createLockedError(folder: string, { holder, file, since }: WriterClaim): BoardroomError {
  const where = holder.host === describeThisProcess().host ? "" : ` on ${holder.host}`;
  return new BoardroomError("transcript-locked", {
    place: { file: folder },
    message: `process ${holder.pid}${where} has been writing here since ${since}`,
    remedy: writeUnlockAdvice(holder, join(folder, file)),
  });
}
