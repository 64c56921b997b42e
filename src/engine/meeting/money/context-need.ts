import { type Capabilities, withThinkingRoom } from "../../../models/port/capabilities.ts";
import { reservedTokens } from "../../../models/pricing/estimate.ts";
import { evidenceOf } from "../../../scenario/schema/private-evidence.ts";
import type { Scenario, Seat } from "../../../scenario/schema/scenario.ts";
import type { House } from "../../perspective/house.ts";
import { individualLayer, sharedLayer } from "../../perspective/layers.ts";
import type { Names } from "../../perspective/names.ts";
import { KEPT, WORDS } from "../../perspective/summary.ts";
import type { BoundProtocol } from "../contract/protocol.ts";
import { growthAt, TOKENS_A_WORD } from "./plan-tokens.ts";

/** Tokens, when the debate is at its limit. */
export type ContextNeed = {
  readonly layers: number;
  readonly debate: number;
  readonly reply: number;
  readonly total: number;
  readonly summarised: number;
};

type Needing = {
  readonly scenario: Scenario;
  readonly seats: readonly Seat[];
  readonly names: Names;
  readonly house: House;
  readonly plan: ReturnType<BoundProtocol["plan"]>;
};

const REPLY = 1_000;

export function contextNeed(
  { scenario, seats, names, house, plan }: Needing,
  takes: Pick<Capabilities, "reasoningEffort"> = { reasoningEffort: false },
): ContextNeed {
  const layers = layerTokens(scenario, seats, names, house);
  const message = growthAt("high", undefined);
  const grown = growthAt("high", plan.growth) * (plan.high - 1);
  // A protocol whose prompts do not grow shows members the others' answers in its cues.
  const debate = Math.ceil(Math.max(grown, message * scenario.members.length));
  const kept = Math.ceil(KEPT * message + WORDS.all * TOKENS_A_WORD);
  const reply = withThinkingRoom(REPLY, takes);
  return {
    ...{ layers, debate, reply },
    total: layers + debate + reply,
    summarised: layers + Math.min(kept, debate) + reply,
  };
}

export function layerTokens(scenario: Scenario, seats: readonly Seat[], names: Names, house: House): number {
  const own = seats.map((seat) =>
    reservedTokens(individualLayer(seat, names, house, evidenceOf(scenario.private, seat.id))),
  );
  return reservedTokens(sharedLayer(scenario, seats, names, house)) + Math.max(...own);
}
