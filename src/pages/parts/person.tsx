import type { Person } from "../../reports/meeting-view/people.ts";

/** Colours that people are told apart by, beside their initials. */
const TONES = 12;

/** A member's initials in its colour; whoever runs the procedure has none. */
export function Badge({ person }: { readonly person: Person }) {
  const tone = person.isAgent ? "agent" : `p${person.place % TONES}`;
  return (
    <span class={`badge ${tone}`} aria-hidden="true">
      {person.initials}
    </span>
  );
}

/** Name and title. */
export function Named({ person }: { readonly person: Person }) {
  return (
    <>
      <b class="name">{person.name}</b> <span class="dim">{person.title}</span>
    </>
  );
}
