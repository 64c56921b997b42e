import type { Watcher } from "../../support/watcher.ts";

const NAMED =
  /^(?:enter|escape|return|backspace|delete|tab|up|down|left|right|home|end|pageup|pagedown|space|[SC]-\w+)$/;

/** Presses keys, each a name or a text to type. */
export function press(from: Watcher, ...keys: readonly string[]): Watcher {
  return keys.reduce(
    (watcher, key) => (NAMED.test(key) ? watcher.keys(key) : watcher.write(key)),
    from,
  );
}
