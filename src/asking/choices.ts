import type { VerdictOption } from "../scenario/schema/scenario.ts";

/** Something that can be chosen: as the question names it, and as the option is called. */
export type NamedChoice = { readonly name: string; readonly id: string };

/** What a question lets choose from, two at least; null where it names no such list. */
export function choicesIn(question: string): readonly NamedChoice[] | null {
  const asked = question
    .trim()
    .replace(/[?.!\s]+$/, "")
    .replaceAll(/\s+/g, " ");
  const list = LISTS.map((pattern) => pattern.exec(asked)?.[1]).find((found) => found !== undefined);
  if (list === undefined) return null;
  const names = list
    .split(/\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|versus|vs\.?)\s+|\s*\/\s*/i)
    .map(bare)
    .filter((name) => name !== "");
  const isBetween = /\b(?:between|among)\b/i.test(asked);
  const parts = names.length === 1 && isBetween ? (names[0] ?? "").split(/\s+and\s+/i).map(bare) : names;
  const last = isBetween
    ? parts.flatMap((part, at) => (at === parts.length - 1 ? part.split(/\s+and\s+/i).map(bare) : [part]))
    : parts;
  if (last.length < 2 || last.length > 9 || !last.every(isName)) return null;
  if (!/\bor\b|\bvs\.?\b|\bversus\b|\bbetween\b|\bamong\b|\bwhich\b/i.test(asked)) return null;
  const choices = last.map((name) => ({ name, id: optionId(name) }));
  const ids = new Set(choices.map(({ id }) => id));
  return ids.size === choices.length && !ids.has("") ? choices : null;
}

/** Where a list of choices stands in a question, the surest first. */
const LISTS = [
  /:\s*([^:]+)$/,
  /\b(?:between|among)\s+(.+)$/i,
  /\bwh(?:ich|at|om?)\b[^,:]*,\s*(.+)$/i,
  /\b(?:choose|pick|select|go with|use|buy|hire|take|prefer|appoint|keep|sign with|go to|lease|rent)\s+(.+)$/i,
  /^should\s+(\S+(?:,? \S+){0,6}? or \S+)\s+(?:be|lead|get|become|run|have|take|do)\b/i,
  /^([^?]+)$/,
];

/** Each choice counts by itself; none of them is the one against all. */
export function choiceOptions(choices: readonly NamedChoice[]): readonly VerdictOption[] {
  return [
    ...choices.map(({ name, id }) => ({ id, side: "for" as const, meaning: meaningOfChoice(name) })),
    { id: "NONE_OF_THEM", side: "against", meaning: "None of them will do; what would is named." },
  ];
}

/** By it the choice of an option is known, whatever its id had to be. */
export function meaningOfChoice(name: string): string {
  return `Take ${name}.`;
}

/** What an option is called that a person names in their own words: `Vendor B` as `VENDOR_B`. */
export function optionId(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .replace(/_+$/, "")
    .slice(0, 40)
    .replace(/_+$/, "");
}

function bare(name: string): string {
  return name
    .trim()
    .replace(/^(?:either|the|a|an|to|with)\s+/i, "")
    .replace(/\s+(?:for|as|in|to|at|on|by|this|next) .*$/i, "");
}

/** Names are short, and none of them only says when, or that nothing is done. */
function isName(name: string): boolean {
  const words = name.split(" ");
  return words.length <= 4 && !NO_NAME.test(name) && /\p{L}/u.test(name);
}

const NO_NAME =
  /^(?:not|no|yes|now|later|wait|never|neither|nothing|stay|leave it|keep it|more|less|fewer|both|none|buy|build|it|them|this|that|someone|somebody|another|other|else)\b/i;
