import { BoardroomError } from "../../errors.ts";
import { lookUpKey } from "../../lists.ts";
import { notFound } from "../../scenario/files/nearest.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Criterion } from "../../scenario/schema/scenario.ts";
import { interestOf, isCritical } from "./criteria.ts";
import type { FramedQuestion } from "./frame.ts";

type ComposeSetup = {
  frame: FramedQuestion;
  library: readonly Persona[];
  /** Ids of members that were named; the board is then these. */
  members?: readonly string[] | undefined;
  size?: number | undefined;
};

type ComposedSeat = {
  persona: Persona;
  /** Why this member was chosen: a criterion or an interest. */
  reasons: readonly string[];
};

export type ComposedBoard = {
  seats: readonly ComposedSeat[];
  /** Seats that tend to see a proposal critically. */
  opposing: readonly string[];
  unweighed: readonly Criterion[];
  notes: readonly string[];
};

const USUAL_SIZE = 5;

const SEES_TO = 4;

/** Chooses a board: a member for each criterion, then those that differ most, and at least one critic. */
export function composeBoard(setup: ComposeSetup): ComposedBoard {
  const { frame, library, members, size = USUAL_SIZE } = setup;
  const seated = members ? named(members, library) : chooseSeats(frame.criteria, library, size);
  const opposing = seated
    .filter((persona) => isCritical(persona, frame.criteria))
    .map(({ id }) => id);
  const unweighed = frame.criteria.filter(
    ({ id }) => !seated.some(({ priorities }) => (lookUpKey(priorities, id) ?? 0) >= SEES_TO),
  );
  const seats = seated.map((persona) => ({
    persona,
    reasons: reasonsFor(persona, seated, frame.criteria),
  }));
  return {
    seats,
    opposing,
    unweighed,
    notes: [
      ...(members || library.some((persona) => knowsSubject(persona, frame))
        ? []
        : [
            "No persona has the question's subject in its title or expertise.",
            "To add one: boardroom new persona my-expert",
          ]),
      ...(opposing.length > 0 ? [] : ["No member tends to be critical of proposals."]),
      ...(unweighed.length === 0
        ? []
        : [
            `No member gives much weight to ${unweighed.map(({ name }) => name.toLowerCase()).join(", ")}.`,
          ]),
    ],
  };
}

/** By stems: "nurse" fits "nursing". Words of any question are no subject. */
function knowsSubject({ title, expertise }: Persona, { question }: FramedQuestion): boolean {
  const stems = (text: string) =>
    text
      .toLowerCase()
      .match(/\p{L}{4,}/gu)
      ?.map((word) => word.replace(/(?:ing|es?|s)$/, "")) ?? [];
  const known = stems([title, ...expertise].join(" "));
  return stems(question.replaceAll(ANY_QUESTION, "")).some((stem) => known.includes(stem));
}

const ANY_QUESTION =
  /\b(?:should|what|when|which|with|from|this|that|they|have|into|than|their|head|lead|senior|manager|officer|director|hire|candidate|service)\b/giu;

function named(ids: readonly string[], library: readonly Persona[]): readonly Persona[] {
  const known = library.map(({ id }) => id);
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0)
    throw new BoardroomError(
      "persona-not-found",
      unknown.map((id) => notFound("persona", id, known)),
    );
  return [...new Set(ids)].flatMap((id) => library.find((persona) => persona.id === id) ?? []);
}

function reasonsFor(
  persona: Persona,
  seated: readonly Persona[],
  criteria: readonly Criterion[],
): readonly string[] {
  const weight = (who: Persona, id: string) => lookUpKey(who.priorities, id) ?? 0;
  const others = seated.filter((other) => other !== persona);
  const isMost = ({ id }: Criterion) =>
    weight(persona, id) > 0 && others.every((other) => weight(other, id) < weight(persona, id));
  const listed = (of: readonly Criterion[]) =>
    of.map(({ id, name }) => `${name.toLowerCase()} (${weight(persona, id)})`).join(", ");
  const most = criteria.filter(isMost);
  const also = criteria.filter(({ id }) => weight(persona, id) >= 6);
  const [first, second] = persona.expertise;
  const why =
    most.length > 0
      ? `weighs more than the others: ${listed(most)}`
      : also.length > 0
        ? `weighs, as others do: ${listed(also)}`
        : `knows ${[first, second].filter(Boolean).join(" and ")}`;
  return [why, ...(isCritical(persona, criteria) ? ["tends to be critical of proposals"] : [])];
}

/** A member represents a criterion from this weight on, of 10. */
const COVERS = 6;

function chooseSeats(
  criteria: readonly Criterion[],
  library: readonly Persona[],
  size: number,
): readonly Persona[] {
  const chosen: Persona[] = [];
  const weightOf = ({ priorities }: Persona, id: string) => lookUpKey(priorities, id) ?? 0;
  const fit = (persona: Persona) =>
    criteria.reduce((sum, { id }) => sum + weightOf(persona, id) / 10, 0) /
    Math.max(1, criteria.length);
  const apart = (persona: Persona) =>
    Math.min(1, ...chosen.map((other) => priorityDistance(persona, other, criteria)));
  const add = (score: (persona: Persona) => number) => {
    const [best] = library
      .filter((persona) => !chosen.includes(persona) && score(persona) > 0)
      .toSorted((a, b) => score(b) - score(a));
    if (best) chosen.push(best);
  };
  for (const { id } of criteria) {
    if (chosen.length === size) break;
    if (chosen.some((persona) => weightOf(persona, id) > COVERS)) continue;
    add((persona) => {
      const weight = weightOf(persona, id);
      return weight < COVERS ? 0 : weight + 3 * fit(persona) + 4 * apart(persona);
    });
  }
  while (chosen.length < Math.min(size, library.length)) {
    const before = chosen.length;
    add((persona) => fit(persona) + apart(persona));
    if (chosen.length === before) break;
  }
  if (chosen.length < 2 || chosen.some((persona) => isCritical(persona, criteria))) return chosen;
  const [critic] = library
    .filter((persona) => isCritical(persona, criteria))
    .toSorted((a, b) => interestOf(a, criteria) - fit(a) - (interestOf(b, criteria) - fit(b)));
  return critic ? [...chosen.slice(0, -1), critic] : chosen;
}

/** 0 the same priorities, 1 nothing in common; 0.5 if one of the two weighs none of the criteria. */
function priorityDistance(a: Persona, b: Persona, criteria: readonly { id: string }[]): number {
  const weights = ({ priorities }: Persona) =>
    criteria.map(({ id }) => lookUpKey(priorities, id) ?? 0);
  const [left, right] = [weights(a), weights(b)];
  const dot = left.reduce((sum, each, at) => sum + each * (right[at] ?? 0), 0);
  const length = (of: readonly number[]) =>
    Math.sqrt(of.reduce((sum, each) => sum + each * each, 0));
  const lengths = length(left) * length(right);
  return lengths === 0 ? 0.5 : 1 - dot / lengths;
}
