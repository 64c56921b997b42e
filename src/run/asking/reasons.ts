import { ownOf } from "../../lists.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { FramedQuestion } from "./frame.ts";
import { isCritical } from "./interest.ts";

type Reasoned = {
  readonly persona: Persona;
  readonly seated: readonly Persona[];
  readonly frame: FramedQuestion;
};

export function reasonsFor({ persona, seated, frame }: Reasoned): readonly string[] {
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
