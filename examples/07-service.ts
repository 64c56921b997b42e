// Meetings behind HTTP: POST /meetings opens one, GET /meetings/ID/events streams what happens, closing ends in order.
import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  BoardroomError,
  board,
  defineScenario,
  type Meeting,
  modelsFrom,
  openMeeting,
} from "boardroom";

const stop = new AbortController();
const held = new Map<string, { meeting: Meeting; ended: Promise<unknown> }>();

/** Opens a meeting and starts it. Throws for a caller's mistake before anything is spent. */
function open(definition: Parameters<typeof defineScenario>[0]): string {
  const scenario = defineScenario(definition);
  const createModel = modelsFrom({ env: process.env });
  const meeting = openMeeting({ scenario, protocol: board, createModel, signal: stop.signal });
  const id = randomUUID();
  held.set(id, {
    meeting,
    ended: meeting.run().catch((error: unknown) => console.error(String(error))),
  });
  return id;
}

/** Every event from the first, one per message. A reader who disconnects stops nothing. */
async function stream({ meeting }: { meeting: Meeting }, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  for await (const event of meeting.events()) {
    if (response.destroyed) return;
    response.write(`id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

export const server = createServer(async (request, response) => {
  const [, id] = /^\/meetings\/([\w-]+)\/events$/.exec(request.url ?? "") ?? [];
  const found = id === undefined ? undefined : held.get(id);
  if (request.method === "GET" && found) return stream(found, response);
  if (request.method !== "POST" || request.url !== "/meetings")
    return response.writeHead(404).end();
  try {
    let body = "";
    for await (const piece of request) body += piece;
    const opened = JSON.stringify({ id: open(JSON.parse(body)) });
    response.writeHead(201, { "content-type": "application/json" }).end(opened);
  } catch (error) {
    const problems =
      error instanceof BoardroomError ? error.problems : [{ message: "the body is no JSON" }];
    response
      .writeHead(400, { "content-type": "application/json" })
      .end(JSON.stringify({ problems }));
  }
});

/** Takes no more, lets every meeting stop between two turns, and resolves when all of them have. */
export async function close(): Promise<void> {
  server.close();
  stop.abort();
  await Promise.all([...held.values()].map(({ ended }) => ended));
}

server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(
    `POST a scenario as JSON to http://127.0.0.1:${port}/meetings, then open /meetings/ID/events there.`,
  );
});
process.once("SIGTERM", close);
