import type { Command } from "commander";
import { BoardroomError } from "../../../errors.ts";
import { refuseMistakes } from "../../../meeting/contract/protocol-fits.ts";
import { isPerson, type ModelPlan, planMeeting } from "../../../meeting/money/plan-meeting.ts";
import { type Guess, PLAN_RULE } from "../../../meeting/money/plan-tokens.ts";
import { requirePrices } from "../../../meeting/money/require-limits.ts";
import { untakenSampling } from "../../../models/port/capabilities.ts";
import { innerSpec, isSimulated } from "../../../models/port/model-spec.ts";
import { capabilitiesFor } from "../../../models/registry/capabilities-for.ts";
import { PRESETS, providersOf } from "../../../models/registry/providers.ts";
import { completeCasebook } from "../../../models/simulated/complete-casebook.ts";
import { dollarsInWords, groupThousands, linesInWords, readInWords } from "../../../reports/words.ts";
import { readOf } from "../../../scenario/casebook/casebook-parts.ts";
import { indifferentMembers, similarPersonas } from "../../../scenario/loading/distinct.ts";
import type { Scenario } from "../../../scenario/schema/scenario.ts";
import { wrap } from "../../../text/wrap.ts";
import { requirementsInWords } from "../../casebook/reading-lines.ts";
import { withPlaces } from "../../preparing/error-place.ts";
import { type Prepared, prepare } from "../../preparing/prepare.ts";
import { type ScenarioFlags, withScenarioFlags } from "../../preparing/scenario-flags.ts";
import { settingLines } from "../../preparing/setting-lines.ts";
import { keysIn } from "../../preparing/told-before.ts";
import { registryOf } from "../../settings/models.ts";
import { aligned } from "../../terminal/aligned.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print } from "../../terminal/io.ts";
import { terminalWidth } from "../../terminal/style.ts";

/** `boardroom check`: everything that can be known before a model is called. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withScenarioFlags(command.argument("[scenario]", "name of a scenario, or path of its folder or file"))
    .addHelpText("after", HELP)
    .action(async (nameOrPath: string | undefined, flags: ScenarioFlags) => {
      const prepared = await prepare(io, nameOrPath, flags);
      const { scenario, protocol, outer } = prepared;
      withPlaces(prepared, flags, () => refuseMistakes(protocol.bind(scenario), scenario));
      const specs = scenario.members.map(({ id, model }) => [id, { spec: model }] as const);
      requirePrices(scenario.limits, new Map(specs), outer.models.prices);
      const warnings = withPlaces(prepared, flags, () => warningsOf(io, prepared));
      print(io.stdout, [
        ...summary(scenario),
        "",
        ...settingLines(prepared, flags),
        "",
        ...planLines(planMeeting(scenario, protocol, outer.models), terminalWidth(io) ?? READABLE),
      ]);
      print(
        io.stderr,
        warnings.map((warning) => `warning: ${warning}`),
      );
      finish(EXIT.decided);
    });
}

/** Columns of running text where there is no terminal. */
const READABLE = 100;

const HELP = `
No model is called and nothing is written.

Examples:
  boardroom check ./my-case
  boardroom check hiring --model anthropic:claude-sonnet-5-5
  boardroom check hiring --document ~/cv.pdf --max-messages 40`;

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
    ...casebookRows(scenario),
    ...members.map(({ id, persona, model }, index) => [
      index === 0 ? "Members" : "",
      `${id}: ${persona.name}, ${persona.title} (${model})`,
    ]),
  ]);
}

