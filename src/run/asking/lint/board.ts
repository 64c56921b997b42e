import type { Place } from "../../../errors.ts";
import { ownOf } from "../../../lists.ts";
import type { Persona } from "../../../scenario/schema/persona.ts";
import type { Criterion, VerdictOption } from "../../../scenario/schema/scenario.ts";
import { expertiseDistance, priorityDistance } from "../diversity.ts";
import { AGAINST_FROM, interestOf } from "../interest.ts";
import { type AlikePair, alikePairs } from "./alike.ts";
import { error, type LintFinding, warning } from "./finding.ts";

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
  return [...oneSided(board), ...oneMind(board), ...noDissent(board), ...twins(board), ...unweighed(board)];
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

const SAME_WEIGHTS = 0.02;
const SAME_TEMPER = 0.05;
const SAME_FIELD = 0.1;

/** Members of one model with the same weights, knowledge and temper are one voice. */
function oneMind({ members, criteria, places }: LintedBoard): readonly LintFinding[] {
  const [first, ...others] = members;
  if (!first) return [];
  if (others.length === 0)
    return [
      warning({
        place: places.members,
        message: "a panel that cannot disagree: one member sits on it",
        remedy: "Add a member with another interest.",
      }),
    ];
  const isSame = others.every(({ persona, model }) => {
    const isOneTemper = (["stubbornness", "optimism"] as const).every(
      (trait) => Math.abs(persona[trait] - first.persona[trait]) <= SAME_TEMPER,
    );
    const weighed = [
      ...criteria,
      ...Object.keys({ ...persona.priorities, ...first.persona.priorities }).map((id) => ({ id })),
    ];
    const isOneWeight =
      priorityDistance(persona, first.persona, weighed) <= SAME_WEIGHTS || isWithout(persona, first.persona);
    const isOneField = expertiseDistance(persona, first.persona) <= SAME_FIELD;
    return model === first.model && isOneTemper && isOneWeight && isOneField;
  });
  if (!isSame) return [];
  return [
    error({
      place: places.members,
      message: `a panel that cannot disagree: its ${members.length} members weigh the same, know the same and have one temper`,
      remedy: "Add a member with another interest, or give them different priorities, expertise or models.",
    }),
  ];
}

function isWithout(...personas: readonly Persona[]): boolean {
  return personas.every(({ priorities }) => Object.values(priorities).every((weight) => weight === 0));
}

const POINTS_FROM = 0.02;

function noDissent({ members, criteria, places }: LintedBoard): readonly LintFinding[] {
  if (members.length < 2) return [];
  const interests = members.map(({ persona }) => interestOf(persona, criteria));
  const [least, most] = [Math.min(...interests), Math.max(...interests)];
  const isDivided = (least <= -POINTS_FROM && most >= POINTS_FROM) || most - least >= AGAINST_FROM;
  if (isDivided) return [];
  const leaning =
    most >= POINTS_FROM
      ? "lean towards the proposal"
      : least <= -POINTS_FROM
        ? "lean against the proposal"
        : "have no leaning";
  return [
    warning({
      place: places.members,
      message: `no dissenting interest: all ${members.length} members ${leaning} by what they weigh and their temper`,
      remedy:
        "Add a member whose interest is against the likely answer: one who pays for it, or has to live with it.",
    }),
  ];
}

function twins({ members }: LintedBoard): readonly LintFinding[] {
  const models = new Map(members.map(({ persona, model }) => [persona.id, model]));
  const personas = [...new Map(members.map(({ persona }) => [persona.id, persona])).values()];
  return alikePairs(personas)
    .filter(({ first, second }) => models.get(first) === models.get(second))
    .flatMap((pair) => {
      const place = members.find(({ persona }) => persona.id === pair.second)?.place;
      return place ? [alikeFinding(pair, place)] : [];
    });
}

export function alikeFinding({ first, second, by }: AlikePair, place: Place): LintFinding {
  return warning({
    place,
    message: `${second} is a near-duplicate of ${first} (${by})`,
    remedy: "Give one of them another interest, field and manner, or leave one out.",
  });
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
