/**
 * Events of the meeting as a whole: its opening, approval, forks, limits, facts of the protocol,
 * pauses and end, and what each changes in the state.
 */

import { z } from "zod";
import { proposerSchema } from "../../scenario/schema/assessment.ts";
import { capitalize } from "../../text/plain.ts";
import { words } from "../words/words.ts";
import { defineEvent } from "./event.ts";
import * as field from "./event-fields.ts";
import { toMessageId } from "./path.ts";
import { getMember, type MutableMember, type MutableState, replaceSeats } from "./state.ts";

const approvedPart = field.digest.describe("Digest");
const bindingSchema = z.object({
  question: approvedPart,
  context: approvedPart,
  price: approvedPart,
});

const forkedFields = {
  from: field.meetingId.describe("Id of the meeting it was forked from"),
  shared: field.count.describe("Turns that both meetings have"),
  meeting: field.meetingId.describe("Id of the fork"),
  nonce: z.string().optional().describe("Distinguishes forks with the same content"),
  simulated: z.boolean().describe("No language model takes part from here on"),
  seed: z.string().describe("Seed of all draws from here on"),
  seats: field.seatsSchema.describe("The seats that changed"),
  hidden: z.array(z.string()).describe("Ids of messages that no prompt shows from here on"),
  proposer: proposerSchema.optional().describe("The agent that asked for the fork"),
};

export const MEETING_EVENTS = {
  "meeting.opened": defineEvent({
    fields: field.openingFields,
    showTo: "all",
    synced: true,
    describe({ seats, protocol, seed, hosts = {} }) {
      const { opens, callsGo } = words.event;
      const calls = Object.entries(hosts).map(
        ([provider, host]) => ` ${capitalize(callsGo(provider, host))}.`,
      );
      return { text: opens(seats.length, protocol, seed) + calls.join(""), tone: "frame" };
    },
  }),

  "meeting.approved": defineEvent({
    fields: {
      id: z.string().describe("Id of the approval"),
      by: z.string().describe("The person who approved"),
      approved: z.string().describe("Wall time of the approval"),
      because: z.string().optional().describe("Reason given"),
      estimate: z
        .number()
        .nullable()
        .describe("Dollars; null if a price was unknown, or a plan pays all calls"),
      byPlan: z.literal(true).optional().describe("A plan pays the programs among the members"),
      binding: bindingSchema.describe("What was approved"),
    },
    showTo: "all",
    outsideForks: true,
    synced: true,
    fold(state, { by, approved: at, because = null, estimate }) {
      state.approval = { by, at, because, estimate };
    },
    describe({ by, approved, because, estimate, byPlan }) {
      const { table } = words;
      const dollars = estimate === null ? null : `expected to cost $${estimate.toFixed(4)}`;
      const known = byPlan && dollars !== null ? table.partlyByPlan(dollars) : dollars;
      const price = known ?? (byPlan ? table.byPlan : table.unknownPrice);
      return { text: words.event.approved(by, approved, price, because), tone: "frame" };
    },
  }),

  /** A fork begins here. The lines above it belong to the other meeting. */
  "meeting.forked": defineEvent({
    fields: forkedFields,
    showTo: "all",
    outsideForks: true,
    synced: true,
    fold: forkState,
    describe({ from, shared, seed, seats, hidden }) {
      const { forked, forkSeed, forkSeat, forkHidden } = words.event;
      const changes = seats.map(({ id, persona, model }) => forkSeat(persona.name, model, id));
      return {
        text: forked(from, shared, [forkSeed(seed), ...changes, ...hidden.map(forkHidden)]),
        tone: "frame",
      };
    },
  }),

  "limit.raised": defineEvent({
    fields: {
      limit: field.raisableLimit,
      from: z.number().describe("Old limit"),
      to: z.number().describe("New limit"),
    },
    showTo: "all",
    outsideForks: true,
    fold(state, { limit, to }) {
      const { limits } = state.scenario;
      state.scenario = { ...state.scenario, limits: { ...limits, [limit]: to } };
    },
    describe: ({ limit, from, to }) => ({ text: words.event.raised(limit, from, to), tone: "act" }),
  }),

  "budget.warned": defineEvent({
    fields: {
      limit: field.limitName,
      used: z.number().describe("Amount used"),
      of: z.number().describe("The limit"),
      member: field.seatId.optional().describe("Seat id, if it is a limit of one member"),
      stops: z
        .literal(true)
        .optional()
        .describe("Nothing more fits: the final vote follows, or the member is not drawn again"),
    },
    showTo: "all",
    fold(state, { limit, used, of, member = null, stops = false }) {
      state.warnings.push({ limit, used, of, member, stops });
      if (member !== null && stops) stopMember(getMember(state, member), limit);
    },
    describe({ limit, used, of, member, stops = false }, { getName }) {
      const whose = member === undefined ? null : getName(member);
      return {
        text: words.event.used(whose, formatAmount(used), formatAmount(of), limit, stops),
        tone: "warning",
      };
    },
  }),

  "time.passed": defineEvent({
    fields: { until: z.iso.datetime().describe("New meeting time") },
    showTo: "all",
    ends: true,
    describe: ({ until }) => ({ text: words.event.timePasses(until), tone: "quiet" }),
  }),

  "fact.recorded": defineEvent({
    fields: { name: z.string().describe("Kind of fact"), data: field.json.describe("The fact") },
    showTo: "all",
    ends: true,
    synced: true,
    fold(state, { name, data, path }) {
      state.facts.push({ name, data, path });
    },
    describe({ name, data }, { narrated }) {
      if (narrated === null) return null;
      const text = JSON.stringify(data);
      const shown = text.length > 200 ? `${text.slice(0, 199)}…` : text;
      return { text: narrated ?? `${name}: ${shown}`, tone: "quiet" };
    },
  }),

  "meeting.adjourned": defineEvent({
    fields: { reason: z.string().describe("Why, in words") },
    showTo: "all",
    synced: true,
    fold(state, { reason }) {
      state.ending = { kind: "adjourned", reason };
      state.adjournRequested = false;
    },
    describe: ({ reason }) => ({ text: words.event.adjourned(reason), tone: "strong" }),
  }),

  "meeting.suspended": defineEvent({
    fields: {
      reason: z.string().describe("Why, in words"),
      kind: z.string().describe("Kind of stop, such as budget or form"),
      speaker: field.seatId.nullable().describe("Seat id of the member it happened to, or null"),
    },
    showTo: "all",
    synced: true,
    fold: suspendState,
    describe: ({ reason }) => ({ text: words.event.suspended(reason), tone: "grave" }),
  }),

  "meeting.closed": defineEvent({
    fields: {
      reason: z.string().describe("Why the meeting ended"),
      outcome: field.outcomeSchema.describe("The decision"),
    },
    showTo: "all",
    synced: true,
    fold(state, { reason, outcome }) {
      state.ending = { kind: "closed", reason };
      state.outcome = outcome;
    },
    describe: ({ reason }) => ({ text: words.event.closed(reason), tone: "strong" }),
  }),
};

