import { createParser, type EventSourceMessage } from "eventsource-parser";

export type ServerEvent = EventSourceMessage;

/** Server-sent events, or a JSON text on each line. */
export type StreamForm = "events" | "lines";

/**
 * The events of a streamed response, together as they arrive: one step for each piece that came over the wire, however
 * many events it holds. An event that the end of the stream cuts off is left out.
 */
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
    // Whoever reads no further lets the connection go; of one that ended or broke off nothing is left to cancel.
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
