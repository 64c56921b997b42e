import { bootstrap, krippendorffAlpha, mean } from "../statistics.ts";
import {
  countFigure,
  differenceFigure,
  type FigureId,
  type FigureTable,
  LEAST,
  meanFigure,
  type Named,
  pooledShare,
  type StudyFigure,
  type StudySection,
  shareFigure,
} from "./figures.ts";
import {
  type ArmData,
  armsOf,
  comparedPairs,
  distinctLabels,
  judgeOf,
  labelsOf,
  madeFrom,
  ownArms,
  type PairData,
  paired,
  type StudiedMeeting,
  type StudyData,
} from "./study-data.ts";

type UnnumberedSection = Omit<StudySection, "nth">;

export function outcomeSection(seen: StudyData): UnnumberedSection {
  const arms = ownArms(seen);
  const all = labelsOf(arms.flatMap(({ meetings }) => meetings));
  const shares = arms.flatMap(({ name, meetings }) =>
    seen.study.subjects.flatMap((subject) => {
      const some = meetings.filter((meeting) => meeting.subject === subject);
      const where = seen.study.subjects.length > 1 ? `${name}, ${subject}` : name;
      return all
        .filter((label) => countOf(some, label) > 0)
        .map((label) =>
          shareFigure(
            { define: "outcome", what: `${where}: ${label}` },
            countOf(some, label),
            some.length,
          ),
        );
    }),
  );
  const pairs = comparedPairs(seen);
  const differences = pairs.flatMap(listDifferences);
  return section(
    "Outcome",
    [
      { title: "Outcomes by arm", figures: shares, isDrawn: true },
      { title: "Differences, paired on subject and seed", figures: differences, isDrawn: true },
    ],
    pairs.length > 0 ? [] : ["No arms are compared: name pairs under compare in the study's file."],
  );
}

function countOf(meetings: readonly StudiedMeeting[], label: string): number {
  return meetings.filter(({ outcome }) => outcome.label === label).length;
}

function tooFew(named: Named, n: number): StudyFigure | null {
  return n < LEAST
    ? { ...countFigure(named, null, n, "share"), needs: n === 0 ? null : LEAST - n }
    : null;
}

function listDifferences({ first, second }: PairData): StudyFigure[] {
  const both = paired(first.meetings, second.meetings);
  return distinctLabels(both.flat()).map((label) =>
    differenceFigure(
      { define: "outcome-difference", what: `${second.name} less ${first.name}: ${label}` },
      both.map(([one, other]) => [
        Number(one.outcome.label === label),
        Number(other.outcome.label === label),
      ]),
      true,
    ),
  );
}

