import { z } from "zod";
import { knownOf } from "../../../lists.ts";
import type { Model, Sampling } from "../../../models/port/model.ts";
import { evidenceOf } from "../../../scenario/schema/private-evidence.ts";
import type { Seat } from "../../../scenario/schema/scenario.ts";
import type { Prompt } from "../../perspective/prompts.ts";
import { MESSAGE_GRAMMAR } from "../../scaffold/grammar.ts";
import { isInVain, type TurnEnding } from "../../transcript/folding/repairs.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState, MemberState } from "../../transcript/state.ts";
import type { Cue } from "../contract/floor.ts";
import { MeetingStop } from "../contract/stop.ts";
import { deadlineOf, personOn, type Refused, turnRequest, worded } from "../people/person.ts";
import { absence, absent, noRoomFor, settled, silence } from "./absence.ts";
import { askPerson, type PersonQuestion } from "./ask-person.ts";
import { type AnsweredText, type CallPurpose, type CallResult, createCaller } from "./call.ts";
import { readJson } from "./read-json.ts";
import { readScaffold, type TurnReading } from "./read-scaffold.ts";
import { type Effect, outputLimit } from "./runtime.ts";
import { stitch } from "./stitch.ts";

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
  if (person !== null) return hearPerson(effect, { person, speaker, cue, read });

  breakCircuit(effect, speaker);
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
  const second = repair.answer.text;
  const mended = reading.mend?.(second) ?? read(second);
  const impersonated = [...new Set([...reading.impersonated, ...mended.impersonated])];
  return settled(effect, speaker, cue, { ...betterReading(reading, mended), impersonated });
}

/** A member that never keeps the form is not asked for every message twice. */
function mayRepair({ fold }: Effect, speaker: string): boolean {
  return !isInVain(memberOf(fold.state, speaker));
}

/** Summarises the oldest entries while the view is too long, if the scenario allows it. */
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

/** Continued once, unless it only repeated itself. One without an end even then is not sent back again. */
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

/** The second stands only if it is legible and has nothing worse wrong: an apology or a bare field never replaces an argument. */
function betterReading(first: TurnReading, second: TurnReading): TurnReading {
  if (second.ending.type !== "turn.absent" && second.ending.parse === "failed") return first;
  return faultOf(second) <= faultOf(first) && !saysLess(first, second) ? second : first;
}

function faultOf({ problem, isLegible, ending }: TurnReading): number {
  if (!isLegible) return 3;
  if (ending.type !== "turn.absent" && ending.parse === "failed") return 2;
  return problem === null ? 0 : 1;
}

function saysLess(first: TurnReading, second: TurnReading): boolean {
  return first.isLegible && wordsOf(first) > 0 && wordsOf(second) === 0;
}

function wordsOf({ ending }: TurnReading): number {
  return ending.type === "message.spoken" ? ending.words : 0;
}

type Hearing<Reply> = {
  readonly person: string;
  readonly speaker: string;
  readonly cue: Cue<Reply>;
  readonly read: (text: string) => TurnReading;
};

async function hearPerson<Reply>(
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
    schema: cue.reply && replySchema(cue.reply),
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

const SHOWN = 300;

/** Suspends a meeting in which nobody keeps the form: going on costs money and decides nothing. Only between turns, never in a ballot's branches. */
function breakCircuit({ fold, path, group }: Effect, speaker: string): void {
  const { state } = fold;
  if (group !== null || memberOf(state, speaker).seat.kind !== "member") return;
  const spoken = membersOf(state).filter(({ lastReply }) => lastReply !== null);
  const [last] = spoken;
  if (last === undefined || !spoken.every(isInVain)) return;
  const own = memberOf(state, speaker);
  throw new MeetingStop({
    kind: "suspended",
    reason: reasonOf(own.lastReply === null ? last : own, state),
    path,
    cause: "form",
    speaker: null,
  });
}

function membersOf({ members }: MeetingState): MemberState[] {
  return [...members.values()].filter(({ seat }) => seat.kind === "member" && personOn(seat) === null);
}

function reasonOf({ seat, lastReply, missed }: MemberState, { scenario }: MeetingState): string {
  const faults = missed.map((fault) => IN_WORDS[fault] ?? fault).join("; ");
  const text = (lastReply ?? "").trim().replaceAll(/\s+/g, " ");
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
  const other = scenario.prompt.scaffold === "verdict-last" ? "verdict-first" : "verdict-last";
  return [
    `Every member that has spoken failed the form three times in a row. Fault: ${faults}.`,
    `A reply of ${seat.persona.name}: "${shown}".`,
    "Try another model: boardroom fork TRANSCRIPT --model MODEL.",
    `Or begin again with prompt.scaffold: ${other}, or with capabilities.grammar if your server supports it.`,
  ].join(" ");
}

const IN_WORDS: Readonly<Record<string, string>> = {
  "no-scaffold": "the reply is not one <Message> in the form asked for",
  "form-copied": "the reply repeats the words of the form",
  "several-verdicts": "the message holds more than one verdict",
  "verdict-in-content": "the verdict is inside the content",
  "verdict-unknown": "the verdict is not an option",
  "withdrawal-without-verdict": "the member withdraws without a verdict",
  "addressee-missing": "the message addresses no member",
  "topic-required": "the message names no topic",
};

type TurnAsker = (purpose: CallPurpose, exchange?: { reply: string; problem: string }) => Promise<CallResult>;

/** Repairs and continuations keep the turn's own view. */
function createAsker<Reply>(effect: Effect, speaker: string, cue: Cue<Reply>): TurnAsker {
  const { runtime, fold } = effect;
  const model = knownOf(runtime.models, speaker);
  const { seat } = memberOf(fold.state, speaker);
  const { sampling } = seat;
  const json = cue.reply && { name: cue.kind.replaceAll("-", "_"), schema: replySchema(cue.reply) };
  const fixed = {
    ...(json ? { json } : { grammar: MESSAGE_GRAMMAR }),
    maxOutputTokens: outputLimit(runtime, model, cue.ballot !== undefined),
    sampling: { ...usualSampling(seat.kind, model), ...sampling },
    ...(!model.deterministic && { window: runtime.window() }),
    cacheKey: `${fold.state.origin}:${speaker}`,
    seed: runtime.openedWith,
    occasion: { kind: cue.kind, data: cue.data ?? {} },
  };
  const call = createCaller(effect);
  let prompt: Prompt | null = null;
  return (purpose, exchange) => {
    if (prompt === null || purpose === "turn") prompt = runtime.prompts(fold.state, speaker, cue);
    const told = exchange && { ...exchange, problem: runtime.names.mask(exchange.problem) };
    return call({
      speaker,
      purpose,
      request: { ...prompt, ...fixed, exchange: told },
      isClosing: cue.ballot === "closing",
      isShown: cue.ballot === undefined && cue.audience !== "record",
      mayFail: cue.mayFail ?? false,
    });
  };
}

/** For members who debate; others draw as their provider has it. */
const DEFAULT_TEMPERATURE = 0.8;

function usualSampling(kind: Seat["kind"], { capabilities }: Model): Sampling {
  return kind === "member" && capabilities.sampling ? { temperature: DEFAULT_TEMPERATURE } : {};
}

const schemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

function replySchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const known = schemas.get(schema) ?? z.toJSONSchema(schema, { io: "input" });
  schemas.set(schema, known);
  return known;
}
