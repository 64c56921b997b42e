import type { Command } from "commander";
import { refuseMistakes, withSettledPrompt } from "../../../engine/meeting/contract/protocol.ts";
import { leastLimits } from "../../../engine/meeting/engine/rerun.ts";
import { type Guess, type ModelPlan, PLAN_RULE, planMeeting } from "../../../engine/meeting/money/plan.ts";
import { inCents, requirePrices } from "../../../engine/meeting/money/purse.ts";
import { describeProblem } from "../../../errors.ts";
import type { LeaveFlags } from "../../../home/money/ask-leave.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print } from "../../../home/process/io.ts";
import { terminalWidth } from "../../../home/process/style.ts";
import { usage } from "../../../home/process/usage.ts";
import { FLAGS } from "../../../home/settings/flag-values.ts";
import { lintLines } from "../../../run/drafting/lint-lines.ts";
import { refuseLintErrors } from "../../../run/drafting/refuse-lint-errors.ts";
import { planContext } from "../../../run/prepare/context-windows.ts";
import { withPlaces } from "../../../run/prepare/error-place.ts";
import { prepare } from "../../../run/prepare/prepare.ts";
import { requireSpeakers } from "../../../run/prepare/require-speakers.ts";
import { type ScenarioFlags, withScenarioFlags } from "../../../run/prepare/scenario-flags.ts";
import { settingLines } from "../../../run/prepare/setting-lines.ts";
import { warningsOf } from "../../../run/prepare/warnings.ts";
import { writeScriptFor } from "../../../run/scripting/write-script.ts";
import type { LineSpan, PrivateDocument } from "../../../scenario/schema/private-evidence.ts";
import type { Scenario } from "../../../scenario/schema/scenario.ts";
import { coverageOf, unansweredIn } from "../../../scenario/script/check-script.ts";
import { dollarsInWords, linesInWords } from "../../../showing/words.ts";
import { checkStudy } from "../../../studies/opening/check-study.ts";
import { isStudy } from "../../../studies/opening/open-study.ts";
import { aligned } from "../../../text/aligned.ts";
import { groupThousands } from "../../../text/plain.ts";
import { wrap } from "../../../text/wrap.ts";

type CheckFlags = ScenarioFlags &
  LeaveFlags & { readonly propose?: string; readonly writeScript?: boolean; readonly force?: boolean };

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withScenarioFlags(
    command
      .argument("[scenario]", "name of a scenario, path of its folder or file, or of a study.yaml")
      .argument("[study]", "after the word study: name of a study, or path of its folder or file")
      .option("--write-script", "write a script for simulated members: an outline, or by --model")
      .option("--force", "with --write-script, overwrite a script that a person wrote or edited")
      .option("--propose <model>", "of a study: have a model propose what blind: is to list")
      .option(...FLAGS.approve)
      .option(...FLAGS.because),
  )
    .addHelpText("after", HELP)
    .action(async (nameOrPath: string | undefined, of: string | undefined, flags: CheckFlags) => {
      const study = await studyAsked(io, nameOrPath, of);
      if (study !== null) {
        refuseScenarioFlags(command, flags);
        return finish(await checkStudy(io, study, flags));
      }
      if (flags.writeScript) {
        if (nameOrPath === undefined)
          throw usage("missing argument: scenario", "Name the scenario to write a script for.");
        return finish(await writeScriptFor(io, nameOrPath, flags));
      }
      if (flags.force) throw usage("--force needs --write-script", "Add --write-script, or remove --force.");
      if (flags.propose !== undefined)
        throw usage("--propose is for studies", "Write: boardroom check study NAME --propose MODEL.");
      const prepared = await prepare(io, nameOrPath, flags);
      const { scenario, protocol, outer } = prepared;
      withPlaces(prepared, flags, () => refuseMistakes(protocol.bind(scenario), scenario));
      const doubtful = await refuseLintErrors(io, nameOrPath);
      withPlaces(prepared, flags, () => requireSpeakers(io, scenario, outer));
      const specs = scenario.members.map(({ id, model }) => [id, { spec: model }] as const);
      requirePrices(scenario.limits, new Map(specs), outer.models.prices);
      const warnings = withPlaces(prepared, flags, () => warningsOf(io, prepared));
      const context = await planContext(io, prepared);
      const scriptWarnings = (scenario.scriptProblems ?? []).map((problem) =>
        describeProblem({ ...problem, message: `warning: ${problem.message}` }),
      );
      print(io.stdout, [
        ...summary(withSettledPrompt(scenario, protocol)),
        "",
        ...settingLines(prepared, flags),
        "",
        ...leastLines(leastLimits(scenario, protocol, outer.models)),
        ...planLines(planMeeting(scenario, protocol, outer.models), terminalWidth(io) ?? READABLE),
        ...context.lines,
      ]);
      const unfit = context.problems.map(({ message, remedy }) => `${message}. ${remedy}`);
      print(io.stderr, [
        ...[...warnings, ...context.warnings, ...unfit].map((warning) => `warning: ${warning}`),
        ...scriptWarnings.flatMap((each) => each.split("\n")),
        ...doubtful.flatMap(lintLines),
      ]);
      finish(EXIT.decided);
    });
}

