// Private votes: who is asked, together and unheard by the others, and what a valid ballot changes.
// Protocols call `runBallot`; counting is in decide.ts.

import { z } from "zod";
import { NONE, type Scenario, type Seat } from "../../scenario/schema/scenario.ts";
import * as f from "../form/reply-form.ts";
import { findPerson } from "../people/person.ts";
import { isSharedRequirement, renderRequirement } from "../perspective/prompts.ts";
import type { Floor, Instruction, Stance } from "../protocol/floor.ts";
import { hasLanguageModel } from "../protocol/protocol.ts";
import type { MovedBy } from "../scaffold/message.ts";
import type { FieldOrder } from "../scaffold/render.ts";
import type { BallotKind } from "../transcript/events.ts";
import { getMember, type MeetingState, type MemberState } from "../transcript/state.ts";

const WORDS: Readonly<Record<BallotKind, string>> = {
  opening:
    "Opening vote. No one has spoken yet. Which verdict would you give from the documents alone? Your vote is private and not binding.",
  called: "Private vote. What is your verdict now? This does not change your public verdict.",
  closing: "Final vote. The debate is over. No other member sees your vote, and it decides.",
};

const CLOSING_WITHOUT_DEBATE = "Final vote. No other member sees your vote, and it decides.";

export type BallotChanges = {
  words?: string;
  isBare?: boolean;
  voters?: readonly string[];
  as?: string;
  /** Whether no voter is asked anything after it; default after a closing ballot. */
  isLast?: boolean;
  data?: (voter: string) => NonNullable<Instruction["data"]>;
};

/** In private and in parallel: the closing ballot asks everyone, the others those active. */
export async function runBallot(
  floor: Floor,
  kind: BallotKind,
  changes: BallotChanges = {},
): Promise<void> {
  const isWithoutDebate = kind === "closing" && floor.state.counts.messages === 0;
  const usualWords = isWithoutDebate ? CLOSING_WITHOUT_DEBATE : WORDS[kind];
  const { words = usualWords, voters = listVoters(floor.state, kind), isBare = false } = changes;
  if (voters.length === 0) return;
  const createVoterInstruction = (voter: string) => {
    const usual = askBallot({ kind, words, isBare }, floor.state, voter);
    return {
      ...usual,
      kind: changes.as ?? usual.kind,
      data: changes.data?.(voter),
      isLast: changes.isLast ?? kind === "closing",
    };
  };
  await floor.parallel(
    voters.map((voter) => (branch: Floor) => branch.turn(voter, createVoterInstruction(voter))),
    { speakers: voters, ballot: kind },
  );
}

function listVoters(state: MeetingState, kind: BallotKind): string[] {
  const seats = state.scenario.members.map(({ id }) => id);
  return seats.filter((id) => {
    const { status, seat } = getMember(state, id);
    if (kind !== "closing") return status === "active";
    // A person who has left is not waited for.
    return status !== "withdrawn" || findPerson(seat) === null;
  });
}

type Occasion = { kind: BallotKind; words: string; isBare: boolean };

function askBallot(vote: Occasion, state: MeetingState, voter: string): Instruction<unknown> {
  const { kind, words } = vote;
  const { scenario } = state;
  const occasion = { kind: `${kind}-ballot`, audience: "record", ballot: kind } as const;
  const member = getMember(state, voter);
  // Once is enough.
  const asked =
    listRequirementAnswers(member).length > 0
      ? null
      : createRequirementsPart(scenario, member.seat);
  if (kind !== "called" && asked)
    return {
      ...(createRequirementsBallot(
        scenario,
        kind,
        words,
        asked,
      ) as unknown as Instruction<unknown>),
      ...occasion,
    };
  const isJson = member.seat.form === "json";
  return {
    ...occasion,
    isBare: vote.isBare,
    text: `${words} ${describeVote(vote, isJson, scenario.prompt.scaffold)}`,
  };
}

