import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { discount, heed, leaning, type Mind, scoreOf, worthTo } from "../../../models/simulated/mind.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import {
  abstention,
  confidenceIn,
  NO_VERDICT,
  type Stance,
  stanceOf,
} from "../../../models/simulated/stance.ts";
import { bringing } from "../../../models/simulated/tongue.ts";
import { candidatesIn, isFor, type Matter, matterOf, slotsOf, type Tried } from "./matter.ts";
import { allMatters, conditionsOf, isLost, type Standing, spokeFor, standingOf } from "./standing.ts";

/** How much the record weighs beside a member's own reading of the papers. */
const RECORD = 0.5;
/** The least that the best candidate must come to, else none is taken. */
const TAKEN = -0.45;
const TRUST = 0.8;

/** The closing ballot: one's own reading of the papers, turned by what the rounds found. */
export function castBallot(turn: SimulatedTurn): string {
  const stance = stanceAfter(turn);
  const { verdict, reasoning, wouldChange, confidence } = stance;
  if (turn.request.json === undefined)
    return renderReply({ speaker: turn.mind().me, to: null, cited: [], stance, withdrawn: false, content: "" });
  const ranking = verdict === NO_VERDICT ? [] : [verdict, ...ranked(turn).filter((id) => id !== verdict)];
  return JSON.stringify({ reasoning, ranking, wouldChange, confidence });
}

type Candidate = {
  readonly id: string;
  readonly matter: Matter;
  readonly standing: Standing;
  readonly worth: number;
};

function stanceAfter(turn: SimulatedTurn): Stance {
  const mind = withRecord(turn);
  const tongue = turn.tongue(mind, turn.chance("ballot"));
  if (leaning(mind) === null) return abstention(mind, tongue);
  const [best] = candidates(turn, mind);
  if (best === undefined) return stanceOf(mind, leaning(mind)!, tongue);
  const none = turn.scenario.verdicts.find(({ side }) => side === "against");
  const isTaken = (best.worth >= TAKEN && !isLost(best.standing)) || none === undefined;
  const verdict = isTaken ? best.id : none.id;
  return { ...wordsFor(best, isTaken, mind), verdict, confidence: confidenceIn(mind, verdict) };
}

/** A mind in which each settled claim has made its point count for more or for less. */
function withRecord(turn: SimulatedTurn): Mind {
  const before = turn.mind();
  const mind: Mind = { ...before, attention: [...before.attention] };
  for (const { claims } of allMatters(matterOf(turn), candidatesIn(mind)))
    for (const claim of claims) {
      const { fact, found } = claim.trial;
      if (fact.index < 0 || spokeFor(claim) === 0) continue;
      const isBorneOut = (found === "holds") === isFor(fact);
      if (isBorneOut) heed(mind, fact, TRUST);
      else discount(mind, fact, TRUST);
    }
  return mind;
}

/** Candidates by what they are worth to this member after the rounds, best first. */
function candidates(turn: SimulatedTurn, mind: Mind): readonly Candidate[] {
  return allMatters(matterOf(turn), candidatesIn(mind))
    .flatMap((matter): Candidate[] => {
      if (matter.focus === null || !candidatesIn(mind).includes(matter.focus)) return [];
      const standing = standingOf(matter);
      const own = scoreOf(mind, ({ point }) => point.candidate === matter.focus);
      return [{ id: matter.focus, matter, standing, worth: own + RECORD * standing.share }];
    })
    .sort((a, b) => Number(isLost(a.standing)) - Number(isLost(b.standing)) || b.worth - a.worth);
}

function ranked(turn: SimulatedTurn): string[] {
  const known = candidates(turn, withRecord(turn)).map(({ id }) => id);
  return [...known, ...turn.scenario.verdicts.map(({ id }) => id).filter((id) => !known.includes(id))];
}

/** The claim that weighed most, by its id, what stands on the other side, and the condition. */
function wordsFor({ matter, standing }: Candidate, isTaken: boolean, mind: Mind) {
  const { say, facts } = matter;
  const [held, broke] = [heaviest(standing.held, mind), heaviest(standing.broke, mind)];
  const [main, other] = isTaken ? [held, broke] : [broke, held];
  const [condition] = conditionsOf(standing);
  const slots = {
    ...(main ? { ...slotsOf(main.trial), id: main.id } : bringing(facts.find(isFor) ?? facts[0]!)),
    ...(other && { mine: other.trial.fact.point.says, ml: other.trial.fact.line, other: other.id }),
    ...(condition !== undefined && { holds: condition }),
  };
  const kind = isTaken ? "For" : "Against";
  const reasoning =
    main === undefined
      ? say("ballotUntested", slots)
      : say(`ballot${kind}${other === undefined ? "One" : ""}`, slots);
  return { reasoning, wouldChange: say(condition === undefined ? "changePlain" : `change${kind}`, slots) };
}

/** What weighs most with this member, of the claims whose points say themselves what came of them. */
function heaviest(claims: readonly Tried[], mind: Mind): Tried | undefined {
  const worth = ({ trial: { fact } }: Tried) => Math.abs(worthTo(mind, fact)) * mind.attention[fact.index]!;
  const straight = claims.filter(
    ({ trial: { fact, found } }) => fact.index >= 0 && isFor(fact) === (found === "holds"),
  );
  return straight.sort((a, b) => worth(b) - worth(a))[0];
}
