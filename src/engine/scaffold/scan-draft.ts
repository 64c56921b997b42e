import type { FieldName } from "./fields.ts";
import type { Tag } from "./tags.ts";

type ScannedField = { readonly raw: string; readonly isComplete: boolean; readonly count: number };

export type ScannedMessage = {
  readonly isWrapped: boolean;
  readonly fields: ReadonlyMap<FieldName, ScannedField>;
  readonly content: string | null;
  readonly isContentComplete: boolean;
  readonly loose: string;
  /** Something between the fields puts in doubt what stands directly under the message. */
  readonly isDoubtful: boolean;
};

export type DraftField = { raw: string; isComplete: boolean; count: number };

export type DraftMessage = {
  isWrapped: boolean;
  head: Map<FieldName, DraftField>;
  loose: string;
  isDoubtful: boolean;
  content: string | null;
  quoted: number;
  /** All of it is taken back when another closing tag of the content comes. */
  tail: Tail | null;
};

/** What follows the content, as long as another `</Content>` may show that it was part of it. */
export type Tail = {
  isContentComplete: boolean;
  fields: Map<FieldName, DraftField>;
  raw: string;
  shown: string;
  hasWords: boolean;
  isDoubtful: boolean;
  isMessageClosed: boolean;
};

export function newDraft(isWrapped: boolean, isDoubtful: boolean): DraftMessage {
  return { isWrapped, head: new Map(), loose: "", isDoubtful, content: null, quoted: 0, tail: null };
}

export function newTail(isContentComplete: boolean, raw: string): Tail {
  return {
    isContentComplete,
    fields: new Map(),
    raw,
    shown: "",
    hasWords: false,
    isDoubtful: false,
    isMessageClosed: false,
  };
}

export function countQuoted(message: DraftMessage, tag: Tag): void {
  if (tag.name !== "Message" || tag.kind === "empty") return;
  message.quoted = Math.max(0, message.quoted + (tag.kind === "open" ? 1 : -1));
}

/** Whether a `<Message>` here begins the next one, and is no quotation. */
export function endsBefore(message: DraftMessage, tail: Tail): boolean {
  return tail.isMessageClosed || (message.quoted === 0 && !tail.hasWords);
}

export function toMessage(message: DraftMessage): ScannedMessage {
  const { tail } = message;
  return {
    isWrapped: message.isWrapped,
    fields: mergeFields(message.head, tail?.fields),
    content: message.content,
    isContentComplete: tail?.isContentComplete ?? false,
    loose: message.loose,
    isDoubtful: message.isDoubtful || tail?.isDoubtful === true,
  };
}

function mergeFields(
  head: Map<FieldName, DraftField>,
  tail?: Map<FieldName, DraftField>,
): ReadonlyMap<FieldName, ScannedField> {
  for (const [name, field] of tail ?? []) {
    const first = head.get(name);
    if (first) first.count += field.count;
    else head.set(name, field);
  }
  return head;
}
