import type { Scenario, Seat } from "../../scenario/scenario.ts";
import type { ModelRequest, ViewTurn } from "../model.ts";
import { casebookOf } from "./casebook.ts";
import { hear } from "./heard.ts";
import { type Mind, openMind, takeIn } from "./mind.ts";
import { barOf, burdenIn } from "./parts/jury-stand.ts";
import { agentNames, ownName } from "./people.ts";
import { readRoster } from "./prompt.ts";
import { weightsOf } from "./weights.ts";

/** Makes up one member's mind from a request; what it keeps between calls only saves time. */
export type Memory = { readonly recall: (request: ModelRequest) => Mind };

/** How far one has read, and what one has made of it. */
type Read = {
  readonly mind: Mind;
  readonly agents: ReadonlySet<string>;
  readonly shared: string;
  /** The first thing a member said in the meeting; null while nobody has. */
  readonly opening: string | null;
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

/** What was read before stands where it stood, and more may follow. Before anybody has spoken one reads afresh. */
function goesOn({ shared, opening, turn, part, last }: Read, request: ModelRequest): boolean {
  if (opening === null || shared !== request.shared) return false;
  return part > 0 && request.turns[turn]?.parts[part - 1] === last;
}

function start(seat: Seat, scenario: Scenario, request: ModelRequest): Read {
  const { shared, individual, turns } = request;
  const agents = agentNames(readRoster(shared));
  const opening = openingOf(turns, agents);
  const me = ownName(individual, seat.persona.name);
  const book = casebookOf(withLater(shared, turns), scenario);
  const weights = weightsOf(seat, book.yardsticks);
  const burden = burdenIn(turns);
  const meeting = burden === null ? (opening ?? request.chance) : request.cacheKey;
  const mind = openMind({
    seat,
    me,
    book,
    scenario,
    weights,
    meeting,
    burden: burden === null ? 0 : barOf(burden, request.cacheKey),
  });
  return { mind, agents, shared, opening, turn: 0, part: 0, last: "", isOutdated: false };
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

/** Tells one meeting from another: before anybody has spoken, only the call's own chance can. */
function openingOf(turns: readonly ViewTurn[], agents: ReadonlySet<string>): string | null {
  for (const { parts } of turns)
    for (const part of parts)
      for (const heard of hear(part))
        if (!agents.has(heard.speaker) && heard.content !== "") return heard.content;
  return null;
}
