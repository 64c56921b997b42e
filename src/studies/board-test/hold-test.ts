// The course of a board test: aim the paper, find the lines that members rest a point on, then ask
// for votes look after look until every line is settled. Depends on kept votes alone, so a test
// that was stopped takes the same course again.

import { listRequirementAnswers } from "../../engine/meeting/ballot.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { LineId } from "../../home/records/board-card.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import type { Requirement, Scenario } from "../../scenario/schema/scenario.ts";
import type { ResultRow } from "../study.ts";
import {
  createScale,
  createSideScale,
  findFavourite,
  listInTurn,
  type Papers,
  type Question,
  type Scale,
  toVotes,
  type VoteCollector,
} from "./collect-votes.ts";
import { listLines } from "./quoted-lines.ts";
import {
  type Base,
  type JudgedLine,
  judgeControl,
  judgeLines,
  LOOKS,
  type Look,
  measureNoise,
  measureSupport,
  RUNS_OF_OTHERS,
} from "./rules.ts";
import {
  confirmPoints,
  createTwins,
  type MissingTwin,
  requirePaper,
  strikeLines,
  type Twin,
  type TwinChoices,
} from "./twins.ts";

export type TestPlan = {
  scenario: Scenario;
  choices: Omit<TwinChoices, "struck" | "about"> & { struck: readonly number[] | null };
  /** Lines to test. */
  only: readonly LineId[];
  /** The name by scale alone, and at most 40 runs. */
  isQuick: boolean;
  /** Continues after a line has failed. */
  goesOn: boolean;
  /** Most runs of one paper. */
  mostRuns: number;
  readMeeting: (row: ResultRow) => Promise<MeetingState>;
};

type SettledLine = JudgedLine & {
  twin: Twin;
  runs: number;
  abstained: { count: number; of: number } | null;
};

export type TestEnd = {
  result: "pass" | "fail" | "unclear" | "void";
  because: string | null;
  lines: readonly SettledLine[];
  missing: readonly MissingTwin[];
  control: JudgedLine;
  support: number | null;
  noise: number | null;
  confirmed: number;
  /** Lines of the paper that were struck, from 1. */
  struck: readonly number[];
};

const HALVES = ["untouched-a", "untouched-b"] as const;
/** Untouched runs of each half at most. */
const MOST_OF_A_HALF = 40;

const PILOTS = 6;
const RUNS_OF_A_PILOT = 4;
/** Support from which a paper can fall far enough. */
const ENOUGH_SUPPORT = 40;

export async function holdTest(collector: VoteCollector, plan: TestPlan): Promise<TestEnd> {
  const { base, confirmed } = await aimPaper(collector, plan);
  await collector.ask(HALVES.map((arm) => ({ arm, scenario: base, run: 1 })));
  const first = await readFirstRun(collector, base, plan);
  const { about, areCopies } = first;
  const struck = plan.choices.struck ?? (await findMentions(collector, base, first, plan));
  const all = createTwins(base, { ...plan.choices, about, struck });
  const isAsked = ({ line }: { line: LineId }): boolean => plan.only.includes(line);
  const twins = all.twins.filter(isAsked);
  const settled = new Map<LineId, SettledLine>();
  let control: JudgedLine = { id: "control", result: "unclear", shift: null };
  const isOver = (): boolean =>
    control.result === "fail" ||
    (!plan.goesOn && [...settled.values()].some(({ result }) => result === "fail"));
  for (const look of listLooks(plan)) {
    const open = twins.filter((twin) => isOpen(twin, look, settled));
    if (open.length === 0 || isOver()) break;
    await collector.ask(listQuestions(base, open, look));
    const judged = judgeLook(collector, plan, open, look);
    for (const line of judged.lines) settled.set(line.twin.line, line);
    control = judged.control;
  }
  const lines = twins.flatMap(({ line }) => settled.get(line) ?? []);
  const votes = toVotes(listUntouched(collector), chooseScale(collector, plan.scenario));
  return {
    ...concludeTest(lines, control, areCopies),
    lines,
    missing: all.missing.filter(isAsked),
    control,
    confirmed,
    support: measureSupport(votes),
    noise: measureNoise(votes),
    struck,
  };
}

