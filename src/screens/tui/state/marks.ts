import { isAggregating } from "../../../engine/meeting/decision/decide-by.ts";
import { pairs } from "../../../lists.ts";
import type { Scenario, Side } from "../../../scenario/schema/scenario.ts";
import { lettersOf } from "../../../showing/meeting-view/options.ts";
import { displayWidth } from "../../../text/width.ts";
import { HUES } from "../paint/inks.ts";
import { type HueRole, hueOf, type TextRole } from "../paint/spans.ts";

export type Mark = { readonly letter: string; readonly role: TextRole; readonly chip: TextRole };

export const NO_MARK: Mark = { letter: "-", role: "none", chip: "chip-none" };
export const ABSTAINS_MARK: Mark = { ...NO_MARK, letter: "0" };

const SIDE_MARKS: Readonly<Record<Side, Mark>> = {
  for: { letter: "F", role: "for", chip: "chip-for" },
  against: { letter: "A", role: "against", chip: "chip-against" },
  neutral: { letter: "N", role: "neutral", chip: "chip-neutral" },
};

/** If options are counted, each has a letter and a color of its own. */
export function marksOf({
  verdicts,
  decision,
}: Pick<Scenario, "verdicts" | "decision">): ReadonlyMap<string, Mark> {
  if (!countsOptions({ decision })) return new Map(verdicts.map(({ id, side }) => [id, SIDE_MARKS[side]]));
  const ids = verdicts.map(({ id }) => id);
  return new Map(
    pairs(ids, lettersOf(ids)).map(([id, letter], index) => {
      // From the other end of the colours than members, so that few of both never share one.
      const hue = hueOf(HUES - 1 - (index % HUES));
      return [id, { letter, role: `hue-${hue}`, chip: `chip-${hue}` } as const];
    }),
  );
}

export function countsOptions({ decision }: Pick<Scenario, "decision">): boolean {
  return decision.by === "option" || isAggregating(decision.rule);
}

export type Badge = { readonly text: string; readonly role: HueRole | "dim"; readonly chip: HueRole | "dim" };

export function badgesOf(names: readonly string[]): readonly Badge[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const candidates = initialsOf(name);
    const text =
      candidates.find((each) => !taken.has(each)) ?? `${Array.from(candidates[0] ?? "?")[0]}${index % 10}`;
    taken.add(text);
    const hue = hueOf(index);
    return { text: inTwoColumns(text), role: `hue-${hue}`, chip: `badge-${hue}` };
  });
}

/** The likeliest first: of Dr. Sarah Chen SC, then CH, SH, SE. */
function initialsOf(name: string): readonly string[] {
  const words = name.split(/\s+/).filter((word) => word !== "" && !word.endsWith("."));
  const [first = name, ...others] = words.length > 0 ? words : [name];
  const last = others.at(-1) ?? "";
  const initial = [...first][0] ?? "?";
  const rest = last === "" ? [...first].slice(1) : [...last];
  return [...rest.map((letter) => initial + letter), [...(last || first)].slice(0, 2).join("")].map((text) =>
    text.toUpperCase(),
  );
}

/** A letter that is two columns wide is used alone. */
function inTwoColumns(text: string): string {
  let kept = "";
  for (const letter of text) if (displayWidth(kept + letter) <= 2) kept += letter;
  return kept + " ".repeat(2 - displayWidth(kept));
}
