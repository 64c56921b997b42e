// A hash of a whole request, by which the record shows that the same was asked.

import { createHash, type Hash, hash as hashOnce } from "node:crypto";
import { rememberResults } from "../../scenario/files/remember.ts";
import { listIndividualLayers } from "./layout.ts";
import type { ModelRequest, ViewTurn } from "./model.ts";

/** SHA-256, hex, of all that may change an answer. Hashes only the turns added since the last call. */
export function hashRequest(request: ModelRequest): string {
  const { turns, exchange, json } = request;
  const fed = feedTurns(turns);
  const rest =
    frameText("s", layerDigest(request.shared)) +
    frameText("i", layerDigest(listIndividualLayers(request).join("\n\n"))) +
    frameText("c", request.instruction) +
    frameText(
      "x",
      exchange === undefined ? "" : JSON.stringify([exchange.reply, exchange.problem]),
    ) +
    frameText("j", json === undefined ? "" : JSON.stringify([json.name, json.schema])) +
    frameText("m", String(request.maxOutputTokens)) +
    (request.sampling ? frameText("d", JSON.stringify(request.sampling)) : "");
  return fed.hash.copy().update(rest).digest("hex");
}

type Fed = { hash: Hash; turns: number; parts: number };

const running = new WeakMap<readonly ViewTurn[], Fed>();

function feedTurns(turns: readonly ViewTurn[]): Fed {
  const fed = findFed(turns) ?? { hash: createHash("sha256"), turns: 0, parts: 0 };
  running.set(turns, fed);
  const last = turns[fed.turns - 1];
  if (last) feedParts(fed, last);
  for (const turn of turns.slice(fed.turns)) {
    fed.hash.update(frameText("t", turn.role));
    fed.turns += 1;
    fed.parts = 0;
    feedParts(fed, turn);
  }
  return fed;
}

function findFed(turns: readonly ViewTurn[]): Fed | undefined {
  const fed = running.get(turns);
  if (fed === undefined || fed.turns > turns.length) return undefined;
  const last = turns[fed.turns - 1];
  return last !== undefined && last.parts.length < fed.parts ? undefined : fed;
}

function feedParts(fed: Fed, turn: ViewTurn): void {
  for (const part of turn.parts.slice(fed.parts)) {
    fed.hash.update(frameText("p", part));
    fed.parts++;
  }
}

/** A letter and the length make the framing unambiguous: no text can look like two. */
function frameText(tag: string, text: string): string {
  return `${tag}${text.length}:${text}`;
}

/** Layers are long and stay the same, so each is hashed once. */
const layerDigest = rememberResults(1_000_000, (text) => hashOnce("sha256", text));
