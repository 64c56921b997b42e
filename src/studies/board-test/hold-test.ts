// The course of a board test: aim the paper, find the lines that members rest a point on, then ask
// for votes look after look until every line is settled. Depends on kept votes alone, so a test
// that was stopped takes the same course again.

import { listRequirementAnswers } from "../../engine/meeting/ballot.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { LineId } from "../../home/records/board-card.ts";
import { checkCitation, parseReference } from "../../scenario/documents/citations.ts";
import type { Requirement, Scenario } from "../../scenario/schema/scenario.ts";
import type { ResultRow } from "../study.ts";
import {
  createScale,
  createSideScale,
  findFavourite,
  type Question,
  type Scale,
  toVotes,
  type VoteCollector,
} from "./collect-votes.ts";
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
  type Twin,
  type TwinChoices,
} from "./twins.ts";

export type TestPlan = {
  scenario: Scenario;
  choices: Omit<TwinChoices, "struck" | "about"> & { struck: readonly number[] | null };
  /** Lines to test; null: all. */
  only: readonly LineId[] | null;
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
  const { about, struck, areCopies } = await readFirstRun(collector, base, plan);
  const all = createTwins(base, { ...plan.choices, about, struck: plan.choices.struck ?? struck });
  const isAsked = ({ line }: { line: LineId }): boolean => plan.only?.includes(line) ?? true;
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
    const judged = judgeLook(collector, plan.scenario, open, look, plan.isQuick);
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

/** Every paper once, then again, so that a provider's drift meets all alike. */
function listQuestions(base: Scenario, open: readonly Twin[], { runs }: Look): readonly Question[] {
  return Array.from({ length: runs }, (_, index) => index + 1).flatMap((run) => [
    ...(run > MOST_OF_A_HALF ? [] : HALVES.map((arm) => ({ arm, scenario: base, run }))),
    ...open.map(({ line, scenarios }) => ({
      arm: line,
      scenario: scenarios[(run - 1) % scenarios.length] ?? scenarios[0],
      run,
    })),
  ]);
}

function judgeLook(
  collector: VoteCollector,
  scenario: Scenario,
  open: readonly Twin[],
  look: Look,
  isQuick: boolean,
): { lines: readonly SettledLine[]; control: JudgedLine } {
  const scale = chooseScale(collector, scenario);
  const [first = [], second = []] = HALVES.map((arm) => toVotes(collector.getVotes(arm), scale));
  const base: Base = { all: [...first, ...second], halves: [first, second] };
  const tested = open.map(({ line, expects }) => ({
    id: line,
    expects,
    votes: toVotes(collector.getVotes(line), scale),
  }));
  const hasSides = !isQuick && scenario.sides !== "none";
  const bySide = createSideScale(scenario.verdicts);
  const sides = hasSides
    ? {
        base: toVotes(listUntouched(collector), bySide),
        strict: toVotes(collector.getVotes("name"), bySide),
      }
    : null;
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

function findQuotedPoint(
  { members }: MeetingState,
  base: Scenario,
): Pick<FirstRun, "about" | "struck"> {
  const paper = requirePaper(base);
  const points = (base.requirements ?? []).map((point) => {
    const quoted = [...members.values()].flatMap((member) =>
      listRequirementAnswers(member).flatMap(({ id, answer, ref, quote }) => {
        if (id !== point.id || answer !== "met") return [];
        const reference = parseReference(ref);
        if (reference?.name !== paper.name) return [];
        return checkCitation({ ref, quote }, [paper]).found === "absent" ? [] : [reference];
      }),
    );
    const lines = quoted.flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index),
    );
    return { point, count: quoted.length + (point.must ? 0.5 : 0), lines: [...new Set(lines)] };
  });
  const [best] = points.filter(({ lines }) => lines.length > 0).sort((a, b) => b.count - a.count);
  const about =
    best?.point ?? base.requirements?.find(({ must }) => must) ?? base.requirements?.[0];
  return { about: about ?? null, struck: best?.lines ?? [] };
}
