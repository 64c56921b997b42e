/**
 * The transcript as one member sees it, as blocks of a conversation that only grow, so that
 * provider caches stay valid. It hides what this member must not see.
 */

import { getLast } from "../../lists.ts";
import type { ViewTurn } from "../../models/contract/model.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import { rememberResults } from "../../scenario/files/remember.ts";
import {
  type Document,
  NONE,
  type PromptSettings,
  type Scenario,
} from "../../scenario/schema/scenario.ts";
import { escapeAttribute, escapeText } from "../scaffold/fields.ts";
import { hasPosition, type Message, NO_CONTENT, namePosition } from "../scaffold/message.ts";
import { type FieldOrder, renderMessage } from "../scaffold/render.ts";
import { type Entry, getMember, type MeetingState } from "../transcript/state.ts";
import type { Names } from "./names.ts";

/** The transcript as one seat sees it. It only grows: what was shown stays a byte prefix, block by block, so that a provider's cache stays good. */
export interface View {
  /** Always the same array, unless the state is another branch's. */
  readTurns(state: MeetingState): readonly ViewTurn[];
}

type MutableTurn = { role: ViewTurn["role"]; parts: string[] };

/** `shared`: all seats get the same text, with each entry as a block. */
export function createView(seat: string, opening: string, render: Renderer, shared: boolean): View {
  let view = createEmptyView(opening);
  return {
    readTurns(state) {
      const { shown } = getMember(state, seat);
      if (!isContinuation(view, state)) view = createEmptyView(opening);
      for (const end of shown.slice(view.marks)) readEntries(view, state, end);
      view.marks = Math.max(view.marks, shown.length);
      readEntries(view, state, state.entries.length);
      return view.turns;
    },
  };

  function readEntries(own: ViewState, state: MeetingState, end: number): void {
    const block: string[] = [];
    for (const entry of state.entries.slice(own.entries, end) as Entry[]) {
      own.entries++;
      own.last = entry;
      const text = render(entry, seat, own.hasStated);
      own.hasStated ||= isVerdictBy(entry, seat);
      if (text === null) continue;
      if (shared) addPart(own, "user", text);
      else if (findSpeaker(entry) !== seat) block.push(text);
      else {
        flush(own, block);
        addPart(own, "assistant", text);
      }
    }
    flush(own, block);
  }
}

type ViewState = {
  turns: [MutableTurn, ...MutableTurn[]];
  entries: number;
  marks: number;
  last: Entry | null;
  hasStated: boolean;
};

/** A conversation must not begin with the assistant. */
function createEmptyView(opening: string): ViewState {
  return {
    turns: [{ role: "user", parts: [opening] }],
    entries: 0,
    marks: 0,
    last: null,
    hasStated: false,
  };
}

function isContinuation(view: ViewState, { entries }: MeetingState): boolean {
  return (
    view.entries <= entries.length &&
    (view.entries === 0 || entries[view.entries - 1] === view.last)
  );
}

function flush(view: ViewState, block: string[]): void {
  if (block.length === 0) return;
  addPart(view, "user", block.join("\n"));
  block.length = 0;
}

function addPart(view: ViewState, role: ViewTurn["role"], part: string): void {
  const last = getLast(view.turns);
  if (last.role === role) last.parts.push(part);
  else view.turns.push({ role, parts: [part] });
}

/** NONE is no verdict, and unseals nothing. */
function isVerdictBy(entry: Entry, seat: string): boolean {
  return (
    entry.kind === "message" && entry.message.speaker === seat && entry.message.verdict !== null
  );
}

export function isSealed(visibility: PromptSettings["visibility"], hasStated: boolean): boolean {
  return visibility === "sealed" || (visibility === "until-verdict" && !hasStated);
}

/** What was shown once stays so: provider caches depend on it. */
export function isEntrySealed(state: MeetingState, seat: string, entry: Entry): boolean {
  const { visibility } = state.scenario.prompt;
  if (visibility !== "until-verdict") return visibility === "sealed";
  const before = (state.entries as readonly Entry[]).slice(0, state.entries.indexOf(entry));
  return !before.some((each) => isVerdictBy(each, seat));
}

