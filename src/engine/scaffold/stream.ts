/**
 * Cuts a stream of text into tags of the message form and plain text, and turns the raw content
 * into text that can be shown. It knows no messages; scan.ts puts them together.
 */

import { decodeText, ENTITY_LENGTH } from "../../text/entities.ts";
import * as field from "./fields.ts";

type TagName = field.FieldName | "Message";

/** `broken`: a scaffold name that never becomes a tag; `raw` is then only its `<`. */
export type Tag = {
  name: TagName;
  kind: "open" | "close" | "empty" | "broken";
  raw: string;
  /** An odd number of quotation marks: where the tag ends is a guess. */
  isRagged: boolean;
};

type TagReader = { push(delta: string): void; end(): void };

const NAMES: ReadonlyMap<string, TagName> = new Map([
  ...(["Message", ...field.FIELD_NAMES] as const).map(
    (name) => [name.toLowerCase(), name] as const,
  ),
  ...field.REASON_TAGS.map((tag) => [tag, "VerdictReasoning"] as const),
]);
const LONGEST_TAG = 512;
const NAME = /<(\/?)([a-z]{0,17})/iy;

/** Any `<` outside a scaffold tag is text. Linear in the length. */
export function createTagReader(
  onText: (text: string) => void,
  onTag: (tag: Tag) => void,
): TagReader {
  const readLines = createLineReader();
  let rest = "";

  function push(delta: string): void {
    const text = rest + readLines(delta);
    let from = 0;
    let at = text.indexOf("<");
    while (at >= 0) {
      const tag = readTag(text, at);
      if (tag === "partial") break;
      const end = at + (tag ? tag.raw.length : 1);
      if (tag && from < at) onText(text.slice(from, at));
      if (tag) onTag(tag);
      if (tag) from = end;
      at = text.indexOf("<", end);
    }
    const until = at < 0 ? text.length : at;
    if (from < until) onText(text.slice(from, until));
    rest = text.slice(until);
  }

  function end(): void {
    const isCutTag = /^<(?:\/|\/?[a-z]+)$/i.test(rest);
    if (rest && !isCutTag) onText(rest);
    rest = "";
  }

  return { push, end };
}

function readTag(text: string, at: number): Tag | "partial" | null {
  NAME.lastIndex = at;
  const [start = "", slash, letters = ""] = NAME.exec(text) ?? [];
  const key = letters.toLowerCase();
  const after = at + start.length;
  if (after === text.length) return isStartOfName(key) ? "partial" : null;
  const name = NAMES.get(key);
  if (!name || !/[\s/>]/.test(text.charAt(after))) return null;
  const rest = text.slice(after, after + LONGEST_TAG);
  const stop = rest.search(/[<>]/);
  if (stop < 0 && rest.length < LONGEST_TAG) return "partial";
  if (rest[stop] !== ">") return { name, kind: "broken", raw: "<", isRagged: true };
  const raw = text.slice(at, after + stop + 1);
  const opening = raw.endsWith("/>") ? "empty" : "open";
  const kind = slash ? "close" : opening;
  return { name, kind, raw, isRagged: raw.split('"').length % 2 === 0 };
}

function isStartOfName(letters: string): boolean {
  for (const name of NAMES.keys()) if (name.startsWith(letters)) return true;
  return false;
}

function createLineReader(): (delta: string) => string {
  let wasReturn = false;
  return (delta) => {
    if (delta === "") return "";
    const rest = wasReturn && delta.startsWith("\n") ? delta.slice(1) : delta;
    wasReturn = delta.endsWith("\r");
    return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
  };
}

type VisibleText = { push(raw: string): string; end(): string };

export function createVisibleText(): VisibleText {
  const trim = createTrimmer();
  let rest = "";
  let isCdata = false;

  function drain(isLast: boolean): string {
    let shown = "";
    for (;;) {
      const mark = isCdata ? field.CDATA_CLOSE : field.CDATA_OPEN;
      const at = rest.indexOf(mark);
      const unmarked = isLast ? rest.length : findSafeLength(rest, mark, isCdata);
      const until = at >= 0 ? at : unmarked;
      const text = rest.slice(0, until);
      shown += isCdata ? text : decodeText(text);
      rest = rest.slice(at < 0 ? until : until + mark.length);
      if (at < 0) return trim(shown);
      isCdata = !isCdata;
    }
  }

  return {
    push(raw) {
      rest += raw;
      return drain(false);
    },
    end: () => drain(true),
  };
}

function findSafeLength(text: string, mark: string, isCdata: boolean): number {
  let end = text.length;
  for (let length = Math.min(mark.length - 1, end); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) {
      end -= length;
      break;
    }
  }
  const entity = isCdata ? -1 : text.lastIndexOf("&");
  const mayGrow = entity >= text.length - ENTITY_LENGTH + 1 && !text.includes(";", entity);
  return entity >= 0 && mayGrow ? Math.min(end, entity) : end;
}

function createTrimmer(): (text: string) => string {
  let space = "";
  let hasBegun = false;
  return (text) => {
    const body = text.trimEnd();
    const end = text.slice(body.length);
    if (body === "") {
      if (hasBegun) space += end;
      return "";
    }
    const shown = hasBegun ? space + body : body.trimStart();
    hasBegun = true;
    space = end;
    return shown;
  };
}
