import { createHash } from "node:crypto";
import type { Model } from "../models/model.ts";
import type { Seat } from "../scenario/scenario.ts";
import type { Draft } from "../transcript/events.ts";
import { foldTranscript } from "../transcript/fold.ts";
import type { ForkPoint } from "../transcript/forks.ts";
import { type Meeting, type ResumeSetup, resumeMeeting } from "./open-meeting.ts";
import { modelsOf, worldOf } from "./seat-models.ts";

/** What is different from the fork on; what stands before it is not touched. */
export type Amendments = {
  /** Of every draw from there on; default the seed so far. */
  readonly seed?: string | undefined;
  /** Seats that another persona or model holds from there on, complete. */
  readonly seats?: readonly Seat[];
  /** Ids of messages that no view shows from there on. */
  readonly hidden?: readonly string[];
};

/** A journal that holds the shared lines and nothing more, as `copyJournal` makes it, and what is to be different. */
export type ForkSetup<Options = never> = ResumeSetup<Options> & {
  readonly point: ForkPoint;
  readonly amendments: Amendments;
};

/** Parts a new meeting from the one whose lines the journal holds: writes one event, and asks nobody yet. */
export function forkMeeting<Options>(setup: ForkSetup<Options>): Meeting {
  const { journal, createModel, point, amendments } = setup;
  const state = foldTranscript(journal.events);
  const changed = amendments.seats ?? [];
  const seats = state.seats.map((seat) => changed.find(({ id }) => id === seat.id) ?? seat);
  const members = seats.filter(({ kind }) => kind === "member");
  const models = modelsOf(seats, { ...state.scenario, members }, createModel);
  const nonce = worldOf(models).nonce();
  const changes = {
    shared: point.shared,
    seed: amendments.seed ?? state.seed,
    seats: [...changed],
    hidden: [...(amendments.hidden ?? [])],
    ...(nonce === "" ? {} : { nonce }),
  };
  const draft: Draft<"meeting.forked"> = {
    type: "meeting.forked",
    path: point.path,
    at: state.now,
    from: state.meeting,
    meeting: digest([journal.head, changes]),
    simulated: state.simulated && areSimulated(models),
    ...changes,
  };
  journal.append(draft);
  return resumeMeeting(setup);
}

function areSimulated(models: ReadonlyMap<string, Model>): boolean {
  return [...models.values()].every(({ provider }) => provider === "simulated");
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
