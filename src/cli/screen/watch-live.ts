import { resolve } from "node:path";
import { systemClocks } from "../../meeting/contract/clocks.ts";
import { type Meeting, type MeetingResult, openMeeting } from "../../meeting/engine/open-meeting.ts";
import { pacedModel } from "../../meeting/engine/paced-model.ts";
import { breathBefore, createPacing, type Pace, type Pacing } from "../../meeting/engine/pacing.ts";
import type { Ports } from "../../meeting/engine/ports.ts";
import { CHAIR } from "../../meeting/people/process-agents.ts";
import type { Model } from "../../models/port/model.ts";
import { sleep } from "../../models/port/sleep.ts";
import type { Prompt } from "../../perspective/prompts.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { ThemeName } from "../../tui/paint/theme.ts";
import { openSession } from "../../tui/session.ts";
import { liveSource } from "../../watching/live.ts";
import { exitCodeOf, whatNow, whoIsAwaited } from "../holding/hold-meeting.ts";
import { type NewMeeting, newMeeting } from "../holding/new-meeting.ts";
import { bringDocument, lookOut, rejectionInWords } from "../holding/people.ts";
import { createPrinter } from "../holding/show-meeting.ts";
import { type LeaveFlags, leaveToRun, moneyPorts } from "../money/money.ts";
import { withPlaces } from "../preparing/error-place.ts";
import { prepare } from "../preparing/prepare.ts";
import type { ScenarioFlags } from "../preparing/scenario-flags.ts";
import { writeOutputs } from "../records/outputs.ts";
import type { PendingTranscript } from "../records/transcript-folder.ts";
import { type CallFlags, withPatience } from "../settings/call-flags.ts";
import { modelPorts } from "../settings/models.ts";
import { EXIT } from "../terminal/exit-codes.ts";
import { type Io, print } from "../terminal/io.ts";
import { openTerminal, type Terminal } from "../terminal/open-terminal.ts";
import { styleOf } from "../terminal/style.ts";
import { procedureOf } from "./watch-procedure.ts";

export type WatchFlags = ScenarioFlags &
  CallFlags &
  LeaveFlags & {
    readonly out?: string;
    readonly pace: Pace;
    readonly paused?: boolean;
    readonly from?: "start" | "end" | number;
    /** `chair` where it is left out. */
    readonly as?: string;
    readonly theme?: ThemeName;
  };

/** Left at once, by the person who watches. */
const LEFT = "left";

/** Holds a meeting in the full-screen view; resolves with the exit code. */
export async function watchLive(io: Io, nameOrPath: string | undefined, flags: WatchFlags): Promise<number> {
  const prepared = await prepare(io, nameOrPath, flags);
  const leave = await leaveToRun(io, prepared, {
    command: `boardroom watch ${nameOrPath}`,
    scenario: nameOrPath!,
    out: flags.out,
    flags,
  });
  if ("exit" in leave) return leave.exit;
  const { approvals, ahead } = leave;
  const { protocol, settings, outer } = prepared;
  const rejected: Rejected = { tell: () => {} };
  const { scenario, seed, transcript, place, inbox } = newMeeting(io, prepared, {
    out: flags.out,
    onRejected: (file, why) => rejected.tell(rejectionInWords(file, why)),
  });
  const { journal } = transcript;
  const person = flags.as ?? CHAIR.id;
  const stop = new AbortController();
  const signal = AbortSignal.any([io.stopSignal(), stop.signal]);
  // Nobody can be asked for a line behind a full screen: the meeting waits, and is gone on with by resume.
  const money = moneyPorts({ ...io, ask: undefined }, outer, { out: flags.out, ahead });
  const ports = { ...modelPorts(io, withPatience(outer.models, flags)), ...money };
  const hold = createPacing({ signal, pace: flags.pace, paused: flags.paused, restBefore: breathBefore });
  const models = watchedModels(ports.createModel, hold);
  const meeting = withPlaces(prepared, flags, () =>
    openMeeting({
      ...ports,
      createModel: models.create,
      scenario,
      protocol,
      seed,
      approvals,
      journal,
      inbox,
      people: (person, request, until, path) => lookOut({ inbox, person, request, path, signal: until }),
      signal,
      hold: hold.hold,
    }),
  );
  if (!models.arePaced()) hold.setPace(Number.POSITIVE_INFINITY);

  const terminal = await openTerminal(io, flags.theme);
  let result: MeetingResult;
  try {
    result = await showUntilLeft(io, {
      meeting,
      models,
      hold,
      person,
      terminal,
      transcript,
      place,
      signal,
      stop,
      rejected,
    });
  } finally {
    terminal.close();
    inbox.close();
    journal.close();
  }
  return afterwards(io, { result, meeting, signal, transcript, style: styleOf(io, settings.values.color) });
}

