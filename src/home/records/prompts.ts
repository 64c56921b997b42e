// Runs a recorded meeting again up to one call, to get the prompt of that call. `show --prompt`
// prints it, and agents get their view from it. No model is called.

import { type ResumeSetup, resumeMeeting } from "../../engine/meeting/open-meeting.ts";
import type { Prompt } from "../../engine/perspective/prompts.ts";
import type { Protocol } from "../../engine/protocol/protocol.ts";
import {
  type Draft,
  type FinishedCall,
  isFinishedCall,
  type MeetingEvent,
} from "../../engine/transcript/events.ts";
import type { Journal } from "../../engine/transcript/journal.ts";
import { comparePaths, sortByPath, toMessageId, toStepPath } from "../../engine/transcript/path.ts";
import { BoardroomError } from "../../errors.ts";
import type { Capabilities } from "../../models/contract/capabilities.ts";
import { createCancelled } from "../../models/contract/failure.ts";
import type { Model, ModelRequest } from "../../models/contract/model.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { hashRequest } from "../../models/contract/request-hash.ts";
import { createCapabilitiesLookup } from "../../models/registry/capabilities-for.ts";
import type { ModelSettings } from "../../models/registry/settings.ts";
import { createUsageError } from "../process/io.ts";
import { PROTOCOLS, requireRecordedProtocol } from "../settings/protocols.ts";
import { readProtocolName } from "./outputs.ts";

type SentRequest = { request: ModelRequest; isRecorded: boolean };

/** The request of a call, made again. */
export async function recoverRequest(
  events: readonly MeetingEvent[],
  call: FinishedCall,
  settings: ModelSettings = {},
  protocols: readonly Protocol[] = PROTOCOLS,
): Promise<SentRequest> {
  const stop = new AbortController();
  let sent: ModelRequest | null = null;
  const keep = (request: ModelRequest): void => {
    sent ??= request;
    stop.abort();
  };
  await resumeBefore(call, { events, settings, protocols, keep }, { signal: stop.signal });
  if (sent === null) throw createNotAskedError(call);
  const request: ModelRequest = sent;
  return { request, isRecorded: hashRequest(request) === call.request };
}

type Resumed = {
  events: readonly MeetingEvent[];
  settings: ModelSettings;
  protocols: readonly Protocol[];
  /** Receives the requests to models. */
  keep?: (request: ModelRequest) => void;
};

/** Runs the meeting from just before a path, with models that answer nothing, until `signal` stops it. */
async function resumeBefore(
  asked: { path: string },
  { events, settings, protocols, keep }: Resumed,
  ports: Pick<ResumeSetup, "people" | "consent"> & { signal: AbortSignal },
): Promise<void> {
  const capabilities = createCapabilitiesLookup(settings);
  const meeting = resumeMeeting({
    journal: createReplayJournal(selectEventsBefore(events, asked)),
    protocol: requireRecordedProtocol(readProtocolName(events), protocols),
    createModel: ({ model }) => createSilentModel(model, capabilities(model), keep),
    prices: settings.prices,
    ...ports,
  });
  await meeting.run();
}

function selectEventsBefore(
  events: readonly MeetingEvent[],
  asked: { path: string },
): readonly MeetingEvent[] {
  return events.filter((event) => isBefore(event, asked));
}

function isBefore(event: MeetingEvent, call: { path: string }): boolean {
  const order = comparePaths(event.path, call.path);
  if (toStepPath(event.path) === toStepPath(call.path)) {
    if (event.type === "meeting.suspended" && event.kind === "form") return true;
    return event.path.includes(".")
      ? callNumber(event.path) < callNumber(call.path)
      : !isEnding(event);
  }
  return order < 0 || isInOtherBranch(event.path, call.path);
}

/** Acts, warnings and the selection stand before the calls at the same path. */
function isEnding({ type }: MeetingEvent): boolean {
  return !BEFORE_CALLS.includes(type);
}

const BEFORE_CALLS: readonly string[] = [
  "person.acted",
  "budget.warned",
  "speaker.selected",
  "human.asked",
  "meeting.forked",
  "meeting.approved",
  "limit.raised",
];

function isInOtherBranch(path: string, other: string): boolean {
  const [group, branch] = toStepPath(path).split("/");
  const [otherGroup, otherBranch] = toStepPath(other).split("/");
  return group === otherGroup && branch !== undefined && branch !== otherBranch;
}

function callNumber(path: string): number {
  return Number(path.slice(path.indexOf(".") + 1));
}

function createReplayJournal(events: readonly MeetingEvent[]): Journal {
  const kept = [...events];
  const append = (draft: Draft): MeetingEvent => {
    const event = { ...draft, seq: kept.length + 1, prev: "" } as MeetingEvent;
    kept.push(event);
    return event;
  };
  return {
    events: kept,
    head: "",
    append,
    appendAll: (drafts) => drafts.forEach(append),
    sync: () => {},
    requireInPlace: () => {},
    close: () => {},
  };
}

function createNotAskedError({ path, speaker }: FinishedCall): BoardroomError {
  return new BoardroomError("transcript-mismatch", {
    message: `run again, the protocol does not ask ${speaker} anything at path ${path}`,
    remedy: "The transcript was made by another version of the protocol, or was changed.",
  });
}

export async function recoverMemberPrompt(
  events: readonly MeetingEvent[],
  path: string,
  settings: ModelSettings,
  protocols: readonly Protocol[],
): Promise<Prompt | null> {
  const stop = new AbortController();
  let found: Prompt | null = null;
  await resumeBefore(
    { path },
    { events, settings, protocols },
    {
      signal: stop.signal,
      consent: () => Promise.resolve(true),
      people: async (_person, _request, signal, asked, prompt) => {
        if (asked !== path) return waitForAbort(signal, null);
        found = prompt?.() ?? null;
        stop.abort();
        return null;
      },
    },
  );
  return found;
}

