import { ownOf } from "../../../lists.ts";
import { LENGTHS, type MeetingRead } from "../read-meeting.ts";
import { ownArms, readOf, type SeenStudy } from "../seen.ts";
import { meanFigure, type StudyFigure, type StudySection } from "../study-figure.ts";

/** Of an arm's meetings, so many must be as long as what they are cut to. */
const MOST = 0.8;

export function talkSection(seen: SeenStudy): StudySection {
  const arms = ownArms(seen).map(({ name, meetings }) => ({ name, read: readOf(seen, meetings) }));
  const length = commonLength(arms.map(({ read }) => read));
  const figures = arms.flatMap(({ name, read }) => figuresAt(name, read, length));
  return {
    nth: 5,
    title: length === 0 ? "Talk, whole meetings" : `Talk, first ${length} turns`,
    tables: [{ title: "By arm", figures }],
    notes:
      length === 0
        ? ["Meetings are too short to be cut to one length: short ones are more uneven by chance."]
        : [],
  };
}

function commonLength(arms: readonly (readonly MeetingRead[])[]): number {
  const held = arms.filter((read) => read.length > 0);
  const reaches = (length: number) =>
    held.every((read) => read.filter(({ turns }) => turns >= length).length >= MOST * read.length);
  return held.length === 0 ? 0 : (LENGTHS.findLast(reaches) ?? 0);
}

const TALK = [
  ["gini-turns", "Gini of turns"],
  ["returns", "A-B-A"],
  ["returns-by-chance", "A-B-A by chance"],
  ["dyadic", "turns in dyadic floors"],
  ["rank-ratio", "rank ratio"],
] as const;

function figuresAt(name: string, read: readonly MeetingRead[], length: number): StudyFigure[] {
  const at = (id: string) => read.map(({ talk }) => (talk[length] && ownOf(talk[length], id)) ?? null);
  return TALK.map(([id, title]) => meanFigure({ define: "talk", what: `${name}: ${title}` }, at(id)));
}

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
