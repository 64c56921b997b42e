import {
  board,
  type MeetingEvent,
  type MeetingSetup,
  type MeetingState,
  type ModelReply,
  type ModelRequest,
  openMeeting,
} from "boardroom";
import { createFold, type Draft } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { exampleScenario, reply } from "./example-scenario.ts";

export type Reply = string | ModelReply | ((request: ModelRequest) => string | ModelReply);

const NAMES: Readonly<Record<string, string>> = {
  ada: "Dr. Ada Ash",
  ben: "Ben Birch",
  cleo: "Prof. Cleo Cedar",
};

/** A member that talks for `turns` turns, then withdraws; ballots are answered with its verdict. */
export function talker(seat: string, verdict: string, turns = 2): Reply {
  let spoken = 0;
  return ({ instruction }) => {
    if (instruction.includes('-vote"')) return reply({ speaker: NAMES[seat]!, verdict });
    spoken += 1;
    const isLast = spoken >= turns;
    return reply({
      speaker: NAMES[seat]!,
      verdict: isLast ? verdict : null,
      withdrawn: isLast,
      content: `${seat} says ${spoken}.`,
    });
  };
}

export type Cast = Readonly<Record<string, readonly Reply[] | Reply>>;

/** Opens the example scenario on a board with these replies by seat; one function answers every call. */
export function exampleMeeting(cast: Cast, changes: Partial<MeetingSetup> = {}) {
  return openMeeting({
    scenario: exampleScenario(),
    protocol: board,
    seed: 7,
    createModel: ({ id }) => {
      const replies = cast[id] ?? talker(id, "YES");
      return scriptedModel(
        Array.isArray(replies) ? replies : Array.from({ length: 200 }, () => replies as Reply),
      );
    },
    ...changes,
  });
}

/** The events of one kind. */
export function eventsOf<Type extends MeetingEvent["type"]>(
  events: readonly MeetingEvent[],
  type: Type,
): MeetingEvent<Type>[] {
  return events.filter((event) => event.type === type) as unknown as MeetingEvent<Type>[];
}

/** State after events, without a journal. */
export function stateOf(drafts: readonly Draft[]): MeetingState {
  const fold = createFold();
  for (const draft of drafts) fold.apply(draft);
  return fold.state;
}
