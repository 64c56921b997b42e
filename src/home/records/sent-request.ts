import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import { resumeMeeting } from "../../engine/meeting/engine/open-meeting.ts";
import type { Draft, FinishedCall, MeetingEvent } from "../../engine/transcript/events.ts";
import type { Journal } from "../../engine/transcript/journal.ts";
import { comparePaths, effectPath } from "../../engine/transcript/path.ts";
import { BoardroomError } from "../../errors.ts";
import type { Capabilities } from "../../models/port/capabilities.ts";
import { cancelled } from "../../models/port/failure.ts";
import type { Model, ModelRequest } from "../../models/port/model.ts";
import { requestHash } from "../../models/port/request-hash.ts";
import { capabilitiesFor } from "../../models/registry/capabilities-for.ts";
import type { ModelSettings } from "../../models/registry/settings.ts";
import { PROTOCOLS, recordedProtocol } from "../settings/protocols.ts";
import { protocolIn } from "./outputs.ts";

type SentRequest = { readonly request: ModelRequest; readonly isRecorded: boolean };

/** Resumes the meeting just before the call, with models that store the request and answer nothing. */
export async function sentRequest(
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
  const capabilities = capabilitiesFor(settings);
  const meeting = resumeMeeting({
    journal: journalOf(eventsBefore(events, call)),
    protocol: recordedProtocol(protocolIn(events), protocols),
    createModel: (seat) => keepingModel(seat.model, capabilities(seat.model), keep),
    prices: settings.prices,
    signal: stop.signal,
  });
  await meeting.run();
  if (sent === null) throw notAsked(call);
  const request: ModelRequest = sent;
  return { request, isRecorded: requestHash(request) === call.request };
}

export function eventsBefore(
  events: readonly MeetingEvent[],
  asked: { readonly path: string },
): readonly MeetingEvent[] {
  return events.filter((event) => isBefore(event, asked));
}

function isBefore(event: MeetingEvent, call: { readonly path: string }): boolean {
  const order = comparePaths(event.path, call.path);
  if (effectPath(event.path) === effectPath(call.path)) {
    if (event.type === "meeting.suspended" && event.kind === "form") return true;
    return event.path.includes(".") ? callNumber(event.path) < callNumber(call.path) : !isEnding(event);
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
  "history.summarised",
  "meeting.forked",
  "meeting.approved",
  "limit.raised",
];

function isInOtherBranch(path: string, other: string): boolean {
  const [group, branch] = effectPath(path).split("/");
  const [otherGroup, otherBranch] = effectPath(other).split("/");
  return group === otherGroup && branch !== undefined && branch !== otherBranch;
}

function callNumber(path: string): number {
  return Number(path.slice(path.indexOf(".") + 1));
}

function keepingModel(spec: string, capabilities: Capabilities, keep: (request: ModelRequest) => void): Model {
  return {
    spec,
    provider: "recorded",
    id: spec,
    capabilities,
    deterministic: true,
    async generate(request) {
      keep(request);
      return cancelled();
    },
  };
}

export function journalOf(events: readonly MeetingEvent[]): Journal {
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
    close: () => {},
  };
}

function notAsked({ path, speaker }: FinishedCall): BoardroomError {
  return new BoardroomError("transcript-mismatch", {
    message: `run again, the protocol does not ask ${speaker} anything at path ${path}`,
    remedy: "The transcript was made by another version of the protocol, or was changed.",
  });
}
