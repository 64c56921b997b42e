import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { InvalidArgumentError } from "commander";
import { isOnFixedClock } from "../../engine/meeting/contract/clocks.ts";
import { chargeOf } from "../../engine/meeting/money/budget.ts";
import { type FinishedCall, isFinishedCall, type MeetingEvent } from "../../engine/transcript/events.ts";
import { ownEvents } from "../../engine/transcript/forks.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { type Io, print, printJson } from "../../home/process/io.ts";
import { exists } from "../../home/process/write-file.ts";
import { readEach } from "../../home/records/find-transcripts.ts";
import { readSettings, transcriptsOf } from "../../home/settings/settings.ts";
import { dollarsInWords } from "../../showing/words.ts";
import { aligned } from "../../text/aligned.ts";
import type { FlagsOf } from "./command.ts";

export const COSTS_FLAGS = {
  since: ["--since <date>", "With --costs: meetings since this UTC day", dateValue],
  by: ["--by <what>", "With --costs: one line for each [default: meeting]", ["meeting", "member", "call"]],
} as const;

type CostsFlags = FlagsOf<typeof COSTS_FLAGS> & { readonly json?: boolean };

const COUNTED = ["calls", "input", "cached", "output", "estimate", "actual", "unpriced"] as const;

type Sum = Record<(typeof COUNTED)[number], number> & {
  readonly meeting: string;
  readonly member?: string;
  readonly call?: string;
};

/** `asked`: folders of transcripts; empty, all in the transcripts folder. */
export async function costs(
  io: Io,
  asked: readonly string[],
  { since, by = "meeting", json = false }: CostsFlags,
): Promise<number> {
  const folder = transcriptsOf(io, await readSettings(io));
  const places = asked.length > 0 ? asked.map((each) => resolve(io.cwd, each)) : await transcriptsIn(folder);
  const { sound, exitCode } = await readEach(io, places, (place) => {
    const { events } = readTranscript(place);
    if (since !== undefined && runOn(events, join(place, JOURNAL_FILE)) < since) return [];
    return sumOf(relative(io.cwd, place), events, by);
  });
  const sums = sound.flat();
  const total = sums.reduce(added, emptySum("all"));
  if (json) {
    printJson(io.stdout, { lines: sums, total }, 2);
    return exitCode;
  }
  print(io.stdout, aligned([headOf(by), ...sums.map((sum) => row(sum, by)), row(total, by)]));
  return exitCode;
}

async function transcriptsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const found: string[] = [];
  for (const name of [...names].sort())
    if (await exists(join(folder, name, JOURNAL_FILE))) found.push(join(folder, name));
  return found;
}

/** The UTC day. For free meetings with a fixed clock, the day of the last write. */
function runOn([opened]: readonly MeetingEvent[], file: string): string {
  if (opened?.type !== "meeting.opened") return "";
  const isFixed = isOnFixedClock({ simulated: opened.simulated, startedAt: opened.at });
  return (isFixed ? statSync(file).mtime.toISOString() : opened.at).slice(0, 10);
}

function sumOf(meeting: string, events: readonly MeetingEvent[], by: CostsFlags["by"]): Sum[] {
  const calls = ownEvents(events).filter(isFinishedCall);
  const groups = new Map<string, Sum>(by === "meeting" ? [["", emptySum(meeting)]] : []);
  for (const call of calls) {
    const key = by === "meeting" ? "" : by === "member" ? call.speaker : call.path;
    const named = {
      ...(by !== "meeting" && { member: call.speaker }),
      ...(by === "call" && { call: call.path }),
    };
    groups.set(key, added(groups.get(key) ?? { ...emptySum(meeting), ...named }, callSum(call)));
  }
  return [...groups.values()];
}

function emptySum(meeting: string): Sum {
  return { meeting, calls: 0, input: 0, cached: 0, output: 0, estimate: 0, actual: 0, unpriced: 0 };
}

function callSum(call: FinishedCall): Sum {
  const { usage, estimate } = call;
  return {
    ...emptySum(""),
    calls: 1,
    input: usage ? usage.uncached + usage.cacheRead + usage.cacheWrite : 0,
    cached: usage?.cacheRead ?? 0,
    output: usage?.output ?? 0,
    estimate: estimate?.cost ?? 0,
    actual: chargeOf(call),
    unpriced: call.type === "call.answered" && call.cost === null && estimate?.cost === null ? 1 : 0,
  };
}

function added(sum: Sum, more: Sum): Sum {
  const counts = COUNTED.map((name) => [name, sum[name] + more[name]]);
  return { ...sum, ...(Object.fromEntries(counts) as Pick<Sum, (typeof COUNTED)[number]>) };
}

function headOf(by: CostsFlags["by"]): string[] {
  const names = by === "meeting" ? [] : by === "member" ? ["MEMBER"] : ["MEMBER", "CALL"];
  return ["MEETING", ...names, "CALLS", "INPUT", "CACHED", "OUTPUT", "ESTIMATE", "ACTUAL", ""];
}

function row({ meeting, member = "", call = "", ...sum }: Sum, by: CostsFlags["by"]): string[] {
  const names = by === "meeting" ? [] : by === "member" ? [member] : [member, call];
  const cached = sum.input === 0 ? "-" : `${Math.round((100 * sum.cached) / sum.input)} %`;
  const note = sum.unpriced === 0 ? "" : `${sum.unpriced} without a price`;
  const dollars = [dollarsInWords(sum.estimate), dollarsInWords(sum.actual)];
  return [
    meeting,
    ...names,
    String(sum.calls),
    String(sum.input),
    cached,
    String(sum.output),
    ...dollars,
    note,
  ];
}

function dateValue(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError("It must be a day, such as 2026-03-01.");
}
