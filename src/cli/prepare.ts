import { type Command, Option } from "commander";
import { BoardroomError } from "../errors.ts";
import type { Protocol } from "../meeting/contract/protocol.ts";
import { readOptions } from "../meeting/contract/protocol-fits.ts";
import type { Settings } from "../scenario/files/settings.ts";
import type { YamlFile } from "../scenario/files/yaml-file.ts";
import { completeScenario, findScenario, listScenarios, openScenario } from "../scenario/loading/load.ts";
import {
  type ResolvedSettings,
  resolveSettings,
  settingsOverrides,
} from "../scenario/loading/resolve-settings.ts";
import type { Limits, PromptSettings, Scenario, Seat } from "../scenario/schema/scenario.ts";
import { blamingFlags } from "./blame.ts";
import {
  type Exclusion,
  exclusion,
  memberModel,
  type OptionSetting,
  optionSetting,
  positiveNumber,
  repeated,
  said,
  seedValue,
  share,
  wholeNumber,
  withOptions,
} from "./flag-values.ts";
import { type Io, print } from "./io.ts";
import { isPerson } from "./plan.ts";
import { PROTOCOL_OPTIONS, protocolOf, sheetOf } from "./protocols.ts";
import { type OuterSettings, readSettings } from "./settings.ts";
import { simulatedWithoutKeys } from "./when-no-key.ts";
import { arbiterOption, priorDocuments, WHOEVER, withoutMembers } from "./who-and-what.ts";

/** Flags that change what is decided, by whom and how; shared by `run` and `check`. */
export type ScenarioFlags = {
  readonly question?: string;
  readonly seed?: string | number;
  readonly maxMessages?: number;
  readonly maxMinutes?: number;
  readonly maxTokens?: number;
  readonly maxDollars?: number;
  readonly chaos?: number;
  readonly model?: string;
  readonly member?: Readonly<Record<string, string>>;
  readonly protocol?: string;
  readonly option?: readonly OptionSetting[];
  readonly document?: string;
  readonly attach?: readonly string[];
  readonly exclude?: readonly Exclusion[];
  /** Who acts here: a person, or the agent that proposes. */
  readonly as?: string;
  readonly by?: string;
  readonly arbiter?: string;
  readonly prior?: readonly string[];
  readonly view?: PromptSettings["view"];
  readonly visibility?: PromptSettings["visibility"];
  readonly durability?: Settings["durability"];
};

/** Adds the flags of `ScenarioFlags` to a command. */
export function withScenarioFlags(command: Command): Command {
  return command
    .option("--question <words>", "ask this in place of the scenario's question", said)
    .option("--seed <seed>", "number or word that decides every draw", seedValue)
    .option("--max-messages <count>", "messages, notices, passes and absences together", wholeNumber)
    .option("--max-minutes <minutes>", "wall time of the debate", positiveNumber)
    .option("--max-tokens <count>", "tokens of all calls, the closing ballot included", wholeNumber)
    .option("--max-dollars <dollars>", "cost of all calls, the closing ballot included", positiveNumber)
    .option("--model <spec>", "model of every member, such as anthropic:claude-sonnet-5-5")
    .option("--member <id=spec>", "model of one member; may be repeated", memberModel)
    .option("--chaos <rate>", "share of calls, 0 to 1, that fail on purpose: to test a panel", share)
    .option("--protocol <name>", "procedure of the meeting; see boardroom list protocols")
    .option("--option <key=value>", "setting of the protocol; may be repeated", optionSetting)
    .option("--document <file>", "judge this in place of the scenario's subject document")
    .option("--attach <file>", "add a document; may be repeated", repeated)
    .option("--prior <transcript>", "add what an earlier meeting came to; may be repeated", repeated)
    .option("--exclude <id[=why]>", "hold the meeting without this member; may be repeated", exclusion)
    .option("--arbiter <spec>", "model of the arbiter, where there is one, such as anthropic:claude-opus-5-5")
    .addOption(
      new Option("--view <view>", "how members are shown the debate").choices([
        "perspective",
        "anonymous",
        "shared",
      ]),
    )
    .addOption(
      new Option("--visibility <visibility>", "sealed hides others' verdicts").choices(["open", "sealed"]),
    );
}

