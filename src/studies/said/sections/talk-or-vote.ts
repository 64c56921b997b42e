import { armsOf, judgeOf, labelsOf, madeFrom, ownArms, type SeenArm, type SeenStudy } from "../seen.ts";
import {
  differenceFigure,
  meanFigure,
  pooledShare,
  type StudyFigure,
  type StudySection,
  shareFigure,
} from "../study-figure.ts";
import { countOf } from "./outcome.ts";

export function voteSection(seen: SeenStudy): StudySection {
  const arms = ownArms(seen).filter(({ arm }) => arm.changes.control === undefined);
  const voted = arms.map((arm) => ({
    ...arm,
    meetings: arm.meetings.filter(({ opening }) => opening !== null),
  }));
  const hasBallots = voted.some(({ meetings }) => meetings.length > 0);
  const beside = voted.flatMap(({ name, meetings }) =>
    labelsOf(meetings).flatMap((label) => [
      shareFigure(
        { define: "opening", what: `${name}: ${label}, by opening ballots` },
        meetings.filter(({ opening }) => opening?.label === label).length,
        meetings.length,
      ),
      shareFigure(
        { define: "outcome", what: `${name}: ${label}, at the end` },
        countOf(meetings, label),
        meetings.length,
      ),
    ]),
  );
  const changed = voted.map(({ name, meetings }) =>
    shareFigure(
      { define: "talk-changes", what: name },
      meetings.filter(({ opening, outcome }) => opening?.label !== outcome.label).length,
      meetings.length,
    ),
  );
  const gains = voted.flatMap((arm) => gain(seen, arm));
  const alone = armsOf(seen).flatMap((base) =>
    madeFrom(armsOf(seen), base, "controls")
      .filter(({ arm }) => arm.changes.control === "reflection")
      .flatMap((arm) => askedAlone(seen, arm)),
  );
  return {
    nth: 2,
    title: "Talk or vote",
    tables: [
      { title: "Outcomes by opening ballots and at the end", figures: beside, isDrawn: true as const },
      { title: "The talk changed the outcome", figures: changed },
      { title: "Debate gain, where the right answer is known", figures: gains, isDrawn: true as const },
      { title: "Asked alone as often", figures: alone },
    ].filter(({ figures }) => figures.length > 0),
    notes: [
      ...(hasBallots
        ? []
        : ["There were no opening ballots, so talk cannot be compared with a vote: openingBallot."]),
      ...(Object.keys(seen.study.truth).length > 0
        ? []
        : ["Whether talk made outcomes more often right is unknown: the study names no truth."]),
      ...(alone.length > 0 || Object.keys(seen.study.truth).length === 0
        ? []
        : ["The effect of equally many questions without a debate is unknown: controls: true."]),
    ],
  };
}

function gain(seen: SeenStudy, { name, meetings }: SeenArm): StudyFigure[] {
  const pairs = meetings.flatMap((meeting) => {
    const judge = judgeOf(seen, meeting);
    return judge && judge.opening !== null ? [[Number(judge.opening), Number(judge.outcome)] as const] : [];
  });
  return pairs.length === 0 ? [] : [differenceFigure({ define: "debate-gain", what: name }, pairs, true)];
}

function askedAlone(seen: SeenStudy, { name, meetings }: SeenArm): StudyFigure[] {
  const known = meetings.flatMap((meeting) => {
    const judge = judgeOf(seen, meeting);
    const finals = meeting.members.flatMap(({ final }) => final ?? []);
    return judge ? [[finals.filter(judge.verdict).length, finals.length] as const] : [];
  });
  if (known.length === 0) return [];
  return [
    pooledShare({ define: "alone-right", what: `${name}: right` }, known),
    meanFigure(
      { define: "tokens", what: `${name}: tokens` },
      meetings.map(({ tokens }) => tokens),
      "count",
    ),
  ];
}
