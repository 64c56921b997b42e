import type { Outcome } from "../../engine/transcript/events.ts";
import type { Scenario, Side } from "../../scenario/schema/scenario.ts";
import { sanitiseLine } from "../../text/sanitise.ts";

export type OptionView = {
  readonly id: string;
  readonly label: string;
  readonly side: Side;
  /** `▲`, `▼` or `–` of its side; a letter if options are counted. */
  readonly sign: string;
  readonly tone: string;
  readonly isStrong: boolean;
  readonly meaning: string | null;
};

export const SIGNS: Readonly<Record<Side, string>> = { for: "▲", against: "▼", neutral: "–" };

export function optionsOf({
  verdicts,
  sides,
}: Pick<Scenario, "verdicts" | "sides">): ReadonlyMap<string, OptionView> {
  const isPlain = sides === "none";
  const last = verdicts.length - 1;
  return new Map(
    verdicts.map(({ id, side, meaning }, index) => [
      id,
      {
        id,
        label: optionLabel(id),
        side,
        sign: isPlain ? SHAPES.charAt(index % SHAPES.length) : SIGNS[side],
        tone: isPlain ? `option-${index % SHAPES.length}` : side,
        isStrong: isPlain || ((index === 0 || index === last) && side !== "neutral"),
        meaning: meaning === undefined ? null : sanitiseLine(meaning),
      },
    ]),
  );
}

const SHAPES = "●◆■★○◇";

/** The option that an outcome names, or the only one of its side if sides are not shown. */
export function decidedOption(
  options: ReadonlyMap<string, OptionView>,
  outcome: Pick<Outcome, "option" | "side"> | null,
): OptionView | undefined {
  if (outcome?.option) return options.get(outcome.option);
  const ofSide = [...options.values()].filter(({ side, tone }) => side === outcome?.side && tone !== side);
  return ofSide.length === 1 ? ofSide[0] : undefined;
}

export function optionLabel(id: string): string {
  const words = sanitiseLine(id.replaceAll(/[_-]+/g, " ")).toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
