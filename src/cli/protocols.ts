import { BoardroomError } from "../errors.ts";
import type { Column, Protocol } from "../meeting/define-protocol.ts";
import { board } from "../protocols/board.ts";
import { suggestion } from "../scenario/nearest.ts";

/** The protocols that come with Boardroom, in the order they are listed. */
export const PROTOCOLS: readonly Protocol[] = [board as unknown as Protocol];

/** The protocol a scenario names. */
export function protocolOf(name: string): Protocol {
  const found = PROTOCOLS.find((protocol) => protocol.name === name);
  if (found) return found;
  const known = PROTOCOLS.map((protocol) => protocol.name);
  throw new BoardroomError("unknown-protocol", {
    message: `there is no protocol ${JSON.stringify(name)}`,
    remedy: suggestion(name, known, "Protocols"),
  });
}

/** The protocol a transcript names, `board@1`; its version is checked by whoever runs it. */
export function recordedProtocol(recorded: string): Protocol {
  return protocolOf(nameOf(recorded));
}

/** Columns of a recorded meeting's protocol; none for a protocol not known here. */
export function columnsOf(recorded: string): readonly Column[] {
  return PROTOCOLS.find(({ name }) => name === nameOf(recorded))?.columns ?? [];
}

function nameOf(recorded: string): string {
  return recorded.split("@")[0]!;
}
