import type { NonEmpty } from "../../lists.ts";
import { readArtifacts } from "./artifacts.ts";
import {
  fieldText,
  holdsVerdict,
  isTrue,
  optionalText,
  type RawFields,
  unitNumber,
  withUsualTags,
} from "./fields.ts";
import type { Artifact, ParsedReply, ParseFlag, ParseResult } from "./message.ts";
import { readMovedBy } from "./moved-by.ts";
import { salvage } from "./salvage.ts";
import { readWellFormed } from "./well-formed.ts";

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
