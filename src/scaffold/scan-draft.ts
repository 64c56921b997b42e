import type { FieldName } from "./fields.ts";
import type { Tag } from "./tags.ts";

/** A field as it was found: the first of its name, and how many there were. */
type ScannedField = { readonly raw: string; readonly isComplete: boolean; readonly count: number };

/** One message as well as it can be made out. */
export type ScannedMessage = {
  /** Whether a `<Message>` tag opened it. */
  readonly isWrapped: boolean;
  /** Fields beside Content; those after it only where no Content closes later. */
  readonly fields: ReadonlyMap<FieldName, ScannedField>;
  /** Raw, up to the last `</Content>`; null where there is none. */
  readonly content: string | null;
  readonly isContentComplete: boolean;
  /** Text of the message that stands in no field. */
  readonly loose: string;
  /** Something between the fields puts it in doubt what stands directly under the message. */
  readonly isDoubtful: boolean;
};

/** A field while it is being written. */
export type DraftField = { raw: string; isComplete: boolean; count: number };

/** A message while it is being written. */
export type DraftMessage = {
  isWrapped: boolean;
  head: Map<FieldName, DraftField>;
  loose: string;
  isDoubtful: boolean;
  content: string | null;
  /** Quoted messages open inside the content. */
  quoted: number;
  /** Set from a closing tag of the content on: all of it is taken back when another one comes. */
  tail: Tail | null;
};

/** What follows the content, as long as another `</Content>` may show that it was part of it. */
export type Tail = {
  isContentComplete: boolean;
  fields: Map<FieldName, DraftField>;
  /** Everything since the content, and the same without scaffold tags. */
  raw: string;
  shown: string;
  hasWords: boolean;
  isDoubtful: boolean;
  isMessageClosed: boolean;
};

/** A message that has just begun. */
export function newDraft(isWrapped: boolean, isDoubtful: boolean): DraftMessage {
  return { isWrapped, head: new Map(), loose: "", isDoubtful, content: null, quoted: 0, tail: null };
}

/** A tail that begins with a closing tag. */
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

/** Keeps count of the messages quoted inside the content. */
export function countQuoted(message: DraftMessage, tag: Tag): void {
  if (tag.name !== "Message" || tag.kind === "empty") return;
  message.quoted = Math.max(0, message.quoted + (tag.kind === "open" ? 1 : -1));
}

/** Whether a `<Message>` here is the next one, and no quotation inside the content. */
export function endsBefore(message: DraftMessage, tail: Tail): boolean {
  return tail.isMessageClosed || (message.quoted === 0 && !tail.hasWords);
}

/** The message as it stands at its end. */
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
