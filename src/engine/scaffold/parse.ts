/**
 * Reads a model's reply in tags. A plain message is read directly, a well-formed one with an XML
 * parser, and anything else is recovered piece by piece; what cannot be read is reported as a flag,
 * and nothing is guessed.
 */

import type { XMLParser } from "fast-xml-parser";
import { isRecord } from "../../lists.ts";
import { rememberResults } from "../../scenario/files/remember.ts";
import { decodeText } from "../../text/entities.ts";
import { parseJson, tryReadJson } from "../../text/json-in.ts";
import { loadXml } from "../../text/parsers.ts";
import {
  cutAt,
  cutText,
  FIELD_NAMES,
  type FieldName,
  hasVerdictTag,
  isNameField,
  isReasonTag,
  isTrue,
  MOST_LETTERS,
  type RawFields,
  readArtifacts,
  readMovedBy,
  readOptionalText,
  readText,
  readUnitNumber,
} from "./fields.ts";
import type { ParsedReply, ParseFlag, ParseResult } from "./message.ts";
import { createScanner, type ScannedMessage } from "./scan.ts";

/** Letters of a whole reply, tags included; the rest is dropped. */
export const REPLY_LIMIT = 5 * MOST_LETTERS;

export type IsOwn = (speakerClaim: string | null) => boolean;

/** Never throws and never guesses. The first message that `isOwn` accepts counts, else the first of all. */
export function parseReply(text: string, isOwn: IsOwn = () => true): ParsedReply {
  const whole = cutAt(text, REPLY_LIMIT);
  const isTooLong = whole.length < text.length;
  const { parse, hasTextAround, messages } =
    readPlain(whole) ?? readWellFormed(whole) ?? recoverMessages(whole);
  const speakers = messages.map(({ fields }) => readOptionalText(fields.Speaker));
  const own = Math.max(0, speakers.findIndex(isOwn));
  const message = messages[own];
  if (!message) {
    const content = cutText(whole.replace(/\r\n?/g, "\n").trim());
    const nothing = readFields({}, listFlags({ "too-long": isTooLong, "no-scaffold": true }));
    return { ...nothing, parse: "failed", content, furtherSpeakers: [] };
  }
  const further = speakers.filter((_, index) => index !== own);
  const flags = listFlags({
    "too-long": isTooLong,
    "text-around-message": hasTextAround,
    "several-messages": further.length > 0,
  });
  const fields = { Artifacts: listBareArtifacts(whole), ...message.fields };
  return {
    ...readFields(fields, [...flags, ...message.flags]),
    parse,
    furtherSpeakers: further.filter((speaker) => speaker !== null),
  };
}

/** Artifacts of a message that lacks the tag around them, as models copy a place that they were shown. */
function listBareArtifacts(text: string): string {
  const [from, to] = [text.indexOf("<Content>"), text.lastIndexOf("</Content>")];
  const head = from >= 0 && to > from ? `${text.slice(0, from)}${text.slice(to)}` : text;
  return head.match(/<Artifact\s[^<>]*(?:\/>|>[^<]*<\/Artifact>)/g)?.join("") ?? "";
}

/** The flags whose condition holds, in the order in which they are named. */
function listFlags(conditions: Partial<Record<ParseFlag, boolean>>): ParseFlag[] {
  const flags = Object.keys(conditions) as ParseFlag[];
  return flags.filter((flag) => conditions[flag]);
}

/** The form was begun, in tags or in JSON, and not closed. Text in no form has nothing to close. */
export function isOpenForm(text: string): boolean {
  const opened = text.lastIndexOf("<Message");
  if (opened >= 0) return text.lastIndexOf(CLOSING) < opened;
  if (text.lastIndexOf("<Content>") > text.lastIndexOf("</Content")) return true;
  return (
    /<\/?[A-Za-z]*$/.test(text.slice(-20)) || (text.includes("{") && parseJson(text) === undefined)
  );
}

/** True if the text begins a new message. */
export function isStartOfForm(text: string): boolean {
  return /^[^<]*<Message[\s>]/.test(text) || isRecord(tryReadJson(text));
}

/** The messages in text that `renderMessage` wrote. */
export function splitMessages(text: string): readonly string[] {
  return text
    .split(CLOSING)
    .slice(0, -1)
    .flatMap((part) => {
      const start = part.indexOf('<Message id="');
      return start < 0 ? [] : [part.slice(start) + CLOSING];
    });
}

export const readRendered = rememberResults(1_000_000, (xml) => {
  const [, id = ""] = /^<Message id="([^"]*)"/.exec(xml) ?? [];
  const read = parseReply(xml);
  return { ...read, id: decodeText(id), speaker: read.speaker ?? "" };
});

type Found = {
  parse: ParseResult;
  hasTextAround: boolean;
  messages: readonly {
    fields: RawFields;
    flags: readonly ParseFlag[];
  }[];
};

