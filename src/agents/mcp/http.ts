// The HTTP door of `boardroom mcp --http`: checks host, origin, token and rate, then passes a
// request to the server of `server.ts`.

import { timingSafeEqual } from "node:crypto";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { BoardroomError } from "../../errors.ts";
import { hashSha256 } from "../../text/sha256.ts";
import { createServer, type Offer } from "./server.ts";
import { MOST_BYTES } from "./stdio.ts";

export const MCP_PATH = "/mcp";

type HttpDoor = {
  hosts: readonly string[];
  origins: readonly string[];
  /** SHA-256 of the bearer token, which is not kept. */
  tokenDigest: string;
  bounds: HttpBounds;
  clock: () => number;
};

export type HttpBounds = {
  /** Bytes of one request. */
  bytes: number;
  /** Requests per second, and the burst after a rest. */
  rate: number;
  burst: number;
  /** Open calls at the same time. */
  open: number;
  /** Milliseconds after which a call is given up of whose answer nothing is read any more. */
  unread: number;
};

export const USUAL_BOUNDS: HttpBounds = {
  bytes: MOST_BYTES,
  rate: 200,
  burst: 400,
  open: 256,
  unread: 30_000,
};

/** Each request is complete in itself: tokens identify the caller, never a connection. */
export function createHttpDoor(offer: Offer, door: HttpDoor): Hono {
  const { hosts, origins, tokenDigest, bounds, clock } = door;
  const handler = createMcpHandler(() => createServer(offer), {
    onerror: offer.reportFault,
    maxRequestBodySize: bounds.bytes,
    maxSubscriptions: 16,
  });
  const rate = createRate(bounds, clock);
  const open = new Set<object>();
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.use(async (c, next) => {
    const host = c.req.header("host") ?? "";
    if (!hosts.includes(host)) return c.text("Not this server.\n", 421);
    const origin = c.req.header("origin");
    if (origin !== undefined && !origins.includes(origin))
      return c.text("Only pages of this server can send requests.\n", 403);
    if (!isBearer(c.req.header("authorization"), tokenDigest)) {
      c.header("WWW-Authenticate", 'Bearer realm="boardroom"');
      return c.text("Give the token that boardroom mcp printed when it started.\n", 401);
    }
    return next();
  });
  app.all(MCP_PATH, async (c) => {
    const wait = rate();
    if (wait > 0) return refuseRequest(`more than ${bounds.rate} requests a second`, wait, 429);
    if (open.size >= bounds.open)
      return refuseRequest(`${bounds.open} calls are open already`, 1, 503);
    const call = {};
    open.add(call);
    const close = () => open.delete(call);
    try {
      return countWhileOpen(await handler.fetch(c.req.raw), close, bounds.unread);
    } catch (error) {
      close();
      offer.reportFault(error);
      return c.text("This is a fault of boardroom itself.\n", 500);
    }
  });
  app.notFound((c) => c.text(`There is nothing here; the tools are at ${MCP_PATH}.\n`, 404));
  return app;
}

function isBearer(header: string | undefined, digest: string): boolean {
  const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(header ?? "") ?? [];
  const given = Buffer.from(hashSha256(token ?? ""), "hex");
  return token !== undefined && timingSafeEqual(given, Buffer.from(digest, "hex"));
}

/** Seconds to wait; 0 if the request is taken. */
function createRate({ rate, burst }: HttpBounds, clock: () => number): () => number {
  let left = burst;
  let at = clock();
  return () => {
    const now = clock();
    left = Math.min(burst, left + ((now - at) / 1_000) * rate);
    at = now;
    if (left < 1) return Math.max(1, Math.ceil((1 - left) / rate));
    left -= 1;
    return 0;
  };
}

function refuseRequest(message: string, seconds: number, status: 429 | 503): Response {
  const code = "limit-exceeded";
  const remedy = `Ask again in ${seconds} s.`;
  const error = {
    code: -32_000,
    message: `${code}: ${new BoardroomError(code, { message, remedy }).message}`,
    data: { code, seconds },
  };
  return new Response(JSON.stringify({ jsonrpc: "2.0", error, id: null }), {
    status,
    headers: { "Content-Type": "application/json", "Retry-After": String(seconds) },
  });
}

/** A streamed answer counts as open until its stream ends, or its reader leaves or stops reading. */
function countWhileOpen(response: Response, close: () => unknown, patience: number): Response {
  const { body } = response;
  if (body === null) {
    close();
    return response;
  }
  const reader = body.getReader();
  let unread: NodeJS.Timeout | undefined;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(unread);
      try {
        const { done, value } = await reader.read();
        if (!done) {
          unread = setTimeout(() => {
            close();
            controller.error(new Error("no client reads this answer"));
            reader.cancel().catch(() => {});
          }, patience).unref();
          return controller.enqueue(value);
        }
        close();
        controller.close();
      } catch (error) {
        close();
        controller.error(error);
      }
    },
    cancel(reason) {
      clearTimeout(unread);
      close();
      return reader.cancel(reason);
    },
  });
  return new Response(stream, { status: response.status, headers: response.headers });
}
