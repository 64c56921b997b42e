import type { ModelRequest, ViewTurn } from "./model.ts";
import { estimateTokens } from "./prices.ts";

/** Tokenisers differ from the rule of thumb, and from one another, by up to about a fifth: a reservation errs on the dear side. */
const MARGIN = 1.25;

/** Tokens of a text for a reservation: more than will be counted, for nearly every text and model. */
export function reservedTokens(text: string): number {
  return Math.ceil(estimateTokens(text) * MARGIN);
}

/** Tokens of a request's input for a reservation. Only what was added to `turns` since the last call is read. */
export function estimateInput({ shared, individual, turns, cue, exchange, json }: ModelRequest): number {
  const rest = [cue, exchange?.reply ?? "", exchange?.problem ?? "", json ? JSON.stringify(json.schema) : ""];
  const layers = layerTokens(turns, shared) + layerTokens(turns, individual);
  return layers + turnTokens(turns) + rest.reduce((sum, text) => sum + reservedTokens(text), 0);
}

type Counted = { turns: number; parts: number; tokens: number; readonly layers: Map<string, number> };

/** One running count for each view: turns and their parts only grow. */
const running = new WeakMap<readonly ViewTurn[], Counted>();

function turnTokens(turns: readonly ViewTurn[]): number {
  const counted = countedOf(turns);
  for (; counted.turns < turns.length; counted.turns++) {
    const { parts } = turns[counted.turns]!;
    for (; counted.parts < parts.length; counted.parts++)
      counted.tokens += reservedTokens(parts[counted.parts]!);
    if (counted.turns === turns.length - 1) break;
    counted.parts = 0;
  }
  return counted.tokens;
}

function layerTokens(turns: readonly ViewTurn[], layer: string): number {
  const { layers } = countedOf(turns);
  const known = layers.get(layer) ?? reservedTokens(layer);
  layers.set(layer, known);
  return known;
}

function countedOf(turns: readonly ViewTurn[]): Counted {
  const known = running.get(turns);
  if (known && known.turns <= turns.length) return known;
  const counted = { turns: 0, parts: 0, tokens: 0, layers: new Map<string, number>() };
  running.set(turns, counted);
  return counted;
}
