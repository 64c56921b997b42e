import { armsOf, ownArms, type SeenArm, type SeenStudy } from "../seen.ts";
import { countFigure, meanFigure, type StudyFigure, type StudySection } from "../study-figure.ts";

export function priceSection(seen: SeenStudy): StudySection {
  const arms = armsOf(seen);
  const made = arms
    .filter((arm) => !ownArms(seen).some(({ name }) => name === arm.name))
    .map(({ name, meetings }) => totalOf(name, meetings));
  const isFree = seen.held.every(({ simulated }) => simulated);
  return {
    nth: 9,
    title: "Price",
    tables: [{ title: "By arm", figures: [...ownArms(seen).flatMap(prices), ...made] }],
    notes: isFree
      ? [
          "All members were simulated: nothing was paid, and tokens are those that a model would have been sent.",
        ]
      : [],
  };
}

function prices({ name, meetings }: SeenArm): StudyFigure[] {
  return [
    meanFigure(
      { define: "tokens", what: `${name}: tokens` },
      meetings.map(({ tokens }) => tokens),
      "count",
    ),
    meanFigure(
      { define: "calls", what: `${name}: calls` },
      meetings.map(({ calls, failedCalls }) => calls + failedCalls),
      "count",
    ),
    meanFigure(
      { define: "minutes", what: `${name}: minutes of calls` },
      meetings.map(({ seconds }) => seconds / 60),
    ),
    meanFigure(
      { define: "dollars", what: `${name}: dollars` },
      meetings.map(({ dollars }) => dollars),
      "dollars",
    ),
    totalOf(name, meetings),
  ];
}

function totalOf(name: string, meetings: SeenArm["meetings"]): StudyFigure {
  const known = meetings.flatMap(({ dollars }) => dollars ?? []);
  const sum = known.length === meetings.length ? known.reduce((all, each) => all + each, 0) : null;
  return countFigure({ define: "total", what: `${name}: dollars in all` }, sum, meetings.length, "dollars");
}
