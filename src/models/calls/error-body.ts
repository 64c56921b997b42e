// Reads the errors of servers in every form that they have. Every provider uses this one reader.

import { isRecord } from "../../lists.ts";
import { tryReadJson } from "../../text/json-in.ts";

/** An error that a server reports. An SDK searches the message of an error, so the server's words are in the body. */
export class ServerError extends Error {
  readonly error: unknown;
  readonly status: number | undefined;
  readonly headers: Headers | undefined;

  constructor(body: unknown, { status, headers }: { status?: number; headers?: Headers } = {}) {
    super("The server reports an error.");
    this.error = body;
    this.status = status;
    this.headers = headers;
  }
}

export type ErrorReport = {
  /** The server's sentences; empty if it sent none. */
  words: string;
  codes: readonly string[];
  status: number | undefined;
  /** The parameter that it refuses. */
  parameter: string | undefined;
  /** Milliseconds that it asks to wait. */
  waitMs: number | undefined;
};

export function readReport(sent: unknown): ErrorReport {
  const body = typeof sent === "string" ? (tryReadJson(sent) ?? sent) : sent;
  const words = findWords(body) || showStart(body);
  const codes = collect(body, CODE_KEYS);
  const delays = collect(body, ["retrydelay"]).map(readDuration);
  const [parameter] = collect(body, ["param"]);
  const asked = WAIT.exec(words)?.[1];
  return {
    words,
    codes: codes.filter((code) => typeof code === "string"),
    status: codes.map(Number).find((code) => code >= 400 && code < 600),
    parameter: typeof parameter === "string" ? parameter : undefined,
    waitMs:
      delays.find((delay) => delay > 0) ?? (asked === undefined ? undefined : readDuration(asked)),
  };
}

/** Letters of a body whose form is unknown. */
const LONGEST_SHOWN = 300;

/** Bodies nest a few levels; more would be an attack. */
const DEEPEST = 8;

const WORD_KEYS = [
  "message",
  "msg",
  "detail",
  "details",
  "error_description",
  "errormessage",
  "error_message",
  "description",
  "error",
  "errors",
  "title",
  "innererror",
  "metadata",
  "raw",
  "reasons",
];

const CODE_KEYS = [
  "code",
  "type",
  "status",
  "status_code",
  "statuscode",
  "reason",
  "__type",
  "error_type",
];

/** The sentences of an error, wherever it has them. Gateways put the error of the next server inside, often as text. */
function findWords(value: unknown, depth = 0): string {
  if (depth > DEEPEST) return "";
  if (typeof value === "string") {
    const text = value.trim();
    const inner = /^[[{]/.test(text) ? tryReadJson(text) : undefined;
    if (inner !== undefined) return findWords(inner, depth + 1) || text.slice(0, LONGEST_SHOWN);
    return text.startsWith("<") ? readPage(text) : text;
  }
  if (Array.isArray(value)) return joinWords(value.map((each) => findWords(each, depth + 1)));
  if (!isRecord(value)) return "";
  const known = lowerKeys(value);
  const words = joinWords(WORD_KEYS.map((key) => findWords(known[key], depth + 1)));
  if (typeof known.provider_name === "string") return joinWords([known.provider_name, words], ": ");
  return Array.isArray(known.loc) && words !== "" ? `${known.loc.join(".")}: ${words}` : words;
}

function joinWords(all: readonly string[], separator = "; "): string {
  const told = all.filter((each, index) => each !== "" && all.indexOf(each) === index);
  return told
    .filter((each) => !told.some((other) => other !== each && other.includes(each)))
    .join(separator);
}

function readPage(html: string): string {
  const title = /<title[^<>]*>([^<]*)/i.exec(html)?.[1];
  const text = title ?? html.replace(/<(?:style|script)\b.{0,2000}?<\/|<[^<>]*>/gis, " ");
  return text.replace(/\s+/g, " ").trim().slice(0, LONGEST_SHOWN);
}

function showStart(body: unknown): string {
  const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
  return text === "{}" ? "" : text.slice(0, LONGEST_SHOWN);
}

function lowerKeys(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toLowerCase(), each]));
}

/** The values of these keys, from the outside to the inside. */
function collect(value: unknown, keys: readonly string[], depth = 0): unknown[] {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  const entries = Object.entries(value);
  const here = entries.filter(([key]) => keys.includes(key.toLowerCase())).map(([, each]) => each);
  const inside = entries.flatMap(([, each]) => collect(each, keys, depth + 1));
  return [...here.filter((each) => typeof each !== "object"), ...inside];
}

const WAIT = /\b(?:retry|try again)\s+(?:in|after)\s+((?:[\d.]+\s*(?:ms|milli|s|m|h)[a-z]*\s*)+)/i;

/** Such as `2.5s`, `7m12s` or `20 seconds`. Zero if it is none. */
function readDuration(text: unknown): number {
  const parts = [...String(text).matchAll(/(?<![\d.])([\d.]{1,20})\s{0,3}(ms|milli|s|m|h)/gi)];
  return parts.reduce(
    (sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit.toLowerCase()] ?? 0),
    0,
  );
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  milli: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};
