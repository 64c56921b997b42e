import type { Seat } from "../../scenario/scenario.ts";
import type { Yardstick } from "./reading/criteria.ts";
import { stemsOf } from "./reading/words.ts";

const LEAST = 0.6;

/** What each criterion weighs with a persona, by index: its priorities, or else how near its expertise lies. */
export function weightsOf(seat: Seat, yardsticks: readonly Yardstick[]): number[] {
  const { priorities, expertise, title, personality } = seat.persona;
  const stated = yardsticks.map(({ id }) => priorities[id] ?? 0);
  if (stated.some((weight) => weight > 0)) return stated.map((weight) => Math.max(LEAST, weight));
  const own = stemsOf([...expertise, title, personality].join(" "));
  return yardsticks.map(({ stems }) => {
    let shared = 0;
    for (const each of stems) if (own.has(each)) shared++;
    return 2 + Math.min(8, shared * 3);
  });
}
