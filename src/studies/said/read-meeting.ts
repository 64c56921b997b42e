import { type FIGURES, figuresOf, measure } from "../../metrics/figures.ts";
import { proximateCredit } from "../../metrics/influence.ts";
import { disagreement } from "../../metrics/opinion.ts";
import { byRank, sharesOf } from "../../metrics/participation.ts";
import { standingAt } from "../../metrics/positions.ts";
import { runsOf } from "../../metrics/talk.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { citedPassages, type Mentioned, mentioned } from "./mentions.ts";

/** Turns that talk is compared at; people's are known at the second to the last. */
export const LENGTHS = [10, 20, 30, 60] as const;

/** What a report keeps of a whole transcript: figures, no words. */
export type MeetingRead = {
  readonly turns: number;
  /** By length in turns, of those that the meeting reaches; 0: the whole talk. */
  readonly talk: Readonly<Record<number, Figures>>;
  /** Shares of turns by rank, by the same lengths. */
  readonly ranks: Readonly<Record<number, readonly number[]>>;
  /** Over the whole meeting, by the ids of `boardroom metrics`. */
  readonly figures: Figures;
  readonly credit: Readonly<Record<string, number>>;
  /** Messages until nobody differed to the end, or all there were. */
  readonly consensus: { readonly at: number; readonly came: boolean } | null;
  /** Disagreement fell in two rounds on end with nothing new cited; null where there was none. */
  readonly collapsed: boolean | null;
  /** Of passages cited in the first half of the talk, the share cited again in the second. */
  readonly survival: number | null;
  readonly mentioned: Mentioned;
};

type Figures = Readonly<Record<(typeof FIGURES)[number]["id"], number | null>>;

export function readMeeting(state: MeetingState): MeetingRead {
  const whole = measure(state);
  const turns = runsOf(whole.talk).length;
  const lengths = [0, ...LENGTHS.filter((length) => length <= turns)];
  const cuts = lengths.map((length) => [length, length === 0 ? whole : measure(state, length)] as const);
  const { curve, courses } = whole;
  const began = curve.findIndex((d) => d !== null && d > 0);
  const figures = figuresOf(whole);
  const last = curve.length - 1;
  const at = figures["consensus-at"] ?? null;
  return {
    turns,
    talk: Object.fromEntries(cuts.map(([length, cut]) => [length, figuresOf(cut)])),
    ranks: Object.fromEntries(cuts.map(([length, { talk }]) => [length, byRank(sharesOf(talk, "turns"))])),
    figures,
    credit: proximateCredit(state, courses).credit,
    consensus: began === -1 ? null : { at: at ?? last, came: at !== null },
    collapsed: began === -1 ? null : hasCollapsed(whole.talk.members.length, last, state, courses),
    survival: survivalOf(citedPassages(state), last),
    mentioned: mentioned(state),
  };
}

/** Two rounds on end in which disagreement fell and every passage cited had been cited before. */
function hasCollapsed(
  members: number,
  messages: number,
  state: MeetingState,
  courses: Parameters<typeof standingAt>[0],
): boolean {
  const firsts = firstMentions(state);
  let falling = 0;
  for (let end = members; end <= messages + members - 1; end += members) {
    const to = Math.min(end, messages);
    const from = end - members;
    const [before, after] = [disagreement(standingAt(courses, from)), disagreement(standingAt(courses, to))];
    const fell = before !== null && after !== null && after < before;
    const isNew = firsts.some((at) => at > from && at <= to);
    falling = fell && !isNew ? falling + 1 : 0;
    if (falling >= 2) return true;
  }
  return false;
}

/** The messages in which a passage was cited for the first time. */
function firstMentions(state: MeetingState): number[] {
  const first = new Map<string, number>();
  for (const { passage, message } of citedPassages(state)) if (!first.has(passage)) first.set(passage, message);
  return [...first.values()];
}

function survivalOf(cited: ReturnType<typeof citedPassages>, messages: number): number | null {
  const half = messages / 2;
  const early = new Set(cited.filter(({ message }) => message <= half).map(({ passage }) => passage));
  const late = new Set(cited.filter(({ message }) => message > half).map(({ passage }) => passage));
  return early.size === 0 ? null : [...early].filter((passage) => late.has(passage)).length / early.size;
}
