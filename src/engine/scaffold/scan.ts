/**
 * Reads a reply in tags while it streams, and shows the words of its content as they come. The same
 * scanner recovers messages from replies that no parser can read.
 */

import { type FieldName, isNameField } from "./fields.ts";
import { createTagReader, createVisibleText, type Tag } from "./stream.ts";

type Scanner = {
  push(delta: string): string;
  end(): string;
  messages: readonly ScannedMessage[];
  /** A content was closed that no message had open: what was read as messages may be one message's words. */
  hasStrayContent: boolean;
  hasTextAround: boolean;
};

/** For live text and for salvage. The content ends at the last `</Content>`, so text after the first one waits. Linear in the length. */
export function createScanner(): Scanner {
  const reader = createTagReader(onText, onTag);
  const visible = createVisibleText();
  const messages: ScannedMessage[] = [];
  let draft: ScannedMessage | null = null;
  let open: { name: FieldName; field: ScannedField } | null = null;
  let shown = "";
  let hasStrayContent = false;
  let hasTextAround = false;

  function onText(text: string): void {
    if (!draft) hasTextAround ||= hasWords(text);
    else if (draft.tail) addTailText(draft.tail, text);
    else if (draft.content !== null) addContentText(draft, text, text);
    else addHeadText(draft, text);
  }

  function onTag(tag: Tag): void {
    if (tag.kind === "broken") readBrokenTag(tag);
    else if (!draft) readOutsideTag(tag);
    else if (draft.tail) readTailTag(draft, draft.tail, tag);
    else if (draft.content !== null) readContentTag(draft, tag);
    else readHeadTag(draft, tag);
  }

  /** Its end is a guess, so what follows in the message's head is in doubt. */
  function readBrokenTag(tag: Tag): void {
    if (!draft && tag.name === "Message") draft = createDraft(true, true);
    if (draft?.content === null) draft.isDoubtful = true;
    onText(tag.raw);
  }

  function readOutsideTag(tag: Tag): void {
    if (tag.kind === "close") {
      hasStrayContent ||= tag.name === "Content";
      return;
    }
    draft = createDraft(tag.name === "Message", tag.isRagged);
    if (tag.name !== "Message") readHeadTag(draft, tag);
    else if (tag.kind === "empty") finish(draft);
  }

  function addHeadText(message: ScannedMessage, text: string): void {
    if (open) open.field.raw += text;
    else {
      message.loose += text;
      message.isDoubtful ||= text.includes("<");
    }
  }

  function readHeadTag(message: ScannedMessage, tag: Tag): void {
    message.isDoubtful ||= tag.isRagged;
    hasStrayContent ||= tag.name === "Content" && tag.kind === "close";
    if (tag.name === "Message") {
      const isFresh = tag.kind !== "close" && message.fields.size === 0;
      message.isDoubtful ||= !isFresh && tag.kind !== "close";
      if (!isFresh) finish(message);
      if (tag.kind !== "close") draft = createDraft(true, message.isDoubtful && isFresh);
    } else if (tag.name === "Content" && tag.kind !== "close") {
      message.isDoubtful ||= endField();
      message.content = "";
      if (tag.kind === "empty") message.tail = createTail(true, "");
    } else if (readFieldTag(message.fields, tag)) message.isDoubtful = true;
  }

  function addContentText(message: ScannedMessage, raw: string, visibleRaw: string): void {
    message.content += raw;
    if (messages.length === 0) shown += visible.push(visibleRaw);
  }

  function readContentTag(message: ScannedMessage, tag: Tag): void {
    const isMessageClosed = tag.name === "Message" && tag.kind === "close" && message.quoted === 0;
    if (isMessageClosed || (tag.name === "Content" && tag.kind === "close")) {
      message.tail = createTail(!isMessageClosed, tag.raw);
      message.tail.isMessageClosed = isMessageClosed;
      return;
    }
    countQuoted(message, tag);
    addContentText(message, tag.raw, "");
  }

  function addTailText(tail: Tail, text: string): void {
    tail.raw += text;
    tail.shown += text;
    if (open) open.field.raw += text;
    else if (hasWords(text)) {
      tail.hasWords = true;
      tail.isDoubtful ||= !tail.isMessageClosed && text.includes("<");
    }
  }

  function readTailTag(message: ScannedMessage, tail: Tail, tag: Tag): void {
    if (tag.name === "Content" && tag.kind === "close") return takeBack(message, tail, tag);
    if (tag.name === "Message" && tag.kind !== "close" && isEndBefore(message, tail)) {
      tail.isDoubtful ||= !tail.isMessageClosed;
      finish(message);
      draft = createDraft(true, tag.isRagged);
      return;
    }
    tail.raw += tag.raw;
    tail.isDoubtful ||= tag.isRagged && !tail.isMessageClosed;
    if (tag.name === "Message") {
      if (tag.kind === "close" && message.quoted === 0) {
        tail.isDoubtful ||= endField();
        tail.isMessageClosed = true;
      } else countQuoted(message, tag);
    } else if (tail.isMessageClosed) return;
    else if (tag.name === "Content") tail.isDoubtful = true;
    else if (readFieldTag(tail.fields, tag)) tail.isDoubtful = true;
  }

  function takeBack(message: ScannedMessage, tail: Tail, tag: Tag): void {
    open = null;
    addContentText(message, tail.raw, tail.shown);
    message.tail = createTail(true, tag.raw);
  }

  function readFieldTag(fields: Map<FieldName, ScannedField>, tag: Tag): boolean {
    const name = tag.name as FieldName;
    if (tag.kind !== "close") {
      const isDoubtful = endField();
      const field = { raw: "", isComplete: tag.kind === "empty", count: 1 };
      const first = fields.get(name);
      if (first) first.count += 1;
      else fields.set(name, field);
      if (tag.kind === "open") open = { name, field };
      return isDoubtful;
    }
    const isOwn = open?.name === name;
    if (open && isOwn) open.field.isComplete = true;
    open = null;
    return !isOwn;
  }

  /** A missing closing tag is natural after a plain name, doubtful after any other text. */
  function endField(): boolean {
    const left = open;
    open = null;
    return left !== null && !(isNameField(left.name) && !left.field.raw.includes("<"));
  }

  function finish(message: ScannedMessage): void {
    hasTextAround ||= message.tail?.hasWords === true;
    if (messages.length === 0 && message.content !== null) shown += visible.end();
    message.isDoubtful ||= message.tail?.isDoubtful === true;
    for (const [name, field] of message.tail?.fields ?? []) {
      const first = message.fields.get(name);
      if (first) first.count += field.count;
      else message.fields.set(name, field);
    }
    messages.push(message);
    draft = null;
    open = null;
  }

  function takeShown(): string {
    const taken = shown;
    shown = "";
    return taken;
  }

  return {
    push(delta) {
      reader.push(delta);
      return takeShown();
    },
    end() {
      reader.end();
      if (draft) finish(draft);
      return takeShown();
    },
    messages,
    get hasStrayContent() {
      return hasStrayContent;
    },
    get hasTextAround() {
      return hasTextAround;
    },
  };
}

