import { randomInt, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { SharedBudget } from "../../engine/meeting/money/purse.ts";
import { type Holder, isHolderAlive, lockTranscript, ourselves } from "../../engine/transcript/lock.ts";
import { BoardroomError } from "../../errors.ts";
import { sleep } from "../../models/port/sleep.ts";

type SpendingCaps = { readonly day?: number | undefined; readonly project?: number | undefined };

export const LEDGER_FILE = "ledger.jsonl";

const holderSchema = z.custom<Holder>((value) => typeof value === "object" && value !== null);
const lineSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("reserved"),
    id: z.string(),
    at: z.string(),
    dollars: z.number(),
    holder: holderSchema,
  }),
  z.object({ type: z.literal("settled"), id: z.string(), at: z.string(), dollars: z.number() }),
]);
type LedgerLine = z.infer<typeof lineSchema>;
type ReservedLine = Extract<LedgerLine, { type: "reserved" }>;

type LedgerSetup = {
  readonly folder: string;
  readonly budget: SpendingCaps;
  /** Wall time, ISO 8601; its first ten characters are the UTC day. */
  readonly now: () => string;
};

/** One locked file a project: a line before and after each call. Reservations of dead processes lapse. */
export function openLedger({ folder, budget, now }: LedgerSetup): BudgetLedger {
  const known = { offset: 0, sums: new Map<string, number>(), open: new Map<string, ReservedLine>() };
  let last: Promise<unknown> = Promise.resolve();

  /** Queues within this process, so that only other processes are waited for. */
  function withFile<T>(act: (file: FileHandle) => T | Promise<T>): Promise<T> {
    const done = last.then(() => locked(act));
    last = done.catch(() => {});
    return done;
  }

  async function locked<T>(act: (file: FileHandle) => T | Promise<T>): Promise<T> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const lock = await patientLock(folder);
      try {
        const file = await open(join(folder, LEDGER_FILE), "a+", 0o600);
        try {
          await readOn(file, known);
          return await act(file);
        } finally {
          await file.close();
        }
      } finally {
        lock.release();
      }
    } catch (cause) {
      throw cause instanceof BoardroomError ? cause : unwritable(folder, cause);
    }
  }

  async function write(file: FileHandle, line: LedgerLine): Promise<void> {
    await file.appendFile(`${JSON.stringify(line)}\n`);
    await readOn(file, known);
  }

  return {
    isLimited: budget.day !== undefined || budget.project !== undefined,
    open: () => withFile(() => {}),
    spent: () => withFile(() => spentBy(known, now().slice(0, 10))),
    reserve(dollars) {
      return withFile(async (file) => {
        const at = now();
        const short = shortOf(spentBy(known, at.slice(0, 10)), dollars, budget);
        if (short !== null) return { refused: short };
        const id = randomUUID();
        await write(file, { type: "reserved", id, at, dollars, holder: ourselves() });
        return {
          settle: (actual: number) =>
            withFile((again) => write(again, { type: "settled", id, at: now(), dollars: actual })),
        };
      });
    },
  };
}

type BudgetLedger = SharedBudget & { open(): Promise<void>; spent(): Promise<Spent> };

const NEVER = new AbortController().signal;

type LedgerIndex = { offset: number; sums: Map<string, number>; open: Map<string, ReservedLine> };

/** Dollars spent and reserved. */
type Spent = { readonly day: number; readonly project: number };

function spentBy({ sums, open }: LedgerIndex, day: string): Spent {
  let held = 0;
  for (const { holder, dollars } of open.values()) if (isHolderAlive(holder)) held += dollars;
  let project = 0;
  for (const dollars of sums.values()) project += dollars;
  return { day: (sums.get(day) ?? 0) + held, project: project + held };
}

function shortOf(spent: Spent, dollars: number, budget: SpendingCaps): string | null {
  for (const part of ["day", "project"] as const) {
    const of = budget[part];
    if (of === undefined || spent[part] + dollars <= of + 1e-9) continue;
    const whose = part === "day" ? "the day's (UTC) budget" : "the project's budget";
    return `${whose} of $${of} has no room for this call: $${spent[part].toFixed(4)} are spent or reserved, and it may take $${dollars.toFixed(4)}`;
  }
  return null;
}

/** A line torn by a crash is cut off. */
async function readOn(file: FileHandle, known: LedgerIndex): Promise<void> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.max(0, size - known.offset));
  await file.read(bytes, 0, bytes.length, known.offset);
  const end = bytes.lastIndexOf("\n") + 1;
  if (end < bytes.length) await file.truncate(known.offset + end);
  for (const text of bytes.toString("utf8", 0, end).split("\n")) if (text !== "") take(text, known);
  known.offset += end;
}

function take(text: string, { sums, open }: LedgerIndex): void {
  const line = readLine(text);
  if (line.type === "reserved") {
    open.set(line.id, line);
    return;
  }
  const day = (open.get(line.id)?.at ?? line.at).slice(0, 10);
  open.delete(line.id);
  sums.set(day, (sums.get(day) ?? 0) + line.dollars);
}

function readLine(text: string): LedgerLine {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch (cause) {
    const message = `this is no line of a ledger: ${text.slice(0, 60)}`;
    const remedy = "Restore it from a copy, or move it away to begin a new one.";
    throw new BoardroomError("settings-invalid", { place: { file: LEDGER_FILE }, message, remedy }, { cause });
  }
}

function unwritable(folder: string, cause: unknown): BoardroomError {
  const { code = "unknown" } = cause as NodeJS.ErrnoException;
  return new BoardroomError(
    "transcript-unwritable",
    {
      place: { file: join(folder, LEDGER_FILE) },
      message: `the ledger of what meetings spend cannot be written to (${code})`,
      remedy: "Correct that, or use another folder for transcripts (out: in boardroom.yaml, or BOARDROOM_OUT).",
    },
    { cause },
  );
}

/** Others hold the ledger for milliseconds; gives up after some seconds. */
async function patientLock(folder: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      return lockTranscript(folder);
    } catch (error) {
      if (attempt === 400 || !(error instanceof BoardroomError) || error.code !== "transcript-locked")
        throw error;
      await sleep(randomInt(5, 22), NEVER);
    }
  }
}
