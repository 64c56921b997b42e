/**
 * Events of a turn: a message, a pass, an absence, a ballot and a reminder, and what each changes
 * in the state. Whether a reply was good enough to become such an event is decided in
 * engine/meeting/.
 */

import { z } from "zod";
import { iterateBackwards } from "../../lists.ts";
import { isGuest } from "../../scenario/schema/scenario.ts";
import {
  hasPosition,
  type Message,
  type MovedBy,
  messageFields,
  parseResult,
  stanceFields,
} from "../scaffold/message.ts";
import { formatStatedVerdict } from "../words/figures.ts";
import { words } from "../words/words.ts";
import { checkFindings, collectSources, selectNewPassages } from "./citations.ts";
import { defineEvent } from "./event.ts";
import * as field from "./event-fields.ts";
import { toMessageId } from "./path.ts";
import {
  getMember,
  type MeetingState,
  type MemberState,
  type MutableMember,
  type MutableState,
  type Position,
} from "./state.ts";

const parse = parseResult.describe("How the reply was read");
const flags = z.array(z.string()).describe("What was wrong or remarkable about the reply");
const quotations = z
  .array(field.checkedCitationSchema)
  .optional()
  .describe("Quotations in the reasoning, checked");
const reply = field.json.optional().describe("The reply, if JSON was asked for");

const spokenFields = {
  ...messageFields,
  audience: field.audienceSchema,
  topic: z.string().optional().describe("Topic of the agenda"),
  parse,
  flags,
  citations: z.array(field.checkedCitationSchema).describe("Citations and quotations, checked"),
  quotations,
  words: field.count.describe("Number of words"),
  reply,
};

const passedFields = { speaker: field.seatId, parse, flags };

const absentFields = {
  speaker: field.seatId,
  reason: z.string().describe("Why, in words"),
  ballot: field.ballotKind.optional().describe("Which ballot it missed"),
  cause: z
    .enum(["call", "reply", "limit"])
    .optional()
    .describe(
      "The call failed, the reply could not be read, or a limit had no room. If the meeting is suspended next, the absence is not final",
    ),
};
export type UnheardCause = NonNullable<field.EventOf<typeof absentFields>["cause"]>;

const castFields = {
  speaker: field.seatId,
  ballot: field.ballotKind,
  ...stanceFields,
  movedBy: messageFields.movedBy,
  parse,
  flags,
  quotations,
  reply,
  text: z.string().optional().describe("The reply word for word, if the protocol keeps it"),
};

const reminderFields = {
  agent: field.seatId.describe("Seat id of the process agent"),
  kind: z.string().describe("Kind of reminder"),
  text: z.string().describe("The words"),
  about: z.array(field.seatId).describe("Seats it is about"),
  words: field.count.describe("Number of words"),
  topic: z.string().optional().describe("Topic of the agenda"),
};

export const TURN_EVENTS = {
  "message.spoken": defineEvent({
    fields: spokenFields,
    showTo: ({ audience, speaker }, { own }) =>
      audience === "all" ||
      own.has(speaker) ||
      (audience !== "record" && audience.some((seat) => own.has(seat))),
    ends: true,
    fold: addMessage,
    describe: null,
  }),

  "turn.passed": defineEvent({
    fields: passedFields,
    showTo: "all",
    ends: true,
    fold: addPass,
    describe: ({ speaker }, { getName }) => ({
      text: words.event.pass([getName(speaker)]),
      tone: "quiet",
    }),
  }),

  "turn.absent": defineEvent({
    fields: absentFields,
    showTo: "all",
    ends: true,
    fold: addAbsence,
    describe: ({ speaker, reason: body }, { getName }) => ({
      text: words.event.isAbsent(getName(speaker)),
      tone: "warning",
      body,
    }),
  }),

  "ballot.cast": defineEvent({
    fields: castFields,
    showTo: ({ speaker }, { own }) => own.has(speaker),
    ends: true,
    fold: addBallot,
    describe(cast, { getName, narrated }) {
      if (narrated === null) return null;
      const vote = formatStatedVerdict(cast) ?? words.ballot.noVote;
      return {
        text: `${getName(cast.speaker)}, ${words.ballot[cast.ballot]}: ${vote}`,
        tone: "quiet",
      };
    },
  }),

  "notice.given": defineEvent({
    fields: reminderFields,
    showTo: "all",
    ends: true,
    fold: addReminder,
    describe: ({ agent, text: body }, { getName }) => ({
      text: getName(agent),
      tone: "quiet",
      body,
    }),
  }),
};

type Spoken = field.EventOf<typeof spokenFields>;

/** After this many failed repairs in a row, a member's replies are taken without a repair. */
export const REPAIRS_IN_VAIN = 3;

