// What one member, or everybody, has heard since the last question. It is kept as entries arrive, so that the card of a
// turn and the TimeKeeper do not read the whole debate again.

import { parseReference, type Reference } from "../../scenario/documents/citations.ts";
import { hasPosition } from "../scaffold/message.ts";
import type { Entry, MeetingState } from "../transcript/state.ts";
import { isHeard } from "./view.ts";

export type MessageEntry = Extract<Entry, { kind: "message" }>;

type Terms = {
  entry: MessageEntry;
  /** The first sentence that offers them. */
  text: string;
  /** Later messages of others that name the offer or answer the member that made it. */
  answers: MessageEntry[];
};

/** Members are named by their ids. */
export type Heard = {
  entries: Entry[];
  messages: MessageEntry[];
  /** Index in `messages` of each member's last message. */
  lastMessages: Map<string, number>;
  /** The last message of each member with a verdict. */
  lastPositions: Map<string, MessageEntry>;
  /** Terms that members have offered, the last ones of each. */
  terms: Map<string, Terms>;
  /** Cited places by document, each once. */
  cited: Map<string, Map<string, Reference>>;
};

function createHeard(): Heard {
  return {
    entries: [],
    messages: [],
    lastMessages: new Map(),
    lastPositions: new Map(),
    terms: new Map(),
    cited: new Map(),
  };
}

/** Entries of the state that are in `heard` already. */
type Reading = { heard: Heard; taken: number };

/** By the entries of a state, which only grow. */
const readings = new WeakMap<readonly unknown[], Map<string, Reading>>();

/** `reader`: null for what everybody has heard. `hidden`: ids of messages that a fork has taken out. */
export function readHeard(
  state: MeetingState,
  reader: string | null,
  hidden: ReadonlySet<string> = new Set(),
): Heard {
  const entries = state.entries as readonly Entry[];
  const byReader = readings.get(entries) ?? new Map<string, Reading>();
  readings.set(entries, byReader);
  const key = JSON.stringify([reader, ...hidden]);
  const reading = byReader.get(key) ?? { heard: createHeard(), taken: 0 };
  byReader.set(key, reading);
  for (const entry of entries.slice(reading.taken)) {
    if (reaches(entry, reader, hidden)) addEntry(reading.heard, entry);
  }
  reading.taken = entries.length;
  return reading.heard;
}

function reaches(entry: Entry, reader: string | null, hidden: ReadonlySet<string>): boolean {
  if (entry.kind === "message" && hidden.has(entry.message.id)) return false;
  if (reader !== null) return isHeard(entry, reader);
  return entry.kind !== "message" || entry.audience === "all";
}

function addEntry(heard: Heard, entry: Entry): void {
  heard.entries.push(entry);
  if (entry.kind !== "message") return;
  const { message } = entry;
  const { speaker, to, content } = message;
  heard.lastMessages.set(speaker, heard.messages.length);
  heard.messages.push(entry);
  if (hasPosition(message)) heard.lastPositions.set(speaker, entry);
  for (const place of listCitedPlaces(entry)) {
    const places = heard.cited.get(place.name) ?? new Map<string, Reference>();
    heard.cited.set(place.name, places.set(`${place.from}-${place.to}`, place));
  }
  for (const [member, terms] of heard.terms) {
    const isTakenUp = to === member || content.includes(`[${terms.entry.turn}]`);
    if (speaker !== member && isTakenUp) terms.answers.push(entry);
  }
  const text = findOffer(content);
  if (text !== null) heard.terms.set(speaker, { entry, text, answers: [] });
}

/** The first sentence that offers terms; null if none does. A few words accept what another has offered. */
function findOffer(content: string): string | null {
  const sentences = content.split(/(?<=[.!?])\s/);
  const offer = sentences.find((each) => OFFERS.test(each) && each.length >= OFFER_LENGTH);
  return offer === undefined ? null : cutQuote(offer);
}

/** Characters from which on a sentence says by itself what it offers or asks. */
const OFFER_LENGTH = 30;
const QUESTION_LENGTH = 15;

/** After a question that waits for an answer: nothing, or one sentence of at most eight words. */
const ENDING = /^\W*(?:\S+\s+){0,7}\S*$/;

/** The question with which a text ends, without marks of the prompt; null if it asks none. Questions within quotation marks are another's. */
export function findQuestion(content: string): string | null {
  const own = content.replaceAll(QUOTED, (quoted) => "_".repeat(quoted.length));
  const end = own.lastIndexOf("?");
  const rest = own.slice(end + 1).trim();
  if (end === -1 || !ENDING.test(rest) || /[.!…]\s/.test(rest)) return null;
  const start = findSentenceStart(own, end);
  const isShort = end - start < QUESTION_LENGTH;
  return cutQuote(content.slice(isShort ? findSentenceStart(own, start - 1) : start, end + 1));
}

const QUOTED = /“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»|"[^"\n]*"/g;

function findSentenceStart(text: string, end: number): number {
  const before = text.slice(0, Math.max(0, end));
  return before.length - (before.split(/[.!?]/).at(-1) ?? "").length;
}

const OFFERS =
  /\b(?:I|we) (?:would|could|can|will|'d) (?:agree|accept|support|back|sign|join|say yes|live with|vote for)\b|\bon (?:the |one |two )?conditions?\b|\bprovided that\b|\bunter der Bedingung\b|\bstimme ich zu, wenn\b/i;

export function listCitedPlaces({ message }: MessageEntry): Reference[] {
  return message.artifacts.flatMap((artifact) => {
    const place = artifact.kind === "citation" ? parseReference(artifact.ref) : null;
    return place === null ? [] : [place];
  });
}

/** Words of a quoted message, condition or line. */
const QUOTED_WORDS = 30;

export function cutQuote(text: string): string {
  const words = text.trim().split(/\s+/);
  const isWhole = words.length <= QUOTED_WORDS;
  return isWhole
    ? words.join(" ").replace(/\.$/, "")
    : `${words.slice(0, QUOTED_WORDS).join(" ")} …`;
}

/** Cut, and in quotation marks. Marks within are single ones. */
export function quoteBriefly(text: string): string {
  return `“${cutQuote(text).replaceAll(/[“”„«»"]/g, "'")}”`;
}
