import { backwards } from "../../../lists.ts";
import type { Document } from "../../../scenario/schema/scenario.ts";
import { type Message, type MovedBy, takesPosition } from "../../scaffold/message.ts";
import { sourcesOf } from "../citable.ts";
import { newPassages } from "../cited-passages.ts";
import type { BallotKind, Draft } from "../events.ts";
import { citationsIn } from "../findings.ts";
import { memberOf } from "../member-of.ts";
import { messageId } from "../path.ts";
import type { MeetingState, OwnMember, OwnState } from "../state.ts";
import { stopSpentMember } from "./money.ts";

export function addMessage(state: OwnState, event: Draft<"message.spoken">, shown: number): void {
  const member = memberOf(state, event.speaker);
  member.shown.push(shown);
  if (event.audience === "record") {
    member.answers += 1;
    return;
  }
  const turn = beginTurn(state, member);
  state.counts.messages += 1;
  member.messages += 1;
  member.words += event.words;
  member.ready = event.ready;
  const said = member.citations.filter(({ ballot }) => !ballot);
  member.citations.push(...newPassages(said, event));
  if (member.seat.kind === "member") {
    if (takesPosition(event)) {
      stateVerdict(member, event, turn);
      addPosition(state, member, { ...event, ballot: null, message: event.id, turn });
    }
    if (event.withdrawn) {
      member.status = "withdrawn";
      member.withdrawnAt = { message: event.id, turn };
    }
    if (event.flags.length > 0) state.unmended.push({ speaker: event.speaker, flags: event.flags });
  }
  state.entries.push({
    kind: "message",
    message: messageOf(event),
    audience: event.audience,
    flags: event.flags,
    turn,
  });
  for (const artifact of event.artifacts) {
    if (artifact.kind === "exhibit") state.documents.push(exhibitDocument(artifact));
  }
  stopSpentMember(state, member);
}

/** Only another option, or none, is a change; new reasoning for the same one replaces the old. */
function stateVerdict(member: OwnMember, event: Draft<"message.spoken">, turn: number): void {
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

export function addPass(state: OwnState, event: Draft<"turn.passed">, shown: number): void {
  const member = memberOf(state, event.speaker);
  beginTurn(state, member);
  state.counts.passes += 1;
  member.passes += 1;
  member.shown.push(shown);
  state.entries.push({ kind: "pass", id: messageId(event.path), at: event.at, speaker: event.speaker });
  stopSpentMember(state, member);
}

export function addAbsence(state: OwnState, event: Draft<"turn.absent">, shown: number): void {
  const member = memberOf(state, event.speaker);
  state.speakers.push(event.speaker);
  state.counts.absences += 1;
  member.absences += 1;
  member.absencesInARow += 1;
  if (event.cause === "outage") member.outagesInARow += 1;
  if (member.stoppedBy === null) member.absentBecause = event.reason;
  member.shown.push(shown);
  if (event.ballot !== undefined) {
    const none = { verdict: null, reasoning: null, wouldChange: null, confidence: null };
    member.ballots.push({ kind: event.ballot, ...none });
  }
  stopSpentMember(state, member);
  if (member.absencesInARow >= state.scenario.limits.absences) member.status = "absent";
}

export function giveBack(state: OwnState): void {
  for (const member of state.members.values()) {
    if (member.outagesInARow === 0) continue;
    member.absencesInARow -= member.outagesInARow;
    member.outagesInARow = 0;
    const stays = member.status !== "absent" || member.absencesInARow >= state.scenario.limits.absences;
    if (!stays && member.stoppedBy === null) member.status = "active";
  }
}

/** A ballot is private and changes no public verdict, but it is a position. */
export function addBallot(state: OwnState, event: Draft<"ballot.cast">, shown: number): void {
  const member = memberOf(state, event.speaker);
  const { verdict, abstains, reasoning, wouldChange, confidence, reply, text } = event;
  const cast = { kind: event.ballot, verdict, reasoning, wouldChange, confidence };
  const kept = {
    ...(abstains && { abstains }),
    ...(reply !== undefined && { reply }),
    ...(text !== undefined && { text }),
  };
  addPosition(state, member, { ...event, message: null, turn: state.speakers.length });
  member.ballots.push({ ...cast, ...kept });
  const secret = member.citations.filter(({ ballot }) => ballot);
  const citations =
    reply === undefined ? [] : citationsIn(reply, sourcesOf(state as MeetingState, event.speaker).documents);
  const quoted = newPassages(secret, { citations, quotations: event.quotations });
  member.citations.push(...quoted.map((passage) => ({ ...passage, ballot: true as const })));
  member.shown.push(shown);
  if (event.ballot === "called") state.ballotRequested = false;
}

export function addNotice(state: OwnState, event: Draft<"notice.given">): void {
  const before = state.notices.findLast(({ kind }) => kind === event.kind);
  const after = state.counts.messages + state.counts.notices;
  state.notices.push({ kind: event.kind, after, nth: (before?.nth ?? 0) + 1 });
  state.counts.notices += 1;
  state.speakers.push(event.agent);
  state.unmended = [];
  const member = memberOf(state, event.agent);
  member.messages += 1;
  member.words += event.words;
  state.entries.push({
    kind: "notice",
    id: messageId(event.path),
    at: event.at,
    agent: event.agent,
    text: event.text,
    ...(event.topic !== undefined && { topic: event.topic }),
  });
}

function beginTurn(state: OwnState, member: OwnMember): number {
  state.speakers.push(member.seat.id);
  member.absencesInARow = 0;
  member.outagesInARow = 0;
  return state.speakers.length;
}

function messageOf(event: Draft<"message.spoken">): Message {
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
    confidence,
    ready,
    withdrawn,
    content,
  } = event;
  return {
    id,
    at,
    speaker,
    to,
    ...(topic !== undefined && { topic }),
    artifacts,
    verdict,
    ...(abstains && { abstains }),
    reasoning,
    wouldChange,
    ...(movedBy && { movedBy }),
    confidence,
    ready,
    withdrawn,
    content,
  };
}

