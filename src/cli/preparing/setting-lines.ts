import { aligned } from "../terminal/aligned.ts";
import type { Prepared } from "./prepare.ts";
import type { ScenarioFlags } from "./scenario-flags.ts";

type Row = readonly [setting: string, value: string, from: string];

/** Every setting of a meeting that a layer may state, its value, and the layer that won. */
export function settingLines(prepared: Prepared, flags: ScenarioFlags): readonly string[] {
  return aligned([
    ["SETTING", "VALUE", "FROM"],
    ...settings(prepared),
    ...ofScenario(prepared, flags),
    ...options(flags),
  ]);
}

function settings({ settings: { values, from } }: Prepared): readonly Row[] {
  const keys = Object.keys(from) as (keyof typeof from)[];
  return keys.map((key) => [key, String(values[key] ?? "drawn when the meeting begins"), from[key]]);
}

/** What only flags and the scenario state; limits of money also the budget of `boardroom.yaml`. */
function ofScenario({ scenario, yaml, outer }: Prepared, flags: ScenarioFlags): readonly Row[] {
  const { minutes, tokens, dollars } = scenario.limits;
  const written = yaml.value as {
    readonly protocol?: unknown;
    readonly prompt?: { readonly view?: unknown; readonly visibility?: unknown };
  };
  const from = (flag: unknown, stated: unknown) =>
    flag !== undefined ? "flags" : stated !== undefined ? "scenario" : "default";
  const isCapped = dollars !== undefined && dollars === outer.budget.meeting && flags.maxDollars !== dollars;
  const limit = (name: string, value: number | undefined, source: string): readonly Row[] =>
    value === undefined ? [] : [[name, String(value), source]];
  return [
    ...(flags.question === undefined ? [] : [["question", flags.question, "flags"] as const]),
    ["protocol", scenario.protocol, from(flags.protocol, written.protocol)],
    ...limit("maxMinutes", minutes, from(flags.maxMinutes, minutes)),
    ...limit("maxTokens", tokens, from(flags.maxTokens, tokens)),
    ...limit("maxDollars", dollars, isCapped ? "boardroom.yaml" : from(flags.maxDollars, dollars)),
    ["view", scenario.prompt.view, from(flags.view, written.prompt?.view)],
    ["visibility", scenario.prompt.visibility, from(flags.visibility, written.prompt?.visibility)],
  ];
}

function options({ option = [] }: ScenarioFlags): readonly Row[] {
  return option.map(({ path, value }) => [`options.${path.join(".")}`, JSON.stringify(value), "flags"]);
}
