import { ownOf } from "../../../lists.ts";
import { peopleAtLength } from "../../../metrics/people.ts";
import { LENGTHS, type MeetingRead } from "../read-meeting.ts";
import { ownArms, readOf, type SeenStudy } from "../seen.ts";
import { meanFigure, type StudyFigure, type StudySection } from "../study-figure.ts";

/** Of an arm's meetings, so many must be as long as what they are cut to. */
const MOST = 0.8;

/** 5. Who speaks how much, who after whom, cut to one length. */
export function talkSection(seen: SeenStudy): StudySection {
  const own = ownArms(seen);
  const arms = own.map(({ name, meetings }) => ({ name, read: readOf(seen, meetings) }));
  const length = commonLength(arms.map(({ read }) => read));
  const size = new Set(own.flatMap(({ meetings }) => meetings.map(({ members }) => members.length)));
  const [members = 0] = size.size === 1 ? size : [];
  const people = peopleAtLength(members, length);
  const figures = arms.flatMap(({ name, read }) => figuresAt(name, read, length));
  const share = (value: number) => `${Math.round(100 * value)} %`;
  return {
    nth: 5,
    title: length === 0 ? "Talk, whole meetings" : `Talk, first ${length} turns`,
    tables: [{ title: "By arm", figures }],
    notes: [
      ...(length === 0
        ? ["Meetings are too short to be cut to one length: short ones are more uneven by chance."]
        : []),
      ...(people
        ? [
            `People, ${people.corpus}, ${members} members, ${length} turns: first ${share(people.byRank[0] ?? 0)}, Gini ${people.gini.toFixed(3)}, A-B-A ${people.returns.toFixed(3)}, dyadic ${people.dyadic.toFixed(3)}.`,
          ]
        : []),
    ],
  };
}

/** The longest that most meetings of every arm come to; 0 where there is none. */
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
] as const;

function figuresAt(name: string, read: readonly MeetingRead[], length: number): StudyFigure[] {
  const at = (id: string) => read.map(({ talk }) => (talk[length] && ownOf(talk[length], id)) ?? null);
  return [
    meanFigure(
      { define: "talk", what: `${name}: share of whoever speaks most` },
      read.map(({ ranks }) => ranks[length]?.[0] ?? null),
      "share",
    ),
    ...TALK.map(([id, title]) => meanFigure({ define: "talk", what: `${name}: ${title}` }, at(id))),
    meanFigure({ define: "talk", what: `${name}: rank ratio` }, at("rank-ratio")),
    meanFigure(
      { define: "address-compliance", what: `${name}: addressee speaks next` },
      at("address-compliance"),
      "share",
    ),
    meanFigure(
      { define: "address-compliance", what: `${name}: pre-empted by others` },
      at("preemption"),
      "share",
    ),
  ];
}
