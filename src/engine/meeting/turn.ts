// One turn of one member: ask, continue a reply that was cut, read, ask once more, record. The
// floor calls `takeTurn`.

import type { Model, ModelRequest, Sampling, StopReason } from "../../models/contract/model.ts";
import type { Seat } from "../../scenario/schema/scenario.ts";
import type { LimitUse } from "../money/limits.ts";
import { findPerson } from "../people/person.ts";
import type { Prompt } from "../perspective/prompts.ts";
import type { Instruction } from "../protocol/floor.ts";
import { hasPosition } from "../scaffold/message.ts";
import { isOpenForm, isStartOfForm } from "../scaffold/parse.ts";
import type { TurnEnding } from "../transcript/events.ts";
import { getMember } from "../transcript/state.ts";
import { areRepairsInVain } from "../transcript/turn-events.ts";
import { breakCircuit, endFailed, endUnheard, noteUnheard } from "./absence.ts";
import {
  type AnsweredText,
  type Caller,
  type CallPurpose,
  type CallResult,
  createCaller,
} from "./call.ts";
import { hearPerson } from "./hear-person.ts";
import { chooseReading, readReply, type TurnReading } from "./read-reply.ts";
import { computeOutputLimit, type Effect, type OpenTurn, type Unheard } from "./runtime.ts";

/** One turn, from the question to the record. */
export async function takeTurn(turn: OpenTurn): Promise<TurnEnding> {
  const { path, fold, speaker, write } = turn;
  const person = findPerson(getMember(fold.state, speaker).seat);
  const reading = person === null ? await hearModel(turn) : await hearPerson(turn, person);
  for (const as of reading.impersonated)
    write({ type: "impersonation.attempted", path, at: fold.state.now, speaker, as });
  write(reading.ending);
  return reading.ending;
}

async function hearModel(turn: OpenTurn): Promise<TurnReading> {
  const { runtime, path, fold, speaker, instruction } = turn;
  breakCircuit(turn, speaker);
  const call = createAsker(turn, createCaller(turn));
  let isGivenUp = false;
  const ask: TurnAsker = async (purpose, exchange) => {
    const result = await call(purpose, exchange);
    isGivenUp = result.type === "answer" && result.answer.isGivenUp;
    return result;
  };
  for (;;) {
    const asked = await ask("turn");
    if (asked.type === "failure") return endFailed(turn, asked.failure);
    if (asked.type === "refused") return endUnheard(turn, describeShort(turn, asked.short));

    // Continue a reply that was cut off, and read the whole.
    const { text, isCut, isStitched, isForeign } = await completeText(asked.answer, ask);
    let reading = dropCutPass(readReply(turn, text, isStitched ? ["stitched"] : []), isCut);
    if (isForeign && reading.isLegible)
      reading = { ...reading, problem: NOT_CONTINUED, readRepair: null };

    // Ask once more. A member that never keeps the form is not asked for every message twice.
    const isInVain = (isCut && isStitched) || areRepairsInVain(getMember(fold.state, speaker));
    if (reading.problem !== null && !isInVain) {
      runtime.live({ type: "discarded", path, speaker, why: reading.problem });
      const repair = await ask("repair", { reply: text, problem: writeRepair(reading) });
      if (repair.type === "answer") reading = mendReading(turn, reading, repair.answer);
    }
    if (!isUnread(reading)) return reading;

    // A resumed meeting asks again for a reply that it could not read before.
    if (isGivenUp) continue;
    const reason = (reading.problem ?? "the reply has no vote").replaceAll("\n", " ");
    const unheard: Unheard = { speaker, reason, cause: "reply" };
    const isKept = instruction.ballot !== undefined && (reading.isLegible || instruction.verbatim);
    if (!isKept) return { ...reading, ending: endUnheard(turn, unheard).ending };
    noteUnheard(turn, unheard);
    return reading;
  }
}

