import { parse } from "yaml";
import type { Json } from "../../transcript/events.ts";
import { choiceInWords, type FormField, isFilledIn, requestFields } from "../form/kind.ts";

type ReadForm = { readonly answer: { readonly [key: string]: Json } } | { readonly problem: string };

type Request = { readonly [key: string]: Json };

const MARKS: Readonly<Record<string, string>> = {
  verdict: "verdict",
  reasoning: "because",
  wouldChange: "change",
  movedBy: "moved",
  confidence: "sure",
  to: "to",
  topic: "topic",
  cite: "cite",
  ready: "ready",
  withdraw: "withdraw",
  pass: "pass",
};

export function marksOf(request: Request): readonly string[] {
  const fields = requestFields(request);
  const names = fields === null ? Object.keys(MARKS) : fields.map(({ name }) => name);
  return [...names.flatMap((name) => MARKS[name] ?? []), "absent"];
}

export function formHelp(request: Request): readonly string[] {
  const fields = requestFields(request) ?? [];
  const rows = fields.flatMap((field): (readonly [string, string])[] => {
    const mark = MARKS[field.name];
    return mark === undefined ? [] : [[`/${mark}${EXAMPLE[mark] ?? ""}`, meaning(field)]];
  });
  const all = [...rows, ["/absent REASON", "you will not answer; this is recorded"] as const];
  const width = Math.max(...all.map(([mark]) => mark.length));
  return [
    ...(fields.some(({ name }) => name === "content")
      ? [
          "Write your words over as many lines as you like. A line that begins with a slash says something else:",
        ]
      : ["Lines that begin with a slash:"]),
    ...all.map(([mark, words]) => `  ${mark.padEnd(width)}  ${words}`),
    ...(fields.some(({ name }) => name === "content")
      ? ["To begin your text with a slash, type two slashes."]
      : []),
  ];
}

const EXAMPLE: Readonly<Record<string, string>> = {
  verdict: " OPTION",
  because: " TEXT",
  change: " TEXT",
  moved: " m14 WORDS",
  sure: " 0.8",
  to: " NAME",
  topic: " ID",
  cite: " memo.md#L3-L5",
};

function meaning({ about = "", required, kind }: FormField): string {
  const words = kind.is === "choice" ? kind.of.map(choiceInWords).join(", ") : about;
  return `${words}${required ? " (needed)" : ""}`;
}

export function readAnswer(text: string, request: Request): ReadForm {
  if (request.kind === "turn" && request.form !== "json") return readForm(text, request);
  if (text.trim() === "/pass") return { answer: { pass: true } };
  const [, absent] = /^\/absent\s+(.+)$/.exec(text.trim()) ?? [];
  if (absent !== undefined) return { answer: { absent } };
  try {
    const value: unknown = parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { answer: value as { readonly [key: string]: Json } };
    return { problem: "Write a field and its value on each line, such as decision: accept" };
  } catch (error) {
    return { problem: `That is no YAML: ${(error as Error).message.split("\n")[0]}` };
  }
}

export function writtenAnswer(answer: Json, request: Request): string {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return "";
  const said = answer as { readonly [key: string]: Json };
  if (isFilledIn(request)) return JSON.stringify(said);
  const line = (name: string, value: Json): readonly string[] => {
    const mark = name === "absent" ? name : MARKS[name];
    if (mark === undefined || value === false || value === null) return [];
    if (Array.isArray(value))
      return value.map(
        (each) =>
          `/${mark} ${typeof each === "object" && each !== null && "ref" in each ? String(each.ref) : String(each)}`,
      );
    if (typeof value === "object" && "passage" in value)
      return [`/${mark} ${String(value.message)}: ${String(value.passage)}`];
    return [value === true ? `/${mark}` : `/${mark} ${String(value)}`];
  };
  const words = typeof said.content === "string" ? said.content.replaceAll(/^\//gm, "//").split("\n") : [];
  return [...words, ...Object.entries(said).flatMap(([name, value]) => line(name, value))].join("\n");
}

const TEXTS: Readonly<Record<string, string>> = {
  verdict: "verdict",
  because: "reasoning",
  change: "wouldChange",
  moved: "movedBy",
  to: "to",
  topic: "topic",
  absent: "absent",
};

const FLAGS: ReadonlySet<string> = new Set(["ready", "withdraw", "pass"]);

export function readForm(text: string, request: Request = {}): ReadForm {
  const words: string[] = [];
  const said: { [key: string]: Json } = {};
  const cite: string[] = [];
  const allowed = marksOf(request);
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    const command = /^\/([a-z]+)(?:\s+(.*))?$/.exec(line.trim());
    if (!command) {
      words.push(line.startsWith("//") ? line.slice(1) : line);
      continue;
    }
    const [, name = "", value = ""] = command;
    const field = Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined;
    if (!allowed.includes(name)) return { problem: notHere(name, allowed) };
    if (FLAGS.has(name)) said[name] = true;
    else if (value.trim() === "") return { problem: `/${name} needs something after it. /help tells more.` };
    else if (field !== undefined)
      said[field] = field in said ? `${String(said[field])} ${value.trim()}` : value.trim();
    else if (name === "cite") cite.push(value.trim());
    else {
      const sure = Number(value);
      if (!(sure >= 0 && sure <= 1)) return { problem: "/sure needs a number from 0 to 1, such as /sure 0.8." };
      said.confidence = sure;
    }
  }
  if (typeof said.absent === "string") return { answer: { absent: said.absent } };
  const content = words.join("\n").trim();
  return { answer: { ...(content !== "" && { content }), ...said, ...(cite.length > 0 && { cite }) } };
}

function notHere(name: string, allowed: readonly string[]): string {
  const marks = allowed.map((mark) => `/${mark}`).join(" ");
  return Object.values(MARKS).includes(name)
    ? `/${name} is not available now. Available: ${marks}.`
    : `There is no /${name}. There is ${marks}. Begin the line with two slashes if you mean the words.`;
}
