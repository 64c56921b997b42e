import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { SharedBudget } from "../../engine/meeting/money/budget.ts";
import { type Holder, isHolderAlive, ourselves } from "../../engine/transcript/lock.ts";
import { isOutside } from "../../scenario/files/paths.ts";
import { openLog } from "../log.ts";
import type { Io } from "../process/io.ts";
import type { ProjectSettings } from "../settings/settings.ts";

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

type BudgetLedger = SharedBudget & { open(): Promise<void>; spent(): Promise<Spent> };

/** One file for each project: a line before and after each call. Reservations of dead processes lapse. */
export function openLedger({ folder, budget, now }: LedgerSetup): BudgetLedger {
  const log = openLog(join(folder, LEDGER_FILE), lineSchema);
  const index: LedgerIndex = { sums: new Map(), open: new Map() };

  function alone<Value>(decide: () => Value): Promise<Value> {
    return log.act(() => {
      for (const map of [index.sums, index.open]) map.clear();
      for (const line of log.look()) take(line, index);
      return decide();
    });
  }

  return {
    isLimited: budget.day !== undefined || budget.project !== undefined,
    open: () => alone(() => log.add()),
    spent: () => alone(() => spentBy(index, now().slice(0, 10))),
    reserve: (dollars) =>
      alone(() => {
        const at = now();
        const short = shortOf(spentBy(index, at.slice(0, 10)), dollars, budget);
        if (short !== null) return { refused: short };
        const id = randomUUID();
        log.add({ type: "reserved", id, at, dollars, holder: ourselves() });
        return {
          settle: (actual: number) => alone(() => log.add({ type: "settled", id, at: now(), dollars: actual })),
        };
      }),
  };
}

type LedgerIndex = { readonly sums: Map<string, number>; readonly open: Map<string, ReservedLine> };

/** Dollars spent and reserved. */
type Spent = { readonly day: number; readonly project: number };

function spentBy({ sums, open }: LedgerIndex, day: string): Spent {
  let reserved = 0;
  for (const { holder, dollars } of open.values()) if (isHolderAlive(holder)) reserved += dollars;
  let project = 0;
  for (const dollars of sums.values()) project += dollars;
  return { day: (sums.get(day) ?? 0) + reserved, project: project + reserved };
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

function take(line: LedgerLine, { sums, open }: LedgerIndex): void {
  if (line.type === "reserved") {
    open.set(line.id, line);
    return;
  }
  const day = (open.get(line.id)?.at ?? line.at).slice(0, 10);
  open.delete(line.id);
  sums.set(day, (sums.get(day) ?? 0) + line.dollars);
}

export function transcriptsOf({ cwd }: Pick<Io, "cwd">, { stated }: ProjectSettings): string {
  return resolve(cwd, stated.out ?? "transcripts");
}

/** Next to the project's transcripts. If there is no such folder: in the user's files, or next to `out`. */
export function ledgerFolder(
  { cwd, env }: Pick<Io, "cwd" | "env">,
  settings: ProjectSettings,
  out: string | undefined,
): string {
  const project = transcriptsOf({ cwd }, settings);
  const { day, project: all } = settings.budget;
  if (out === undefined || day !== undefined || all !== undefined) return project;
  const named = resolve(cwd, out);
  if (!isOutside(project, named) || isWritable(project)) return project;
  return userState(env) ?? dirname(named);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** XDG base directories, and their like on Windows. */
export function userState({ XDG_STATE_HOME, LOCALAPPDATA, HOME }: Io["env"]): string | null {
  if (XDG_STATE_HOME) return join(XDG_STATE_HOME, "boardroom");
  if (LOCALAPPDATA) return join(LOCALAPPDATA, "boardroom");
  return HOME && existsSync(HOME) ? join(HOME, ".local", "state", "boardroom") : null;
}
