import type { Floor } from "../../meeting/floor.ts";
import { selectSpeaker } from "../../meeting/select-speaker.ts";
import { certain, type Selection, select } from "../../routing/select.ts";
import { type Selector, weighted } from "../../routing/selectors.ts";
import { type Situation, situationOf } from "../../routing/situation.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { Table } from "./cues.ts";
import { floorRefused } from "./facts.ts";
import type { Phase } from "./options.ts";
import type { Course, Taken } from "./phase.ts";
import { present } from "./quorum.ts";

/** Who speaks next in a phase: by its order. Null where nobody may. */
export async function nextSpeaker(
  floor: Floor,
  { phase, table }: Course,
  taken: readonly Taken[],
): Promise<Selection | null> {
  const waiting = mayStillSpeak(floor.state, phase, taken);
  if (waiting.length === 0) return null;
  const situation = among(floor.state, waiting);
  if (phase.speakingOrder === "round-robin") {
    await refuse(floor, phase, "not_your_turn", waiting[0]!);
    return certain(situation, waiting[0]!, "round-robin", "next in the order of the seats");
  }
  if (phase.speakingOrder === "sequential") {
    if (situation.requested === null) await refuse(floor, phase, "already_spoken");
    return select(claiming, situation, floor.random("speaker"));
  }
  return (await drawFreely(floor, table, waiting)) ?? onlyOne(situation, phase, waiting);
}

/** By the meeting's selector, among these alone. */
function drawFreely(floor: Floor, { options }: Table, waiting: readonly string[]): Promise<Selection | null> {
  const others = present(floor.state).filter((id) => !waiting.includes(id));
  const silent = Object.fromEntries(others.map((id) => [id, 0]));
  const { selector } = options;
  return selectSpeaker(floor, { ...selector, talkativeness: { ...selector.talkativeness, ...silent } });
}

/** A phase that waits for one member lets it go on, although it spoke last. */
function onlyOne(situation: Situation, phase: Phase, [only]: readonly string[]): Selection | null {
  if (phase.completionCriteria === "time-based") return null;
  return certain(situation, only!, "open", "the phase waits for nobody else");
}

/** Once each in turn. In an open phase: whoever it waits for; in a timed one, whoever has not been silent since the last word. */
function mayStillSpeak(state: MeetingState, phase: Phase, taken: readonly Taken[]): string[] {
  const here = present(state);
  if (phase.speakingOrder === "open" && phase.completionCriteria === "time-based") {
    const since = taken.slice(taken.findLastIndex(({ how }) => how === "spoke") + 1);
    return here.filter((id) => !since.some(({ member }) => member === id));
  }
  const isDone = (id: string) =>
    taken.some(
      ({ member, ready }) => member === id && (phase.completionCriteria === "all-ready" ? ready : true),
    );
  return here.filter((id) => !isDone(id));
}

/** Who claims the floor among those who have not spoken: the quieter so far, the likelier. */
const claiming: Selector = { ...weighted, name: "sequential", why: "claims the floor" };

/** The situation with these candidates alone, whoever spoke last. */
function among(state: MeetingState, ids: readonly string[]): Situation {
  const situation = situationOf(state);
  const requested =
    situation.requested !== null && ids.includes(situation.requested) ? situation.requested : null;
  const candidates = ids.map((seat) => {
    const { messages, passes } = state.members.get(seat)!;
    return { seat, turns: messages + passes, talkativeness: 1 };
  });
  return { ...situation, candidates, requested };
}

/** A person has given the floor to somebody who may not have it now: recorded once a phase. */
async function refuse(
  floor: Floor,
  { name }: Phase,
  why: "not_your_turn" | "already_spoken",
  next?: string,
): Promise<void> {
  const member = floor.state.requestedSpeaker;
  if (member === null || member === next) return;
  const isKnown = floorRefused.all(floor.state).some((each) => each.member === member && each.phase === name);
  if (!isKnown) await floorRefused.record(floor, { member, phase: name, why });
}
