// Reads JSON that people or models wrote, which may be deeply nested or surrounded by other text.
// Callers check the value against a schema.

/** Deeper than any value that a person or a model writes. Walks through deeper values can exhaust the stack. */
export const MOST_DEPTH = 100;
export const TOO_DEEP = "nested too deeply";

export function isTooDeep(value: unknown, left: number = MOST_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((each) => isTooDeep(each, left - 1));
}

/** For text of others. Throws also if it is nested too deeply, with that as its message. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isTooDeep(value)) throw new SyntaxError(TOO_DEEP);
  return value;
}

export function describeJsonFault(error: unknown, otherwise: string): string {
  return error instanceof SyntaxError && error.message === TOO_DEEP ? TOO_DEEP : otherwise;
}

/** What a model's reply says in JSON. `value` is undefined if there is none. */
export type JsonReply = {
  value: unknown;
  /** Keys that one object has twice. They could mean two things, so `value` has none of them. */
  repeated: readonly string[];
  isTooDeep: boolean;
};

export function parseJson(text: string): unknown {
  return parseJsonReply(text).value;
}

/** Reads the whole reply, else the last code fence, the last object, or the outermost braces. */
export function parseJsonReply(text: string): JsonReply {
  let isTooDeep = false;
  const fences = [...text.matchAll(/```(?:json)?[^\S\n]*\n([\s\S]*?)```/g)].map(
    ([, fenced = ""]) => fenced,
  );
  const braces = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, ...fences.reverse(), findLastObject(text), braces]) {
    try {
      const value = readJson(candidate);
      const repeated = listRepeatedKeys(candidate);
      return { value: dropKeys(value, repeated), repeated, isTooDeep: false };
    } catch (error) {
      // The next candidate may fit.
      isTooDeep ||= describeJsonFault(error, "") === TOO_DEEP;
    }
  }
  return { value: undefined, repeated: [], isTooDeep };
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)(?:\s*:)?|[{}[\]]/gs;

/** Of text that is JSON. JSON.parse keeps the last of two values and does not tell. */
function listRepeatedKeys(json: string): readonly string[] {
  const repeated = new Set<string>();
  const open: Set<string>[] = [];
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      const key = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) repeated.add(key);
      keys?.add(key);
    }
  }
  return [...repeated];
}

function dropKeys(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => dropKeys(each, names));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, each]) => [name, dropKeys(each, names)]),
  );
}

function findLastObject(text: string): string {
  return findObjects(text).at(-1) ?? "";
}

/** Each pair of outermost braces, as text. */
export function findObjects(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted && sign === "\\") at += 1;
    else if (depth > 0 && sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === "{") {
      if (depth === 0) start = at;
      depth += 1;
    } else if (!isQuoted && sign === "}" && depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(text.slice(start, at + 1));
    }
  }
  return found;
}

export function tryReadJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