function describeShort({ speaker, instruction }: OpenTurn, short: LimitUse): Unheard {
  const { limit, used, of } = short;
  const spent = limit === "dollars" ? used.toFixed(4) : String(used);
  const rest = instruction.ballot === "closing" ? "" : ", and the rest is kept for votes";
  const reason = `the meeting's limit of ${of} ${limit} has no room for this call: ${spent} used${rest}`;
  return { speaker, reason, cause: "limit" };
}

function mendReading(turn: OpenTurn, first: TurnReading, { text, stop }: AnsweredText) {
  const second =
    first.readRepair?.(text) ?? dropCutPass(readReply(turn, text), isCutOff(text, stop));
  return chooseReading(first, second);
}

/** The reply has nothing that was asked for: it cannot be read, or is a final vote in no form and for no option. */
function isUnread({ isLegible, problem, ending }: TurnReading): boolean {
  if (!isLegible) return problem !== null;
  if (ending.type !== "ballot.cast" || ending.ballot !== "closing") return false;
  return ending.parse === "failed" && !hasPosition(ending);
}

/** A whole message without words is a pass. One that was cut off before its first word is no reply. */
function dropCutPass(reading: TurnReading, isCut: boolean): TurnReading {
  const { isLegible, ending } = reading;
  const saysNothing =
    ending.type === "turn.passed" || (ending.type === "ballot.cast" && !hasPosition(ending));
  if (!isCut || (isLegible && !saysNothing)) return reading;
  return { ...reading, isLegible: false, problem: CUT_OFF, readRepair: null };
}

const CUT_OFF =
  "The reply ends before it says anything: write less, or raise the output limit of the model's server.";

type Whole = {
  text: string;
  isCut: boolean;
  isStitched: boolean;
  /** What came as the rest belongs to another message. */
  isForeign: boolean;
};

/** The reply ends at the output limit within its form, or consists of thoughts alone. */
function isCutOff(text: string, stop: StopReason): boolean {
  return text.trim() === "" || (stop === "length" && isOpenForm(text));
}

/** Continued once, if it was cut off and did more than repeat itself. One without an end even then is not sent back again. */
async function completeText({ text, stop }: AnsweredText, ask: TurnAsker): Promise<Whole> {
  const whole = { text, isCut: isCutOff(text, stop), isStitched: false, isForeign: false };
  if (!whole.isCut || text.trim() === "") return whole;
  const more = await ask("continuation", { reply: text, problem: CONTINUE, isCut: true });
  if (more.type !== "answer") return whole;
  if (isStartOfForm(more.answer.text)) {
    const isWhole =
      !isOpenForm(more.answer.text) && more.answer.text.trim().startsWith(text.trim());
    return isWhole
      ? { ...whole, text: more.answer.text, isCut: false }
      : { ...whole, isForeign: true };
  }
  const stitched = joinCutText(text, more.answer.text);
  const isCut = isCutOff(stitched, more.answer.stop);
  return { text: stitched, isCut, isStitched: true, isForeign: false };
}

const NOT_CONTINUED = "It was cut off, and what you sent as the rest is another message.";

const CONTINUE =
  "Your reply was cut off. Continue exactly from the last word, repeat nothing, and close the message.";

/** Asks for the fields alone if the rest of the reply is kept. */
function writeRepair({ problem, readRepair }: TurnReading): string {
  const wanted =
    readRepair === null
      ? "the complete, corrected reply"
      : "only the corrected fields, in the same form,";
  return `Your reply was not accepted:\n${problem}\nSend ${wanted} and nothing else.`;
}

type TurnAsker = (purpose: CallPurpose, exchange?: ModelRequest["exchange"]) => Promise<CallResult>;

