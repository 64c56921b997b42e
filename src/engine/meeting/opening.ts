// The first lines of a record: settings, seats, documents and approval, and the id that is computed
// from them.

import { BoardroomError } from "../../errors.ts";
import type { Model } from "../../models/contract/model.ts";
import { PROGRAM_VERSION } from "../../scenario/files/package-files.ts";
import type { Proposer } from "../../scenario/schema/assessment.ts";
import { keepEvidence, type PrivateDocument } from "../../scenario/schema/document.ts";
import type { Document, Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { hashSha256 } from "../../text/sha256.ts";
import { createApprovedDraft, type Permission } from "../money/approval.ts";
import type { Clocks } from "../protocol/clocks.ts";
import type { Protocol } from "../protocol/protocol.ts";
import type { Draft, MeetingEvent } from "../transcript/events.ts";
import { FORMAT_VERSION } from "../transcript/versions.ts";
import { areSimulated } from "./runtime.ts";

export const OPENING_PATH = "0";

type OpeningParts = {
  scenario: Scenario;
  protocol: Protocol;
  seats: readonly Seat[];
  models: ReadonlyMap<string, Pick<Model, "provider" | "host">>;
  seed: string;
  clocks: Clocks;
  proposer?: Proposer | null;
  granted?: Permission | null;
};

export function createOpeningDrafts(opening: OpeningParts): Draft[] {
  const {
    scenario,
    protocol,
    seats,
    models,
    seed,
    clocks,
    proposer = null,
    granted = null,
  } = opening;
  const { documents, private: given, members: _, scriptProblems: __, ...rest } = scenario;
  const evidence = keepEvidence(
    given,
    scenario.members.map(({ id }) => id),
  );
  const all: readonly (Document & Pick<Partial<PrivateDocument>, "shownTo">)[] = [
    ...documents,
    ...evidence,
  ];
  const at = new Date(scenario.startsAt ?? clocks.now()).toISOString();
  const nonce = clocks.nonce();
  const facts = {
    protocol: `${protocol.name}@${protocol.version}`,
    seed,
    nonce: nonce || undefined,
    simulated: areSimulated(models, seats),
    proposer: proposer ?? undefined,
    scenario: rest,
    seats: [...seats],
  };
  const meeting = computeMeetingId(facts, all);
  const hosts = listHosts(models);
  return [
    {
      type: "meeting.opened",
      path: OPENING_PATH,
      at,
      format: FORMAT_VERSION,
      program: PROGRAM_VERSION,
      meeting,
      ...facts,
      ...hosts,
    },
    ...(granted ? [createApprovedDraft(granted.approval, { path: OPENING_PATH, at }, seats)] : []),
    ...all.map(
      ({ shownTo, notes: _notes, ...document }): Draft<"document.added"> => ({
        type: "document.added",
        path: OPENING_PATH,
        at,
        ...document,
        by: null,
        shownTo: shownTo && copySpans(shownTo),
      }),
    ),
  ];
}

/** Not part of the meeting's id, which does not depend on a gateway. */
function listHosts(models: OpeningParts["models"]): Pick<Draft<"meeting.opened">, "hosts"> {
  const known = [...models.values()].flatMap(({ provider, host }) =>
    host ? [[provider, host] as const] : [],
  );
  return known.length === 0 ? {} : { hosts: Object.fromEntries(known) };
}

function computeMeetingId(facts: OpeningFacts, documents: readonly OpenedDocument[]): string {
  const known = Object.fromEntries(FACTS.map((name) => [name, facts[name]]));
  const digests = documents.map(({ name, sha256: digest, shownTo }) =>
    shownTo === undefined ? [name, digest] : [name, digest, shownTo],
  );
  return hashSha256(JSON.stringify([known, digests])).slice(0, 16);
}

/** In the order in which the id is taken of them. */
const FACTS = ["protocol", "seed", "nonce", "simulated", "proposer", "scenario", "seats"] as const;
type OpeningFacts = Pick<Draft<"meeting.opened">, (typeof FACTS)[number]>;

type OpenedDocument = Pick<Document, "name" | "sha256"> & Pick<Partial<PrivateDocument>, "shownTo">;

function copySpans(shownTo: PrivateDocument["shownTo"]): Record<string, [number, number][]> {
  return Object.fromEntries(
    Object.entries(shownTo).map(([seat, spans]) => [seat, spans.map(([from, to]) => [from, to])]),
  );
}

/** A meeting stopped while it wrote its documents would be another meeting without them. */
export function isOpeningWhole(events: readonly MeetingEvent[]): boolean {
  const [opened] = events;
  const documents = events.filter(
    (event): event is MeetingEvent<"document.added"> =>
      event.type === "document.added" && event.path === OPENING_PATH,
  );
  return (
    opened?.type === "meeting.opened" && opened.meeting === computeMeetingId(opened, documents)
  );
}

export function requireWholeOpening(events: readonly MeetingEvent[]): void {
  if (isOpeningWhole(events)) return;
  throw new BoardroomError("transcript-damaged", {
    place: { file: "events.jsonl", line: 1 },
    message:
      "the recorded opening is incomplete: scenario and documents do not match the meeting's id",
    remedy: events.every(({ path }) => path === OPENING_PATH)
      ? "No member had been asked anything yet: delete the folder, and run the meeting again with boardroom run."
      : "Restore the transcript from a copy.",
  });
}
