import { unescapeText } from "../engine/scaffold/escape.ts";
import { LOCAL_CAPABILITIES } from "../models/port/capabilities.ts";
import { cancelled, failure } from "../models/port/failure.ts";
import type { Model, ModelRequest, Usage } from "../models/port/model.ts";
import { streamText } from "../models/port/stream-text.ts";
import { remembering } from "../scenario/files/remember.ts";
import type { Scenario, Seat } from "../scenario/schema/scenario.ts";
import type { Script } from "../scenario/schema/script.ts";
import { requireScript } from "../scenario/script/require-script.ts";
import { withVoices } from "../scenario/script/script-file.ts";
import { bookOf } from "./book.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { choose, conclude } from "./choose.ts";
import { hear, takeIn } from "./hear.ts";
import { choicesBy, type Mind, openMind, rankOf } from "./mind.ts";
import { groundsOf, NOTHING, render } from "./say.ts";

export type Scripted = Scenario & { readonly script: Script };

/** What a simulated member has to answer a cue. */
export type SimulatedTurn = {
  readonly seat: Seat;
  readonly scenario: Scripted;
  readonly request: ModelRequest;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly mind: Mind;
  readonly chance: (purpose: string) => Chance;
};

/** What a simulated member replies to one kind of cue. */
export type Behaviour = (turn: SimulatedTurn) => string;

const NO_USAGE: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** Says sentences of the script. The same request always gets the same reply, from a new instance too.
 * One instance serves one seat in one meeting. */
