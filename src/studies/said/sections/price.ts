import { armsOf, ownArms, type SeenArm, type SeenStudy } from "../seen.ts";
import { countFigure, meanFigure, type StudyFigure, type StudySection } from "../study-figure.ts";

/** 10. What it took, and what a changed decision took. */
export function priceSection(seen: SeenStudy): StudySection {
  const arms = armsOf(seen);
  const made = arms
    .filter((arm) => !ownArms(seen).some(({ name }) => name === arm.name))
    .map(({ name, meetings }) =>
      countFigure(
        { define: "total", what: `${name}: dollars in all` },
        sumOf(meetings),
        meetings.length,
        "dollars",
      ),
    );
  const isFree = seen.held.every(({ simulated }) => simulated);
  return {
    nth: 10,
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
  const spent = sumOf(meetings);
  const changed = meetings.filter(
    ({ opening, outcome }) => opening !== null && opening.label !== outcome.label,
  ).length;
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
    countFigure({ define: "total", what: `${name}: dollars in all` }, spent, meetings.length, "dollars"),
    countFigure(
      { define: "per-change", what: `${name}: dollars a changed decision` },
      ...([spent === null || changed === 0 ? null : spent / changed, changed, "dollars" as const] as const),
    ),
  ];
}

/** null where the price of a meeting is unknown. */
function sumOf(meetings: SeenArm["meetings"]): number | null {
  const known = meetings.flatMap(({ dollars }) => dollars ?? []);
  return known.length === meetings.length ? known.reduce((sum, each) => sum + each, 0) : null;
}
