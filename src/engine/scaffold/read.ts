import { readArtifacts } from "./artifacts.ts";
import { unescapeText } from "./escape.ts";
import type { FieldName } from "./fields.ts";
import type { Artifact, Message } from "./message.ts";
import { readMovedBy } from "./moved-by.ts";

type ReadMessage = Omit<Message, "at"> & { readonly pass: boolean };

const START = '<Message id="';
const END = "</Message>";

/** Only for text that `renderMessage` wrote: replies go to `parseReply`. */
export function renderedIn(text: string): readonly string[] {
  const messages: string[] = [];
  for (let start = text.indexOf(START); start >= 0; start = text.indexOf(START, start + 1)) {
    const end = text.indexOf(END, start);
    if (end < 0) break;
    messages.push(text.slice(start, end));
    start = end;
  }
  return messages;
}

export function readRendered(xml: string): ReadMessage {
  const fields = new Map<string, string>();
  for (const [, name = "", text = ""] of xml.matchAll(FIELD)) fields.set(name, unescapeText(text).trim());
  const field = (name: FieldName) => fields.get(name);
  const confidence = field("Confidence");
  const topic = field("Topic");
  const movedBy = readMovedBy(field("MovedBy") ?? "");
  const [, id = ""] = OPENING.exec(xml) ?? [];
  return {
    id: unescapeText(id),
    speaker: field("Speaker") ?? "",
    to: field("SpeakingTo") || null,
    ...(topic && { topic }),
    artifacts: artifactsIn(xml),
    verdict: field("Verdict") || null,
    reasoning: field("VerdictReasoning") || null,
    wouldChange: field("WouldChange") || null,
    ...(movedBy && { movedBy }),
    confidence: confidence === undefined ? null : Number(confidence),
    ready: field("Ready") === "true",
    withdrawn: field("Withdrawn") === "true",
    pass: field("Pass") === "true",
    content: field("Content") ?? "",
  };
}

const FIELD = /^<(\w+)>([^<]*)</gm;
const OPENING = /^<Message id="([^"]*)"/;

function artifactsIn(xml: string): readonly Artifact[] {
  const start = xml.indexOf("<Artifacts>");
  if (start < 0) return [];
  return readArtifacts(xml.slice(start + "<Artifacts>".length, xml.indexOf("</Artifacts>", start)));
}
