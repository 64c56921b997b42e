import { krippendorffAlpha } from "../../../metrics/agreement.ts";
import { bootstrap } from "../../../metrics/paired.ts";
import { judgeOf, ownArms, type SeenArm, type SeenStudy } from "../seen.ts";
import type { StudiedMeeting } from "../studied-meetings.ts";
import {
  countFigure,
  LEAST,
  meanFigure,
  type StudyFigure,
  type StudySection,
  shareFigure,
} from "../study-figure.ts";

/** 8. Whether members agree, and whether those who are sure are right. */
export function agreementSection(seen: SeenStudy): StudySection {
  const arms = ownArms(seen);
  const forecasts = arms.map((arm) => ({ arm, forecast: forecastsOf(seen, arm.meetings) }));
  const known = forecasts.filter(({ forecast }) => forecast.length > 0);
  return {
    nth: 8,
    title: "Agreement and calibration",
    tables: [
      { title: "Krippendorff's alpha of last verdicts", figures: arms.map(alpha) },
      {
        title: "Brier score and calibration error",
        figures: known.flatMap(({ arm, forecast }) => scores(arm, forecast)),
      },
      {
        title: "Share right by confidence",
        figures: known.flatMap(({ arm, forecast }) => curve(arm, forecast)),
        isDrawn: true as const,
      },
    ].filter(({ figures }) => figures.length > 0),
    notes:
      known.length > 0
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

/** How sure a member was of its last verdict, and whether that was right. */
type Assured = { readonly sure: number; readonly right: boolean; readonly meeting: number };

function forecastsOf(seen: SeenStudy, meetings: readonly StudiedMeeting[]): Assured[] {
  return meetings.flatMap((each, meeting) => {
    const judge = judgeOf(seen, each);
    return judge
      ? each.members.flatMap(({ final, sure }) =>
          final === null || sure === null ? [] : [{ sure, right: judge.verdict(final), meeting }],
        )
      : [];
  });
}

function scores({ name }: SeenArm, forecast: readonly Assured[]): StudyFigure[] {
  const briers = grouped(forecast).map(
    (some) => some.reduce((sum, each) => sum + squared(each), 0) / some.length,
  );
  return [
    meanFigure({ define: "brier", what: `${name}: Brier score` }, briers),
    forecast.length < LEAST
      ? {
          ...countFigure(
            { define: "ece", what: `${name}: calibration error` },
            null,
            forecast.length,
            "number",
          ),
          needs: LEAST - forecast.length,
        }
      : countFigure(
          { define: "ece", what: `${name}: calibration error` },
          calibrationError(forecast),
          forecast.length,
          "number",
        ),
  ];
}

function grouped(forecast: readonly Assured[]): Assured[][] {
  const groups = new Map<number, Assured[]>();
  for (const each of forecast) groups.set(each.meeting, [...(groups.get(each.meeting) ?? []), each]);
  return [...groups.values()];
}

function squared({ sure, right }: Assured): number {
  const missed = sure - Number(right);
  return missed * missed;
}

/** Expected calibration error over groups of equal number: Σ N_b/N · |share right - mean confidence|. */
function calibrationError(forecast: readonly Pick<Assured, "sure" | "right">[]): number {
  return groupsOf(forecast).reduce((sum, group) => {
    const right = group.filter((each) => each.right).length / group.length;
    const sure = group.reduce((all, each) => all + each.sure, 0) / group.length;
    return sum + (group.length / forecast.length) * Math.abs(right - sure);
  }, 0);
}

/** Ten groups of equal number at most, each of at least the least that says something, the least sure first. */
function groupsOf<F extends Pick<Assured, "sure">>(forecast: readonly F[]): F[][] {
  const ascending = [...forecast].sort((a, b) => a.sure - b.sure);
  const count = Math.max(1, Math.min(10, Math.floor(ascending.length / LEAST)));
  return Array.from({ length: count }, (_, group) =>
    ascending.slice(
      Math.round((group * ascending.length) / count),
      Math.round(((group + 1) * ascending.length) / count),
    ),
  );
}

function curve({ name }: SeenArm, forecast: readonly Assured[]): StudyFigure[] {
  return groupsOf(forecast).map((group) => {
    const [from, to] = [group[0]?.sure ?? 0, group.at(-1)?.sure ?? 0];
    const what = `${name}: confidence ${from.toFixed(2)} to ${to.toFixed(2)}`;
    return shareFigure(
      { define: "calibration", what },
      group.filter(({ right }) => right).length,
      group.length,
    );
  });
}
