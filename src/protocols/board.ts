import { z } from "zod";
import { defineProtocol } from "../engine/meeting/contract/define-protocol.ts";
import type { Cue, Floor } from "../engine/meeting/contract/floor.ts";
import type { Protocol } from "../engine/meeting/contract/protocol.ts";
import { holdBallot } from "../engine/meeting/decision/ballot.ts";
import { decide } from "../engine/meeting/decision/decide.ts";
import { endOfShortDebate, QUOTING_VOTE, turnsOfShortDebate } from "../engine/meeting/decision/settled.ts";
import { activeMembers, closingReason, limitReached } from "../engine/meeting/money/limits.ts";
import { agentModel, agentSeat, CHAIR, TIMEKEEPER } from "../engine/meeting/people/process-agents.ts";
import { CONTRARIAN, contrarianMistakes, withContrarian } from "../engine/meeting/procedure/contrarian.ts";
import {
  selectorMistakes,
  selectorOptions,
  selectSpeaker,
} from "../engine/meeting/procedure/select-speaker.ts";
import { dueNotice, giveNotice, timeKeeperOptions } from "../engine/meeting/procedure/time-keeper.ts";
import type { Selector } from "../engine/routing/selector.ts";
import type { Outcome } from "../engine/transcript/events.ts";
import { type MeetingState, memberOf } from "../engine/transcript/state.ts";
import { BoardroomError } from "../errors.ts";
import { idSchema } from "../scenario/schema/persona.ts";
import type { Scenario, Seat } from "../scenario/schema/scenario.ts";

function boardOptions(selectors: readonly Selector[], usual: string | undefined) {
  return z.strictObject({
    selector: selectorOptions(selectors, usual).prefault({}),
    timeKeeper: timeKeeperOptions.prefault({}),
    openingBallot: z.boolean().default(true).describe("A private verdict before anyone has spoken"),
    stopWhenSettled: z
      .boolean()
      .default(false)
      .describe("No debate if all opening votes agree and rest on different passages"),
    contrarian: idSchema.optional().describe("Seat of the member who argues the other side"),
  });
}
export type BoardOptions = z.infer<ReturnType<typeof boardOptions>>;

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
    version: 8,
    house: ({ contrarian }) => withContrarian(contrarian),
    columns: [CONTRARIAN],
    builtIn: true,
    quotesNobody: true,
    untilVerdict: true,
    summary:
      "Members debate in one room until no one has more to add. Weights route the turns, and a TimeKeeper keeps time.",
    options: boardOptions(selectors, usual ?? own?.name),
    agents: boardAgents,
    expectedCalls: boardCalls,
    check: (options, scenario) => [
      ...selectorMistakes(options.selector, scenario),
      ...contrarianMistakes(options.contrarian, scenario),
    ],
    closing: boardClosing,
    run: (floor, options) => run(floor, options, selectors),
  });
}

export const board = createBoard();

const openFloor: Cue = { kind: "floor", text: "It is your turn to speak." };

async function run(floor: Floor, options: BoardOptions, selectors: readonly Selector[]): Promise<Outcome> {
  const changes = options.stopWhenSettled ? { words: QUOTING_VOTE } : {};
  if (options.openingBallot) await holdBallot(floor, "opening", changes);
  await floor.hear();
  while (endOfShortDebate(floor.state) === null && !isOver(floor.state)) {
    if (floor.state.ballotRequested) await holdBallot(floor, "called");
    const notice = dueNotice(floor.state, options.timeKeeper);
    if (notice) {
      await giveNotice(floor, notice, options.timeKeeper);
      await floor.hear();
      continue;
    }
    const selection = await selectSpeaker(floor, options.selector, selectors);
    if (!selection) break;
    await floor.turn(selection, openFloor);
    await floor.hear();
  }
  const limit = limitReached(floor.state);
  await holdBallot(floor, "closing");
  const outcome = decide(floor.state);
  return limit ? { ...outcome, status: "partial" } : outcome;
}

function isOver(state: MeetingState): boolean {
  const isEmpty = activeMembers(state).length === 0 || isAlone(state);
  return isEmpty || limitReached(state) !== null || state.closingRequested;
}

/** Whoever is left alone may answer the last message, but then has nobody to talk to. */
function isAlone(state: MeetingState): boolean {
  const [lone, ...others] = activeMembers(state);
  if (lone === undefined || others.length > 0 || state.requestedSpeaker !== null) return false;
  if (state.scenario.members.some(({ id }) => memberOf(state, id).stoppedBy !== null)) return false;
  return state.speakers.findLast((id) => memberOf(state, id).seat.kind === "member") === lone;
}

function boardClosing(state: MeetingState): string {
  const ended = endOfShortDebate(state);
  if (ended !== null) return ended;
  const active = activeMembers(state);
  if (active.length === 0 || limitReached(state) !== null || state.closingRequested)
    return closingReason(state);
  const names = active.map((id) => memberOf(state, id).seat.persona.name);
  return active.length === 1 ? `only ${names[0]} was left at the table` : "no member was left to speak";
}

function boardAgents({ selector, timeKeeper }: BoardOptions, { members }: Scenario): Seat[] {
  const model = agentModel(members);
  return [
    agentSeat(TIMEKEEPER, timeKeeper.words === "model" ? (timeKeeper.model ?? model) : "template"),
    ...(selector.name === "chair" ? [agentSeat(CHAIR, selector.chairModel ?? model)] : []),
  ];
}

/** Turns a member takes before it withdraws, and turns between two notices, in simulated meetings of two to five. */
const USUAL_TURNS = 5.8;
const TURNS_A_NOTICE = 3;

function boardCalls(options: BoardOptions, { members, limits }: Scenario) {
  const { selector, timeKeeper, openingBallot, stopWhenSettled } = options;
  const notices = Math.floor(limits.messages / (timeKeeper.reminderEvery + 1));
  const most = stopWhenSettled ? turnsOfShortDebate(members) : limits.messages;
  const turns = Math.min(limits.messages - notices, most);
  const each = selector.name === "chair" ? 2 : 1;
  const opening = openingBallot ? members.length : 0;
  const usual = Math.min(turns, Math.round((stopWhenSettled ? 1 : USUAL_TURNS) * members.length));
  const spoken = timeKeeper.words === "model" ? Math.min(notices, Math.round(usual / TURNS_A_NOTICE)) : 0;
  const closing = stopWhenSettled ? members.length : 0;
  return {
    low: opening + (stopWhenSettled ? 0 : Math.min(turns, 2 * members.length)) * each + closing,
    expected: opening + usual * each + spoken + closing,
    high: opening + turns * each + (timeKeeper.words === "model" ? notices : 0) + members.length,
  };
}
