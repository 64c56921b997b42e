import { XMLParser } from "fast-xml-parser";
import { FIELD_NAMES, type FieldName, type RawFields } from "./fields.ts";
import { readPlainMessage } from "./plain-message.ts";

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

export function readWellFormed(text: string): WellFormed | null {
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
