import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { streamOf, VENDOR_NAMES, withInput } from "./vendors.ts";

/** Prepared replies by seat, the characters of each streamed piece, and how long a reply is waited for. */
export type Served = {
  replies: Readonly<Record<string, string>>;
  piece: number;
  delayMs: number;
};

// Answers `/<vendor>/<seat>/...` with the seat's prepared reply as soon as the request has arrived in full.
const { replies, piece, delayMs } = JSON.parse(process.argv[2]!) as Served;
const streams = new Map<string, readonly string[]>(
  VENDOR_NAMES.flatMap((vendor) =>
    Object.entries(replies).map(
      ([seat, reply]) => [`${vendor}/${seat}`, streamOf(vendor, reply, piece)] as const,
    ),
  ),
);

const server = createServer((request, response) => {
  const [, vendor, seat] = request.url!.split("/");
  let bytes = 0;
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
  });
  request.on("end", async () => {
    if (delayMs > 0) await sleep(delayMs);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const part of streams.get(`${vendor}/${seat}`)!)
      response.write(withInput(part, Math.ceil(bytes / 3)));
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.on("disconnect", () => process.exit());
