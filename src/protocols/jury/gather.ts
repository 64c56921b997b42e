import type { Floor } from "../../engine/meeting/contract/floor.ts";
import { asking, form, orNull, words, yesNo } from "../../engine/meeting/form/reply-form.ts";
import { activeMembers } from "../../engine/meeting/money/limits.ts";
import { personOn } from "../../engine/meeting/people/person.ts";
import { type MeetingState, memberOf } from "../../engine/transcript/state.ts";
import { pairs } from "../../lists.ts";
import { phaseEnded, phaseEntered, quorumChecked } from "./facts.ts";
import type { JuryOptions, Phase } from "./options.ts";

export function requiredQuorum({ quorum }: JuryOptions, { scenario }: MeetingState): number {
  return quorum ?? scenario.members.length;
}

export const present = activeMembers;

export function hasQuorum(options: JuryOptions, state: MeetingState): boolean {
  return present(state).length >= requiredQuorum(options, state);
}

/** Seconds between two calls of the roll. */
const CALL_AGAIN = 10;

const readyForm = form(
  "roll-call",
  { ready: yesNo(), note: orNull(words("anything that must be known first")) },
  { isInstead: true },
);

const rollCall = {
  ...asking(readyForm, []),
  text: `Are you ready to begin? ${readyForm.line}`,
};

/** Until all people are ready and a quorum, or time is up. Models are ready at once. False without a quorum. */
export async function gather(floor: Floor, phase: Phase, options: JuryOptions, of: number): Promise<boolean> {
  const startedAt = floor.state.now;
  await phaseEntered.record(floor, { index: 0, name: phase.name, of, at: startedAt });
  const required = requiredQuorum(options, floor.state);
  const limit = after(startedAt, phase.phaseDuration ?? options.gatheringTimeout);
  const isPerson = (id: string) => personOn(memberOf(floor.state, id).seat) !== null;
  const ready = new Set(present(floor.state).filter((id) => !isPerson(id)));
  let isComplete = false;
  for (;;) {
    for (const id of await callRoll(floor, ready)) ready.add(id);
    isComplete = present(floor.state).every((id) => ready.has(id)) && ready.size >= required;
    const next = after(floor.state.now, CALL_AGAIN);
    if (isComplete || next > limit || present(floor.state).length === 0) break;
    await floor.wait(next);
  }
  const here = present(floor.state).filter((id) => ready.has(id));
  const met = here.length >= required;
  await quorumChecked.record(floor, { required, present: here, met });
  await phaseEnded.record(floor, {
    index: 0,
    name: phase.name,
    startedAt,
    endedAt: floor.state.now,
    endedBy: isComplete ? "criteria" : "timeout",
    spoken: [],
    ready: here,
    skipped: floor.state.scenario.members.map(({ id }) => id).filter((id) => !here.includes(id)),
    unspoken: [],
  });
  return met;
}

async function callRoll(floor: Floor, ready: ReadonlySet<string>): Promise<string[]> {
  const asked = present(floor.state).filter((id) => !ready.has(id));
  if (asked.length === 0) return [];
  const answers = await floor.parallel(
    asked.map((id) => (branch: Floor) => branch.turn(id, rollCall)),
    { speakers: asked },
  );
  return pairs(asked, answers).flatMap(([id, turn]) =>
    turn.status === "spoke" && turn.reply.ready ? [id] : [],
  );
}

export function after(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * 1000).toISOString();
}
