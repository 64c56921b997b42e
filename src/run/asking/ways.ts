// The other ways to decide a question on a board, with the price of each and what it does not tell. `check` prints them, and
// `ask` offers them before the meeting starts.

import { planMeeting } from "../../engine/money/plan.ts";
import type { OptionSetting } from "../../home/settings/settings.ts";
import { isRecord } from "../../lists.ts";
import { formatDollars } from "../../showing/words.ts";
import { type Prepared, toTypedOption } from "../prepare/prepare.ts";

export type Way = {
  option: OptionSetting;
  /** As it is typed: `debate=false`. */
  flag: string;
  /** Expected, without thinking. */
  dollars: number;
  about: string;
};

const WAYS: readonly [key: string, value: boolean, about: string][] = [
  ["debate", false, "one private vote each: not which reasons survive an objection"],
  ["debate", true, "the whole debate"],
  ["closingBallot", false, "no final vote: not whether members vote as they speak"],
  ["stopWhenSettled", true, "no debate if all agree: not an error that all make"],
  ["stopWhenSettled", false, "the whole debate"],
];

/** What the meeting is expected to cost without thinking; null if a price is unknown. */
export function estimateUnthinking({ scenario, protocol, project }: Prepared): number | null {
  let dollars = 0;
  for (const { unthinking } of planMeeting(scenario, protocol, project.models)) {
    if (unthinking === null) return null;
    dollars += unthinking.expected;
  }
  return dollars;
}

/** Those that the protocol has and the meeting does not use yet. None if it costs nothing or its price is unknown. */
export function listWays(asked: Prepared): Way[] {
  const { scenario, protocol } = asked;
  if (!protocol.builtIn || !estimateUnthinking(asked)) return [];
  const current = protocol.options.parse(scenario.options);
  return WAYS.flatMap(([key, value, about]) => {
    const option = toTypedOption({ path: [key], value });
    if (!isRecord(current) || !(key in current) || current[key] === option.value) return [];
    if (current.debate === false && key !== "debate") return [];
    const options = { ...scenario.options, [key]: option.value };
    const dollars = estimateUnthinking({ ...asked, scenario: { ...scenario, options } });
    return dollars === null ? [] : [{ option, flag: `${key}=${value}`, dollars, about }];
  });
}

export function formatWay({ dollars, about }: Way): string {
  return `${formatDollars(dollars)}  ${about}`;
}