function listLooks({ isQuick, mostRuns }: TestPlan): readonly Look[] {
  return LOOKS.filter(({ runs }) => runs <= mostRuns && (!isQuick || runs <= MOST_OF_A_HALF));
}

function isOpen(
  { line, expects }: Twin,
  { runs }: Look,
  settled: ReadonlyMap<LineId, SettledLine>,
): boolean {
  if (runs > RUNS_OF_OTHERS && expects !== "stay-strict") return false;
  return (settled.get(line)?.result ?? "unclear") === "unclear";
}

function listQuestions(base: Scenario, open: readonly Twin[], { runs }: Look): readonly Question[] {
  const halves = HALVES.map((arm): Papers => ({ arm, scenarios: [base] }));
  const twins = open.map(({ line, scenarios }): Papers => ({ arm: line, scenarios }));
  const isHalf = (arm: string) => halves.some((each) => each.arm === arm);
  return listInTurn([...halves, ...twins], runs).filter(
    ({ arm, run }) => run <= MOST_OF_A_HALF || !isHalf(arm),
  );
}

function judgeLook(
  collector: VoteCollector,
  { scenario, isQuick }: TestPlan,
  open: readonly Twin[],
  look: Look,
): { lines: readonly SettledLine[]; control: JudgedLine } {
  const scale = chooseScale(collector, scenario);
  const read = (arm: string, on = scale) => toVotes(collector.getVotes(arm), on);
  const [first = [], second = []] = HALVES.map((arm) => read(arm));
  const base: Base = { all: [...first, ...second], halves: [first, second] };
  const tested = open.map(({ line, expects }) => ({ id: line, expects, votes: read(line) }));
  const bySide = createSideScale(scenario.verdicts);
  const sides =
    isQuick || scenario.sides === "none"
      ? null
      : { base: HALVES.flatMap((arm) => read(arm, bySide)), strict: read("name", bySide) };
  const lines = judgeLines(tested, base, look, sides).map((judged, index): SettledLine => {
    const twin = open[index] as Twin;
    const votes = tested[index]?.votes ?? [];
    const count = votes.filter(({ place }) => place === null).length;
    const abstained = twin.expects === "abstain" ? { count, of: votes.length } : null;
    return { ...judged, twin, runs: collector.getVotes(twin.line).length, abstained };
  });
  return { lines, control: judgeControl(base, look) };
}

function listUntouched(collector: VoteCollector): readonly ResultRow[] {
  return HALVES.flatMap((arm) => collector.getVotes(arm));
}

function chooseScale(collector: VoteCollector, scenario: Scenario): Scale {
  return createScale(scenario, findFavourite(listUntouched(collector)));
}

function concludeTest(
  lines: readonly SettledLine[],
  control: JudgedLine,
  areCopies: boolean,
): Pick<TestEnd, "result" | "because"> {
  if (areCopies) {
    const because =
      "All members answered two untouched runs in the same words: the temperature is 0 or the answers come from a cache, so runs tell no more than one.";
    return { result: "void", because };
  }
  if (control.result === "fail") {
    const because =
      "The votes on the untouched paper moved during the test, so no line can be trusted.";
    return { result: "void", because };
  }
  if (lines.some(({ result }) => result === "fail")) return { result: "fail", because: null };
  const isWhole = lines.length > 0 && lines.every(({ result }) => result !== "unclear");
  return { result: isWhole ? "pass" : "unclear", because: null };
}