function exhibitDocument(exhibit: {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}): Document {
  return { name: exhibit.id, title: exhibit.title, subject: false, sha256: "", text: exhibit.body };
}

type TakenPosition = {
  readonly verdict: string | null;
  readonly abstains?: true | undefined;
  readonly movedBy?: MovedBy | undefined;
  readonly ballot: BallotKind | null;
  readonly message: string | null;
  readonly turn: number;
};

function addPosition(state: OwnState, member: OwnMember, taken: TakenPosition): void {
  const { verdict, ballot, message, turn, movedBy } = taken;
  const last = member.positions.at(-1);
  if (!takesPosition(taken) || last?.verdict === verdict) return;
  member.positions.push({
    verdict,
    ballot,
    nth: member.ballots.filter(({ kind }) => kind === "closing").length + 1,
    message,
    turn,
    movedBy: last && movedBy ? moverOf(state, movedBy) : null,
    heard: last ? lastHeard(state, member.seat.id) : null,
  });
}

function moverOf(state: OwnState, { message, passage }: MovedBy): OwnMember["positions"][number]["movedBy"] {
  for (const entry of state.entries) {
    if (entry.kind === "message" && entry.message.id === message)
      return { message, speaker: entry.message.speaker, turn: entry.turn, passage };
    if (entry.kind === "interjection" && entry.id === message)
      return { message, speaker: entry.person, turn: null, passage };
  }
  return null;
}

function lastHeard(state: OwnState, listener: string): OwnMember["positions"][number]["heard"] {
  for (const entry of backwards(state.entries)) {
    if (entry.kind !== "message") continue;
    const { message, audience, turn } = entry;
    if (message.speaker === listener) continue;
    const isHeard = audience === "all" || (audience !== "record" && audience.includes(listener));
    if (isHeard && state.members.get(message.speaker)?.seat.kind === "member")
      return { message: message.id, speaker: message.speaker, turn };
  }
  return null;
}
