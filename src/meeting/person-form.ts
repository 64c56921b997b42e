import type { Json } from "../transcript/events.ts";

/** What a written form comes to: an answer to lay before the meeting, or what to write otherwise. */
export type ReadForm = { readonly answer: { readonly [key: string]: Json } } | { readonly problem: string };

/** How the form is filled in, a line for each thing that can be said. */
export const FORM_HELP: readonly string[] = [
  "Write your words over as many lines as you like. A line that begins with a slash says something else:",
  "  /verdict OPTION     the position you take",
  "  /because TEXT       why; needed with a new verdict",
  "  /change TEXT        what would change your verdict",
  "  /sure 0.8           how sure you are, 0 to 1",
  "  /to NAME            whom you address",
  "  /topic ID           topic of the agenda",
  "  /cite memo.md#L3-L5 a passage; its lines are quoted for you",
  "  /ready              the phase may end for your part",
  "  /withdraw           you leave the debate, with your verdict on record",
  "  /pass               you say nothing this time",
  "  /absent REASON      you will not answer, on record",
  "Two slashes begin a line of your own words that begins with one.",
];

const TEXTS: Readonly<Record<string, string>> = {
  verdict: "verdict",
  because: "reasoning",
  change: "wouldChange",
  to: "to",
  topic: "topic",
  absent: "absent",
};

const MARKS: ReadonlySet<string> = new Set(["ready", "withdraw", "pass"]);

/** Reads words with slash lines among them. */
export function readForm(text: string): ReadForm {
  const words: string[] = [];
  const said: { [key: string]: Json } = {};
  const cite: string[] = [];
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    const command = /^\/([a-z]+)(?:\s+(.*))?$/.exec(line.trim());
    if (!command) {
      words.push(line.startsWith("//") ? line.slice(1) : line);
      continue;
    }
    const [, name, value = ""] = command as unknown as [string, string, string?];
    const field = Object.hasOwn(TEXTS, name) ? TEXTS[name]! : null;
    if (MARKS.has(name)) said[name] = true;
    else if (value.trim() === "") return { problem: `/${name} needs something after it. /help tells more.` };
    else if (field !== null)
      said[field] = field in said ? `${String(said[field])} ${value.trim()}` : value.trim();
    else if (name === "cite") cite.push(value.trim());
    else if (name === "sure") {
      const sure = Number(value);
      if (!(sure >= 0 && sure <= 1)) return { problem: "/sure needs a number from 0 to 1, such as /sure 0.8." };
      said.confidence = sure;
    } else return { problem: `There is no /${name}. Begin the line with two slashes if you mean the words.` };
  }
  if (typeof said.absent === "string") return { answer: { absent: said.absent } };
  const content = words.join("\n").trim();
  return { answer: { ...(content !== "" && { content }), ...said, ...(cite.length > 0 && { cite }) } };
}
