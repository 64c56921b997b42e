// A request in the form of Anthropic's Messages API: layers as system blocks, cache marks, effort
// and schema.

import type {
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
} from "@anthropic-ai/sdk/resources/messages";
import { rememberResults } from "../../scenario/files/remember.ts";
import type { Capabilities } from "../contract/capabilities.ts";
import { chooseSchema, writeJsonInstructions } from "../contract/json-schema.ts";
import { findKeptLayers, findKeptPlaces, type KeptPlace } from "../contract/kept-prefix.ts";
import { createLayout, isBlank, listIndividualLayers } from "../contract/layout.ts";
import type { ModelRequest, ViewTurn } from "../contract/model.ts";

/** The SDK's types lack the key, which models of the 4.5 generation still take. */
type SentBody = MessageCreateParamsStreaming & { temperature?: number | undefined };

type AnthropicPromptOptions = { model: string; capabilities: Capabilities };

/**
 * At most four cache breakpoints: shared layer, the seat's own layers, the history's end at this call and at the last. Writing
 * costs a quarter more than reading anew, so what no later prompt begins with gets none.
 */
export function convertPrompt(
  request: ModelRequest,
  { model, capabilities }: AnthropicPromptOptions,
): SentBody {
  const schema = chooseSchema(request, capabilities);
  const asksInWords = request.json !== undefined && schema === null;
  const { finished: messages, last } = layOut(request.turns);
  if (last) messages.push(convertTurn(last));
  const isMarked = capabilities.caching === "breakpoints";
  if (isMarked) for (const place of findKeptPlaces(messages, request)) addMark(messages, place);
  append(messages, "user", [createBlock(request.instruction)]);
  if (request.json && asksInWords)
    append(messages, "user", [createBlock(writeJsonInstructions(request.json.schema))]);
  if (request.exchange) appendExchange(messages, request.exchange);
  const format = schema ? { type: "json_schema" as const, schema: schema.schema } : undefined;
  const effort = capabilities.reasoningEffort ? request.sampling?.effort : undefined;
  return {
    model,
    max_tokens: request.maxOutputTokens,
    system: convertLayers(request, isMarked),
    messages: messages as MessageParam[],
    stream: true,
    output_config: format || effort ? { format, effort } : undefined,
    temperature: chooseTemperature(request, capabilities),
  };
}

/** At most 1 here. */
function chooseTemperature({ sampling }: ModelRequest, takes: Capabilities): number | undefined {
  const { temperature } = sampling ?? {};
  return takes.sampling && temperature !== undefined ? Math.min(1, temperature) : undefined;
}

type SentTurn = {
  role: "user" | "assistant";
  content: readonly TextBlockParam[];
};

function convertLayers(request: ModelRequest, isMarked: boolean): TextBlockParam[] {
  const shared = isBlank(request.shared) ? [] : [request.shared];
  const own = listIndividualLayers(request);
  const kept = isMarked ? findKeptLayers(request, shared.length, own.length) : [];
  return [...shared, ...own].map(
    (text, index) => layerBlocks(text)[kept.includes(index) ? "marked" : "plain"],
  );
}

/** The same blocks for the same layer, so that they are put into JSON once. */
const layerBlocks = rememberResults(1_000_000, (text) => {
  const plain = createBlock(text);
  return { plain, marked: addCacheMark(plain) };
});

const layOut = createLayout(convertTurn);

function convertTurn({ role, parts }: ViewTurn): SentTurn {
  return { role, content: parts.filter((part) => !isBlank(part)).map(createBlock) };
}

function addMark(history: SentTurn[], { turn: index, part }: KeptPlace): void {
  const turn = history[index];
  const kept = turn?.content[part];
  if (!turn || !kept) return;
  const isEnd = part === turn.content.length - 1;
  const marked = (isEnd && ends.get(turn)) || {
    ...turn,
    content: turn.content.with(part, addCacheMark(kept)),
  };
  if (isEnd) ends.set(turn, marked);
  history[index] = marked;
}

/** Turns whose end is marked, so that each is put into JSON once. */
const ends = new WeakMap<SentTurn, SentTurn>();

function appendExchange(
  messages: SentTurn[],
  { reply, problem }: NonNullable<ModelRequest["exchange"]>,
): void {
  if (!isBlank(reply)) append(messages, "assistant", [createBlock(reply)]);
  append(messages, "user", [createBlock(problem)]);
}

/** Adds to the last turn if it has this role, else as a new turn. Converted turns do not change. */
function append(
  messages: SentTurn[],
  role: SentTurn["role"],
  content: readonly TextBlockParam[],
): void {
  const last = messages.at(-1);
  if (last?.role === role)
    messages[messages.length - 1] = { role, content: [...last.content, ...content] };
  else messages.push({ role, content });
}

function createBlock(text: string): TextBlockParam {
  return { type: "text", text };
}

function addCacheMark(text: TextBlockParam): TextBlockParam {
  return { ...text, cache_control: { type: "ephemeral" } };
}
