/** Starts meetings for agents, each in its own process, or leaves proposals for a person. */
import { randomBytes, randomInt } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { performance } from "node:perf_hooks";
import { hasLanguageModel } from "../../engine/meeting/contract/protocol.ts";
import type { Appraisal } from "../../engine/meeting/money/approval.ts";
import type { Act } from "../../engine/meeting/people/inbox.ts";
import { outsiderOn } from "../../engine/meeting/people/person.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { BoardroomError } from "../../errors.ts";
import { type ApprovalsStore, openApprovals } from "../../home/money/approvals.ts";
import { wallClock } from "../../home/money/money.ts";
import { startProgram } from "../../home/process/child-process.ts";
import type { Io } from "../../home/process/io.ts";
import { makeFolder } from "../../home/process/write-file.ts";
import { changesIn } from "../../home/records/transcript-folder.ts";
import { newCode, ownerOf, reserveSeats } from "../../home/seats/seat-store.ts";
import { sleep } from "../../models/contract/sleep.ts";
import { writeChecked } from "../../run/answers.ts";
import { type Prepared, requireSpeakers } from "../../run/prepare/prepare.ts";
import type { ScenarioFlags } from "../../run/prepare/scenario-flags.ts";
import { type AskedCase, appraised, describeCase, namedCase } from "./case-input.ts";
import { type ReadMeeting, seatsOf } from "./records.ts";

const RUN_FOLDER = ".held";

type RunServiceSetup = {
  readonly io: Io;
  readonly folder: string;
  readonly placeOf: (id: string) => string;
  readonly budget: number;
};

type AskedMeeting = AskedCase & { readonly by: string; readonly propose: boolean; readonly dryRun: boolean };

const NOTHING_ASKED = {
  meeting: null as string | null,
  /** Seats for agents, each with its one-time code. */
  seats: [] as readonly { readonly seat: string; readonly person: string; readonly code: string }[],
  /** Token that allows its holder to act without a seat and to read everything. */
  owner: null as string | null,
  proposal: null as string | null,
  needs: [] as readonly string[],
  notes: [] as readonly string[],
  checked: null as ReturnType<typeof describeCase> | null,
};
type MeetingAsked = typeof NOTHING_ASKED & { readonly started: boolean };

/** A meeting may spend so many times its estimate. */
const ABOVE_ESTIMATE = 2;
/** A call of an agent must end in time. Milliseconds. */
const BEGUN_MS = 25_000;

/** Separate processes, so that the end of a server ends no meeting. */
export function runService({ io, folder, placeOf, budget }: RunServiceSetup) {
  const start = io.startProgram ?? startProgram;
  let left = budget;
  /** So that several who wait do not start one process each. */
  const goingOn = new Set<string>();

  async function begin(asked: AskedMeeting): Promise<MeetingAsked> {
    const found = await namedCase(io, join(folder, RUN_FOLDER), asked);
    const { named, flags } = found;
    const { prepared, appraisal, needs, notes } = await appraised(io, found, asked.by);
    if (asked.dryRun)
      return { ...NOTHING_ASKED, started: false, needs, notes, checked: describeCase(prepared, appraisal) };
    requireSpeakers(io, prepared);
    const { isFree } = appraisal;
    const estimate = isFree ? 0 : (appraisal.estimate ?? Number.POSITIVE_INFINITY);
    if (asked.propose || (!isFree && (needs.length > 0 || estimate > left))) {
      const why = asked.propose
        ? "the agent asks for a person's decision"
        : `the server's budget has $${left.toFixed(2)} left for it`;
      const proposal = { asked, named, flags, prepared, appraisal, now: wallClock(io)() };
      return proposed(openApprovals(folder), proposal, needs.length > 0 ? needs : [why]);
    }
    // Set aside whole, so that all meetings together stay within the budget.
    const share = isFree ? 0 : Math.min(left, ABOVE_ESTIMATE * estimate);
    left -= share;
    const limits = isFree ? [] : [`--max-dollars=${Math.max(0.000001, share)}`];
    return launch(asked, named, { prepared, flags, notes, limits });
  }

  async function launch(asked: AskedMeeting, named: string, { prepared, flags, notes, limits }: CaseToRun) {
    const seed = String(prepared.settings.values.seed ?? randomInt(1, 1_000_000));
    const id = freeName(folder, `${prepared.scenario.name}-${seed}`.replaceAll(/[^\w-]+/g, "-").slice(0, 80));
    const codes = prepared.scenario.members.flatMap((seat) => {
      const person = outsiderOn(seat);
      return person === null ? [] : [{ seat: seat.id, person, ...newCode() }];
    });
    const base = join(folder, RUN_FOLDER, id);
    makeFolder(join(folder, RUN_FOLDER));
    const digests = Object.fromEntries(codes.map(({ seat, digest }) => [seat, digest]));
    writeFileSync(`${base}.codes`, JSON.stringify(digests), { mode: 0o600 });
    const argv = [
      ...["run", named, `--output=${join(folder, id)}`, `--seed=${seed}`, "--quiet", "--wait"],
      ...[`--codes=${base}.codes`, ...argvOf({ ...flags, seed: undefined }), ...limits],
    ];
    const program = start(argv, io.cwd, `${base}.log`);
    await untilOpened(join(folder, id), program.ended, `${base}.log`);
    // A code works at once, even before the meeting's process has started.
    reserveSeats(join(folder, id), codes, wallClock(io)(), digests);
    const owner = ownerOf(join(folder, id), asked.by, wallClock(io)()) ?? "";
    const seats = codes.map(({ seat, person, code }) => ({ seat, person, code }));
    return { ...NOTHING_ASKED, started: true, meeting: id, seats, owner, notes };
  }

  return {
    start: begin,
    changes: (id: string) => changesIn(placeOf(id)),
    act: (id: string, act: Act) => writeChecked(placeOf(id), id, act),
    /** Continues a meeting that no process holds, if that costs nothing. */
    async goOn(meeting: ReadMeeting) {
      if (meeting.isRunning || meeting.events.at(-1)?.type === "meeting.closed") return;
      const { id } = meeting;
      if (goingOn.has(id)) return;
      requireFree(meeting);
      const base = join(folder, RUN_FOLDER, id);
      const argv = ["resume", join(folder, id), "--quiet", "--wait", `--codes=${base}.codes`];
      goingOn.add(id);
      start(argv, io.cwd, `${base}.log`).ended.finally(() => goingOn.delete(id));
    },
  };
}

