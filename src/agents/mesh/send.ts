import { BoardroomError } from "../../errors.ts";
import { sha256 } from "../../text/sha256.ts";
import {
  ALL,
  isOpen,
  type MeshMessage,
  type MeshRoom,
  nameKey,
  type Participant,
  type RoomEntry,
  reaches,
} from "./room.ts";

type MeshDraft = Omit<MeshMessage, "id" | "at" | "from" | "thread" | "meeting"> & {
  readonly replyTo?: string | undefined;
};

/** Throws if the message cannot be sent or breaks a rule. `now`: milliseconds since 1970. */
export function sending(
  room: MeshRoom,
  from: Participant,
  { replyTo, ...draft }: MeshDraft,
  now: number,
  rules: ChatterRules,
): RoomEntry {
  const root = replyTo === undefined ? null : rootOf(room, replyTo, from.name);
  const to = draft.to === ALL ? ALL : readerOf(room, draft.to);
  requireKind(draft, root, now);
  const awaits = draft.awaits?.map((name) => readerOf(room, name));
  const message = {
    ...draft,
    ...(awaits && { awaits }),
    ...{ from: from.name, to },
    ...(root && { thread: root.id }),
  };
  const broken = brokenRule(room, message, now, rules);
  if (broken) {
    throw new BoardroomError("limit-exceeded", {
      message: `not sent: ${broken.rule}`,
      remedy: `It is refused until ${broken.until}.`,
    });
  }
  const at = new Date(now).toISOString();
  return { type: "sent", at, message: { id: `r${room.lastId + 1}`, at, ...message } };
}

/** The message that begins the thread of another, as far as the reader may see both. */
export function rootOf(room: MeshRoom, id: string, reader: string): MeshMessage {
  const find = (asked: string | undefined) =>
    room.messages.find((message) => message.id === asked && reaches(message, reader));
  const found = find(id);
  const root = found?.thread === undefined ? found : find(found.thread);
  if (root) return root;
  throw refused(
    `there is no message ${JSON.stringify(id.slice(0, 40))} for you`,
    "get_messages gives their ids.",
  );
}

function readerOf({ participants }: MeshRoom, name: string): string {
  const known = participants.get(nameKey(name));
  if (known) return known.name;
  const names = [...participants.values()].map((each) => each.name);
  throw refused(
    `no participant is called ${JSON.stringify(name.slice(0, 80))}`,
    names.length === 0 ? "No one has subscribed yet." : `Here: ${names.join(", ")}; ${ALL} is everyone.`,
  );
}

function requireKind(
  { kind, deadline, stance, confidence, awaits }: Omit<MeshDraft, "replyTo">,
  root: MeshMessage | null,
  now: number,
): void {
  if (kind === "system_notification")
    throw refused("notifications are the room's own", "Send a thought_share.");
  if (kind === "consensus_proposal") {
    if (root) throw refused("a proposal begins a thread", "Leave replyTo out.");
    if (deadline === undefined || Date.parse(deadline) <= now)
      throw refused(
        "a proposal needs a deadline that is still to come",
        "Give `deadline`, an instant in ISO 8601.",
      );
  } else if (deadline !== undefined) throw refused("only a proposal has a deadline", "Leave `deadline` out.");
  if (kind === "consensus_answer") {
    if (root?.kind !== "consensus_proposal")
      throw refused("this answers no proposal", "Give its id as replyTo.");
    if (stance === undefined) throw refused("an answer needs its stance", "agree, disagree or modify.");
    if (!isOpen(root, now)) throw refused(`the proposal was open until ${root.deadline}`, "Begin another.");
  } else if (stance !== undefined || confidence !== undefined)
    throw refused("only an answer to a proposal has a stance", "Send it as consensus_answer.");
  if (kind === "sync_point" && (awaits === undefined || awaits.length === 0))
    throw refused("a sync_point needs the participants it waits for", "Give their names as `awaits`.");
  if (kind !== "sync_point" && awaits !== undefined)
    throw refused("only a sync_point can wait for participants", "Remove `awaits`.");
  if (kind === "sync_arrival" && root?.kind !== "sync_point")
    throw refused("this answers no sync_point", "Give the id of the sync_point as replyTo.");
}

function refused(message: string, remedy: string): BoardroomError {
  return new BoardroomError("message-invalid", { message, remedy });
}

type ChatterRules = {
  readonly unaskedAnHour: number;
  readonly secondsBetween: number;
  /** Share of common words (Jaccard) from which two messages are the same. */
  readonly similarity: number;
  /** In characters; so many short replies in a row are the most. */
  readonly shortReply: number;
  readonly shortReplies: number;
};

export const USUAL_RULES: ChatterRules = {
  unaskedAnHour: 20,
  secondsBetween: 5,
  similarity: 0.7,
  shortReply: 10,
  shortReplies: 3,
};

type BrokenRule = { readonly rule: string; readonly until: string };

const HOUR_MS = 3_600_000;

