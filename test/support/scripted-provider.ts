import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beginStream, DIALECTS, type LocalServer } from "../models/local-server.ts";

/** All that one call was sent, as one text. */
type Script = (asked: string) => string;

/** A provider that speaks as Anthropic's does and answers by a script, for the real SDK; `asked` holds what it was sent. */
export async function scriptedProvider(
  script: Script,
): Promise<LocalServer & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      const text = textIn(JSON.parse(body));
      asked.push(text);
      const { anthropic } = DIALECTS;
      beginStream(response);
      // A prompt that is longer than what was counted of it counts as cut.
      const opening = anthropic.opening.replace(/"input_tokens":\d+/, `"input_tokens":${text.length}`);
      response.end(opening + anthropic.text(script(text)) + anthropic.ending("end_turn"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Every text of a request, in order. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textIn).join("\n");
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .map(([key, each]) => (typeof each === "string" && TEXTS.has(key) ? each : textIn(each)))
    .filter((text) => text !== "")
    .join("\n");
}

const TEXTS = new Set(["text", "system", "content"]);
