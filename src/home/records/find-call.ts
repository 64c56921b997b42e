import { type FinishedCall, isFinishedCall, type MeetingEvent } from "../../engine/transcript/events.ts";
import { effectPath, messageId } from "../../engine/transcript/path.ts";
import { BoardroomError } from "../../errors.ts";
import { usage } from "../process/usage.ts";

type CallAddress = {
  readonly speaker?: string | undefined;
  /** `14`, as printed in brackets; `m17-2-1`; or `opening`, `called`, `closing` for a ballot. */
  readonly at: string;
  /** Which of the turn's calls, from 1: retries, repairs and continuations count. */
  readonly call: number;
};

export function findCall(events: readonly MeetingEvent[], named: CallAddress): FinishedCall {
  const turns = numberedTurns(events);
  const asked = { ...named, speaker: named.speaker ?? speakerAt(turns, named.at) };
  refuseUnknownSeat(events, asked.speaker);
  const own = turns.filter(({ speaker }) => speaker === asked.speaker);
  const [turn, ...others] = own.filter(({ names }) => names.includes(asked.at));
  if (!turn) throw noSuchTurn(asked, turns, own);
  if (others.length > 0) throw severalTurns(asked, [turn, ...others]);
  const calls = events.filter(
    (event): event is FinishedCall => isFinishedCall(event) && effectPath(event.path) === turn.path,
  );
  const found = calls[asked.call - 1];
  if (found) return found;
  throw usage(
    calls.length === 0
      ? `what ${asked.speaker} said at ${asked.at} came from no model: no call was made`
      : `${asked.speaker} was asked ${calls.length === 1 ? "once" : `${calls.length} times`} at ${asked.at}, so there is no call ${asked.call}`,
  );
}

type NamedAddress = CallAddress & { readonly speaker: string };

type NumberedTurn = { readonly speaker: string; readonly path: string; readonly names: readonly string[] };

function numberedTurns(events: readonly MeetingEvent[]): readonly NumberedTurn[] {
  let number = 0;
  return events.flatMap((event): NumberedTurn[] => {
    const { path } = event;
    switch (event.type) {
      case "message.spoken": {
        const names = event.audience === "record" ? [event.id] : [String(++number), event.id];
        return [{ speaker: event.speaker, path, names }];
      }
      case "turn.passed":
      case "turn.absent":
        return [{ speaker: event.speaker, path, names: [String(++number), messageId(path)] }];
      case "notice.given":
        return [{ speaker: event.agent, path, names: [String(++number), messageId(path)] }];
      case "ballot.cast":
        return [{ speaker: event.speaker, path, names: [event.ballot, messageId(path)] }];
      default:
        return [];
    }
  });
}

function speakerAt(turns: readonly NumberedTurn[], at: string): string {
  const speakers = [...new Set(turns.filter(({ names }) => names.includes(at)).map(({ speaker }) => speaker))];
  const [speaker, ...others] = speakers;
  if (speaker !== undefined && others.length === 0) return speaker;
  if (speaker !== undefined)
    throw usage(
      `${speakers.length} members were asked at ${at}`,
      `Name one: --speaker ${speakers.join(", ")}.`,
    );
  const last = turns.flatMap(({ names }) => names.filter((name) => /^\d+$/.test(name))).at(-1);
  throw usage(`the meeting has no turn ${at}`, last === undefined ? "" : `Use a number from 1 to ${last}.`);
}

function refuseUnknownSeat([opened]: readonly MeetingEvent[], speaker: string): void {
  const seats = opened?.type === "meeting.opened" ? opened.seats.map(({ id }) => id) : [];
  if (seats.includes(speaker)) return;
  throw new BoardroomError("unknown-member", {
    message: `${JSON.stringify(speaker)} has no seat in this meeting`,
    remedy: `Seated: ${seats.join(", ")}.`,
  });
}

function noSuchTurn(
  { speaker, at }: NamedAddress,
  turns: readonly NumberedTurn[],
  own: readonly NumberedTurn[],
): BoardroomError {
  const other = turns.find(({ names }) => names.includes(at));
  const instead = other ? `${other.speaker} had the floor then` : "there is no such turn";
  return usage(
    `${speaker} was not asked at ${at}: ${instead}`,
    own.length === 0
      ? "It was never asked."
      : `It was asked at ${own.map((turn) => nameAmong(own, turn)).join(", ")}.`,
  );
}

/** By its number or ballot; by its id where another has the same name. */
function nameAmong(own: readonly NumberedTurn[], { names }: NumberedTurn): string {
  return own.filter((turn) => turn.names[0] === names[0]).length > 1 ? (names.at(-1) ?? "") : (names[0] ?? "");
}

function severalTurns({ speaker, at }: NamedAddress, turns: readonly NumberedTurn[]): BoardroomError {
  return usage(
    `${speaker} was asked ${turns.length} times at ${at}`,
    `Name one by its id: ${turns.map(({ names }) => names.at(-1)).join(", ")}.`,
  );
}
