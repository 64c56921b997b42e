/**
 * Runs one phase of a jury meeting: who speaks next, when the phase ends, and the roll call before
 * the first one.
 */

import {
  acceptText,
  acceptYesNo,
  allowNull,
  createInstruction,
  defineForm,
} from "../../engine/form/reply-form.ts";
import { runBallot } from "../../engine/meeting/ballot.ts";
import { selectSpeaker } from "../../engine/meeting/select-speaker.ts";
import { listActiveMembers, mustEnd } from "../../engine/money/limits.ts";
import { findPerson } from "../../engine/people/person.ts";
import type { Floor, Turn } from "../../engine/protocol/floor.ts";
import { createCertainSelection, type Selection, select } from "../../engine/routing/select.ts";
import { createSituation, type Selector, type Situation } from "../../engine/routing/selector.ts";
import { weighted } from "../../engine/routing/selectors.ts";
import { getMember, type MeetingState } from "../../engine/transcript/state.ts";
import { alignLists, lookUpKey } from "../../lists.ts";
import { phaseEnded, phaseEntered, phaseSkipped, quorumChecked, turnTimedOut } from "./facts.ts";
import * as instructions from "./instructions.ts";
import type { JuryOptions, Phase } from "./options.ts";

type EndedBy = "criteria" | "timeout" | "cancel";

export async function runPhase(floor: Floor, course: instructions.Course): Promise<void> {
  const { phase } = course;
  if (isForTwo(phase) && listActiveMembers(floor.state).length < 2)
    return await skipPhase(floor, course);
  const { startedAt } = await enterPhase(floor, course);
  const taken: TurnTaken[] = [];
  let endedBy = findEnd(floor.state, phase, { startedAt, taken });
  while (endedBy === null) {
    const isTaken = await takeNext(floor, course, taken);
    endedBy = findEnd(floor.state, phase, { startedAt, taken });
    if (!isTaken) endedBy ??= await waitOut(floor, phase, startedAt);
  }
  if (endedBy === "criteria" && mustEnd(floor.state)) endedBy = "cancel";
  await endPhase(floor, course, { startedAt, taken, endedBy });
}

/** A question needs a member to answer it, and talk needs two. */
function isForTwo({ crossExamination, speakingOrder }: Phase): boolean {
  return crossExamination || speakingOrder === "open";
}

async function skipPhase(
  floor: Floor,
  { phase: { name }, index }: instructions.Course,
): Promise<void> {
  const present = listActiveMembers(floor.state).length;
  const why = `it needs two members, and ${present === 0 ? "none" : "one"} is present`;
  await phaseSkipped.record(floor, { index, name, at: floor.state.now, why });
}

export async function enterPhase(
  floor: Floor,
  { phase, index, of }: instructions.Course,
): Promise<{ startedAt: string }> {
  const startedAt = floor.state.now;
  await phaseEntered.record(floor, { index, name: phase.name, of, at: startedAt });
  return { startedAt };
}

export async function takeNext(
  floor: Floor,
  course: instructions.Course,
  taken: TurnTaken[],
): Promise<boolean> {
  await floor.hear();
  if (floor.state.ballotRequested) await runBallot(floor, "called");
  const selection = await chooseSpeaker(floor, course, taken);
  if (selection === null || floor.state.closingRequested) return false;
  await takeTurn(floor, course, taken, selection);
  return true;
}

export async function takeTurn(
  floor: Floor,
  course: instructions.Course,
  taken: TurnTaken[],
  selection: Selection,
): Promise<void> {
  const { table, phase } = course;
  const { speaker } = selection;
  const called = { table, state: floor.state, speaker };
  const instruction = phase.crossExamination
    ? instructions.askQuestion(called, phase)
    : instructions.askPhase(called, course);
  const turn = await timeTurn(floor, course, speaker, () => floor.turn(selection, instruction));
  taken.push(recordTurn(speaker, turn));
  if (phase.crossExamination && turn.status === "spoke") await hearAnswer(floor, course, turn);
}

async function hearAnswer(
  floor: Floor,
  course: instructions.Course,
  asked: Extract<Turn, { status: "spoke" }>,
): Promise<void> {
  const { to, speaker, topic, content: words } = asked.message;
  const seat = to === null ? undefined : floor.state.members.get(to);
  if (to === null || seat?.seat.kind !== "member" || seat.status !== "active") return;
  const asker = getMember(floor.state, speaker).seat.persona.name;
  const { table, phase } = course;
  await timeTurn(floor, course, to, () => {
    const called = { table, state: floor.state, speaker: to };
    return floor.turn(to, instructions.askAnswer(called, phase, { asker, words, topic }));
  });
}

