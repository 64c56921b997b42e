import { ownOf } from "../../lists.ts";
import { mean } from "../figures/statistics.ts";
import type { ArmChanges } from "../study.ts";
import {
  countFigure,
  differenceFigure,
  type FigureTable,
  LEAST,
  meanFigure,
  pooledShare,
  type StudyFigure,
  type StudySection,
  shareFigure,
} from "./figures.ts";
import {
  armsOf,
  comparedPairs,
  judgeOf,
  LENGTHS,
  labelsOf,
  type MeetingRead,
  madeFrom,
  ownArms,
  paired,
  readOf,
  type SeenArm,
  type SeenPair,
  type SeenStudy,
  type StudiedMeeting,
  tellingLabels,
} from "./seen.ts";

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

function countOf(meetings: readonly StudiedMeeting[], label: string): number {
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

const PROBES: readonly (readonly [readonly (keyof ArmChanges)[], string])[] = [
  [["blind"], "blinded"],
  [["swap"], "swapped"],
  [["order"], "order of seats"],
  [["reversed", "verdicts"], "order of options"],
  [["view"], "names seen by members"],
];

export function probesSection(seen: SeenStudy): StudySection {
  const arms = armsOf(seen);
  const probed = comparedPairs(seen).flatMap((pair) => outcomesOf(pair));
  const orders = arms.flatMap((base) => orderRange(base, madeFrom(arms, base, "orders")));
  return {
    nth: 6,
    title: "Bias probes",
    tables: [
      {
        title: "Arms that differ in one thing that should not matter",
        figures: probed,
        isDrawn: true as const,
      },
      { title: "Order of seats and of options", figures: orders },
    ].filter(({ figures }) => figures.length > 0),
    notes: [
      ...(probed.length + orders.length > 0
        ? []
        : ["No arm changes names, order or view alone: blind, swap, orders, view."]),
    ],
  };
}

function probeOf(pair: SeenPair): string | null {
  const [first, second] = [pair.first.arm.changes, pair.second.arm.changes];
  const changed = [...new Set([...Object.keys(first), ...Object.keys(second)])].filter(
    (key) => JSON.stringify(first[key as keyof ArmChanges]) !== JSON.stringify(second[key as keyof ArmChanges]),
  );
  const probe = PROBES.find(
    ([keys]) => changed.length > 0 && changed.every((key) => (keys as readonly string[]).includes(key)),
  );
  return probe?.[1] ?? null;
}

function outcomesOf(pair: SeenPair): StudyFigure[] {
  const probe = probeOf(pair);
  if (probe === null) return [];
  const both = paired(pair.first.meetings, pair.second.meetings);
  // Tested where arms are compared; a second p of the same pairs would make the family larger than it is.
  return tellingLabels(both.flat()).map((label) => ({
    ...differenceFigure(
      { define: "probe-outcome", what: `${probe}: ${pair.second.name} less ${pair.first.name}, ${label}` },
      both.map(([one, other]) => [Number(one.outcome.label === label), Number(other.outcome.label === label)]),
      true,
    ),
    p: null,
  }));
}

function orderRange(base: SeenArm, orders: readonly SeenArm[]): StudyFigure[] {
  const all = [base, ...orders].filter(({ meetings }) => meetings.length > 0);
  if (orders.length === 0) return [];
  const n = Math.min(...all.map(({ meetings }) => meetings.length));
  return tellingLabels(all.flatMap(({ meetings }) => meetings)).map((label) => {
    const shares = all.map(({ meetings }) => countOf(meetings, label) / meetings.length);
    const named = { define: "orders" as const, what: `${base.name}: ${label}, over ${all.length} orders` };
    const range = Math.max(...shares) - Math.min(...shares);
    return n < LEAST
      ? { ...countFigure(named, null, n, "difference"), needs: LEAST - n }
      : countFigure(named, range, n, "difference");
  });
}

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
