// Chooses the next speaker: a wish of a person comes first, then the draw of the named selector.

import { z } from "zod";
import { suggestNames } from "../../scenario/files/nearest.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { Floor } from "../protocol/floor.ts";
import type { Warning } from "../protocol/protocol.ts";
import { type Selection, select } from "../routing/select.ts";
import { createSituation, type Selector } from "../routing/selector.ts";
import {
  leastSpoken,
  NATURAL_ANSWERS,
  natural,
  preferAddressed,
  roundRobin,
  weighted,
} from "../routing/selectors.ts";

const NAMES = ["weighted", "round-robin", "least-spoken", "natural"] as const;
type BuiltIn = (typeof NAMES)[number];

/** `own`: selectors that a program brings; `usual`: the one that is used if none is named. */
export function defineSelectorOptions(own: readonly Selector[] = [], usual = "weighted") {
  return z.strictObject({
    name: z
      .enum([...NAMES, ...own.map(({ name }) => name)])
      .default(usual)
      .describe(
        "selector of the next speaker; a custom one needs code: selectors: in your user settings or the --config file (docs/how-to/write-a-selector.md)",
      ),
    answers: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("Probability that the addressed member answers next; default 0, natural 0.85"),
    talkativeness: z
      .record(z.string(), z.number().min(0))
      .default({})
      .describe("Factor by member id; 0 is silent until the final vote"),
  });
}
export type SelectorOptions = z.infer<ReturnType<typeof defineSelectorOptions>>;

export function checkSelector(
  { talkativeness }: SelectorOptions,
  { members }: Scenario,
): Warning[] {
  const seats = members.map(({ id }) => id);
  return Object.keys(talkativeness)
    .filter((id) => !seats.includes(id))
    .map((id) => ({
      level: "mistake",
      path: ["options", "selector", "talkativeness", id],
      message: `options.selector.talkativeness: member ${JSON.stringify(id)} not found`,
      remedy: suggestNames(id, seats, "Members"),
    }));
}

/** Null if no member can speak. A person's choice comes first. */
export async function selectSpeaker(
  floor: Floor,
  options: SelectorOptions,
  own: readonly Selector[] = [],
): Promise<Selection | null> {
  await floor.hear();
  const situation = createSituation(floor.state, options.talkativeness);
  return select(chooseSelector(options, own), situation, floor.random("speaker"));
}

function chooseSelector({ name, answers }: SelectorOptions, own: readonly Selector[]): Selector {
  const brought = own.find((selector) => selector.name === name);
  const usual = name === "natural" ? NATURAL_ANSWERS : 0;
  return preferAddressed(brought ?? BUILT_IN[name as BuiltIn], answers ?? usual);
}

const BUILT_IN: Readonly<Record<BuiltIn, Selector>> = {
  weighted,
  natural,
  "round-robin": roundRobin,
  "least-spoken": leastSpoken,
};
