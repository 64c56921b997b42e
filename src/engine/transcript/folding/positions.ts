import { backwards } from "../../../lists.ts";
import { type MovedBy, takesPosition } from "../../scaffold/message.ts";
import type { BallotKind } from "../events.ts";
import type { OwnMember, OwnState } from "../state.ts";

type TakenPosition = {
  readonly verdict: string | null;
  readonly abstains?: true | undefined;
  readonly movedBy?: MovedBy | undefined;
  readonly ballot: BallotKind | null;
  readonly message: string | null;
  readonly turn: number;
};

export function addPosition(state: OwnState, member: OwnMember, taken: TakenPosition): void {
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
