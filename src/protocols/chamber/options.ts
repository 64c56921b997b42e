/**
 * The options of the chamber, its three agents, and the checks before a meeting.
 */

import { z } from "zod";
import { createMistake, createWarning, type Warning } from "../../engine/protocol/protocol.ts";
import { dropMissing } from "../../lists.ts";
import { findSharedModel } from "../../models/contract/model-spec.ts";
import { idSchema } from "../../scenario/schema/persona.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { countContextTokens, explainExcess } from "./instruction-data.ts";

const MODES = ["approver", "challenger", "contributor", "verifier"] as const;

export const chamberOptions = z.strictObject({
  maxCrossRounds: z
    .int()
    .min(0)
    .max(1)
    .default(1)
    .describe("Number of cross-examinations if answers diverge: 0 or 1"),
  anonymise: z
    .boolean()
    .default(true)
    .describe("Panelists see labels instead of names and models in cross-examination"),
  maxReruns: z
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe("How often the panel is asked again with new data or after a challenge"),
  arbiter: z
    .strictObject({
      model: z
        .string()
        .min(1)
        .optional()
        .describe("provider:model; default that of the first member"),
    })
    .prefault({})
    .describe("Who combines the answers"),
  founder: z
    .strictObject({
      person: idSchema.describe("Who is asked, by name"),
      modes: z
        .array(z.enum(MODES))
        .min(1)
        .default([...MODES])
        .describe("What this person can do"),
    })
    .optional()
    .describe("The person the panel works for. Without one, the meeting asks no person"),
});
export type ChamberOptions = z.infer<typeof chamberOptions>;

export function checkChamber(_: ChamberOptions, scenario: Scenario): Warning[] {
  const ids = scenario.members.map(({ id }) => id);
  const taken = [ARBITER, CLASSIFIER, CHECKER].filter(({ id }) => ids.includes(id));
  const long = explainExcess(countContextTokens(scenario));
  return dropMissing([
    ...taken.map(({ id, title }) =>
      createMistake(
        `a member sits as "${id}", the seat of the ${title.toLowerCase()}`,
        "Give that member another id.",
      ),
    ),
    long !== null &&
      createMistake(
        long,
        "Remove documents, or shorten them to the parts that the question needs.",
      ),
    ...checkPanelSize(ids.length),
    ...checkProviders(scenario),
  ]);
}

function checkPanelSize(count: number): Warning[] {
  if (count < 2)
    return [createMistake(`a panel of ${count}: nothing can be compared`, "Seat three members.")];
  if (count === 2)
    return [
      createWarning(
        "a panel of 2 can only tie",
        "Seat three members, so that two can differ from one.",
      ),
    ];
  return [];
}

function checkProviders({ members }: Scenario): Warning[] {
  if (findSharedModel(members) !== null) return [];
  const providers = members.map(({ model: spec }) => spec.replace(/:.*/s, ""));
  const real = providers.filter((name) => !KEYLESS.has(name));
  const shared = [...new Set(real.filter((name, index) => real.indexOf(name) < index))];
  return shared.map((name) =>
    createWarning(
      `several members share the provider ${name}: their answers are less independent`,
      "Mix providers.",
    ),
  );
}

const KEYLESS: ReadonlySet<string> = new Set(["simulated", "scripted", "human", "recorded"]);

export const ARBITER = {
  id: "arbiter",
  name: "Arbiter",
  title: "Arbiter",
  manner: "Plain and exact: states what all say, how they truly differ, and what follows.",
} as const;

export const CLASSIFIER = {
  id: "classifier",
  name: "Classifier",
  title: "Classifier",
  manner: "Two booleans and the points at issue.",
} as const;

export const CHECKER = {
  id: "checker",
  name: "Checker",
  title: "Checker of claims",
  manner: "States what the documents hold on a claim, with its place, and nothing else.",
} as const;
