import type { HumanAnswer } from "../../engine/meeting/contract/floor.ts";
import { flatFields } from "../../engine/meeting/form/fields.ts";
import { saidOfAnswer } from "../../engine/meeting/form/form.ts";
import type { FormField } from "../../engine/meeting/form/form-field.ts";
import { isSamePerson } from "../../engine/meeting/people/inbox.ts";
import { outsiderOn, personOn } from "../../engine/meeting/people/person.ts";
import type { Json } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { usage } from "../../home/process/usage.ts";
import { peopleOf } from "../../home/settings/protocols.ts";
import { suggestion } from "../../scenario/files/nearest.ts";
import { fieldTakes, type SeatCall, seatAnswer } from "../../showing/watching/seat.ts";
import { sanitiseLine } from "../../text/sanitise.ts";

/** At the table: people on seats, those asked now, and those the protocol asks. */
export function requireAtTable(state: MeetingState, name: string): void {
  const { members, awaited } = state;
  const seated = [...members.values()].flatMap(({ seat }) => personOn(seat) ?? []);
  const asked = awaited.map(({ person }) => person);
  const known = [...new Set([...seated, ...asked, ...peopleOf(state)])];
  if (known.some((person) => isSamePerson(person, name))) return;
  throw usage(
    `no one called ${JSON.stringify(name)} is at the table of this meeting`,
    suggestion(name, known, "People"),
  );
}

/** JSON is held against the form of the question before it is left, as the answer of a page or of an agent is. */
export function requireForm(call: SeatCall | null, said: HumanAnswer): void {
  const read = call === null ? null : seatAnswer(call, said);
  if (read === null || "answer" in read) return;
  throw new BoardroomError(
    "answer-refused",
    Object.entries(read.problems).map(([field, message]) => {
      const takes = call === null ? null : fieldTakes(call, field);
      const named = call === null ? field : nameInJson(call.fields, said as Json, field);
      return {
        place: { file: field === "" ? "--json" : `--json ${named}` },
        message,
        ...(takes !== null && { remedy: `It takes ${takes}.` }),
      };
    }),
  );
}

function nameInJson(fields: readonly FormField[], said: Json, label: string): string {
  const parts = flatFields(fields, saidOfAnswer(fields, said));
  return parts.find((part) => part.label === label)?.place.join(".") ?? label;
}

/** A person may say that an agent is absent, never what it says. */
export function refuseForAgent({ members }: MeetingState, name: string): void {
  const seat = [...members.values()].find(({ seat: { model } }) => {
    const agent = outsiderOn({ model });
    return agent !== null && isSamePerson(agent, name);
  });
  if (!seat) return;
  throw usage(
    `${name} is an agent, who answers for itself with the token of its seat`,
    "To record that there is no answer: --absent WHY.",
  );
}

export function nobodyAsked(folder: string, { awaited }: MeetingState, as?: string): BoardroomError {
  const before = `To answer before you are asked, say who you are and what: boardroom act ${folder} --as NAME --say TEXT`;
  const others = [...new Set(awaited.map(({ person }) => person))];
  if (others.length === 0 || as === undefined) return usage("this meeting waits for no person", before);
  const names = others.map(sanitiseLine).join(", ");
  return usage(`${as} is not waited for: this meeting waits for ${names}`, before);
}

export function over(folder: string): BoardroomError {
  return usage(
    "this meeting is closed",
    `Read it with boardroom show ${folder}, or take another way with boardroom fork.`,
  );
}
