import { sanitise, sanitiseLine } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import type { CheckedCitation, Draft } from "../../transcript/events.ts";
import type { Palette } from "../palette.ts";
import { FOUND_IN_WORDS, flagsToTell, statedInWords } from "../words.ts";
import { contentInWords } from "./reply-text.ts";

type Exhibit = Extract<Draft<"message.spoken">["artifacts"][number], { readonly kind: "exhibit" }>;

/** What a message's block needs beside the message: all of it known from earlier events. */
export type BlockFacts = {
  /** Number of the turn in the meeting, from 1. */
  readonly turn: number;
  readonly name: string;
  readonly title: string;
  /** Name of the one addressed; null means the whole audience. */
  readonly to: string | null;
  /** Verdict on record before this message, in words. */
  readonly before: string | null;
  /** Messages of process agents are dimmed. */
  readonly isAgent: boolean;
  /** `Dr. Sarah Chen, turn 12`: who said the message that is named as what moved this one; null where that is not known. */
  readonly mover?: string | null;
  /** Who hears it where nobody is addressed; empty while that is not known. */
  readonly audience: string;
};

export type BlockStyle = { readonly width: number; readonly palette: Palette };

/** A message as it is read: who to whom, the words, the passages cited, a verdict where it changed. */
export function messageBlock(
  message: Draft<"message.spoken">,
  facts: BlockFacts,
  style: BlockStyle,
): readonly string[] {
  const { palette } = style;
  const lines = [
    blockHeader(facts, style),
    ...blockContent(contentInWords(message), style),
    ...message.citations.flatMap((citation) => citationLines(citation, message.content, style)),
    ...message.artifacts.flatMap((artifact) =>
      artifact.kind === "exhibit" ? exhibitLines(artifact, style) : [],
    ),
    ...verdictLines(message, facts, style),
    ...absentQuotes(message.quotations, style),
    ...(message.withdrawn ? indented("withdraws from the debate", style) : []),
    ...flagsToTell(message.flags).flatMap((flag) => indented(`flag: ${flag}`, style).map(palette.dim)),
  ];
  return facts.isAgent ? lines.map(palette.dim) : lines;
}

/** `[14] Dr. Sarah Chen (Senior Research Director) -> Prof. Michael Rodriguez` */
export function blockHeader(facts: Omit<BlockFacts, "before" | "mover">, { palette }: BlockStyle): string {
  const { turn, name, title, to, audience, isAgent } = facts;
  const strong = isAgent ? (text: string) => text : palette.bold;
  const whom = to === null ? audience : sanitiseLine(to);
  const arrow = whom === "" ? "" : ` -> ${whom}`;
  return `[${turn}] ${strong(sanitiseLine(name))} (${sanitiseLine(title)})${arrow}`;
}

/** The words themselves, wrapped and set in. */
export function blockContent(content: string, style: BlockStyle): readonly string[] {
  const text = sanitise(content).trim();
  return text === "" ? [] : text.split("\n").flatMap((line) => indented(line, style));
}

/** Lines under a header: set in by four, wrapped to the width. */
export function indented(text: string, { width }: BlockStyle): readonly string[] {
  const room = Math.max(16, width - INDENT.length);
  return wrap(sanitiseLine(text), room).map((line) => (line === "" ? "" : INDENT + line));
}

/** What is laid on the table, its own lines under its title. */
function exhibitLines({ type, id, title, body }: Exhibit, style: BlockStyle): readonly string[] {
  const inner = { ...style, width: style.width - INDENT.length };
  return [
    ...indented(`lays on the table: ${type} ${id} "${title}"`, style),
    ...blockContent(body, inner).map((line) => (line === "" ? "" : INDENT + line)),
  ];
}

/** Quotations in the grounds of a verdict that no document holds. */
export function absentQuotes(
  quotations: readonly CheckedCitation[] | undefined,
  style: BlockStyle,
): readonly string[] {
  return (quotations ?? []).flatMap((quotation) => citationLines(quotation, "", style));
}

/** A quotation that stands in the words above is not said again. */
function citationLines(
  { ref, quote, found }: CheckedCitation,
  content: string,
  style: BlockStyle,
): readonly string[] {
  const { palette } = style;
  const colour = found === "absent" ? palette.red : palette.cyan;
  if (ref === null) {
    if (found !== "absent") return [];
    return indented(`quotes "${quote}": ${FOUND_IN_WORDS.absent} in any document`, style).map(colour);
  }
  const quoted = quote === "" || content.includes(quote) ? "" : ` "${quote}"`;
  return indented(`cites ${ref}${quoted}: ${FOUND_IN_WORDS[found]}`, style).map(colour);
}

function verdictLines(
  message: Draft<"message.spoken">,
  { before, isAgent, mover }: BlockFacts,
  style: BlockStyle,
): readonly string[] {
  const { confidence, reasoning, wouldChange, movedBy } = message;
  const verdict = statedInWords(message);
  if (isAgent || verdict === null || verdict === before) return [];
  const was = before === null ? "" : ` (was ${before})`;
  const sure = confidence === null ? "" : `, confidence ${confidence}`;
  const why = reasoning === null ? "" : `: ${reasoning}`;
  return [
    ...indented(`verdict: ${verdict}${was}${sure}${why}`, style).map(style.palette.bold),
    ...(movedBy === undefined
      ? []
      : indented(`moved by ${movedBy.message}${mover ? ` (${mover})` : ""}: "${movedBy.passage}"`, style)),
    ...(wouldChange === null ? [] : indented(`would change it: ${wouldChange}`, style)),
  ];
}

const INDENT = "    ";
