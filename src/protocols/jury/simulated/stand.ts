import type { ModelRequest, ViewTurn } from "../../../models/model.ts";
import { firstReading, scoreOf } from "../../../models/simulated/beliefs.ts";
import { type Burden, barOf } from "../../../models/simulated/burden.ts";
import { chanceOf } from "../../../models/simulated/chance.ts";
import { optionFor } from "../../../models/simulated/ladder.ts";
import { leaning, type Mind } from "../../../models/simulated/mind.ts";
import { escapeText } from "../../../scaffold/escape.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { swayOf } from "./sway.ts";

/** What a juror knows of a ballot. */
type Count = {
  /** The how many-th ballot it was. */
  readonly nth: number;
  readonly for: number;
  readonly against: number;
  /** Of how many others. */
  readonly others: number;
};

/**
 * The verdict a juror holds now: what it said last, else what it first read, until a ballot since then brings it over.
 * One draw a ballot, so that a juror is of one mind until the next.
 */
export function standOf(mind: Mind, request: ModelRequest, burden: Burden): string {
  const { scenario, beliefs, book, seat, myVerdict, score } = mind;
  const { verdicts } = scenario;
  const { cacheKey, turns } = request;
  const { all, since } = countsIn(mind, turns);
  if (all === 0) return leaning(mind);
  const first = scoreOf(firstReading(beliefs.temper, book, cacheKey, barOf(burden, cacheKey)));
  const moved = score - first;
  const { stubbornness } = seat.persona;
  return since.reduce((held, count) => {
    const side = verdicts.find(({ id }) => id === held)?.side;
    if (side === undefined || side === "neutral") return held;
    const share = (side === "for" ? count.against : count.for) / Math.max(1, count.others);
    const sway = swayOf({ side, share, bends: burden.bends, stubbornness, moved });
    if (chanceOf(cacheKey, `pull ${count.nth}`).next() >= sway) return held;
    return optionFor(side === "for" ? -CONVERTED : CONVERTED, verdicts).id;
  }, myVerdict ?? optionFor(first, verdicts).id);
}

/** How far beyond the bar those stand who went over; more than a wholly stubborn member needs to say that it has. */
export const CONVERTED = 0.05;

/** The last count that was told; null where none was. */
export function latestCount({ scenario }: Mind, turns: readonly ViewTurn[]): Known | null {
  const told = ballotsIn(turns).findLast(([, count]) => count !== undefined);
  return told === undefined ? null : sidesOf(told, scenario);
}

/** The ballots since a juror's last word, and how many there were of which anything is known: their counts, or what the others said aloud. */
function countsIn(mind: Mind, turns: readonly ViewTurn[]): { all: number; since: Count[] } {
  const last = mind.mySaid.at(-1);
  const spokenAt = last ? textOf(turns).lastIndexOf(escapeText(last)) : -1;
  const counted = ballotsIn(turns).flatMap((ballot, nth) => {
    const count = ballot[1] === undefined ? saidAloud(mind) : sidesOf(ballot, mind.scenario);
    return count === null ? [] : [{ nth, at: ballot.index, ...count }];
  });
  return { all: counted.length, since: counted.filter(({ at }) => at >= spokenAt) };
}

/** One match a ballot without a verdict; its groups are empty where the count was kept secret. */
function ballotsIn(turns: readonly ViewTurn[]) {
  return [
    ...textOf(turns).matchAll(
      /(?:The count: (\d+) ([A-Z\d_ or]+), (\d+) ([A-Z\d_ or]+)[,;][^.]*\. )?There is no verdict yet/g,
    ),
  ];
}

function textOf(turns: readonly ViewTurn[]): string {
  return turns.flatMap(({ parts }) => parts).join("\n");
}

function sidesOf([, one, names, other]: readonly string[], { verdicts }: Scenario): Known {
  const first = verdicts.find(({ id }) => names!.includes(id))?.side;
  const [here, there] = [Number(one), Number(other)];
  const others = here + there - 1;
  return first === "against" ? { for: there, against: here, others } : { for: here, against: there, others };
}

/** The verdicts heard from the others, of half the jury at least; null where nobody's is known. */
function saidAloud({ verdicts, me, scenario }: Mind): Known | null {
  const heard = [...verdicts].filter(([speaker]) => speaker !== me);
  if (heard.length === 0) return null;
  const of = (wanted: string) =>
    heard.filter(([, verdict]) => scenario.verdicts.find(({ id }) => id === verdict)?.side === wanted).length;
  const others = Math.max(heard.length, scenario.members.length / 2);
  return { for: of("for"), against: of("against"), others };
}

type Known = Omit<Count, "nth">;
