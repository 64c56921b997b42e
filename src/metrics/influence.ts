import { ownOf } from "../lists.ts";
import type { MeetingState } from "../transcript/state.ts";
import { flipsOf } from "./opinion.ts";
import { type MemberCourse, placesOf, standingAt } from "./positions.ts";

/** Messages after which a voice counts half as much. */
const HALF_LIFE = 3;

/** Who is credited with how many changes of mind, in seat order; `spontaneous` counts those that nobody had argued for. */
type ProximateCredit = {
  readonly credit: Readonly<Record<string, number>>;
  readonly spontaneous: number;
};

/**
 * Proximate credit: for a change of i to k, whoever held k and spoke since i's last turn shares one credit, each message by
 * 2^(-distance/3), twice as much where it was addressed to i, and (1 + passages it cited that i's next words cite too). An
 * order in time and words in common, not a cause.
 */
export function proximateCredit(state: MeetingState, courses: readonly MemberCourse[]): ProximateCredit {
  const messages = state.entries.flatMap((entry) =>
    entry.kind === "message" && entry.audience !== "record" ? [entry.message] : [],
  );
  const places = placesOf(state);
  const credit: Record<string, number> = Object.fromEntries(courses.map(({ member }) => [member, 0]));
  let spontaneous = 0;
  for (const { member, to, message } of flipsOf(courses)) {
    const spokenAt = messages.findLastIndex(
      ({ speaker, id }) => speaker === member && (places.get(id) ?? 0) < message,
    );
    const own = messages.find(({ speaker, id }) => speaker === member && (places.get(id) ?? 0) >= message);
    const cited = new Set(
      own?.artifacts.flatMap((artifact) => (artifact.kind === "citation" ? [artifact.ref] : [])),
    );
    const heard = messages.slice(spokenAt + 1, message).filter(({ speaker }) => speaker !== member);
    const weights = heard.flatMap(({ speaker, to: addressee, id, artifacts }) => {
      const at = places.get(id) ?? 0;
      const holder = courses.findIndex((course) => course.member === speaker);
      if (holder === -1 || standingAt(courses, at)[holder] !== to) return [];
      const shared = artifacts.filter(
        (artifact) => artifact.kind === "citation" && cited.has(artifact.ref),
      ).length;
      return [
        { speaker, weight: 2 ** (-(message - at) / HALF_LIFE) * (addressee === member ? 2 : 1) * (1 + shared) },
      ];
    });
    const total = weights.reduce((sum, { weight }) => sum + weight, 0);
    if (total === 0) spontaneous += 1;
    for (const { speaker, weight } of weights) credit[speaker] = (ownOf(credit, speaker) ?? 0) + weight / total;
  }
  return { credit, spontaneous };
}
