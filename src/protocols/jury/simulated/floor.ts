import type { ModelRequest } from "../../../models/model.ts";
import { meetingOf } from "../../../models/simulated/burden.ts";
import { chanceOf, hashDraw } from "../../../models/simulated/chance.ts";
import type { Mind } from "../../../models/simulated/mind.ts";
import { askedOf } from "../../../models/simulated/open-questions.ts";
import { latestCount } from "./stand.ts";

/**
 * How much less often than the one before each juror takes the floor that it is given, by rank of talkativeness. Shares of
 * talk fall by such a ratio (Stephan and Mishler, 1952): 0.73 to 0.81 for turns and messages, 0.61 to 0.72 for words, in
 * groups of three to seven (AMI, ICSI and DeliData corpora).
 */
const RATIO = 0.86;

/** Those in the smaller faction speak more often (Hastie, Penrod and Pennington, Inside the Jury, 1983). The size is a guess. */
const FACTION = 1.5;

/** Whether a juror lets the floor go by, which it never does when it was asked something. */
export function keepsSilent(mind: Mind, request: ModelRequest): boolean {
  if (askedOf(mind) !== null) return false;
  const meeting = meetingOf(request.cacheKey);
  const talkativeness = (id: string) => hashDraw(`${meeting} talks ${id}`);
  const own = talkativeness(mind.seat.id);
  const before = mind.scenario.members.filter(({ id }) => talkativeness(id) > own);
  const speaks = before.reduce((part) => part * RATIO, FACTION - factionOf(mind, request));
  return chanceOf(request.chance, "floor").next() >= speaks;
}

/** The share of the jury on one's own side, by the last count; a half where none was told. */
function factionOf(mind: Mind, request: ModelRequest): number {
  const count = latestCount(mind, request.turns);
  const side = mind.scenario.verdicts.find(({ id }) => id === mind.myVerdict)?.side;
  if (count === null || (side !== "for" && side !== "against")) return 0.5;
  return count[side] / Math.max(1, count.for + count.against);
}
