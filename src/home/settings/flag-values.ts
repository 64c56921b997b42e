import { InvalidArgumentError, Option } from "commander";

export const WHOEVER = "the person who ran it";

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) {
    throw new InvalidArgumentError("It must be a whole number of at least 1, such as 40.");
  }
  return Number(text);
}

export function positiveNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number <= 0) {
    throw new InvalidArgumentError("It must be a number above 0, such as 2.5.");
  }
  return number;
}

export function share(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 1)) {
    throw new InvalidArgumentError("It must be a number from 0 to 1, such as 0.2.");
  }
  return number;
}

export function seedValue(text: string): string | number {
  if (text.trim() === "") throw new InvalidArgumentError("It must be a number or a word, such as 7.");
  return /^-?\d{1,15}$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

export function memberModel(text: string, before: Readonly<Record<string, string>> = {}) {
  return withPair(before, pair(text, "sarah-chen=openai:gpt-6-sol"));
}

export type Exclusion = { readonly id: string; readonly because?: string };

export function exclusion(text: string, before: readonly Exclusion[] = []): readonly Exclusion[] {
  const [id = "", ...rest] = text.split("=");
  const because = rest.join("=").trim();
  return [...before, { id: id.trim(), ...(because !== "" && { because }) }];
}

export function memberPersona(text: string, before: Readonly<Record<string, string>> = {}) {
  return withPair(before, pair(text, "sarah-chen=emily-watson"));
}

export function rolePersona(text: string, before: Readonly<Record<string, string>> = {}) {
  return withPair(before, pair(text, "critic=kenji-ashworth"));
}

export function countValue(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be 0 or a whole number, such as 12.");
  return Number(text);
}

export function portValue(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("It must be a port from 0 to 65535.");
}

export function said(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It must hold words.");
  return text.trim();
}

export function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

export function pair(text: string, example: string): readonly [string, string] {
  const equals = text.indexOf("=");
  if (equals > 0 && equals < text.length - 1) return [text.slice(0, equals), text.slice(equals + 1)];
  throw new InvalidArgumentError(`Write it like ${example}.`);
}

/** Two values for one name would leave one of them out. */
function withPair(before: Readonly<Record<string, string>>, [name, value]: readonly [string, string]) {
  if (!Object.hasOwn(before, name)) return { ...before, [name]: value };
  throw new InvalidArgumentError(`It gives ${name} a second value, after ${before[name]}.`);
}

export const FLAGS = {
  output: ["-o, --output <folder>", "transcript folder; default transcripts/<scenario>-<seed>"],
  outputFile: ["-o, --output <file>", "write to a file, readable by its owner only"],
  force: ["--force", "replace an existing file"],
  as: ["--as <name>", "who sits at this terminal, of the people who are asked; default all of them"],
  approve: ["--approve", "agree to the estimated cost; needed from $1"],
  because: ["--because <text>", "why it is needed, where the estimate is above three dollars"],
  wait: ["--wait", "wait for people who answer elsewhere, even without a person at this terminal"],
  protocol: ["--protocol <file>", "the file of your custom protocol: ./mine.mjs"],
  notify: ["--notify <command>", "run this when the meeting ends or a person is waited for"],
  quiet: ["--quiet", "print the verdict table only"],
} as const;

export function durabilityFlag(): Option {
  return new Option("--durability <durability>", "strict syncs every event to disk").choices([
    "normal",
    "strict",
  ]);
}

/** Digests of codes that the process which began the meeting has given out itself. */
export function codesFlag(): Option {
  return new Option(
    "--codes <file>",
    "digests of the codes of agents' seats, which are then not printed",
  ).hideHelp();
}