/** A turn that overruns counts whole: words are never cut. */
async function timeTurn(
  floor: Floor,
  { phase }: instructions.Course,
  member: string,
  take: () => Promise<Turn>,
): Promise<Turn> {
  const before = Date.parse(floor.state.now);
  const turn = await take();
  const seconds = (Date.parse(floor.state.now) - before) / 1000;
  const { turnDuration: allowed, name } = phase;
  if (allowed !== undefined && seconds > allowed) {
    await turnTimedOut.record(floor, { member, phase: name, seconds, allowed });
  }
  return turn;
}

function recordTurn(member: string, turn: Turn): TurnTaken {
  if (turn.status !== "spoke") return { member, how: turn.status, ready: false };
  return { member, how: "spoke", ready: turn.message.ready };
}

type Progress = { startedAt: string; taken: readonly TurnTaken[] };

function findEnd(
  state: MeetingState,
  phase: Phase,
  { startedAt, taken }: Progress,
): EndedBy | null {
  const present = listActiveMembers(state);
  if (mustEnd(state) || present.length === 0) return "cancel";
  if (phase.crossExamination && present.length === 1) return "cancel";
  const isOver =
    phase.phaseDuration !== undefined && state.now >= addSeconds(startedAt, phase.phaseDuration);
  if (phase.completionCriteria === "time-based") return isOver ? "criteria" : null;
  const isDone = (id: string) =>
    taken.some(
      (each) => each.member === id && (phase.completionCriteria === "all-spoken" || each.ready),
    );
  if (present.every(isDone)) return "criteria";
  return isOver ? "timeout" : null;
}

/** If all have finished, a timed phase waits for its end, and any other phase ends. */
async function waitOut(floor: Floor, phase: Phase, startedAt: string): Promise<EndedBy> {
  const { completionCriteria, phaseDuration } = phase;
  if (completionCriteria !== "time-based" || phaseDuration === undefined) return "timeout";
  await floor.wait(addSeconds(startedAt, phaseDuration));
  return "criteria";
}

type PhaseEnding = Progress & { endedBy: EndedBy };

export async function endPhase(
  floor: Floor,
  { phase, index }: instructions.Course,
  { startedAt, taken, endedBy }: PhaseEnding,
): Promise<void> {
  const all = floor.state.scenario.members.map(({ id }) => id);
  const spoken = all.filter((id) =>
    taken.some(({ member, how }) => member === id && how === "spoke"),
  );
  const skipped = all.filter(
    (id) => !spoken.includes(id) && taken.some(({ member }) => member === id),
  );
  const unspoken = all.filter((id) => !spoken.includes(id) && !skipped.includes(id));
  const endedAt = floor.state.now;
  await phaseEnded.record(floor, {
    index,
    name: phase.name,
    startedAt,
    endedAt,
    endedBy,
    spoken,
    skipped,
    unspoken,
  });
}

export type TurnTaken = {
  member: string;
  how: "spoke" | "passed" | "absent";
  ready: boolean;
};

/** A member that a person gives the floor, if the order allows it, else by that order. */
async function chooseSpeaker(
  floor: Floor,
  { phase, table }: instructions.Course,
  taken: readonly TurnTaken[],
): Promise<Selection | null> {
  await floor.hear();
  const { state } = floor;
  const waiting = listWaiting(state, phase, taken);
  const situation = narrowSituation(state, waiting);
  if (phase.speakingOrder === "open") {
    const { requested } = createSituation(state);
    if (requested !== null)
      return createCertainSelection(situation, requested, "open", "given the floor by a person");
    if (waiting.length === 0) return null;
    return (
      (await drawFreely(floor, table, { waiting, taken })) ??
      chooseLastSpeaker(state, phase, { situation, waiting, taken })
    );
  }
  const [first] = waiting;
  if (first === undefined) return null;
  if (phase.speakingOrder === "sequential")
    return select(CLAIMING, situation, floor.random("speaker"));
  return createCertainSelection(situation, first, "round-robin", "next in the order of the seats");
}

/** Members who have not spoken yet come first. */
function drawFreely(
  floor: Floor,
  { options: { selector } }: instructions.PhaseTable,
  { waiting, taken }: Pick<StillWaiting, "waiting" | "taken">,
): Promise<Selection | null> {
  const factors = floor.state.scenario.members.map(({ id }): [string, number] => {
    const own = lookUpKey(selector.talkativeness, id) ?? 1;
    if (!waiting.includes(id)) return [id, 0];
    return [id, taken.some(({ member }) => member === id) ? own : own * UNHEARD];
  });
  const talkativeness = Object.fromEntries(factors);
  return selectSpeaker(floor, { ...selector, talkativeness });
}

const UNHEARD = 2;

type StillWaiting = {
  situation: Situation;
  waiting: readonly string[];
  taken: readonly TurnTaken[];
};