function createSilentModel(spec: string, capabilities: Capabilities, keep: Resumed["keep"]): Model {
  return {
    spec,
    provider: "silent",
    id: spec,
    capabilities,
    // Members of other branches are waited for only if they are recorded or simulated.
    deterministic: keep !== undefined || isSimulated(spec),
    generate(request, { signal }) {
      keep?.(request);
      return waitForAbort(signal, createCancelled());
    },
  };
}

function waitForAbort<T>(signal: AbortSignal, value: T): Promise<T> {
  if (signal.aborted) return Promise.resolve(value);
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(value), { once: true }),
  );
}

type CallAddress = {
  speaker?: string | undefined;
  /** `14`, as printed in brackets; `m17-2-1`; or `opening`, `called`, `closing` for a ballot. */
  at: string;
  /** Which of the turn's calls, from 1: retries, repairs and continuations count. */
  call: number;
};

export function findCall(events: readonly MeetingEvent[], named: CallAddress): FinishedCall {
  const turns = numberTurns(events);
  const asked = { ...named, speaker: named.speaker ?? findSpeaker(turns, named.at) };
  refuseUnknownSeat(events, asked.speaker);
  const own = turns.filter(({ speaker }) => speaker === asked.speaker);
  const [turn, ...others] = own.filter(({ names }) => names.includes(asked.at));
  if (!turn) throw explainMissingTurn(asked, turns, own);
  if (others.length > 0) throw explainAmbiguousTurn(asked, [turn, ...others]);
  const calls = events.filter(
    (event): event is FinishedCall => isFinishedCall(event) && toStepPath(event.path) === turn.path,
  );
  const found = calls[asked.call - 1];
  if (found) return found;
  const { speaker, at } = asked;
  if (calls.length === 0) throw createUsageError(`no model was called for ${speaker} at ${at}`);
  const times = calls.length === 1 ? "once" : `${calls.length} times`;
  throw createUsageError(
    `${speaker} was asked ${times} at ${at}, so there is no call ${asked.call}`,
    `Use a number from 1 to ${calls.length}.`,
  );
}

type NamedAddress = CallAddress & { speaker: string };

type NumberedTurn = {
  speaker: string;
  path: string;
  names: readonly string[];
};

function numberTurns(events: readonly MeetingEvent[]): readonly NumberedTurn[] {
  let number = 0;
  return sortByPath(events).flatMap((event): NumberedTurn[] => {
    const { path } = event;
    switch (event.type) {
      case "message.spoken": {
        const names = event.audience === "record" ? [event.id] : [String(++number), event.id];
        return [{ speaker: event.speaker, path, names }];
      }
      case "turn.passed":
      case "turn.absent":
        return [{ speaker: event.speaker, path, names: [String(++number), toMessageId(path)] }];
      case "notice.given":
        return [{ speaker: event.agent, path, names: [String(++number), toMessageId(path)] }];
      case "ballot.cast":
        return [{ speaker: event.speaker, path, names: [event.ballot, toMessageId(path)] }];
      default:
        return [];
    }
  });
}

function findSpeaker(turns: readonly NumberedTurn[], at: string): string {
  const speakers = [
    ...new Set(turns.filter(({ names }) => names.includes(at)).map(({ speaker }) => speaker)),
  ];
  const [speaker, ...others] = speakers;
  if (speaker !== undefined && others.length === 0) return speaker;
  if (speaker !== undefined)
    throw createUsageError(
      `${speakers.length} members were asked at ${at}`,
      `Name one: --speaker ${speakers.join(", ")}.`,
    );
  const last = turns.flatMap(({ names }) => names.filter((name) => /^\d+$/.test(name))).at(-1);
  throw createUsageError(
    `the meeting has no turn ${at}`,
    last === undefined ? "" : `Use a number from 1 to ${last}.`,
  );
}

function refuseUnknownSeat([opened]: readonly MeetingEvent[], speaker: string): void {
  const seats = opened?.type === "meeting.opened" ? opened.seats.map(({ id }) => id) : [];
  if (seats.includes(speaker)) return;
  throw new BoardroomError("unknown-member", {
    message: `member ${JSON.stringify(speaker)} not found in this meeting`,
    remedy: `Members: ${seats.join(", ")}.`,
  });
}

function explainMissingTurn(
  { speaker, at }: NamedAddress,
  turns: readonly NumberedTurn[],
  own: readonly NumberedTurn[],
): BoardroomError {
  const other = turns.find(({ names }) => names.includes(at));
  return createUsageError(
    `${speaker} has no prompt at turn ${at} (${other ? `speaker: ${other.speaker}` : "no such turn"})`,
    own.length === 0
      ? `${speaker} has no prompt in this meeting.`
      : `${speaker} has prompts at ${own.map((turn) => nameTurn(own, turn)).join(", ")}.`,
  );
}

/** By its number or ballot; by its id where another has the same name. */
function nameTurn(own: readonly NumberedTurn[], { names }: NumberedTurn): string {
  return own.filter((turn) => turn.names[0] === names[0]).length > 1
    ? (names.at(-1) ?? "")
    : (names[0] ?? "");
}

function explainAmbiguousTurn(
  { speaker, at }: NamedAddress,
  turns: readonly NumberedTurn[],
): BoardroomError {
  return createUsageError(
    `${speaker} was asked ${turns.length} times at ${at}`,
    `Name one by its id: ${turns.map(({ names }) => names.at(-1)).join(", ")}.`,
  );
}
