// Starts a meeting from a part of another's record, with the seats, documents, limits or seed
// changed.

import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { hashSha256 } from "../../text/sha256.ts";
import {
  type Approvals,
  createApprovedDraft,
  type ProposedBy,
  readProposer,
  requireApproval,
} from "../money/approval.ts";
import type { Draft } from "../transcript/events.ts";
import { foldTranscript } from "../transcript/fold.ts";
import type { ForkPoint } from "../transcript/forks.ts";
import { type MeetingState, replaceSeats } from "../transcript/state.ts";
import { type Meeting, type ResumeSetup, resumeMeeting } from "./open-meeting.ts";
import { areSimulated, chooseClocks, createModels, needsApproval, withForms } from "./runtime.ts";

export type Amendments = {
  /** Default the seed so far. */
  seed?: string | undefined;
  seats?: readonly Seat[];
  hidden?: readonly string[];
};

/** The journal holds the shared lines and nothing more, as `copyJournal` makes it. */
export type ForkSetup = ResumeSetup & {
  point: ForkPoint;
  amendments: Amendments;
  approvals?: Approvals | undefined;
  proposedBy?: ProposedBy;
};

/** The scenario and the seats as they are after the fork. */
export function createForkedScenario(
  { scenario, seats: before }: MeetingState,
  { seats: changed = [] }: Amendments,
): { scenario: Scenario; seats: readonly Seat[] } {
  const seats = replaceSeats([...before], changed);
  return {
    scenario: { ...scenario, members: seats.filter(({ kind }) => kind === "member") },
    seats,
  };
}

/**
 * Continues a copied record from an earlier turn, with changes. Writes one event and makes no call.
 * Needs the same approval as a new meeting of these members.
 *
 * @example
 * ```ts
 * const { events } = readTranscript("transcripts/hiring-7");
 * const point = findForkPoint(events, 12);
 * if (point) {
 *   const journal = copyJournal("transcripts/hiring-7", point.lines, "transcripts/what-if");
 *   const meeting = forkMeeting({ journal, protocol: board, point, amendments: { seed: "8" }, createModel: modelsFrom({ env: {} }) });
 * }
 * ```
 */
export function forkMeeting(setup: ForkSetup): Meeting {
  const { journal, protocol, createModel, point, amendments, prices, providers, approvals } = setup;
  const proposer = readProposer(setup.proposedBy);
  const state = foldTranscript(journal.events);
  const changed = amendments.seats ?? [];
  const { scenario, seats } = createForkedScenario(state, amendments);
  const models = createModels(seats, scenario, createModel);
  const granted = needsApproval(models, proposer)
    ? requireApproval({ scenario, protocol, prices, providers, seats, approvals, proposer })
    : null;
  const nonce = (setup.nonce ?? chooseClocks(models).nonce)();
  const changes = {
    shared: point.shared,
    seed: amendments.seed ?? state.seed,
    seats: withForms(changed, models),
    hidden: [...(amendments.hidden ?? [])],
    proposer: proposer ?? undefined,
    nonce: nonce || undefined,
  };
  const draft: Draft<"meeting.forked"> = {
    type: "meeting.forked",
    path: point.path,
    at: state.now,
    from: state.meeting,
    meeting: digest([journal.head, changes]),
    simulated: state.simulated && areSimulated(models, seats),
    ...changes,
  };
  granted?.use();
  journal.append(draft);
  if (granted)
    journal.append(
      createApprovedDraft(granted.approval, { path: point.path, at: state.now }, seats),
    );
  return resumeMeeting(setup);
}

function digest(value: unknown): string {
  return hashSha256(JSON.stringify(value)).slice(0, 16);
}
