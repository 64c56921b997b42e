import type { Scenario, Seat } from "../../scenario/scenario.ts";
import type { ModelRequest, ViewTurn } from "../model.ts";
import { barOf, burdenIn } from "./burden.ts";
import { hear } from "./heard.ts";
import { type Mind, openMind, takeIn } from "./mind.ts";
import { agentNames, ownName } from "./people.ts";
import { casebookOf } from "./reading/casebook.ts";
import { readRoster } from "./reading/prompt.ts";
import { weightsOf } from "./weights.ts";

/** Makes up one member's mind from a request; what it keeps between calls only saves time. */
export type Memory = { readonly recall: (request: ModelRequest) => Mind };

/** How far one has read, and what one has made of it. */
type Read = {
  readonly mind: Mind;
  readonly agents: ReadonlySet<string>;
  readonly shared: string;
  readonly cacheKey: string;
  turn: number;
  part: number;
  last: string;
  /** A document was brought in after the last part read. */
  isOutdated: boolean;
};

export function openMemory(seat: Seat, scenario: Scenario): Memory {
  let read: Read | null = null;
  return {
    recall(request) {
      if (read !== null && goesOn(read, request)) readOn(read, request.turns);
      if (read === null || !goesOn(read, request) || read.isOutdated) {
        read = start(seat, scenario, request);
        readOn(read, request.turns);
        read.isOutdated = false;
      }
      return read.mind;
    },
  };
}

/** What was read before stands where it stood, and more may follow. */
function goesOn({ shared, cacheKey, turn, part, last }: Read, request: ModelRequest): boolean {
  if (shared !== request.shared || cacheKey !== request.cacheKey) return false;
  return part > 0 && request.turns[turn]?.parts[part - 1] === last;
}

function start(seat: Seat, scenario: Scenario, request: ModelRequest): Read {
  const { shared, individual, turns, cacheKey } = request;
  const agents = agentNames(readRoster(shared));
  const me = ownName(individual, seat.persona.name);
  const book = casebookOf(withLater(shared, turns), scenario);
  const weights = weightsOf(seat, book.yardsticks);
  const burden = burdenIn(turns);
  const mind = openMind({
    seat,
    me,
    book,
    scenario,
    weights,
    meeting: cacheKey,
    burden: burden === null ? 0 : barOf(burden, cacheKey),
  });
  return { mind, agents, shared, cacheKey, turn: 0, part: 0, last: "", isOutdated: false };
}

function readOn(read: Read, turns: readonly ViewTurn[]): void {
  for (; read.turn < turns.length; read.turn++) {
    const { role, parts } = turns[read.turn]!;
    for (; read.part < parts.length; read.part++) {
      read.last = parts[read.part]!;
      if (role === "user" && read.last.startsWith(DOCUMENT)) read.isOutdated = true;
      for (const heard of hear(read.last)) takeIn(read.mind, heard, read.agents.has(heard.speaker));
    }
    if (read.turn === turns.length - 1) return;
    read.part = 0;
  }
}

const DOCUMENT = "<Document ";

/** The shared layer, with every document brought in later. */
function withLater(shared: string, turns: readonly ViewTurn[]): string {
  const later = turns.flatMap(({ role, parts }) =>
    role === "user" ? parts.filter((part) => part.startsWith(DOCUMENT)) : [],
  );
  return later.length === 0 ? shared : [shared, ...later].join("\n\n");
}
