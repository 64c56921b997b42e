import { createHash, type Hash } from "node:crypto";
import type { ModelRequest, ViewTurn } from "./model.ts";

/**
 * SHA-256, hex, of everything that may change a model's answer; not of `chance` and `cacheKey`.
 * Only what was added to `turns` since the last call with the same array is hashed.
 */
export function requestHash(request: ModelRequest): string {
  const { turns, exchange, json } = request;
  const fed = feedTurns(turns);
  const hash = fed.hash.copy();
  feed(hash, "s", layerDigest(fed, "shared", request.shared));
  feed(hash, "i", layerDigest(fed, "individual", request.individual));
  feed(hash, "c", request.cue);
  feed(hash, "x", exchange === undefined ? "" : JSON.stringify([exchange.reply, exchange.problem]));
  feed(hash, "j", json === undefined ? "" : JSON.stringify([json.name, json.schema]));
  feed(hash, "m", String(request.maxOutputTokens));
  if (request.sampling) feed(hash, "d", JSON.stringify(request.sampling));
  return hash.digest("hex");
}

/** A running hash of one `turns` array. */
type Fed = {
  readonly hash: Hash;
  turns: number;
  /** Parts of the last turn that have been fed. */
  parts: number;
  readonly layers: { shared?: Layer; individual?: Layer };
};
type Layer = { readonly text: string; readonly digest: string };

const running = new WeakMap<readonly ViewTurn[], Fed>();

function feedTurns(turns: readonly ViewTurn[]): Fed {
  const fed = continued(turns) ?? { hash: createHash("sha256"), turns: 0, parts: 0, layers: {} };
  running.set(turns, fed);
  if (fed.turns > 0) feedParts(fed, turns[fed.turns - 1]!);
  for (const turn of turns.slice(fed.turns)) {
    feed(fed.hash, "t", turn.role);
    fed.turns += 1;
    fed.parts = 0;
    feedParts(fed, turn);
  }
  return fed;
}

/** The running hash, unless the array shrank and must be read anew. */
function continued(turns: readonly ViewTurn[]): Fed | undefined {
  const fed = running.get(turns);
  if (fed === undefined || fed.turns > turns.length) return undefined;
  const last = turns[fed.turns - 1];
  return last !== undefined && last.parts.length < fed.parts ? undefined : fed;
}

function feedParts(fed: Fed, turn: ViewTurn): void {
  for (; fed.parts < turn.parts.length; fed.parts++) feed(fed.hash, "p", turn.parts[fed.parts]!);
}

/** A tag of one letter and the length make the framing unambiguous: no text can look like two. */
function feed(hash: Hash, tag: string, text: string): void {
  hash.update(`${tag}${text.length}:${text}`);
}

/** Layers are long and stay the same, so each is hashed once per view. */
function layerDigest(fed: Fed, layer: "shared" | "individual", text: string): string {
  const known = fed.layers[layer];
  if (known?.text === text) return known.digest;
  const digest = createHash("sha256").update(text).digest("hex");
  fed.layers[layer] = { text, digest };
  return digest;
}
