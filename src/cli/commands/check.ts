// `boardroom check`: validates a scenario or a study and estimates its price. It calls no model and
// writes nothing.

import type { Meeting } from "../../engine/meeting/open-meeting.ts";
import { findLeastLimits } from "../../engine/meeting/recount.ts";
import { formatCents } from "../../engine/money/budget.ts";
import {
  type Guess,
  listUnpriced,
  type ModelPlan,
  PLAN_RULE,
  planMeeting,
  sumPlanCosts,
} from "../../engine/money/plan.ts";
import { nameOption } from "../../engine/perspective/prompts.ts";
import { refuseMistakes, withSettledPrompt } from "../../engine/protocol/protocol.ts";
import { formatLineCount } from "../../engine/words/figures.ts";
import { describeProblem } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, getTerminalWidth, type Io, print } from "../../home/process/io.ts";
import { wasOtherTested } from "../../home/records/board-tests.ts";
import { dropMissing } from "../../lists.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { warnOfBoard } from "../../run/asking/board-warnings.ts";
import { estimateUnthinking, formatWay, listWays } from "../../run/asking/ways.ts";
import { planContextWindows } from "../../run/prepare/context-windows.ts";
import { type Prepared, prepare, requireSpeakers } from "../../run/prepare/prepare.ts";
import { withPlaces } from "../../run/prepare/scenario-flags.ts";
import { listWarnings } from "../../run/prepare/warnings.ts";
import type { LineSpan, PrivateDocument } from "../../scenario/schema/document.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { listTalk } from "../../scenario/script/list-talk.ts";
import { measureCoverage, requireScript } from "../../scenario/script/require-script.ts";
import { formatDollars, formatPrice, nameUnknownCost } from "../../showing/words.ts";
import { isStudyToRun } from "../../studies/opening/open-study.ts";
import { checkStudy } from "../../studies/opening/plan.ts";
import { alignColumns } from "../../text/aligned.ts";
import { formatCount, groupThousands } from "../../text/plain.ts";
import { wrap } from "../../text/wrap.ts";
import { defineCommand, type FlagsOf, refuseOthers } from "../terminal/command.ts";
import { SCENARIO_FLAGS, selectFlags } from "../terminal/flags.ts";

const HELP = `
Checks everything that can be known before a meeting. It prints the expected price and the smallest limit that the meeting
can run with. No model is called and nothing is written. Warnings do not fail the check.

Examples:
  boardroom check ./my-case
  boardroom check hiring --talk
  boardroom check study names
  boardroom check study.yaml
  boardroom check hiring --model anthropic:claude-sonnet-5-5
  boardroom check hiring --document ~/cv.pdf --max-messages 40`;

const FLAGS = {
  ...selectFlags(...SCENARIO_FLAGS),
  talk: ["--talk", "Print each text of the script after what it can follow"],
} as const;

type CheckFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [
    ["[scenario]", "Scenario name, folder or file, or a study.yaml"],
    ["[more...]", "After the word study: its name or path"],
  ],
  flags: FLAGS,
  help: HELP,
  async run(io, [nameOrPath, more], flags) {
    const study = await findStudyToCheck(io, nameOrPath, more);
    if (study !== null) {
      const why = "cannot be used with a study: its file decides how its meetings run";
      refuseOthers(
        FLAGS,
        flags,
        { model: FLAGS.model },
        why,
        "Remove it, and write what you want into an arm of the study's file.",
      );
      return checkStudy(io, study, flags.model);
    }
    return checkScenario(io, nameOrPath, flags);
  },
});

