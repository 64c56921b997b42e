import { takesPosition } from "../../engine/scaffold/message.ts";
import type { BallotKind, MeetingEvent } from "../../engine/transcript/events.ts";

export type HeldStretch = {
  readonly from: number;
  readonly verdict: string | null;
  readonly isSaid: boolean;
};

export type Lane = {
  readonly seat: string;
  readonly stretches: readonly HeldStretch[];
  readonly leftAt: number | null;
};

export type Ballot = {
  readonly kind: BallotKind;
  readonly step: number;
  readonly turn: number;
  readonly votes: readonly { readonly seat: string; readonly verdict: string | null }[];
};

export type Lanes = {
  readonly list: readonly Lane[];
  readonly ballots: readonly Ballot[];
  readonly steps: number;
  readonly stepOfTurn: readonly number[];
  push(event: MeetingEvent, isTurn: boolean): void;
};

type OwnLane = { readonly seat: string; readonly stretches: HeldStretch[]; leftAt: number | null };
type GrowingBallot = Omit<Ballot, "votes"> & {
  readonly group: string;
  readonly votes: { readonly seat: string; readonly verdict: string | null }[];
};

export function createLanes(): Lanes {
  const lanes = new Map<string, OwnLane>();
  const ballots: GrowingBallot[] = [];
  const stepOfTurn: number[] = [];
  let steps = 0;

  function hold(seat: string, verdict: string | null, isSaid: boolean): void {
    const lane = lanes.get(seat);
    const last = lane?.stretches.at(-1);
    if (!lane || (last && last.verdict === verdict && (last.isSaid || !isSaid))) return;
    lane.stretches.push({ from: steps, verdict, isSaid });
  }

  function ballotOf(event: MeetingEvent<"ballot.cast">): GrowingBallot {
    const [group = ""] = event.path.split("/");
    const last = ballots.at(-1);
    if (last?.kind === event.ballot && last.group === group) return last;
    steps += 1;
    const next = { kind: event.ballot, group, step: steps, turn: stepOfTurn.length, votes: [] };
    ballots.push(next);
    return next;
  }

  return {
    get list() {
      return [...lanes.values()];
    },
    ballots,
    get steps() {
      return steps;
    },
    stepOfTurn,
    push(event, isTurn) {
      if (event.type === "meeting.opened") {
        for (const { id, kind } of event.seats)
          if (kind === "member") lanes.set(id, { seat: id, stretches: [], leftAt: null });
        return;
      }
      if (isTurn) stepOfTurn.push(++steps);
      if (event.type === "ballot.cast") {
        ballotOf(event).votes.push({ seat: event.speaker, verdict: event.verdict });
        if (takesPosition(event)) hold(event.speaker, event.verdict, false);
      } else if (event.type === "message.spoken" && isTurn) {
        if (takesPosition(event)) hold(event.speaker, event.verdict, true);
        const lane = lanes.get(event.speaker);
        if (lane && event.withdrawn) lane.leftAt = steps;
      }
    },
  };
}
