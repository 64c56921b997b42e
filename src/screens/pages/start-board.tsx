/** The board on the page that asks a question: a card for each member, and who else could sit there. */

import { findCommonCriterion } from "../../run/asking/criteria.ts";
import type { BoardPanel } from "../../run/asking/panels.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import { joinNames } from "../../text/plain.ts";
import { Act, Fault, Step } from "./start-parts.tsx";

type Seat = { id: string; persona: Persona };

export type BoardProps = {
  /** Text of each field, by its name. */
  typed: Readonly<Record<string, string>>;
  faults: Readonly<Record<string, readonly string[]>>;
  seats: readonly Seat[];
  /** Id of the member that the person speaks as. */
  ownSeat: string | null;
  others: readonly Persona[];
  panels: readonly BoardPanel[];
  notes: readonly string[];
  /** A ranking has many meetings, and no person sits in them. */
  isRanking: boolean;
  /** Not of a prepared meeting, which has its own. */
  isChangeable: boolean;
  /** A model's draft of the options may change who sits there. */
  mayChange: boolean;
};

export function Board(props: BoardProps) {
  const { seats, others, notes, isChangeable, mayChange, faults } = props;
  return (
    <Step id="board" title="Board" about={isChangeable ? <Panels {...props} /> : undefined}>
      <ul class="cards">
        {seats.map((seat) => (
          <Card {...props} seat={seat} />
        ))}
        {isChangeable ? (
          <li class="add">
            <select name="member" aria-label="Another member">
              {others.map(({ id, name, title }) => (
                <option value={id}>{`${name}, ${title}`}</option>
              ))}
            </select>
            <Act does="add" label="Add a member" />
          </li>
        ) : null}
      </ul>
      {mayChange ? <p class="soft small">{MAY_CHANGE}</p> : null}
      {notes.map((note) => (
        <p class="soft small">{note}</p>
      ))}
      <Fault of="board" lines={faults.board} />
    </Step>
  );
}

const MAY_CHANGE =
  "When the model has drafted the options, others may fit better and sit here. A change of yours keeps this board.";

function Panels({ panels, typed }: BoardProps) {
  return (
    <label class="soft small">
      Chosen for{" "}
      <select name="panel">
        <option value="">this question</option>
        {panels.map(({ id, title }) => (
          <option value={id} selected={typed.panel === id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

function Card({ seat, ownSeat, isChangeable, isRanking }: BoardProps & { seat: Seat }) {
  const { id, persona } = seat;
  const { name, title, priorities } = persona;
  const isYours = ownSeat === id;
  return (
    <li id={`member-${id}`}>
      <h3>{isYours ? `You, as ${name}` : name}</h3>
      <p class="soft small">{title}</p>
      <p class="small">{describeCares(priorities)}</p>
      <p class="acts">
        {isChangeable ? <Act does={`swap ${id}`} label="Swap" of={name} /> : null}
        {isChangeable ? <Act does={`unseat ${id}`} label="Remove" of={name} /> : null}
        {isRanking ? null : (
          <Act does={`seat ${id}`} label={isYours ? "Leave the seat" : "Sit here"} of={name} />
        )}
      </p>
    </li>
  );
}

const SHOWN_PRIORITIES = 3;

function describeCares(priorities: Persona["priorities"]): string {
  const strongest = Object.entries(priorities).sort(([, a], [, b]) => b - a);
  const names = strongest
    .slice(0, SHOWN_PRIORITIES)
    .map(([id]) => (findCommonCriterion(id)?.name ?? id.replaceAll("-", " ")).toLowerCase());
  return names.length === 0 ? "" : `Cares about ${joinNames(names)}.`;
}