export function voteSection(seen: StudyData): UnnumberedSection {
  const arms = ownArms(seen).filter(({ arm }) => arm.changes.control === undefined);
  const voted = arms.map((arm) => ({
    ...arm,
    meetings: arm.meetings.filter(({ opening }) => opening !== null),
  }));
  const hasBallots = voted.some(({ meetings }) => meetings.length > 0);
  const opening = voted.flatMap(({ name, meetings }) =>
    labelsOf(meetings).flatMap((label) => [
      shareFigure(
        { define: "opening", what: `${name}: ${label}, by opening votes` },
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
  return section(
    "Talk or vote",
    [
      { title: "Outcomes by opening votes and at the end", figures: opening, isDrawn: true },
      { title: "The debate changed the outcome", figures: changed },
      { title: "Debate gain, where the right answer is known", figures: gains, isDrawn: true },
      { title: "Asked alone as often", figures: alone },
    ],
    [
      ...(hasBallots
        ? []
        : [
            "There were no opening votes, so the debate cannot be compared with a vote (openingBallot).",
          ]),
      ...(Object.keys(seen.study.truth).length > 0
        ? []
        : [
            "It is unknown if the debate made outcomes more often right, because the study states no right answer (truth).",
          ]),
      ...(alone.length > 0 || Object.keys(seen.study.truth).length === 0
        ? []
        : ["The effect of equally many questions without a debate is unknown: controls: true."]),
    ],
  );
}

function gain(seen: StudyData, { name, meetings }: ArmData): StudyFigure[] {
  const pairs = meetings.flatMap((meeting) => {
    const judge = judgeOf(seen, meeting);
    return judge && judge.opening !== null
      ? [[Number(judge.opening), Number(judge.outcome)] as const]
      : [];
  });
  return pairs.length === 0
    ? []
    : [differenceFigure({ define: "debate-gain", what: name }, pairs, true)];
}

function askedAlone(seen: StudyData, { name, meetings }: ArmData): StudyFigure[] {
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

export function mindsSection(seen: StudyData): UnnumberedSection {
  const arms = armsOf(seen);
  const debated = ownArms(seen).filter(({ arm }) => arm.changes.control === undefined);
  const split = debated.flatMap((arm) => splitOf(arms, arm));
  const changed = [...ownArms(seen), ...arms.filter(({ arm }) => arm.made?.by === "controls")];
  return section(
    "Changes of mind",
    [
      {
        title: "Ended with another verdict",
        figures: changed.map(({ name, meetings }) => flips(name, meetings)),
        isDrawn: true,
      },
      { title: "Spontaneous, conforming, argued", figures: split, isDrawn: true },
    ],
    split.length > 0
      ? []
      : [
          "Spontaneous, conforming and argued changes cannot be separated: the study has no control arms (controls: true).",
        ],
  );
}

function flips(name: string, meetings: readonly StudiedMeeting[]): StudyFigure {
  return pooledShare({ define: "flip-rate", what: name }, meetings.map(flipped));
}

function flipped({ members }: StudiedMeeting): readonly [number, number] {
  const known = members.filter(({ opening, final }) => opening !== null && final !== null);
  return [known.filter(({ opening, final }) => opening !== final).length, known.length];
}

function splitOf(arms: readonly ArmData[], base: ArmData): StudyFigure[] {
  const controls = madeFrom(arms, base, "controls");
  const control = (kind: "reflection" | "stances") =>
    controls.find(({ arm }) => arm.changes.control === kind);
  const [reflection, stances] = [control("reflection"), control("stances")];
  if (!reflection || !stances) return [];
  const rate = ([changed, of]: readonly [number, number]) => (of === 0 ? 0 : changed / of);
  const rates = (first: ArmData, second: ArmData) =>
    paired(first.meetings, second.meetings).map(
      ([one, other]) => [rate(flipped(one)), rate(flipped(other))] as const,
    );
  return [
    { ...flips(`${base.name}: spontaneous`, reflection.meetings), define: "spontaneous" },
    differenceFigure(
      { define: "conforming", what: `${base.name}: conforming` },
      rates(reflection, stances),
    ),
    differenceFigure({ define: "argued", what: `${base.name}: argued` }, rates(stances, base)),
  ];
}

export function agreementSection(seen: StudyData): UnnumberedSection {
  const arms = ownArms(seen);
  return section("Agreement", [
    {
      title: "Krippendorff's alpha of last verdicts",
      figures: arms.map((arm) => overMeetings(arm, "alpha", krippendorffAlpha)),
    },
    {
      title: "Effective number of independent votes",
      figures: arms.map((arm) => overMeetings(arm, "independent-votes", independentVotes)),
    },
  ]);
}

type Verdicts = readonly (readonly (string | null)[])[];

/** A figure of the last verdicts of all meetings together; its interval draws meetings. */
function overMeetings(
  { name, meetings }: ArmData,
  define: FigureId,
  figure: (cases: Verdicts) => number | null,
): StudyFigure {
  const cases = meetings.map(({ members }) => members.map(({ final }) => final));
  const named = { define, what: name };
  const few = tooFew(named, cases.length);
  if (few) return few;
  const drawn = bootstrap(cases.length, (some) => figure(some.map((at) => cases[at] ?? [])), name);
  return {
    ...countFigure(named, figure(cases), cases.length, "number"),
    interval: drawn?.interval ?? null,
  };
}

/** n / (1 + (n - 1) r), Kish's design effect (Kish 1965), with alpha for the correlation r of votes in a meeting. */
function independentVotes(cases: Verdicts): number | null {
  const r = krippendorffAlpha(cases);
  const voters = mean(cases.map((votes) => votes.filter((vote) => vote !== null).length));
  return r === null || voters === null ? null : voters / (1 + (voters - 1) * Math.max(0, r));
}

export function priceSection(seen: StudyData): UnnumberedSection {
  const figures = armsOf(seen).flatMap(({ name, meetings }) => {
    const each = (define: "tokens" | "calls", of: (meeting: StudiedMeeting) => number) =>
      meanFigure({ define, what: `${name}: ${define}` }, meetings.map(of), "count");
    const known = meetings.flatMap(({ dollars }) => dollars ?? []);
    const sum =
      known.length === meetings.length ? known.reduce((all, dollars) => all + dollars, 0) : null;
    return [
      each("tokens", ({ tokens }) => tokens),
      each("calls", ({ calls, failedCalls }) => calls + failedCalls),
      countFigure(
        { define: "total", what: `${name}: dollars in all` },
        sum,
        meetings.length,
        "dollars",
      ),
    ];
  });
  const isFree = seen.closed.every(({ simulated }) => simulated);
  return section(
    "Price",
    [{ title: "By arm", figures }],
    isFree
      ? [
          "All members were simulated. Nothing was paid. Tokens show what a model would have received.",
        ]
      : [],
  );
}

function section(
  title: string,
  tables: readonly FigureTable[],
  notes: readonly string[] = [],
): UnnumberedSection {
  return { title, tables: tables.filter(({ figures }) => figures.length > 0), notes };
}