/** The last speaker is asked too, so that all have passed in a row. Not in timed phases, nor alone. */
function chooseLastSpeaker(
  state: MeetingState,
  phase: Phase,
  { situation, waiting, taken }: StillWaiting,
): Selection | null {
  const isAlone = listActiveMembers(state).length === 1 && taken.length > 0;
  const [next] = waiting;
  if (next === undefined || phase.completionCriteria === "time-based" || isAlone) return null;
  return createCertainSelection(situation, next, "open", "no other member has more to say");
}

/** In an open phase any number of times, except after silence or agreeing that it may end. */
function listWaiting(state: MeetingState, phase: Phase, taken: readonly TurnTaken[]): string[] {
  const present = listActiveMembers(state);
  const isOpen = phase.speakingOrder === "open";
  const counted = isOpen
    ? taken.slice(taken.findLastIndex(({ how }) => how === "spoke") + 1)
    : taken;
  const isReady = (id: string) => taken.some(({ member, ready }) => member === id && ready);
  const hasTaken = (id: string) => counted.some(({ member }) => member === id);
  if (phase.completionCriteria === "all-ready")
    return present.filter((id) => !isReady(id) && !(isOpen && hasTaken(id)));
  return present.filter((id) => !hasTaken(id));
}

/** The quieter so far, the likelier. */
const CLAIMING: Selector = { ...weighted, name: "sequential", why: "claims the floor" };

function narrowSituation(state: MeetingState, ids: readonly string[]): Situation {
  const situation = createSituation(state);
  const requested = ids.find((id) => id === situation.requested) ?? null;
  const candidates = ids.map((seat) => {
    const { messages, passes } = getMember(state, seat);
    return { seat, turns: messages + passes, talkativeness: 1 };
  });
  return { ...situation, candidates, requested };
}

export function getRequiredQuorum(
  { quorum }: JuryOptions,
  { scenario }: Pick<MeetingState, "scenario">,
): number {
  return quorum ?? scenario.members.length;
}

export function hasQuorum(options: JuryOptions, state: MeetingState): boolean {
  return listActiveMembers(state).length >= getRequiredQuorum(options, state);
}

/** Seconds between two calls of the roll. */
const CALL_AGAIN = 10;

const readyForm = defineForm(
  "roll-call",
  { ready: acceptYesNo(), note: allowNull(acceptText("anything that must be known first")) },
  { isInstead: true },
);

const rollCall = {
  ...createInstruction(readyForm, []),
  text: `Are you ready to begin? ${readyForm.line}`,
};

/** Until all people are ready and a quorum, or time is up. Models are ready at once. False without a quorum. */
export async function gather(
  floor: Floor,
  phase: Phase,
  options: JuryOptions,
  of: number,
): Promise<boolean> {
  const startedAt = floor.state.now;
  await phaseEntered.record(floor, { index: 0, name: phase.name, of, at: startedAt });
  const required = getRequiredQuorum(options, floor.state);
  const limit = addSeconds(startedAt, phase.phaseDuration ?? options.gatheringTimeout);
  const isPerson = (id: string) => findPerson(getMember(floor.state, id).seat) !== null;
  const ready = new Set(listActiveMembers(floor.state).filter((id) => !isPerson(id)));
  let isComplete = false;
  for (;;) {
    for (const id of await callRoll(floor, ready)) ready.add(id);
    isComplete =
      listActiveMembers(floor.state).every((id) => ready.has(id)) && ready.size >= required;
    const next = addSeconds(floor.state.now, CALL_AGAIN);
    if (isComplete || next > limit || listActiveMembers(floor.state).length === 0) break;
    await floor.wait(next);
  }
  const present = listActiveMembers(floor.state).filter((id) => ready.has(id));
  const met = present.length >= required;
  await quorumChecked.record(floor, { required, present: present, met });
  await phaseEnded.record(floor, {
    index: 0,
    name: phase.name,
    startedAt,
    endedAt: floor.state.now,
    endedBy: isComplete ? "criteria" : "timeout",
    spoken: [],
    ready: present,
    skipped: floor.state.scenario.members.map(({ id }) => id).filter((id) => !present.includes(id)),
    unspoken: [],
  });
  return met;
}

async function callRoll(floor: Floor, ready: ReadonlySet<string>): Promise<string[]> {
  const asked = listActiveMembers(floor.state).filter((id) => !ready.has(id));
  if (asked.length === 0) return [];
  const answers = await floor.parallel(
    asked.map((id) => (branch: Floor) => branch.turn(id, rollCall)),
    { speakers: asked },
  );
  return alignLists(asked, answers).flatMap(([id, turn]) =>
    turn.status === "spoke" && turn.reply.ready ? [id] : [],
  );
}

function addSeconds(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * 1000).toISOString();
}
