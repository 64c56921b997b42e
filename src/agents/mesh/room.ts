import { z } from "zod";

export type MeshRoom = {
  readonly entries: readonly RoomEntry[];
  readonly participants: ReadonlyMap<string, Participant>;
  readonly messages: readonly MeshMessage[];
  /** Ids of messages read, by the name of the reader. */
  readonly read: ReadonlyMap<string, ReadonlySet<string>>;
  readonly lastId: number;
  readonly invited: ReadonlySet<string>;
};

export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

export function roomOf(entries: readonly RoomEntry[]): MeshRoom {
  const participants = new Map<string, Participant>();
  const messages: MeshMessage[] = [];
  const read = new Map<string, Set<string>>();
  const saw = (name: string, at: string) => {
    const known = participants.get(nameKey(name));
    if (known) participants.set(nameKey(name), { ...known, seen: at });
  };
  for (const entry of entries) {
    if (entry.type === "subscribed") {
      const { type: _, at, ...participant } = entry;
      participants.set(nameKey(entry.name), { ...participant, seen: at });
    } else if (entry.type === "sent") {
      messages.push(entry.message);
      saw(entry.message.from, entry.at);
    } else {
      const own = read.get(nameKey(entry.by)) ?? new Set<string>();
      for (const id of entry.ids) own.add(id);
      read.set(nameKey(entry.by), own);
      saw(entry.by, entry.at);
    }
  }
  const invited = new Set(messages.flatMap(({ meeting }) => meeting ?? []));
  return { entries, participants, messages, read, invited, lastId: numberOf(messages.at(-1)?.id ?? "") };
}

const KEPT_MS = 7 * 24 * 3_600_000;

/** For seven days. Longer: participants who came back, invitations, and the last message, which has the last number. */
export function isKept({ participants, messages }: MeshRoom, entry: RoomEntry, now: number): boolean {
  const isRecent = (at = "") => Date.parse(at) >= now - KEPT_MS;
  if (isRecent(entry.at)) return true;
  if (entry.type === "subscribed") return isRecent(participants.get(nameKey(entry.name))?.seen);
  return (
    entry.type === "sent" && (entry.message.meeting !== undefined || entry.message.id === messages.at(-1)?.id)
  );
}

function numberOf(id: string): number {
  return Number(id.slice(1)) || 0;
}

export function reaches({ from, to }: MeshMessage, reader: string): boolean {
  return to === ALL || nameKey(to) === nameKey(reader) || nameKey(from) === nameKey(reader);
}

export function isWanted(message: MeshMessage, { name, wants }: Participant): boolean {
  if (!reaches(message, name) || nameKey(message.from) === nameKey(name)) return false;
  if (message.to !== ALL || message.kind === "system_notification") return true;
  const kinds = wants.kinds ?? [message.kind];
  const priorities = wants.priorities ?? [message.priority];
  return kinds.includes(message.kind) && priorities.includes(message.priority);
}

export function isRead({ read }: MeshRoom, message: MeshMessage, reader: string): boolean {
  return read.get(nameKey(reader))?.has(message.id) ?? false;
}

export function unread(room: MeshRoom, reader: Participant): readonly MeshMessage[] {
  return room.messages.filter((message) => isWanted(message, reader) && !isRead(room, message, reader.name));
}

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

export const wantsSchema = z.strictObject({
  kinds: z.array(z.enum(KINDS)).max(KINDS.length).optional(),
  priorities: z.array(z.enum(PRIORITIES)).max(PRIORITIES.length).optional(),
});

export const messageSchema = z.strictObject({
  id: z.string(),
  at,
  from: z.string(),
  to: z.string(),
  kind: z.enum(KINDS),
  priority: z.enum(PRIORITIES),
  text: z.string(),
  requiresResponse: z.boolean(),
  thread: z.string().optional(),
  deadline: at.optional(),
  stance: z.enum(STANCES).optional(),
  confidence: z.number().min(0).max(1).optional(),
  awaits: z.array(z.string()).optional(),
  meeting: z.string().optional(),
});
export type MeshMessage = z.infer<typeof messageSchema>;

export const entrySchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("subscribed"),
    at,
    name: z.string(),
    /** SHA-256 of the participant's token. */
    token: z.string(),
    capabilities: z.array(z.string()),
    wants: wantsSchema,
    status: z.enum(STATUSES),
  }),
  z.strictObject({ type: z.literal("sent"), at, message: messageSchema }),
  z.strictObject({ type: z.literal("read"), at, by: z.string(), ids: z.array(z.string()) }),
]);
export type RoomEntry = z.infer<typeof entrySchema>;
/** `seen`: when it did something last, ISO 8601. */
export type Participant = Omit<Extract<RoomEntry, { type: "subscribed" }>, "type" | "at"> & {
  readonly seen: string;
};

/** Of several answers by one participant the last before the deadline counts. */
export function proposalCount(room: MeshRoom, proposal: MeshMessage, now: number) {
  const answers = new Map<string, MeshMessage>();
  for (const message of room.messages)
    if (message.thread === proposal.id && message.kind === "consensus_answer")
      answers.set(nameKey(message.from), message);
  const given = [...answers.values()];
  const of = (stance: MeshMessage["stance"]) => given.filter((each) => each.stance === stance).length;
  const sure = given.flatMap(({ confidence }) => confidence ?? []);
  const asked = [...room.participants.values()].filter(
    ({ name }) =>
      nameKey(name) !== nameKey(proposal.from) &&
      (proposal.to === "ALL" || nameKey(proposal.to) === nameKey(name)),
  );
  const missing = asked.filter(({ name }) => !answers.has(nameKey(name))).map(({ name }) => name);
  return {
    agree: of("agree"),
    disagree: of("disagree"),
    modify: of("modify"),
    confidence: sure.length === 0 ? null : sure.reduce((sum, each) => sum + each, 0) / sure.length,
    missing,
    isOpen: isOpen(proposal, now),
    isConsensus: given.length > 0 && missing.length === 0 && of("agree") === given.length,
  };
}

export function isOpen({ deadline }: MeshMessage, now: number): boolean {
  return deadline === undefined || Date.parse(deadline) > now;
}

export function syncCount(room: MeshRoom, point: MeshMessage) {
  const arrivals = room.messages.filter(({ thread, kind }) => thread === point.id && kind === "sync_arrival");
  const present = new Set(arrivals.map(({ from }) => nameKey(from)));
  const awaited = point.awaits ?? [];
  const missing = awaited.filter((name) => !present.has(nameKey(name)));
  const arrived = awaited.filter((name) => present.has(nameKey(name)));
  return { arrived, missing, isReached: missing.length === 0 };
}