export function createMember(input: {
  readonly seat: Seat;
  readonly scenario: Scenario;
  readonly id?: string;
  readonly spec?: string;
  /** By protocol, then by kind of cue. */
  readonly behaviours?: Readonly<Record<string, Readonly<Record<string, Behaviour>>>>;
}): Model {
  const { seat, scenario, id = "simulated", spec = "simulated", behaviours = {} } = input;
  const scripted = { ...scenario, script: scriptFor(seat, scenario) };
  const recall = openMemory(seat, scripted);
  return {
    ...{ spec, provider: "simulated", id, deterministic: true, capabilities: LOCAL_CAPABILITIES },
    async generate(request, { signal, onText }) {
      if (signal.aborted) return cancelled();
      const kind = request.occasion?.kind ?? /kind="([^"]*)"/.exec(request.cue)?.[1] ?? "floor";
      const data = request.occasion?.data ?? {};
      const chance = (purpose: string) => chanceOf(request.chance, purpose);
      const turn: SimulatedTurn = {
        seat,
        scenario: scripted,
        request,
        kind,
        data,
        mind: recall(request),
        chance,
      };
      const behave = behaviours[scenario.protocol]?.[kind] ?? ANYWHERE[kind];
      const text = behave
        ? behave(turn)
        : request.json
          ? answerFrom(request.json.schema, turn.mind)
          : takeFloor(turn);
      if (text === null)
        return failure(
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

/** Throws if a member has no script; a process agent needs none. */
function scriptFor({ kind }: Seat, scenario: Scenario): Script {
  return kind === "agent" ? (scenario.script ?? noScript()) : requireScript(scenario);
}

let empty: Script | null = null;

function noScript(): Script {
  empty ??= withVoices({ spoken: {}, because: {}, issues: {}, points: [] }, []);
  return empty;
}

/** What it keeps between calls only saves time. */
function openMemory(seat: Seat, scenario: Scripted): (request: ModelRequest) => Mind {
  let mind: Mind | null = null;
  let hall = "";
  let read = 0;
  let last = "";
  return ({ shared, individual, turns, seed = "" }) => {
    const parts = turns.flatMap((turn) => turn.parts);
    const now = `${seed}\n${shared}`;
    if (mind === null || now !== hall || parts[read - 1] !== last || read > parts.length) {
      const me =
        /^You are (Member [A-Z]{1,2}), as everybody calls you/.exec(individual)?.[1] ?? seat.persona.name;
      mind = openMind({ seat, me, scenario, book: bookOf(scenario), seed });
      read = 0;
    }
    const agents = agentsIn(shared);
    for (const part of parts.slice(read)) for (const each of hear(part)) takeIn(mind, each, agents);
    hall = now;
    read = parts.length;
    last = parts.at(-1) ?? "";
    // Acting changes only the copy: what counts is what is said and heard.
    return { ...mind };
  };
}

const agentsIn = remembering(500_000, (shared: string): ReadonlySet<string> => {
  const lines = [...shared.matchAll(/^- (.*?)(?:, .*)? \(runs the procedure, has no verdict\)$/gm)];
  return new Set(lines.map(([, name = ""]) => unescapeText(name)));
});

const ANYWHERE: Readonly<Record<string, Behaviour>> = {
  floor: takeFloor,
  "opening-ballot": castBallot,
  "called-ballot": castBallot,
  "closing-ballot": castBallot,
  "choose-speaker": chooseSpeaker,
  notice: giveNotice,
};

function takeFloor({ mind, chance }: SimulatedTurn): string {
  const speech = choose(mind, chance("act")) ?? conclude(mind, chance("act"));
  return render(mind, speech);
}

export function castBallot({ mind, request }: SimulatedTurn): string {
  if (request.json === undefined) return render(mind, { ...NOTHING, isStated: true });
  const { verdict, ...grounds } = groundsOf(mind);
  return JSON.stringify({ ...grounds, ranking: rankingOf(mind, verdict) });
}

type Schema = Readonly<Record<string, unknown>>;

function answerFrom(schema: Schema, mind: Mind): string | null {
  const grounds = groundsOf(mind);
  const { properties = {}, required = Object.keys(properties as object) } = schema as {
    properties?: Readonly<Record<string, Schema>>;
    required?: readonly string[];
  };
  const answerFor = (name: string): unknown => {
    const { type, enum: options, minimum, maximum, pattern } = properties[name] ?? {};
    if (Array.isArray(options)) return options.includes(grounds.verdict) ? grounds.verdict : undefined;
    if (type === "string" && pattern === undefined)
      return /change/i.test(name) ? grounds.wouldChange : grounds.reasoning;
    return type === "number" && minimum === 0 && maximum === 1 ? grounds.confidence : undefined;
  };
  const values = required.map((name) => [name, answerFor(name)] as const);
  return values.length === 0 || values.some(([, value]) => value === undefined)
    ? null
    : JSON.stringify(Object.fromEntries(values));
}

export function rankingOf(mind: Mind, verdict = mind.verdict): string[] {
  const ids = mind.scenario.verdicts.map(({ id }) => id);
  if (mind.book.isChoice) return [...new Set([verdict, ...choicesBy(mind).map(({ id }) => id), ...ids])];
  const own = rankOf(mind, verdict);
  return [...ids].sort((a, b) => Math.abs(rankOf(mind, a) - own) - Math.abs(rankOf(mind, b) - own));
}

/** The chair's pick: the member who was spoken to and has not answered, else one who has said least. */
function chooseSpeaker({ mind, request, chance }: SimulatedTurn): string {
  const { properties = {} } = (request.json?.schema ?? {}) as { properties?: { next?: { enum?: string[] } } };
  const candidates = properties.next?.enum ?? [];
  const nameOf = (id: string) => mind.scenario.members.find((each) => each.id === id)?.persona.name ?? id;
  const last = mind.talk.log.at(-1);
  const waiting = candidates.find((id) => last?.to === nameOf(id));
  if (waiting) return JSON.stringify({ next: waiting, why: "Was spoken to and has not answered." });
  const count = (id: string) => mind.talk.log.filter(({ speaker }) => speaker === nameOf(id)).length;
  const least = Math.min(...candidates.map(count));
  const next = chance("next").pick(candidates.filter((id) => count(id) === least)) ?? "";
  return JSON.stringify({ next, why: least === 0 ? "Has not spoken yet." : "Has spoken least." });
}

function giveNotice({ seat, request, data }: SimulatedTurn): string {
  const text = typeof data.text === "string" ? data.text : "Please cite the line, and say where you stand.";
  if (request.json !== undefined) return JSON.stringify({ text });
  return `<Message>\n  <Speaker>${seat.persona.name}</Speaker>\n  <Content>${text}</Content>\n</Message>`;
}
