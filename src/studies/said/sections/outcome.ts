import { mean } from "../../figures/statistics.ts";
import { comparedPairs, labelsOf, ownArms, type SeenPair, type SeenStudy, tellingLabels } from "../seen.ts";
import { paired, type StudiedMeeting } from "../studied-meetings.ts";
import {
  differenceFigure,
  type FigureTable,
  meanFigure,
  type StudyFigure,
  type StudySection,
  shareFigure,
} from "../study-figure.ts";

export function outcomeSection(seen: SeenStudy): StudySection {
  const arms = ownArms(seen);
  const all = labelsOf(arms.flatMap(({ meetings }) => meetings));
  const shares = arms.flatMap(({ name, meetings }) =>
    seen.study.subjects.flatMap((subject) => {
      const some = meetings.filter((meeting) => meeting.subject === subject);
      const where = seen.study.subjects.length > 1 ? `${name}, ${subject}` : name;
      return all
        .filter((label) => countOf(some, label) > 0)
        .map((label) =>
          shareFigure({ define: "outcome", what: `${where}: ${label}` }, countOf(some, label), some.length),
        );
    }),
  );
  const stability = arms.map(({ name, meetings }) => steadiness(name, meetings));
  const pairs = comparedPairs(seen);
  return {
    nth: 1,
    title: "Outcome",
    tables: [
      { title: "Outcomes by arm", figures: shares, isDrawn: true },
      { title: "Stability over seeds", figures: stability },
      ...(pairs.length > 0 ? [differences(pairs)] : []),
    ],
    notes: pairs.length > 0 ? [] : ["No arms are compared: name pairs under compare in the study's file."],
  };
}

export function countOf(meetings: readonly StudiedMeeting[], label: string): number {
  return meetings.filter(({ outcome }) => outcome.label === label).length;
}

function steadiness(name: string, meetings: readonly StudiedMeeting[]): StudyFigure {
  const subjects = [...new Set(meetings.map(({ subject }) => subject))];
  const shares = subjects.map((subject) => {
    const some = meetings.filter((meeting) => meeting.subject === subject);
    return countOf(some, labelsOf(some)[0] ?? "") / some.length;
  });
  const named = { define: "stability" as const, what: name };
  // The most frequent share is found by looking: drawn meetings would find a larger one, so that it has no interval.
  const enough = meetingsFigure(named, meetings.length);
  return (
    enough ?? { ...meanFigure(named, []), n: meetings.length, value: mean(shares), unit: "share", needs: null }
  );
}

function meetingsFigure(named: { define: "stability"; what: string }, n: number): StudyFigure | null {
  return n < 10 ? { ...meanFigure(named, []), n, needs: n === 0 ? null : 10 - n } : null;
}

function differences(pairs: readonly SeenPair[]): FigureTable {
  const figures = pairs.flatMap(({ first, second }) => {
    const both = paired(first.meetings, second.meetings);
    return tellingLabels(both.flat()).map((label) =>
      differenceFigure(
        { define: "outcome-difference", what: `${second.name} less ${first.name}: ${label}` },
        both.map(([one, other]) => [
          Number(one.outcome.label === label),
          Number(other.outcome.label === label),
        ]),
        true,
      ),
    );
  });
  return { title: "Differences, paired on subject and seed", figures, isDrawn: true };
}
