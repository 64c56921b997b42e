import { XMLParser } from "fast-xml-parser";
import type { NonEmpty } from "../../lists.ts";
import {
  FIELD_NAMES,
  type FieldName,
  fieldText,
  holdsVerdict,
  isNameField,
  isTrue,
  optionalText,
  type RawFields,
  readArtifacts,
  readMovedBy,
  unitNumber,
  withUsualTags,
} from "./fields.ts";
import type { Artifact, ParsedReply, ParseFlag, ParseResult } from "./message.ts";
import { createScanner, type ScannedMessage } from "./scan.ts";

/** UTF-16 code units; the rest of a reply is dropped. */
export const REPLY_LIMIT = 256 * 1024;

export type IsOwn = (speakerClaim: string | null) => boolean;

/** Never throws and never guesses. The first message that `isOwn` accepts counts, else the first of all. */
export function parseReply(text: string, isOwn: IsOwn = () => true): ParsedReply {
  const whole = cap(text);
  const capped = withUsualTags(whole);
  const flags: readonly ParseFlag[] = whole.length < text.length ? ["too-long"] : [];
  const found = find(capped);
  return found ? choose(found, isOwn, flags) : failed(capped, flags);
}

type FoundMessages = {
  readonly parse: ParseResult;
  readonly hasTextAround: boolean;
  readonly messages: NonEmpty<{ readonly fields: RawFields; readonly flags: readonly ParseFlag[] }>;
};

function find(text: string): FoundMessages | null {
  const wellFormed = readWellFormed(text);
  if (wellFormed) {
    const [first, ...others] = wellFormed.messages.map((fields) => ({ fields, flags: [] }));
    return first ? { ...wellFormed, messages: [first, ...others] } : null;
  }
  const salvaged = salvage(text);
  return salvaged && { parse: "salvaged", ...salvaged };
}

function choose(found: FoundMessages, isOwn: IsOwn, flags: readonly ParseFlag[]): ParsedReply {
  const speakers = found.messages.map(({ fields }) => optionalText(fields.Speaker));
  const own = Math.max(0, speakers.findIndex(isOwn));
  const message = found.messages[own] ?? found.messages[0];
  const further = speakers.filter((_, index) => index !== own);
  const ownFlags: readonly ParseFlag[] = [
    ...flags,
    ...(found.hasTextAround ? (["text-around-message"] as const) : []),
    ...(further.length > 0 ? (["several-messages"] as const) : []),
    ...message.flags,
  ];
  return {
    ...readFields(message.fields, ownFlags),
    parse: found.parse,
    furtherSpeakers: further.filter((speaker) => speaker !== null),
  };
}

function readFields(
  fields: RawFields,
  flags: readonly ParseFlag[],
): Omit<ParsedReply, "parse" | "furtherSpeakers"> {
  const hasVerdictInContent = holdsVerdict(fields.Content ?? "");
  const confidence = readConfidence(fields.Confidence);
  const topic = optionalText(fields.Topic);
  const moved = optionalText(fields.MovedBy);
  return {
    speaker: optionalText(fields.Speaker),
    to: optionalText(fields.SpeakingTo),
    ...(topic !== null && { topic }),
    artifacts: readArtifacts(fields.Artifacts ?? "").map(withoutId),
    verdict: hasVerdictInContent ? null : optionalText(fields.Verdict),
    reasoning: optionalText(fields.VerdictReasoning),
    wouldChange: optionalText(fields.WouldChange),
    ...(moved !== null && { movedBy: readMovedBy(moved) ?? { message: "", passage: moved } }),
    confidence: confidence.value,
    ready: isTrue(fields.Ready),
    withdrawn: isTrue(fields.Withdrawn),
    pass: isTrue(fields.Pass),
    content: fieldText(fields.Content ?? ""),
    flags: [
      ...flags,
      ...(hasVerdictInContent ? (["verdict-in-content"] as const) : []),
      ...(confidence.isBad ? (["bad-confidence"] as const) : []),
    ],
  };
}

function readConfidence(raw: string | undefined): { readonly value: number | null; readonly isBad: boolean } {
  const text = optionalText(raw);
  const value = text === null ? null : unitNumber(text);
  return { value, isBad: text !== null && value === null };
}

function withoutId(artifact: Artifact): Artifact {
  return artifact.kind === "exhibit" ? { ...artifact, id: "" } : artifact;
}

function failed(text: string, flags: readonly ParseFlag[]): ParsedReply {
  const content = text.replace(/\r\n?/g, "\n").trim();
  return { ...readFields({}, [...flags, "no-scaffold"]), parse: "failed", content, furtherSpeakers: [] };
}