type Shown = Pick<NewMeeting, "transcript" | "place"> & {
  readonly meeting: Meeting;
  readonly models: WatchedModels;
  readonly hold: Pacing;
  readonly person: string;
  readonly terminal: Terminal;
  /** What stops the meeting, from outside or by `stop`. */
  readonly signal: AbortSignal;
  readonly stop: AbortController;
  readonly rejected: Rejected;
};

/** Where to tell of what the inbox does not take; nowhere before the view is open. */
type Rejected = { tell: (words: string) => void };

/** Runs the meeting on the screen until the view is left, which stops it where it still goes on. */
async function showUntilLeft(io: Io, shown: Shown): Promise<MeetingResult> {
  const { meeting, models, hold, person, terminal, transcript, place, signal, stop, rejected } = shown;
  const { journal } = transcript;
  const { clock } = systemClocks;
  const source = liveSource({ meeting, hold, clock, person, promptOf: models.promptOf, procedureOf });
  const session = openSession({
    screen: terminal.screen,
    suspend: terminal.suspend,
    source,
    start: { mode: "live", isGrowing: false, canAct: true, isPaced: models.arePaced(), person },
    clock,
    sleep,
    bring: (file) => bringDocument(io, file),
    exportTable: async () => {
      const folder = place();
      if (folder === null) return "Nothing is on record yet.";
      await writeOutputs(folder, journal);
      return `Written to ${transcript.folder}: verdicts.csv, verdicts.json, transcript.md`;
    },
  });
  rejected.tell = (words) => session.tell(words, true);
  signal.addEventListener("abort", () => {
    journal.sync();
    session.stop();
  });
  const running = meeting.run();
  running.catch(() => session.stop());
  const how = await session.left;
  stop.abort(how === "interrupted" ? "SIGINT" : LEFT);
  journal.sync();
  terminal.close();
  const result = await running;
  await source.following;
  return result;
}

type Afterwards = {
  readonly result: MeetingResult;
  readonly meeting: Meeting;
  readonly signal: AbortSignal;
  readonly transcript: PendingTranscript;
  readonly style: ReturnType<typeof styleOf>;
};

/** Prints the table of a meeting that has come to its end, writes what stands beside the log, and says where it is. */
async function afterwards(io: Io, { result, meeting, signal, transcript, style }: Afterwards): Promise<number> {
  const { journal, folder } = transcript;
  if (folder === null) return EXIT.undecided;
  let files: readonly string[] = [];
  if (result.status === "closed") {
    createPrinter(io, style, { quiet: true }).end({ events: journal.events, head: journal.head });
    files = await writeOutputs(resolve(io.cwd, folder), journal);
  }
  print(io.stderr, [...whatNow(result, folder, files), ...whoIsAwaited(result, meeting.state, folder)]);
  return result.status === "aborted" && signal.reason === LEFT ? EXIT.undecided : exitCodeOf(result, signal);
}

type WatchedModels = ReturnType<typeof watchedModels>;

/** The models of a meeting that is watched: what each was last sent is kept, and one that answers at once takes its time. */
function watchedModels(createModel: Ports["createModel"], hold: Pacing) {
  const prompts = new Map<string, Prompt>();
  const models: Model[] = [];
  return {
    create(seat: Seat, scenario: Scenario): Model {
      const model = keepingPrompts(createModel(seat, scenario), (prompt) => prompts.set(seat.id, prompt));
      models.push(model);
      return model.deterministic ? pacedModel(model, hold) : model;
    },
    promptOf: (seat: string) => prompts.get(seat) ?? null,
    arePaced: () => models.every(({ deterministic }) => deterministic === true),
  };
}

function keepingPrompts(model: Model, keep: (prompt: Prompt) => void): Model {
  return {
    ...model,
    generate(request, options) {
      const { shared, individual, cue } = request;
      const turns = request.turns.map(({ role, parts }) => ({ role, parts: [...parts] }));
      keep({ shared, individual, turns, cue });
      return model.generate(request, options);
    },
  };
}
