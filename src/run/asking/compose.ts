// Chooses the members of a board for a question, by their priorities. `ask`, `new` and agents use
// it; a person can change the result.

import { BoardroomError } from "../../errors.ts";
import { lookUpKey } from "../../lists.ts";
import { describeNotFound } from "../../scenario/files/nearest.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Criterion } from "../../scenario/schema/scenario.ts";
import { computeInterest, findCommonCriterion, isCritical, type Stake } from "./criteria.ts";
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
  /** What it has at stake in this case; null if it weighs no criterion. */
  stake: Stake | null;
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

/**
 * Chooses a board: a member for each criterion, then those that differ most, and at least one
 * critic. Throws `persona-not-found` for an unknown id in `members`.
 *
 * @example
 * ```ts
 * const personas = await listPersonas({ cwd: "/home/me/work" });
 * const library = personas.flatMap(({ persona }) => persona ?? []);
 * const board = composeBoard({ frame: frameQuestion({ question: "Should we hire?" }), library, size: 5 });
 * ```
 */
export function composeBoard(setup: ComposeSetup): ComposedBoard {
  const { frame, library, members, size = USUAL_SIZE } = setup;
  const seated = members
    ? findMembers(members, library)
    : chooseSeats(frame.criteria, library, size);
  const opposing = seated
    .filter((persona) => isCritical(persona, frame.criteria))
    .map(({ id }) => id);
  const unweighed = frame.criteria.filter(
    ({ id }) => !seated.some(({ priorities }) => (lookUpKey(priorities, id) ?? 0) >= SEES_TO),
  );
  const taken = new Set<string>();
  const seats = seated.map((persona) => ({
    persona,
    reasons: explainChoice(persona, seated, frame.criteria),
    stake: chooseStake(persona, frame, taken),
  }));
  const notes = [];
  if (!members && !library.some((persona) => isSubjectKnown(persona, frame))) {
    notes.push("No persona has the question's subject in its title or expertise.");
    notes.push("To add one: boardroom new persona my-expert");
  }
  if (opposing.length === 0) notes.push("No member tends to be critical of proposals.");
  const names = unweighed.map(({ name }) => name.toLowerCase()).join(", ");
  if (names !== "") notes.push(`No member gives much weight to ${names}.`);
  return { seats, opposing, unweighed, notes };
}

/** A stake that no other member has, by the persona's priorities. Criteria of the question come first. */
function chooseStake(
  { priorities }: Persona,
  { criteria, stakes = [] }: FramedQuestion,
  taken: Set<string>,
): Stake | null {
  const isAsked = (id: string) => Number(criteria.some((each) => each.id === id));
  const weighed = Object.entries(priorities)
    .filter(([id, weight]) => weight > 0 && !taken.has(id))
    .sort(([a, weight], [b, other]) => isAsked(b) - isAsked(a) || other - weight);
  for (const [id] of weighed) {
    const found = stakes.find(({ criterion }) => criterion === id) ?? findCommonCriterion(id);
    if (!found) continue;
    taken.add(id);
    return { stake: found.stake, turnedBy: found.turnedBy };
  }
  return null;
}

/** By stems: "nurse" fits "nursing". Words of any question are no subject. */
function isSubjectKnown({ title, expertise }: Persona, { question }: FramedQuestion): boolean {
  const extractStems = (text: string) =>
    text
      .toLowerCase()
      .match(/\p{L}{4,}/gu)
      ?.map((word) => word.replace(/(?:ing|es?|s)$/, "")) ?? [];
  const known = extractStems([title, ...expertise].join(" "));
  return extractStems(question.replaceAll(ANY_QUESTION, "")).some((stem) => known.includes(stem));
}

const ANY_QUESTION =
  /\b(?:should|what|when|which|with|from|this|that|they|have|into|than|their|head|lead|senior|manager|officer|director|hire|candidate|service)\b/giu;

function findMembers(ids: readonly string[], library: readonly Persona[]): readonly Persona[] {
  const known = library.map(({ id }) => id);
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0)
    throw new BoardroomError(
      "persona-not-found",
      unknown.map((id) => describeNotFound("persona", id, known)),
    );
  return [...new Set(ids)].flatMap((id) => library.find((persona) => persona.id === id) ?? []);
}

