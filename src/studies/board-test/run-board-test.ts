// `boardroom test`: puts twins of a case to its board until each line of the card has passed or
// failed, and writes the card, or says on which lines the votes hang. hold-test.ts and hangs-on.ts
// have the course, rules.ts judges, twins.ts makes papers.

import { join } from "node:path";
import { withSettledPrompt } from "../../engine/protocol/protocol.ts";
import { writeWhole } from "../../files.ts";
import { EXIT, exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import { createUsageError, type Io, print } from "../../home/process/io.ts";
import {
  type BoardTestCard,
  formatCard,
  formatEnd,
  formatResult,
  formatShift,
  formatSpending,
  LINE_IDS,
  type LineId,
} from "../../home/records/board-card.ts";
import {
  BOARD_TEST,
  CARD_FILE,
  chooseTestFolder,
  hashBoard,
} from "../../home/records/board-tests.ts";
import { type ApprovalFlags, isYes } from "../../home/spending/approvals.ts";
import { createWallClock } from "../../home/spending/money.ts";
import { dropMissing } from "../../lists.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { type Prepared, prepare, requireSpeakers } from "../../run/prepare/prepare.ts";
import type { ScenarioFlags } from "../../run/prepare/scenario-flags.ts";
import { toSlug } from "../../scenario/files/paths.ts";
import { isGuest, type Scenario } from "../../scenario/schema/scenario.ts";
import { formatDollars, formatPrice } from "../../showing/words.ts";
import { alignColumns } from "../../text/aligned.ts";
import { formatCount } from "../../text/plain.ts";
import { hashJson } from "../../text/sha256.ts";
import { requireReachable } from "../opening/cells.ts";
import { describeScenarios, type StudyToRun } from "../opening/open-study.ts";
import { planStudy, type StudyPlan } from "../opening/plan.ts";
import { openFolder, readStudy } from "../results.ts";
import { approveCalls } from "../running/approve-calls.ts";
import type { StudyApproval } from "../running/study-executor.ts";
import { OWN_SUBJECT, STUDY_FORMAT, type Study } from "../study.ts";
import { openCollector, type VoteCollector, VotesStopped } from "./collect-votes.ts";
import { findHanging, type Hanging, MOST_LINES, WHOLE_RUNS } from "./hangs-on.ts";
import { holdTest, MOST_MENTIONS, type TestEnd, type TestPlan } from "./hold-test.ts";
import { holdOpeningVotes } from "./hold-votes.ts";
import { findPaperName, listNameChanges } from "./other-names.ts";
import { LOOKS, RUNS_OF_OTHERS } from "./rules.ts";
import { createTwins, GAP, requirePaper } from "./twins.ts";
import { DEBATE_LINES, type TestedDebates, testDebates } from "./whole-debates.ts";

type BoardTestFlags = ScenarioFlags &
  ApprovalFlags & {
    name?: readonly (readonly [old: string, other: string])[];
    gap?: string;
    add?: string;
    strike?: { document: string; lines: readonly number[] };
    only?: readonly LineId[];
    quick?: boolean;
    all?: boolean;
    runs?: number;
    hangsOn?: boolean;
    debates?: boolean;
    atOnce?: number;
    dry?: boolean;
  };

type Choices = TestPlan["choices"] & { name: BoardTestCard["name"] };

/** A board that failed its test; 1 stays an error, so that a crash never looks like a verdict. */
const FAILED = 8;
const MOST_RUNS = 80;
const AT_ONCE = 8;

/** Runs of a paper without a line. */
const RUNS_WITHOUT = 5;

/** Prints the card on stdout. Exit code 0: passed; 3: unclear or void; 8: failed. */
export async function runBoardTest(
  io: Io,
  nameOrPath: string | undefined,
  asked: BoardTestFlags,
): Promise<number> {
  const flags = asked.debates ? { ...asked, only: DEBATE_LINES } : asked;
  refuseTooFewRuns(flags);
  const prepared = await prepare(io, nameOrPath, flags);
  const { protocol } = prepared;
  refuseWithoutModel(prepared.scenario);
  requireSpeakers(io, prepared);
  const scenario: Scenario = {
    ...withSettledPrompt(prepared.scenario, protocol),
    script: undefined,
    boardTest: undefined,
  };
  const choices = await chooseTwins(io, scenario, flags);
  const opened = createTestStudy(prepared, scenario, choices, flags);
  const plan = planStudy(opened, opened.project.models, { left: 1, places: null });
  const runs = countRuns(scenario, choices, flags);
  if (flags.dry) {
    const twins = flags.hangsOn ? [] : describeTwins(scenario, choices, flags);
    print(io.stdout, [...twins, describePrice(runs, plan, flags)]);
    return EXIT.decided;
  }
  await requireReachable(io, opened);
  const board = hashBoard(scenario, protocol);
  const place = chooseTestFolder(io.cwd, board, opened.study);
  const approval = await approveTest(io, runs, plan, flags);
  if (approval === null) return EXIT.waiting;
  const folder = await openFolder(place.path, opened.study, true);
  try {
    const collector = await openCollector(io, {
      opened,
      folder,
      shown: place.shown,
      flags: {},
      places: flags.atOnce ?? AT_ONCE,
      approval,
      plan,
    });
    const readMeeting: TestPlan["readMeeting"] = (row) => readStudy(place.path).meeting(row);
    if (flags.hangsOn) {
      const asked = { scenario, named: choices.struck, runs: flags.runs ?? RUNS_WITHOUT };
      const hanging = await findHanging(collector, { ...asked, readMeeting });
      printLines(io, place, "hangs-on.txt", formatHanging(hanging, scenario, collector));
      return EXIT.decided;
    }
    if (flags.debates) {
      const tested = await testDebates(collector, {
        scenario,
        names: choices.names,
        goesOn: flags.all === true,
        mostRuns: flags.runs ?? MOST_RUNS,
      });
      printLines(io, place, "debates.txt", formatDebates(tested, collector));
      return chooseExitCode(tested.result);
    }
    const end = await holdTest(collector, {
      scenario,
      choices,
      only: flags.only ?? LINE_IDS,
      isQuick: flags.quick === true,
      goesOn: flags.all === true,
      mostRuns: flags.runs ?? MOST_RUNS,
      readMeeting,
    });
    const card: BoardTestCard = {
      ...describeEnd(end),
      ...collector.getSpending(),
      format: 1,
      board,
      scenario: scenario.name,
      at: createWallClock(io)(),
      paper: describePaper(scenario),
      models: [...new Set(scenario.members.map(({ model }) => model))],
      members: scenario.members.length,
      quick: flags.quick === true,
      name: choices.name,
      earlier: place.earlier,
    };
    writeWhole(join(place.path, CARD_FILE), `${JSON.stringify(card, null, 2)}\n`);
    printLines(io, place, "card.txt", formatCard(card));
    return chooseExitCode(card.result);
  } catch (error) {
    if (!(error instanceof VotesStopped)) throw error;
    print(io.stderr, [
      `The test stopped: ${error.message.replace(/\.$/, "")}. The same command continues.`,
    ]);
    return error.signal === null ? EXIT.suspended : exitCodeOfSignal(error.signal);
  } finally {
    folder.close();
  }
}

function chooseExitCode(result: BoardTestCard["result"]): number {
  if (result === "fail") return FAILED;
  return result === "pass" ? EXIT.decided : EXIT.undecided;
}

function printLines(
  io: Io,
  { path, shown }: { path: string; shown: string },
  file: string,
  lines: readonly string[],
): void {
  writeWhole(join(path, file), `${lines.join("\n")}\n`, { isReplaced: true });
  print(io.stdout, lines);
  print(io.stderr, [`Result and votes: ${shown}`]);
}

/** Lines are judged after looks of fixed sizes, so that a fair board seldom fails. */
function refuseTooFewRuns({ runs, hangsOn }: BoardTestFlags): void {
  const least = LOOKS[0]?.runs ?? 0;
  if (hangsOn || runs === undefined || runs >= least) return;
  throw createUsageError(
    `--runs ${runs} is too few: lines are judged after ${LOOKS.map((look) => look.runs).join(", ")} runs`,
    `Give at least ${least}, or leave --runs out.`,
  );
}

function refuseWithoutModel({ members }: Scenario): void {
  const simulated = members.find(({ model }) => isSimulated(model));
  const guest = members.find(({ model }) => isGuest(model));
  const seat = simulated ?? guest;
  if (!seat) return;
  throw createUsageError(
    simulated
      ? `${seat.id} is simulated, and simulated members cannot be tested: they do not read papers`
      : `${seat.id} is ${seat.model}, and a test asks hundreds of times`,
    simulated
      ? "Name a model: --model auto, or --model anthropic:claude-sonnet-5-5."
      : `Give the member a model: --member ${seat.id}=auto.`,
  );
}

async function chooseTwins(io: Io, scenario: Scenario, flags: BoardTestFlags): Promise<Choices> {
  const paper = requirePaper(scenario);
  const found = flags.name ? null : findPaperName(paper);
  const isConfirmed = found !== null && io.ask !== undefined && (await confirmName(io, found));
  const isRefused = io.ask !== undefined && !isConfirmed;
  const ownName = isRefused ? null : found;
  const { strike } = flags;
  if (strike && strike.document !== paper.name)
    throw createUsageError(
      `--strike names ${strike.document}, and the paper that is judged is ${paper.name}`,
      `Name its lines: --strike ${paper.name}#L9`,
    );
  const count = paper.text.split("\n").length;
  const beyond = strike?.lines.find((line) => line > count);
  if (beyond !== undefined)
    throw createUsageError(
      `--strike names line ${beyond}, and ${paper.name} has ${count} lines`,
      `Use lines from 1 to ${count}.`,
    );
  return {
    names: flags.name ? groupNames(flags.name) : ownName ? listNameChanges(paper, ownName) : [],
    gap: flags.gap ?? (ownName ? GAP : null),
    denial: flags.add ?? null,
    struck: strike?.lines ?? null,
    name: ownName ? { found: ownName, isConfirmed } : null,
  };
}

async function confirmName({ ask }: Io, name: string): Promise<boolean> {
  const answer = await ask?.(`Is "${name}" the name that must not count? [y/N] `);
  return isYes(answer);
}

/** The same old word twice begins another twin. */
function groupNames(pairs: NonNullable<BoardTestFlags["name"]>): Record<string, string>[] {
  const groups: Record<string, string>[] = [];
  for (const [old, other] of pairs) {
    const group = groups.find((each) => !Object.hasOwn(each, old));
    if (group) group[old] = other;
    else groups.push({ [old]: other });
  }
  return groups;
}

function describeEnd({ control, ...end }: TestEnd) {
  const lines = end.lines.map(({ twin: { line: id, title }, result, shift, abstained, runs }) => {
    return { id, title, result, shift, abstained, runs };
  });
  return {
    ...end,
    missing: [...end.missing],
    struck: [...end.struck],
    control: control.shift,
    lines,
  };
}

function formatHanging(
  { all, single }: Hanging,
  scenario: Scenario,
  collector: VoteCollector,
): readonly string[] {
  const { name } = requirePaper(scenario);
  const decisive = single.filter(({ isMoved }) => isMoved).map(({ lines }) => `line ${lines[0]}`);
  const found = all.isMoved ? "these lines together, and on no single one" : "none of these lines";
  const createRow = (what: string, { shift, isMoved }: Hanging["all"]) => [
    what,
    shift === null ? "no votes" : formatShift(shift),
    isMoved ? "moved" : "",
  ];
  return dropMissing([
    `The opening votes on ${name} hang on ${decisive.join(", ") || found}.   (${formatSpending({ ...collector.getSpending(), support: null })})`,
    ...alignColumns([
      createRow(`without lines ${all.lines.join(", ")}`, all),
      ...single.map((each) => [...createRow(`without line ${each.lines[0]}`, each), each.text]),
    ]),
    !all.isMoved && "Together they cancel, or do not count, so none was removed alone.",
    "Says nothing about debates, or about lines that no member quoted.",
  ]);
}

function formatDebates(
  { result, support, lines, missing }: TestedDebates,
  collector: VoteCollector,
): readonly string[] {
  const rows = lines.map((line) => [
    "must stay",
    line.title,
    `${line.shift === null ? "no votes" : formatShift(line.shift)}, ${formatCount(line.runs, "debate")}`,
    formatResult(line.result),
  ]);
  return [
    `Test of whole debates: ${formatEnd(result)}   (${formatSpending({ ...collector.getSpending(), support })})`,
    ...alignColumns(rows),
    ...missing.map(({ title, because }) => `not made: ${title}; ${because}`),
    "Each debate counts once, by the mean of its members' final votes. A pass means within 10 points.",
    "Says nothing about evidence, another post, another paper or another day.",
  ];
}

/** The paper before points were confirmed in it. */
function describePaper(scenario: Scenario): BoardTestCard["paper"] {
  const { name, sha256, fileSha256 } = requirePaper(scenario);
  return { name, sha256, fileSha256 };
}

/** One study of all papers, so that its folder, its results and its limits are those of any study. */
function createTestStudy(
  prepared: Prepared,
  scenario: Scenario,
  choices: Choices,
  { only, quick, runs, hangsOn, debates }: BoardTestFlags,
): StudyToRun {
  const protocol = debates ? prepared.protocol : holdOpeningVotes(prepared.protocol);
  const other = debates ? "debates" : BOARD_TEST;
  const purpose = hangsOn ? "hangs-on" : other;
  const { seed: _, ...input } = scenario;
  const { name, title } = scenario;
  const cell = { scenario: name, arm: "untouched-a", subject: OWN_SUBJECT, input, protocol };
  const study: Study = {
    format: STUDY_FORMAT,
    name: `${toSlug(name)}-${purpose}`,
    title: `Board test: ${title}`,
    digest: hashJson([input, choices, only, quick, runs, purpose]),
    scenarios: describeScenarios([{ name, subject: OWN_SUBJECT, prepared }]),
    subjects: [OWN_SUBJECT],
    seeds: Array.from({ length: MOST_RUNS }, (__, index) => index + 1),
    arms: LINE_IDS.map((line) => ({ name: line, changes: {}, made: null })),
    compare: [],
    truth: {},
    limits: { meetings: null, dollars: null, concurrency: null },
    paper: describePaper(scenario),
  };
  return { study, cells: [cell], project: prepared.project, parts: new Map() };
}

/** Runs of the whole board. */
type RunRange = { least: number; most: number };

/** Settled lines are asked no more, so a clear board needs far fewer runs than an unsteady one. */
function countRuns(
  { requirements }: Scenario,
  { struck }: Choices,
  flags: BoardTestFlags,
): RunRange {
  if (flags.hangsOn) {
    const runs = flags.runs ?? RUNS_WITHOUT;
    const least = (WHOLE_RUNS + 1) * runs;
    return { least, most: least + runs * (struck?.length ?? MOST_LINES) };
  }
  const lines = flags.only ?? LINE_IDS;
  if (flags.debates) {
    const papers = 1 + lines.length;
    return { least: papers * (LOOKS[0]?.runs ?? 0), most: papers * (flags.runs ?? MOST_RUNS) };
  }
  const most = flags.runs ?? (flags.quick ? MOST_RUNS / 2 : MOST_RUNS);
  const [first] = LOOKS;
  const pilots = requirements?.length ? 4 : 0;
  const least = pilots + (first?.runs ?? 0) * (2 + lines.length);
  const others = lines.filter((line) => line !== "name").length * Math.min(most, RUNS_OF_OTHERS);
  const mentions = lines.includes("struck") ? MOST_MENTIONS : 0;
  const own = Math.min(2 * most, MOST_RUNS) + (lines.includes("name") ? most : 0);
  return { least, most: 6 * pilots + mentions + own + others };
}

function describePrice(
  { least, most }: RunRange,
  plan: StudyPlan,
  { hangsOn }: BoardTestFlags,
): string {
  const why = hangsOn ? "few if no line counts" : "a clear board needs few, an unsteady one many";
  const { dollars, programs, unpriced } = plan;
  const calls = addCalls(plan);
  const known =
    dollars === null
      ? null
      : `${formatDollars(least * dollars)} to ${formatDollars(most * dollars)}`;
  const models = [...programs, ...unpriced.models].map((model) => ({ model, cost: null }));
  return `The test takes ${Math.round(least * calls)} to ${Math.round(most * calls)} calls, ${formatPrice(known, models)}: ${why}.`;
}

function addCalls({ arms }: StudyPlan): number {
  return arms.reduce((sum, { calls }) => sum + calls, 0);
}

function approveTest(
  io: Io,
  runs: RunRange,
  plan: StudyPlan,
  flags: BoardTestFlags,
): Promise<StudyApproval | null> {
  const { dollars, unpriced } = plan;
  return approveCalls(io, flags, {
    what: "This test needs your approval",
    price: describePrice(runs, plan, flags).replace(/\.$/, ""),
    dollars: dollars === null ? null : runs.most * dollars,
    unpriced: { ...unpriced, tokens: runs.most * unpriced.tokens },
    ask: "Run it? [y/N] ",
    nothing: "Nothing was asked.",
  });
}

const MOST_SHOWN = 6;

/** Each twin as the lines that it takes out and adds. The struck lines are known after the first run. */
function describeTwins(
  scenario: Scenario,
  choices: Choices,
  flags: BoardTestFlags,
): readonly string[] {
  const asked = flags.only ?? LINE_IDS;
  const [about = null] = (scenario.requirements ?? []).filter(({ must }) => must);
  const { twins, missing } = createTwins(scenario, {
    ...choices,
    about: about ?? scenario.requirements?.[0] ?? null,
  });
  const before = requirePaper(scenario).text.split("\n");
  const shown = twins.filter(({ line }) => asked.includes(line));
  return [
    ...shown.flatMap(({ title, scenarios }) =>
      scenarios.flatMap((twin) => {
        const changes = listChanges(before, requirePaper(twin).text.split("\n"));
        const more = changes.length - MOST_SHOWN;
        const shownChanges = changes.slice(0, MOST_SHOWN);
        return dropMissing([title, ...shownChanges, more > 0 && `  and ${more} more lines`]);
      }),
    ),
    ...missing
      .filter(({ line }) => asked.includes(line))
      .map(({ title, because }) => `${title}: not made now; ${because}`),
  ];
}

/** Line by line if no line was added or removed, else what is gone and what is new. */
function listChanges(before: readonly string[], after: readonly string[]): string[] {
  if (before.length === after.length)
    return before.flatMap((line, at) =>
      line === after[at] ? [] : [`  - ${line}`, `  + ${after[at] ?? ""}`],
    );
  const gone = before.filter((line) => line !== "" && !after.includes(line));
  const added = after.filter((line) => line !== "" && !before.includes(line));
  return [...gone.map((line) => `  - ${line}`), ...added.map((line) => `  + ${line}`)];
}
