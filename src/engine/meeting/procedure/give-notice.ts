import { z } from "zod";
import { escapeText } from "../../scaffold/escape.ts";
import type { Floor, Notice } from "../contract/floor.ts";
import { TIMEKEEPER } from "../people/process-agents.ts";
import type { TimeKeeperOptions } from "./time-keeper.ts";

const wordsSchema = z.object({ text: z.string().trim().min(1).max(1_000) });

/** In the template's words or a model's, which never count as a vote. */
export async function giveNotice(floor: Floor, notice: Notice, { words }: TimeKeeperOptions): Promise<void> {
  await floor.announce(TIMEKEEPER.id, words === "model" ? await inOwnWords(floor, notice) : notice);
}

async function inOwnWords(floor: Floor, notice: Notice): Promise<Notice> {
  const turn = await floor.turn(TIMEKEEPER.id, {
    kind: "notice",
    text: `Say this to the meeting in your own words, leaving nothing out and adding no opinion: ${escapeText(notice.text)} Reply with JSON: {"text": "your words"}.`,
    reply: wordsSchema,
    audience: "record",
    data: { text: notice.text },
  });
  return turn.status === "spoke" ? { ...notice, text: turn.reply.text } : notice;
}
