/**
 * Refuses requests from other sites and hosts, requests without the token, and all changes on a
 * read-only server.
 */

import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { sanitizeLine } from "../../text/sanitize.ts";
import { stylePolicy } from "../pages/html.tsx";

export type Guard = {
  hosts: readonly string[];
  /** 32 random bytes in the address, new at every start. */
  token: string;
  isReadOnly?: boolean;
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Another name in `Host` would be a page elsewhere that had its name pointed at this machine. */
export function guardRequest({ hosts, token, isReadOnly = false }: Guard): MiddlewareHandler {
  const policy = `${POLICY}; ${stylePolicy()}`;
  const own = new Set(hosts.map((host) => `http://${host}`));
  return async (c, next) => {
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    c.header("Content-Security-Policy", policy);
    if (!hosts.includes(c.req.header("host") ?? "")) return c.text("Not this server.\n", 421);
    if (!isFromUs(c, own)) return c.text("Only pages of this server can send requests.\n", 403);
    if (!isSame(c.req.path.split("/")[1] ?? "", token)) return c.text("Page not found.\n", 404);
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    if (isReadOnly)
      return c.text(
        "This server is read-only. Run and answer meetings with the boardroom command.\n",
        405,
        {
          Allow: "GET, HEAD",
        },
      );
    if (c.req.method !== "POST")
      return c.text(
        `${sanitizeLine(c.req.method)} is not allowed. This server takes GET, HEAD and POST.\n`,
        405,
        { Allow: "GET, HEAD, POST" },
      );
    // Browsers set these headers themselves; a form elsewhere cannot.
    if (!own.has(c.req.header("origin") ?? "") || c.req.header("sec-fetch-site") !== "same-origin")
      return c.text("Only pages of this server can send requests.\n", 403);
    if (!isTaken(c)) return c.text("Only JSON and the forms of this server are taken.\n", 415);
    return next();
  };
}

/** A page elsewhere can send a form, but not with our origin. */
function isTaken(c: Context): boolean {
  const type = c.req.header("content-type")?.split(";")[0]?.trim();
  const isForm = /^\/[^/]+\/(?:new|m\/[^/]+\/continue)$/.test(c.req.path);
  return type === (isForm ? "multipart/form-data" : "application/json");
}

/** A link or a local page opens the address in a tab. It needs the token for that. */
function isOpened(c: Context): boolean {
  const is = (name: string, value: string) => c.req.header(`sec-fetch-${name}`) === value;
  return c.req.method === "GET" && is("mode", "navigate") && is("dest", "document");
}

/** A browser sends no origin for a typed address. */
function isFromUs(c: Context, own: ReadonlySet<string>): boolean {
  const origin = c.req.header("origin");
  if (origin !== undefined) return own.has(origin);
  const site = c.req.header("sec-fetch-site");
  return site === undefined || site === "none" || site === "same-origin" || isOpened(c);
}

/** Takes the same time wherever two texts differ. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
