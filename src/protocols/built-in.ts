import type { Protocol } from "../meeting/contract/protocol.ts";
import { board } from "./board.ts";
import { chamber } from "./chamber.ts";
import { judges } from "./judges.ts";
import { jury } from "./jury.ts";
import { rounds } from "./rounds.ts";

/** The protocols that come with Boardroom, in the order they are listed. */
export const PROTOCOLS: readonly Protocol[] = [board, jury, chamber, judges, rounds];
