import { BoardroomError } from "../../errors.ts";
import { isOpen } from "./counts.ts";
import { ALL, type MeshMessage, type RoomEntry } from "./entries.ts";
import { type MeshRoom, nameKey, type Participant, reaches } from "./room.ts";
import { brokenRule, type ChatterRules } from "./rules.ts";

type MeshDraft = Omit<MeshMessage, "id" | "at" | "from" | "thread" | "meeting"> & {
  readonly replyTo?: string | undefined;
};

/** Throws where the message cannot be sent or breaks a rule. `now`: milliseconds since 1970. */
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
    throw new BoardroomError("too-much", {
      message: `not sent: ${broken.rule}`,
      remedy: `It is refused until ${broken.until}.`,
    });
  }
  const at = new Date(now).toISOString();
  return { type: "sent", at, message: { id: `r${room.lastId + 1}`, at, ...message } };
}

/** Threads have one level: a reply to a reply stands in its thread. */
function rootOf(room: MeshRoom, id: string, reader: string): MeshMessage {
  const found = room.messages.find((message) => message.id === id && reaches(message, reader));
  const root = found?.thread === undefined ? found : room.messages.find((each) => each.id === found.thread);
  if (root && reaches(root, reader)) return root;
  throw refused(
    `there is no message ${JSON.stringify(id.slice(0, 40))} to reply to`,
    "get_messages gives their ids.",
  );
}

function readerOf({ participants }: MeshRoom, name: string): string {
  const known = participants.get(nameKey(name));
  if (known) return known.name;
  const names = [...participants.values()].map((each) => each.name);
  throw refused(
    `nobody called ${JSON.stringify(name.slice(0, 80))} has subscribed`,
    names.length === 0 ? "Nobody has." : `Here: ${names.join(", ")}; ${ALL} is everybody.`,
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
    throw refused("a point to come to needs who is waited for", "Give their names as `awaits`.");
  if (kind !== "sync_point" && awaits !== undefined)
    throw refused("only a sync_point awaits somebody", "Leave `awaits` out.");
  if (kind === "sync_arrival" && root?.kind !== "sync_point")
    throw refused("this comes to no point", "Give the id of the sync_point as replyTo.");
}

function refused(message: string, remedy: string): BoardroomError {
  return new BoardroomError("message-refused", { message, remedy });
}
