/** Starts meetings for agents, each in its own process, or leaves proposals for a person. */

import { randomBytes, randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { performance } from "node:perf_hooks";
import { findOutsider } from "../../engine/people/person.ts";
import { hasLanguageModel } from "../../engine/protocol/protocol.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { BoardroomError } from "../../errors.ts";
import { makeFolder, readUtf8 } from "../../files.ts";
import { type StartedProgram, startProgram } from "../../home/process/child-process.ts";
import type { Io } from "../../home/process/io.ts";
import {
  claimOwnerToken,
  listOutsideSeats,
  renewSeat,
  reserveSeats,
} from "../../home/seats/seat-store.ts";
import { openApprovals } from "../../home/spending/approvals.ts";
import { createWallClock } from "../../home/spending/money.ts";
import { sleep } from "../../models/contract/sleep.ts";
import { requireSpeakers } from "../../run/prepare/prepare.ts";
import type { ScenarioFlags } from "../../run/prepare/scenario-flags.ts";
import { requireFreePlace } from "../../run/running-limit.ts";
import { type AskedCase, describeCase, readCase, type WantedCase } from "./case-input.ts";
import { isClosed, listSeats, type ReadMeeting } from "./records.ts";

const RUN_FOLDER = ".held";

type AskedMeeting = AskedCase & { propose: boolean; dryRun: boolean };

/** A meeting may spend so many times its estimate. */
const ABOVE_ESTIMATE = 2;
/** A call of an agent must end in time. Milliseconds. */
const BEGUN_MS = 25_000;

/** What a person lets a server do: dollars that it spends without asking, and meetings that run at the same time. */
export type ServerLimits = { budget: number; atOnce: number };

/** Meetings are separate processes, which `stop` suspends at the end of the server. */
export function createRunService(io: Io, folder: string, { budget, atOnce }: ServerLimits) {
  const start = io.startProgram ?? startProgram;
  let left = budget;
  /** The processes of meetings, by id. */
  const running = new Map<string, StartedProgram>();

  function startMeeting(id: string, argv: readonly string[]): Promise<number | null> {
    const program = start(argv, io.cwd, `${join(folder, RUN_FOLDER, id)}.log`);
    running.set(id, program);
    return program.ended.finally(() => running.delete(id));
  }

  return {
    async start(asked: AskedMeeting) {
      const wanted = await readCase(io, join(folder, RUN_FOLDER), asked);
      const { prepared, appraisal, needs, notes } = wanted;
      const { isFree } = appraisal;
      requireSpeakers(io, prepared);
      if (asked.dryRun)
        return { started: false, needs: isFree ? [] : needs, notes, checked: describeCase(wanted) };
      const estimate = isFree ? 0 : (appraisal.estimate ?? Number.POSITIVE_INFINITY);
      if (asked.propose || (!isFree && (needs.length > 0 || estimate > left))) {
        const why = asked.propose
          ? "the agent asks for a person's decision"
          : `the server's budget has $${left.toFixed(2)} left for it`;
        const proposed = propose(io, folder, {
          ...wanted,
          needs: needs.length > 0 ? needs : [why],
        });
        if (asked.propose || !proposed.isApproved) return proposed.answer;
        requireFreePlace(running.size, atOnce);
        return launch(wanted, [`--by=${wanted.by}`]);
      }
      requireFreePlace(running.size, atOnce);
      if (isFree) return launch(wanted, []);
      // Set aside whole, so that all meetings together stay within the budget.
      const share = Math.min(left, ABOVE_ESTIMATE * estimate);
      left -= share;
      return launch(wanted, [`--max-dollars=${Math.max(0.000001, share)}`]);
    },
    /** Continues a meeting that no process holds, if that costs nothing. */
    async continueMeeting(meeting: ReadMeeting) {
      const { id, isRunning } = meeting;
      if (isRunning || isClosed(meeting) || running.has(id)) return;
      requireFree(meeting);
      requireFreePlace(running.size, atOnce);
      startMeeting(id, ["resume", join(folder, id), "--quiet", "--wait"]);
    },
    /** Suspends the meetings of this server: no client could answer them. Each can be resumed. */
    stop() {
      for (const program of running.values()) program.stop();
    },
  };

  async function launch(
    { named, prepared, flags, by, notes }: WantedCase,
    limits: readonly string[],
  ) {
    const seed = String(prepared.settings.values.seed ?? randomInt(1, 1_000_000));
    const id = chooseFreeName(
      folder,
      `${prepared.scenario.name}-${seed}`.replaceAll(/[^\w-]+/g, "-").slice(0, 80),
    );
    const place = join(folder, id);
    makeFolder(join(folder, RUN_FOLDER));
    const own = [`--output=${place}`, `--seed=${seed}`, "--quiet", "--wait"];
    const ended = startMeeting(id, ["run", named, ...own, ...toArgv(flags), ...limits]);
    await waitUntilOpened(place, ended, `${join(folder, RUN_FOLDER, id)}.log`);
    const now = createWallClock(io)();
    const outside = listOutsideSeats(readTranscript(place).events);
    // The meeting's process reserves them too, and prints codes to its log. New codes replace those.
    reserveSeats(place, outside, now);
    const seats = outside.map(({ seat }) => renewSeat(place, seat, now));
    const owner = claimOwnerToken(place, by, now) ?? "";
    return { started: true, meeting: id, seats, owner, notes };
  }
}

/** Each flag and value in one word: what an agent says is never another flag. */
function toArgv(flags: ScenarioFlags): readonly string[] {
  const { question, maxMessages, model, member = {}, protocol, answerMinutes } = flags;
  const given = {
    question,
    "max-messages": maxMessages,
    model,
    protocol,
    "answer-minutes": answerMinutes,
  };
  return [
    ...Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${value}`],
    ),
    ...Object.entries(member).map(([id, spec]) => `--member=${id}=${spec}`),
  ];
}

/** Leaves a proposal. The same case is one proposal, however often it is made. */
function propose(
  io: Io,
  folder: string,
  { named, flags, prepared, appraisal, by, needs }: WantedCase,
) {
  const store = openApprovals(io, folder);
  const { title, question } = prepared.scenario;
  const kept = { ...appraisal, by, at: createWallClock(io)(), title, question, scenario: named };
  const { proposal, decision } = store.proposeOnce({ ...kept, flags: { ...flags, by } });
  const { id } = proposal;
  const next = decision
    ? `${decision.by} has approved it: call start_meeting without propose.`
    : `A person decides with boardroom approvals ${id} --approve or --decline.`;
  const answer = { started: false, proposal: id, needs, notes: [next] };
  return { answer, isApproved: decision !== null };
}

/** Waits until the meeting's process has written its opening. */
async function waitUntilOpened(
  place: string,
  ended: Promise<number | null>,
  log: string,
): Promise<void> {
  const over = new AbortController();
  ended.then(() => over.abort());
  const late = performance.now() + BEGUN_MS;
  while (!existsSync(join(place, JOURNAL_FILE))) {
    if (over.signal.aborted) {
      const errorText = existsSync(log) ? readUtf8(log).trim().slice(-2_000) : "";
      throw new BoardroomError("usage", {
        message: `the meeting could not start: ${errorText || "its process printed no error"}`,
      });
    }
    if (performance.now() > late) {
      throw new BoardroomError("usage", {
        message: `${basename(place)} has not started within ${BEGUN_MS / 1_000} s`,
        remedy:
          "See its state with list. New codes for its seats: boardroom mcp --seats TRANSCRIPT --renew SEAT.",
      });
    }
    await sleep(20, over.signal);
  }
}

/** Two starts at once never get the same name. */
function chooseFreeName(folder: string, name: string): string {
  const own = `${name}-${randomBytes(2).toString("hex")}`;
  return existsSync(join(folder, own)) ? chooseFreeName(folder, name) : own;
}

function requireFree({ id, events }: ReadMeeting): void {
  const costs = listSeats(events).some(
    (seat) => hasLanguageModel(seat) && findOutsider(seat) === null,
  );
  if (!costs) return;
  throw new BoardroomError("not-allowed", {
    message: "no process runs this meeting now, and continuing it costs money",
    remedy: `A person can continue it: boardroom resume ${id}.`,
  });
}
