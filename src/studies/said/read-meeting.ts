import type { MeetingState } from "../../engine/transcript/state.ts";
import { type FIGURES, figuresOf, measure } from "../figures/figures.ts";
import { runsOf } from "../figures/talk.ts";
import { type Mentioned, mentioned } from "./mentions.ts";

/** Turns that talk is compared at. */
export const LENGTHS = [10, 20, 30, 60] as const;

export type MeetingRead = {
  readonly turns: number;
  /** By length in turns; 0 is the whole talk. */
  readonly talk: Readonly<Record<number, Figures>>;
  readonly figures: Figures;
  readonly mentioned: Mentioned;
};

type Figures = Readonly<Record<(typeof FIGURES)[number]["id"], number | null>>;

export function readMeeting(state: MeetingState): MeetingRead {
  const whole = measure(state);
  const turns = runsOf(whole.talk).length;
  const lengths = [0, ...LENGTHS.filter((length) => length <= turns)];
  const cuts = lengths.map((length) => [length, length === 0 ? whole : measure(state, length)] as const);
  return {
    turns,
    talk: Object.fromEntries(cuts.map(([length, cut]) => [length, figuresOf(cut)])),
    figures: figuresOf(whole),
    mentioned: mentioned(state),
  };
}
