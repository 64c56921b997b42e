import { InvalidArgumentError } from "commander";
import { exclusion, memberModel, memberPersona, pair, repeated, rolePersona } from "./flag-values.ts";

export type OptionSetting = { readonly path: readonly string[]; readonly value: unknown };

/** `selector.name=natural`: true, false, null and numbers are read as such, all else as text. */
export function optionSetting(text: string, before: readonly OptionSetting[] = []): readonly OptionSetting[] {
  const [key, value] = pair(text, "selector.name=natural");
  if (!/^[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*$/.test(key)) {
    throw new InvalidArgumentError(`${JSON.stringify(key)} is no option; write it like selector.name=natural.`);
  }
  const path = key.split(".");
  const other = before.find((given) => isWithin(path, given.path) || isWithin(given.path, path));
  if (other) {
    throw new InvalidArgumentError(
      `It gives ${key} a second value, after ${other.path.join(".")}=${JSON.stringify(other.value)}.`,
    );
  }
  return [...before, { path, value: scalar(value) }];
}

function isWithin(path: readonly string[], above: readonly string[]): boolean {
  return above.every((part, index) => path[index] === part);
}

export function withOptions(
  options: Readonly<Record<string, unknown>>,
  settings: readonly OptionSetting[],
): Readonly<Record<string, unknown>> {
  return settings.reduce((changed, { path, value }) => withOption(changed, path, value), options);
}

function withOption(
  options: Readonly<Record<string, unknown>>,
  [key = "", ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (rest.length === 0) return { ...options, [key]: value };
  const inner = Object.hasOwn(options, key) ? options[key] : {};
  const nested = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {};
  return { ...options, [key]: withOption(nested as Record<string, unknown>, rest, value) };
}

function scalar(text: string): unknown {
  if (/^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text)) return JSON.parse(text) as unknown;
  return text;
}

export const COLLECTING: ReadonlySet<unknown> = new Set([
  memberModel,
  memberPersona,
  rolePersona,
  exclusion,
  optionSetting,
  repeated,
]);