export function areRepairsInVain({ repairsInVain }: MemberState): boolean {
  return repairsInVain >= REPAIRS_IN_VAIN;
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  "no-scaffold",
  "several-verdicts",
  "verdict-in-content",
  "verdict-unknown",
  "verdict-without-reasoning",
  "withdrawal-without-verdict",
  "addressee-missing",
]);

type ReadReply = { parse: string; flags: readonly string[] };

/** null: there is no reply. */
export function isFaultless(reply: ReadReply | null): boolean {
  return (
    reply !== null && reply.parse !== "failed" && !reply.flags.some((flag) => LEFT_OUT.has(flag))
  );
}

type Answered = { speaker: string; reason?: string };

function noteReply(
  state: MutableState,
  { speaker, reason }: Answered,
  reply: ReadReply | null,
): void {
  const member = getMember(state, speaker);
  if (reply !== null && !isGuest(member.seat.model)) state.unheard = [];
  const isGood = isFaultless(reply);
  member.missed = isGood
    ? []
    : (reply?.flags.filter((flag) => LEFT_OUT.has(flag)) ?? [reason ?? ""]);
  if (isGood) member.repairsInVain = 0;
  else if (member.isRepairing) member.repairsInVain += 1;
  member.isRepairing = false;
  if (reply !== null && member.status !== "absent") member.absentBecause = null;
}

function addMessage(state: MutableState, event: Spoken, shown: number): void {
  noteReply(state, event, event);
  const member = getMember(state, event.speaker);
  member.shown.push(shown);
  if (event.audience === "record") {
    member.answers += 1;
    return;
  }
  const turn = beginTurn(state, member);
  state.counts = { ...state.counts, messages: state.counts.messages + 1 };
  member.messages += 1;
  member.words += event.words;
  member.ready = event.ready;
  const spoken = member.citations.filter(({ ballot }) => !ballot);
  member.citations.push(...selectNewPassages(spoken, event));
  if (member.seat.kind === "member") {
    if (hasPosition(event)) {
      stateVerdict(member, event, turn);
      addPosition(state, member, { ...event, ballot: null, message: event.id, turn });
    }
    if (event.withdrawn) {
      member.status = "withdrawn";
      member.withdrawnAt = { message: event.id, turn };
    }
    // Words in quotation marks without a place can be a draft or an imagined speech.
    const isMisplaced = event.citations.some(({ ref, found }) => ref && found === "absent");
    const flags = event.flags.filter((flag) => isMisplaced || flag !== "citation-not-found");
    if (flags.length > 0)
      state.unrepaired = [...state.unrepaired, { speaker: event.speaker, flags }];
  }
  state.entries.push({
    kind: "message",
    message: toMessage(event),
    audience: event.audience,
    flags: event.flags,
    turn,
    mover: event.movedBy ? (findMover(state, event.movedBy)?.turn ?? null) : null,
  });
  for (const artifact of event.artifacts) {
    if (artifact.kind !== "exhibit") continue;
    const { id: name, title, body: text } = artifact;
    state.documents.push({ name, title, subject: false, sha256: "", text });
  }
}

/** Only another option, or none, is a change; new reasoning for the same one replaces the old. */
function stateVerdict(member: MutableMember, event: Spoken, turn: number): void {
  const last = member.verdicts.at(-1);
  const { reasoning, wouldChange, confidence } = event;
  if (last && last.verdict === event.verdict) {
    member.verdicts[member.verdicts.length - 1] = {
      ...last,
      reasoning: reasoning ?? last.reasoning,
      wouldChange: wouldChange ?? last.wouldChange,
      confidence: confidence ?? last.confidence,
    };
    return;
  }
  member.verdicts.push({
    verdict: event.verdict,
    reasoning,
    wouldChange,
    confidence,
    message: event.id,
    turn,
  });
}

function addPass(
  state: MutableState,
  event: field.EventOf<typeof passedFields>,
  shown: number,
): void {
  noteReply(state, event, event);
  const member = getMember(state, event.speaker);
  const turn = beginTurn(state, member);
  state.counts = { ...state.counts, passes: state.counts.passes + 1 };
  member.passes += 1;
  member.shown.push(shown);
  state.entries.push({
    kind: "pass",
    id: toMessageId(event.path),
    at: event.at,
    speaker: event.speaker,
    turn,
  });
}

