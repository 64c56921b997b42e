import { ownArms, readOf, type SeenStudy } from "../seen.ts";
import { meanFigure, type StudySection } from "../study-figure.ts";

/** 7. What of the documents was brought up, by whom it was known, and whether it was said again. */
export function evidenceSection(seen: SeenStudy): StudySection {
  const figures = ownArms(seen).flatMap(({ name, meetings }) => {
    const read = readOf(seen, meetings);
    const at = (id: string) => read.map(({ figures: of }) => of[id] ?? null);
    const own = read.map(({ mentioned }) => mentioned.private);
    return [
      meanFigure(
        { define: "quotations-found", what: `${name}: quotations found` },
        at("quotations-found"),
        "share",
      ),
      meanFigure({ define: "passages", what: `${name}: different passages` }, at("passages")),
      meanFigure({ define: "repetition", what: `${name}: citations a passage` }, at("repetition")),
      meanFigure(
        { define: "survival", what: `${name}: passages that survive the first half` },
        read.map(({ survival }) => survival),
        "share",
      ),
      meanFigure(
        { define: "shared-mentions", what: `${name}: mentioned, of what all were given` },
        read.map(({ mentioned }) => mentioned.shared),
        "share",
      ),
      ...(own.some((each) => each !== null)
        ? [
            meanFigure(
              { define: "private-mentions", what: `${name}: mentioned, of what one was given` },
              own,
              "share",
            ),
          ]
        : []),
    ];
  });
  return { nth: 7, title: "Evidence", tables: [{ title: "By arm", figures }], notes: [] };
}
