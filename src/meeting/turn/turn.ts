import { z } from "zod";
import { knownOf } from "../../lists.ts";
import { isOutage } from "../../models/calls/outage.ts";
import type { Model, ModelFailure, Occasion, Sampling } from "../../models/port/model.ts";
import type { Behaviour } from "../../models/simulated/behaviour.ts";
import type { Prompt } from "../../perspective/prompts.ts";
import type { Message } from "../../scaffold/message.ts";
import { evidenceOf } from "../../scenario/schema/private-evidence.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import type { Draft } from "../../transcript/events.ts";
import type { TurnEnding } from "../../transcript/folding/repairs.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { Cue, Turn } from "../contract/floor.ts";
import { MeetingStop } from "../contract/stop.ts";
import { activeMembers, type LimitUse } from "../money/limits.ts";
import { deadlineOf, personOn, type Refused, turnRequest, worded } from "../people/person.ts";
import { askPerson, type PersonQuestion } from "./ask-person.ts";
import { betterReading } from "./better-reading.ts";
import { type AnsweredText, type CallPurpose, type CallResult, createCaller, refuseToGoOn } from "./call.ts";
import { recordShort } from "./gate.ts";
import { readJson } from "./read-json.ts";
import { readScaffold, type TurnReading } from "./read-scaffold.ts";
import { type Effect, outputLimit } from "./runtime.ts";
import { stitch } from "./stitch.ts";

/** One speaker has the floor: asks the model, mends its reply once, and writes down what came of it. */
export async function takeTurn<Reply>(effect: Effect, speaker: string, cue: Cue<Reply>): Promise<TurnEnding> {
  const reading = await readReply(effect, speaker, cue);
  for (const as of reading.impersonated) {
    effect.write({
      type: "impersonation.attempted",
      path: effect.path,
      at: effect.fold.state.now,
      speaker,
      as,
    });
  }
  effect.write(reading.ending);
  return reading.ending;
}

async function readReply<Reply>(effect: Effect, speaker: string, cue: Cue<Reply>): Promise<TurnReading> {
  const { runtime, path } = effect;
  const { reply } = cue;
  const read = (text: string, flags: readonly string[] = []) =>
    reply
      ? readJson(effect, speaker, { ...cue, reply }, text, flags)
      : readScaffold(effect, speaker, cue, text, flags);
  const person = personOn(memberOf(effect.fold.state, speaker).seat);
  if (person !== null) return hear(effect, { person, speaker, cue, read });

  const ask = createAsker(effect, speaker, cue);
  const first = await askWithin(effect, speaker, ask);
  if (first.type === "failure") return absence(effect, speaker, cue, first.failure);
  if (first.type === "refused") return silence(absent(effect, speaker, cue, noRoomFor(first.short)));
  const { text, isStitched, isEndless } = await wholeText(first.answer, ask);
  const flags = isStitched ? ["stitched"] : [];
  const reading = read(text, flags);
  if (reading.problem === null) return reading;
  if (isEndless || !mayRepair(effect, speaker)) return settled(effect, speaker, cue, reading);
  runtime.live({ type: "discarded", path, speaker, why: reading.problem });
  const repair = await ask("repair", { reply: text, problem: repairText(reading.problem) });
  if (repair.type !== "answer") return settled(effect, speaker, cue, reading);
  const mended = read(repair.answer.text);
  const impersonated = [...new Set([...reading.impersonated, ...mended.impersonated])];
  return settled(effect, speaker, cue, { ...betterReading(reading, mended), impersonated });
}

type Hearing<Reply> = {
  readonly person: string;
  readonly speaker: string;
  readonly cue: Cue<Reply>;
  readonly read: (text: string) => TurnReading;
};

/** A person has the floor, is told what is wrong with an answer, and may try again as often as it takes. */
async function hear<Reply>(
  effect: Effect,
  { person, speaker, cue, read }: Hearing<Reply>,
): Promise<TurnReading> {
  const { runtime, fold, asked, answered } = effect;
  const { scenario, documents } = fold.state;
  const readable = [...documents, ...evidenceOf(scenario.private, speaker)];
  const member = memberOf(fold.state, speaker);
  const fixed = {
    state: fold.state,
    names: runtime.names,
    speaker: member,
    cue,
    schema: cue.reply && jsonSchema(cue.reply),
    deadline: deadlineOf(cue, asked, scenario.limits.answerMinutes, runtime.now),
  };
  let refused: Refused | null = null;
  for (let attempt = 1; ; attempt++) {
    const question: PersonQuestion = {
      path: `${effect.path}.${attempt}`,
      person,
      request: turnRequest({ ...fixed, refused }),
      prompt: () => runtime.prompts(fold.state, speaker, cue),
    };
    const { answer } = answered.shift() ?? (await askPerson(effect, question));
    const said = worded(member.seat, answer, cue, readable);
    if (said.is === "absence") return silence(absent(effect, speaker, cue, said.reason));
    const reading = said.is === "reply" ? read(said.text) : null;
    if (reading?.problem === null) return reading;
    const problem = said.is === "unread" ? said.problem : (reading?.problem ?? "");
    refused = { problem, typed: answer };
  }
}

