import { z } from "zod";
import { STATUSES, wantsSchema } from "../../mesh/entries.ts";
import { unread } from "../../mesh/room.ts";
import { participantBy, standingOf, subscribing } from "../../mesh/subscribe.ts";
import type { HoldingDesk, RoomDesk } from "../desk.ts";
import { pageOf } from "../pages.ts";
import { defineTool, type Tool } from "../tool.ts";
import { nameArgument, roomToken } from "./common.ts";
import { messageTools } from "./messages.ts";

export function roomTools(desk: RoomDesk & Pick<HoldingDesk, "clock">): readonly Tool[] {
  return [subscribe(desk), ...messageTools(desk), listPresent(desk)];
}

function subscribe(desk: RoomDesk): Tool {
  return defineTool({
    name: "subscribe",
    title: "Join the room",
    description:
      "Makes you known here by a name, with what you can do, which messages for all you want, and a status. Gives the token that is you in this room from then on; with it the same call changes how you stand or brings you back after a restart.",
    input: z.strictObject({
      name: nameArgument,
      token: roomToken.optional(),
      capabilities: z.array(z.string().trim().min(1).max(80)).max(40).default([]),
      wants: wantsSchema.default({}),
      status: z.enum(STATUSES).default("online"),
    }),
    output: z.object({ name: z.string(), token: z.string(), unread: z.int() }),
    isReading: false,
    async run({ token: own, ...presenting }) {
      const fresh = desk.secret();
      const digest = own === undefined ? null : desk.digest(own);
      const name = await desk.inRoom((room, now) => {
        const entry = subscribing(room, presenting, { digest, fresh: fresh.digest }, now);
        return { entries: [entry], value: entry.type === "subscribed" ? entry.name : presenting.name };
      });
      const kept = own ?? fresh.token;
      const room = await desk.room();
      const waiting = unread(room, participantBy(room, desk.digest(kept))).length;
      return {
        text: `You are ${name} here; ${waiting} unread. Your token is ${kept}: keep it, it is not told again.`,
        data: { name, token: kept, unread: waiting },
      };
    },
  });
}

function listPresent(desk: RoomDesk): Tool {
  return defineTool({
    name: "list_present",
    title: "List who is here",
    description:
      "Who has subscribed to this room, with capabilities and status; `dormant` is who has sent and marked nothing for thirty minutes.",
    input: z.strictObject({ token: roomToken, cursor: z.string().max(40).optional() }),
    output: z.object({
      participants: z.array(
        z.object({ name: z.string(), capabilities: z.array(z.string()), status: z.string(), seen: z.string() }),
      ),
      next: z.string().nullable(),
    }),
    isReading: true,
    async run({ token: own, cursor }) {
      const room = await desk.room();
      participantBy(room, desk.digest(own));
      const now = desk.now();
      const rows = [...room.participants.values()].map((each) => ({
        name: each.name,
        capabilities: each.capabilities,
        status: standingOf(each, now),
        seen: each.seen,
      }));
      const { items, next } = pageOf(rows, cursor);
      const lines = items.map(
        ({ name, status, capabilities }) =>
          `${name}: ${status}${capabilities.length === 0 ? "" : ` (${capabilities.join(", ")})`}`,
      );
      return { text: lines.join("\n"), data: { participants: items, next } };
    },
  });
}
