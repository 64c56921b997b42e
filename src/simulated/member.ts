// A simulated member: it says texts of the script and nothing else. What it says depends on the
// seed and on what its prompt shows, so a new instance gives the same replies.

import { IN_PROCESS_CAPABILITIES } from "../models/contract/capabilities.ts";
import { createCancelled, createFailure, streamText } from "../models/contract/failure.ts";
import type { Model, ModelRequest, Usage } from "../models/contract/model.ts";
import type { Seat } from "../scenario/schema/scenario.ts";
import { createCast, type Played, type Player } from "./cast.ts";
import { Debate } from "./debate.ts";
import { Chance } from "./draw.ts";
import { hearPart } from "./hear.ts";
import { takeFloor } from "./speak.ts";
import { renderPass, renderSpeech } from "./speech.ts";
import { readStance } from "./stance.ts";

/** What a simulated member has to answer an instruction. */
export type SimulatedTurn = {
  seat: Seat;
  scenario: Played;
  request: ModelRequest;
  data: Readonly<Record<string, unknown>>;
  chance: Chance;
  /** The debate as the member has heard it. */
  debate: Debate;
};

/** What a simulated member replies to one kind of instruction; null if it has no answer. */
export type Behaviour = (turn: SimulatedTurn) => string | null;

/** By protocol, then by kind of instruction. */
export type Behaviours = Readonly<Record<string, Readonly<Record<string, Behaviour>>>>;

const NO_USAGE: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

type MemberInput = {
  seat: Seat;
  scenario: Played;
  id?: string | undefined;
  spec?: string | undefined;
  behaviours: Behaviours;
};

/** One instance serves one seat in one meeting. */
export function createMember(input: MemberInput): Model {
  const { seat, scenario, id = "simulated", spec = "simulated", behaviours } = input;
  const memory = new Memory(scenario);
  return {
    spec,
    provider: "simulated",
    id,
    deterministic: true,
    capabilities: IN_PROCESS_CAPABILITIES,
    async generate(request, { signal, onText }) {
      if (signal.aborted) return createCancelled();
      const { kind = "floor", data = {} } = request.occasion ?? {};
      const known = behaviours[scenario.protocol]?.[kind] ?? ANYWHERE[kind];
      const behave = known ?? (request.json ? () => null : speakFreely);
      const debate = memory.recall(request);
      const chance = new Chance(request.chance, kind);
      const text = behave({ seat, scenario, request, data, chance, debate });
      if (text === null)
        return createFailure(
          "refused",
          `A simulated member has no answer to ${kind}: its protocol gives it no behavior for this.`,
        );
      return await streamText(
        { type: "answer", text, stop: "end", usage: NO_USAGE, model: id },
        { signal, onText },
      );
    },
  };
}

/** Keeps the state of the debate between calls. That only saves time. */
class Memory {
  readonly #scenario: Played;
  #debate: Debate | null = null;
  /** What the kept state was read from. */
  #shared = "";
  #seed = "";
  #last = "";
  #count = 0;

  constructor(scenario: Played) {
    this.#scenario = scenario;
  }

  recall({ shared, turns, seed = "" }: ModelRequest): Debate {
    const parts = turns.flatMap((turn) => turn.parts);
    const isKnown = this.#shared === shared && this.#seed === seed;
    const isSame = isKnown && (this.#count === 0 || parts[this.#count - 1] === this.#last);
    const kept = isSame ? this.#debate : null;
    const debate = kept ?? new Debate(createCast(this.#scenario, seed));
    const fresh = parts.slice(kept ? this.#count : 0);
    for (const part of fresh) for (const heard of hearPart(part)) debate.hear(heard);
    this.#debate = debate;
    [this.#shared, this.#seed, this.#last] = [shared, seed, parts.at(-1) ?? ""];
    this.#count = parts.length;
    return debate;
  }
}

const ANYWHERE: Readonly<Record<string, Behaviour>> = {
  floor: speakFreely,
  "opening-ballot": castBallot,
  "called-ballot": castBallot,
  "closing-ballot": castBallot,
};

/** Throws for an agent, which has no seat at the table. */
export function requirePlayer({ debate, seat }: Pick<SimulatedTurn, "debate" | "seat">): Player {
  const player = debate.cast.players.get(seat.id);
  if (player === undefined) throw new Error(`${seat.id} is no member`);
  return player;
}

function speakFreely(turn: SimulatedTurn): string {
  const player = requirePlayer(turn);
  const speech = takeFloor(turn.debate, player, turn.chance);
  return speech === null ? renderPass(player) : renderSpeech(player, speech);
}

export function castBallot(turn: SimulatedTurn): string | null {
  const player = requirePlayer(turn);
  const stance = readStance(turn.debate, player);
  if (stance === null) return null;
  return renderSpeech(player, { text: "", to: null, cites: [], stance });
}
