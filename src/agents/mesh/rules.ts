import type { MeshMessage } from "./entries.ts";
import { type MeshRoom, nameKey } from "./room.ts";

export type ChatterRules = {
  readonly unaskedAnHour: number;
  readonly secondsBetween: number;
  /** Share of common words (Jaccard) from which two messages are the same. */
  readonly alike: number;
  /** In characters; so many short replies in a row are the most. */
  readonly shortReply: number;
  readonly shortReplies: number;
};

export const USUAL_RULES: ChatterRules = {
  unaskedAnHour: 20,
  secondsBetween: 5,
  alike: 0.7,
  shortReply: 10,
  shortReplies: 3,
};

type BrokenRule = { readonly rule: string; readonly until: string };

const HOUR_MS = 3_600_000;

/** Null where the message may be sent. `now`: milliseconds since 1970. */
export function brokenRule(
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
  const twin = recent.findLast((each) => likeness(each.text, message.text) > rules.alike);
  if (twin) {
    return {
      rule: `nothing that shares more than ${rules.alike} of its words with what you said (${twin.id})`,
      until: instant(Date.parse(twin.at) + HOUR_MS),
    };
  }
  if (isAsked(room, message)) return null;
  const unasked = recent.filter((each) => !isAsked(room, each));
  const [oldest] = unasked.slice(-rules.unaskedAnHour);
  if (unasked.length < rules.unaskedAnHour || oldest === undefined) return null;
  return {
    rule: `${rules.unaskedAnHour} messages an hour that nobody asked for`,
    until: instant(Date.parse(oldest.at) + HOUR_MS),
  };
}

/** Somebody else began the thread and wants an answer: a question, a proposal, a point to come to. */
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
