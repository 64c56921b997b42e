import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { type MeetingLine, MeetingList } from "../pages/list.tsx";
import { servedPage } from "../pages/served-page.tsx";
import { type Guard, guarded } from "./guard.ts";
import { type Followed, showTo } from "./room.ts";

/** Where a server takes what it shows from. */
export type Shelf = {
  /** The folder as the user wrote it. */
  readonly folder: string;
  readonly list: () => Promise<readonly MeetingLine[]>;
  /** Begins to follow a meeting of the list; null where there is none of that name. */
  readonly follow: (id: string) => Promise<Followed | null>;
  /** A meeting's report as one file; null where there is none. */
  readonly report: (id: string) => Promise<string | null>;
  /** Style and scripts of the pages, by file name. */
  readonly asset: (name: string) => string | null;
};

/** So that nobody takes a silent stream for a dead one. Milliseconds. */
const HEARTBEAT_MS = 15_000;

const KINDS: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
};

/** The pages of a folder of transcripts. It reads alone: nothing that is asked of it changes anything. */
export function serverOf(guard: Guard, shelf: Shelf): Hono {
  const app = new Hono();
  app.use(guarded(guard));
  const at = `/${guard.token}`;

  app.get(`${at}/`, async (c) => {
    const list = await shelf.list();
    return c.html(servedPage("Meetings", MeetingList({ folder: shelf.folder, meetings: list }), { to: "" }));
  });

  app.get(`${at}/assets/:name`, (c) => {
    const name = c.req.param("name");
    const text = shelf.asset(name);
    if (text === null) return c.notFound();
    return c.body(text, 200, {
      "Content-Type": KINDS[name.split(".").at(-1) ?? ""] ?? "text/plain; charset=utf-8",
    });
  });

  app.get(`${at}/m/:id/`, async (c) => {
    const id = c.req.param("id");
    const followed = await shelf.follow(id);
    if (!followed) return c.notFound();
    const page = followed.page();
    followed.close();
    return c.html(servedPage(id, page, { to: "../../", isLive: true }));
  });

  app.get(`${at}/m/:id/events`, async (c) => {
    const followed = await shelf.follow(c.req.param("id"));
    if (!followed) return c.notFound();
    return streamSSE(c, async (stream) => {
      const leave = new AbortController();
      stream.onAbort(() => leave.abort());
      const beat = setInterval(() => void stream.writeSSE({ event: "beat", data: "" }), HEARTBEAT_MS);
      try {
        let id = 0;
        const send = (message: unknown) => stream.writeSSE({ data: JSON.stringify(message), id: String(id++) });
        await showTo({ send, signal: leave.signal }, followed);
      } finally {
        clearInterval(beat);
        followed.close();
      }
    });
  });

  app.get(`${at}/m/:id/report`, async (c) => {
    const html = await shelf.report(c.req.param("id"));
    if (html === null) return c.notFound();
    c.header("Content-Security-Policy", policyIn(html));
    return c.html(html);
  });

  app.notFound((c) => c.text("There is nothing here.\n", 404));
  return app;
}

/** A report names its own style and script by their hashes. */
function policyIn(html: string): string {
  const [, policy = "default-src 'none'"] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  return `${policy.replaceAll("&#39;", "'").replaceAll("&quot;", '"')}; frame-ancestors 'none'`;
}