/** What simulated members will know of the documents; of a meeting of models alone, what the casebook asks for. */
function casebookRows(scenario: Scenario): readonly (readonly [string, string])[] {
  const isRead = scenario.members.some(({ model }) => isSimulated(model));
  const { casebook } = isRead ? completeCasebook(scenario) : scenario;
  if (!casebook) return [];
  const requirements = requirementsInWords(casebook.requirements);
  const rows = [
    ...(isRead ? [`read ${readInWords(readOf(casebook))}`] : []),
    ...(requirements === null ? [] : [requirements]),
  ];
  return rows.map((row, index) => [index === 0 ? "Casebook" : "", row]);
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

/** What the whole meeting costs, where that is not one model's cost. */
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

/** What the protocol doubts of these options, with what helps. */
function doubtsOf(protocol: Prepared["protocol"], scenario: Scenario): readonly string[] {
  return protocol
    .bind(scenario)
    .doubts()
    .map(({ message, remedy }) => (remedy === undefined ? message : `${message}. ${remedy}`));
}

function warningsOf(io: Io, { scenario, protocol, outer }: Prepared): readonly string[] {
  const { members } = scenario;
  const real = [...new Set(members.map(({ model }) => model))].filter(
    (model) => !innerSpec(model).startsWith("simulated") && !isPerson(model),
  );
  const alike = (protocol.isPanel ? [] : similarPersonas(members.map(({ persona }) => persona))).map(
    ({ first, second, alike: by }) =>
      by === "words"
        ? `${first} and ${second} are hardly distinct: expect them to say the same`
        : `${first} and ${second} weigh the same things with one temper, in other words: expect them to vote the same`,
  );
  const indifferent = (protocol.isPanel ? [] : indifferentMembers(scenario)).map(
    (id) =>
      `${id} weighs none of the scenario's criteria: give the persona priorities by their ids, or the words of its expertise and title decide what weighs`,
  );
  const [only] = real;
  const isOne = members.length > 1 && members.every(({ model }) => model === only);
  return [
    ...alike,
    ...indifferent,
    ...keysIn(scenario),
    ...doubtsOf(protocol, scenario),
    ...(isOne ? [`all members share ${only}: their verdicts are not independent of one another`] : []),
    ...real.flatMap((model) => unreachable(io, outer, model)),
    ...notTaken(scenario, outer.models),
    ...elsewhere(outer.models, io, real),
  ];
}

/** Settings that a member's model does not take, and is therefore not sent. */
function notTaken({ members }: Scenario, settings: Prepared["outer"]["models"]): readonly string[] {
  const capabilities = capabilitiesFor(settings);
  return members.flatMap(({ id, model, sampling = {} }) =>
    isPerson(model)
      ? []
      : untakenSampling(sampling, capabilities(model)).map(
          (name) => `${name} ${sampling[name]} is not sent for ${id}: ${model} does not take it`,
        ),
  );
}

/** Keys of well-known providers that boardroom.yaml sends to an address of its own, and where the environment sends members' calls. */
function elsewhere(
  settings: Prepared["outer"]["models"],
  { env }: Io,
  models: readonly string[],
): readonly string[] {
  const isAsked = (name: string) => models.some((model) => innerSpec(model).startsWith(`${name}:`));
  return providersOf(settings, env).flatMap(({ name, baseUrl, keyVariable, addressFrom, addressVariable }) => {
    const { host } = new URL(baseUrl);
    if (addressFrom !== null && addressFrom === addressVariable?.name)
      return isAsked(name) ? [`${addressFrom} sends calls to ${name}${withKey(keyVariable)} to ${host}`] : [];
    const owner = PRESETS.find((preset) => preset.keyVariable !== null && preset.keyVariable === keyVariable);
    const isOwn = !owner || new URL(owner.baseUrl).host === host;
    return isOwn ? [] : [`boardroom.yaml sends ${keyVariable} to ${host} (providers: ${name})`];
  });
}

function withKey(keyVariable: string | null): string {
  return keyVariable === null ? "" : `, with ${keyVariable},`;
}

/** A missing key stops a run, not a check. */
function unreachable(io: Io, { models, factories }: Prepared["outer"], model: string): readonly string[] {
  const registry = registryOf(io, models, factories);
  registry.parse(model);
  try {
    if (registry.endpoints().some(({ name }) => model.startsWith(`${name}:`))) registry.endpoint(model);
    return [];
  } catch (error) {
    if (error instanceof BoardroomError && error.code === "missing-key")
      return error.problems.slice(0, 1).map(({ message }) => message);
    throw error;
  }
}
