import { UNWRITTEN } from "./frames/silence.ts";
import { MISSING } from "./frames/wishes.ts";
import type { Slots, Tongue } from "./phrasing.ts";
import type { Kind } from "./reading/kind.ts";

/** Something one would want to know or see, with the slots it may stand in. */
export type Wish = { readonly text: string; readonly slots: Slots };

/** A wish made for this kind of passage and not yet heard in this meeting; null where all were. */
export function wishOn(kind: Kind, tongue: Tongue): Wish | null {
  const text = uncapitalise(tongue.from(ALL[kind], {}));
  return text === "" ? null : wishOf(kind, text);
}

/** The same, heard or not. */
export function anyWishOn(kind: Kind, tongue: Tongue): Wish {
  return wishOn(kind, tongue) ?? wishOf(kind, tongue.chance.pick(ALL[kind]));
}

/** What one would want to see where there is nothing to ask about. */
export function wishForWords(tongue: Tongue): Wish | null {
  const text = uncapitalise(tongue.from(UNWRITTEN, {}));
  return text === "" ? null : { text, slots: { m: text } };
}

/** A fact can be known and told, and paper cannot. */
function wishOf(kind: Kind, text: string): Wish {
  return { text, slots: MISSING[kind].facts.includes(text) ? { m: text, mk: text } : { m: text, mp: text } };
}

function uncapitalise(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

const ALL = Object.fromEntries(
  Object.entries(MISSING).map(([kind, { facts, papers }]) => [kind, [...facts, ...papers]]),
) as unknown as Readonly<Record<Kind, readonly string[]>>;
