/**
 * Reads what a person types: plain text with lines that begin with a slash, such as `/verdict
 * HIRE`. The terminal and `boardroom act` use it; agents and the web answer with fields instead.
 */

import { parse } from "yaml";
import { isRecord } from "../../lists.ts";
import { describeChoice, type FormField, isFilledIn, requestFields } from "../form/field-kind.ts";
import type { Json } from "../transcript/events.ts";
import { MESSAGE_FIELDS } from "./message-form.ts";

type ReadForm = { answer: { [key: string]: Json } } | { problem: string };

type Request = { [key: string]: Json };

/** By field: the mark of a line, and an example of what follows it; none for a yes. */
const MARKS: Readonly<Record<string, { mark: string; example: string }>> = Object.fromEntries(
  [...Object.entries(MESSAGE_FIELDS), ["absent", { mark: "absent REASON" }] as const].flatMap(
    ([name, { mark: line }]) => {
      if (line === undefined) return [];
      const [mark = "", ...example] = line.split(" ");
      return [[name, { mark, example: example.join(" ") }]];
    },
  ),
);

export function listMarks(request: Request): readonly string[] {
  const fields = requestFields(request)?.map(({ name }) => name) ?? Object.keys(MARKS);
  const marks = fields.flatMap((name) => MARKS[name]?.mark ?? []);
  return [...marks.filter((mark) => mark !== "absent"), "absent"];
}

export function describeMarks(request: Request): readonly string[] {
  const fields = requestFields(request) ?? [];
  const rows = fields.flatMap((field): (readonly [string, string])[] => {
    const known = MARKS[field.name];
    return known === undefined
      ? []
      : [[`/${known.mark} ${known.example}`.trimEnd(), describeField(field)]];
  });
  const all = [...rows, ["/absent REASON", "you will not answer; this is recorded"] as const];
  const width = Math.max(...all.map(([mark]) => mark.length));
  const lines = all.map(([mark, words]) => `  ${mark.padEnd(width)}  ${words}`);
  if (!fields.some(({ name }) => name === "content"))
    return ["Lines that begin with a slash:", ...lines];
  return [
    "Write your words over as many lines as you like. A line that begins with a slash says something else:",
    ...lines,
    "To begin your text with a slash, type two slashes.",
  ];
}

function describeField({ about = "", required, kind }: FormField): string {
  const words = kind.is === "choice" ? kind.of.map(describeChoice).join(", ") : about;
  return `${words}${required ? " (needed)" : ""}`;
}

export function readAnswer(text: string, request: Request): ReadForm {
  if (request.kind === "turn" && request.form !== "json") return readForm(text, request);
  if (text.trim() === "/pass") return { answer: { pass: true } };
  const [, absent] = /^\/absent\s+(.+)$/.exec(text.trim()) ?? [];
  if (absent !== undefined) return { answer: { absent } };
  try {
    const value: unknown = parse(text);
    if (isRecord(value)) return { answer: value as { [key: string]: Json } };
    return { problem: "Write a field and its value on each line, such as decision: accept" };
  } catch (error) {
    return { problem: `That is no YAML: ${(error as Error).message.split("\n")[0]}` };
  }
}

export function writeAnswer(answer: Json, request: Request): string {
  if (!isRecord(answer)) return "";
  const said = answer as { [key: string]: Json };
  if (isFilledIn(request)) return JSON.stringify(said);
  const words =
    typeof said.content === "string" ? said.content.replaceAll(/^\//gm, "//").split("\n") : [];
  return [
    ...words,
    ...Object.entries(said).flatMap(([name, value]) => writeLines(name, value)),
  ].join("\n");
}

function writeLines(name: string, value: Json): readonly string[] {
  const mark = MARKS[name]?.mark;
  if (mark === undefined || value === false || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => writeLines(name, each));
  if (isRecord(value) && "passage" in value) return [`/${mark} ${value.message}: ${value.passage}`];
  if (isRecord(value) && "ref" in value) return [`/${mark} ${value.ref}`];
  return [value === true ? `/${mark}` : `/${mark} ${String(value)}`];
}

/** A second line of these adds to the first. Of all others the last line counts, so that it corrects the first. */
const LONG: ReadonlySet<string> = new Set(["reasoning", "wouldChange"]);

export function readForm(text: string, request: Request = {}): ReadForm {
  const words: string[] = [];
  const said: { [key: string]: Json } = {};
  const cite: string[] = [];
  // By mark, what is wrong with its last line. A good line after it corrects it.
  const problems = new Map<string, string>();
  const allowed = listMarks(request);
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    const command = /^\/([a-z]+)(?:\s+(.*))?$/.exec(line.trim());
    if (!command) {
      words.push(line.startsWith("//") ? line.slice(1) : line);
      continue;
    }
    const [, name = "", given = ""] = command;
    const value = given.trim();
    const [field, known] = Object.entries(MARKS).find(([, { mark }]) => mark === name) ?? [];
    problems.delete(name);
    if (field === undefined || !allowed.includes(name))
      problems.set(name, explainRefusedMark(name, allowed, field !== undefined));
    else if (known?.example === "") said[field] = true;
    else if (value === "")
      problems.set(name, `Nothing follows /${name}. Write /${name} ${known?.example}.`);
    else if (field === "cite") cite.push(value);
    else if (field !== "confidence")
      said[field] = field in said && LONG.has(field) ? `${String(said[field])} ${value}` : value;
    else if (Number(value) >= 0 && Number(value) <= 1) said.confidence = Number(value);
    else problems.set(name, "/sure needs a number from 0 to 1, such as /sure 0.8.");
  }
  if (typeof said.absent === "string") return { answer: { absent: said.absent } };
  const [problem] = problems.values();
  if (problem !== undefined) return { problem };
  const content = words.join("\n").trim();
  const answer: { [key: string]: Json } = content === "" ? {} : { content };
  Object.assign(answer, said);
  if (cite.length > 0) answer.cite = cite;
  return { answer };
}

function explainRefusedMark(name: string, allowed: readonly string[], isMark: boolean): string {
  const marks = allowed.map((mark) => `/${mark}`).join(" ");
  return isMark
    ? `/${name} is not available now. Available: ${marks}.`
    : `There is no /${name}. There is ${marks}. Begin the line with two slashes if you mean the words.`;
}
