import { BoardroomError } from "../../errors.ts";
import { ownOf } from "../../lists.ts";
import { suggestion } from "../../scenario/files/nearest.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Criterion, Document } from "../../scenario/schema/scenario.ts";
import { chooseSeats } from "./choose-seats.ts";
import { type BoardDiversity, diversityOf } from "./diversity.ts";
import type { FramedQuestion } from "./frame.ts";
import { interestOf, isCritical } from "./interest.ts";

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
  /** Why this seat is there: a criterion, an interest or an objection. */
  readonly reasons: readonly string[];
  /** -1 against to 1 for, before anything is read. */
  readonly interest: number;
};

/** A board made for a question. */
export type ComposedBoard = {
  readonly seats: readonly ComposedSeat[];
  readonly diversity: BoardDiversity;
  /** Seats that tend to see a proposal critically. */
  readonly opposing: readonly string[];
  readonly unweighed: readonly Criterion[];
  readonly notes: readonly string[];
};

const USUAL_SIZE = 5;

const SEES_TO = 4;

export function composeBoard(setup: ComposeSetup): ComposedBoard {
  const { frame, library, members, size = USUAL_SIZE } = setup;
  const seated = members ? named(members, library) : chooseSeats(setup, Math.min(size, library.length));
  const opposing = seated.filter((persona) => isCritical(persona, frame.criteria)).map(({ id }) => id);
  const unweighed = frame.criteria.filter(
    ({ id }) => !seated.some(({ priorities }) => (ownOf(priorities, id) ?? 0) >= SEES_TO),
  );
  const seats = seated.map((persona) => ({
    persona,
    interest: interestOf(persona, frame.criteria),
    reasons: reasonsFor({ persona, seated, frame }),
  }));
  return {
    seats,
    diversity: diversityOf(seated, frame.criteria),
    opposing,
    unweighed,
    notes: notesOn({ opposing, unweighed, seated, library, frame }),
  };
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

type Noted = Pick<ComposedBoard, "opposing" | "unweighed"> &
  Pick<ComposeSetup, "library" | "frame"> & { readonly seated: readonly Persona[] };

function notesOn({ opposing, unweighed, seated, library, frame: { criteria } }: Noted): readonly string[] {
  const [strongest] = library
    .filter((persona) => !seated.includes(persona) && isCritical(persona, criteria))
    .toSorted((a, b) => interestOf(a, criteria) - interestOf(b, criteria));
  return [
    ...(opposing.length > 0
      ? []
      : [`No member tends to be critical of proposals${strongest ? `. ${strongest.id} would be` : ""}.`]),
    ...(unweighed.length === 0
      ? []
      : [`No member gives much weight to ${unweighed.map(({ name }) => name.toLowerCase()).join(", ")}.`]),
  ];
}

type Reasoned = {
  readonly persona: Persona;
  readonly seated: readonly Persona[];
  readonly frame: FramedQuestion;
};

function reasonsFor({ persona, seated, frame }: Reasoned): readonly string[] {
  const others = seated.filter((other) => other !== persona);
  const weight = (who: Persona, id: string) => ownOf(who.priorities, id) ?? 0;
  const most = frame.criteria.filter(
    ({ id }) => weight(persona, id) > 0 && others.every((other) => weight(other, id) < weight(persona, id)),
  );
  const also = frame.criteria.filter(
    (criterion) => !most.includes(criterion) && weight(persona, criterion.id) >= 6,
  );
  const listed = (of: typeof most) =>
    of.map(({ id, name }) => `${name.toLowerCase()} (${weight(persona, id)})`).join(", ");
  const objection = objectionOf(persona);
  return [
    ...(most.length > 0
      ? [`weighs more than anybody here: ${listed(most)}`]
      : also.length > 0
        ? [`weighs, as others do: ${listed(also)}`]
        : [`knows ${persona.expertise.slice(0, 2).join(" and ")}; weighs none of the criteria most`]),
    ...(isCritical(persona, frame.criteria) ? ["tends to be critical of proposals"] : []),
    ...(objection === null ? [] : [`objects to ${objection}`]),
  ];
}

function objectionOf({ background }: Persona): string | null {
  const list = /What (?:worries|troubles|alarms|frightens|bothers) \S+(?: \S+)?: ([^.]+)\./.exec(
    background.replaceAll(/\s+/g, " "),
  )?.[1];
  return list?.split(/,\s*(?:and )?/)[0]?.trim() ?? null;
}
