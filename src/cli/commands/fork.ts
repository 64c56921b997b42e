// `boardroom fork`: runs a meeting again from an earlier turn, with changes.

import { resolve } from "node:path";
import { createForkedScenario } from "../../engine/meeting/fork.ts";
import type { Meeting } from "../../engine/meeting/open-meeting.ts";
import { createModels } from "../../engine/meeting/runtime.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { type ForkPoint, findForkPoint, isTurn } from "../../engine/transcript/forks.ts";
import { copyJournal, readTranscript } from "../../engine/transcript/journal.ts";
import { sortByPath, toMessageId } from "../../engine/transcript/path.ts";
import { BoardroomError } from "../../errors.ts";
import { createUsageError, type Io, print } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import { chooseFolder } from "../../home/records/transcript-folder.ts";
import { loadCustomCode } from "../../home/settings/own-code.ts";
import { requireRecordedProtocol } from "../../home/settings/protocols.ts";
import { createModelPorts, readSettings } from "../../home/settings/settings.ts";
import { computeApprovedDollars, requestRunApproval } from "../../home/spending/money.ts";
import { requirePerson } from "../../run/answers.ts";
import { noteApproval } from "../../run/meetings.ts";
import { openSession } from "../../run/session.ts";
import { suggestNames } from "../../scenario/files/nearest.ts";
import { loadPersona } from "../../scenario/loading/load.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";
import {
  collectTexts,
  readCount,
  readFilledText,
  readMemberPersona,
} from "../terminal/flag-values.ts";
import { APPROVAL_FLAGS, FORM_FLAGS, selectFlags } from "../terminal/flags.ts";
import { IN_TERMINAL, runInTerminal } from "../terminal/run-in-terminal.ts";

const HELP = `
Everything before that turn stays, with its verdicts and withdrawals. Your changes apply from there. If a seat gets another
holder, it keeps its messages and its verdict, and all members are informed. A fork without changes runs the meeting again
from there, which is useful with language models. The price is estimated as for a whole meeting and needs the same approval.

Examples:
  boardroom fork transcripts/hiring-34 --at 12 --seed 8
  boardroom fork transcripts/hiring-34 --at 12 --persona sarah-chen=emily-watson
  boardroom fork transcripts/hiring-34 --at 12 --member sarah-chen=anthropic:claude-sonnet-5-5
  boardroom fork transcripts/hiring-34 --at 12 --drop 4 -o what-if`;

const FLAGS = {
  at: [
    "--at <n>",
    "Share the turns up to this number; 0 shares the opening",
    readCount,
    { isRequired: true },
  ],
  persona: [
    "--persona <id=persona>",
    "Another persona for a member (repeatable)",
    readMemberPersona,
  ],
  drop: ["--drop <message>", "Hide a message from every view (repeatable)", collectTexts],
  output: [
    "-o, --output <folder>",
    "Folder of the new transcript [default: <transcript>-at-<n>]",
    readFilledText,
  ],
  ...selectFlags(
    ...APPROVAL_FLAGS,
    ...FORM_FLAGS,
    ...(["seed", "model", "member", "as", "ownProtocol"] as const),
  ),
} as const;

type ForkFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [["<transcript>", "Folder, name or id of the meeting; it is not changed"]],
  flags: FLAGS,
  help: HELP,
  run: async (io, [named], flags) => fork(io, await findTranscript(io, named), flags),
});

