/**
 * The list of built-in protocols, by which the command line and the library find them.
 */

import type { Protocol } from "../engine/protocol/protocol.ts";
import type { Selector } from "../engine/routing/selector.ts";
import { board, createBoard } from "./board.ts";
import { chamber } from "./chamber/chamber.ts";
import { judges } from "./judges/judges.ts";
import { jury } from "./jury/jury.ts";
import { rounds } from "./rounds/rounds.ts";

export const PROTOCOLS: readonly Protocol[] = [board, jury, chamber, judges, rounds];

export function listProtocolsWith(selectors: readonly Selector[]): readonly Protocol[] {
  return selectors.length === 0
    ? PROTOCOLS
    : [createBoard(selectors, "weighted"), ...PROTOCOLS.slice(1)];
}
