import type { HumanAnswer } from "../engine/meeting/contract/floor.ts";
import { flatFields, saidOfAnswer } from "../engine/meeting/form/form.ts";
import type { FormField } from "../engine/meeting/form/kind.ts";
import { leaveAct } from "../engine/meeting/people/file-inbox.ts";
import { type Act, isSamePerson } from "../engine/meeting/people/inbox.ts";
import { outsiderOn, personOn } from "../engine/meeting/people/person.ts";
import type { Json } from "../engine/transcript/events.ts";
import { foldTranscript } from "../engine/transcript/fold.ts";
import { readTranscript } from "../engine/transcript/journal.ts";
import { hasWriter } from "../engine/transcript/lock.ts";
import type { MeetingState } from "../engine/transcript/state.ts";
import { BoardroomError } from "../errors.ts";
import { usage } from "../home/process/usage.ts";
import { floorRefusalOf, peopleOf } from "../home/settings/protocols.ts";
import { suggestion } from "../scenario/files/nearest.ts";
import { fieldTakes, type SeatCall, seatAnswer } from "../showing/watching/seat.ts";
import { sanitiseLine } from "../text/sanitise.ts";

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

export function leaveChecked(path: string, shown: string, act: Act): boolean {
  const state = foldTranscript(readTranscript(path).events);
  if (state.ending?.kind === "closed")
    throw usage("this meeting is closed", `Take another way with boardroom fork ${shown} --at N.`);
  const { does } = act;
  const seats = state.scenario.members.map(({ id }) => id);
  if ("to" in does && !seats.includes(does.to)) {
    throw new BoardroomError("unknown-member", {
      message: `no member of this meeting is called ${JSON.stringify(does.to)}`,
      remedy: suggestion(does.to, seats, "Members"),
    });
  }
  if (does.act === "give-floor") requireFloor(state, does.to);
  leaveAct(path, act);
  return hasWriter(path);
}

function requireFloor({ protocol, members }: MeetingState, to: string): void {
  const isHere = members.get(to)?.status === "active";
  const why = floorRefusalOf(protocol);
  if (isHere && why === null) return;
  throw usage(
    isHere ? `no member can get the floor: ${why}` : `${to} no longer takes part`,
    "Say something to everybody with --interject, or to one member with --whisper.",
  );
}