/** Confirms more and more points of the paper until members support it, since nothing falls from 0. */
async function aimPaper(
  collector: VoteCollector,
  { scenario }: TestPlan,
): Promise<{ base: Scenario; confirmed: number }> {
  const points = scenario.requirements ?? [];
  if (points.length === 0) return { base: scenario, confirmed: 0 };
  const scale = createScale(scenario, null);
  for (let pilot = 0; ; pilot++) {
    const confirmed = Math.ceil((pilot * points.length) / PILOTS);
    const base = confirmPoints(scenario, points.slice(0, confirmed));
    const arm = `pilot-${pilot}`;
    const runs = Array.from({ length: RUNS_OF_A_PILOT }, (_, index) => index + 1);
    await collector.ask(runs.map((run) => ({ arm, scenario: base, run })));
    const support = measureSupport(toVotes(collector.getVotes(arm), scale)) ?? 0;
    if (support >= ENOUGH_SUPPORT || pilot === PILOTS - 1) return { base, confirmed };
  }
}

type FirstRun = {
  about: Requirement | null;
  struck: readonly number[];
  areCopies: boolean;
};

/** Which requirement most members answer with a true quote, and the lines that they quoted for it. */
async function readFirstRun(
  collector: VoteCollector,
  base: Scenario,
  { readMeeting }: TestPlan,
): Promise<FirstRun> {
  const states: MeetingState[] = [];
  for (const arm of HALVES) {
    const row = collector.getVotes(arm).find(({ seed }) => seed === 1);
    if (row) states.push(await readMeeting(row));
  }
  const [first] = states;
  if (!first) return { about: null, struck: [], areCopies: false };
  const replies = states.map((state) => listReplies(state));
  const areCopies = replies.length > 1 && replies.every((each) => each === replies[0]);
  return { ...findQuotedPoint(first, base), areCopies };
}

function listReplies({ members }: MeetingState): string {
  return JSON.stringify(
    [...members.values()].flatMap(({ ballots }) => ballots.map(({ reasoning }) => reasoning)),
  );
}

function findQuotedPoint(state: MeetingState, base: Scenario): Pick<FirstRun, "about" | "struck"> {
  const asked = base.requirements ?? [];
  const points = asked.map((point) => {
    const quoted = listQuotes(state, base, point);
    return { point, quoted, count: quoted.length + (point.must ? 0.5 : 0) };
  });
  const [best] = points.filter(({ quoted }) => quoted.length > 0).sort((a, b) => b.count - a.count);
  const about = best?.point ?? asked.find(({ must }) => must) ?? asked[0];
  return { about: about ?? null, struck: listLines(best?.quoted ?? [], requirePaper(base)) };
}

/** True quotes of the paper by members who found the requirement met. */
function listQuotes({ members }: MeetingState, base: Scenario, { id }: Requirement) {
  const paper = requirePaper(base);
  return [...members.values()].flatMap((member) =>
    listRequirementAnswers(member).flatMap((answer) => {
      if (answer.id !== id || answer.answer !== "met") return [];
      const checked = checkCitation(answer, [paper]);
      return listLines([checked], paper).length > 0 ? [checked] : [];
    }),
  );
}

/** Papers without the struck lines that are asked for more of them at most. */
export const MOST_MENTIONS = 2;

/**
 * A paper may state a fact twice. Asks the board on the paper without the struck lines, and strikes
 * those too that members then quote for the same requirement.
 */
async function findMentions(
  collector: VoteCollector,
  base: Scenario,
  { about, struck }: FirstRun,
  { only, readMeeting }: TestPlan,
): Promise<readonly number[]> {
  let all = struck;
  for (let nth = 1; about && all.length > 0 && only.includes("struck"); nth++) {
    if (nth > MOST_MENTIONS) break;
    const [arm, scenario] = [`struck-${nth}`, strikeLines(base, all)];
    await collector.ask([{ arm, scenario, run: 1 }]);
    const [row] = collector.getVotes(arm);
    const again = row ? listQuotes(await readMeeting(row), scenario, about) : [];
    if (again.length === 0) break;
    const left = requirePaper(base)
      .text.split("\n")
      .map((_, at) => at + 1);
    const kept = left.filter((line) => !all.includes(line));
    const more = listLines(again, requirePaper(scenario)).flatMap((line) => kept[line - 1] ?? []);
    all = [...all, ...more];
  }
  return all;
}
