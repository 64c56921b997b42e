import { remembering } from "../../scenario/files/remember.ts";
import {
  FIELD_NAMES,
  type FieldName,
  fieldText,
  holdsVerdict,
  isNameField,
  isReasonTag,
  isTrue,
  optionalText,
  type RawFields,
  readArtifacts,
  readMovedBy,
  unescapeText,
  unitNumber,
} from "./fields.ts";
import type { ParsedReply, ParseFlag, ParseResult } from "./message.ts";
import { createScanner, type ScannedMessage } from "./scan.ts";

/** UTF-16 code units; the rest of a reply is dropped. */
export const REPLY_LIMIT = 256 * 1024;

export type IsOwn = (speakerClaim: string | null) => boolean;

/** Never throws and never guesses. The first message that `isOwn` accepts counts, else the first of all. */
export function parseReply(text: string, isOwn: IsOwn = () => true): ParsedReply {
  const whole = cap(text);
  const tooLong = whole.length < text.length ? (["too-long"] as const) : [];
  const { parse, hasTextAround, messages } = readWhole(whole) ?? salvage(whole);
  const speakers = messages.map(({ fields }) => optionalText(fields.Speaker));
  const own = Math.max(0, speakers.findIndex(isOwn));
  const message = messages[own];
  if (!message) {
    const content = whole.replace(/\r\n?/g, "\n").trim();
    const nothing = readFields({}, [...tooLong, "no-scaffold"]);
    return { ...nothing, parse: "failed", content, furtherSpeakers: [] };
  }
  const further = speakers.filter((_, index) => index !== own);
  const flags: readonly ParseFlag[] = [
    ...tooLong,
    ...(hasTextAround ? (["text-around-message"] as const) : []),
    ...(further.length > 0 ? (["several-messages"] as const) : []),
    ...message.flags,
  ];
  return {
    ...readFields(message.fields, flags),
    parse,
    furtherSpeakers: further.filter((speaker) => speaker !== null),
  };
}

/** The messages in text that `renderMessage` wrote. */
export function renderedIn(text: string): readonly string[] {
  return text.match(/<Message id="[\s\S]*?<\/Message>/g) ?? [];
}

export const readRendered = remembering(1_000_000, (xml) => {
  const [, id = ""] = /^<Message id="([^"]*)"/.exec(xml) ?? [];
  const read = parseReply(xml);
  return { ...read, id: unescapeText(id), speaker: read.speaker ?? "" };
});

type Found = {
  readonly parse: ParseResult;
  readonly hasTextAround: boolean;
  readonly messages: readonly { readonly fields: RawFields; readonly flags: readonly ParseFlag[] }[];
};

function readFields(
  fields: RawFields,
  flags: readonly ParseFlag[],
): Omit<ParsedReply, "parse" | "furtherSpeakers"> {
  const hasVerdictInContent = holdsVerdict(fields.Content ?? "");
  const sure = optionalText(fields.Confidence);
  const confidence = sure === null ? null : unitNumber(sure);
  const topic = optionalText(fields.Topic);
  const moved = optionalText(fields.MovedBy);
  return {
    speaker: optionalText(fields.Speaker),
    to: optionalText(fields.SpeakingTo),
    ...(topic !== null && { topic }),
    artifacts: readArtifacts(fields.Artifacts ?? ""),
    verdict: hasVerdictInContent ? null : optionalText(fields.Verdict),
    reasoning: optionalText(fields.VerdictReasoning),
    wouldChange: optionalText(fields.WouldChange),
    ...(moved !== null && { movedBy: readMovedBy(moved) ?? { message: "", passage: moved } }),
    confidence,
    ready: isTrue(fields.Ready),
    withdrawn: isTrue(fields.Withdrawn),
    pass: isTrue(fields.Pass),
    content: fieldText(fields.Content ?? ""),
    flags: [
      ...flags,
      ...(hasVerdictInContent ? (["verdict-in-content"] as const) : []),
      ...(sure !== null && confidence === null ? (["bad-confidence"] as const) : []),
    ],
  };
}

/** Never cuts inside a surrogate pair. */
function cap(text: string): string {
  if (text.length <= REPLY_LIMIT) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(REPLY_LIMIT - 1));
  return text.slice(0, isSplit ? REPLY_LIMIT - 1 : REPLY_LIMIT);
}

const CLOSING = "</Message>";

/** Messages whose every tag closes: nothing is guessed. Null for anything else, which is salvaged. */
export function readWhole(text: string): Found | null {
  const start = text.search(/<Message[\s/>]/);
  const isBare = start < 0 && text.trimStart().startsWith("<") && text.includes("<Content>");
  if (start < 0 && !isBare) return null;
  const close = text.lastIndexOf(CLOSING);
  const isClosed = !isBare && close >= start;
  const end = isClosed ? close + CLOSING.length : text.length;
  const hasTextBefore = !isBare && text.slice(0, start).trim() !== "";
  const hasTextAround = hasTextBefore || (isClosed && text.slice(end).trim() !== "");
  const xml = isBare ? `<Message>${text}` : text.slice(start, end);
  const messages = readMessages(`${xml}${isClosed ? "" : CLOSING}`.replace(/\r\n?/g, "\n"));
  if (messages === null) return null;
  const isStrict =
    isClosed && !hasTextAround && messages.length === 1 && messages.every(({ hasUnknown }) => !hasUnknown);
  return {
    parse: isStrict ? "strict" : "trimmed",
    hasTextAround,
    messages: messages.map(({ fields }) => ({ fields, flags: [] })),
  };
}

