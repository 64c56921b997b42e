import { createParser, type EventSourceMessage } from "eventsource-parser";

export type ServerEvent = EventSourceMessage;

export type StreamForm = "events" | "lines";

/** One step for each piece that came over the wire. Leaves out an event that the end of the stream cuts off. */
export async function* serverEvents(
  { body }: Response,
  form: StreamForm = "events",
): AsyncGenerator<readonly ServerEvent[]> {
  if (body === null) return;
  let arrived: ServerEvent[] = [];
  const onEvent = (event: ServerEvent) => arrived.push(event);
  const parser = form === "lines" ? lineParser(onEvent) : createParser({ onEvent });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      if (arrived.length === 0) continue;
      yield arrived;
      arrived = [];
    }
  } finally {
    // Let the connection go. There is nothing to cancel where the stream ended or broke off.
    reader.cancel().catch(() => {});
  }
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
