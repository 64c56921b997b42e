import { isSamePerson } from "../../engine/meeting/people/inbox.ts";
import { outsiderOn } from "../../engine/meeting/people/person.ts";
import { CHAIR } from "../../engine/meeting/people/process-agents.ts";
import type { Json } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";

type WatchedMeeting = { readonly meeting: MeetingState | null; readonly person: string };

export type OpenQuestion = {
  readonly person: string;
  readonly path: string;
  readonly request: Readonly<Record<string, Json>>;
};

/** A viewer without a name answers for any person, but not for an outside agent. */
export function questionTo({ meeting, person }: WatchedMeeting): OpenQuestion | null {
  const awaited = (meeting?.awaited ?? []).filter((asked) => !isOfAgent(meeting, asked.person));
  const own = awaited.find((asked) => isSamePerson(asked.person, person));
  const asked = own ?? (person === CHAIR.id ? awaited[0] : undefined);
  return asked ? { ...asked, request: asked.request as OpenQuestion["request"] } : null;
}

/** The caller has checked the agent's token. */
export function questionToAgent(meeting: MeetingState, person: string): OpenQuestion | null {
  const asked = meeting.awaited.find((each) => isSamePerson(each.person, person));
  return asked ? { ...asked, request: asked.request as OpenQuestion["request"] } : null;
}

function isOfAgent(meeting: MeetingState | null, person: string): boolean {
  return [...(meeting?.members.values() ?? [])].some(({ seat }) => {
    const agent = outsiderOn(seat);
    return agent !== null && isSamePerson(agent, person);
  });
}
