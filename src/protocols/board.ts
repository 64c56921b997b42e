/**
 * The board: members debate in one room until no one has more to add, then vote. Read runBoard
 * first; it is the shortest loop of a protocol.
 */

import { z } from "zod";
import { runBallot } from "../engine/meeting/ballot.ts";
import { decide } from "../engine/meeting/decide.ts";
import {
  checkSelector,
  defineSelectorOptions,
  selectSpeaker,
} from "../engine/meeting/select-speaker.ts";
import { createDueReminder, timeKeeperOptions } from "../engine/meeting/time-keeper.ts";
import { explainClosing, findReachedLimit, listActiveMembers } from "../engine/money/limits.ts";
import { createAgentSeat, TIMEKEEPER } from "../engine/people/process-agents.ts";
import { defineProtocol } from "../engine/protocol/define-protocol.ts";
import type { Floor, Instruction } from "../engine/protocol/floor.ts";
import type { Protocol } from "../engine/protocol/protocol.ts";
import type { Selector } from "../engine/routing/selector.ts";
import type { CheckedCitation, Outcome } from "../engine/transcript/events.ts";
import { getMember, type MeetingState, type MemberState } from "../engine/transcript/state.ts";
import { PROTOCOL_VERSIONS } from "../engine/transcript/versions.ts";
import { BoardroomError } from "../errors.ts";
import { findSharedModel } from "../models/contract/model-spec.ts";
import type { Scenario } from "../scenario/schema/scenario.ts";

/** The schema of a board's options, with the names of your selectors. */
export function createBoardOptions(selectors: readonly Selector[], usual: string | undefined) {
  return z.strictObject({
    selector: defineSelectorOptions(selectors, usual).prefault({}),
    timeKeeper: timeKeeperOptions.prefault({}),
    openingBallot: z.boolean().default(true).describe("A private verdict before anyone has spoken"),
    closingBallot: z
      .boolean()
      .default(true)
      .describe("A private final vote of everyone; without it the last spoken verdicts count"),
    debate: z
      .boolean()
      .default(true)
      .describe("False: one private vote of each member decides, and no one speaks"),
    stopWhenSettled: z
      .union([z.boolean(), z.literal("always")])
      .default(false)
      .describe(
        "No debate if all opening votes agree and each rests on its own passage. If one model has all seats, only `--option stopWhenSettled=true` allows it",
      ),
  });
}
type BoardOptions = z.infer<ReturnType<typeof createBoardOptions>>;

/** The board, with selectors that a program adds to the built-in ones. `usual` names the selector of scenarios that
 * name none: yours if you add one. Throws `usage` if you add several and name none of them. */
export function createBoard(selectors: readonly Selector[] = [], usual?: string): Protocol {
  const [own, other] = selectors;
  if (usual === undefined && other !== undefined)
    throw new BoardroomError("usage", {
      message: `createBoard was given ${selectors.length} selectors: ${selectors.map(({ name }) => name).join(", ")}`,
      remedy: `Name the one that is used if a scenario names none: createBoard(selectors, ${JSON.stringify(own?.name)}).`,
    });
  return defineProtocol({
    name: "board",
    version: PROTOCOL_VERSIONS.board,
    builtIn: true,
    quotesNobody: true,
    untilVerdict: true,
    summary:
      "Members debate in one room until no one has more to add. Weights route the turns, and a TimeKeeper keeps time.",
    options: createBoardOptions(selectors, usual ?? own?.name),
    agents: () => [createAgentSeat(TIMEKEEPER)],
    expectedCalls: estimateCalls,
    check: ({ selector }, scenario) => checkSelector(selector, scenario),
    tell: (state) => ({ closing: () => describeClosing(state) }),
    run: (floor, options) => runBoard(floor, options, selectors),
  });
}

const OPEN_FLOOR: Instruction = { kind: "floor", text: "It is your turn to speak." };

async function runBoard(
  floor: Floor,
  options: BoardOptions,
  selectors: readonly Selector[],
): Promise<Outcome> {
  if (!options.debate) {
    await runBallot(floor, "closing");
    return decide(floor.state);
  }
  const changes = options.stopWhenSettled ? { words: QUOTING_VOTE } : {};
  if (options.openingBallot) await runBallot(floor, "opening", changes);
  await floor.hear();
  while (findEndOfShortDebate(floor.state) === null && !isOver(floor.state)) {
    if (floor.state.ballotRequested) await runBallot(floor, "called");
    const notice = createDueReminder(floor.state, options.timeKeeper);
    if (notice) {
      await floor.announce(TIMEKEEPER.id, notice);
      await floor.hear();
      continue;
    }
    const selection = await selectSpeaker(floor, options.selector, selectors);
    if (!selection) break;
    await floor.turn(selection, OPEN_FLOOR);
    await floor.hear();
  }
  const limit = findReachedLimit(floor.state);
  if (options.closingBallot) await runBallot(floor, "closing");
  const outcome = decide(floor.state);
  return limit ? { ...outcome, status: "partial" } : outcome;
}

