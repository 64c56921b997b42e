/** The board on the page that asks a question: a card for each member, and who else could sit there. */

import { Act, Fault, type NamedChoice, Step } from "./start-parts.tsx";

export type MemberCard = {
  id: string;
  name: string;
  title: string;
  cares: string;
  /** The person at the page answers for this member. */
  isYours: boolean;
};

export type BoardProps = {
  members: readonly MemberCard[];
  notes: readonly string[];
  /** A model's draft of the options may change who sits there. */
  mayChange: boolean;
  /** Not of a prepared meeting, which has its own. */
  isChangeable: boolean;
  /** The person can answer for one member. Not in a ranking, which has many meetings. */
  canSit: boolean;
  panels: readonly NamedChoice[];
  others: readonly NamedChoice[];
};

type Props = BoardProps & {
  typed: Readonly<Record<string, string>>;
  faults: readonly string[] | undefined;
};

export function Board({
  members,
  notes,
  mayChange,
  isChangeable,
  canSit,
  panels,
  others,
  typed,
  faults,
}: Props) {
  const chosen = { panels, panel: typed.panel };
  return (
    <Step id="board" title="Board" about={isChangeable ? <Panels {...chosen} /> : undefined}>
      <ul class="cards">
        {members.map((member) => (
          <Card {...member} isChangeable={isChangeable} canSit={canSit} />
        ))}
        {isChangeable ? (
          <li class="add">
            <select name="member" aria-label="Another member">
              {others.map(({ value, title }) => (
                <option value={value}>{title}</option>
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
      <Fault of="board" lines={faults} />
    </Step>
  );
}

const MAY_CHANGE =
  "When the model has drafted the options, others may fit better and sit here. A change of yours keeps this board.";

type PanelsProps = Pick<BoardProps, "panels"> & { panel: string | undefined };

function Panels({ panels, panel }: PanelsProps) {
  return (
    <label class="soft small">
      Chosen for{" "}
      <select name="panel">
        <option value="">this question</option>
        {panels.map(({ value, title }) => (
          <option value={value} selected={panel === value}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

type CardProps = MemberCard & Pick<BoardProps, "isChangeable" | "canSit">;

function Card({ id, name, title, cares, isYours, isChangeable, canSit }: CardProps) {
  return (
    <li id={`member-${id}`}>
      <h3>{isYours ? `You, as ${name}` : name}</h3>
      <p class="soft small">{title}</p>
      <p class="small">{cares}</p>
      <p class="acts">
        {isChangeable ? <Act does={`swap ${id}`} label="Swap" of={name} /> : null}
        {isChangeable ? <Act does={`unseat ${id}`} label="Remove" of={name} /> : null}
        {canSit ? (
          <Act does={`seat ${id}`} label={isYours ? "Leave the seat" : "Sit here"} of={name} />
        ) : null}
      </p>
    </li>
  );
}
