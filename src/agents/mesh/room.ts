import { ALL, type MeshMessage, type RoomEntry } from "./entries.ts";

export type Participant = {
  readonly name: string;
  readonly token: string;
  readonly capabilities: readonly string[];
  readonly wants: {
    readonly kinds?: readonly string[] | undefined;
    readonly priorities?: readonly string[] | undefined;
  };
  readonly status: "online" | "away" | "busy";
  /** When it did something last, ISO 8601. */
  readonly seen: string;
};

export type MeshRoom = {
  readonly participants: ReadonlyMap<string, Participant>;
  readonly messages: readonly MeshMessage[];
  /** Ids of messages read, by the name of the reader. */
  readonly read: ReadonlyMap<string, ReadonlySet<string>>;
  readonly lastId: number;
  readonly invited: ReadonlySet<string>;
};

export type GrowingRoom = { readonly room: MeshRoom; readonly push: (entry: RoomEntry) => void };

export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

export function growingRoom(): GrowingRoom {
  const participants = new Map<string, Participant>();
  const messages: MeshMessage[] = [];
  const read = new Map<string, Set<string>>();
  const invited = new Set<string>();
  let lastId = 0;

  function saw(name: string, at: string): void {
    const known = participants.get(nameKey(name));
    if (known) participants.set(nameKey(name), { ...known, seen: at });
  }

  function push(entry: RoomEntry): void {
    switch (entry.type) {
      case "subscribed": {
        const { type: _, at, ...participant } = entry;
        participants.set(nameKey(entry.name), { ...participant, seen: at });
        return;
      }
      case "sent": {
        const { message } = entry;
        messages.push(message);
        lastId = Math.max(lastId, numberOf(message.id));
        if (message.meeting !== undefined) invited.add(message.meeting);
        saw(message.from, entry.at);
        return;
      }
      case "read": {
        const own = read.get(nameKey(entry.by)) ?? new Set<string>();
        for (const id of entry.ids) own.add(id);
        read.set(nameKey(entry.by), own);
        saw(entry.by, entry.at);
        return;
      }
      case "kept":
        lastId = Math.max(lastId, entry.lastId);
        for (const meeting of entry.invited) invited.add(meeting);
        for (const each of entry.participants)
          if (!participants.has(nameKey(each.name))) participants.set(nameKey(each.name), each);
        return;
      default:
        entry satisfies never;
    }
  }

  return {
    push,
    get room() {
      return { participants, messages, read, lastId, invited };
    },
  };
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
