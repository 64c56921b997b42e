import { CALLED } from "../engine/perspective/prompts.ts";
import { LOCAL_CAPABILITIES } from "../models/contract/capabilities.ts";
import { createCancelled, createFailure, streamText } from "../models/contract/failure.ts";
import type { Model, ModelRequest, Usage } from "../models/contract/model.ts";
import type { Scenario, Seat } from "../scenario/schema/scenario.ts";
import { type Script, scriptSchema } from "../scenario/schema/script.ts";
import { requireScript } from "../scenario/script/check-script.ts";
import { addVoices } from "../scenario/script/script-file.ts";
import { bookOf, type Scripted } from "./book.ts";
import { choose, conclude } from "./choose.ts";
import { hear, takeIn } from "./hear.ts";
import { type Chance, chanceOf, type Mind, openMind } from "./mind.ts";
import { render } from "./say.ts";

/** What a simulated member has to answer an instruction. */
export type SimulatedTurn = {
  seat: Seat;
  scenario: Scripted;
  request: ModelRequest;
  kind: string;
  data: Readonly<Record<string, unknown>>;
  mind: Mind;
  chance: (purpose: string) => Chance;
};

/** What a simulated member replies to one kind of instruction; null if it has no answer. */
export type Behaviour = (turn: SimulatedTurn) => string | null;

const NO_USAGE: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** Says sentences of the script. The same request always gets the same reply, from a new instance too.
 * One instance serves one seat in one meeting. */
export function createMember(input: {
  seat: Seat;
  scenario: Scenario;
  id?: string;
  spec?: string;
  /** By protocol, then by kind of instruction. */
  behaviours?: Readonly<Record<string, Readonly<Record<string, Behaviour>>>>;
}): Model {
  const { seat, scenario: given, id = "simulated", spec = "simulated", behaviours = {} } = input;
  const scenario = { ...given, script: scriptFor(seat, given) };
  const recall = openMemory(seat, scenario);
  return {
    spec,
    provider: "simulated",
    id,
    deterministic: true,
    capabilities: LOCAL_CAPABILITIES,
    async generate(request, { signal, onText }) {
      if (signal.aborted) return createCancelled();
      const kind = request.occasion?.kind ?? "floor";
      const data = request.occasion?.data ?? {};
      const chance = (purpose: string) => chanceOf(request.chance, purpose);
      const known = behaviours[scenario.protocol]?.[kind] ?? ANYWHERE[kind];
      const behave = known ?? (request.json ? () => null : takeFloor);
      let mind: Mind | null = null;
      const text = behave({
        seat,
        scenario,
        request,
        kind,
        data,
        chance,
        // An arbiter of rounds or of a chamber needs no mind.
        get mind() {
          mind ??= recall(request);
          return mind;
        },
      });
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

let empty: Script | null = null;

/** Throws if a member has no script; a process agent needs none. */
function scriptFor({ kind }: Seat, scenario: Scenario): Script {
  if (kind !== "agent") return requireScript(scenario);
  empty ??= addVoices(scriptSchema.parse({}), []);
  return scenario.script ?? empty;
}

/** What it keeps between calls only saves time. */
function openMemory(seat: Seat, scenario: Scripted): (request: ModelRequest) => Mind {
  let mind: Mind | null = null;
  let [hall, drawn, last] = ["", "", ""];
  let read = 0;
  return ({ shared, individual, turns, seed = "" }) => {
    const parts = turns.flatMap((turn) => turn.parts);
    if (
      mind === null ||
      seed !== drawn ||
      shared !== hall ||
      (read > 0 && parts[read - 1] !== last)
    ) {
      const masked = individual.startsWith(CALLED)
        ? /Member [A-Z]{1,2}/.exec(individual)?.[0]
        : undefined;
      mind = openMind({
        seat,
        me: masked ?? seat.persona.name,
        scenario,
        book: bookOf(scenario),
        seed,
      });
      read = 0;
    }
    for (const part of parts.slice(read)) for (const each of hear(part)) takeIn(mind, each);
    [hall, drawn, last] = [shared, seed, parts.at(-1) ?? ""];
    read = parts.length;
    // Acting changes only the copy: the record alone counts.
    return { ...mind };
  };
}

const ANYWHERE: Readonly<Record<string, Behaviour>> = {
  floor: takeFloor,
  "opening-ballot": castBallot,
  "called-ballot": castBallot,
  "closing-ballot": castBallot,
  "choose-speaker": chooseSpeaker,
};

function takeFloor({ mind, chance }: SimulatedTurn): string {
  return render(mind, choose(mind, chance("act")) ?? conclude(mind, chance("act")));
}

export function castBallot({ mind }: SimulatedTurn): string {
  return render(mind, { parts: [], isStated: true });
}

/** The chair's pick: the member who was spoken to and has not answered, else one who has said least. */
function chooseSpeaker({ mind, request, chance }: SimulatedTurn): string {
  const { properties = {} } = (request.json?.schema ?? {}) as {
    properties?: { next?: { enum?: string[] } };
  };
  const candidates = properties.next?.enum ?? [];
  const nameOf = (id: string) =>
    mind.scenario.members.find((each) => each.id === id)?.persona.name ?? id;
  const last = mind.talk.log.at(-1);
  const waiting = candidates.find((id) => last?.to === nameOf(id));
  if (waiting) return JSON.stringify({ next: waiting, why: "Was spoken to and has not answered." });
  const count = (id: string) =>
    mind.talk.log.filter(({ speaker }) => speaker === nameOf(id)).length;
  const least = Math.min(...candidates.map(count));
  const next = chance("next").pick(candidates.filter((id) => count(id) === least)) ?? "";
  return JSON.stringify({ next, why: least === 0 ? "Has not spoken yet." : "Has spoken least." });
}