async function fork(io: Io, folder: string, flags: ForkFlags): Promise<number> {
  const { project, protocols } = await loadCustomCode(io, await readSettings(io), flags.protocol);
  const from = resolve(io.cwd, folder);
  const { events } = readTranscript(from);
  const point = requirePoint(events, flags.at);
  const shared = events.slice(0, point.lines);
  const before = foldTranscript(shared);
  const amendments = {
    seed: flags.seed === undefined ? undefined : String(flags.seed),
    seats: await changeSeats(io, before.seats, flags),
    hidden: (flags.drop ?? []).map((message) => requireMessage(shared, message)),
  };
  const { scenario, seats } = createForkedScenario(before, amendments);
  const protocol = requireRecordedProtocol(before.protocol, protocols);
  if (flags.as !== undefined && !flags.approve)
    requirePerson(seats, protocol.bind(scenario).listPeople(), flags.as);
  createModels(seats, scenario, createModelPorts(io, project).createModel);
  const out = chooseFolder(io.cwd, { out: flags.output, name: `${folder}-at-${point.shared}` });
  const approval = await requestRunApproval(
    io,
    { scenario, protocol, project },
    { scenario: folder, flags, seats },
  );
  if ("exit" in approval) return approval.exit;
  const { approvals, ahead } = approval;
  const journal = copyJournal(from, point.lines, resolve(io.cwd, out));
  const after = journal.events.length;
  print(io.stderr, explainSharedPart(flags.at, point));
  let meeting: Meeting | undefined;
  const spending = { events: [], ahead, meeting: () => meeting?.state.meeting };
  const openFork = (open: () => Meeting): Meeting => {
    meeting = open();
    noteApproval(io, meeting, computeApprovedDollars(scenario, approval.plans));
    return meeting;
  };
  const transcript = { journal, folder: out };
  const session = openSession(io, { project, flags, transcript, spending, audience: IN_TERMINAL });
  const source = { is: "fork", journal, protocol, point, amendments, approvals } as const;
  return runInTerminal(io, { session, source, opening: openFork }, flags, { after });
}

function explainSharedPart(asked: number, { shared }: ForkPoint): readonly string[] {
  const moved = `Turn ${asked} is in a parallel group, which is copied whole: the fork is after turn ${shared}.`;
  return shared === asked ? [] : [moved];
}

function requirePoint(events: readonly MeetingEvent[], at: number): ForkPoint {
  const point = findForkPoint(events, at);
  if (point) return point;
  const count = events.filter(isTurn).length;
  throw createUsageError(
    `invalid value "${at}" for --at: the meeting has ${count} turns`,
    `Use a number from 0 to ${count}.`,
  );
}

async function changeSeats(
  io: Io,
  seats: readonly Seat[],
  { persona: personas = {}, member = {}, model }: ForkFlags,
): Promise<readonly Seat[]> {
  for (const id of Object.keys(personas))
    requireSeat(seats, "--persona", id, ({ kind }) => kind === "member");
  for (const id of Object.keys(member))
    requireSeat(seats, "--member", id, (seat) => seat.model !== "template");
  const changed: Seat[] = [];
  for (const seat of seats) {
    const named = Object.hasOwn(personas, seat.id) ? personas[seat.id] : undefined;
    const persona = named ? await loadPersona(named, io) : seat.persona;
    const forAll = seat.kind === "member" && model !== undefined ? model : seat.model;
    const spec = (Object.hasOwn(member, seat.id) && member[seat.id]) || forAll;
    if (persona !== seat.persona || spec !== seat.model)
      changed.push({ ...seat, persona, model: spec });
  }
  return changed;
}

function requireSeat(
  seats: readonly Seat[],
  flag: string,
  id: string,
  canChange: (seat: Seat) => boolean,
): void {
  const possible = seats.filter(canChange).map((seat) => seat.id);
  if (possible.includes(id)) return;
  throw new BoardroomError("unknown-member", {
    message: `${flag}: member ${JSON.stringify(id)} not found in this meeting`,
    remedy: suggestNames(id, possible, "Members"),
  });
}

function requireMessage(shared: readonly MeetingEvent[], named: string): string {
  const turns = sortByPath(shared).filter(isTurn);
  const asked = named.replace(/^\[(\d+)\]$/, "$1");
  const found = /^\d+$/.test(asked) ? turns[Number(asked) - 1] : undefined;
  const id = found && getMessageId(found);
  if (id) return id;
  throw createUsageError(
    `--drop ${named}: not found in the shared turns`,
    `Name a message from 1 to ${turns.length} by its number in brackets.`,
  );
}

function getMessageId(turn: MeetingEvent): string | null {
  if (turn.type === "message.spoken") return turn.id;
  return turn.type === "notice.given" || turn.type === "turn.passed"
    ? toMessageId(turn.path)
    : null;
}
