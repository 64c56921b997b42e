import { unescapeText } from "../../scaffold/escape.ts";
import { documentKey } from "../../scenario/documents/document-key.ts";
import { makeDocument } from "../../scenario/documents/document-text.ts";
import { createKeep, remembering } from "../../scenario/files/remember.ts";
import type { Document, Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { sha256 } from "../../text/sha256.ts";
import type { ModelRequest } from "../port/model.ts";
import type { Book } from "./book.ts";
import { hashText } from "./chance.ts";
import { bookOn, readEvidence } from "./evidence.ts";
import { hear } from "./heard.ts";
import { takeIn } from "./listen.ts";
import { type Mind, openMind } from "./mind.ts";

/** Makes up one member's mind from a request; what it keeps between calls only saves time. */
type Memory = { readonly recall: (request: ModelRequest) => Mind };

export function openMemory(seat: Seat, scenario: Scenario): Memory {
  let mind: Mind | null = null;
  let hall = "";
  let agents: ReadonlySet<string> = new Set();
  let setting = "";
  let read = 0;
  let last = "";
  return {
    recall(request) {
      const { shared, individual, turns, seed = "" } = request;
      const parts = turns.flatMap((turn) => turn.parts);
      const heard = turns.flatMap((turn) => (turn.role === "user" ? turn.parts : []));
      const evidence = readEvidence(scenario, seat.id, heard);
      const documents = [...heard.flatMap(broughtIn), ...givenIn(request), ...evidence.documents];
      const now = JSON.stringify([seed, keyOf(documents)]);
      // What was read before stands where it stood, and more may follow; else it is read from the start.
      if (mind === null || shared !== hall || now !== setting || parts[read - 1] !== last) {
        const me = /^You are (Member [A-Z]{1,2}), as everybody calls you/.exec(individual)?.[1];
        const book = bookFor(scenario, request, documents);
        mind = openMind({
          ...{ seat, me: me ?? seat.persona.name, scenario, book, seed },
          isUnheard: evidence.isUnheard,
        });
        agents = agentsIn(shared);
        read = 0;
      }
      for (const part of parts.slice(read))
        for (const each of hear(part)) takeIn(mind, each, each.kind === "message" && agents.has(each.speaker));
      hall = shared;
      setting = now;
      read = parts.length;
      last = parts.at(-1) ?? "";
      return mind;
    },
  };
}

const BROUGHT =
  /^Brought to the meeting by .*:\n<Document name="([^"]*)" title="([^"]*)"[^>]*>\n([\s\S]*?)\n<\/Document>/gm;

/** Documents that were brought to the meeting, as their numbered lines stand in a prompt. Each part is looked at with every request that holds it. */
const broughtIn = remembering(500_000, (part: string): readonly Document[] => {
  if (!part.includes("Brought to the meeting by ")) return [];
  return [...part.matchAll(BROUGHT)].map(([, name = "", title = "", body = ""]) => {
    const lines = body.split("\n").map((line) => unescapeText(line.slice(line.indexOf("| ") + 2)));
    const text = lines.join("\n");
    return makeDocument({ name: unescapeText(name), title: unescapeText(title), subject: false, text });
  });
});

/** Documents that a cue shows beside the meeting's, such as data that a person brought: under `documents` of its data. */
function givenIn({ occasion }: ModelRequest): Document[] {
  const listed = (occasion?.data.documents ?? []) as readonly Pick<Document, "name" | "text">[];
  return listed.map(({ name, text }) => makeDocument({ name, title: name, subject: false, text }));
}

function keyOf(documents: readonly Document[]): string {
  return JSON.stringify(documents.map(({ name, text }) => [name, hashText(text)]));
}

/** Characters that books were made from. */
const keepBook = createKeep<Book>(2_000_000);

/** The points on what a member was shown; the same book for all who were shown the same, in whatever meeting. */
function bookFor(scenario: Scenario, { shared, individual }: ModelRequest, brought: readonly Document[]): Book {
  const names = [shared, individual].flatMap(namesIn);
  const shown = scenario.documents.filter(({ name }) => names.length === 0 || names.includes(name));
  const documents = [...shown, ...brought];
  const known = knownBefore(scenario);
  const size = documents.reduce((sum, { text }) => sum + text.length, known.length);
  const key = JSON.stringify([known.digest, documents.map(documentKey)]);
  return keepBook(key, size, () => bookOn(scenario, documents));
}

/** Of the documents that stand in a prompt. */
const namesIn = remembering(500_000, (prompt: string): readonly string[] =>
  [...prompt.matchAll(/<Document name="([^"]*)"/g)].map(([, name = ""]) => unescapeText(name)),
);

const digests = new WeakMap<Scenario, Known>();
type Known = { readonly digest: string; readonly length: number };

/** All but the documents that a book is made from. */
function knownBefore(scenario: Scenario): Known {
  const ready = digests.get(scenario);
  if (ready !== undefined) return ready;
  const text = JSON.stringify([scenario.criteria, scenario.casebook]);
  const known = { digest: sha256(text), length: text.length };
  digests.set(scenario, known);
  return known;
}

/** The names on the list of those present who run the procedure and judge nothing. All are sent the same list. */
const agentsIn = remembering(500_000, (shared: string): ReadonlySet<string> => {
  const lines = [...shared.matchAll(/^- (.*?)(?:, .*)? \(runs the procedure, has no verdict\)$/gm)];
  return new Set(lines.map(([, name = ""]) => unescapeText(name)));
});