/** A final vote is short: its reasons were given in the debate. */
function describeVote({ kind, isBare }: Occasion, isJson: boolean, order?: FieldOrder): string {
  const nameField = (tag: string) => (isJson ? lowerFirst(tag.replace(/^Verdict(?=R)/, "")) : tag);
  const reasons = nameField("VerdictReasoning");
  const begin = isJson ? "Reply with JSON of only the fields" : "Use the usual format with only";
  const fields = isBare ? [nameField("Verdict")] : [reasons, nameField("Verdict")];
  if (!isJson && order !== "verdict-last") fields.reverse();
  if (kind !== "closing" && !isBare) fields.push(nameField("WouldChange"));
  const vote = `${begin} ${fields.join(", ")} and ${nameField("Confidence")}.`;
  if (kind === "opening" || isBare) return vote;
  if (kind === "closing")
    return `${vote} In ${reasons} name only the line that your verdict rests on.`;
  return `${vote} If your verdict has changed, put the number of the message that changed it, and exact words from it, in ${nameField("MovedBy")}.`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** For procedures with a fixed order: before each turn or group people are heard, called ballots held, and given floors taken. */
export function yieldToPeople(floor: Floor): Floor {
  const runAfterPeople = async <T>(effect: () => Promise<T>): Promise<T> => {
    await giveWay(floor);
    return effect();
  };
  const changed: Pick<Floor, "turn" | "parallel"> = {
    turn: (speaker, instruction) => runAfterPeople(() => floor.turn(speaker, instruction)),
    parallel: (branches, plan) => runAfterPeople(() => floor.parallel(branches, plan)),
  };
  return Object.assign(Object.create(floor) as Floor, changed);
}

async function giveWay(floor: Floor): Promise<void> {
  await floor.hear();
  if (floor.state.ballotRequested) await runBallot(floor, "called");
  for (
    let speaker = findChosenSpeaker(floor);
    speaker !== null;
    speaker = findChosenSpeaker(floor)
  ) {
    const why = "given the floor by a person";
    const instruction = { kind: "floor", text: "It is your turn to speak." };
    await floor.turn({ selector: "person", speaker, weights: [], draw: null, why }, instruction);
    await floor.hear();
  }
}

function findChosenSpeaker({ state }: Floor): string | null {
  const { requestedSpeaker: speaker, members } = state;
  return speaker !== null && members.get(speaker)?.status === "active" ? speaker : null;
}

/** The field of a JSON ballot for the message that changed a verdict. */
export const MOVED_BY = f.acceptValue(
  z.object({ message: z.coerce.string().trim(), passage: z.string().trim() }).nullish(),
  '(null, or {"message": "number of the message that moved you", "passage": "exact words from it"})',
);

type Reply = {
  verdict: string;
  reasoning: string;
  wouldChange?: string | null;
  confidence?: unknown;
  movedBy?: MovedBy | null;
};

/** From 0 to 1; anything else is none, never clamped. */
export function readConfidence(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= 1 ? value : null;
}

/** The ids that a vote may name: those of the scenario, and NONE. */
export function listVoteIds(verdicts: readonly { id: string }[]): string[] {
  return [...verdicts.map(({ id }) => id), NONE];
}

/** Without a verdict no confidence counts. */
export function readStance(given: {
  verdict: string;
  reasoning: string;
  wouldChange?: string | null | undefined;
  confidence: number | null;
}): Stance {
  const { verdict, reasoning, confidence } = given;
  const wouldChange = given.wouldChange ?? null;
  return verdict === NONE
    ? { verdict: null, abstains: true, reasoning, wouldChange, confidence: null }
    : { verdict, reasoning, wouldChange, confidence };
}

const ANSWERS = ["met", "not-met", "not-found"] as const;

const answerSchema = z.object({
  id: z.string(),
  answer: z.enum(ANSWERS),
  ref: z.string(),
  quote: z.string(),
});

type RequirementAnswer = Readonly<z.infer<typeof answerSchema>>;

/** A ballot that first answers each requirement. Answers that do not fit never cost the vote. */
function createRequirementsBallot(
  { verdicts }: Scenario,
  kind: BallotKind,
  occasion: string,
  asked: AskedRequirements,
) {
  const parts = {
    requirements: asked.part,
    reasoning: f.requireText("your reasons"),
    verdict: f.acceptOption(listVoteIds(verdicts), "one of the options"),
    wouldChange: f.allowNull(f.acceptText("what would change your verdict")),
    confidence: f.acceptConfidence(),
    ...(kind !== "opening" && { movedBy: MOVED_BY }),
  };
  const lines = [
    occasion,
    ...asked.lines,
    `Then vote. Use the verdict ${NONE} if the documents are not enough to decide.`,
  ];
  const toStance = ({ confidence, movedBy, ...reasons }: Reply): Stance => ({
    ...readStance({ ...reasons, confidence: readConfidence(confidence) }),
    movedBy: movedBy ?? undefined,
  });
  return {
    ...f.createInstruction(f.defineForm("ballot", parts as f.Parts), lines),
    stance: toStance,
  };
}

/** The field of a ballot that answers each requirement, and the lines that ask for it. */
export type AskedRequirements = { part: f.Part; lines: readonly string[] };

/** Null if nothing is asked. */
export function createRequirementsPart(scenario: Scenario, seat: Seat): AskedRequirements | null {
  const { requirements: asked = [] } = scenario;
  if (asked.length === 0 || !hasLanguageModel(seat)) return null;
  const ids = asked.map(({ id }) => id);
  const answer = f.group({
    id: f.acceptOption(ids, "id of the requirement"),
    answer: f.acceptOption(ANSWERS),
    ref: f.acceptPlace(),
    quote: f.acceptText("exact words of the whole line, empty if not found"),
  });
  const answers = f.list(answer, asked.length);
  return {
    part: f.acceptValue(answers.schema.catch([]), answers.sample),
    lines: [
      "First answer each requirement from the documents alone: met, not-met if a line contradicts it, not-found if no line speaks of it. Quote the line for met and not-met.",
      ...asked.filter((each) => !isSharedRequirement(scenario, each)).map(renderRequirement),
    ],
  };
}

export function listRequirementAnswers({ ballots }: MemberState): readonly RequirementAnswer[] {
  const answers = ballots.map(
    ({ reply }) => repliedSchema.safeParse(reply).data?.requirements ?? [],
  );
  return answers.find(({ length }) => length > 0) ?? [];
}

const repliedSchema = z.object({ requirements: z.array(answerSchema) });