type CaseToRun = {
  readonly prepared: Prepared;
  readonly flags: ScenarioFlags;
  readonly notes: readonly string[];
  readonly limits: readonly string[];
};

/** Each flag and value in one word: what an agent says is never another flag. */
function argvOf(flags: ScenarioFlags): readonly string[] {
  const { question, maxMessages, model, member = {}, protocol, answerMinutes } = flags;
  const given = { question, "max-messages": maxMessages, model, protocol, "answer-minutes": answerMinutes };
  return [
    ...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...Object.entries(member).map(([id, spec]) => `--member=${id}=${spec}`),
  ];
}

type ToPropose = {
  readonly asked: AskedMeeting;
  readonly named: string;
  readonly flags: ScenarioFlags;
  readonly prepared: Prepared;
  readonly appraisal: Appraisal;
  readonly now: string;
};

/** The same case is one proposal, however often it is made. */
function proposed(
  store: ApprovalsStore,
  { asked, named, flags, prepared, appraisal, now }: ToPropose,
  needs: readonly string[],
): MeetingAsked {
  const same = store
    .all()
    .filter(({ proposal, isUsed }) => !isUsed && proposal.binding.context === appraisal.binding.context);
  const known = same.find(({ proposal }) => proposal.binding.question === appraisal.binding.question);
  if (known?.decision?.decision === "declined") {
    throw new BoardroomError("approval-refused", {
      message: `${known.decision.by} has declined this: ${known.decision.because ?? "no reason given"}`,
      remedy: "Propose it again when something in it has changed.",
    });
  }
  const { title, question } = prepared.scenario;
  const kept = { ...appraisal, by: asked.by, at: now, title, question, scenario: named };
  const { id } = known?.proposal ?? store.propose({ ...kept, flags: { ...flags, by: asked.by } });
  const notes = [`A person decides with boardroom approvals ${id} --approve or --decline.`];
  return { ...NOTHING_ASKED, started: false, proposal: id, needs, notes };
}

/** Waits until the meeting's process has written its opening. */
async function untilOpened(place: string, ended: Promise<number | null>, log: string): Promise<void> {
  const over = new AbortController();
  ended.then(() => over.abort());
  const late = performance.now() + BEGUN_MS;
  while (!existsSync(join(place, JOURNAL_FILE))) {
    if (over.signal.aborted) {
      const errorText = existsSync(log) ? readFileSync(log, "utf8").trim().slice(-2_000) : "";
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
function freeName(folder: string, name: string): string {
  const own = `${name}-${randomBytes(2).toString("hex")}`;
  return existsSync(join(folder, own)) ? freeName(folder, name) : own;
}

function requireFree({ id, events }: ReadMeeting): void {
  const costs = seatsOf(events).some((seat) => hasLanguageModel(seat) && outsiderOn(seat) === null);
  if (!costs) return;
  throw new BoardroomError("not-allowed", {
    message: "no process runs this meeting now, and continuing it costs money",
    remedy: `A person can continue it: boardroom resume ${id}.`,
  });
}