/** Never cuts inside a surrogate pair. */
function cap(text: string): string {
  if (text.length <= REPLY_LIMIT) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(REPLY_LIMIT - 1));
  return text.slice(0, isSplit ? REPLY_LIMIT - 1 : REPLY_LIMIT);
}

type Salvaged = {
  readonly hasTextAround: boolean;
  readonly messages: NonEmpty<{ readonly fields: RawFields; readonly flags: readonly ParseFlag[] }>;
};

/** Fields that change something: they count only where their tag is complete, unique and plainly the message's own. */
const DECIDING: ReadonlySet<FieldName> = new Set(["Verdict", "Confidence", "Withdrawn", "Ready", "Pass"]);

export function salvage(text: string): Salvaged | null {
  const scanner = createScanner();
  scanner.push(text);
  scanner.end();
  const messages = scanner.messages
    .filter(isScaffold)
    .map((message) => ({ ...message, isDoubtful: message.isDoubtful || scanner.hasStrayContent }));
  const [first, ...others] = messages.map(salvageMessage);
  return first ? { hasTextAround: scanner.hasTextAround, messages: [first, ...others] } : null;
}

function isScaffold({ isWrapped, fields, content }: ScannedMessage): boolean {
  return content !== null || (isWrapped && fields.size > 0);
}

function salvageMessage(message: ScannedMessage): Salvaged["messages"][number] {
  const fields: Partial<Record<FieldName, string>> = { Content: message.content ?? message.loose };
  for (const [name, { raw }] of message.fields) {
    if (!DECIDING.has(name) || counts(message, name))
      fields[name] = isNameField(name) ? beforeMarkup(raw) : raw;
  }
  return { fields, flags: salvageFlags(message) };
}

function counts({ fields, isDoubtful }: ScannedMessage, name: FieldName): boolean {
  const field = fields.get(name);
  return !isDoubtful && field?.isComplete === true && field.count === 1;
}

function salvageFlags(message: ScannedMessage): readonly ParseFlag[] {
  const verdict = message.fields.get("Verdict");
  const isUnclosed =
    (message.content !== null && !message.isContentComplete) ||
    [...message.fields.values()].some((field) => !field.isComplete);
  const hasSeveral = verdict !== undefined && verdict.count > 1;
  const isLost = verdict !== undefined && !hasSeveral && !counts(message, "Verdict");
  return [
    ...(isUnclosed ? (["unclosed-tag"] as const) : []),
    ...(hasSeveral ? (["several-verdicts"] as const) : []),
    ...(isLost && !holdsVerdict(message.content ?? "") ? (["verdict-not-salvageable"] as const) : []),
  ];
}

function beforeMarkup(raw: string): string {
  const at = raw.indexOf("<");
  return at < 0 || raw.startsWith("<![CDATA[") ? raw : raw.slice(0, at);
}

type WellFormed = {
  readonly parse: "strict" | "trimmed";
  readonly hasTextAround: boolean;
  readonly messages: readonly RawFields[];
};

// Stop nodes keep a field's inside raw, so that `P&L`, `a < b` and quoted markup survive. One pattern and no blank text take a third off the time.
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  jPath: false,
  preserveOrder: true,
  stopNodes: ["Message.*"],
});

const KNOWN: ReadonlySet<string> = new Set(FIELD_NAMES);
const RESERVED: ReadonlySet<string> = new Set(["message", ...FIELD_NAMES.map((name) => name.toLowerCase())]);
const CLOSING = "</Message>";

function readWellFormed(text: string): WellFormed | null {
  const plain = readPlainMessage(text);
  return plain ? { parse: "strict", hasTextAround: false, messages: [plain] } : parseMessages(text);
}

export function parseMessages(text: string): WellFormed | null {
  const cut = cutOut(text);
  const messages = cut && readMessages(cut.xml);
  if (!cut || !messages) return null;
  const isStrict = cut.isWhole && messages.length === 1 && !messages.some(({ hasUnknown }) => hasUnknown);
  return {
    parse: isStrict ? "strict" : "trimmed",
    hasTextAround: cut.hasTextAround,
    messages: messages.map(({ fields }) => fields),
  };
}

type Cut = { readonly xml: string; readonly isWhole: boolean; readonly hasTextAround: boolean };