function formatAmount(value: number): string {
  return String(Number(value.toFixed(4)));
}

function forkState(state: MutableState, forked: field.EventOf<typeof forkedFields>): void {
  state.meeting = forked.meeting;
  state.seed = forked.seed;
  state.simulated = forked.simulated;
  state.proposer = forked.proposer ?? null;
  state.approval = null;
  for (const seat of forked.seats) {
    const member = getMember(state, seat.id);
    const before = member.seat.persona;
    member.repairsInVain = 0;
    member.seat = seat;
    if (before.id === seat.persona.id) continue;
    const id = `${toMessageId(forked.path)}-${seat.id}`;
    state.entries.push({
      kind: "succession",
      id,
      at: forked.at,
      seat: seat.id,
      before: before.name,
    });
  }
  state.seats = replaceSeats(state.seats, forked.seats);
  state.scenario = {
    ...state.scenario,
    members: state.seats.filter((seat) => seat.kind === "member"),
  };
}

/** Absences of members that could not be heard no longer count. After a fault of the form every member has three new attempts. */
function suspendState(state: MutableState, { reason, kind }: { reason: string; kind: string }) {
  state.ending = { kind: "suspended", reason };
  state.unheard = [];
  for (const member of state.members.values()) {
    if (kind === "form") member.repairsInVain = 0;
    if (member.unheardInARow === 0) continue;
    member.absencesInARow -= member.unheardInARow;
    member.unheardInARow = 0;
    const stays =
      member.status !== "absent" || member.absencesInARow >= state.scenario.limits.absences;
    if (!stays && member.stoppedBy === null) member.status = "active";
  }
}

/** The seat stays, with a place in the closing ballot. */
function stopMember(member: MutableMember, limit: field.LimitName): void {
  if (member.status !== "active" || member.seat.kind === "agent") return;
  member.status = "absent";
  member.stoppedBy = limit;
  member.absentBecause = "the debate no longer fits the model's context window";
}
