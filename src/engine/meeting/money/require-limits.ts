import { BoardroomError } from "../../../errors.ts";
import type { Model } from "../../../models/port/model.ts";
import type { Price } from "../../../models/pricing/price-table.ts";
import { priceOf } from "../../../models/pricing/prices.ts";
import type { Limits } from "../../../scenario/schema/scenario.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { Budget } from "./budget.ts";

/** A limit in dollars needs every price; what runs inside this process costs nothing. */
export function requirePrices(
  { dollars }: Limits,
  models: ReadonlyMap<string, Pick<Model, "spec" | "deterministic">>,
  prices: Readonly<Record<string, Price>> | undefined,
  isSharedLimited = false,
): void {
  if (dollars === undefined && !isSharedLimited) return;
  const unknown = new Map<string, string[]>();
  for (const [seat, { spec, deterministic }] of models) {
    if (deterministic || priceOf(spec, prices) !== null) continue;
    unknown.set(spec, [...(unknown.get(spec) ?? []), seat]);
  }
  if (unknown.size === 0) return;
  throw new BoardroomError(
    "unknown-price",
    [...unknown].map(([spec, seats]) => ({
      spec,
      message: `A limit in dollars cannot be kept: the price of ${spec} (${seats.join(", ")}) is unknown.`,
      remedy: `Give its price in boardroom.yaml (prices: ${JSON.stringify(spec)}: {input: ..., output: ...}), or limit tokens instead.`,
    })),
  );
}

export function requireRoom(
  state: MeetingState,
  models: ReadonlyMap<string, Model>,
  budget: Budget,
  calls: number,
): void {
  if (!budget.isLimited || models.size === 0) return;
  const needed = budget.shortest(state, calls);
  for (const limit of ["tokens", "dollars"] as const) {
    const of = state.scenario.limits[limit];
    if (of === undefined || of >= needed[limit]) continue;
    const least = limit === "dollars" ? Math.ceil(needed.dollars * 100) / 100 : needed.tokens;
    const amount = limit === "dollars" ? `$${least.toFixed(2)}` : `${least} tokens`;
    throw new BoardroomError("usage", {
      message: `The limit of ${of} ${limit} is too small: the shortest meeting with its closing ballot may take ${amount}.`,
      remedy: `Raise it to ${amount} or more; \`boardroom check\` tells what the whole meeting may take.`,
    });
  }
  requireOwnBallots(state, models, budget);
}

function requireOwnBallots(state: MeetingState, models: ReadonlyMap<string, Model>, budget: Budget): void {
  const of = state.scenario.limits.member?.tokens;
  if (of === undefined) return;
  for (const { id } of state.scenario.members) {
    if (!models.has(id)) continue;
    const { input, output } = budget.foresee(state, id, true);
    if (input + output <= of) continue;
    throw new BoardroomError("usage", {
      message: `The limit of ${id} of ${of} tokens is too small: the closing ballot alone may take ${input + output} tokens.`,
      remedy: "Raise the limit; `boardroom check` tells what the whole meeting may take.",
    });
  }
}
