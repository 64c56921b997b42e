import { unescapeText } from "../../../scaffold/escape.ts";

/** A document as it stands in a prompt. */
export type SentDocument = {
  readonly name: string;
  readonly title: string;
  readonly subject: boolean;
  /** Line n is `lines[n - 1]`. */
  readonly lines: readonly string[];
};

/** One name on the list of those present. */
export type SentSeat = { readonly name: string; readonly agent: boolean };

const OPEN = "<Document ";
const CLOSE = "\n</Document>";

/** Every document block in a text, in order; whatever is not one is passed over. */
export function readDocuments(text: string): SentDocument[] {
  const found: SentDocument[] = [];
  let at = text.indexOf(OPEN);
  while (at !== -1) {
    const headEnd = text.indexOf(">\n", at);
    const end = headEnd === -1 ? -1 : text.indexOf(CLOSE, headEnd);
    if (headEnd === -1 || end === -1) break;
    found.push(readDocument(text.slice(at, headEnd), text.slice(headEnd + 2, end)));
    at = text.indexOf(OPEN, end);
  }
  return found;
}

/** The names under `Present:`, members and process agents. */
export function readRoster(shared: string): SentSeat[] {
  const start = shared.indexOf("\nPresent:\n");
  if (start === -1) return [];
  const from = start + "\nPresent:\n".length;
  const end = shared.indexOf("\n\n", from);
  return shared
    .slice(from, end === -1 ? undefined : end)
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .map((line) => ({ name: nameIn(line), agent: line.endsWith("(runs the procedure, has no verdict)") }));
}

/** The question before the meeting, in its own words; empty where none stands. */
export function readQuestion(shared: string): string {
  const label = "\nQuestion before the meeting: ";
  const start = shared.indexOf(label);
  if (start === -1) return "";
  const end = shared.indexOf("\n", start + label.length);
  return unescapeText(shared.slice(start + label.length, end === -1 ? undefined : end));
}

function readDocument(head: string, body: string): SentDocument {
  const lines = body.split("\n").map((line) => unescapeText(line.slice(line.indexOf("| ") + 2)));
  return {
    name: attribute(head, "name"),
    title: attribute(head, "title"),
    subject: head.includes(' subject="true"'),
    lines,
  };
}

function attribute(head: string, name: string): string {
  const label = ` ${name}="`;
  const start = head.indexOf(label);
  if (start === -1) return "";
  const from = start + label.length;
  return unescapeText(head.slice(from, head.indexOf('"', from)));
}

function nameIn(line: string): string {
  const agent = line.indexOf(" (runs the procedure");
  const comma = line.indexOf(", ");
  const ends = [agent, comma].filter((at) => at !== -1);
  return unescapeText(line.slice(2, ends.length === 0 ? undefined : Math.min(...ends)));
}
