import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { fileInbox } from "../meeting/file-inbox.ts";
import { createHold, type Pace } from "../meeting/hold.ts";
import { type Meeting, type MeetingResult, openMeeting } from "../meeting/open-meeting.ts";
import { pacedModel } from "../meeting/paced-model.ts";
import { CHAIR } from "../meeting/process-agents.ts";
import { world } from "../meeting/world.ts";
import type { Model } from "../models/model.ts";
import { sleep } from "../models/sleep.ts";
import type { Prompt } from "../perspective/prompts.ts";
import { liveSource } from "../tui/live.ts";
import { openScreen } from "../tui/screen.ts";
import { openSession } from "../tui/session.ts";
import { type ThemeName, themeOf } from "../tui/theme.ts";
import { type CallFlags, withPatience } from "./call-flags.ts";
import { withGiven } from "./commands/run.ts";
import { EXIT } from "./exit-codes.ts";
import { exitCodeOf, whatNow, whoIsAwaited } from "./hold-meeting.ts";
import { type Io, print } from "./io.ts";
import { modelPorts } from "./models.ts";
import { type LeaveFlags, leaveToRun, moneyPorts } from "./money.ts";
import { writeOutputs } from "./outputs.ts";
import { bringDocument, lookOut } from "./people.ts";
import { prepare, type ScenarioFlags } from "./prepare.ts";
import { createPrinter } from "./show-meeting.ts";
import { styleOf } from "./style.ts";
import { themeFor } from "./theme-for.ts";
import { pendingTranscript } from "./transcript-folder.ts";
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
  const leave = await leaveToRun(io, prepared, { scenario: nameOrPath!, flags });
  if ("exit" in leave) return leave.exit;
  const { approvals, isApproved, given } = leave;
  const { protocol, settings, outer } = prepared;
  const scenario = withGiven(prepared, given);
  const seed = settings.values.seed ?? randomInt(1, 1_000_000);
  const transcript = pendingTranscript(io, {
    out: flags.out,
    parent: settings.values.out,
    scenario: scenario.name,
    seed: String(seed),
    durability: settings.values.durability,
  });
  const { journal } = transcript;
  const person = flags.as ?? CHAIR.id;
  const stop = new AbortController();
  const signal = AbortSignal.any([io.stopSignal(), stop.signal]);
  const ports = { ...modelPorts(io, withPatience(outer.models, flags)), ...moneyPorts(io, outer, isApproved) };
  const hold = createHold({ signal, pace: flags.pace, paused: flags.paused, restBefore });
  const prompts = new Map<string, Prompt>();
  const models: Model[] = [];
  const folder = () => (transcript.folder === null ? null : resolve(io.cwd, transcript.folder));
  const inbox = fileInbox({ folder, journal });
  const meeting = openMeeting({
    ...ports,
    createModel: (seat, scenario) => {
      const model = keepingPrompts(ports.createModel(seat, scenario), (prompt) => prompts.set(seat.id, prompt));
      models.push(model);
      return model.deterministic ? pacedModel(model, hold) : model;
    },
    scenario,
    protocol,
    seed,
    approvals,
    journal,
    inbox,
    people: (person, request, until, path) => lookOut({ inbox, person, request, path, signal: until }),
    signal,
    hold: hold.hold,
  });
  const isPaced = models.every(({ deterministic }) => deterministic === true);
  if (!isPaced) hold.setPace(Number.POSITIVE_INFINITY);

  const screen = await openScreen(themeOf(themeFor(io, flags.theme)));
  let result: MeetingResult;
  try {
    const source = liveSource({
      meeting,
      hold,
      clock: world.clock,
      person,
      promptOf: (seat) => prompts.get(seat) ?? null,
      procedureOf,
    });
    const session = openSession({
      screen,
      source,
      start: { mode: "live", isGrowing: false, canAct: true, isPaced, person },
      clock: world.clock,
      sleep,
      bring: (file) => bringDocument(io, file),
      exportTable: async () => {
        const place = folder();
        if (place === null) return "Nothing is on record yet.";
        await writeOutputs(place, journal);
        return `Written to ${transcript.folder}: verdicts.csv, verdicts.json, transcript.md`;
      },
    });
    signal.addEventListener("abort", () => {
      journal.sync();
      session.stop();
    });
    const running = meeting.run();
    running.catch(() => session.stop());
    const how = await session.left;
    stop.abort(how === "interrupted" ? "SIGINT" : LEFT);
    journal.sync();
    screen.close();
    result = await running;
    await source.following;
  } finally {
    screen.close();
    inbox.close();
    journal.close();
  }
  return afterwards(io, { result, meeting, signal, transcript, style: styleOf(io, settings.values.color) });
}

type Afterwards = {
  readonly result: MeetingResult;
  readonly meeting: Meeting;
  readonly signal: AbortSignal;
  readonly transcript: ReturnType<typeof pendingTranscript>;
  readonly style: ReturnType<typeof styleOf>;
};

/** Prints the table of a meeting that has come to its end, writes what stands beside the log, and says where it is. */
async function afterwards(io: Io, { result, meeting, signal, transcript, style }: Afterwards): Promise<number> {
  const { journal, folder } = transcript;
  if (folder === null) return EXIT.undecided;
  if (result.status === "closed") {
    createPrinter(io, style, { quiet: true }).end({ events: journal.events, head: journal.head });
    await writeOutputs(resolve(io.cwd, folder), journal);
  }
  print(io.stderr, [...whatNow(result, folder), ...whoIsAwaited(result, meeting.state, folder)]);
  return result.status === "aborted" && signal.reason === LEFT ? EXIT.undecided : exitCodeOf(result, signal);
}

/** A breath between two turns, less between the ballots of a group. */
function restBefore(path: string): number {
  return path.includes("/") ? 150 : 700;
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
