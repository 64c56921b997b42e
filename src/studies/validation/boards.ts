import { changeByCompany } from "../../metrics/opinion.ts";
import { byRank, gini, sharesOf } from "../../metrics/participation.ts";
import { type PeopleAtLength, peopleAtLength } from "../../metrics/people.ts";
import { coursesOf } from "../../metrics/positions.ts";
import { dyadicShare, returnRate } from "../../metrics/structure.ts";
import { cutTo, runsOf, talkOf } from "../../metrics/talk.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { meanOf, shareOf } from "./observations.ts";
import { around, atMost, CHANGE_BY_COMPANY, SIX_JURORS_DYADIC } from "./published.ts";
import {
  judged,
  type Seen,
  type ValidatedBy,
  type Validation,
  type ValidationRow,
  type ValidationTable,
} from "./validation.ts";

/** What is kept of a board: its talk cut to the length compared, null where it is shorter, and who changed by company. */
type BoardSeen = {
  readonly talk: AtLength | null;
  readonly company: ReturnType<typeof changeByCompany>;
};
type AtLength = Pick<PeopleAtLength, "byRank" | "gini"> & {
  readonly returns: number | null;
  readonly dyadic: number | null;
};

/** Members, and turns that their talk is cut to: what was worked out for people of that number. */
const SIZES = [
  { members: 4, turns: 20 },
  { members: 5, turns: 30 },
  { members: 6, turns: 30 },
] as const;

/** Boards of four to six with natural routing: who speaks how much, who after whom, and who changes. */
export const boards: Validation<BoardSeen> = {
  id: "talk",
  title: "Boards of four to six, natural routing",
  variants: SIZES.map(({ members }) => ({
    name: `${members} members`,
    scenario: "hiring",
    ...(members > 5 && { seats: ["nadia-okafor"] }),
    change: (scenario) => natural({ ...scenario, members: scenario.members.slice(0, members) }),
    meetings: { simulated: 60, model: 15 },
  })),
  observe,
  tables: (seen, by) => [...SIZES.map((size) => talkTable(seen, size, by)), companyTable(seen)],
};

function natural(scenario: Scenario): Scenario {
  return { ...scenario, options: { ...scenario.options, selector: { name: "natural" } } };
}

function observe(state: MeetingState): BoardSeen {
  const whole = talkOf(state);
  const length = SIZES.find(({ members }) => members === whole.members.length)?.turns ?? 30;
  const talk = cutTo(whole, length);
  const ranked = byRank(sharesOf(talk, "turns"));
  const isLongEnough = runsOf(whole).length >= length;
  return {
    talk: isLongEnough
      ? {
          byRank: ranked,
          gini: gini(ranked),
          returns: returnRate(talk)?.rate ?? null,
          dyadic: dyadicShare(talk),
        }
      : null,
    company: changeByCompany(coursesOf(state)),
  };
}

/** How far a figure of talk may lie from people's. */
const WITHIN = 0.05;

function talkTable(
  seen: Seen<BoardSeen>,
  { members, turns }: (typeof SIZES)[number],
  by: ValidatedBy,
): ValidationTable {
  const held = seen(`${members} members`);
  const long = held.flatMap(({ talk }) => (talk ? [talk] : []));
  const people = peopleAtLength(members, turns);
  const row = (what: string, of: (talk: AtLength) => number | null, theirs: number): ValidationRow => {
    const values = long.map(of);
    return judged(meanOf(what, values, held.length), around(theirs, WITHIN, people?.corpus ?? "people"));
  };
  const rows = people
    ? [
        row("share of whoever speaks most", (talk) => talk.byRank[0] ?? null, people.byRank[0] ?? 0),
        row("share of whoever speaks least", (talk) => talk.byRank.at(-1) ?? null, people.byRank.at(-1) ?? 0),
        row("Gini of turns", (talk) => talk.gini, people.gini),
        row("A-B-A", (talk) => talk.returns, people.returns),
        row("turns in dyadic floors", (talk) => talk.dyadic, people.dyadic),
      ]
    : [];
  const six = meanOf(
    "turns in dyadic floors, six jurors",
    long.map(({ dyadic }) => dyadic),
    held.length,
  );
  return {
    id: `T2, ${members} members`,
    title: `Talk of ${members}, first ${turns} turns`,
    // Natural routing was fitted to the meetings of four.
    use: by === "simulated" && members === 4 ? "calibration" : "hold-out",
    definition: `Turns are runs of messages by one speaker; meetings shorter than ${turns} turns are left out. Inside: the 95 % interval of the mean (bootstrap by meeting) comes within ${WITHIN} of people's over as many turns.`,
    rows:
      members === 6 ? [...rows, judged(six, around(SIX_JURORS_DYADIC, WITHIN, "mock juries of six"))] : rows,
  };
}

function companyTable(seen: Seen<BoardSeen>): ValidationTable {
  const held = SIZES.flatMap(({ members }) => seen(`${members} members`));
  const sums = CHANGE_BY_COMPANY.map((_, company) => {
    const rows = held
      .flatMap((board) => board.company)
      .filter((row) => (company === 2 ? row.company >= 2 : row.company === company));
    const total = (key: "members" | "changed") => rows.reduce((sum, row) => sum + row[key], 0);
    return { members: total("members"), changed: total("changed") };
  });
  const rates = sums.map(({ members, changed }) => (members === 0 ? null : changed / members));
  const rows = sums.map(({ members, changed }, company) => {
    const what = `${["no other", "1 other", "2 or more others"][company]} shared the first verdict`;
    const people = `people ${CHANGE_BY_COMPANY[company]?.toFixed(3)}`;
    const before = rates[company - 1];
    const published =
      before === undefined || before === null
        ? { ...atMost(1, `${people}; highest`), low: 0 }
        : atMost(before, `${people}; below the line above`);
    return judged(shareOf(what, changed, members, held.length), published);
  });
  return {
    id: "T4",
    title: "Who changes, by company",
    use: "hold-out",
    definition:
      "Share of members whose last verdict is not that of their private opening ballot, by how many others had the same first verdict. Inside: each line lies below the one above, as with people (DeliData, 356 groups of three or more, one puzzle with a right answer). The levels are not compared: other matters, other options.",
    rows,
  };
}
