// What meetings cost, from their records: `boardroom list --costs`.
import { relative } from "node:path";
import { readCharge } from "../../engine/money/budget.ts";
import {
  type FinishedCall,
  isFinishedCall,
  type MeetingEvent,
} from "../../engine/transcript/events.ts";
import { dropEventsBeforeFork } from "../../engine/transcript/forks.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { words } from "../../engine/words/words.ts";
import { type Io, print, printJson } from "../../home/process/io.ts";
import { readEach } from "../../home/records/find-transcripts.ts";
import { dropMissing } from "../../lists.ts";
import { isProgram } from "../../models/contract/model-spec.ts";
import { formatDollars, formatMinutes } from "../../showing/words.ts";
import { alignColumns } from "../../text/aligned.ts";
import { groupThousands } from "../../text/plain.ts";

/** Sums over one meeting, or over all. A fork counts its own calls, without those that it shares. */
type MeetingCosts = {
  meeting: string;
  calls: number;
  /** Tokens read, those from a cache included. */
  input: number;
  cached: number;
  output: number;
  /** Meeting time. */
  minutes: number;
  dollars: number;
  /** Calls whose price is unknown. They are not in `dollars`. */
  unpriced: number;
  /** Calls that a plan pays. They are not in `dollars`. */
  byPlan: number;
};

/** Prints a line for each meeting and one for all. A damaged one is skipped and named. Resolves with the exit code. */
export async function printCosts(
  io: Io,
  folders: readonly string[],
  asJson: boolean,
): Promise<number> {
  const { sound, exitCode } = await readEach(io, folders, (folder) =>
    sumMeeting(relative(io.cwd, folder), readTranscript(folder).events),
  );
  const total = sound.reduce(addCosts, createEmptyCosts("all"));
  if (asJson) printJson(io.stdout, { meetings: sound, total }, 2);
  else print(io.stdout, alignColumns([HEAD, ...[...sound, total].map(toRow)]));
  return exitCode;
}

function sumMeeting(meeting: string, events: readonly MeetingEvent[]): MeetingCosts {
  const own = dropEventsBeforeFork(events);
  const [first, last] = [own[0], own.at(-1)];
  const minutes = first && last ? (Date.parse(last.at) - Date.parse(first.at)) / 60_000 : 0;
  const calls = own.filter(isFinishedCall).map(toCosts);
  return { ...calls.reduce(addCosts, createEmptyCosts(meeting)), minutes };
}

function createEmptyCosts(meeting: string): MeetingCosts {
  return {
    meeting,
    calls: 0,
    input: 0,
    cached: 0,
    output: 0,
    minutes: 0,
    dollars: 0,
    unpriced: 0,
    byPlan: 0,
  };
}

function toCosts(call: FinishedCall): MeetingCosts {
  const { usage, estimate } = call;
  const isByPlan = isProgram(call.asked);
  const isAnswered = call.type === "call.answered" && !isByPlan;
  const isUnpriced = isAnswered && call.cost === null && estimate?.cost === null;
  return {
    meeting: "",
    calls: 1,
    input: usage ? usage.uncached + usage.cacheRead + usage.cacheWrite : 0,
    cached: usage?.cacheRead ?? 0,
    output: usage?.output ?? 0,
    minutes: 0,
    dollars: readCharge(call),
    unpriced: isUnpriced ? 1 : 0,
    byPlan: isByPlan ? 1 : 0,
  };
}

function addCosts(sum: MeetingCosts, more: MeetingCosts): MeetingCosts {
  return {
    meeting: sum.meeting,
    calls: sum.calls + more.calls,
    input: sum.input + more.input,
    cached: sum.cached + more.cached,
    output: sum.output + more.output,
    minutes: sum.minutes + more.minutes,
    dollars: sum.dollars + more.dollars,
    unpriced: sum.unpriced + more.unpriced,
    byPlan: sum.byPlan + more.byPlan,
  };
}

const HEAD = ["MEETING", "CALLS", "INPUT", "CACHED", "OUTPUT", "TIME", "COST", ""];

function toRow(costs: MeetingCosts): string[] {
  const { meeting, calls, input, cached, output, minutes, dollars, unpriced, byPlan } = costs;
  const isUncounted = dollars === 0 && unpriced + byPlan > 0;
  const notes = [
    unpriced > 0 && `${unpriced} without a price`,
    byPlan > 0 && `${byPlan} ${words.table.byPlan}`,
  ];
  return [
    meeting,
    String(calls),
    groupThousands(input),
    input === 0 ? "–" : `${Math.round((100 * cached) / input)} %`,
    groupThousands(output),
    formatMinutes(minutes),
    isUncounted ? "–" : formatDollars(dollars),
    dropMissing(notes).join(", "),
  ];
}
