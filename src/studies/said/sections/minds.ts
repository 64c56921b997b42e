import { armsOf, judgeOf, madeFrom, ownArms, type SeenArm, type SeenStudy } from "../seen.ts";
import { paired, type StudiedMeeting } from "../studied-meetings.ts";
import { differenceFigure, pooledShare, type StudyFigure, type StudySection } from "../study-figure.ts";

export function mindsSection(seen: SeenStudy): StudySection {
  const arms = armsOf(seen);
  const debated = ownArms(seen).filter(({ arm }) => arm.changes.control === undefined);
  const split = debated.flatMap((arm) => splitOf(arms, arm));
  const right = debated.flatMap(({ name, meetings }) => withTruth(seen, name, meetings));
  return {
    nth: 3,
    title: "Changes of mind",
    tables: [
      {
        title: "Members who changed",
        figures: [...ownArms(seen), ...arms.filter(({ arm }) => arm.made?.by === "controls")].map(
          ({ name, meetings }) => flips(name, meetings),
        ),
        isDrawn: true as const,
      },
      { title: "Spontaneous, conforming, argued", figures: split, isDrawn: true as const },
      { title: "Right and wrong", figures: right },
    ].filter(({ figures }) => figures.length > 0),
    notes:
      split.length > 0
        ? []
        : [
            "Spontaneous, conforming and argued changes cannot be separated: the study has no control arms (controls: true).",
          ],
  };
}

function flips(name: string, meetings: readonly StudiedMeeting[]): StudyFigure {
  return pooledShare({ define: "flip-rate", what: name }, meetings.map(flipped));
}

function flipped({ members }: StudiedMeeting): readonly [number, number] {
  const known = members.filter(({ opening, final }) => opening !== null && final !== null);
  return [known.filter(({ opening, final }) => opening !== final).length, known.length];
}

function splitOf(arms: readonly SeenArm[], base: SeenArm): StudyFigure[] {
  const controls = madeFrom(arms, base, "controls");
  const control = (kind: "reflection" | "stances") => controls.find(({ arm }) => arm.changes.control === kind);
  const [reflection, stances] = [control("reflection"), control("stances")];
  if (!reflection || !stances) return [];
  const rate = (meeting: StudiedMeeting) => {
    const [changed, of] = flipped(meeting);
    return of === 0 ? 0 : changed / of;
  };
  const rates = (first: SeenArm, second: SeenArm) =>
    paired(first.meetings, second.meetings).map(([one, other]) => [rate(one), rate(other)] as const);
  return [
    { ...flips(`${base.name}: spontaneous`, reflection.meetings), define: "spontaneous" },
    differenceFigure({ define: "conforming", what: `${base.name}: conforming` }, rates(reflection, stances)),
    differenceFigure({ define: "argued", what: `${base.name}: argued` }, rates(stances, base)),
  ];
}

function withTruth(seen: SeenStudy, name: string, meetings: readonly StudiedMeeting[]): StudyFigure[] {
  const judged = meetings.flatMap((meeting) => {
    const judge = judgeOf(seen, meeting);
    const known = meeting.members.filter(({ opening, final }) => opening !== null && final !== null);
    if (!judge || known.length === 0) return [];
    return [known.map(({ opening, final }) => ({ first: judge.verdict(opening), last: judge.verdict(final) }))];
  });
  if (judged.length === 0) return [];
  const moved = (first: boolean) =>
    judged.map((members) => {
      const from = members.filter((member) => member.first === first);
      return [from.filter(({ last }) => last !== first).length, from.length] as const;
    });
  return [
    pooledShare({ define: "correction", what: `${name}: wrong at first, right at the end` }, moved(false)),
    pooledShare({ define: "subversion", what: `${name}: right at first, wrong at the end` }, moved(true)),
  ];
}
