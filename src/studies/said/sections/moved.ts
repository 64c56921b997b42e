import { armsOf, madeFrom, type SeenArm, type SeenStudy, tellingLabels } from "../seen.ts";
import { paired } from "../studied-meetings.ts";
import { differenceFigure, type StudyFigure, type StudySection } from "../study-figure.ts";

export function movedSection(seen: SeenStudy): StudySection {
  const arms = armsOf(seen);
  const figures = arms.filter(({ arm }) => arm.made === null).flatMap((base) => leaveOneOut(arms, base));
  return {
    nth: 4,
    title: "Who moved whom",
    tables: figures.length > 0 ? [{ title: "Leave one out", figures, isDrawn: true }] : [],
    notes:
      figures.length > 0
        ? []
        : ["What a member's seat changes cannot be said without arms that leave it out: leaveOneOut: true."],
  };
}

function leaveOneOut(arms: readonly SeenArm[], base: SeenArm): StudyFigure[] {
  return madeFrom(arms, base, "leaveOneOut").flatMap((without) => {
    const { made } = without.arm;
    if (made?.by !== "leaveOneOut") return [];
    const both = paired(without.meetings, base.meetings);
    return tellingLabels(both.flat()).map((label) =>
      differenceFigure(
        { define: "leave-one-out", what: `${base.name}: ${nameOf(base, made.without)}, ${label}` },
        both.map(([one, other]) => [
          Number(one.outcome.label === label),
          Number(other.outcome.label === label),
        ]),
        true,
      ),
    );
  });
}

function nameOf({ scenario }: SeenArm, id: string): string {
  return scenario.members.find((member) => member.id === id)?.name ?? id;
}
