/**
 * Writes a message in tags, as prompts show it to members. parse.ts reads the same form back.
 */

import { dropMissing } from "../../lists.ts";
import {
  escapeAttribute,
  escapeText,
  type FieldName,
  renderArtifact,
  writeMovedBy,
} from "./fields.ts";
import { type Message, namePosition } from "./message.ts";

export type RenderedFields = Message & { pass?: boolean | undefined };

export type FieldOrder = "verdict-first" | "verdict-last";

type RenderOptions = {
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
  const verdict = renderTextField("Verdict", namePosition(message));
  const reasons = renderTextField("VerdictReasoning", reasoning);
  const verdictAndReasons =
    order === "verdict-last" ? [...reasons, ...verdict] : [...verdict, ...reasons];
  const stance = [
    ...verdictAndReasons,
    ...renderTextField("WouldChange", wouldChange),
    ...renderTextField("MovedBy", movedBy && writeMovedBy(movedBy)),
  ];
  const sure = confidence === null ? [] : [renderField("Confidence", String(confidence))];
  const [shown, certainty] = hide?.stance ? [[], []] : [stance, sure];
  const withdrawn = message.withdrawn ? [renderField("Withdrawn", "true")] : [];
  const ready = message.ready ? [renderField("Ready", "true")] : [];
  const tail = hide?.words ? ready : [...ready, ...renderContent(message)];
  const cited = artifacts.map(renderArtifact).join("\n");
  const body =
    order === "verdict-first"
      ? [...shown, ...withdrawn, ...certainty, ...tail]
      : [...tail, ...shown, ...certainty, ...withdrawn];
  return dropMissing([
    `<Message id="${escapeAttribute(message.id)}">`,
    ...renderTextField("Speaker", names(message.speaker)),
    ...renderTextField("SpeakingTo", to === null ? null : names(to)),
    ...renderTextField("Topic", message.topic),
    artifacts.length > 0 && renderField("Artifacts", cited),
    ...body,
    "</Message>",
  ]).join("\n");
}

function renderContent({ pass, content }: RenderedFields): readonly string[] {
  return pass ? [renderField("Pass", "true")] : renderTextField("Content", content);
}

function renderTextField(name: FieldName, text: string | null | undefined): readonly string[] {
  return text === null || text === undefined ? [] : [renderField(name, escapeText(text))];
}

function renderField(name: FieldName, escaped: string): string {
  return `<${name}>${escaped}</${name}>`;
}