type TurnAsker = (purpose: CallPurpose, exchange?: { reply: string; problem: string }) => Promise<CallResult>;

/** Asks a speaker: each turn with the view as it stands, repairs and continuations with the turn's own. */
function createAsker<Reply>(effect: Effect, speaker: string, cue: Cue<Reply>): TurnAsker {
  const { runtime, fold } = effect;
  const model = knownOf(runtime.models, speaker);
  const { seat } = memberOf(fold.state, speaker);
  const { sampling } = seat;
  const json = cue.reply && { name: cue.kind.replaceAll("-", "_"), schema: jsonSchema(cue.reply) };
  const fixed = {
    json,
    maxOutputTokens: outputLimit(runtime, model, cue.ballot !== undefined),
    sampling: { ...usualSampling(seat.kind, model), ...sampling },
    cacheKey: `${fold.state.origin}:${speaker}`,
    seed: runtime.simulated.seed,
    occasion: occasionOf(cue, runtime.simulated.behaviours.get(cue.kind)),
  };
  const call = createCaller(effect);
  let prompt: Prompt | null = null;
  return (purpose, exchange) => {
    if (prompt === null || purpose === "turn") prompt = runtime.prompts(fold.state, speaker, cue);
    // What is wrong with a reply is told under the names of the view.
    const told = exchange && { ...exchange, problem: runtime.names.mask(exchange.problem) };
    return call({
      speaker,
      purpose,
      request: { ...prompt, ...fixed, exchange: told },
      isClosing: cue.ballot === "closing",
      isBallot: cue.ballot !== undefined,
      isShown: cue.ballot === undefined && cue.audience !== "record",
      mayFail: cue.mayFail ?? false,
    });
  };
}

/** The behaviour is no enumerable property: a request stays data, which a model may copy, log or send to a worker. */
function occasionOf({ kind, data = {} }: Pick<Cue, "kind" | "data">, behave: Behaviour | undefined): Occasion {
  return Object.defineProperty({ kind, data }, "behave", { value: behave });
}

/** For members who debate. Whoever runs the procedure, classifies or checks draws as its provider has it. */
const DEFAULT_TEMPERATURE = 0.8;

/** Where nobody says otherwise. */
function usualSampling(kind: Seat["kind"], { capabilities }: Model): Sampling {
  return kind === "member" && capabilities.sampling ? { temperature: DEFAULT_TEMPERATURE } : {};
}

/** Repairs in a row that mended nothing, after which a member's replies are taken as they come. */
export const REPAIRS_IN_VAIN = 3;

/** A member that never keeps the form is not asked for every message twice; one reply in the form begins anew. */
function mayRepair({ fold }: Effect, speaker: string): boolean {
  return memberOf(fold.state, speaker).repairsInVain < REPAIRS_IN_VAIN;
}

/** Asks again with the oldest entries summarised while the view is too long for the model, if the scenario allows it. */
async function askWithin(effect: Effect, speaker: string, ask: TurnAsker): Promise<CallResult> {
  const { runtime, fold, path, write } = effect;
  for (let summaries = 0; ; summaries++) {
    const result = await ask("turn");
    if (result.type !== "failure" || result.failure.kind !== "context-too-long") return result;
    if (summaries < effect.summarised) continue;
    const { state } = fold;
    const summary = state.scenario.prompt.summarise ? runtime.prompts.summarise(state, speaker) : null;
    if (summary === null) return result;
    write({ type: "history.summarised", path, at: state.now, speaker, ...summary });
  }
}

type Whole = { readonly text: string; readonly isStitched: boolean; readonly isEndless: boolean };

/** A reply cut off at the output limit is continued once, one that only repeated itself is not. One that has no end even then is not sent back again. */
async function wholeText({ text, stop }: AnsweredText, ask: TurnAsker): Promise<Whole> {
  if (stop !== "length") return { text, isStitched: false, isEndless: false };
  const more = await ask("continuation", { reply: text, problem: CONTINUE });
  if (more.type !== "answer") return { text, isStitched: false, isEndless: false };
  return { text: stitch(text, more.answer.text), isStitched: true, isEndless: more.answer.stop === "length" };
}

const CONTINUE =
  "Your reply was cut off there. Continue exactly where it stopped, without repeating anything, and close the message.";

function repairText(problem: string): string {
  return `Your reply could not be taken as it stands:\n${problem}\nSend the whole reply again, mended, in the form asked for and nothing around it.`;
}

