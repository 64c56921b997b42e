import { isRecord } from "../../../lists.ts";
import { isSimulated } from "../../../models/contract/model-spec.ts";
import { evidenceOf } from "../../../scenario/schema/document.ts";
import { parseJson } from "../../../text/json-in.ts";
import type { Json } from "../../transcript/events.ts";
import { memberOf } from "../../transcript/state.ts";
import { SCHEMA_NOT_ENFORCED } from "../../transcript/turn-events.ts";
import type { Instruction } from "../contract/floor.ts";
import type { FieldSchema } from "../form/kind.ts";
import { schemaOf } from "../people/message-form.ts";
import { worded } from "../people/person.ts";
import { readReply, type TurnReading } from "./read.ts";
import type { Effect } from "./runtime.ts";

/** Language models write their messages as JSON if the scenario asks for it. Simulated members keep the tags. */
export function writesJson(
  { fold }: Effect,
  speaker: string,
  instruction: { readonly reply?: unknown },
): boolean {
  const { state } = fold;
  const { model } = memberOf(state, speaker).seat;
  return state.scenario.prompt.form === "json" && instruction.reply === undefined && !isSimulated(model);
}

export function isUnenforced({ fold }: Effect, speaker: string): boolean {
  return fold.state.unenforced.includes(memberOf(fold.state, speaker).seat.model);
}

export type JsonRequest = { readonly name: string; readonly schema: FieldSchema };

export function messageSchema<Reply>(
  effect: Effect,
  speaker: string,
  instruction: Instruction<Reply>,
): JsonRequest {
  const { runtime, fold } = effect;
  return {
    name: "message",
    schema: schemaOf({ state: fold.state, names: runtime.names, speaker, instruction }),
  };
}

const VERDICT_PARTS = ["verdict", "reasoning", "confidence", "movedBy", "withdraw"];

export function verdictSchema(whole: JsonRequest): JsonRequest {
  const { properties = {}, required = [] } = whole.schema as {
    properties?: Readonly<Record<string, FieldSchema>>;
    required?: readonly string[];
  };
  const isKept = (name: string) => VERDICT_PARTS.includes(name);
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name)));
  return { name: "verdict", schema: { ...whole.schema, properties: kept, required: required.filter(isKept) } };
}

export const AS_PROSE =
  "Do not write JSON or tags this time. Write only your words, as plain text of at most 150 words.";

export function askForVerdict({ schema }: JsonRequest): string {
  const fields = Object.keys((schema as { properties?: object }).properties ?? {}).join(", ");
  return `State the verdict of your words in one JSON object with the fields ${fields}. Omit what you did not say.`;
}

/** A reply with status 200 may still be no JSON, or another JSON than was asked for. */
export function readMessageJson<Reply>(
  effect: Effect,
  speaker: string,
  instruction: Instruction<Reply>,
  text: string,
  marks: readonly string[] = [],
): TurnReading {
  const message = inTags(effect, speaker, parseJson(text));
  if (message !== null) return readReply(effect, speaker, instruction, message, marks);
  const reading = readReply(effect, speaker, instruction, text, marks);
  const { ending } = reading;
  if (ending.type !== "turn.absent" && ending.parse === "strict") return reading;
  return { ...reading, problem: NOT_THE_JSON, isLegible: false, readRepair: null };
}

const NOT_THE_JSON = "Your reply is not the JSON object that was asked for.";

/** Words first, form second: what the two calls of a model without an enforced schema say together. */
export function readInTwo<Reply>(
  effect: Effect,
  speaker: string,
  instruction: Instruction<Reply>,
  { prose, verdict }: { readonly prose: string; readonly verdict: string },
): TurnReading {
  const stated = parseJson(verdict);
  const words = instruction.ballot === undefined ? { content: prose } : { reasoning: prose };
  const whole = { ...words, ...(isRecord(stated) && stated) };
  const text = inTags(effect, speaker, whole) ?? inTags(effect, speaker, words) ?? prose;
  return readReply(effect, speaker, instruction, text, [SCHEMA_NOT_ENFORCED]);
}

function inTags({ fold }: Effect, speaker: string, value: unknown): string | null {
  if (!isRecord(value)) return null;
  const { scenario, documents } = fold.state;
  const stated = Object.entries(value).filter(([, each]) => each !== null && each !== "");
  const readable = [...documents, ...evidenceOf(scenario.private, speaker)];
  const message = worded(memberOf(fold.state, speaker).seat, Object.fromEntries(stated) as Json, {}, readable);
  return message.is === "reply" ? message.text : null;
}
