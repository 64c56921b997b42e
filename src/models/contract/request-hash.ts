import { createHash, type Hash, hash as hashOnce } from "node:crypto";
import { rememberResults } from "../../scenario/files/remember.ts";
import { individualLayers } from "./layout.ts";
import type { ModelRequest, ViewTurn } from "./model.ts";

/** SHA-256, hex, of all that may change an answer. Hashes only the turns added since the last call. */
export function requestHash(request: ModelRequest): string {
  const { turns, exchange, json } = request;
  const fed = feedTurns(turns);
  const rest =
    framed("s", layerDigest(request.shared)) +
    framed("i", layerDigest(individualLayers(request).join("\n\n"))) +
    framed("c", request.instruction) +
    framed("x", exchange === undefined ? "" : JSON.stringify([exchange.reply, exchange.problem])) +
    framed("j", json === undefined ? "" : JSON.stringify([json.name, json.schema])) +
    framed("m", String(request.maxOutputTokens)) +
    (request.sampling ? framed("d", JSON.stringify(request.sampling)) : "");
  return fed.hash.copy().update(rest).digest("hex");
}

type Fed = { hash: Hash; turns: number; parts: number };

const running = new WeakMap<readonly ViewTurn[], Fed>();

function feedTurns(turns: readonly ViewTurn[]): Fed {
  const fed = continued(turns) ?? { hash: createHash("sha256"), turns: 0, parts: 0 };
  running.set(turns, fed);
  const last = turns[fed.turns - 1];
  if (last) feedParts(fed, last);
  for (const turn of turns.slice(fed.turns)) {
    fed.hash.update(framed("t", turn.role));
    fed.turns += 1;
    fed.parts = 0;
    feedParts(fed, turn);
  }
  return fed;
}

function continued(turns: readonly ViewTurn[]): Fed | undefined {
  const fed = running.get(turns);
  if (fed === undefined || fed.turns > turns.length) return undefined;
  const last = turns[fed.turns - 1];
  return last !== undefined && last.parts.length < fed.parts ? undefined : fed;
}

function feedParts(fed: Fed, turn: ViewTurn): void {
  for (const part of turn.parts.slice(fed.parts)) {
    fed.hash.update(framed("p", part));
    fed.parts++;
  }
}

/** A letter and the length make the framing unambiguous: no text can look like two. */
function framed(tag: string, text: string): string {
  return `${tag}${text.length}:${text}`;
}

/** Layers are long and stay the same, so each is hashed once. */
const layerDigest = rememberResults(1_000_000, (text) => hashOnce("sha256", text));