function cutOut(text: string): Cut | null {
  const start = text.search(/<Message[\s/>]/);
  if (start < 0) return text.trimStart().startsWith("<") && text.includes("<Content>") ? wrap(text) : null;
  const close = text.lastIndexOf(CLOSING);
  const hasTextBefore = text.slice(0, start).trim() !== "";
  if (close < start) return { xml: text.slice(start) + CLOSING, isWhole: false, hasTextAround: hasTextBefore };
  const end = close + CLOSING.length;
  const hasTextAround = hasTextBefore || text.slice(end).trim() !== "";
  return { xml: text.slice(start, end), isWhole: !hasTextAround, hasTextAround };
}

function wrap(text: string): Cut {
  return { xml: `<Message>${text}${CLOSING}`, isWhole: false, hasTextAround: false };
}

type ReadTag = { readonly fields: RawFields; readonly hasUnknown: boolean };

function readMessages(xml: string): readonly ReadTag[] | null {
  const elements = parseXml(xml);
  const messages = elements.map(readMessage);
  if (messages.length === 0 || !messages.every((message) => message !== null)) return null;
  return isAccountedFor(xml, messages) ? messages : null;
}

type Nodes = readonly { readonly [name: string]: unknown }[];

/** fast-xml-parser throws for markup it cannot follow. */
function parseXml(xml: string): Nodes {
  try {
    return parser.parse(xml) as Nodes;
  } catch {
    return [];
  }
}

/** fast-xml-parser passes over closing tags that close nothing; here they show that words were cut off. */
function isAccountedFor(xml: string, messages: readonly ReadTag[]): boolean {
  const inside = messages.flatMap(({ fields }) => Object.values(fields));
  const inFields = (tag: string) => inside.reduce((sum, raw) => sum + count(raw, tag), 0);
  const contents = messages.filter(({ fields }) => fields.Content).length;
  const empty = messages.filter(({ fields }) => fields.Content === "").length;
  const surplus = count(xml, "</Content") - inFields("</Content") - contents;
  return count(xml, CLOSING) - inFields(CLOSING) === messages.length && surplus >= 0 && surplus <= empty;
}

function count(text: string, tag: string): number {
  let found = 0;
  for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + tag.length)) found++;
  return found;
}

function readMessage({ Message: nodes }: Nodes[number]): ReadTag | null {
  if (!Array.isArray(nodes) || nodes.length === 0) return null;
  const fields: Partial<Record<FieldName, string>> = {};
  let hasUnknown = false;
  for (const node of nodes as Nodes) {
    const [name = "#text"] = Object.keys(node);
    const text = rawText(node[name]);
    if (KNOWN.has(name) && fields[name as FieldName] === undefined && text !== null)
      fields[name as FieldName] = text;
    else if (name === "#text" || RESERVED.has(name.toLowerCase())) return null;
    else hasUnknown = true;
  }
  return { fields, hasUnknown };
}

function rawText(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  if (value.length === 0) return "";
  const [{ "#text": text }] = value as [{ readonly "#text"?: unknown }];
  return value.length === 1 && typeof text === "string" ? text : null;
}

/** A fast way for the commonest form: one `<Message>`, known fields once each. null for anything else; what is read here a parser reads alike. */
export function readPlainMessage(text: string): RawFields | null {
  const whole = text.trim();
  // A parser makes one line break of two.
  if (whole.includes("\r")) return null;
  if (!whole.startsWith(START) || !whole.endsWith(END)) return null;
  const fields: Partial<Record<FieldName, string>> = {};
  let at = afterBlank(whole, START.length);
  const end = whole.length - END.length;
  while (at < end) {
    const close = whole.indexOf(">", at);
    const name = KNOWN_TAGS.get(whole.slice(at, close + 1));
    if (name === undefined || fields[name] !== undefined) return null;
    const stop = whole.indexOf(`</${name}>`, close);
    const inside = whole.slice(close + 1, stop);
    if (stop < 0 || !isPlain(name, inside)) return null;
    fields[name] = inside;
    at = afterBlank(whole, stop + name.length + 3);
  }
  return fields.Content === undefined ? null : fields;
}

const START = "<Message>";
const END = "</Message>";

const KNOWN_TAGS: ReadonlyMap<string, FieldName> = new Map(FIELD_NAMES.map((name) => [`<${name}>`, name]));

function isPlain(name: FieldName, inside: string): boolean {
  if (name !== "Artifacts") return !inside.includes("<");
  const words = inside.replaceAll(TAG, "");
  return !words.includes("<");
}

const TAG = /<\/?(?!Artifacts|Message|Content)[A-Za-z]+(?:\s+[A-Za-z]+="[^"<>]*")*\s*>/g;

function afterBlank(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}
