import type { NonEmpty } from "../../lists.ts";
import { type FieldName, holdsVerdict, isNameField, type RawFields } from "./fields.ts";
import type { ParseFlag } from "./message.ts";
import { createScanner } from "./scan.ts";
import type { ScannedMessage } from "./scan-draft.ts";

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
