import { isSamePerson } from "../meeting/people/inbox.ts";
import { CHAIR } from "../meeting/people/process-agents.ts";
import type { Json } from "../transcript/events.ts";
import type { MeetingState } from "../transcript/state.ts";

type Watched = { readonly meeting: MeetingState | null; readonly person: string };

/** A question that waits for an answer, and its request by field. */
export type OpenQuestion = {
  readonly person: string;
  readonly path: string;
  readonly request: Readonly<Record<string, Json>>;
};

/** What the person at this screen is asked; whoever has given no name answers for anybody. */
export function questionTo({ meeting, person }: Watched): OpenQuestion | null {
  const awaited = meeting?.awaited ?? [];
  const own = awaited.find((asked) => isSamePerson(asked.person, person));
  const asked = own ?? (person === CHAIR.id ? awaited[0] : undefined);
  return asked ? { ...asked, request: asked.request as OpenQuestion["request"] } : null;
}
