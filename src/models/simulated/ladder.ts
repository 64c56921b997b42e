import type { VerdictOption } from "../../scenario/schema/scenario.ts";

const REACH = 0.6;
const NEUTRAL = 0.07;

/** The option a score stands for: further from zero, further up or down the scenario's order. */
export function optionFor(score: number, options: readonly VerdictOption[]): VerdictOption {
  // Each rank below is held within its list, and a scenario has two options or more.
  const neutral = options.filter(({ side }) => side === "neutral");
  if (neutral.length > 0 && Math.abs(score) < NEUTRAL) return neutral[Math.floor(neutral.length / 2)]!;
  const wanted = options.filter(({ side }) => side === (score >= 0 ? "for" : "against"));
  if (wanted.length === 0) return neutral[0] ?? options[0]!;
  const step = REACH / wanted.length;
  const rank = Math.min(wanted.length - 1, Math.floor(Math.abs(score) / step / 1.15));
  // From the far end where it is for: both places are held within the list.
  return score >= 0 ? wanted[wanted.length - 1 - rank]! : wanted[rank]!;
}

/** How far a score is from the next option, 0 to 1: what confidence rests on. */
export function marginOf(score: number, options: readonly VerdictOption[]): number {
  const own = optionFor(score, options);
  let distance = 0.03;
  while (distance < 0.3 && [1, -1].every((side) => optionFor(score + side * distance, options) === own))
    distance += 0.03;
  return Math.min(1, (distance - 0.03) / 0.2 + Math.abs(score) * 0.4);
}

/** The neighbouring option, one up or one down; itself at the end. */
export function nextOption(id: string, direction: 1 | -1, options: readonly VerdictOption[]): VerdictOption {
  const at = options.findIndex((option) => option.id === id);
  // Held within the list, which has two options or more.
  return options[Math.max(0, Math.min(options.length - 1, at - direction))]!;
}

/** The side a verdict counts on; null for none of the scenario's. */
export function sideTaken(id: string, options: readonly VerdictOption[]): VerdictOption["side"] | null {
  return options.find((option) => option.id === id)?.side ?? null;
}