export function createFieldReader(field: string): Pick<Scanner, "push"> {
  const begin = new RegExp(`"${field}"\\s*:\\s*"`);
  const unfinished = new RegExp(`"${field}"\\s*(?::\\s*)?$|"[^"]{0,${field.length}}$`);
  let unread = "";
  let place: "before" | "inside" | "after" = "before";
  return {
    push(delta) {
      if (place === "after") return "";
      unread += delta;
      if (place === "before") {
        const found = begin.exec(unread);
        if (!found) {
          const start = unread.search(unfinished);
          unread = start < 0 ? "" : unread.slice(start);
          return "";
        }
        place = "inside";
        unread = unread.slice(found.index + found[0].length);
      }
      const [raw = ""] = /^(?:[^"\\]|\\u[\da-f]{4}|\\[^u])*/i.exec(unread) ?? [];
      unread = unread.slice(raw.length);
      if (unread.startsWith('"')) place = "after";
      return raw.replaceAll(
        /\\(?:u([\da-f]{4})|(.))/gis,
        (_, code: string | undefined, sign: string) =>
          code === undefined
            ? (ESCAPED[sign] ?? sign)
            : String.fromCharCode(Number.parseInt(code, 16)),
      );
    },
  };
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "", b: "", f: "" };

function hasWords(text: string): boolean {
  return /\S/.test(text);
}

type ScannedField = { raw: string; isComplete: boolean; count: number };

export type ScannedMessage = {
  isWrapped: boolean;
  fields: Map<FieldName, ScannedField>;
  content: string | null;
  loose: string;
  isDoubtful: boolean;
  quoted: number;
  tail: Tail | null;
};

type Tail = {
  isContentComplete: boolean;
  fields: Map<FieldName, ScannedField>;
  raw: string;
  shown: string;
  hasWords: boolean;
  isDoubtful: boolean;
  isMessageClosed: boolean;
};

function createDraft(isWrapped: boolean, isDoubtful: boolean): ScannedMessage {
  return {
    isWrapped,
    fields: new Map(),
    loose: "",
    isDoubtful,
    content: null,
    quoted: 0,
    tail: null,
  };
}

function createTail(isContentComplete: boolean, raw: string): Tail {
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

function countQuoted(message: ScannedMessage, tag: Tag): void {
  if (tag.name !== "Message" || tag.kind === "empty") return;
  message.quoted = Math.max(0, message.quoted + (tag.kind === "open" ? 1 : -1));
}

function isEndBefore(message: ScannedMessage, tail: Tail): boolean {
  return tail.isMessageClosed || (message.quoted === 0 && !tail.hasWords);
}
