import type { Person } from "../../../showing/meeting-view/people.ts";

/** Colours that people are told apart by, beside their initials. */
const TONES = 12;

export function Badge({ person }: { readonly person: Person }) {
  const tone = person.isAgent ? "agent" : `p${person.place % TONES}`;
  return (
    <span class={`badge ${tone}`} aria-hidden="true">
      {person.initials}
    </span>
  );
}

export function Named({ person }: { readonly person: Person }) {
  return (
    <>
      <b class="name">{person.name}</b> <span class="dim">{person.title}</span>
    </>
  );
}
