import { unescapeText } from "../../scaffold/escape.ts";
import { makeDocument } from "../../scenario/documents/document-text.ts";
import type { Casebook } from "../../scenario/schema/casebook.ts";
import type { Document, Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { ModelRequest, ViewTurn } from "../port/model.ts";
import { type Book, makeBook } from "./book.ts";
import { hashText } from "./chance.ts";
import { completeCasebook } from "./complete-casebook.ts";
import { hear } from "./heard.ts";
import { takeIn } from "./listen.ts";
import { type Mind, openMind } from "./mind.ts";

/** Makes up one member's mind from a request; what it keeps between calls only saves time. */
export type Memory = { readonly recall: (request: ModelRequest) => Mind };

/** How far one has read, and what one has made of it. */
type Read = {
  readonly mind: Mind;
  readonly agents: ReadonlySet<string>;
  readonly shared: string;
  readonly seed: string;
  /** Documents that the occasion itself shows. */
  readonly given: string;
  turn: number;
  part: number;
  last: string;
  /** A document was brought in after the last part read. */
  isOutdated: boolean;
};

export function openMemory(seat: Seat, scenario: Scenario): Memory {
  let read: Read | null = null;
  return {
    recall(request) {
      if (read !== null && goesOn(read, request)) readOn(read, request.turns);
      if (read === null || !goesOn(read, request) || read.isOutdated) {
        read = start(seat, scenario, request);
        readOn(read, request.turns);
        read.isOutdated = false;
      }
      return read.mind;
    },
  };
}

/** What was read before stands where it stood, and more may follow. */
function goesOn({ shared, seed, given, turn, part, last }: Read, request: ModelRequest): boolean {
  if (shared !== request.shared || seed !== (request.seed ?? "")) return false;
  if (given !== keyOf(givenIn(request))) return false;
  return part > 0 && request.turns[turn]?.parts[part - 1] === last;
}

function start(seat: Seat, scenario: Scenario, request: ModelRequest): Read {
  const { shared, individual, turns, seed = "" } = request;
  const given = givenIn(request);
  const me = /^You are (Member [A-Z]{1,2}), as everybody calls you/.exec(individual)?.[1] ?? seat.persona.name;
  const book = bookFor(scenario, `${shared}\n${individual}`, [...broughtIn(turns), ...given]);
  const mind = openMind({ seat, me, scenario, book, seed });
  const read = { turn: 0, part: 0, last: "", isOutdated: false };
  return { mind, agents: agentsIn(shared), shared, seed, given: keyOf(given), ...read };
}

function readOn(read: Read, turns: readonly ViewTurn[]): void {
  for (; read.turn < turns.length; read.turn++) {
    const { role, parts } = turns[read.turn]!;
    for (; read.part < parts.length; read.part++) {
      read.last = parts[read.part]!;
      if (role === "user" && read.last.search(BROUGHT) >= 0) read.isOutdated = true;
      for (const heard of hear(read.last))
        takeIn(read.mind, heard, heard.kind === "message" && read.agents.has(heard.speaker));
    }
    if (read.turn === turns.length - 1) return;
    read.part = 0;
  }
}

const BROUGHT =
  /^Brought to the meeting by .*:\n<Document name="([^"]*)" title="([^"]*)"[^>]*>\n([\s\S]*?)\n<\/Document>/gm;

/** Documents that were brought to the meeting, as their numbered lines stand in a prompt. */
function broughtIn(turns: readonly ViewTurn[]): Document[] {
  return turns.flatMap(({ role, parts }) => (role === "user" ? parts.flatMap(documentsIn) : []));
}

function documentsIn(part: string): Document[] {
  return [...part.matchAll(BROUGHT)].map(([, name, title, body]) => {
    const lines = body!.split("\n").map((line) => unescapeText(line.slice(line.indexOf("| ") + 2)));
    const text = lines.join("\n");
    return makeDocument({ name: unescapeText(name!), title: unescapeText(title!), subject: false, text });
  });
}

/** Documents that a cue shows beside the meeting's, such as data that a person brought: under `documents` of its data. */
function givenIn({ occasion }: ModelRequest): Document[] {
  const listed = (occasion?.data.documents ?? []) as readonly Pick<Document, "name" | "text">[];
  return listed.map(({ name, text }) => makeDocument({ name, title: name, subject: false, text }));
}

function keyOf(documents: readonly Document[]): string {
  return JSON.stringify(documents.map(({ name, text }) => [name, hashText(text)]));
}

const books = new WeakMap<Scenario, Map<string, Book>>();

/** The points on what a member was shown; the same book for all who were shown the same. */
function bookFor(scenario: Scenario, prompt: string, brought: readonly Document[]): Book {
  const names = [...prompt.matchAll(/<Document name="([^"]*)"/g)].map(([, name]) => unescapeText(name!));
  const shown = scenario.documents.filter(({ name }) => names.length === 0 || names.includes(name));
  const all = [...shown, ...brought];
  const key = keyOf(all);
  const kept = books.get(scenario) ?? new Map<string, Book>();
  books.set(scenario, kept);
  const book = kept.get(key) ?? makeBook(scenario, casebookOf(scenario, all), all);
  kept.set(key, book);
  return book;
}

function casebookOf(scenario: Scenario, documents: readonly Document[]): Casebook {
  return completeCasebook({ ...scenario, documents }).casebook!;
}

/** The names on the list of those present who run the procedure and judge nothing. */
function agentsIn(shared: string): ReadonlySet<string> {
  const lines = [...shared.matchAll(/^- (.*?)(?:, .*)? \(runs the procedure, has no verdict\)$/gm)];
  return new Set(lines.map(([, name]) => unescapeText(name!)));
}
