import { BoardroomError } from "../errors.ts";
import { ownOf } from "../lists.ts";
import { suggestion } from "../scenario/files/nearest.ts";
import type { Persona } from "../scenario/schema/persona.ts";
import type { Criterion, Document } from "../scenario/schema/scenario.ts";
import { chooseSeats } from "./choose-seats.ts";
import { type BoardDiversity, diversityOf } from "./diversity.ts";
import type { FramedQuestion } from "./frame.ts";
import { AGAINST_FROM, interestOf, type LikelyAnswer, likelyAnswer } from "./interest.ts";
import { reasonsFor } from "./reasons.ts";

/** Who may be seated, and who must. */
export type ComposeSetup = {
  readonly frame: FramedQuestion;
  readonly library: readonly Persona[];
  readonly documents?: readonly Document[];
  /** Ids of members that were named; the board is then these. */
  readonly members?: readonly string[] | undefined;
  readonly size?: number | undefined;
};

export type ComposedSeat = {
  readonly persona: Persona;
  /** Why this seat is there: a criterion, an interest, an objection. */
  readonly reasons: readonly string[];
  /** -1 against to 1 for, before anything is read. */
  readonly interest: number;
};

/** A board made for a question. */
export type ComposedBoard = {
  readonly seats: readonly ComposedSeat[];
  readonly likely: LikelyAnswer;
  readonly diversity: BoardDiversity;
  /** Seats whose interest runs against the likely answer. */
  readonly opposing: readonly string[];
  /** Criteria that nobody on it weighs. */
  readonly unweighed: readonly Criterion[];
  readonly notes: readonly string[];
};

const USUAL_SIZE = 5;

/** A weight from which somebody sees to a criterion. */
const SEES_TO = 4;

/** Seats a board: who stands for each criterion, then who differs most, and one at least whose interest is against the likely answer. */
export function composeBoard(setup: ComposeSetup): ComposedBoard {
  const { frame, library, documents = [], members, size = USUAL_SIZE } = setup;
  const likely = likelyAnswer(documents, frame);
  const seated = members ? named(members, library) : chooseSeats(setup, likely, Math.min(size, library.length));
  const interests = seated.map((persona) => interestOf(persona, frame));
  const opposing = seated.filter((_, at) => opposes(interests[at] ?? 0, likely)).map(({ id }) => id);
  const unweighed = frame.criteria.filter(
    ({ id }) => !seated.some(({ priorities }) => (ownOf(priorities, id) ?? 0) >= SEES_TO),
  );
  const seats = seated.map((persona, at) => {
    const interest = interests[at] ?? 0;
    return { persona, interest, reasons: reasonsFor({ persona, interest, seated, frame, likely }) };
  });
  return {
    seats,
    likely,
    diversity: diversityOf(seated, frame.criteria),
    opposing,
    unweighed,
    notes: notesOn({ opposing, unweighed, seated, library, frame, likely }),
  };
}

function opposes(interest: number, { sign }: LikelyAnswer): boolean {
  return interest * sign <= -AGAINST_FROM;
}

function named(ids: readonly string[], library: readonly Persona[]): readonly Persona[] {
  const known = library.map(({ id }) => id);
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0)
    throw new BoardroomError(
      "persona-not-found",
      unknown.map((id) => ({
        message: `there is no persona ${id}`,
        remedy: suggestion(id, known, "Personas"),
      })),
    );
  return [...new Set(ids)].flatMap((id) => library.find((persona) => persona.id === id) ?? []);
}

type Noted = Pick<ComposedBoard, "opposing" | "unweighed" | "likely"> &
  Pick<ComposeSetup, "library" | "frame"> & { readonly seated: readonly Persona[] };

function notesOn({ opposing, unweighed, seated, library, frame, likely }: Noted): readonly string[] {
  const other = library.filter(
    (persona) => !seated.includes(persona) && opposes(interestOf(persona, frame), likely),
  );
  const [strongest] = other.toSorted((a, b) => (interestOf(a, frame) - interestOf(b, frame)) * likely.sign);
  return [
    ...(opposing.length > 0
      ? []
      : [
          `Nobody's interest on it runs against the likely answer${strongest ? `; ${strongest.id}'s would` : ", nor does anybody's in the library"}.`,
        ]),
    ...(unweighed.length === 0
      ? []
      : [`Nobody on it gives much weight to ${unweighed.map(({ name }) => name.toLowerCase()).join(", ")}.`]),
  ];
}
