import { countedPassages } from "../transcript/cited-passages.ts";
import type { MeetingState } from "../transcript/state.ts";

/** What members pointed at in the documents, and whether it stands there. */
export type EvidenceFigures = {
  /** Passages that members cited or quoted, as the verdict table counts them. */
  readonly checked: number;
  /** Share of them that stand there, word for word or nearly; null where nothing was quoted. */
  readonly found: number | null;
  /** Different places among those found. */
  readonly places: number;
  /** How often a place was cited on average; null without any. */
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
