// Counts tokens of a text without a tokenizer: more than will be billed, for reserves, and fewer,
// for the check of a whole prompt.

import { rememberResults } from "../../scenario/files/remember.ts";
import type { ModelRequest, ViewTurn } from "../contract/model.ts";

/** Tokenisers differ from the rule of thumb by up to about a fifth: a reservation errs on the dear side. */
const MARGIN = 1.25;

/** More than will be counted, for nearly every text and model. One pass, as each member's prompt is counted. */
export function reserveTokens(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length; index++) tokens += countUnit(text.charCodeAt(index));
  return Math.ceil(tokens * MARGIN);
}

function countUnit(unit: number): number {
  if (unit < 0x80) return ASCII[unit]!;
  if (unit < 0x2000) return 0.4;
  return unit < 0x2e80 ? 1 : 0.9;
}

/** A word of prose has some five letters, and three digits make a token; a blank belongs to the next word. */
const ASCII = createAsciiTable({ letter: 0.24, digit: 0.45, blank: 0.02, other: 0.7 });
const LEAST_ASCII = createAsciiTable({ letter: 0.24, digit: 0.35, blank: 0.02, other: 0.4 });

function createAsciiTable(of: {
  letter: number;
  digit: number;
  blank: number;
  other: number;
}): Float64Array {
  return Float64Array.from({ length: 0x80 }, (_, unit) => {
    const character = String.fromCharCode(unit);
    if (/[a-z]/i.test(character)) return of.letter;
    if (/[0-9]/.test(character)) return of.digit;
    return character === " " ? of.blank : of.other;
  });
}

/** The fewest tokens likely to be counted. Omits schemas: servers that enforce one do not count it. */
export function countLeastInput(request: ModelRequest): number {
  const { shared, individual, openingVote = "", turns, instruction, exchange } = request;
  const rest = [openingVote, instruction, exchange?.reply ?? "", exchange?.problem ?? ""];
  const layers = leastOfLayer(shared) + leastOfLayer(individual);
  return rest.reduce((sum, text) => sum + countLeastTokens(text), layers + leastOfTurns(turns));
}

export function countLeastTokens(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length; index++)
    tokens += countLeastOfUnit(text.charCodeAt(index));
  return tokens;
}

const leastOfLayer = rememberResults(1_000_000, countLeastTokens);

/** Of a UTF-16 unit. Chinese takes 0.6 to 0.9 tokens a character, Russian 0.25 to 0.4. */
function countLeastOfUnit(unit: number): number {
  if (unit < 0x80) return LEAST_ASCII[unit] ?? 0;
  if (unit < 0x2000) return 0.25;
  return unit < 0x2e80 ? 0.5 : 0.6;
}

export function estimateInput(request: ModelRequest): number {
  const { openingVote, instruction, exchange, json } = request;
  const rest = [
    openingVote,
    instruction,
    exchange?.reply,
    exchange?.problem,
    json && JSON.stringify(json.schema),
  ];
  const layers = known(request.shared) + known(request.individual) + turnTokens(request.turns);
  return layers + rest.reduce<number>((sum, text = "") => sum + reserveTokens(text), 0);
}

const known = rememberResults(1_000_000, reserveTokens);

/** Turns only grow, so each part is counted once. */
function createTurnCounter(
  ofText: (text: string) => number,
): (turns: readonly ViewTurn[]) => number {
  const running = new WeakMap<
    readonly ViewTurn[],
    { turns: number; parts: number; tokens: number }
  >();
  return (turns) => {
    const before = running.get(turns);
    const counted =
      before && before.turns <= turns.length ? before : { turns: 0, parts: 0, tokens: 0 };
    running.set(turns, counted);
    for (const { parts } of turns.slice(counted.turns)) {
      for (const part of parts.slice(counted.parts)) {
        counted.tokens += ofText(part);
        counted.parts++;
      }
      if (counted.turns === turns.length - 1) break;
      counted.turns++;
      counted.parts = 0;
    }
    return counted.tokens;
  };
}

const turnTokens = createTurnCounter(reserveTokens);
const leastOfTurns = createTurnCounter(countLeastTokens);
