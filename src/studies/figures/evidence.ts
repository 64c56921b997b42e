import { countedPassages } from "../../engine/transcript/cited-passages.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";

export type EvidenceFigures = {
  readonly checked: number;
  /** Share found word for word or nearly; null without citations. */
  readonly found: number | null;
  readonly places: number;
  readonly repetition: number | null;
};

export function evidenceFigures(state: MeetingState): EvidenceFigures {
  const isTalk = state.counts.messages > 0;
  const quoted = [...state.members.values()]
    .filter(({ seat }) => seat.kind === "member")
    .flatMap(({ citations }) =>
      countedPassages(citations, isTalk).filter(({ found }) => found !== "reference"),
    );
  const found = quoted.filter((citation) => citation.found === "exact" || citation.found === "near");
  const places = new Set(
    found.map(({ place, ref }) => (place ? `${place.document}#${place.from}` : (ref ?? ""))),
  );
  return {
    checked: quoted.length,
    found: quoted.length === 0 ? null : found.length / quoted.length,
    places: places.size,
    repetition: places.size === 0 ? null : found.length / places.size,
  };
}