function readFields(
  fields: RawFields,
  flags: readonly ParseFlag[],
): Omit<ParsedReply, "parse" | "furtherSpeakers"> {
  const hasVerdictInContent = hasVerdictTag(fields.Content ?? "");
  const sure = readOptionalText(fields.Confidence);
  const confidence = sure === null ? null : readUnitNumber(sure);
  const moved = readOptionalText(fields.MovedBy);
  return {
    speaker: readOptionalText(fields.Speaker),
    to: readOptionalText(fields.SpeakingTo),
    topic: readOptionalText(fields.Topic) ?? undefined,
    artifacts: readArtifacts(fields.Artifacts ?? ""),
    verdict: hasVerdictInContent ? null : readOptionalText(fields.Verdict),
    reasoning: readOptionalText(fields.VerdictReasoning),
    wouldChange: readOptionalText(fields.WouldChange),
    movedBy: moved === null ? undefined : readMovedBy(moved),
    confidence,
    ready: isTrue(fields.Ready),
    withdrawn: isTrue(fields.Withdrawn),
    pass: isTrue(fields.Pass),
    content: readText(fields.Content ?? ""),
    flags: [
      ...flags,
      ...listFlags({
        "verdict-in-content": hasVerdictInContent,
        "bad-confidence": sure !== null && confidence === null,
      }),
    ],
  };
}

/** A fast way for the commonest form: one `<Message>`, known fields once each. null for anything else; what is read here a parser reads alike. */
export function readPlain(text: string): Found | null {
  const whole = text.trim();
  // A parser makes one line break of two.
  if (whole.includes("\r") || !whole.endsWith(CLOSING)) return null;
  const [opening] = PLAIN_OPENING.exec(whole) ?? [];
  if (opening === undefined) return null;
  const fields: Partial<Record<FieldName, string>> = {};
  let at = skipBlank(whole, opening.length);
  const end = whole.length - CLOSING.length;
  while (at < end) {
    const close = whole.indexOf(">", at);
    const name = FIELD_TAGS.get(whole.slice(at, close + 1));
    if (name === undefined || fields[name] !== undefined) return null;
    const stop = whole.indexOf(`</${name}>`, close);
    const inside = whole.slice(close + 1, stop);
    if (stop < 0 || !isPlain(name, inside)) return null;
    fields[name] = inside;
    at = skipBlank(whole, stop + name.length + 3);
  }
  if (fields.Content === undefined && fields.Pass === undefined) return null;
  return { parse: "strict", hasTextAround: false, messages: [{ fields, flags: [] }] };
}

const CLOSING = "</Message>";
const PLAIN_OPENING = /^<Message(?: id="[^"<>]*")?>/;
const FIELD_TAGS: ReadonlyMap<string, FieldName> = new Map(
  FIELD_NAMES.map((name) => [`<${name}>`, name]),
);
const PLAIN_TAG = /<\/?(?!Artifacts|Message|Content)[A-Za-z]+(?:\s+[A-Za-z]+="[^"<>]*")*\s*>/g;

function isPlain(name: FieldName, inside: string): boolean {
  return !(name === "Artifacts" ? inside.replaceAll(PLAIN_TAG, "") : inside).includes("<");
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}

// Stop nodes keep a field's inside raw, so that `P&L`, `a < b` and quoted markup survive. One pattern and no blank text take a third off the time.
let parser: XMLParser | undefined;
const OPTIONS = {
  ignoreAttributes: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  jPath: false,
  preserveOrder: true,
  stopNodes: ["Message.*"],
};

const KNOWN: ReadonlySet<string> = new Set(FIELD_NAMES);
const RESERVED: ReadonlySet<string> = new Set([
  "message",
  ...FIELD_NAMES.map((name) => name.toLowerCase()),
]);

export function readWellFormed(text: string): Found | null {
  const cut = cutOut(text);
  const messages = cut && readMessages(cut.xml);
  if (!cut || !messages) return null;
  const isStrict =
    cut.isWhole && messages.length === 1 && !messages.some(({ hasUnknown }) => hasUnknown);
  return {
    parse: isStrict ? "strict" : "trimmed",
    hasTextAround: cut.hasTextAround,
    messages: messages.map(({ fields }) => ({ fields, flags: [] })),
  };
}

type Cut = { xml: string; isWhole: boolean; hasTextAround: boolean };

function cutOut(text: string): Cut | null {
  const start = text.search(/<Message[\s/>]/);
  if (start < 0) {
    if (!text.trimStart().startsWith("<") || !text.includes("<Content>")) return null;
    return { xml: `<Message>${text}${CLOSING}`, isWhole: false, hasTextAround: false };
  }
  const close = text.lastIndexOf(CLOSING);
  const hasTextBefore = text.slice(0, start).trim() !== "";
  if (close < start)
    return { xml: text.slice(start) + CLOSING, isWhole: false, hasTextAround: hasTextBefore };
  const end = close + CLOSING.length;
  const hasTextAround = hasTextBefore || text.slice(end).trim() !== "";
  return { xml: text.slice(start, end), isWhole: !hasTextAround, hasTextAround };
}

