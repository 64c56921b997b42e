import { z } from "zod";
import type { ModelFailure } from "../models/model.ts";
import type { Message } from "../scaffold/message.ts";
import type { BallotKind, Draft } from "../transcript/events.ts";
import { type Answer, type CallResult, createCaller, type Purpose, refuseToGoOn } from "./call.ts";
import type { Cue, Turn } from "./floor.ts";
import { activeMembers } from "./limits.ts";
import { readJson } from "./read-json.ts";
import { type Reading, readScaffold } from "./read-scaffold.ts";
import type { Scope } from "./room.ts";
import { MeetingStop } from "./stop.ts";

type Ending = Draft<"message.spoken" | "turn.passed" | "turn.absent" | "ballot.cast">;

/** One speaker has the floor: asks the model, mends its reply once, and writes down what came of it. */
export async function takeTurn<Reply>(scope: Scope, speaker: string, cue: Cue<Reply>): Promise<Ending> {
  const reading = await readReply(scope, speaker, cue);
  for (const as of reading.impersonated) {
    scope.write({ type: "impersonation.attempted", path: scope.path, at: scope.fold.state.now, speaker, as });
  }
  scope.write(reading.ending);
  return reading.ending;
}

async function readReply<Reply>(scope: Scope, speaker: string, cue: Cue<Reply>): Promise<Reading> {
  const { room, fold, path } = scope;
  const prompt = room.prompts(fold.state, speaker, cue);
  const json = cue.reply && { name: cue.kind.replaceAll("-", "_"), schema: jsonSchema(cue.reply) };
  const base = {
    ...prompt,
    json,
    maxOutputTokens: room.maxOutputTokens,
    cacheKey: `${fold.state.meeting}:${speaker}`,
  };
  const call = createCaller(scope);
  const ask = (purpose: Purpose, exchange?: { reply: string; problem: string }) =>
    call({ speaker, purpose, request: { ...base, exchange } });
  const read = (text: string) =>
    cue.reply ? readJson(scope, speaker, cue, text) : readScaffold(scope, speaker, cue, text);

  const first = await ask("turn");
  if (first.type === "failure") return absence(scope, speaker, cue, first.failure);
  const text = await wholeText(first.answer, ask);
  const reading = read(text);
  if (reading.problem === null) return reading;
  room.live({ type: "discarded", path, speaker, why: reading.problem });
  const repair = await ask("repair", { reply: text, problem: repairText(reading.problem) });
  const mended = repair.type === "answer" ? read(repair.answer.text) : reading;
  return settled(scope, speaker, cue, mended.isLegible || !reading.isLegible ? mended : reading);
}

/** A reply cut off at the output limit is continued once; the words that both pieces share are kept once. */
async function wholeText(
  { text, stop }: Answer,
  ask: (purpose: Purpose, exchange: { reply: string; problem: string }) => Promise<CallResult>,
): Promise<string> {
  if (stop === "end") return text;
  const more = await ask("continuation", { reply: text, problem: CONTINUE });
  return more.type === "answer" ? stitch(text, more.answer.text) : text;
}

const CONTINUE =
  "Your reply was cut off there. Continue exactly where it stopped, without repeating anything, and close the message.";

function repairText(problem: string): string {
  return `Your reply could not be taken as it stands:\n${problem}\nSend the whole reply again, mended, in the form asked for and nothing around it.`;
}

/** Joins two pieces, dropping the longest beginning of the second that the first ends with. */
export function stitch(first: string, second: string): string {
  const longest = Math.min(first.length, second.length, 400);
  for (let length = longest; length > 0; length--) {
    if (first.endsWith(second.slice(0, length))) return first + second.slice(length);
  }
  return first + second;
}

/** After the repair whatever is still wrong is left out; what cannot be read at all is an absence. */
function settled(scope: Scope, speaker: string, cue: Asked, reading: Reading): Reading {
  if (reading.isLegible) return reading;
  return { ...reading, ending: absent(scope, speaker, cue, reading.problem ?? "the reply could not be read") };
}

/** What an absence says of the occasion. */
type Asked = { readonly ballot?: BallotKind };

function absence(scope: Scope, speaker: string, cue: Asked, failure: ModelFailure): Reading {
  refuseToGoOn(scope, speaker, failure);
  const ending = absent(scope, speaker, cue, `${failure.kind}: ${failure.message}`);
  return { ending, impersonated: [], problem: null, isLegible: false };
}

/** The last member to fall silent suspends the meeting instead: an empty room decides nothing, and can be resumed. */
function absent(
  { path, fold }: Scope,
  speaker: string,
  { ballot }: Asked,
  reason: string,
): Draft<"turn.absent"> {
  const { state } = fold;
  const { absencesInARow } = state.members.get(speaker)!;
  const leaves = absencesInARow + 1 >= state.scenario.limits.absences;
  if (leaves && activeMembers(state).every((id) => id === speaker) && !hasWithdrawals(state)) {
    const why = `every member is absent; last ${speaker}: ${reason}`;
    throw new MeetingStop({ kind: "suspended", reason: why, path, cause: "absent", speaker });
  }
  return { type: "turn.absent", path, at: state.now, speaker, reason, ...(ballot && { ballot }) };
}

function hasWithdrawals({ members }: Scope["fold"]["state"]): boolean {
  return [...members.values()].some(({ status }) => status === "withdrawn");
}

const schemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

function jsonSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const known = schemas.get(schema) ?? z.toJSONSchema(schema, { io: "input" });
  schemas.set(schema, known);
  return known;
}

/** What the protocol is told of a turn that is on record. */
export function turnOf<Reply>(ending: Ending, cue: Cue<Reply>): Turn<Reply> {
  switch (ending.type) {
    case "turn.passed":
      return { status: "passed" };
    case "turn.absent":
      return { status: "absent", reason: ending.reason };
    case "ballot.cast": {
      const message = ballotMessage(ending);
      return { status: "spoke", reply: cue.reply ? cue.reply.parse(ending.reply) : (message as Reply), message };
    }
    case "message.spoken": {
      const reply = cue.reply ? cue.reply.parse(ending.reply) : (ending as unknown as Reply);
      return { status: "spoke", reply, message: ending };
    }
    default:
      return ending satisfies never;
  }
}

function ballotMessage(ballot: Draft<"ballot.cast">): Message {
  const { speaker, at, verdict, reasoning, wouldChange, confidence } = ballot;
  const silent = { to: null, artifacts: [], ready: false, withdrawn: false, content: "" };
  return { id: `b${ballot.path}`, at, speaker, verdict, reasoning, wouldChange, confidence, ...silent };
}
