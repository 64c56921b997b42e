import type { Command } from "commander";
import { PRESETS } from "../../models/registry/providers.ts";
import { type ModelSettings, overrideProviders } from "../../models/registry/settings.ts";
import { positiveNumber, wholeNumber } from "./flag-values.ts";

/** Flags that say how patient a run is with its providers. */
export type CallFlags = {
  readonly idleTimeout?: number;
  readonly maxAttempts?: number;
  readonly maxWait?: number;
};

/** Adds the flags of `CallFlags` to a command. */
export function withCallFlags(command: Command): Command {
  return command
    .option(
      "--idle-timeout <seconds>",
      "longest silence within a reply; default 60; before it, 3 times that where a model thinks, 600 of a server of one's own",
      positiveNumber,
    )
    .option(
      "--max-attempts <count>",
      "calls in all where one fails in passing; default 4, more while a provider answers nobody",
      wholeNumber,
    )
    .option("--max-wait <seconds>", "longest wait before a call is tried again; default 60", positiveNumber);
}

/** The settings of every provider, with what the flags say in place of their own. */
export function withPatience(settings: ModelSettings, flags: CallFlags): ModelSettings {
  const { idleTimeout, maxAttempts, maxWait } = flags;
  const changes = {
    ...(idleTimeout !== undefined && { idleSeconds: idleTimeout, firstSeconds: undefined }),
    ...(maxAttempts !== undefined && { maxAttempts }),
    ...(maxWait !== undefined && { maxWaitSeconds: maxWait }),
  };
  const names = PRESETS.map(({ name }) => name);
  return Object.keys(changes).length === 0 ? settings : overrideProviders(settings, names, changes);
}