/** After the repair whatever is still wrong is left out; what cannot be read at all is an absence. */
function settled(effect: Effect, speaker: string, cue: AbsenceCue, reading: TurnReading): TurnReading {
  if (reading.isLegible || (cue.ballot !== undefined && cue.verbatim !== undefined)) return reading;
  return { ...reading, ending: absent(effect, speaker, cue, reading.problem ?? "the reply could not be read") };
}

/** What an absence says of the occasion. */
type AbsenceCue = Pick<Cue, "ballot" | "keepsBallot" | "mayFail"> & { readonly verbatim?: unknown };

function absence(effect: Effect, speaker: string, cue: AbsenceCue, failure: ModelFailure): TurnReading {
  refuseToGoOn(effect, speaker, failure, cue.mayFail ?? false);
  const reason = `${failure.kind}: ${failure.message}`;
  const cause = isOutage(failure) ? { cause: "outage" as const } : {};
  if (failure.kind !== "context-too-long")
    return silence({ ...absent(effect, speaker, cue, reason), ...cause });
  recordShort(effect, contextUse(effect, speaker));
  return silence(absent(effect, speaker, cue, `${reason} ${NO_SUMMARY(effect)}`));
}

function silence(ending: Draft<"turn.absent">): TurnReading {
  return { ending, impersonated: [], problem: null, isLegible: false };
}

/** A debate only grows: a member whose model cannot hold it has no further turn. */
function contextUse({ runtime, fold }: Effect, speaker: string): LimitUse {
  const used = runtime.budget.foresee(fold.state, speaker).input;
  const of = knownOf(runtime.models, speaker).capabilities.contextWindow ?? used;
  return { limit: "context", used, of, member: speaker, stops: true };
}

const NO_SUMMARY = ({ fold }: Effect) =>
  fold.state.scenario.prompt.summarise
    ? "Nothing is left to summarise."
    : "The scenario does not allow summaries (prompt.summarise).";

function noRoomFor({ limit, used, of, member }: LimitUse): string {
  const whose = member === undefined ? "the meeting's" : "the member's";
  const spent = limit === "dollars" ? used.toFixed(4) : String(used);
  return `${whose} limit of ${of} ${limit} has no room for this call: ${spent} used, and the closing ballot kept`;
}

/** The last member to fall silent suspends the meeting instead: an empty room decides nothing, and can be resumed. */
function absent(
  { path, fold }: Effect,
  speaker: string,
  { ballot, keepsBallot }: AbsenceCue,
  reason: string,
): Draft<"turn.absent"> {
  const { state } = fold;
  const { absencesInARow, stoppedBy } = memberOf(state, speaker);
  const leaves = absencesInARow + 1 >= state.scenario.limits.absences && stoppedBy === null;
  if (leaves && activeMembers(state).every((id) => id === speaker) && !hasWithdrawals(state)) {
    const why = `every member is absent; last ${speaker}: ${reason}`;
    throw new MeetingStop({ kind: "suspended", reason: why, path, cause: "absent", speaker });
  }
  return {
    type: "turn.absent",
    path,
    at: state.now,
    speaker,
    reason,
    ...(ballot && !keepsBallot && { ballot }),
  };
}

function hasWithdrawals({ members }: Effect["fold"]["state"]): boolean {
  return [...members.values()].some(({ status }) => status === "withdrawn");
}

const schemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

function jsonSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const known = schemas.get(schema) ?? z.toJSONSchema(schema, { io: "input" });
  schemas.set(schema, known);
  return known;
}

/** What the protocol is told of a turn that is on record. */
export function turnOf<Reply>(ending: TurnEnding, cue: Cue<Reply>): Turn<Reply> {
  switch (ending.type) {
    case "turn.passed":
      return { status: "passed" };
    case "turn.absent":
      return { status: "absent", reason: ending.reason };
    case "ballot.cast": {
      const message = ballotMessage(ending);
      return {
        status: "spoke",
        reply: cue.reply ? replyOf(ending, cue.reply, cue) : (message as Reply),
        message,
      };
    }
    case "message.spoken":
      return {
        status: "spoke",
        reply: cue.reply ? cue.reply.parse(ending.reply) : (ending as unknown as Reply),
        message: ending,
      };
    default:
      return ending satisfies never;
  }
}

/** A ballot in JSON; one that could be kept only word for word has the reply that the cue says. */
function replyOf<Reply>(
  { parse, reply }: Draft<"ballot.cast">,
  schema: z.ZodType<Reply>,
  { verbatim }: Cue<Reply>,
): Reply {
  return parse === "failed" && verbatim ? verbatim.unread : schema.parse(reply);
}

function ballotMessage(ballot: Draft<"ballot.cast">): Message {
  const { speaker, at, verdict, abstains, reasoning, wouldChange, confidence, text: content = "" } = ballot;
  const silent = { to: null, artifacts: [], ready: false, withdrawn: false, content };
  return {
    id: `b${ballot.path}`,
    at,
    speaker,
    verdict,
    ...(abstains && { abstains }),
    reasoning,
    wouldChange,
    confidence,
    ...silent,
  };
}
