import type { CheckedCitation, Draft } from "../transcript/events.ts";
import { moverInWords, statedInWords } from "./figures.ts";
import { words } from "./words.ts";

export type MessageFacts = {
  /** Undefined if unknown. */
  readonly before: string | null | undefined;
  readonly mover: { readonly name: string; readonly turn: number | null } | null;
  /** Process agents have no verdict to tell. */
  readonly isAgent: boolean;
};

export type MessagePart = {
  readonly kind: "exact" | "near" | "pointed" | "missing" | "exhibit" | "verdict" | "grounds" | "left" | "flag";
  readonly text: string;
  readonly rest: string;
  readonly body?: string;
};

export function messageParts(message: Draft<"message.spoken">, facts: MessageFacts): readonly MessagePart[] {
  const { citations, artifacts, quotations, withdrawn, flags, content } = message;
  return [
    ...citations.flatMap((each) => citationParts(each, content)),
    ...artifacts.flatMap((each): MessagePart[] =>
      each.kind === "exhibit"
        ? [part("exhibit", words.message.layingDown(each.type, each.id, each.title), "", each.body)]
        : [],
    ),
    ...verdictParts(message, facts),
    ...quotationParts(quotations),
    ...(withdrawn ? [part("left", words.message.withdraws)] : []),
    ...flagsToTell(flags).map((flag) => part("flag", words.message.flag(flag))),
  ];
}

export function quotationParts(quotations: readonly CheckedCitation[] | undefined): readonly MessagePart[] {
  const missing = (quotations ?? []).filter(({ found }) => found === "absent");
  return missing.flatMap((each) => citationParts(each));
}

/** A passage that is in the words above is not repeated. */
function citationParts({ ref, quote, found }: CheckedCitation, content = ""): readonly MessagePart[] {
  if (ref === null && found !== "absent") return [];
  const { cites, quotes, inAnyDocument } = words.message;
  const quoted = quote === "" || (ref !== null && content.includes(quote)) ? "" : ` "${quote}"`;
  const stands = `${words.found[found]}${ref === null ? ` ${inAnyDocument}` : ""}`;
  return [part(KINDS[found], `${ref === null ? quotes : cites(ref)}${quoted}`, `: ${stands}`)];
}

const KINDS = { exact: "exact", near: "near", absent: "missing", reference: "pointed" } as const;

function verdictParts(
  message: Draft<"message.spoken">,
  { before, mover, isAgent }: MessageFacts,
): readonly MessagePart[] {
  const { confidence, reasoning, wouldChange, movedBy } = message;
  const says = words.message;
  const verdict = statedInWords(message);
  if (isAgent || verdict === null || before === undefined || verdict === before) return [];
  const was = before === null ? "" : says.was(before);
  const sure = confidence === null ? "" : says.confidence(String(confidence));
  const why = reasoning === null ? "" : `: ${reasoning}`;
  return [
    part("verdict", says.verdict(verdict) + was, sure + why),
    ...(movedBy === undefined ? [] : [part("grounds", moverOf(movedBy, mover))]),
    ...(wouldChange === null ? [] : [part("grounds", says.wouldChange(wouldChange))]),
  ];
}

function moverOf(
  { message, passage }: { readonly message: string; readonly passage: string },
  mover: MessageFacts["mover"],
): string {
  if (mover === null) return words.message.movedBy(message, passage);
  return moverInWords({ movedBy: { message, passage, speaker: "", ...mover }, heard: null });
}

export function flagsToTell(flags: readonly string[]): readonly string[] {
  return flags.filter((flag) => !flag.endsWith("-not-found"));
}

function part(kind: MessagePart["kind"], text: string, rest = "", body?: string): MessagePart {
  return { kind, text, rest, ...(body !== undefined && { body }) };
}