function brokenRule(
  room: MeshRoom,
  message: Omit<MeshMessage, "id" | "at">,
  now: number,
  rules: ChatterRules,
): BrokenRule | null {
  const own = room.messages.filter(({ from }) => nameKey(from) === nameKey(message.from));
  const last = own.at(-1);
  const next = last === undefined ? now : Date.parse(last.at) + rules.secondsBetween * 1_000;
  if (next > now) return { rule: `${rules.secondsBetween} s between two messages`, until: instant(next) };
  if (isShort(message, rules) && own.length >= rules.shortReplies) {
    const before = own.slice(-rules.shortReplies);
    if (before.every((each) => isShort(each, rules)))
      return {
        rule: `at most ${rules.shortReplies} replies in a row under ${rules.shortReply} characters`,
        until: "you say something longer",
      };
  }
  const recent = own.filter(({ at }) => Date.parse(at) > now - HOUR_MS);
  const twin = recent.findLast((each) => likeness(each.text, message.text) > rules.similarity);
  if (twin) {
    return {
      rule: `nothing that shares more than ${rules.similarity} of its words with what you said (${twin.id})`,
      until: instant(Date.parse(twin.at) + HOUR_MS),
    };
  }
  if (isAsked(room, message)) return null;
  const unasked = recent.filter((each) => !isAsked(room, each));
  const [oldest] = unasked.slice(-rules.unaskedAnHour);
  if (unasked.length < rules.unaskedAnHour || oldest === undefined) return null;
  return {
    rule: `${rules.unaskedAnHour} unrequested messages an hour`,
    until: instant(Date.parse(oldest.at) + HOUR_MS),
  };
}

function isAsked({ messages }: MeshRoom, { thread, from }: Pick<MeshMessage, "thread" | "from">): boolean {
  const root = thread === undefined ? undefined : messages.find(({ id }) => id === thread);
  return root?.requiresResponse === true && nameKey(root.from) !== nameKey(from);
}

function isShort(
  { thread, text }: Pick<MeshMessage, "thread" | "text">,
  { shortReply }: ChatterRules,
): boolean {
  return thread !== undefined && text.trim().length < shortReply;
}

function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.size === 0 && b.size === 0) return 0;
  const common = [...a].filter((word) => b.has(word)).length;
  return common / (a.size + b.size - common);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 2));
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}

type LiveTable = { readonly meeting: string; readonly people: readonly string[] };

/** Words between people at one table belong into its record. */
export function refuseAside(
  { participants }: MeshRoom,
  from: string,
  to: string,
  tables: readonly LiveTable[],
): void {
  const own = nameKey(from);
  for (const { meeting, people } of tables) {
    if (!people.some((person) => nameKey(person) === own)) continue;
    const reached = people.filter((person) => {
      const key = nameKey(person);
      return key !== own && (to === ALL ? participants.has(key) : key === nameKey(to));
    });
    if (reached.length === 0) continue;
    throw new BoardroomError("not-allowed", {
      message: `you are a member of ${meeting} with ${reached.join(", ")}: until it has closed, talk to each other only in that meeting`,
      remedy: "Say it there when you have the turn, or here after the meeting.",
    });
  }
}

const RESERVED: ReadonlySet<string> = new Set(["all", "boardroom"]);

const DORMANT_MS = 30 * 60_000;

type Presenting = Pick<Participant, "name" | "capabilities" | "wants" | "status">;

/** The same name with its token is the same participant, who comes back. */
export function subscribing(
  room: MeshRoom,
  presenting: Presenting,
  { own, fresh }: { readonly own: string | undefined; readonly fresh: string },
  now: number,
): RoomEntry {
  if (RESERVED.has(nameKey(presenting.name))) {
    throw new BoardroomError("name-taken", {
      message: `${JSON.stringify(presenting.name)} is reserved`,
      remedy: "Choose another name.",
    });
  }
  const known = room.participants.get(nameKey(presenting.name));
  if (known && (own === undefined || known.token !== sha256(own))) {
    throw new BoardroomError("name-taken", {
      message: `another participant is called ${JSON.stringify(known.name)}`,
      remedy: "Choose another name. If it is yours, give the token from subscribe.",
    });
  }
  return {
    ...{ type: "subscribed" as const, at: new Date(now).toISOString() },
    ...presenting,
    name: known?.name ?? presenting.name.trim(),
    token: known?.token ?? sha256(fresh),
  };
}

export function participantBy({ participants }: MeshRoom, given: string): Participant {
  const digest = sha256(given);
  const found = [...participants.values()].find(({ token }) => token === digest);
  if (found) return found;
  throw new BoardroomError("token-refused", {
    message: "no participant of this room has this token",
    remedy: "Call subscribe to get one.",
  });
}

export function stateOf({ status, seen }: Participant, now: number): Participant["status"] | "dormant" {
  return now - Date.parse(seen) >= DORMANT_MS ? "dormant" : status;
}
