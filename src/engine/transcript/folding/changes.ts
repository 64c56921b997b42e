import type { Document } from "../../../scenario/schema/scenario.ts";
import type { Draft } from "../events.ts";
import { seatsAfter } from "../forks.ts";
import { memberOf } from "../member-of.ts";
import { messageId } from "../path.ts";
import type { OwnState } from "../state.ts";

export function forkState(state: OwnState, event: Draft<"meeting.forked">): void {
  state.meeting = event.meeting;
  state.seed = event.seed;
  state.simulated = event.simulated;
  state.proposer = event.proposer ?? null;
  state.approval = null;
  for (const seat of event.seats) {
    const member = memberOf(state, seat.id);
    const before = member.seat.persona;
    member.repairsInVain = 0;
    member.seat = seat;
    if (before.id === seat.persona.id) continue;
    const id = `${messageId(event.path)}-${seat.id}`;
    state.entries.push({ kind: "succession", id, at: event.at, seat: seat.id, before: before.name });
  }
  state.seats = seatsAfter(state.seats, event.seats);
  state.scenario = { ...state.scenario, members: state.seats.filter((seat) => seat.kind === "member") };
}

export function addDocument(state: OwnState, event: Draft<"document.added">): void {
  const document: Document = {
    name: event.name,
    title: event.title,
    subject: event.subject,
    sha256: event.sha256,
    text: event.text,
  };
  if (event.shownTo) {
    const evidence = [...(state.scenario.private ?? []), { ...document, shownTo: event.shownTo }];
    state.scenario = { ...state.scenario, private: evidence };
    return;
  }
  state.documents.push(document);
  if (event.by === null) state.scenario = { ...state.scenario, documents: [...state.documents] };
  else state.entries.push({ kind: "document", document, by: event.by });
}

export function addAct(state: OwnState, act: Draft<"person.acted">): void {
  const { person, does, path, order, at, refused } = act;
  if (refused !== undefined) return;
  const id = `${messageId(path)}-${order}`;
  switch (does.act) {
    case "interject":
      state.entries.push({ kind: "interjection", id, at, person, text: does.text, to: null });
      return;
    case "whisper":
      state.entries.push({ kind: "interjection", id, at, person, text: does.text, to: does.to });
      return;
    case "give-floor":
      state.requestedSpeaker = does.to;
      return;
    case "close-debate":
      state.closingRequested = true;
      return;
    case "call-ballot":
      state.ballotRequested = true;
      return;
    case "adjourn":
      state.adjournRequested = true;
      return;
    case "bring-document":
      return;
    default:
      does satisfies never;
  }
}
