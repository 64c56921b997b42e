import { z } from "zod";

/** The engine alone sends `system_notification`. */
export const KINDS = [
  "thought_share",
  "query",
  "response",
  "acknowledgment",
  "consensus_proposal",
  "consensus_answer",
  "sync_point",
  "sync_arrival",
  "system_notification",
] as const;
export const PRIORITIES = ["low", "medium", "high", "urgent"] as const;
export const STATUSES = ["online", "away", "busy"] as const;
export const STANCES = ["agree", "disagree", "modify"] as const;

export const ALL = "ALL";

const at = z.iso.datetime();

/** What a participant wants to be sent that is for everybody; left out, all of it. */
export const wantsSchema = z.strictObject({
  kinds: z.array(z.enum(KINDS)).max(KINDS.length).optional(),
  priorities: z.array(z.enum(PRIORITIES)).max(PRIORITIES.length).optional(),
});

const participantFields = {
  name: z.string(),
  /** SHA-256 of the participant's token. */
  token: z.string(),
  capabilities: z.array(z.string()),
  wants: wantsSchema,
  status: z.enum(STATUSES),
};

export const messageSchema = z.strictObject({
  id: z.string(),
  at,
  from: z.string(),
  to: z.string(),
  kind: z.enum(KINDS),
  priority: z.enum(PRIORITIES),
  text: z.string(),
  requiresResponse: z.boolean(),
  /** The message that began the thread it stands in; left out where it begins one. */
  thread: z.string().optional(),
  /** Of a proposal: until when it is answered. */
  deadline: at.optional(),
  /** Of an answer to a proposal. */
  stance: z.enum(STANCES).optional(),
  confidence: z.number().min(0).max(1).optional(),
  /** Of a synchronisation point: who is waited for. */
  awaits: z.array(z.string()).optional(),
  /** Of an invitation: the meeting. */
  meeting: z.string().optional(),
});
export type MeshMessage = z.infer<typeof messageSchema>;

export const entrySchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("subscribed"), at, ...participantFields }),
  z.strictObject({ type: z.literal("sent"), at, message: messageSchema }),
  z.strictObject({ type: z.literal("read"), at, by: z.string(), ids: z.array(z.string()) }),
  /** A new day's log begins: this must outlast the days before it. */
  z.strictObject({
    type: z.literal("kept"),
    at,
    lastId: z.int(),
    invited: z.array(z.string()),
    participants: z.array(z.strictObject({ ...participantFields, seen: at })),
  }),
]);
export type RoomEntry = z.infer<typeof entrySchema>;
