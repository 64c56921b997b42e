// Reads the replies of servers: a stream of events, lines of JSON, or one JSON object.

import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isRecord } from "../../lists.ts";
import { tryReadJson } from "../../text/json-in.ts";
import { type Address, describeWebPage } from "./address-fault.ts";
import { ServerError } from "./error-body.ts";

export type ServerEvent = EventSourceMessage;

export type StreamForm = "events" | "lines";

type Parser = { feed(text: string): void; end(): void };

/** One step for each piece that came over the wire; comments and parts of an object make an empty step. */
export async function* readServerEvents(
  { body }: Response,
  address: Address,
  form: StreamForm = "events",
): AsyncGenerator<readonly ServerEvent[]> {
  if (body === null) return;
  let arrived: ServerEvent[] = [];
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let parser: Parser | null = null;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = decoder.decode(value, { stream: !done });
      parser ??= openParser(text.trimStart(), address, form, (event) => arrived.push(event));
      parser?.feed(text);
      if (done) parser?.end();
      if (parser !== null) yield arrived;
      if (done) return;
      arrived = [];
    }
  } finally {
    // Let the connection go. There is nothing to cancel where the stream ended or broke off.
    reader.cancel().catch(() => {});
  }
}

type OnEvent = (event: ServerEvent) => void;

/** Null before the first sign. Throws for a web page; no second attempt turns a page into a stream. */
function openParser(
  start: string,
  address: Address,
  form: StreamForm,
  onEvent: OnEvent,
): Parser | null {
  if (start === "") return null;
  if (start.startsWith("<")) throw describeWebPage(address);
  if (form === "lines") return createLineParser(onEvent);
  return /^[[{]/.test(start) ? createObjectParser(onEvent) : createEventParser(onEvent);
}

const LONGEST_SHOWN = 300;

/** The JSON of an event, which must be an object. Throws what the server reports as an error, in any form. */
export function parseEvent<Event extends object>({ data, event }: ServerEvent): Event {
  if (event === "error") throw new ServerError(data);
  const value: unknown = JSON.parse(data);
  if (!isRecord(value))
    throw new SyntaxError("The server sent an event that is not a JSON object.");
  if (reportsError(value)) throw new ServerError(value);
  return value as Event;
}

/** A reply has no sentence at its top, and an error in a choice is the upstream's. */
function reportsError({
  error,
  errors,
  object,
  type,
  message,
  detail,
  choices,
}: Record<string, unknown>) {
  if (error || errors || object === "error" || type === "error") return true;
  if (Array.isArray(choices))
    return choices.some((choice) => isRecord(choice) && Boolean(choice.error));
  return typeof message === "string" || detail !== undefined;
}

/** The last event counts without the empty line that should follow, unless the end of the stream cuts its JSON off. */
function createEventParser(onEvent: OnEvent): Parser {
  let isEnded = false;
  let hasEvents = false;
  let odd = "";
  const push = (event: ServerEvent): void => {
    if (event.data.trim() === "") return;
    hasEvents = true;
    const isCut = isEnded && event.event !== "error" && tryReadJson(event.data) === undefined;
    if (!isCut) onEvent(event);
  };
  const parser = createParser({
    onEvent: push,
    // Some servers write an error into the stream as it is.
    onError: ({ line = "" }) => {
      // llama-server names the field `error`.
      const data = line.replace(/^error:\s*(?=\{)/, "");
      if (data.startsWith("{") && tryReadJson(data) !== undefined)
        push({ data, event: data === line ? undefined : "error" });
      else odd ||= line;
    },
  });
  return {
    feed: (text) => parser.feed(text),
    end() {
      isEnded = true;
      parser.feed("\n\n");
      if (hasEvents || odd === "") return;
      throw new SyntaxError(
        `The server sent no JSON and no events: ${odd.slice(0, LONGEST_SHOWN)}`,
      );
    },
  };
}

/** UTF-16 units of a whole reply, with the thoughts that a server adds. */
const LONGEST_OBJECT = 4_000_000;

/** A server that ignores `stream` sends one object, or a list or lines of them. */
function createObjectParser(onEvent: OnEvent): Parser {
  let all = "";
  return {
    feed(text) {
      all += text;
      if (all.length > LONGEST_OBJECT)
        throw new SyntaxError("The server sent too much JSON instead of a stream.");
    },
    end() {
      const whole = tryReadJson(all);
      const values =
        whole === undefined
          ? all
              .trim()
              .split(/[\r\n]+/)
              .map(tryReadJson)
          : [whole].flat();
      if (values.includes(undefined))
        throw new SyntaxError(
          `The server sent broken JSON instead of a stream: ${all.slice(0, LONGEST_SHOWN)}`,
        );
      for (const value of values) onEvent({ data: JSON.stringify(value) });
    },
  };
}

function createLineParser(onEvent: OnEvent): Parser {
  let rest = "";
  return {
    feed(text) {
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      for (const data of lines) if (data.trim() !== "") onEvent({ data });
    },
    end() {
      if (tryReadJson(rest) !== undefined) onEvent({ data: rest });
    },
  };
}

/** UTF-16 units of text that only says the same, and least repeats. */
const RUNAWAY_SPAN = 1_500;
const RUNAWAY_TIMES = 4;

/** The period of a repetition can be a quarter of this. */
const WINDOW = 6_000;

export function findRepeatedStart(text: string): number | null {
  if (text.length < RUNAWAY_SPAN) return null;
  const tail = [...Array(Math.min(text.length, WINDOW)).keys()].map((back) =>
    text.charCodeAt(text.length - 1 - back),
  );
  const matched = matchStart(tail);
  for (let period = 1; period * RUNAWAY_TIMES <= tail.length; period++) {
    const span = period + (matched[period] ?? 0);
    if (span >= RUNAWAY_SPAN && span >= period * RUNAWAY_TIMES) return text.length - span + period;
  }
  return null;
}

/** The Z function: how many items from each place on equal those from the start. */
function matchStart(items: readonly number[]): readonly number[] {
  const matched = new Array<number>(items.length).fill(0);
  let left = 0;
  let right = 0;
  for (let place = 1; place < items.length; place++) {
    let length = place < right ? Math.min(right - place, matched[place - left] ?? 0) : 0;
    while (place + length < items.length && items[length] === items[place + length]) length += 1;
    matched[place] = length;
    if (place + length > right) {
      left = place;
      right = place + length;
    }
  }
  return matched;
}
