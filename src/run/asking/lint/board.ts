import type { Place } from "../../../errors.ts";
import { ownOf } from "../../../lists.ts";
import { similarPersonas } from "../../../scenario/loading/distinct.ts";
import type { Persona } from "../../../scenario/schema/persona.ts";
import type { Criterion, VerdictOption } from "../../../scenario/schema/scenario.ts";
import { AGAINST_FROM, interestOf } from "../criteria.ts";
import { error, type LintFinding, warning } from "./persona.ts";

export type LintedBoard = {
  readonly members: readonly { readonly persona: Persona; readonly model: string; readonly place: Place }[];
  readonly criteria: readonly Criterion[];
  readonly options: readonly VerdictOption[];
  readonly places: {
    readonly members: Place;
    readonly options: Place;
    readonly criterion: (at: number) => Place;
  };
};

export function lintBoard(board: LintedBoard): readonly LintFinding[] {
  return [...oneSided(board), ...oneMind(board), ...noDissent(board), ...unweighed(board)];
}

function oneSided({ options, places }: LintedBoard): readonly LintFinding[] {
  const missing = (["for", "against"] as const).filter((side) => !options.some((each) => each.side === side));
  return missing.map((side) =>
    error({
      place: places.options,
      message: `a panel that cannot disagree: no option has side: ${side}`,
      remedy: `Give at least one option side: ${side}.`,
    }),
  );
}

/** Of 1: how alike descriptions, expertise and priorities are. */
const ONE_VOICE = 0.8;

/** Members of one model that are described alike are one voice. */
function oneMind({ members, places }: LintedBoard): readonly LintFinding[] {
  const [first, ...others] = members;
  if (!first || others.length === 0) return [];
  const alike = similarPersonas(members.map(({ persona }) => persona)).filter(
    ({ likeness }) => likeness >= ONE_VOICE,
  );
  const isSame = ({ persona, model }: typeof first) =>
    model === first.model &&
    alike.some((pair) => pair.first === first.persona.id && pair.second === persona.id);
  if (!others.every((each) => each.persona.id === first.persona.id || isSame(each))) return [];
  return [
    error({
      place: places.members,
      message: `a panel that cannot disagree: its ${members.length} members are described alike`,
      remedy: "Add a member with another interest, or give them different priorities, expertise or models.",
    }),
  ];
}

function noDissent({ members, criteria, places }: LintedBoard): readonly LintFinding[] {
  if (members.length < 2) return [];
  const interests = members.map(({ persona }) => interestOf(persona, criteria));
  const [least, most] = [Math.min(...interests), Math.max(...interests)];
  if ((least < 0 && most > 0) || most - least >= AGAINST_FROM) return [];
  const leaning =
    most > 0 ? "lean towards the proposal" : least < 0 ? "lean against the proposal" : "are neutral";
  return [
    warning({
      place: places.members,
      message: `no dissenting interest: all ${members.length} members ${leaning}`,
      remedy: "Add a member with the opposite interest, such as a person who pays for the proposal.",
    }),
  ];
}

function unweighed({ members, criteria, places }: LintedBoard): readonly LintFinding[] {
  const isWeighed = (id: string) => members.some(({ persona }) => (ownOf(persona.priorities, id) ?? 0) > 0);
  return criteria.flatMap(({ id }, at) =>
    isWeighed(id)
      ? []
      : [
          warning({
            place: places.criterion(at),
            message: `no member weighs the criterion ${id}`,
            remedy: `Add a member with ${id} in its priorities, or remove the criterion.`,
          }),
        ],
  );
}
