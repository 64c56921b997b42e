import { z } from "zod";
import { NONE, type Scenario } from "../../../scenario/schema/scenario.ts";
import type { MovedBy } from "../../scaffold/message.ts";
import type { FieldOrder } from "../../scaffold/render.ts";
import type { BallotKind } from "../../transcript/events.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { Cue, Floor, Stance } from "../contract/floor.ts";
import { needsRanking } from "./decide.ts";

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
  const usual = ballotCue(kind, words, floor.state);
  const cue = { ...usual, kind: changes.cue ?? usual.kind };
  await floor.parallel(
    voters.map((voter) => (branch: Floor) => branch.turn(voter, { ...cue, data: changes.data?.(voter) })),
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

function ballotCue(kind: BallotKind, words: string, { scenario }: MeetingState): Cue<unknown> {
  const occasion = { kind: `${kind}-ballot`, audience: "record", ballot: kind } as const;
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

/** Best first. The first is the verdict; NONE alone is none. */
type RankedReply = {
  readonly reasoning: string;
  readonly ranking: readonly string[];
  readonly wouldChange?: string | null | undefined;
  readonly confidence?: number | null | undefined;
  readonly movedBy?: MovedBy | null | undefined;
};

export const movedByField = z.object({ message: z.string().trim(), passage: z.string().trim() }).nullish();

export function rankedBallot({ verdicts }: Scenario): Required<Pick<Cue<RankedReply>, "reply" | "stance">> {
  return {
    reply: z.object({
      reasoning: z.string().trim().min(1),
      ranking: rankingOf(verdicts),
      wouldChange: z.string().nullish(),
      confidence: z.number().nullish(),
      movedBy: movedByField,
    }),
    stance: ({ reasoning, ranking, wouldChange, confidence, movedBy }) => ({
      ...stanceIn({ verdict: ranking[0] ?? NONE, reasoning, wouldChange, confidence: unitOrNull(confidence) }),
      ...(movedBy && { movedBy }),
    }),
  };
}

export function rankingOf(verdicts: Scenario["verdicts"]) {
  return z
    .array(z.enum(verdictIds(verdicts)))
    .min(1)
    .max(verdicts.length)
    .refine((order) => new Set(order).size === order.length, "name each option once")
    .refine((order) => order.length === 1 || !order.includes(NONE), `${NONE} must be the only entry`);
}

/** From 0 to 1; anything else is none, never clamped. */
export function unitOrNull(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= 1 ? value : null;
}

export function verdictIds(verdicts: readonly { readonly id: string }[]): string[] {
  return [...verdicts.map(({ id }) => id), NONE];
}

/** Without a verdict no confidence counts. */
export function stanceIn(given: {
  readonly verdict: string;
  readonly reasoning: string;
  readonly wouldChange?: string | null | undefined;
  readonly confidence: number | null;
}): Stance {
  const { verdict, reasoning, confidence } = given;
  const wouldChange = given.wouldChange ?? null;
  return verdict === NONE
    ? { verdict: null, abstains: true, reasoning, wouldChange, confidence: null }
    : { verdict, reasoning, wouldChange, confidence };
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