const OF_STUDIES = new Set(["propose", "approve", "because", "config"]);

/** A study's meetings are what its file says, and no flag changes them. */
function refuseScenarioFlags(command: Command, flags: CheckFlags): void {
  const given = command.options.filter(
    (option) =>
      Object.hasOwn(flags, option.attributeName()) &&
      !OF_STUDIES.has(option.attributeName()) &&
      command.getOptionValueSource(option.attributeName()) === "cli",
  );
  const [first] = given;
  if (!first) return;
  throw usage(
    `${given.map(({ long }) => long).join(", ")} ${given.length === 1 ? "says" : "say"} nothing to a study: its file decides how its meetings run`,
    `Leave ${given.length === 1 ? "it" : "them"} out, and write what you want into an arm of the study's file.`,
  );
}

async function studyAsked(io: Io, asked: string | undefined, of: string | undefined): Promise<string | null> {
  if (asked === undefined) return null;
  if (of !== undefined && asked === "study") return of;
  if (of !== undefined)
    throw usage(`check takes one scenario, found ${asked} and ${of}`, "Of a study write: check study NAME.");
  return (await isStudy(io, asked)) ? asked : null;
}

const READABLE = 100;

const HELP = `
Checks everything that can be known before a meeting. No model is called and nothing is written, except with --propose
or --write-script. Warnings of boardroom lint come last and do not fail the check.

--write-script writes script.yaml next to scenario.yaml, or cv.script.yaml next to cv.md with --document cv.md. Without
--model it is an outline to fill in. With --model, the model writes it once, after you approve the price.

Examples:
  boardroom check ./my-case
  boardroom check study names
  boardroom check study.yaml
  boardroom check study names --propose anthropic:claude-sonnet-5-5
  boardroom check hiring --model anthropic:claude-sonnet-5-5
  boardroom check hiring --document ~/cv.pdf --max-messages 40
  boardroom check ./my-case --write-script
  boardroom check ./my-case --write-script --model anthropic:claude-sonnet-5-5`;

function summary(scenario: Scenario): readonly string[] {
  const { members, documents, verdicts, decision, criteria, limits } = scenario;
  return aligned([
    ["Scenario", `${scenario.name}: ${scenario.title}`],
    ["Question", scenario.question],
    ["Protocol", scenario.protocol],
    ["Prompts", `${scenario.prompt.view} view, ${scenario.prompt.visibility} verdicts`],
    ["Verdicts", verdicts.map(({ id, side }) => `${id} (${side})`).join(", ")],
    ["Decision", `${decision.rule}, by ${decision.by}`],
    ["Limits", limitsInWords(limits)],
    ["Criteria", criteria.map(({ id }) => id).join(", ") || "none"],
    ...documents.map(({ name, title, subject, text }, index) => [
      index === 0 ? "Documents" : "",
      `${name}: ${title} (${linesInWords(text)}${subject ? ", the subject" : ""})`,
    ]),
    ...(scenario.private ?? []).map(({ name, title, shownTo }, index) => [
      index === 0 ? "Private" : "",
      `${name}: ${title} (${shownToInWords(shownTo)})`,
    ]),
    ...scriptRows(scenario),
    ...members.map(({ id, persona, model }, index) => [
      index === 0 ? "Members" : "",
      `${id}: ${persona.name}, ${persona.title} (${model})`,
    ]),
  ]);
}

