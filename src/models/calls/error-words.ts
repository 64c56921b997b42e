// What servers mean by the words of an error: a field refused, too much output asked for, a context
// that is full.

import type { FailureKind } from "../contract/model.ts";

export type Lack =
  /** Templates that want user and assistant to alternate complain of the system role too. */
  | { of: "system-role" }
  | { of: "constraints" }
  | { of: "parameter"; name: string }
  /** Room in tokens; `always`, or with this prompt alone. */
  | { of: "output"; most: number; always: boolean };

type ErrorRow = { words: RegExp; kind: FailureKind; lack?: Lack["of"] };

const ROWS: readonly ErrorRow[] = [
  {
    kind: "bad-request",
    lack: "system-role",
    words:
      /system (?:role|messages?|prompts?|instructions?)\b.{0,20}\bnot (?:supported|allowed)|roles must alternate|only user(?:,| and|\/).{0,12}\bassistant roles|not support (?:the )?(?:system|developer) (?:role|messages?|prompts?|instructions?)|developer instruction is not enabled|unexpected role.{0,4}system/i,
  },
  {
    kind: "bad-request",
    lack: "constraints",
    words: /response_format|json_schema|structured[ _]outputs?|\bgrammar\b/i,
  },
  {
    kind: "context-too-long",
    words:
      /context[ _-]?(?:length|window|size)|maximum context|prompt is too long|inputs? (?:is |are )?too long|input token count|reduce the length|exceed[\w ]{0,30}\bcontext|context shift is disabled|context the overflows|longer than the maximum model length|must have less than \d+ tokens|too many (?:input )?tokens/i,
  },
  {
    kind: "unusable",
    words:
      /(?:more|not enough|insufficient|out of)\b.{0,16}\b(?:memory|resources)|(?:failed|unable) to allocate|runner process (?:has terminated|no longer running)|model has crashed|engine ?(?:core|loop|process)?\b.{0,20}\b(?:encountered an issue|dead|died)|EngineDead/i,
  },
  {
    kind: "quota",
    words: /credit balance|insufficient (?:credits?|funds|balance)|can only afford|more credits/i,
  },
  { kind: "auth", words: /api key not valid|(?:invalid|incorrect) api key/i },
  {
    kind: "refused",
    words: /requires moderation|flagged (?:for|by|as)|content (?:management )?policy/i,
  },
  {
    kind: "unknown-model",
    words:
      /model\b.{0,80}\b(?:not found|does not exist|is not supported)|no such model|no models? (?:is |are )?loaded|not a valid model|no endpoints found|model unloaded/i,
  },
  {
    kind: "overloaded",
    words: /loading model|model is (?:currently |still )?loading|model is overloaded/i,
  },
  {
    kind: "bad-request",
    words:
      /json\.exception|validation error|(?:jinja|chat|prompt) template|template error|extra inputs are not permitted|unrecognized request argument|unsupported param|invalid (?:type|value|parameter)|failed to parse (?:messages|request)|missing .{0,20}\b(?:field|parameter)|must be an? (?:array|string|object|number)/i,
  },
];

type Meaning = { kind: FailureKind; lack: Lack | null };

/** `parameter`: its name, if the server gives one. */
export function readMeaning(message: string, parameter = ""): Meaning | null {
  const room = findOutputRoom(message);
  if (room !== null) {
    const fits = room.most >= LEAST_ROOM;
    return { kind: fits ? "bad-request" : "context-too-long", lack: fits ? room : null };
  }
  const name = (PARAMETERS.exec(parameter) ?? PARAMETERS.exec(message))?.[1];
  if (name !== undefined && REFUSES.test(message))
    return { kind: "bad-request", lack: { of: "parameter", name } };
  const row = ROWS.find(({ words }) => words.test(message));
  if (row === undefined) return null;
  const lack = row.lack === "system-role" || row.lack === "constraints" ? { of: row.lack } : null;
  return { kind: row.kind, lack };
}

const LEAST_ROOM = 256;

/** A reply can do without these; the limit of a reply has two names. */
const PARAMETERS =
  /\b(temperature|reasoning_effort|effort|output_config(?!\.)|think(?=ing\b|\b)|prompt_cache_key|prompt_cache_options|prompt_cache_breakpoint|cache_control|stream_options|max_completion_tokens|max_tokens)/;

/** Of the parameter, or of each value but one. A value out of range is the user's to correct. */
const REFUSES =
  /unsupported|not supported|(?:not|n't) (?:support|accept|permitted|allowed|available)|deprecated|unrecogni[sz]ed|unknown|unexpected|only (?:the default|1\b)|only be set to|must be 1\b|cannot be (?:used|set|specified)/i;

const ROOMS: readonly {
  words: RegExp;
  most: (found: readonly number[]) => number;
}[] = [
  {
    words: /max_(?:completion_)?tokens is too large: \d+\. This model supports at most (\d+)/i,
    most: readOnly,
  },
  { words: /max_tokens: \d+ > (\d+), (?:which is )?the maximum allowed/i, most: readOnly },
  { words: /range of max_tokens is \[\d+, (\d+)\]/i, most: readOnly },
  { words: /max_tokens`? must be less than or equal to `?(\d+)/i, most: readOnly },
  { words: /maxOutputTokens.{0,80}\bto (\d+) \(exclusive\)/i, most: ([to = 0]) => to - 1 },
];

const ROOMS_BESIDE: typeof ROOMS = [
  {
    words: /context length is (\d+) tokens and your request has (\d+) input tokens/i,
    most: subtractInput,
  },
  {
    words:
      /context length is (\d+) tokens\. However, you requested (?:about )?\d+ tokens \((\d+) /i,
    most: subtractInput,
  },
  { words: /must be <= (\d+)\. Given: (\d+) `?inputs/i, most: subtractInput },
  {
    words: /exceed context limit: (\d+) \+ \d+ > (\d+)/i,
    most: ([input = 0, context = 0]) => context - input,
  },
];

function findOutputRoom(message: string): (Lack & { of: "output" }) | null {
  for (const always of [true, false]) {
    for (const { words, most } of always ? ROOMS : ROOMS_BESIDE) {
      const found = words.exec(message);
      if (found) return { of: "output", most: most(found.slice(1).map(Number)), always };
    }
  }
  return null;
}

function readOnly([most = 0]: readonly number[]): number {
  return most;
}

function subtractInput([context = 0, input = 0]: readonly number[]): number {
  return context - input;
}
