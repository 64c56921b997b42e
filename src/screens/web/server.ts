/** The routes of the web server: list, live pages, reports, files and acts. */

import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { BoardroomError } from "../../errors.ts";
import { printServedPage } from "../pages/html.tsx";
import { MeetingList } from "../pages/list.tsx";
import { Fault } from "../pages/live-page.tsx";
import { createPage } from "../pages/tree.ts";
import { addActs } from "./acts.ts";
import { addContinuing } from "./continue-ranking.ts";
import { type Guard, guardRequest } from "./guard.ts";
import type { MeetingIndex } from "./meeting-index.ts";
import { addNewMeeting } from "./new-meeting.ts";
import { type Followed, openRoom, type Room, type RoomMessage, type Viewer } from "./room.ts";
import type { RunningMeetings } from "./running-meetings.ts";

/** Keeps a silent stream alive. Milliseconds. */
const HEARTBEAT_MS = 15_000;

const REFRESH_SECONDS = "5";

export function createHandler(
  guard: Guard,
  index: MeetingIndex,
  runningMeetings: RunningMeetings | null = null,
): Hono {
  const app = new Hono();
  const rooms = createRooms(index.follow);
  const renderOnce = writeOnce();
  app.use(guardRequest({ ...guard, isReadOnly: runningMeetings === null }));
  const at = `/${guard.token}`;

  app.get(`${at}/`, async (c) => {
    const list = await index.list();
    const props = { folder: index.shown, meetings: list, isReadOnly: runningMeetings === null };
    return c.html(printServedPage("Meetings", MeetingList(props), { to: "" }));
  });

  if (runningMeetings !== null) {
    const setup = { app, at, index, runningMeetings };
    addNewMeeting(setup);
    addActs(setup);
    addContinuing(setup);
  }

  app.get(`${at}/assets/:name`, (c) => {
    const text = index.script(c.req.param("name"));
    if (text === null) return c.notFound();
    return c.body(text, 200, { "Content-Type": "text/javascript; charset=utf-8" });
  });

  app.get(`${at}/m/:id/`, async (c) => {
    const id = c.req.param("id");
    const room = await rooms.enter(id);
    if (!room) return c.notFound();
    const { at, whole } = room.page();
    if (room.isClosed()) return c.redirect("report");
    return c.html(printServedPage(id, createPage(whole), { to: "../../", script: "live.js", at }));
  });

  app.get(`${at}/m/:id/events`, async (c) => {
    const id = c.req.param("id");
    if (!(await index.knows(id))) return c.notFound();
    return streamSSE(c, async (stream) => {
      const stop = new AbortController();
      stream.onAbort(() => stop.abort());
      const beat = setInterval(
        () => void stream.writeSSE({ event: "beat", data: "" }),
        HEARTBEAT_MS,
      );
      const after = c.req.query("after") ?? c.req.header("last-event-id");
      const send = (message: RoomMessage) =>
        stream.writeSSE({ data: renderOnce(message), id: message.at });
      try {
        await rooms.show(id, { send, signal: stop.signal, after });
      } finally {
        clearInterval(beat);
      }
    });
  });

  const report = (c: Context, html: string | null) => {
    if (html === null) return c.notFound();
    c.header("Content-Security-Policy", readPolicy(html));
    return c.html(html);
  };
  app.get(`${at}/m/:id/report`, async (c) => {
    const id = c.req.param("id");
    // A ranking that runs grows before the reader's eyes, with a script or without.
    if (await index.isGrowing(id)) c.header("Refresh", REFRESH_SECONDS);
    return report(c, await index.report(id));
  });
  app.get(`${at}/m/:id/:meeting{meetings/.+}/report.html`, async (c) =>
    report(c, await index.meetingOf(c.req.param("id"), c.req.param("meeting"))),
  );

  const showFault = (c: Context, status: 404 | 422 | 500, fault: string, why: string) => {
    const page = Fault({ home: `${at}/`, of: c.req.param("id") ?? "Boardroom", fault, why });
    return c.html(printServedPage(fault, page, { to: `${at}/` }), status);
  };
  app.onError((error, c) => {
    if (!(error instanceof BoardroomError))
      return showFault(c, 500, "Internal error", "Nothing was changed.");
    const fault = error.code === "transcript-damaged" ? "Damaged" : "This page cannot be shown";
    return showFault(c, 422, fault, index.clean(error.message));
  });
  // Who has no token learns none from a link.
  app.notFound((c) =>
    c.req.path.startsWith(`${at}/`)
      ? showFault(c, 404, "Page not found", "It has another name, or it was deleted.")
      : c.text("Page not found.\n", 404),
  );
  return app;
}

function writeOnce(): (message: RoomMessage) => string {
  const written = new WeakMap<RoomMessage, string>();
  return (message) => {
    const { at: _, ...given } = message;
    const text = written.get(message) ?? JSON.stringify(given);
    written.set(message, text);
    return text;
  };
}

function readPolicy(html: string): string {
  const [, policy = "default-src 'none'"] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  return `${policy.replaceAll("&#39;", "'").replaceAll("&quot;", '"')}; frame-ancestors 'none'`;
}

/** Rooms stay open for a while without a viewer: who asks for a page asks for its events next. Milliseconds. */
const LINGER_MS = 5_000;

function createRooms(follow: (id: string) => Promise<Followed | null>) {
  const open = new Map<string, Promise<Room | null>>();

  function leaveSoon(id: string, room: Room): void {
    setTimeout(async () => {
      if (room.viewers > 0) return;
      room.close();
      if ((await open.get(id)) === room) open.delete(id);
    }, LINGER_MS).unref();
  }

  async function enter(id: string): Promise<Room | null> {
    const asked =
      open.get(id) ?? follow(id).then((followed) => followed && openRoom(followed, randomUUID()));
    open.set(id, asked);
    const room = await asked.catch((error: unknown) => {
      open.delete(id);
      throw error;
    });
    if (room === null) open.delete(id);
    else leaveSoon(id, room);
    return room;
  }

  return {
    enter,
    async show(id: string, viewer: Viewer): Promise<void> {
      const room = await enter(id);
      if (room === null) return;
      await room.show(viewer);
      leaveSoon(id, room);
    },
  };
}