type WholeMessage = { readonly fields: RawFields; readonly hasUnknown: boolean };

function readMessages(xml: string): readonly WholeMessage[] | null {
  const messages: WholeMessage[] = [];
  for (let at = afterBlank(xml, 0); at < xml.length; at = afterBlank(xml, at)) {
    const opening = openingAt(xml, at);
    if (opening?.name !== "Message" || opening.isEmpty) return null;
    const message = readFieldsFrom(xml, opening.end);
    if (message === null) return null;
    messages.push(message);
    at = message.end;
  }
  return messages.length === 0 ? null : messages;
}

const KNOWN: ReadonlySet<string> = new Set(FIELD_NAMES);
const RESERVED: ReadonlySet<string> = new Set(["message", ...FIELD_NAMES.map((name) => name.toLowerCase())]);

function readFieldsFrom(xml: string, from: number): (WholeMessage & { readonly end: number }) | null {
  const fields: Partial<Record<FieldName, string>> = {};
  let reasons: string | null = null;
  let hasUnknown = false;
  let at = afterBlank(xml, from);
  while (!xml.startsWith(CLOSING, at)) {
    const element = elementAt(xml, at);
    if (element === null) return null;
    const { name, inside, end } = element;
    if (KNOWN.has(name) && fields[name as FieldName] === undefined) fields[name as FieldName] = inside;
    else if (RESERVED.has(name.toLowerCase())) return null;
    else if (isReasonTag(name) && reasons === null) reasons = inside;
    else hasUnknown = true;
    at = afterBlank(xml, end);
  }
  if (Object.keys(fields).length === 0 && !hasUnknown) return null;
  if (reasons !== null) fields.VerdictReasoning ??= reasons;
  return { fields, hasUnknown, end: at + CLOSING.length };
}

/** Attributes may hold angle brackets in quotation marks. */
const OPENING = /<([A-Za-z][\w-]*)(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?\/?>/y;

function openingAt(xml: string, at: number) {
  OPENING.lastIndex = at;
  const [tag = "", name] = OPENING.exec(xml) ?? [];
  return name === undefined ? null : { name, isEmpty: tag.endsWith("/>"), end: at + tag.length };
}

/** All up to the tag that closes it, with elements of the same name inside. */
function elementAt(xml: string, at: number) {
  const opening = openingAt(xml, at);
  if (opening === null || opening.isEmpty) return opening && { ...opening, inside: "" };
  const { name, end: from } = opening;
  const marks = new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]*>|<!--|<!\\[CDATA\\[`, "g");
  marks.lastIndex = from;
  let depth = 1;
  for (let mark = marks.exec(xml); mark; mark = marks.exec(xml)) {
    const [tag, slash] = mark;
    if (tag.startsWith("<!")) {
      const stop = tag === "<!--" ? "-->" : "]]>";
      const end = xml.indexOf(stop, mark.index);
      if (end < 0) return null;
      marks.lastIndex = end + stop.length;
    } else if (slash === "/") depth -= 1;
    else if (!tag.endsWith("/>")) depth += 1;
    if (depth === 0) return { name, inside: xml.slice(from, mark.index), end: mark.index + tag.length };
  }
  return null;
}

/** Comments, instructions and closing tags that close nothing are passed over, but not the end of words. */
const BLANK = /(?:\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<![A-Za-z][^<>]*>|<\/(?!Message|Content)[\w.-]*\s*>)*/y;

function afterBlank(text: string, from: number): number {
  BLANK.lastIndex = from;
  BLANK.test(text);
  return BLANK.lastIndex;
}

/** Fields that change something: they count only where their tag is complete, unique and plainly the message's own. */
const DECIDING: ReadonlySet<FieldName> = new Set(["Verdict", "Confidence", "Withdrawn", "Ready", "Pass"]);

function salvage(text: string): Found {
  const scanner = createScanner();
  scanner.push(text);
  scanner.end();
  const messages = scanner.messages
    .filter(({ isWrapped, fields, content }) => content !== null || (isWrapped && fields.size > 0))
    .map((message) => salvageMessage(message, message.isDoubtful || scanner.hasStrayContent));
  return { parse: "salvaged", hasTextAround: scanner.hasTextAround, messages };
}

function salvageMessage(message: ScannedMessage, isDoubtful: boolean): Found["messages"][number] {
  const { content, loose } = message;
  const counts = (name: FieldName) => {
    const field = message.fields.get(name);
    return !isDoubtful && field?.isComplete === true && field.count === 1;
  };
  const fields: Partial<Record<FieldName, string>> = { Content: content ?? loose };
  for (const [name, { raw }] of message.fields)
    if (!DECIDING.has(name) || counts(name)) fields[name] = isNameField(name) ? beforeMarkup(raw) : raw;
  const verdict = message.fields.get("Verdict");
  const isUnclosed =
    (content !== null && !message.tail?.isContentComplete) ||
    [...message.fields.values()].some((field) => !field.isComplete);
  const hasSeveral = verdict !== undefined && verdict.count > 1;
  const isLost = verdict !== undefined && !hasSeveral && !counts("Verdict");
  const flags: readonly ParseFlag[] = [
    ...(isUnclosed ? (["unclosed-tag"] as const) : []),
    ...(hasSeveral ? (["several-verdicts"] as const) : []),
    ...(isLost && !holdsVerdict(content ?? "") ? (["verdict-not-salvageable"] as const) : []),
  ];
  return { fields, flags };
}

function beforeMarkup(raw: string): string {
  const at = raw.indexOf("<");
  return at < 0 || raw.startsWith("<![CDATA[") ? raw : raw.slice(0, at);
}
