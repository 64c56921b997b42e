import {
  escapeAttribute,
  escapeText,
  type FieldName,
  renderArtifact,
  writeMovedBy,
} from "./fields.ts";
import { type Message, positionName } from "./message.ts";

export type RenderedFields = Message & { pass?: boolean | undefined };

export type FieldOrder = "verdict-first" | "verdict-last";

export type RenderOptions = {
  order: FieldOrder;
  names: (seatId: string) => string;
  hide?: { stance: boolean; words?: boolean } | undefined;
};

/** One escaped field a line. `parseReply` reads the same fields back, with names for seat ids. */
export function renderMessage(
  message: RenderedFields,
  { order, names, hide }: RenderOptions,
): string {
  const { to, artifacts, reasoning, wouldChange, movedBy, confidence } = message;
  const verdict = textField("Verdict", positionName(message));
  const reasons = textField("VerdictReasoning", reasoning);
  const stance = [
    ...(order === "verdict-last" ? [...reasons, ...verdict] : [...verdict, ...reasons]),
    ...textField("WouldChange", wouldChange),
    ...textField("MovedBy", movedBy && writeMovedBy(movedBy)),
  ];
  const sure = confidence === null ? [] : [field("Confidence", String(confidence))];
  const [shown, certainty] = hide?.stance ? [[], []] : [stance, sure];
  const withdrawn = message.withdrawn ? [field("Withdrawn", "true")] : [];
  const words = message.pass ? [field("Pass", "true")] : textField("Content", message.content);
  const tail = [...(message.ready ? [field("Ready", "true")] : []), ...(hide?.words ? [] : words)];
  return [
    `<Message id="${escapeAttribute(message.id)}">`,
    ...textField("Speaker", names(message.speaker)),
    ...textField("SpeakingTo", to === null ? null : names(to)),
    ...textField("Topic", message.topic),
    ...(artifacts.length === 0
      ? []
      : [field("Artifacts", artifacts.map(renderArtifact).join("\n"))]),
    ...(order === "verdict-first"
      ? [...shown, ...withdrawn, ...certainty, ...tail]
      : [...tail, ...shown, ...certainty, ...withdrawn]),
    "</Message>",
  ].join("\n");
}

function textField(name: FieldName, text: string | null | undefined): readonly string[] {
  return text === null || text === undefined ? [] : [field(name, escapeText(text))];
}

function field(name: FieldName, escaped: string): string {
  return `<${name}>${escaped}</${name}>`;
}
