import { renderArtifact } from "./artifacts.ts";
import { escapeAttribute, escapeText } from "./escape.ts";
import type { FieldName } from "./fields.ts";
import { type Artifact, type Message, positionName } from "./message.ts";
import { writeMovedBy } from "./moved-by.ts";

export { escapeText, unescapeText } from "./escape.ts";

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