function addAbsence(
  state: MutableState,
  event: field.EventOf<typeof absentFields>,
  shown: number,
): void {
  noteReply(state, event, null);
  const member = getMember(state, event.speaker);
  state.speakers.push(event.speaker);
  state.counts = { ...state.counts, absences: state.counts.absences + 1 };
  member.absences += 1;
  member.absencesInARow += 1;
  if (event.cause !== undefined) {
    member.unheardInARow += 1;
    if (event.cause !== "limit") state.unheard = [...state.unheard, event.speaker];
  }
  if (member.stoppedBy === null) member.absentBecause = event.reason;
  member.shown.push(shown);
  if (event.ballot !== undefined) {
    const none = { verdict: null, reasoning: null, wouldChange: null, confidence: null };
    member.ballots.push({ kind: event.ballot, ...none });
  }
  const isGone = member.absencesInARow >= state.scenario.limits.absences;
  if (isGone && member.status === "active") member.status = "absent";
}

/** A ballot is private and changes no public verdict, but it is a position. */
function addBallot(
  state: MutableState,
  event: field.EventOf<typeof castFields>,
  shown: number,
): void {
  noteReply(state, event, event);
  const member = getMember(state, event.speaker);
  const { verdict, abstains, reasoning, wouldChange, confidence, reply, text } = event;
  const stance = { verdict, reasoning, wouldChange, confidence, abstains };
  addPosition(state, member, { ...event, message: null, turn: state.turns });
  member.ballots.push({ kind: event.ballot, ...stance, reply, text });
  const secret = member.citations.filter(({ ballot }) => ballot);
  const citations =
    reply === undefined
      ? []
      : checkFindings(reply, collectSources(state as MeetingState, event.speaker).documents);
  const quoted = selectNewPassages(secret, { citations, quotations: event.quotations });
  member.citations.push(...quoted.map((passage) => ({ ...passage, ballot: true as const })));
  member.shown.push(shown);
  if (event.ballot === "called") state.ballotRequested = false;
}

function addReminder(state: MutableState, event: field.EventOf<typeof reminderFields>): void {
  const before = state.notices.findLast(({ kind }) => kind === event.kind);
  const after = state.counts.messages + state.counts.notices;
  state.notices.push({ kind: event.kind, after, nth: (before?.nth ?? 0) + 1 });
  state.counts = { ...state.counts, notices: state.counts.notices + 1 };
  state.speakers.push(event.agent);
  state.unrepaired = [];
  const member = getMember(state, event.agent);
  member.messages += 1;
  member.words += event.words;
  state.entries.push({
    kind: "notice",
    id: toMessageId(event.path),
    at: event.at,
    agent: event.agent,
    text: event.text,
    topic: event.topic,
    turn: state.turns,
  });
}

function beginTurn(state: MutableState, member: MutableMember): number {
  state.speakers.push(member.seat.id);
  member.absencesInARow = 0;
  member.unheardInARow = 0;
  return state.turns;
}

function toMessage(event: Spoken): Message {
  const {
    id,
    at,
    speaker,
    to,
    topic,
    artifacts,
    verdict,
    abstains,
    reasoning,
    wouldChange,
    movedBy,
  } = event;
  const { confidence, ready, withdrawn, content } = event;
  return {
    id,
    at,
    speaker,
    to,
    topic,
    artifacts,
    verdict,
    abstains,
    reasoning,
    wouldChange,
    movedBy,
    confidence,
    ready,
    withdrawn,
    content,
  };
}

type TakenPosition = Pick<Message, "verdict" | "abstains" | "movedBy"> & {
  ballot: field.BallotKind | null;
  message: string | null;
  turn: number;
};

function addPosition(state: MutableState, member: MutableMember, taken: TakenPosition): void {
  const { verdict, ballot, message, turn, movedBy } = taken;
  const last = member.positions.at(-1);
  if (!hasPosition(taken) || last?.verdict === verdict) return;
  member.positions.push({
    verdict,
    ballot,
    nth: member.ballots.filter(({ kind }) => kind === "closing").length + 1,
    message,
    turn,
    movedBy: last && movedBy ? findMover(state, movedBy) : null,
    heard: last ? findLastHeard(state, member.seat.id) : null,
  });
}

function findMover(state: MutableState, { message, passage }: MovedBy): Position["movedBy"] {
  for (const entry of state.entries) {
    if (entry.kind === "message" && entry.message.id === message)
      return { message, speaker: entry.message.speaker, turn: entry.turn, passage };
    if (entry.kind === "interjection" && entry.id === message)
      return { message, speaker: entry.person, turn: null, passage };
  }
  return null;
}

function findLastHeard(state: MutableState, listener: string): Position["heard"] {
  for (const entry of iterateBackwards(state.entries)) {
    if (entry.kind !== "message") continue;
    const { message, audience, turn } = entry;
    if (message.speaker === listener) continue;
    const isHeard = audience === "all" || (audience !== "record" && audience.includes(listener));
    if (isHeard && state.members.get(message.speaker)?.seat.kind === "member")
      return { message: message.id, speaker: message.speaker, turn };
  }
  return null;
}