/** For a member's first instruction after its own verdict; null at any other. */
export function describeVerdicts(
  state: MeetingState,
  seat: string,
  names: Names,
  hidden: ReadonlySet<string> = new Set(),
): string | null {
  const { scenario, members } = state;
  const { visibility, control, view } = scenario.prompt;
  if (visibility !== "until-verdict" || control !== undefined) return null;
  const { verdicts, shown } = getMember(state, seat);
  const first = verdicts.find(({ verdict }) => verdict !== null);
  const sinceAsked = (state.entries as readonly Entry[]).slice(shown.at(-1) ?? 0);
  if (!first || !sinceAsked.some((entry) => getEntryId(entry) === first.message)) return null;
  const others = [...members.values()].filter(
    (member) => member.seat.kind === "member" && member.seat.id !== seat,
  );
  const lines = others.map((member) => {
    const last = member.verdicts.findLast(({ message }) => !hidden.has(message));
    const position = last ? (last.verdict ?? NONE) : "no verdict yet";
    const sure = last?.confidence == null ? "" : ` (confidence ${last.confidence})`;
    return `${names.getName(member.seat.id)}: ${position}${sure}`;
  });
  // Labels in the order of the seats would tell who is who.
  if (view === "anonymous") lines.sort();
  return `Verdicts so far: ${lines.join("; ")}.`;
}

/** Null if the entry is hidden from this reader. `hasStated`: the reader has a public verdict. */
type Renderer = (entry: Entry, reader: string, hasStated: boolean) => string | null;

export function createRenderer(
  { prompt, members, documents }: Scenario,
  names: Names,
  hidden: ReadonlySet<string>,
  writers: ReadonlySet<string>,
): Renderer {
  const memberIds = new Set(members.map(({ id }) => id));
  const whole = new WeakMap<Entry, string>();
  const sealed = new WeakMap<Entry, string>();
  const order = prompt.scaffold ?? "verdict-first";
  const isShared = prompt.view === "shared";
  return (entry, reader, hasStated) => {
    const control = memberIds.has(reader) ? prompt.control : undefined;
    if (!isVisible(entry, reader, control) || hidden.has(getEntryId(entry))) return null;
    if (entry.kind === "succession" && prompt.view === "anonymous") return null;
    const isOwn = findSpeaker(entry) === reader;
    if (control === "stances" && !isOwn && entry.kind === "message")
      return renderStance(entry, names);
    if (isOwn && writers.has(reader) && entry.kind === "message")
      return renderAsJson(maskMessage(entry.message, names));
    if (isOwn && !isShared) return renderEntry(entry, { names, order, hide: { stance: false } });
    const rendered = !isOwn && isSealed(prompt.visibility, hasStated) ? sealed : whole;
    const known = rendered.get(entry);
    if (known !== undefined) return known;
    const hide = { stance: rendered === sealed };
    const text = renderEntry(dropQuotedLines(entry, documents), { names, order, hide });
    rendered.set(entry, text);
    return text;
  };
}

/** Everyone has the lines of an open document: of a quotation that is found there, the place is enough. */
function dropQuotedLines(entry: Entry, documents: readonly Document[]): Entry {
  if (entry.kind !== "message") return entry;
  const artifacts = entry.message.artifacts.map((each) =>
    each.kind === "citation" && checkCitation(each, documents).found === "exact"
      ? { ...each, quote: "" }
      : each,
  );
  return { ...entry, message: { ...entry.message, artifacts } };
}

/** A member's own words, in the form that it is asked for. */
function renderAsJson(message: Message): string {
  const { content, reasoning, wouldChange, confidence } = message;
  if (!hasPosition(message)) return JSON.stringify({ content });
  const verdict = namePosition(message);
  return JSON.stringify({ content, reasoning, verdict, wouldChange, confidence });
}

function findSpeaker(entry: Entry): string | null {
  if (entry.kind === "message") return entry.message.speaker;
  if (entry.kind === "pass") return entry.speaker;
  if (entry.kind === "notice") return entry.agent;
  return null;
}

function getEntryId(entry: Entry): string {
  if (entry.kind === "message") return entry.message.id;
  return entry.kind === "document" ? "" : entry.id;
}

