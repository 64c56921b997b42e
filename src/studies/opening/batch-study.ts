// A study as `study run --batch` runs it: at half the price, and only with models that have a batch endpoint.
// running/batch-calls.ts sends its calls.

import { listSeats } from "../../engine/money/plan.ts";
import { createUsageError } from "../../home/process/io.ts";
import { findPrice, halvePrice } from "../../models/pricing/prices.ts";
import type { StudyCell } from "../study.ts";
import type { StudyToRun } from "./open-study.ts";

/** Providers that answer batches of calls. */
export const BATCH_PROVIDERS = ["anthropic", "openai"] as const;

/** The models of members, agents and fallbacks. A template is no model. */
function listSpecs({ input, protocol }: StudyCell): string[] {
  return listSeats(input, protocol)
    .flatMap(({ model, fallback = model }) => [model, fallback])
    .filter((model) => model !== "template");
}

function findUnbatched(cells: readonly StudyCell[]): string | undefined {
  const isBatched = (spec: string) => BATCH_PROVIDERS.some((name) => spec.startsWith(`${name}:`));
  return cells.flatMap(listSpecs).find((spec) => !isBatched(spec));
}

/** The same study at half the price, with nothing from a cache: hours can pass between two calls of a member. Null if a model has no batch endpoint. */
export function toBatchStudy(opened: StudyToRun): StudyToRun | null {
  const { cells, project } = opened;
  if (findUnbatched(cells) !== undefined) return null;
  const { prices = {}, providers = {} } = project.models;
  const halved = cells.flatMap(listSpecs).flatMap((spec) => {
    const price = findPrice(spec, prices);
    return price === null ? [] : [[spec, halvePrice(price)] as const];
  });
  const uncached = BATCH_PROVIDERS.map((name) => {
    const capabilities = { ...providers[name]?.capabilities, caching: "none" as const };
    return [name, { ...providers[name], capabilities }] as const;
  });
  const models = {
    prices: { ...prices, ...Object.fromEntries(halved) },
    providers: { ...providers, ...Object.fromEntries(uncached) },
  };
  return { ...opened, project: { ...project, models } };
}

/** Throws before anything is spent. */
export function requireBatchStudy(opened: StudyToRun): StudyToRun {
  const batched = toBatchStudy(opened);
  if (batched !== null) return batched;
  throw createUsageError(
    `${findUnbatched(opened.cells)} has no batch endpoint`,
    "Use models of anthropic: and openai: only, or remove --batch.",
  );
}
