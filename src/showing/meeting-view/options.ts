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
  decision,
}: Pick<Scenario, "verdicts" | "decision">): ReadonlyMap<string, OptionView> {
  const byLetter = countsCandidates({ verdicts, decision });
  const letters = lettersOf(verdicts.map(({ id }) => id));
  const last = verdicts.length - 1;
  return new Map(
    verdicts.map(({ id, side, meaning }, index) => [
      id,
      {
        id,
        label: optionLabel(id),
        side,
        sign: byLetter ? (letters[index] ?? "") : SIGNS[side],
        tone: byLetter ? `option-${index % OPTION_TONES}` : side,
        isStrong: byLetter || ((index === 0 || index === last) && side !== "neutral"),
        meaning: meaning === undefined ? null : sanitiseLine(meaning),
      },
    ]),
  );
}

const OPTION_TONES = 6;

export function optionLabel(id: string): string {
  const words = sanitiseLine(id.replaceAll(/[_-]+/g, " ")).toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function countsCandidates({ verdicts, decision }: Pick<Scenario, "verdicts" | "decision">): boolean {
  if (decision.by !== "option" && decision.rule !== "borda") return false;
  const sides = verdicts.map(({ side }) => side);
  return new Set(sides).size < sides.length;
}

/** A letter for each option, from what tells it apart: of BUILD_CENTRAL and BUILD_CELLS, C and E. */
function lettersOf(ids: readonly string[]): readonly string[] {
  const shared = sharedStart(ids);
  const taken = new Set<string>();
  return ids.map((id, index) => {
    const letters = [...id.slice(shared).toUpperCase(), ...id.toUpperCase()].filter((sign) =>
      /[A-Z]/.test(sign),
    );
    const letter = letters.find((each) => !taken.has(each)) ?? String((index + 1) % 10);
    taken.add(letter);
    return letter;
  });
}

function sharedStart(ids: readonly string[]): number {
  const [first = ""] = ids;
  if (ids.length < 2) return 0;
  let length = 0;
  while (length < first.length && ids.every((id) => id[length] === first[length])) length += 1;
  return first.slice(0, length).search(/[^_-]*$/);
}
