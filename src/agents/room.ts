/** The room in which agents talk outside meetings: its entries, and what they say about participants and messages. */
import { z } from "zod";
import { isSamePerson } from "../engine/people/inbox.ts";
import { BoardroomError } from "../errors.ts";
import { isReservedName } from "../scenario/schema/persona.ts";
import { hashSha256 } from "../text/sha256.ts";

export const KINDS = ["thought_share", "query", "response", "acknowledgment"] as const;
export const PRIORITIES = ["low", "medium", "high", "urgent"] as const;

export const ALL = "ALL";

const at = z.iso.datetime();

export const messageSchema = z.strictObject({
  id: z.string(),
  at,
  from: z.string(),
  to: z.string(),
  /** The engine alone sends `system_notification`. */
  kind: z.enum([...KINDS, "system_notification"]),
  priority: z.enum(PRIORITIES),
  text: z.string(),
  thread: z.string().optional().describe("Id of the message that began the thread"),
  meeting: z.string().optional().describe("Id of the meeting that an invitation is for"),
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
  }),
  z.strictObject({ type: z.literal("sent"), at, message: messageSchema }),
  z.strictObject({ type: z.literal("read"), at, by: z.string(), ids: z.array(z.string()) }),
]);
export type RoomEntry = z.infer<typeof entrySchema>;

/** `seen`: when it did something last, ISO 8601. */
export type Participant = Omit<Extract<RoomEntry, { type: "subscribed" }>, "type" | "at"> & {
  seen: string;
};

export type MeshRoom = {
  entries: readonly RoomEntry[];
  participants: ReadonlyMap<string, Participant>;
  messages: readonly MeshMessage[];
  /** Ids of messages read, by the name of the reader. */
  read: ReadonlyMap<string, ReadonlySet<string>>;
};

export function createRoom(entries: readonly RoomEntry[]): MeshRoom {
  const participants = new Map<string, Participant>();
  const messages: MeshMessage[] = [];
  const read = new Map<string, Set<string>>();
  const markSeen = (name: string, seen: string) => {
    const known = participants.get(toNameKey(name));
    if (known) participants.set(toNameKey(name), { ...known, seen });
  };
  for (const entry of entries) {
    if (entry.type === "subscribed") {
      const { type: _, at, ...participant } = entry;
      participants.set(toNameKey(entry.name), { ...participant, seen: at });
    } else if (entry.type === "sent") {
      messages.push(entry.message);
      markSeen(entry.message.from, entry.at);
    } else {
      const ids = read.get(toNameKey(entry.by)) ?? [];
      read.set(toNameKey(entry.by), new Set([...ids, ...entry.ids]));
      markSeen(entry.by, entry.at);
    }
  }
  return { entries, participants, messages, read };
}

function toNameKey(name: string): string {
  return name.trim().toLowerCase();
}

export function getNumber({ id }: MeshMessage): number {
  return Number(id.slice(1));
}

export function createNextId({ messages }: MeshRoom): string {
  const last = messages.at(-1);
  return `r${last === undefined ? 1 : getNumber(last) + 1}`;
}

const KEPT_MS = 7 * 24 * 3_600_000;

/** For seven days. Longer: participants who came back, invitations, and the last message, which has the last number. */
export function isKept(
  { participants, messages }: MeshRoom,
  entry: RoomEntry,
  now: number,
): boolean {
  const isRecent = (time = "") => Date.parse(time) >= now - KEPT_MS;
  if (isRecent(entry.at)) return true;
  if (entry.type === "subscribed") return isRecent(participants.get(toNameKey(entry.name))?.seen);
  if (entry.type === "read") return false;
  return entry.message.meeting !== undefined || entry.message.id === messages.at(-1)?.id;
}

type Presenting = Pick<Participant, "name" | "capabilities">;

/** The same name with its token is the same participant, who comes back. `fresh` is the token of a new one. */
export function createSubscription(
  { participants }: MeshRoom,
  presenting: Presenting,
  { own, fresh }: { own: string | undefined; fresh: string },
  now: number,
) {
  const key = toNameKey(presenting.name);
  const known = participants.get(key);
  const isOther = known !== undefined && (own === undefined || known.token !== hashSha256(own));
  if (isOther || isReservedName(presenting.name)) {
    throw new BoardroomError("name-taken", {
      message: known
        ? `another participant is called ${JSON.stringify(known.name)}`
        : `${JSON.stringify(presenting.name)} is reserved`,
      remedy: "Choose another name. If it is yours, give the token from subscribe.",
    });
  }
  return {
    ...presenting,
    type: "subscribed" as const,
    at: new Date(now).toISOString(),
    name: known?.name ?? presenting.name,
    token: known?.token ?? hashSha256(fresh),
  };
}

