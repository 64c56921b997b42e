// Reads the values of flags, such as numbers, seeds and `id=model`. A wrong value is refused with
// an example.

import { InvalidArgumentError } from "commander";
import type { OptionSetting } from "../../home/settings/settings.ts";
import type { Effort, Exclusion } from "../../run/prepare/scenario-flags.ts";
import { samplingSchema } from "../../scenario/schema/scenario.ts";

/** A number as people write it, so not `1e3` or ` 5`. */
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;

function createNumberReader(
  fits: (value: number) => boolean,
  rule: string,
): (text: string) => number {
  return (text) => {
    if (NUMBER.test(text) && fits(Number(text))) return Number(text);
    throw new InvalidArgumentError(`It must be ${rule}.`);
  };
}

const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value < 1e9;

export const readWholeNumber = createNumberReader(
  (value) => isCount(value) && value > 0,
  "a whole number of at least 1, such as 40",
);
export const readCount = createNumberReader(isCount, "0 or a whole number, such as 12");
export const readPositiveNumber = createNumberReader(
  (value) => value > 0,
  "a number above 0, such as 2.5",
);
export const readDollars = createNumberReader(
  (value) => value >= 0,
  "0 or a number above it, such as 2.5",
);
export const readShare = createNumberReader(
  (value) => value >= 0 && value <= 1,
  "a number from 0 to 1, such as 0.2",
);
export const readPort = createNumberReader(
  (value) => isCount(value) && value <= 65_535,
  "a port from 0 to 65535",
);

export function readSeed(text: string): string | number {
  if (text.trim() === "")
    throw new InvalidArgumentError("It must be a number or a word, such as 7.");
  return /^-?\d{1,15}$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

export function readMemberModel(text: string, before: Readonly<Record<string, string>> = {}) {
  return addPair(before, splitPair(text, "sarah-chen=openai:gpt-6-sol"));
}

/** For all members and agents under `*`, or for one member by its id. */
export function readEffort(
  text: string,
  before: Readonly<Record<string, Effort>> = {},
): Readonly<Record<string, Effort>> {
  const [id = "", level] = text.includes("=")
    ? splitPair(text, "sarah-chen=high")
    : ["*", text.trim()];
  const effort = samplingSchema.shape.effort.safeParse(level);
  if (!effort.success || effort.data === undefined)
    throw new InvalidArgumentError("Allowed levels are low, medium, high.");
  return addPair(before, [id, effort.data]);
}

export function readExclusion(
  text: string,
  before: readonly Exclusion[] = [],
): readonly Exclusion[] {
  const [id = "", ...rest] = text.split("=");
  const because = rest.join("=").trim();
  if (before.some((each) => each.id === id.trim()))
    throw new InvalidArgumentError("This member is given twice: remove one of them.");
  return [...before, { id: id.trim(), because: because || undefined }];
}

export function readMemberPersona(text: string, before: Readonly<Record<string, string>> = {}) {
  return addPair(before, splitPair(text, "sarah-chen=emily-watson"));
}

export function readRolePersona(text: string, before: Readonly<Record<string, string>> = {}) {
  return addPair(before, splitPair(text, "critic=kenji-ashworth"));
}

export function readFilledText(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It must hold words.");
  return text.trim();
}

export function collectTexts(text: string, before: readonly string[] = []): readonly string[] {
  if (before.includes(text))
    throw new InvalidArgumentError("It is given twice: remove one of them.");
  return [...before, text];
}

function splitPair(text: string, example: string): readonly [string, string] {
  const equals = text.indexOf("=");
  if (equals > 0 && equals < text.length - 1)
    return [text.slice(0, equals), text.slice(equals + 1)];
  throw new InvalidArgumentError(`Write it like ${example}.`);
}

/** Two values for one name would leave one of them out. */
function addPair<Value extends string>(
  before: Readonly<Record<string, Value>>,
  [name, value]: readonly [string, Value],
): Readonly<Record<string, Value>> {
  if (!Object.hasOwn(before, name)) return { ...before, [name]: value };
  throw new InvalidArgumentError(`It gives ${name} a second value, after ${before[name]}.`);
}

/** `selector.name=natural`: true, false, null and numbers are read as such, all else as text. */
export function readOption(
  text: string,
  before: readonly OptionSetting[] = [],
): readonly OptionSetting[] {
  const [key, value] = splitPair(text, "selector.name=natural");
  if (!/^[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*$/.test(key)) {
    throw new InvalidArgumentError(
      `${JSON.stringify(key)} is no option; write it like selector.name=natural.`,
    );
  }
  const path = key.split(".");
  const other = before.find((given) => isWithin(path, given.path) || isWithin(given.path, path));
  if (other) {
    throw new InvalidArgumentError(
      `It gives ${key} a second value, after ${other.path.join(".")}=${JSON.stringify(other.value)}.`,
    );
  }
  return [...before, { path, value: readScalar(value) }];
}

function isWithin(path: readonly string[], above: readonly string[]): boolean {
  return above.every((part, index) => path[index] === part);
}

function readScalar(text: string): unknown {
  if (/^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text)) return JSON.parse(text) as unknown;
  return text;
}

/** Flags that can be repeated. */
export const COLLECTING: ReadonlySet<unknown> = new Set([
  readMemberModel,
  readEffort,
  readMemberPersona,
  readRolePersona,
  readExclusion,
  readOption,
  collectTexts,
]);
