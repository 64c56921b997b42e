import { z } from "zod";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { inPathOrder } from "../../engine/transcript/path.ts";
import { onOneLine, tell } from "../../engine/words/tell.ts";
import { createItems, type Item } from "../../showing/watching/items.ts";
import type { ReadingDesk, ReadMeeting } from "./desk.ts";

export const entrySchema = z.object({
  seq: z.int().describe("Number of the event in the record"),
  turn: z.int().nullable().describe("Nth turn of the meeting; null where it is none"),
  kind: z
    .string()
    .describe("message.spoken, ballot.cast, notice.given and so on, as docs/reference/transcript.md has them"),
  text: z.string().describe("What was said or what happened"),
  id: z.string().optional().describe("Id of a message"),
  speaker: z.string().optional(),
  name: z.string().optional(),
  to: z.string().optional().describe("Whom it addresses; left out, everybody"),
  topic: z.string().optional(),
  verdict: z.string().nullable().optional(),
  reasoning: z.string().optional(),
  wouldChange: z.string().optional(),
  confidence: z.number().optional(),
  movedBy: z.object({ message: z.string(), passage: z.string() }).optional(),
  cites: z.array(z.object({ ref: z.string().nullable(), quote: z.string(), found: z.string() })).optional(),
  withdrawn: z.literal(true).optional(),
  flags: z.array(z.string()).optional(),
});
export type TranscriptRow = z.infer<typeof entrySchema>;

export function rowsOf(
  { events }: ReadMeeting,
  { procedureOf }: Pick<ReadingDesk, "procedureOf">,
): readonly TranscriptRow[] {
  const items = createItems({ procedureOf });
  for (const event of inPathOrder(events)) items.push(event);
  const names = namesIn(events);
  return items.list.flatMap((item) => rowOf(item, names) ?? []);
}

export function rowInWords({ turn, name, to, verdict, text, kind, reasoning }: TranscriptRow): string {
  if (kind !== "message.spoken") return turn === null ? `- ${text}` : `[${turn}] ${text}`;
  const whom = to === undefined ? "" : ` to ${to}`;
  const stated =
    verdict === undefined
      ? ""
      : ` (${verdict ?? "no verdict"}${reasoning === undefined ? "" : `: ${reasoning}`})`;
  return `[${turn}] ${name}${whom}${stated}: ${text}`;
}

function namesIn(events: readonly MeetingEvent[]): (seat: string) => string {
  const names = new Map<string, string>();
  for (const event of events)
    if (event.type === "meeting.opened" || event.type === "meeting.forked")
      for (const { id, persona } of event.seats) names.set(id, persona.name);
  return (seat) => names.get(seat) ?? seat;
}

function rowOf(
  { seq, turn, event, told, prose }: Item,
  nameOf: (seat: string) => string,
): TranscriptRow | null {
  if (event.type === "message.spoken") {
    const { id, speaker, to, content, verdict, abstains, reasoning, wouldChange, confidence } = event;
    const takes = verdict !== null || abstains === true;
    return {
      ...{ seq, turn, kind: event.type, text: prose ?? content, id, speaker, name: nameOf(speaker) },
      ...(to !== null && { to: nameOf(to) }),
      ...(event.topic !== undefined && { topic: event.topic }),
      ...(takes && { verdict }),
      ...(reasoning !== null && { reasoning }),
      ...(wouldChange !== null && { wouldChange }),
      ...(confidence !== null && { confidence }),
      ...(event.movedBy && { movedBy: event.movedBy }),
      ...(event.citations.length > 0 && {
        cites: event.citations.map(({ ref, quote, found }) => ({ ref, quote, found })),
      }),
      ...(event.withdrawn && { withdrawn: true as const }),
      ...(event.flags.length > 0 && { flags: [...event.flags] }),
    };
  }
  if (event.type === "speaker.selected") return null;
  const narrated = event.type === "fact.recorded" && told !== null ? told : undefined;
  const words = tell(event, { nameOf }, narrated);
  return words === null ? null : { seq, turn, kind: event.type, text: onOneLine(words) };
}
