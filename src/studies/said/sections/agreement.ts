import { bootstrap } from "../../figures/paired.ts";
import { krippendorffAlpha, mean } from "../../figures/statistics.ts";
import { judgeOf, ownArms, type SeenArm, type SeenStudy } from "../seen.ts";
import { countFigure, LEAST, meanFigure, type StudyFigure, type StudySection } from "../study-figure.ts";

export function agreementSection(seen: SeenStudy): StudySection {
  const arms = ownArms(seen);
  const scores = arms.flatMap((arm) => brier(seen, arm));
  return {
    nth: 8,
    title: "Agreement and calibration",
    tables: [
      { title: "Krippendorff's alpha of last verdicts", figures: arms.map(alpha) },
      { title: "Brier score of last verdicts", figures: scores },
    ].filter(({ figures }) => figures.length > 0),
    notes:
      scores.length > 0
        ? []
        : [
            "Whether those who are sure are right cannot be said: the study names no truth, or nobody gave a confidence.",
          ],
  };
}

function alpha({ name, meetings }: SeenArm): StudyFigure {
  const cases = meetings.map(({ members }) => members.map(({ final }) => final));
  const named = { define: "alpha" as const, what: name };
  if (cases.length < LEAST)
    return {
      ...countFigure(named, null, cases.length, "number"),
      needs: cases.length === 0 ? null : LEAST - cases.length,
    };
  const drawn = bootstrap(
    cases.length,
    (some) => krippendorffAlpha(some.map((at) => cases[at] ?? [])),
    named.what,
  );
  return {
    ...countFigure(named, krippendorffAlpha(cases), cases.length, "number"),
    interval: drawn?.interval ?? null,
  };
}

/** Mean of (c - [right])² over the last verdicts of a meeting. */
function brier(seen: SeenStudy, { name, meetings }: SeenArm): StudyFigure[] {
  const scores = meetings.flatMap((meeting) => {
    const judge = judgeOf(seen, meeting);
    const missed = meeting.members.flatMap(({ final, sure }) =>
      judge === null || final === null || sure === null ? [] : [sure - Number(judge.verdict(final))],
    );
    return mean(missed.map((by) => by * by)) ?? [];
  });
  return scores.length === 0 ? [] : [meanFigure({ define: "brier", what: name }, scores)];
}
