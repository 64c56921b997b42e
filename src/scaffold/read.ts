import { readArtifacts } from "./artifacts.ts";
import { unescapeText } from "./escape.ts";
import type { FieldName } from "./fields.ts";
import type { Artifact, Message } from "./message.ts";

/** A message as it stands in a prompt: displayed names for seat ids, the time in whole seconds. */
export type ReadMessage = Message & { readonly pass: boolean };

const START = '<Message id="';
const END = "</Message>";

/**
 * Every message that `renderMessage` wrote into a text, in order. Only for text of our own making, where everything
 * else is escaped: replies go to `parseReply`.
 */
export function readRendered(text: string): readonly ReadMessage[] {
  const messages: ReadMessage[] = [];
  for (let start = text.indexOf(START); start >= 0; start = text.indexOf(START, start + 1)) {
    const end = text.indexOf(END, start);
    if (end < 0) break;
    messages.push(readMessage(text.slice(start, end)));
    start = end;
  }
  return messages;
}

function readMessage(xml: string): ReadMessage {
  const field = (name: FieldName) => between(xml, `<${name}>`, `</${name}>`);
  const confidence = field("Confidence");
  const topic = field("Topic");
  return {
    id: between(xml, 'id="', '"') ?? "",
    at: between(xml, 'timestamp="', '"') ?? "",
    speaker: field("Speaker") ?? "",
    to: field("SpeakingTo") || null,
    ...(topic && { topic }),
    artifacts: artifactsIn(xml),
    verdict: field("Verdict") || null,
    reasoning: field("VerdictReasoning") || null,
    wouldChange: field("WouldChange") || null,
    confidence: confidence === null ? null : Number(confidence),
    ready: field("Ready") === "true",
    withdrawn: field("Withdrawn") === "true",
    pass: field("Pass") === "true",
    content: field("Content") ?? "",
  };
}

function artifactsIn(xml: string): readonly Artifact[] {
  const start = xml.indexOf("<Artifacts>");
  if (start < 0) return [];
  return readArtifacts(xml.slice(start + "<Artifacts>".length, xml.indexOf("</Artifacts>", start)));
}

function between(xml: string, opening: string, closing: string): string | null {
  const start = xml.indexOf(opening);
  if (start < 0) return null;
  const from = start + opening.length;
  return unescapeText(xml.slice(from, xml.indexOf(closing, from))).trim();
}