export function requireParticipant({ participants }: MeshRoom, token: string): Participant {
  const digest = hashSha256(token);
  const found = [...participants.values()].find((each) => each.token === digest);
  if (found) return found;
  throw new BoardroomError("token-refused", {
    message: "no participant of this room has this token",
    remedy: "Call subscribe to get one.",
  });
}

type MeshDraft = Pick<MeshMessage, "to" | "kind" | "priority" | "text"> & {
  replyTo?: string | undefined;
};

/** The entry of a message. Throws if the room has no such addressee or no such message to reply to. */
export function createMessageEntry(
  room: MeshRoom,
  from: Participant,
  draft: MeshDraft,
  now: number,
) {
  const { kind, priority, text, replyTo } = draft;
  const time = new Date(now).toISOString();
  const to = draft.to === ALL ? ALL : requireAddressee(room, draft.to);
  const thread = replyTo === undefined ? undefined : findRoot(room, replyTo, from).id;
  const message = {
    id: createNextId(room),
    at: time,
    from: from.name,
    to,
    kind,
    priority,
    text,
    thread,
  };
  return { type: "sent" as const, at: time, message };
}

/** The message that begins the thread of another, if the reader may see both. */
export function findRoot(room: MeshRoom, id: string, reader: Participant): MeshMessage {
  const find = (wanted: string) =>
    room.messages.find((message) => message.id === wanted && isVisibleTo(message, reader));
  const found = find(id);
  const root = found?.thread === undefined ? found : find(found.thread);
  if (root) return root;
  throw new BoardroomError("message-invalid", {
    message: `there is no message ${JSON.stringify(id.slice(0, 40))} for you`,
    remedy: "get_messages gives their ids.",
  });
}

function requireAddressee({ participants }: MeshRoom, name: string): string {
  const known = participants.get(toNameKey(name));
  if (known) return known.name;
  const names = [...participants.values()].map((each) => each.name);
  throw new BoardroomError("message-invalid", {
    message: `no participant is called ${JSON.stringify(name.slice(0, 80))}`,
    remedy: `Here: ${names.join(", ")}; ${ALL} is everyone.`,
  });
}

export function isVisibleTo({ from, to }: MeshMessage, { name }: Participant): boolean {
  return to === ALL || isSamePerson(to, name) || isSamePerson(from, name);
}

/** Messages for a reader, from others. */
export function isFor(message: MeshMessage, reader: Participant): boolean {
  return isVisibleTo(message, reader) && !isSamePerson(message.from, reader.name);
}

export function isRead({ read }: MeshRoom, { id }: MeshMessage, { name }: Participant): boolean {
  return read.get(toNameKey(name))?.has(id) ?? false;
}

export function listUnread(room: MeshRoom, reader: Participant): readonly MeshMessage[] {
  return room.messages.filter(
    (message) => isFor(message, reader) && !isRead(room, message, reader),
  );
}

/** A running meeting and the agents who are its members. */
export type LiveTable = { meeting: string; people: readonly string[] };

/** Refuses messages between members of one running meeting: such words belong into its record. */
export function refuseAside(
  { participants }: MeshRoom,
  { name }: Participant,
  to: string,
  tables: readonly LiveTable[],
): void {
  for (const { meeting, people } of tables) {
    if (!people.some((person) => isSamePerson(person, name))) continue;
    const others = people.filter((person) => !isSamePerson(person, name));
    const reached = others.filter((person) =>
      to === ALL ? participants.has(toNameKey(person)) : isSamePerson(person, to),
    );
    if (reached.length === 0) continue;
    throw new BoardroomError("not-allowed", {
      message: `you are a member of ${meeting} with ${reached.join(", ")}: until it has closed, talk to each other only in that meeting`,
      remedy: "Say it there when you have the turn, or here after the meeting.",
    });
  }
}
