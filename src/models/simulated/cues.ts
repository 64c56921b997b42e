import type { ModelRequest } from "../model.ts";
import type { Behaviour, SimulatedTurn } from "./behaviour.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { choicesOf, minimalValue } from "./json.ts";
import { leaning, type Mind, moverTo } from "./mind.ts";
import { naming, tongueOf } from "./phrasing.ts";
import { strongest } from "./pick.ts";
import { choose } from "./plan.ts";
import { renderReply } from "./reply.ts";
import { speak } from "./speak.ts";
import { stanceOf } from "./verdict.ts";

/** From the kind of a cue to what a simulated member does at any table; a kind that is not listed gets `floor`, or a minimal value where JSON is asked for. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  floor: takeFloor,
  "opening-ballot": castBallot,
  "called-ballot": castBallot,
  "closing-ballot": castBallot,
  "choose-speaker": chooseSpeaker,
  notice: giveNotice,
};

/** The text of a reply to a request. */
export function answerCue(turn: SimulatedTurn): string {
  const { seat, request } = turn;
  const known = behaviourFor(request);
  if (known !== undefined) return known(turn);
  if (request.json !== undefined) return JSON.stringify(minimalValue(request.json.schema));
  return seat.kind === "agent" ? giveNotice(turn) : takeFloor(turn);
}

/** The protocol's, else what is done at any table. A request made by hand tells its kind in the cue. */
function behaviourFor({ occasion, cue }: ModelRequest): Behaviour | undefined {
  const behave = occasion?.behave as Behaviour | undefined;
  const kind = occasion?.kind ?? kindOf(cue);
  return behave ?? (Object.hasOwn(BEHAVIOURS, kind) ? BEHAVIOURS[kind] : undefined);
}

function kindOf(cue: string): string {
  const label = 'kind="';
  const start = cue.indexOf(label);
  if (start === -1) return "floor";
  const from = start + label.length;
  return cue.slice(from, cue.indexOf('"', from));
}

function takeFloor(turn: SimulatedTurn): string {
  const { seat, request, memory, voice } = turn;
  if (seat.kind === "agent") return giveNotice(turn);
  const mind = memory.recall(request);
  const speech = speak(choose(mind, draw(request, "act")), tongueOf(mind, voice, draw(request, "words")));
  const stance =
    speech.verdict === null
      ? null
      : stanceOf(mind, speech.verdict, tongueOf(mind, voice, draw(request, "grounds")), speech.moved?.fact);
  const { to, withdrawn, content } = speech;
  const cited = speech.requirement === null ? speech.cited : [...speech.cited, speech.requirement];
  return renderReply({ speaker: mind.me, to, cited, stance, movedBy: speech.moved, withdrawn, content });
}

/** In private one says what one thinks now, whatever was said aloud. */
function castBallot({ request, memory, voice }: SimulatedTurn): string {
  const mind = memory.recall(request);
  const tongue = tongueOf(mind, voice, draw(request, "words"));
  const verdict = leaning(mind);
  const movedBy = moverTo(mind, verdict);
  const stance = stanceOf(mind, verdict, tongue, movedBy?.fact);
  const fact = strongest(mind, mind.score >= 0 ? 1 : -1, null);
  const content =
    fact === null
      ? "The documents leave me without much to go on."
      : `What decides it for me is ${naming(fact).h}.`;
  const cited = fact === null ? [] : [fact];
  return renderReply({ speaker: mind.me, to: null, cited, stance, movedBy, withdrawn: false, content });
}

/** Whoever has a claim to answer, else whoever has said least. */
function chooseSpeaker({ request, memory }: SimulatedTurn): string {
  const schema = request.json?.schema ?? {};
  const candidates = choicesOf(schema, "next");
  if (candidates.length === 0)
    return JSON.stringify(request.json === undefined ? { next: "", why: "" } : minimalValue(schema));
  const mind = memory.recall(request);
  const counts = candidates.map((id) => ({ id, count: mind.spoke.get(nameOf(id, mind)) ?? 0 }));
  const least = Math.min(...counts.map(({ count }) => count));
  const last = mind.claims.at(-1);
  const quiet = counts.filter(({ count }) => count <= least + 1);
  const { id, count } = draw(request, "next").pick(quiet);
  const why =
    last === undefined
      ? "Nobody has spoken on it yet."
      : count === least
        ? `Has spoken least, and ${naming(last.fact).h} is still open.`
        : `Can answer what was said about ${naming(last.fact).h}.`;
  return JSON.stringify({ next: id, why });
}

const NOTICES: readonly string[] = [
  "Please keep to the documents, cite the line, and say where you stand.",
  "Time to bring the threads together. Those without a verdict are asked to state one.",
  "A reminder of the procedure: one claim at a time, with its line.",
  "May I ask each of you what would still change your verdict.",
];

/** A process agent has no words of its own where it was given what to say. */
function giveNotice({ seat, request }: SimulatedTurn): string {
  const given = /adding no opinion: ([\s\S]*) Reply with JSON/.exec(request.cue)?.[1];
  if (given !== undefined) return JSON.stringify({ text: given });
  if (request.json !== undefined) return JSON.stringify(minimalValue(request.json.schema));
  const content = draw(request, "notice").pick(NOTICES);
  return renderReply({
    speaker: seat.persona.name,
    to: null,
    cited: [],
    stance: null,
    withdrawn: false,
    content,
  });
}

function nameOf(id: string, mind: Mind): string {
  return mind.scenario.members.find((member) => member.id === id)?.persona.name ?? id;
}

function draw(request: ModelRequest, purpose: string): Chance {
  return chanceOf(request.chance, purpose);
}