/** A meeting ready to be opened, and where its settings came from. */
export type Prepared = {
  readonly scenario: Scenario;
  readonly protocol: Protocol;
  readonly settings: ResolvedSettings;
  readonly outer: OuterSettings;
  /** The scenario's file, to tell what it states and where. */
  readonly yaml: YamlFile;
};

/** Finds, reads and checks a scenario under flags, environment, its own settings and `boardroom.yaml`. */
export async function prepare(io: Io, nameOrPath: string | undefined, flags: ScenarioFlags): Promise<Prepared> {
  if (nameOrPath === undefined) throw await missingScenario(io);
  const outer = await readSettings(io);
  const source = await findScenario(nameOrPath, io);
  const named = flags.protocol === undefined ? undefined : protocolOf(flags.protocol);
  const opened = await openScenario(source, named ? undefined : PROTOCOL_OPTIONS, {
    sheetOf: named ? undefined : sheetOf,
  });
  const { read } = opened;
  const protocol = named ?? protocolOf(read.scenario.protocol);
  const settings = resolveSettings({
    flags: flagSettings(flags),
    environment: outer.environment,
    scenario: read.stated,
    "boardroom.yaml": outer.file,
  });
  const { scenario: loaded, notes } = await completeScenario(opened, {
    ...settingsOverrides(settings),
    members: flags.member,
    protocol: flags.protocol,
    document: flags.document,
    attach: flags.attach,
  });
  print(
    io.stderr,
    notes.map((note) => `note: ${note}`),
  );
  const present = withoutMembers(loaded, flags.exclude, flags.by ?? flags.as ?? WHOEVER);
  const asked = simulatedWithoutKeys({ io, file: read.scenario, scenario: present, outer });
  const scenario = {
    ...asked,
    ...(flags.question !== undefined && { question: flags.question }),
    documents: [...asked.documents, ...(await priorDocuments(io, asked.question, flags.prior))],
    members: withChaos(asked.members, flags.chaos),
    limits: withinBudget({ ...asked.limits, ...flagLimits(flags) }, outer.budget.meeting),
    options: withOptions(asked.options, [
      ...(flags.option ?? []),
      ...arbiterOption(protocol.name, flags.arbiter),
    ]),
    prompt: {
      ...asked.prompt,
      ...(flags.view && { view: flags.view }),
      ...(flags.visibility && { visibility: flags.visibility }),
    },
  };
  blamingFlags(flags.option, () => readOptions(protocol, scenario));
  return { scenario, protocol, settings, outer, yaml: read.yaml };
}

/** The project's budget for one meeting is the most that scenario or flags can allow themselves. */
function withinBudget(limits: Limits, most: number | undefined): Limits {
  if (most === undefined) return limits;
  return { ...limits, dollars: Math.min(most, limits.dollars ?? most) };
}

function flagLimits({ maxMinutes, maxTokens, maxDollars }: ScenarioFlags): Partial<Limits> {
  return {
    ...(maxMinutes !== undefined && { minutes: maxMinutes }),
    ...(maxTokens !== undefined && { tokens: maxTokens }),
    ...(maxDollars !== undefined && { dollars: maxDollars }),
  };
}

/** The faults stand in the members' models, so that a resumed meeting has them too. */
function withChaos(members: readonly Seat[], rate: number | undefined): readonly Seat[] {
  return rate === undefined
    ? members
    : members.map((seat) => (isPerson(seat.model) ? seat : { ...seat, model: `chaos:${rate}:${seat.model}` }));
}

function flagSettings({ seed, maxMessages, model, durability }: ScenarioFlags): Settings {
  return {
    ...(seed !== undefined && { seed }),
    ...(maxMessages !== undefined && { maxMessages }),
    ...(model !== undefined && { model }),
    ...(durability !== undefined && { durability }),
  };
}

async function missingScenario(io: Io): Promise<BoardroomError> {
  const names = (await listScenarios(io)).map(({ name, title }) => `  ${name}${title ? `: ${title}` : ""}`);
  return new BoardroomError("usage", {
    message: "which scenario? Name one, or the path of a folder with scenario.yaml:",
    remedy: names.join("\n").trimStart(),
  });
}