/** Repairs and continuations keep the turn's own view. */
function createAsker(turn: OpenTurn, call: Caller): TurnAsker {
  const { runtime, fold, speaker, instruction } = turn;
  const model = runtime.getModel(speaker);
  const { seat } = getMember(fold.state, speaker);
  const fixed = {
    maxOutputTokens: computeOutputLimit(runtime, model, instruction.ballot !== undefined),
    sampling: { ...chooseSampling(turn, seat.kind, model), ...seat.sampling },
    window: model.deterministic ? undefined : runtime.window(),
    cacheKey: `${fold.state.origin}:${speaker}`,
    reused: findReused(instruction),
    seed: runtime.openedWith,
    occasion: { kind: instruction.kind, data: instruction.data ?? {} },
  };
  const { json, grammar } = runtime.constrain(fold.state, speaker, instruction, model.capabilities);
  const asked = json?.inWords
    ? { ...instruction, text: dropFormLine(instruction.text) }
    : instruction;
  let prompt: Prompt | null = null;
  return async (purpose, exchange) => {
    if (prompt === null || purpose === "turn") prompt = runtime.prompts(fold.state, speaker, asked);
    const masked = exchange && { ...exchange, problem: runtime.names.mask(exchange.problem) };
    const order = {
      speaker,
      purpose,
      request: {
        ...prompt,
        ...fixed,
        // A continuation begins within the form.
        grammar: purpose === "continuation" ? undefined : grammar,
        exchange: masked,
      },
      isClosing: instruction.ballot === "closing",
      isShown: instruction.ballot === undefined && instruction.audience !== "record",
      mayFail: instruction.mayFail ?? false,
      streams: instruction.streams,
    };
    if (json === undefined) return call(order);
    const underSchema = { ...order, request: { ...order.request, json } };
    const result = await call(underSchema);
    if (result.type !== "failure" || result.failure.kind !== "empty") return result;
    // Some servers answer nothing under a schema. They get it in words, and a message has its tags.
    return call(instruction.reply ? underSchema : order);
  };
}

function findReused({ withoutDocuments, isLast }: Instruction): ModelRequest["reused"] {
  if (isLast) return withoutDocuments ? "nothing" : "shared layer";
  return undefined;
}

/** Without the example of the reply, which ends an instruction: a schema in words says the same. */
function dropFormLine(text: string): string {
  const end = text.lastIndexOf("\n");
  return /^Reply with JSON[^:]*: \{/.test(text.slice(end + 1)) ? text.slice(0, end) : text;
}

const DEFAULT_TEMPERATURE = 0.8;

/** Process agents think as hard as the members, if those agree. */
function chooseSampling({ fold }: Effect, kind: Seat["kind"], { capabilities }: Model): Sampling {
  if (kind === "member") return capabilities.sampling ? { temperature: DEFAULT_TEMPERATURE } : {};
  const efforts = fold.state.scenario.members.map(({ sampling }) => sampling?.effort);
  const [effort] = efforts;
  const isShared = effort !== undefined && efforts.every((each) => each === effort);
  return isShared ? { effort } : {};
}

/** Characters at the end of a cut-off reply among which a repetition is looked for. */
const OVERLAP = 400;
/** A single figure on both sides can be intended. */
const LEAST_FIGURES = 2;

/** Drops a repetition only of whole words or a whole tag, so that no character of a figure is lost. */
export function joinCutText(first: string, second: string): string {
  const longest = Math.min(first.length, second.length, OVERLAP);
  for (let length = longest; length > 0; length--) {
    const repeated = second.slice(0, length);
    if (first.endsWith(repeated) && isRun(repeated) && isWhole(first, second, length))
      return first + second.slice(length);
  }
  return first + second;
}

function isRun(text: string): boolean {
  const words = text.match(/<[^<>]*>|[^\s<>]+/g) ?? [];
  return words.length >= LEAST_FIGURES || /\p{L}/u.test(text);
}

function isWhole(first: string, second: string, length: number): boolean {
  const at = first.length - length;
  return isBetween(first, at) && isBetween(second, length);
}

function isBetween(text: string, at: number): boolean {
  return (
    at === 0 ||
    at === text.length ||
    /[\s>]/.test(text.charAt(at - 1)) ||
    /[\s<]/.test(text.charAt(at))
  );
}
