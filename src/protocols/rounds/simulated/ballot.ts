import { yardsticksOf } from "../../../models/simulated/reading/criteria.ts";
import { wordsOf } from "../../../models/simulated/reading/words.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { weightsOf } from "../../../models/simulated/weights.ts";
import type { Scenario, Seat } from "../../../scenario/scenario.ts";
import { atStart, type Material, type Point, type RoundsCase, speaksFor } from "./case.ts";

/** What a closing ballot is cast on; ranked, it is JSON with every option in order. */
export type Ballot = {
  readonly round: RoundsCase;
  readonly seat: Seat;
  readonly scenario: Scenario;
  readonly speaker: string;
  readonly isRanked: boolean;
};

/** The closing ballot: the candidate whose passages weigh best with this member, or none. */
export function castRoundsBallot({ round, seat, scenario, speaker, isRanked }: Ballot): string {
  const yards = yardsticksOf(scenario.criteria, []);
  const weights = weightsOf(seat, yards);
  const chance = round.draw("ballot");
  const options = scenario.verdicts.filter(({ side }) => side === "for");
  const scored = options.map((option) => {
    const material = round.candidates.find((each) => speaksFor(option.id, each)) ?? round.candidates[0]!;
    return { option, material, score: worth(material) + borneOut(option.id) + chance.next() * 0.4 };
  });
  const best = scored.reduce((top, each) => (each.score > top.score ? each : top));
  const against = scenario.verdicts.find(({ side }) => side === "against");
  const isFor = best.score > -0.12 || against === undefined;
  const verdict = isFor ? best.option.id : against.id;
  const good = best.material.good[0] ?? round.strong;
  const bad = best.material.bad[Math.floor(chance.next() * best.material.bad.length)] ?? round.weak;
  const stance = {
    verdict,
    reasoning: isFor
      ? `${atStart(best.material.prose)}: "${good.quote}" (line ${good.line}) weighs more with me than ${bad.handle}.`
      : `None of them stands: even for ${best.material.prose}, the nearest, "${bad.quote}" (line ${bad.line}) is open.`,
    wouldChange: isFor
      ? `A week's run in which ${bad.handle} comes back would change it.`
      : `A rehearsal that closes ${bad.handle} would change it.`,
    confidence: Math.round((0.5 + 0.35 * chance.next()) * 20) / 20,
  };
  if (!isRanked) return renderReply({ speaker, to: null, cited: [], stance, withdrawn: false, content: "" });
  const ranked = scored.sort((a, b) => b.score - a.score).map(({ option }) => option.id);
  const others = scenario.verdicts.map(({ id }) => id).filter((id) => !ranked.includes(id));
  const ranking = isFor ? [...ranked, ...others] : [...others, ...ranked];
  const { reasoning, wouldChange, confidence } = stance;
  return JSON.stringify({ reasoning, ranking, wouldChange, confidence });

  function worth(material: Material): number {
    const sum = (points: readonly Point[]) => points.reduce((total, point) => total + bearing(point), 0);
    const all = sum(material.good) + sum(material.bad);
    const lost = round.record.claims.filter(
      ({ status, role, text }) =>
        role === "critic" && status === "tested_confirmed" && text.toLowerCase().includes(material.prose),
    ).length;
    return all === 0 ? 0 : (sum(material.good) - sum(material.bad)) / all - 0.03 * lost;
  }

  /** What the checks came to, from -1 to 1, at half the weight of the papers. */
  function borneOut(option: string): number {
    const line = new RegExp(`^${option}: (\\d+) BROKEN, (\\d+) ROBUST`, "m").exec(round.cue);
    const [broken, robust] = [Number(line?.[1] ?? 0), Number(line?.[2] ?? 0)];
    return broken + robust === 0 ? 0 : (0.5 * (robust - broken)) / (broken + robust);
  }

  function bearing({ quote }: Point): number {
    const words = new Set(wordsOf(quote));
    return yards.reduce((total, yard, index) => {
      const hits = [...yard.single].filter((word) => words.has(word)).length;
      return total + hits * weights[index]!;
    }, 1);
  }
}