async function checkScenario(
  io: Io,
  nameOrPath: string | undefined,
  flags: CheckFlags,
): Promise<number> {
  const prepared = await prepare(io, nameOrPath, flags);
  const { scenario, protocol, project } = prepared;
  if (flags.talk) return printTalk(io, scenario);
  withPlaces(prepared, flags, () => refuseMistakes(protocol.bind(scenario), scenario));
  withPlaces(prepared, flags, () => requireSpeakers(io, prepared));
  const warnings = withPlaces(prepared, flags, () => listWarnings(io, prepared));
  const context = await planContextWindows(io, prepared);
  const placed = [...(scenario.scriptProblems ?? []), ...warnOfBoard(prepared)].map((problem) =>
    describeProblem({ ...problem, message: `warning: ${problem.message}` }),
  );
  const plans = planMeeting(scenario, protocol, project.models);
  const { prices, providers } = project.models;
  const least = withPlaces(prepared, flags, () =>
    findLeastLimits({ scenario, protocol, prices, providers }),
  );
  print(io.stdout, [
    ...formatSummary(withSettledPrompt(scenario, protocol)),
    "",
    ...formatPlanTable(plans, getTerminalWidth(io) ?? READABLE),
    ...formatLeastLimits(least, plans),
    ...formatWays(prepared),
    ...context.lines,
    ...formatBoardTest(io, prepared),
  ]);
  const unfit = context.problems.map(({ message, remedy }) => `${message}. ${remedy}`);
  print(io.stderr, [
    ...[...warnings, ...context.warnings, ...unfit].map((warning) => `warning: ${warning}`),
    ...placed.flatMap((each) => each.split("\n")),
  ]);
  return EXIT.decided;
}

function printTalk(io: Io, scenario: Scenario): number {
  print(io.stdout, listTalk(requireScript(scenario)));
  return EXIT.decided;
}

/** Simulated members read no paper, and a case without a paper has no twins. */
function formatBoardTest(io: Io, { scenario }: Prepared): readonly string[] {
  const hasPaper = scenario.documents.some(({ subject }) => subject);
  if (!hasPaper || scenario.members.some(({ model }) => isSimulated(model))) return [];
  const { boardTest } = scenario;
  if (boardTest) return [`Board test: ${boardTest.summary} (${boardTest.path})`];
  return wasOtherTested(io.cwd, scenario)
    ? ["Board test: another board of this scenario was tested, with other members, models or words"]
    : ["Board test: none (boardroom test)"];
}

async function findStudyToCheck(
  io: Io,
  asked: string | undefined,
  more: readonly string[],
): Promise<string | null> {
  if (asked === undefined) return null;
  const [study, ...others] = more;
  if (asked === "study" && study !== undefined && others.length === 0) return study;
  if (study !== undefined)
    throw createUsageError(
      `check takes one scenario, found ${[asked, ...more].join(", ")}`,
      "Name one. For a study: boardroom check study NAME.",
    );
  return (await isStudyToRun(io, asked)) ? asked : null;
}

const READABLE = 100;

function formatSummary(scenario: Scenario): readonly string[] {
  const { members, documents, verdicts, sides, decision, criteria, limits } = scenario;
  const { private: evidence = [] } = scenario;
  return alignColumns([
    ["Scenario", `${scenario.name}: ${scenario.title}`],
    ["Question", scenario.question],
    ["Protocol", scenario.protocol],
    ["Prompts", `${scenario.prompt.view} view, ${scenario.prompt.visibility} verdicts`],
    ["Verdicts", verdicts.map((option) => nameOption(option, sides)).join(", ")],
    ["Decision", `${decision.rule}, by ${decision.by}`],
    ["Limits", describeLimits(limits)],
    ["Criteria", criteria.map(({ id }) => id).join(", ") || "none"],
    ...putTitleFirst(
      "Documents",
      documents.map(
        ({ name, title, subject, text }) =>
          `${name}: ${title} (${formatLineCount(text)}${subject ? ", the subject" : ""})`,
      ),
    ),
    ...putTitleFirst("Private", evidence.map(describeEvidence)),
    ...formatScript(scenario),
    ...putTitleFirst(
      "Members",
      members.map(({ id, persona, model, sampling }) => {
        const effort = sampling?.effort === undefined ? "" : `, effort ${sampling.effort}`;
        return `${id}: ${persona.name}, ${persona.title} (${model}${effort})`;
      }),
    ),
  ]);
}

/** Rows of one list: its title is in the first. */
function putTitleFirst(title: string, texts: readonly string[]): readonly (readonly string[])[] {
  return texts.map((text, index) => [index === 0 ? title : "", text]);
}