function explainChoice(
  persona: Persona,
  seated: readonly Persona[],
  criteria: readonly Criterion[],
): readonly string[] {
  const getWeight = (who: Persona, id: string) => lookUpKey(who.priorities, id) ?? 0;
  const others = seated.filter((other) => other !== persona);
  const isMost = ({ id }: Criterion) =>
    getWeight(persona, id) > 0 &&
    others.every((other) => getWeight(other, id) < getWeight(persona, id));
  const listCriteria = (of: readonly Criterion[]) =>
    of.map(({ id, name }) => `${name.toLowerCase()} (${getWeight(persona, id)})`).join(", ");
  const most = criteria.filter(isMost);
  const also = criteria.filter(({ id }) => getWeight(persona, id) >= 6);
  const [first, second] = persona.expertise;
  const reasons = [];
  if (most.length > 0) reasons.push(`weighs more than the others: ${listCriteria(most)}`);
  else if (also.length > 0) reasons.push(`weighs, as others do: ${listCriteria(also)}`);
  else reasons.push(`knows ${[first, second].filter(Boolean).join(" and ")}`);
  if (isCritical(persona, criteria)) reasons.push("tends to be critical of proposals");
  return reasons;
}

/** A member represents a criterion from this weight on, of 10. */
const COVERS = 6;

function chooseSeats(
  criteria: readonly Criterion[],
  library: readonly Persona[],
  size: number,
): readonly Persona[] {
  const chosen: Persona[] = [];
  const getWeight = ({ priorities }: Persona, id: string) => lookUpKey(priorities, id) ?? 0;
  const measureFit = (persona: Persona) =>
    criteria.reduce((sum, { id }) => sum + getWeight(persona, id) / 10, 0) /
    Math.max(1, criteria.length);
  const measureDistance = (persona: Persona) =>
    Math.min(1, ...chosen.map((other) => measurePriorityDistance(persona, other, criteria)));
  const addBest = (score: (persona: Persona) => number) => {
    const [best] = library
      .filter((persona) => !chosen.includes(persona) && score(persona) > 0)
      .toSorted((a, b) => score(b) - score(a));
    if (best) chosen.push(best);
  };
  for (const { id } of criteria) {
    if (chosen.length === size) break;
    if (chosen.some((persona) => getWeight(persona, id) > COVERS)) continue;
    addBest((persona) => {
      const weight = getWeight(persona, id);
      return weight < COVERS ? 0 : weight + 3 * measureFit(persona) + 4 * measureDistance(persona);
    });
  }
  while (chosen.length < Math.min(size, library.length)) {
    const before = chosen.length;
    addBest((persona) => measureFit(persona) + measureDistance(persona));
    if (chosen.length === before) break;
  }
  if (chosen.length < 2 || chosen.some((persona) => isCritical(persona, criteria))) return chosen;
  const [critic] = library
    .filter((persona) => isCritical(persona, criteria))
    .toSorted(
      (a, b) =>
        computeInterest(a, criteria) -
        measureFit(a) -
        (computeInterest(b, criteria) - measureFit(b)),
    );
  return critic ? [...chosen.slice(0, -1), critic] : chosen;
}

/** 0 the same priorities, 1 nothing in common; 0.5 if one of the two weighs none of the criteria. */
function measurePriorityDistance(
  a: Persona,
  b: Persona,
  criteria: readonly { id: string }[],
): number {
  const listWeights = ({ priorities }: Persona) =>
    criteria.map(({ id }) => lookUpKey(priorities, id) ?? 0);
  const [left, right] = [listWeights(a), listWeights(b)];
  const dot = left.reduce((sum, each, at) => sum + each * (right[at] ?? 0), 0);
  const measureLength = (of: readonly number[]) =>
    Math.sqrt(of.reduce((sum, each) => sum + each * each, 0));
  const lengths = measureLength(left) * measureLength(right);
  return lengths === 0 ? 0.5 : 1 - dot / lengths;
}
