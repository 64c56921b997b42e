import { type Command, Option } from "commander";
import {
  type Exclusion,
  exclusion,
  memberModel,
  positiveNumber,
  repeated,
  said,
  seedValue,
  wholeNumber,
} from "../../home/settings/flag-values.ts";
import { type OptionSetting, optionSetting } from "../../home/settings/option-settings.ts";
import type { Settings } from "../../scenario/files/settings.ts";
import type { PromptSettings } from "../../scenario/schema/scenario.ts";

export type ScenarioFlags = {
  readonly question?: string;
  readonly seed?: string | number;
  readonly maxMessages?: number;
  readonly maxMinutes?: number;
  readonly maxTokens?: number;
  readonly maxDollars?: number;
  readonly answerMinutes?: number;
  readonly model?: string;
  readonly member?: Readonly<Record<string, string>>;
  readonly protocol?: string;
  readonly option?: readonly OptionSetting[];
  readonly document?: string;
  readonly attach?: readonly string[];
  readonly exclude?: readonly Exclusion[];
  readonly as?: string;
  readonly by?: string;
  readonly arbiter?: string;
  readonly prior?: readonly string[];
  readonly view?: PromptSettings["view"];
  readonly visibility?: PromptSettings["visibility"];
  readonly durability?: Settings["durability"];
};

export function withLimitFlags(command: Command): Command {
  return command
    .option("--max-messages <count>", "messages, notices, passes and absences together", wholeNumber)
    .option("--max-minutes <minutes>", "wall time of the debate", positiveNumber)
    .option("--max-tokens <count>", "tokens of all calls, the closing ballot included", wholeNumber)
    .option("--max-dollars <dollars>", "cost of all calls, the closing ballot included", positiveNumber);
}

export function withScenarioFlags(command: Command): Command {
  return withLimitFlags(command)
    .option("--question <words>", "ask this instead of the scenario's question", said)
    .option("--seed <seed>", "number or word that decides every draw", seedValue)
    .option(
      "--answer-minutes <minutes>",
      "how long a person or an agent may leave a question open",
      positiveNumber,
    )
    .option("--model <spec>", "replaces every model the scenario names; auto finds one on this machine")
    .option("--member <id=spec>", "model of one member; may be repeated", memberModel)
    .option("--protocol <name>", "procedure of the meeting; see boardroom list protocols, or ./mine.mjs")
    .option("--option <key=value>", "setting of the protocol; may be repeated", optionSetting)
    .option("--document <file>", "judge this instead of the scenario's subject, if it has one")
    .option("--attach <file>", "add a document; may be repeated", repeated)
    .option("--prior <transcript>", "add what an earlier meeting came to; may be repeated", repeated)
    .option("--exclude <id[=why]>", "run the meeting without this member; may be repeated", exclusion)
    .option("--arbiter <spec>", "model of the arbiter, if there is one, such as anthropic:claude-opus-5-5")
    .addOption(
      new Option("--view <view>", "how members are shown the debate").choices([
        "perspective",
        "anonymous",
        "shared",
      ]),
    )
    .addOption(
      new Option("--visibility <visibility>", "whether members see others' verdicts").choices([
        "open",
        "until-verdict",
        "sealed",
      ]),
    );
}