function shownToInWords(shownTo: PrivateDocument["shownTo"]): string {
  const lines = ([from, to]: LineSpan) => (from === to ? `line ${from}` : `lines ${from} to ${to}`);
  return Object.entries(shownTo)
    .map(([seat, spans]) => `${seat}: ${spans.map(lines).join(", ")}`)
    .join("; ");
}

function scriptRows({
  script,
  documents,
  requirements = [],
}: Scenario): readonly (readonly [string, string])[] {
  const must = requirements.filter((each) => each.must).length;
  const asked = [["Requirements", `${requirements.length}, ${must} of them a must`]] as const;
  if (!script) return requirements.length > 0 ? asked : [];
  const { statements, covered } = coverageOf(script, documents);
  const open = unansweredIn(script);
  return [
    ...(requirements.length > 0 ? asked : []),
    ["Script", `${script.points.length} points; ${covered} of ${statements} statements have one`],
    ...(open.length > 0 ? [["", `no point answers ${open.join(", ")}`] as const] : []),
  ];
}

function limitsInWords(limits: Scenario["limits"]): string {
  const own = limits.member ? `; each member ${amountsInWords(limits.member)}` : "";
  return `${amountsInWords(limits)}${own}`;
}

function amountsInWords(
  limits: Omit<Scenario["limits"], "messages" | "absences"> & { messages?: number | undefined },
) {
  const { messages, minutes, tokens, dollars } = limits;
  return [
    ...(messages === undefined ? [] : [`${messages} messages`]),
    ...(minutes === undefined ? [] : [`${minutes} minutes`]),
    ...(tokens === undefined ? [] : [`${groupThousands(tokens)} tokens`]),
    ...(dollars === undefined ? [] : [`$${dollars}`]),
  ].join(", ");
}

function leastLines({ tokens, dollars }: ReturnType<typeof leastLimits>): readonly string[] {
  if (tokens === 0) return [];
  const price = dollars === null ? "; a price is unknown" : dollars > 0 ? ` or $${inCents(dollars)}` : "";
  return [`Smallest limit: ${groupThousands(tokens)} tokens${price}.`];
}

function inAll(plans: readonly ModelPlan[]): readonly string[] {
  if (plans.length < 2) return [];
  const costs = plans.map(({ cost }) => cost);
  const sum = (of: keyof Guess) => dollarsInWords(costs.reduce((total, cost) => total + (cost?.[of] ?? 0), 0));
  if (costs.includes(null)) return ["In all: unknown, since the price of a model is."];
  return [`In all: ${sum("low")} / ${sum("expected")} / ${sum("high")}`];
}

function planLines(plans: readonly ModelPlan[], width: number): readonly string[] {
  return [
    ...aligned([
      ["MODEL", "SEATS", "CALLS", "TOKENS IN", "TOKENS OUT", "COST"],
      ...plans.map(({ model, seats, calls, input, output, cost }) => [
        model,
        String(seats),
        guess(calls, groupThousands),
        guess(input, groupThousands),
        guess(output, groupThousands),
        cost === null ? "unknown" : guess(cost, dollarsInWords),
      ]),
    ]),
    ...inAll(plans),
    ...wrap(`Each as low / expected / high. ${PLAN_RULE}.`, width),
    "No model was called.",
  ];
}

function guess({ low, expected, high }: Guess, inWords: (value: number) => string): string {
  return [low, expected, high].map((value) => inWords(value)).join(" / ");
}