/** Nothing that could argue for the verdict. */
function renderStance({ message, turn }: MessageEntry, names: Names): string {
  const { at, speaker, verdict, abstains, confidence } = message;
  const id = String(turn);
  return renderMessage(
    { ...NO_CONTENT, id, at, speaker, verdict, abstains, confidence },
    { order: "verdict-first", names: names.getName, hide: { stance: false, words: true } },
  );
}

/** A control hides what others say, or all but their verdicts. */
export function isVisible(
  entry: Entry,
  reader: string,
  control: PromptSettings["control"],
): boolean {
  const isWhole = control === undefined || findSpeaker(entry) === reader;
  const isStance = control === "stances" && entry.kind === "message" && hasPosition(entry.message);
  return (isWhole || isStance) && isHeard(entry, reader);
}

export function isHeard(entry: Entry, reader: string): boolean {
  if (entry.kind === "interjection") return entry.to === null || entry.to === reader;
  if (entry.kind !== "message" || entry.audience === "all") return true;
  return (
    entry.audience !== "record" &&
    (entry.audience.includes(reader) || entry.message.speaker === reader)
  );
}

type RenderForm = { names: Names; order: FieldOrder; hide: { stance: boolean } };

function renderEntry(entry: Entry, { names, order, hide }: RenderForm): string {
  const options = { order, hide, names: names.getName };
  switch (entry.kind) {
    case "message":
      return renderMessage(numberByTurns(entry, maskMessage(entry.message, names)), options);
    case "pass":
      return renderMessage(
        { ...NO_CONTENT, id: String(entry.turn), at: entry.at, speaker: entry.speaker, pass: true },
        options,
      );
    case "notice": {
      const { turn, at, agent, text, topic } = entry;
      const message = {
        ...NO_CONTENT,
        id: String(turn),
        at,
        speaker: agent,
        content: names.mask(text),
      };
      return renderMessage(topic === undefined ? message : { ...message, topic }, options);
    }
    case "document":
      return `Brought to the meeting by ${escapeText(entry.by)}:\n${renderDocument(entry.document)}`;
    case "succession": {
      const holder = names.getName(entry.seat);
      return `<Succession>${escapeText(`From here on ${holder} sits in the place of ${entry.before}.`)}</Succession>`;
    }
    case "interjection": {
      const tag = entry.to === null ? "Interjection" : "Whisper";
      return `<${tag} from="${escapeAttribute(entry.person)}">${escapeText(names.mask(entry.text))}</${tag}>`;
    }
    default:
      return entry satisfies never;
  }
}

type MessageEntry = Extract<Entry, { kind: "message" }>;

/** Members see the numbers of turns that people see, instead of the ids of the record. */
function numberByTurns({ turn, mover }: MessageEntry, message: Message): Message {
  const { movedBy } = message;
  const named = movedBy && {
    message: mover === null ? "" : String(mover),
    passage: movedBy.passage,
  };
  return { ...message, id: String(turn), movedBy: named };
}

/** Words from documents stay as they are, so that they can be found. */
function maskMessage(message: Message, { mask }: Names): Message {
  const { movedBy } = message;
  const maskNullable = (text: string | null) => (text === null ? null : mask(text));
  return {
    ...message,
    reasoning: maskNullable(message.reasoning),
    wouldChange: maskNullable(message.wouldChange),
    movedBy: movedBy && { ...movedBy, passage: mask(movedBy.passage) },
    artifacts: message.artifacts.map((each) =>
      each.kind === "citation" ? each : { ...each, title: mask(each.title), body: mask(each.body) },
    ),
    content: mask(message.content),
  };
}

export function renderDocument(document: Document): string {
  const subject = document.subject ? ' subject="true"' : "";
  return `<Document name="${escapeAttribute(document.name)}" title="${escapeAttribute(document.title)}"${subject}>\n${numberLines(document.text)}\n</Document>`;
}

const numberLines = rememberResults(4_000_000, (text) =>
  text
    .split("\n")
    .map((line, index) => `${index + 1}| ${escapeText(line)}`)
    .join("\n"),
);
