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
  readonly isClosed: boolean;
  readonly hasUnknown: boolean;
  /** Its parts are exactly as asked for: nothing was taken back, left open or written between the fields. */
  readonly isWhole: boolean;
};

export type DraftField = { raw: string; isComplete: boolean; count: number };

export type DraftMessage = {
  isWrapped: boolean;
  head: Map<FieldName, DraftField>;
  loose: string;
  isDoubtful: boolean;
  isClosed: boolean;
  hasUnknown: boolean;
  /** A content inside the content, or text that was taken back. */
  isMixed: boolean;
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
  hasLooseWords: boolean;
  isDoubtful: boolean;
  isMessageClosed: boolean;
};

export function newDraft(isWrapped: boolean, isDoubtful: boolean): DraftMessage {
  return {
    ...{ isWrapped, isDoubtful, head: new Map(), loose: "", content: null, quoted: 0, tail: null },
    ...{ isClosed: false, hasUnknown: false, isMixed: false },
  };
}

export function newTail(isContentComplete: boolean, raw: string): Tail {
  return {
    isContentComplete,
    fields: new Map(),
    raw,
    shown: "",
    hasWords: false,
    hasLooseWords: false,
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
  const { tail, content, loose, isWrapped, hasUnknown, isMixed } = message;
  const fields = mergeFields(message.head, tail?.fields);
  const isDoubtful = message.isDoubtful || tail?.isDoubtful === true;
  const isContentComplete = tail?.isContentComplete ?? false;
  const isEachOnce = [...fields.values()].every(({ isComplete, count }) => isComplete && count === 1);
  const isTidy = !isDoubtful && !isMixed && loose.trim() === "" && tail?.hasLooseWords !== true;
  return {
    ...{ isWrapped, fields, content, isContentComplete, loose, isDoubtful, hasUnknown },
    isClosed: message.isClosed || tail?.isMessageClosed === true,
    isWhole: isTidy && isEachOnce && (content === null || (isContentComplete && !hasOpenCdata(content))),
  };
}

function hasOpenCdata(raw: string): boolean {
  return raw.lastIndexOf("<![CDATA[") > raw.lastIndexOf("]]>");
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
