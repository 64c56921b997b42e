import { pairs } from "../../lists.ts";
import { isAggregating } from "../../meeting/decision/decide-by.ts";
import { lettersOf } from "../../reports/meeting-view/options.ts";
import type { Scenario, Side } from "../../scenario/schema/scenario.ts";
import { displayWidth } from "../../text/width.ts";
import { HUES } from "../paint/inks.ts";
import { type HueRole, hueOf, type TextRole } from "../paint/spans.ts";

/** The letter and the roles by which a verdict is told with and without colour. */
export type Mark = { readonly letter: string; readonly role: TextRole; readonly chip: TextRole };

export const NO_MARK: Mark = { letter: "-", role: "none", chip: "chip-none" };
/** Of who says that there is no verdict. */
export const ABSTAINS_MARK: Mark = { ...NO_MARK, letter: "0" };

const SIDE_MARKS: Readonly<Record<Side, Mark>> = {
  for: { letter: "F", role: "for", chip: "chip-for" },
  against: { letter: "A", role: "against", chip: "chip-against" },
  neutral: { letter: "N", role: "neutral", chip: "chip-neutral" },
};

/** Letter and colour of its side for each option; of its own where options are counted, for then sides say nothing. */
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

/** Whether a decision rule counts options one by one, not the sides they stand for. */
export function countsOptions({ decision }: Pick<Scenario, "decision">): boolean {
  return decision.by === "option" || isAggregating(decision.rule);
}

/** By what a member is told apart at a glance: two columns of initials, writing and badge in its colour. */
export type Badge = { readonly text: string; readonly role: HueRole | "dim"; readonly chip: HueRole | "dim" };

/** A badge for each name, in their order; no two have the same initials while letters last. */
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

/** The likeliest first: of Dr. Sarah Chen SC, then CH, SH, SE ... */
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

/** Letters that take two columns stand alone. */
function inTwoColumns(text: string): string {
  let kept = "";
  for (const letter of text) if (displayWidth(kept + letter) <= 2) kept += letter;
  return kept + " ".repeat(2 - displayWidth(kept));
}
