import { BoardroomError } from "../errors.ts";
import type { Model } from "../models/model.ts";
import type { Price } from "../models/price-table.ts";
import { priceOf } from "../models/prices.ts";
import type { Limits } from "../scenario/scenario.ts";
import type { MeetingState } from "../transcript/state.ts";
import type { Budget } from "./budget.ts";

/** A limit in dollars is kept only where every price is known; what runs inside this process costs nothing. */
export function requirePrices(
  { dollars, member }: Limits,
  models: ReadonlyMap<string, Pick<Model, "spec" | "deterministic">>,
  prices: Readonly<Record<string, Price>> | undefined,
  isPurseLimited = false,
): void {
  if (dollars === undefined && member?.dollars === undefined && !isPurseLimited) return;
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

/** Limits that could not even pay for the closing ballot are refused before anything is spent. */
export function requireRoom(state: MeetingState, models: ReadonlyMap<string, Model>, budget: Budget): void {
  if (!budget.isLimited) return;
  const voters = state.scenario.members.map(({ id }) => id).filter((id) => models.has(id));
  const ballots = voters.map((speaker) => ({
    speaker,
    estimate: budget.foresee(state, speaker, true),
    isClosing: true,
    isShown: false,
  }));
  const short = budget.shortOf(state, ballots);
  if (!short) return;
  const own = short.member === undefined ? ballots : ballots.filter(({ speaker }) => speaker === short.member);
  const needed = own.reduce(
    (sum, { estimate }) =>
      sum + (short.limit === "dollars" ? (estimate.cost ?? 0) : estimate.input + estimate.output),
    0,
  );
  const whose = short.member === undefined ? "" : ` of ${short.member}`;
  const amount = short.limit === "dollars" ? `$${needed.toFixed(4)}` : `${needed} tokens`;
  throw new BoardroomError("usage", {
    message: `The limit${whose} of ${short.of} ${short.limit} is too small: the closing ballot alone may take ${amount}.`,
    remedy: "Raise the limit; `boardroom check` tells what the whole meeting may take.",
  });
}
