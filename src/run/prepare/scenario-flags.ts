import type { OptionSetting } from "../../home/settings/option-settings.ts";
import type { Settings } from "../../scenario/files/settings.ts";
import type { PromptSettings } from "../../scenario/schema/scenario.ts";

/** A member to run without, and the reason. */
export type Exclusion = { readonly id: string; readonly because?: string };

export type ScenarioFlags = {
  readonly question?: string;
  readonly seed?: string | number;
  readonly maxMessages?: number;
  readonly maxMinutes?: number;
  readonly maxTokens?: number;
  readonly maxDollars?: number;
  readonly answerMinutes?: number;
  readonly model?: string;
  readonly models?: readonly string[];
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
