import type { CheckedCitation, Draft } from "../../engine/transcript/events.ts";
import {
  type MessageFacts,
  type MessagePart,
  messageParts,
  quotationParts,
} from "../../engine/words/message.ts";
import { contentInWords } from "../../engine/words/reply-text.ts";
import { sanitise, sanitiseLine } from "../../text/sanitise.ts";
import { wrap } from "../../text/wrap.ts";
import type { Palette, TextOptions } from "../palette.ts";

type BlockHead = {
  readonly turn: number;
  readonly name: string;
  readonly title: string;
  /** Name of the one addressed; null means the whole audience. */
  readonly to: string | null;
  readonly isAgent: boolean;
  readonly audience: string;
};

export function messageBlock(
  message: Draft<"message.spoken">,
  facts: BlockHead & MessageFacts,
  style: TextOptions,
  content = contentInWords(message),
): readonly string[] {
  const lines = [
    blockHeader(facts, style),
    ...blockContent(content, style),
    ...messageParts(message, facts).flatMap((part) => partLines(part, style)),
  ];
  return facts.isAgent ? lines.map(style.palette.dim) : lines;
}

/** `[14] Dr. Sarah Chen (Senior Research Director) -> Prof. Michael Rodriguez` */
export function blockHeader(
  { turn, name, title, to, audience, isAgent }: BlockHead,
  { palette }: TextOptions,
): string {
  const strong = isAgent ? (text: string) => text : palette.bold;
  const whom = to === null ? audience : sanitiseLine(to);
  const arrow = whom === "" ? "" : ` -> ${whom}`;
  return `[${turn}] ${strong(sanitiseLine(name))} (${sanitiseLine(title)})${arrow}`;
}

export function blockContent(content: string, style: TextOptions): readonly string[] {
  const text = sanitise(content).trim();
  return text === "" ? [] : text.split("\n").flatMap((line) => indented(line, style));
}

export function indented(text: string, { width }: TextOptions): readonly string[] {
  const room = Math.max(16, width - INDENT.length);
  return wrap(sanitiseLine(text), room).map((line) => (line === "" ? "" : INDENT + line));
}

export function absentQuotes(
  quotations: readonly CheckedCitation[] | undefined,
  style: TextOptions,
): readonly string[] {
  return quotationParts(quotations).flatMap((part) => partLines(part, style));
}

function partLines({ kind, text, rest, body }: MessagePart, style: TextOptions): readonly string[] {
  const inner = { ...style, width: style.width - INDENT.length };
  const below = body === undefined ? [] : blockContent(body, inner);
  return [
    ...indented(text + rest, style).map(COLOURS[kind](style.palette)),
    ...below.map((line) => (line === "" ? "" : INDENT + line)),
  ];
}

const COLOURS: Readonly<Record<MessagePart["kind"], (palette: Palette) => (line: string) => string>> = {
  exact: ({ cyan }) => cyan,
  near: ({ cyan }) => cyan,
  pointed: ({ cyan }) => cyan,
  missing: ({ red }) => red,
  exhibit: () => (line) => line,
  verdict: ({ bold }) => bold,
  grounds: () => (line) => line,
  left: () => (line) => line,
  flag: ({ dim }) => dim,
};

const INDENT = "    ";
