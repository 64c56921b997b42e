import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isRecord } from "../../lists.ts";
import { type Address, describeWebPage } from "./address-fault.ts";

export type ServerEvent = EventSourceMessage;

export type StreamForm = "events" | "lines";

/** One step for each piece that came over the wire. Omits an event that the end of the stream cuts off. */
export async function* serverEvents(
  { body }: Response,
  address: Address,
  form: StreamForm = "events",
): AsyncGenerator<readonly ServerEvent[]> {
  if (body === null) return;
  let arrived: ServerEvent[] = [];
  const onEvent = (event: ServerEvent) => arrived.push(event);
  const parser = form === "lines" ? lineParser(onEvent) : createParser({ onEvent });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let isStream = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      if (!isStream) isStream = beginsStream(text.trimStart(), address, form);
      parser.feed(text);
      if (arrived.length === 0) continue;
      yield arrived;
      arrived = [];
    }
  } finally {
    // Let the connection go. There is nothing to cancel where the stream ended or broke off.
    reader.cancel().catch(() => {});
  }
}

/** Throws if the server answers with something else; no second attempt turns a page into a stream. */
function beginsStream(start: string, address: Address, form: StreamForm): boolean {
  if (start.startsWith("<")) throw describeWebPage(address);
  if (form === "events" && start.startsWith("{"))
    throw new SyntaxError(`The server sent JSON instead of a stream: ${start.slice(0, LONGEST_SHOWN)}`);
  return start !== "";
}

const LONGEST_SHOWN = 300;

/** The JSON of an event, which must be an object. */
export function parseEvent<Event extends object>(data: string): Event {
  const value: unknown = JSON.parse(data);
  if (isRecord(value)) return value as Event;
  throw new SyntaxError("The server sent an event that is not a JSON object.");
}

function lineParser(onEvent: (event: ServerEvent) => void) {
  let rest = "";
  return {
    feed(text: string): void {
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      for (const data of lines) if (data.trim() !== "") onEvent({ data, id: undefined, event: undefined });
    },
  };
}

/** UTF-16 units of text that only says the same, and least repeats. */
const RUNAWAY_SPAN = 1_500;
const RUNAWAY_TIMES = 4;

/** The period of a repetition can be a quarter of this. */
const WINDOW = 6_000;

export function onlyLength(text: string): number | null {
  if (text.length < RUNAWAY_SPAN) return null;
  const tail = [...Array(Math.min(text.length, WINDOW)).keys()].map((back) =>
    text.charCodeAt(text.length - 1 - back),
  );
  const matched = matchesOfStart(tail);
  for (let period = 1; period * RUNAWAY_TIMES <= tail.length; period++) {
    const span = period + (matched[period] ?? 0);
    if (span >= RUNAWAY_SPAN && span >= period * RUNAWAY_TIMES) return text.length - span + period;
  }
  return null;
}

/** The Z function: how many items from each place on equal those from the start. */
function matchesOfStart(items: readonly number[]): readonly number[] {
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
