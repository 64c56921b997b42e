import type { Floor } from "../../engine/meeting/contract/floor.ts";
import { selectSpeaker } from "../../engine/meeting/procedure/select-speaker.ts";
import { certain, type Selection, select } from "../../engine/routing/select.ts";
import { type Selector, type Situation, situationOf } from "../../engine/routing/selector.ts";
import { weighted } from "../../engine/routing/selectors.ts";
import { type MeetingState, memberOf } from "../../engine/transcript/state.ts";
import { ownOf } from "../../lists.ts";
import type { Course, PhaseTable } from "./cue-data.ts";
import { present } from "./gather.ts";
import type { Phase } from "./options.ts";

export type TurnTaken = {
  readonly member: string;
  readonly how: "spoke" | "passed" | "absent";
  readonly ready: boolean;
};

/** Whomever a person gives the floor where the order allows, else by that order. */
export async function nextSpeaker(
  floor: Floor,
  { phase, table }: Course,
  taken: readonly TurnTaken[],
): Promise<Selection | null> {
  await floor.hear();
  const { state } = floor;
  const waiting = mayStillSpeak(state, phase, taken);
  const situation = among(state, waiting);
  if (phase.speakingOrder === "open") {
    const { requested } = situationOf(state);
    if (requested !== null) return certain(situation, requested, "open", "given the floor by a person");
    if (waiting.length === 0) return null;
    return (
      (await drawFreely(floor, table, { waiting, taken })) ??
      onlyOne(state, phase, { situation, waiting, taken })
    );
  }
  const [first] = waiting;
  if (first === undefined) return null;
  if (phase.speakingOrder === "sequential") return select(claiming, situation, floor.random("speaker"));
  return certain(situation, first, "round-robin", "next in the order of the seats");
}

/** Whoever has not had the floor yet goes before the others in rank. */
function drawFreely(
  floor: Floor,
  { options: { selector } }: PhaseTable,
  { waiting, taken }: Pick<StillWaiting, "waiting" | "taken">,
): Promise<Selection | null> {
  const factors = floor.state.scenario.members.map(({ id }): [string, number] => {
    const own = ownOf(selector.talkativeness, id) ?? 1;
    if (!waiting.includes(id)) return [id, 0];
    return [id, taken.some(({ member }) => member === id) ? own : own * UNHEARD];
  });
  const talkativeness = Object.fromEntries(factors);
  return selectSpeaker(floor, { ...selector, talkativeness });
}

const UNHEARD = 2;

type StillWaiting = {
  readonly situation: Situation;
  readonly waiting: readonly string[];
  readonly taken: readonly TurnTaken[];
};

/** The last speaker is asked too, so that all have passed in a row. Not in timed phases, nor alone. */
function onlyOne(
  state: MeetingState,
  phase: Phase,
  { situation, waiting, taken }: StillWaiting,
): Selection | null {
  const isAlone = present(state).length === 1 && taken.length > 0;
  const [next] = waiting;
  if (next === undefined || phase.completionCriteria === "time-based" || isAlone) return null;
  return certain(situation, next, "open", "no other member has more to say");
}

/** In an open phase any number of times, except after silence or agreeing that it may end. */
function mayStillSpeak(state: MeetingState, phase: Phase, taken: readonly TurnTaken[]): string[] {
  const here = present(state);
  const isOpen = phase.speakingOrder === "open";
  const counted = isOpen ? taken.slice(taken.findLastIndex(({ how }) => how === "spoke") + 1) : taken;
  const isReady = (id: string) => taken.some(({ member, ready }) => member === id && ready);
  const hasTaken = (id: string) => counted.some(({ member }) => member === id);
  if (phase.completionCriteria === "all-ready")
    return here.filter((id) => !isReady(id) && !(isOpen && hasTaken(id)));
  return here.filter((id) => !hasTaken(id));
}

/** The quieter so far, the likelier. */
const claiming: Selector = { ...weighted, name: "sequential", why: "claims the floor" };

function among(state: MeetingState, ids: readonly string[]): Situation {
  const situation = situationOf(state);
  const requested =
    situation.requested !== null && ids.includes(situation.requested) ? situation.requested : null;
  const candidates = ids.map((seat) => {
    const { messages, passes } = memberOf(state, seat);
    return { seat, turns: messages + passes, talkativeness: 1 };
  });
  return { ...situation, candidates, requested };
}
