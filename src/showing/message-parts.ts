/** Messages as entries of an article, and what a message brings with its text: citations, a verdict, exhibits. */

import type { CheckedCitation, Draft, Json } from "../engine/transcript/events.ts";
import { getMemberName, type MeetingState } from "../engine/transcript/state.ts";
import { formatMover, formatStatedVerdict } from "../engine/words/figures.ts";
import { words } from "../engine/words/words.ts";
import { dropMissing } from "../lists.ts";
import { type DebateEntry, type EntryPart, paragraphs } from "../text/article.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import type { Shown } from "./entries.ts";

type MessageFacts = {
  /** Undefined if unknown. */
  before: string | null | undefined;
  mover: { name: string; turn: number | null } | null;
  isAgent: boolean;
};

type Spoken = Draft<"message.spoken">;

/** A message as an entry of the debate, as lines and Markdown print it. */
export function createEntry(
  event: Spoken,
  { turn, label, mover }: Shown,
  state: MeetingState,
): DebateEntry {
  const getName = (seat: string) => getMemberName(state, seat);
  const head = createEntryHead(event.speaker, state);
  const facts = {
    before: label,
    mover: mover && { name: getName(mover.speaker), turn: mover.turn },
    isAgent: head.isAgent,
  };
  return {
    ...head,
    turn: turn ?? 0,
    to: event.to === null ? null : getName(event.to),
    audience:
      typeof event.audience === "string"
        ? words.everybody
        : event.audience.map(getName).map(sanitizeLine).join(", "),
    body: [paragraphs(formatContent(event))],
    parts: listParts(event, facts),
  };
}

/** An entry without its message, for a speaker whose words are still arriving. */
export function createEntryHead(speaker: string, state: MeetingState): DebateEntry {
  const seat = state.members.get(speaker)?.seat;
  return {
    is: "entry",
    turn: 0,
    name: sanitizeLine(getMemberName(state, speaker)),
    title: sanitizeLine(seat?.persona.title ?? ""),
    to: null,
    audience: "",
    isAgent: seat?.kind === "agent",
    body: [],
    parts: [],
  };
}

export function listParts(
  message: Draft<"message.spoken">,
  facts: MessageFacts,
): readonly EntryPart[] {
  const { citations, artifacts, quotations, withdrawn, flags, content } = message;
  return [
    ...citations.flatMap((each) => listCitationParts(each, content)),
    ...artifacts.flatMap((each): EntryPart[] =>
      each.kind === "exhibit"
        ? [
            createPart(
              "exhibit",
              words.message.layingDown(each.type, each.id, each.title),
              "",
              each.body,
            ),
          ]
        : [],
    ),
    ...listVerdictParts(message, facts),
    ...listQuotationParts(quotations),
    ...(withdrawn ? [createPart("left", words.message.withdraws)] : []),
    ...listShownFlags(flags).map((flag) => createPart("flag", words.message.flag(flag))),
  ];
}

export function listQuotationParts(
  quotations: readonly CheckedCitation[] | undefined,
): readonly EntryPart[] {
  const missing = (quotations ?? []).filter(({ found }) => found === "absent");
  return missing.flatMap((each) => listCitationParts(each));
}

/** A passage that is in the words above is not repeated. */
function listCitationParts(
  { ref, quote, found, removed }: CheckedCitation,
  content = "",
): readonly EntryPart[] {
  if (ref === null && found !== "absent") return [];
  const { cites, quotes, inAnyDocument } = words.message;
  const quoted = quote === "" || (ref !== null && content.includes(quote)) ? "" : ` "${quote}"`;
  const label = `${words.found[removed ? "removed" : found]}${ref === null ? ` ${inAnyDocument}` : ""}`;
  return [createPart(KINDS[found], `${ref === null ? quotes : cites(ref)}${quoted}`, `: ${label}`)];
}

const KINDS = { exact: "exact", near: "near", absent: "missing", reference: "pointed" } as const;

function listVerdictParts(
  message: Draft<"message.spoken">,
  { before, mover, isAgent }: MessageFacts,
): readonly EntryPart[] {
  const { confidence, reasoning, wouldChange, movedBy } = message;
  const says = words.message;
  const verdict = formatStatedVerdict(message);
  if (isAgent || verdict === null || before === undefined || verdict === before) return [];
  const was = before === null ? "" : says.was(before);
  const sure = confidence === null ? "" : says.confidence(String(confidence));
  return dropMissing([
    createPart("verdict", says.verdict(verdict) + was, sure),
    movedBy && {
      ...createPart("grounds", describeMover(movedBy, mover)),
      turn: mover?.turn ?? undefined,
    },
    reasoning !== null && createPart("reason", says.because(reasoning)),
    wouldChange !== null && createPart("grounds", says.wouldChange(wouldChange)),
  ]);
}

function describeMover(
  { message, passage }: { message: string; passage: string },
  mover: MessageFacts["mover"],
): string {
  if (mover === null) return words.message.movedByWords(passage);
  return formatMover({ movedBy: { message, passage, speaker: "", ...mover }, heard: null });
}

function listShownFlags(flags: readonly string[]): readonly string[] {
  return flags.filter((flag) => !flag.endsWith("-not-found"));
}

function createPart(kind: EntryPart["kind"], text: string, rest = "", body?: string): EntryPart {
  return { kind, text, rest, body };
}

export function formatContent({
  content,
  reply,
}: Pick<Draft<"message.spoken">, "content" | "reply">): string {
  return typeof reply === "object" && reply !== null ? outlineTree(reply).join("\n") : content;
}

type Tree = readonly Json[] | { [key: string]: Json };

/** One line per value. A record of short values is one line, and a list of ids. */
function outlineTree(tree: Tree): string[] {
  if (isList(tree))
    return tree.flatMap((item) => markItem(formatInline(item) ?? outlineTree(item as Tree)));
  return Object.entries(tree).flatMap(([key, value]) => {
    if (isEmpty(value)) return [];
    const line = formatInline(value);
    return line
      ? [`${splitKey(key)}: ${line[0]}`]
      : [`${splitKey(key)}:`, ...outlineTree(value as Tree)];
  });
}

function formatInline(value: Json): [line: string] | null {
  if (!isTree(value)) return [String(value).replace(/^[a-z]+(?:_[a-z]+)+$/, splitKey)];
  if (isList(value))
    return value.every((item) => /^\S+$/.test(String(item))) ? [value.join(", ")] : null;
  const fields = Object.entries(value).flatMap(([key, each]) =>
    isEmpty(each)
      ? []
      : [
          isTree(each) && !isList(each)
            ? null
            : formatInline(each)?.map((line) => `${splitKey(key)}: ${line}`),
        ],
  );
  return fields.every((field) => field) ? [fields.join("; ").replaceAll(".; ", ". ")] : null;
}

function markItem(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? `- ${line}` : line));
}

/** `timeToFirstOutput` and `testable_as` are read as words. */
function splitKey(key: string): string {
  return key
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (isTree(value) && Object.keys(value).length === 0);
}

function isTree(value: Json): value is Tree {
  return typeof value === "object" && value !== null;
}

function isList(tree: Tree): tree is readonly Json[] {
  return Array.isArray(tree);
}
