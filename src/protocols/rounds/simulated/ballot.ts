import type { NonEmpty } from "../../../lists.ts";
import { bestOf } from "../../../models/simulated/answers/best.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { attentionTo, leaning, type Mind, worthTo } from "../../../models/simulated/mind.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { type ArguedStance, confidenceIn, NO_VERDICT, stanceNow } from "../../../models/simulated/stance.ts";
import { mine } from "../../../models/simulated/tongue.ts";
import { allMatters, type Tried } from "./matter.ts";
import { type CandidateStanding, ranked } from "./standing.ts";

/** The least that the best candidate must come to, else none is taken. */
const TAKEN = -0.6;

/** The closing ballot: one's own reading of the papers, turned by what the rounds found. */
export function castBallot(turn: SimulatedTurn): string {
  const mind = turn.mind();
  const standings = ranked(allMatters(turn));
  const stance = stanceAfter(turn, mind, standings);
  if (turn.request.json === undefined)
    return renderReply({ speaker: mind.me, to: null, cited: [], stance, withdrawn: false, content: "" });
  const { verdict, ...words } = stance;
  const order = [
    verdict,
    ...standings.map(({ matter }) => matter.focus),
    ...turn.scenario.verdicts.map(({ id }) => id),
  ];
  const ranking = verdict === NO_VERDICT ? [] : [...new Set(order.filter((id) => id !== null))];
  return JSON.stringify({ ...words, ranking });
}

function stanceAfter(turn: SimulatedTurn, mind: Mind, [best]: NonEmpty<CandidateStanding>): ArguedStance {
  const { verdicts } = turn.scenario;
  if (leaning(mind) === null || best.matter.focus === null)
    return stanceNow(mind, turn.tongue(mind, turn.chance("ballot")));
  const none = verdicts.find(({ side }) => side === "against");
  const isTaken = (best.worth >= TAKEN && !best.isLost) || none === undefined;
  const verdict = isTaken ? best.matter.focus : none.id;
  return { verdict, ...wordsFor(best, isTaken, mind), confidence: confidenceIn(mind, verdict) };
}

/** The claim that weighed most, by its id, what stands on the other side, and the condition. */
function wordsFor(
  { matter, held, broke, conditions: [holds] }: CandidateStanding,
  isTaken: boolean,
  mind: Mind,
) {
  const { say, trials } = matter;
  const [own, others] = isTaken ? [held, broke] : [broke, held];
  const [main, other] = [heaviest(own, mind), heaviest(others, mind)];
  const slots = {
    ...(main?.trial ?? trials.find(({ isMerit }) => isMerit) ?? trials[0]).slots,
    ...(main && { id: main.id }),
    ...(other && { ...mine(other.trial.fact), other: other.id }),
    ...(holds !== undefined && { holds }),
  };
  const kind = isTaken ? "For" : "Against";
  return {
    reasoning: say(main ? `ballot${kind}` : "ballotUntested", slots),
    wouldChange: say(`change${kind}`, slots),
  };
}

/** What weighs most with this member, of the claims whose points say themselves what came of them. */
function heaviest(claims: readonly Tried[], mind: Mind): Tried | undefined {
  const straight = claims.filter(({ trial: { isMerit, found } }) => isMerit === (found === "ROBUST"));
  return bestOf(straight, ({ trial: { fact } }) => Math.abs(worthTo(mind, fact)) * attentionTo(mind, fact));
}
