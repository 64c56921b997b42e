import type { Interval } from "../../metrics/statistics.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { MeetingState } from "../../transcript/state.ts";

/**
 * Meetings held to be compared with published figures of people. `S` is what is kept of each meeting, so that memory does
 * not grow with their length.
 */
export type Validation<S = unknown> = {
  readonly id: string;
  readonly title: string;
  readonly variants: readonly Variant[];
  readonly observe: (state: MeetingState) => S;
  readonly tables: (seen: Seen<S>, by: ValidatedBy) => readonly ValidationTable[];
};

/** One way of holding the meetings of a validation. */
export type Variant = {
  readonly name: string;
  /** A shipped scenario. */
  readonly scenario: string;
  /** Personas seated beside the scenario's own. */
  readonly seats?: readonly string[];
  readonly change: (scenario: Scenario) => Scenario;
  /** Meetings where nobody says how many: by simulated members, and by a language model. */
  readonly meetings: { readonly simulated: number; readonly model: number };
};

/** What was kept of the meetings of a variant, by its name. */
export type Seen<S> = (variant: string) => readonly S[];

/** Simulated members were fitted to some of the tables, language models to none. */
export type ValidatedBy = "simulated" | "model";

export type ValidationTable = {
  readonly id: string;
  readonly title: string;
  /** calibration: these members were fitted to it, so that it checks the fit and predicts nothing. */
  readonly use: "calibration" | "hold-out";
  readonly definition: string;
  readonly rows: readonly ValidationRow[];
};

export type ValidationRow = {
  readonly what: string;
  /** What it is a share of, or meetings that a figure is averaged over. */
  readonly n: number;
  readonly observed: number | null;
  readonly interval: Interval | null;
  readonly published: Published;
  readonly verdict: ValidationVerdict;
  /** How many more meetings it takes to say something; null where enough were held, or where nobody can tell. */
  readonly needs: number | null;
};

/** inside: it agrees with what is published. */
type ValidationVerdict = "inside" | "outside" | "too few";

export type Published = {
  /** As people write it: `91 % (78 to 96 %) of 41`. */
  readonly words: string;
  readonly low: number;
  readonly high: number;
  /** interval: what was observed may lie within, by its own interval; point: it does lie within. */
  readonly by: "interval" | "point";
};

/** Fewer than these say too little. */
const LEAST_CASES = 10;

/** What was counted or averaged, before it is judged. */
export type Observation = {
  readonly what: string;
  readonly n: number;
  readonly observed: number | null;
  readonly interval: Interval | null;
  /** Meetings that were held for it. */
  readonly held: number;
};

/** Holds what was observed against what is published. */
export function judged({ held, ...seen }: Observation, published: Published): ValidationRow {
  const { n, observed, interval } = seen;
  if (n < LEAST_CASES || observed === null) {
    const needs = n === 0 ? null : Math.ceil(((LEAST_CASES - n) * held) / n);
    return { ...seen, published, verdict: "too few", needs };
  }
  const [low, high] =
    published.by === "interval" && interval ? [interval.low, interval.high] : [observed, observed];
  const isInside = high >= published.low && low <= published.high;
  return { ...seen, published, verdict: isInside ? "inside" : "outside", needs: null };
}