function describeEvidence({ name, title, shownTo }: PrivateDocument): string {
  return `${name}: ${title} (${describeReaders(shownTo)})`;
}

function describeReaders(shownTo: PrivateDocument["shownTo"]): string {
  const nameLines = ([from, to]: LineSpan) =>
    from === to ? `line ${from}` : `lines ${from} to ${to}`;
  return Object.entries(shownTo)
    .map(([seat, spans]) => `${seat}: ${spans.map(nameLines).join(", ")}`)
    .join("; ");
}

function formatScript({
  script,
  documents,
  requirements = [],
}: Scenario): readonly (readonly [string, string])[] {
  const must = requirements.filter((each) => each.must).length;
  const rows: [string, string][] = [];
  if (requirements.length > 0)
    rows.push(["Requirements", `${requirements.length}, ${must} of them required`]);
  if (!script) return rows;
  const { statements, covered } = measureCoverage(script, documents);
  const plays = formatCount(Object.keys(script.plays).length, "play");
  const threads = formatCount(script.threads.length, "thread");
  const cited = `they cite ${covered} of ${statements} statements`;
  return [...rows, ["Script", `${plays}, ${threads}; ${cited}`]];
}

function describeLimits({ messages, minutes, tokens, dollars }: Scenario["limits"]): string {
  const limits = [formatCount(messages, "message")];
  if (minutes !== undefined) limits.push(formatCount(minutes, "minute"));
  if (tokens !== undefined) limits.push(`${groupThousands(tokens)} tokens`);
  if (dollars !== undefined) limits.push(`$${dollars}`);
  return limits.join(", ");
}

function sumCosts(plans: readonly ModelPlan[]): readonly string[] {
  if (plans.length < 2) return [];
  const costs = plans.map(({ cost }) => cost);
  const sum = (of: keyof Guess) =>
    formatDollars(costs.reduce((total, cost) => total + (cost?.[of] ?? 0), 0));
  if (listUnpriced(plans).length > 0) return ["In all: unknown, since the price of a model is."];
  const all = `${sum("low")} / ${sum("expected")} / ${sum("high")}`;
  return [`In all: ${formatPrice(sumPlanCosts(plans) === null ? null : all, plans)}`];
}

function formatLeastLimits(
  { tokens, dollars }: Meeting["least"],
  plans: readonly ModelPlan[],
): string[] {
  if (!plans.some(({ model }) => !isSimulated(model))) return [];
  const isPriced = plans.every(({ cost }) => cost !== null) && dollars > 0;
  const limits = dropMissing([
    isPriced && `$${formatCents(dollars)}`,
    `${groupThousands(tokens)} tokens`,
  ]);
  return [`Smallest limit: ${limits.join(" or ")}, for one turn and the votes.`];
}

function formatWays(prepared: Prepared): string[] {
  const ways = listWays(prepared);
  if (ways.length === 0) return [];
  return [
    `Expected without thinking: ${formatDollars(estimateUnthinking(prepared))}. Other ways, also without:`,
    ...ways.map((way) => `  ${formatWay(way)} (--option ${way.flag})`),
  ];
}

function formatPlanTable(plans: readonly ModelPlan[], width: number): readonly string[] {
  return [
    ...alignColumns([
      ["MODEL", "SEATS", "CALLS", "TOKENS IN", "TOKENS OUT", "COST"],
      ...plans.map(({ model, seats, calls, input, output, cost }) => [
        model,
        String(seats),
        formatGuess(calls, groupThousands),
        formatGuess(input, groupThousands),
        formatGuess(output, groupThousands),
        cost === null ? nameUnknownCost(model) : formatGuess(cost, formatDollars),
      ]),
    ]),
    ...sumCosts(plans),
    ...["Each as low / expected / high.", ...PLAN_RULE].flatMap((line) => wrap(line, width)),
    "No model was called.",
  ];
}

function formatGuess({ low, expected, high }: Guess, inWords: (value: number) => string): string {
  return [low, expected, high].map((value) => inWords(value)).join(" / ");
}