function isOver(state: MeetingState): boolean {
  const isEmpty = listActiveMembers(state).length === 0 || isAlone(state);
  return isEmpty || findReachedLimit(state) !== null || state.closingRequested;
}

/** The last active member may answer the last message once. */
function isAlone(state: MeetingState): boolean {
  const [single, ...others] = listActiveMembers(state);
  if (single === undefined || others.length > 0 || state.requestedSpeaker !== null) return false;
  if (state.scenario.members.some(({ id }) => getMember(state, id).stoppedBy !== null))
    return false;
  return state.speakers.findLast((id) => getMember(state, id).seat.kind === "member") === single;
}

function describeClosing(state: MeetingState): string {
  if (state.scenario.options.debate === false) return "each member voted once, without a debate";
  const ended = findEndOfShortDebate(state);
  if (ended !== null) return ended;
  const active = listActiveMembers(state);
  if (active.length === 0 || findReachedLimit(state) !== null || state.closingRequested)
    return explainClosing(state);
  const names = active.map((id) => getMember(state, id).seat.persona.name);
  return active.length === 1 ? `only ${names[0]} remained` : "no speakers left";
}

/** Turns a member takes before it withdraws, in simulated meetings of two to five. */
const USUAL_TURNS = 5.8;

function estimateCalls(options: BoardOptions, { members, limits }: Scenario) {
  const { timeKeeper, openingBallot, closingBallot, stopWhenSettled } = options;
  const votes = members.length;
  if (!options.debate) return { low: votes, expected: votes, high: votes, growth: 0 };
  const notices = Math.floor(limits.messages / (timeKeeper.reminderEvery + 1));
  const most = stopWhenSettled ? countTurnsOfShortDebate(members) : limits.messages;
  const turns = Math.min(limits.messages - notices, most);
  const opening = openingBallot ? members.length : 0;
  const least = canSettle({ options, members }) ? 0 : Math.min(turns, 2 * members.length);
  const usual = Math.max(
    least,
    Math.min(turns, Math.round((stopWhenSettled ? 1 : USUAL_TURNS) * members.length)),
  );
  const closing = closingBallot ? members.length : 0;
  return {
    low: opening + least + closing,
    expected: opening + usual + closing,
    high: opening + turns + closing,
    first: opening,
  };
}

const QUOTING_VOTE =
  "Opening vote. No one has spoken yet. Which verdict would you give from the documents alone? Quote the passage that decides it in your reasoning, in quotation marks. Your vote is private and not binding.";

/** No message yet, all opening votes name one option, and each member quotes a passage that no other member quotes. */
function isSettled({ counts, members, scenario }: MeetingState): boolean {
  const voters = scenario.members.flatMap(({ id }) => members.get(id) ?? []);
  const votes = voters.map(
    ({ ballots }) => ballots.find(({ kind }) => kind === "opening")?.verdict ?? null,
  );
  const [first = null] = votes;
  if (counts.messages > 0 || first === null || votes.some((verdict) => verdict !== first))
    return false;
  return canSettle(scenario) && voters.every((voter) => hasOwnPassage(voter, voters));
}

/** One model in all seats agrees with itself. That settles a question only if the user typed the option. */
function canSettle({
  options: { stopWhenSettled = false },
  members,
}: Pick<Scenario, "options" | "members">) {
  return (
    stopWhenSettled === "always" || (stopWhenSettled === true && findSharedModel(members) === null)
  );
}

function hasOwnPassage(voter: MemberState, voters: readonly MemberState[]): boolean {
  const others = voters.filter((other) => other !== voter).flatMap(({ citations }) => citations);
  return voter.citations.some(({ place }) => {
    if (!place) return false;
    const isShared = (other: CheckedCitation["place"]) =>
      other?.document === place.document && other.from <= place.to && other.to >= place.from;
    return !others.some((other) => isShared(other.place));
  });
}

const TURNS_A_MEMBER = 2;

/** The most turns of a short debate. */
function countTurnsOfShortDebate(members: readonly unknown[]): number {
  return TURNS_A_MEMBER * members.length;
}

/** Why a short debate ends, as the record says it; null while it continues. */
function findEndOfShortDebate(state: MeetingState): string | null {
  if (!state.scenario.options.stopWhenSettled) return null;
  if (isSettled(state)) return "all members agreed in the opening vote, from different passages";
  return state.counts.messages < countTurnsOfShortDebate(state.scenario.members)
    ? null
    : `${TURNS_A_MEMBER} turns for each member were used`;
}

/** Members debate in one room, with the built-in selectors, until no one has more to add. */
export const board = createBoard();
