import {
  escapeAttribute,
  escapeText,
  type FieldName,
  readArtifacts,
  readMovedBy,
  renderArtifact,
  unescapeText,
  writeMovedBy,
} from "./fields.ts";
import { type Artifact, type Message, positionName } from "./message.ts";

export type RenderedFields = Message & { readonly pass?: boolean | undefined };

/** `verdict-last`: content, reasons, verdict. */
export type FieldOrder = "verdict-first" | "verdict-last";

export type RenderOptions = {
  readonly order: FieldOrder;
  readonly names: (seatId: string) => string;
  /** `stance` hides the verdict and all that goes with it; `words` the content. */
  readonly hide?: { readonly stance: boolean; readonly words?: boolean } | undefined;
};

/** One escaped field a line. `parseReply` reads the same fields back, with names for seat ids. */
export function renderMessage(message: RenderedFields, options: RenderOptions): string {
  const stance = options.hide?.stance ? [] : renderStance(message, options.order);
  const confidence = options.hide?.stance ? [] : renderConfidence(message.confidence);
  const withdrawn = message.withdrawn ? [field("Withdrawn", "true")] : [];
  const tail = [
    ...(message.ready ? [field("Ready", "true")] : []),
    ...(options.hide?.words ? [] : renderWords(message)),
  ];
  const body =
    options.order === "verdict-first"
      ? [...stance, ...withdrawn, ...confidence, ...tail]
      : [...tail, ...stance, ...confidence, ...withdrawn];
  return [opening(message), ...renderAddress(message, options.names), ...body, "</Message>"].join("\n");
}

function opening({ id }: Message): string {
  return `<Message id="${escapeAttribute(id)}">`;
}

function renderAddress(message: Message, names: RenderOptions["names"]): readonly string[] {
  return [
    textField("Speaker", names(message.speaker)),
    ...(message.to === null ? [] : [textField("SpeakingTo", names(message.to))]),
    ...(message.topic === undefined ? [] : [textField("Topic", message.topic)]),
    ...renderArtifacts(message.artifacts),
  ];
}

function renderArtifacts(artifacts: readonly Artifact[]): readonly string[] {
  return artifacts.length === 0 ? [] : [field("Artifacts", artifacts.map(renderArtifact).join("\n"))];
}

function renderStance(message: Message, order: FieldOrder): readonly string[] {
  const { reasoning, wouldChange, movedBy } = message;
  const position = positionName(message);
  const verdict = position === null ? [] : [textField("Verdict", position)];
  const reasons = reasoning === null ? [] : [textField("VerdictReasoning", reasoning)];
  return [
    ...(order === "verdict-last" ? [...reasons, ...verdict] : [...verdict, ...reasons]),
    ...(wouldChange === null ? [] : [textField("WouldChange", wouldChange)]),
    ...(movedBy === undefined ? [] : [textField("MovedBy", writeMovedBy(movedBy))]),
  ];
}

function renderConfidence(confidence: number | null): readonly string[] {
  return confidence === null ? [] : [field("Confidence", String(confidence))];
}

function renderWords({ pass, content }: RenderedFields): readonly string[] {
  return [pass ? field("Pass", "true") : textField("Content", content)];
}

function textField(name: FieldName, text: string): string {
  return field(name, escapeText(text));
}

function field(name: FieldName, escaped: string): string {
  return `<${name}>${escaped}</${name}>`;
}

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
