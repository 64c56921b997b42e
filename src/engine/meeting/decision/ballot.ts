import type { FieldOrder } from "../../scaffold/render.ts";
import type { BallotKind } from "../../transcript/events.ts";
import { type MeetingState, memberOf } from "../../transcript/state.ts";
import type { Cue, Floor } from "../contract/floor.ts";
import { needsRanking } from "./decide.ts";
import { asksRequirements, requirementsBallot } from "./requirements.ts";
import { rankedBallot } from "./stance.ts";

const WORDS: Readonly<Record<BallotKind, string>> = {
  opening:
    "Opening vote. No one has spoken yet. Which verdict would you give from the documents alone? Your vote is private and not binding.",
  called: "Private vote. What is your verdict now? This does not change your public verdict.",
  closing: "Closing vote. The debate is over and this is your final verdict.",
};

export type BallotChanges = {
  readonly words?: string;
  readonly voters?: readonly string[];
  readonly cue?: string;
  readonly data?: (voter: string) => NonNullable<Cue["data"]>;
};

/** In private and in parallel: the closing ballot asks all who have not withdrawn, the others those active. */
export async function holdBallot(floor: Floor, kind: BallotKind, changes: BallotChanges = {}): Promise<void> {
  const { words = WORDS[kind], voters = votersOf(floor.state, kind) } = changes;
  if (voters.length === 0) return;
  const cueFor = (voter: string) => {
    const usual = ballotCue(kind, words, floor.state, voter);
    return { ...usual, kind: changes.cue ?? usual.kind, data: changes.data?.(voter) };
  };
  await floor.parallel(
    voters.map((voter) => (branch: Floor) => branch.turn(voter, cueFor(voter))),
    { speakers: voters, ballot: kind },
  );
}

function votersOf(state: MeetingState, kind: BallotKind): string[] {
  return state.scenario.members
    .map(({ id }) => id)
    .filter((id) => {
      const { status } = memberOf(state, id);
      return status === "active" || (kind === "closing" && status === "absent");
    });
}

function ballotCue(kind: BallotKind, words: string, state: MeetingState, voter: string): Cue<unknown> {
  const { scenario } = state;
  const occasion = { kind: `${kind}-ballot`, audience: "record", ballot: kind } as const;
  if (kind !== "called" && asksRequirements(scenario, memberOf(state, voter)))
    return { ...(requirementsBallot(scenario, words) as unknown as Cue<unknown>), ...occasion };
  const moved = (field: string) => (kind === "opening" ? "" : ` ${movedWords(field)}`);
  if (!needsRanking(scenario.decision))
    return {
      ...occasion,
      text: `${words} ${inScaffold(scenario.prompt.scaffold ?? "verdict-first")}${moved("MovedBy")}`,
    };
  const text = `${words} ${RANKED}${moved("movedBy, as its message and passage,")}`;
  return { ...occasion, ...(rankedBallot(scenario) as Cue<unknown>), text };
}

function inScaffold(order: FieldOrder): string {
  const fields = order === "verdict-last" ? "VerdictReasoning, Verdict" : "Verdict, VerdictReasoning";
  return `Use the usual format with ${fields}, WouldChange and Confidence, and leave Content empty.`;
}

const RANKED =
  'Rank every option, best first. The first is your verdict. If your verdict is NONE, rank nothing else. Reply with JSON: {"reasoning": "your reasons", "ranking": ["every option, best first"], "wouldChange": "what would change it", "confidence": (a number from 0 to 1)}.';

function movedWords(field: string): string {
  return `If your verdict has changed, put the id of the message that changed it, and exact words from it, in ${field}.`;
}

/** For procedures with a fixed order: before each turn or group people are heard, called ballots held, and given floors taken. */
export function givingWay(floor: Floor): Floor {
  return {
    get state() {
      return floor.state;
    },
    signal: floor.signal,
    random: (purpose) => floor.random(purpose),
    hear: () => floor.hear(),
    async turn(speaker, cue) {
      await giveWay(floor);
      return floor.turn(speaker, cue);
    },
    announce: (agent, notice) => floor.announce(agent, notice),
    ask: (person, request) => floor.ask(person, request),
    wait: (until) => floor.wait(until),
    record: (name, data) => floor.record(name, data),
    async parallel(branches, plan) {
      await giveWay(floor);
      return floor.parallel(branches, plan);
    },
  };
}

async function giveWay(floor: Floor): Promise<void> {
  await floor.hear();
  if (floor.state.ballotRequested) await holdBallot(floor, "called");
  for (let speaker = chosenBy(floor); speaker !== null; speaker = chosenBy(floor)) {
    const why = "given the floor by a person";
    const cue = { kind: "floor", text: "It is your turn to speak." };
    await floor.turn({ selector: "person", speaker, weights: [], draw: null, why }, cue);
    await floor.hear();
  }
}

function chosenBy({ state }: Floor): string | null {
  const { requestedSpeaker, members } = state;
  return requestedSpeaker !== null && members.get(requestedSpeaker)?.status === "active"
    ? requestedSpeaker
    : null;
}