type ReadTag = { fields: RawFields; hasUnknown: boolean };

function readMessages(xml: string): readonly ReadTag[] | null {
  const elements = parseXml(xml);
  const messages = elements.map(readMessage);
  if (messages.length === 0 || !messages.every((message) => message !== null)) return null;
  return isAccountedFor(xml, messages) ? messages : null;
}

type Nodes = readonly { [name: string]: unknown }[];

/** fast-xml-parser throws for markup it cannot follow. */
function parseXml(xml: string): Nodes {
  try {
    parser ??= new (loadXml().XMLParser)(OPTIONS);
    return parser.parse(xml) as Nodes;
  } catch {
    return [];
  }
}

/** fast-xml-parser passes over closing tags that close nothing; here they show that words were cut off. */
function isAccountedFor(xml: string, messages: readonly ReadTag[]): boolean {
  const inside = messages.flatMap(({ fields }) => Object.values(fields));
  const countInFields = (tag: string) => inside.reduce((sum, raw) => sum + count(raw, tag), 0);
  const contents = messages.filter(({ fields }) => fields.Content).length;
  const empty = messages.filter(({ fields }) => fields.Content === "").length;
  const surplus = count(xml, "</Content") - countInFields("</Content") - contents;
  return (
    count(xml, CLOSING) - countInFields(CLOSING) === messages.length &&
    surplus >= 0 &&
    surplus <= empty
  );
}

function count(text: string, tag: string): number {
  return text.split(tag).length - 1;
}

function readMessage({ Message: nodes }: Nodes[number]): ReadTag | null {
  if (!Array.isArray(nodes) || nodes.length === 0) return null;
  const fields: Partial<Record<FieldName, string>> = {};
  let reasons: string | null = null;
  let hasUnknown = false;
  for (const node of nodes as Nodes) {
    const [name = "#text"] = Object.keys(node);
    const text = readRawText(node[name]);
    if (KNOWN.has(name) && fields[name as FieldName] === undefined && text !== null)
      fields[name as FieldName] = text;
    else if (name === "#text" || RESERVED.has(name.toLowerCase())) return null;
    else if (isReasonTag(name) && reasons === null) reasons = text;
    else hasUnknown = true;
  }
  if (reasons !== null) fields.VerdictReasoning ??= reasons;
  return { fields, hasUnknown };
}

function readRawText(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  if (value.length === 0) return "";
  const [{ "#text": text }] = value as [{ "#text"?: unknown }];
  return value.length === 1 && typeof text === "string" ? text : null;
}

/** Fields that change something: they count only where their tag is complete, unique and plainly the message's own. */
const DECIDING: ReadonlySet<FieldName> = new Set([
  "Verdict",
  "Confidence",
  "Withdrawn",
  "Ready",
  "Pass",
]);

function recoverMessages(text: string): Found {
  const scanner = createScanner();
  scanner.push(text);
  scanner.end();
  const messages = scanner.messages
    .filter(({ isWrapped, fields, content }) => content !== null || (isWrapped && fields.size > 0))
    .map((message) => recoverMessage(message, message.isDoubtful || scanner.hasStrayContent));
  return { parse: "salvaged", hasTextAround: scanner.hasTextAround, messages };
}

function recoverMessage(message: ScannedMessage, isDoubtful: boolean): Found["messages"][number] {
  const { content, loose } = message;
  const isUsable = (name: FieldName) => {
    const field = message.fields.get(name);
    return !isDoubtful && field?.isComplete === true && field.count === 1;
  };
  const fields: Partial<Record<FieldName, string>> = { Content: content ?? loose };
  for (const [name, { raw }] of message.fields)
    if (!DECIDING.has(name) || isUsable(name))
      fields[name] = isNameField(name) ? cutAtMarkup(raw) : raw;
  const verdict = message.fields.get("Verdict");
  const isUnclosed =
    (content !== null && !message.tail?.isContentComplete) ||
    [...message.fields.values()].some((field) => !field.isComplete);
  const hasSeveral = verdict !== undefined && verdict.count > 1;
  const isRepeated = [...message.fields].some(
    ([name, { count }]) => name !== "Verdict" && count > 1,
  );
  const isLost = verdict !== undefined && !hasSeveral && !isUsable("Verdict");
  const flags = listFlags({
    "unclosed-tag": isUnclosed,
    "several-verdicts": hasSeveral,
    "repeated-field": isRepeated || hasSecondContent(content),
    "verdict-not-salvageable": isLost && !hasVerdictTag(content ?? ""),
  });
  return { fields, flags };
}

/** The content ends at the last closing tag, so it includes a second one. */
function hasSecondContent(content: string | null): boolean {
  const closed = content?.indexOf("</Content") ?? -1;
  return closed >= 0 && content?.indexOf("<Content", closed) !== -1;
}

function cutAtMarkup(raw: string): string {
  const at = raw.indexOf("<");
  return at < 0 || raw.startsWith("<![CDATA[") ? raw : raw.slice(0, at);
}
