import { bestOf } from "../../../models/simulated/answers/best.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { hashDraw, hashText } from "../../../models/simulated/chance.ts";
import { optionFor, sideTaken } from "../../../models/simulated/ladder.ts";
import {
  attentionTo,
  concernIn,
  leaning,
  type Mind,
  openMind,
  scoreOf,
  sideOf,
  worthTo,
} from "../../../models/simulated/mind.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { abstention, stanceOf } from "../../../models/simulated/stance.ts";
import type { Push } from "../../../models/simulated/talk.ts";
import type { TrialData } from "../cue-data.ts";
import { BURDENS, eagerness, offsetUnder, swayOf } from "./sway.ts";

/** A juror's mind under the charge, seen from the verdict that it holds. */
type Juror = {
  readonly mind: Mind;
  /** Null where too little could be read for any. */
  readonly held: string | null;
  /** What it rests a change on since its last vote. */
  readonly push: Push | null;
};

/** How far beyond the bar those stand who went over; more than a wholly stubborn member needs to say that it has. */
const CONVERTED = 0.05;

/**
 * The verdict a juror holds: what it has said aloud since the last ballot, else its last vote, unless one draw a ballot
 * brings it over to what others have said for the other side. Before any ballot, its own reading under the charge.
 */
export function jurorOf(turn: SimulatedTurn, trial: TrialData): Juror {
  const open = turn.mind();
  const { seat, me, scenario, book, seed } = open;
  const burden = BURDENS[trial.burden];
  const offset = offsetUnder(burden, turn.own("bar").next(), hashDraw("jury", hashText(seed)));
  const charged = { ...open, offset: open.offset + offset };
  const mind = { ...charged, score: scoreOf(charged) };
  const first = openMind({ seat, me, scenario, book, seed, offset });
  const voted = trial.voted ?? first.first;
  const now = leaning(mind);
  if (voted === null || now === null) return { mind, held: null, push: null };
  const side = sideTaken(voted, scenario.verdicts);
  if (trial.ballots === 0 || side === null) return holding(mind, voted, voted);
  if (trial.said !== null || side === "neutral") return holding(mind, trial.said ?? now, voted);
  const share = shareAgainst(mind, trial, side);
  const { stubbornness } = seat.persona;
  const sway = swayOf({ side, share, burden, stubbornness, moved: mind.score - first.score });
  const sign = side === "for" ? -1 : 1;
  const isBrought = turn.own(`ballot ${trial.ballots}`).next() < sway && persuading(mind, sign) !== null;
  return holding(mind, isBrought ? optionFor(CONVERTED * sign, scenario.verdicts).id : voted, voted);
}

/** Share of the others on the other side: by the last count, else by what they have said aloud. */
function shareAgainst({ scenario, talk, me }: Mind, { count }: TrialData, side: "for" | "against"): number {
  const other = side === "for" ? "against" : "for";
  if (count !== null) return count[other] / Math.max(1, count.present - 1);
  const said = [...talk.verdicts].filter(([speaker]) => speaker !== me);
  const theirs = said.filter(([, verdict]) => sideTaken(verdict, scenario.verdicts) === other);
  return theirs.length / Math.max(said.length, scenario.members.length / 2);
}

/** The same mind, seen from the verdict it holds: who went over argues from there, with little confidence. */
function holding(mind: Mind, held: string, voted: string): Juror {
  const side = sideTaken(held, mind.scenario.verdicts);
  if (side !== "for" && side !== "against") return { mind: { ...mind, first: voted }, held, push: null };
  const sign = side === "for" ? 1 : -1;
  const score = mind.score * sign >= CONVERTED ? mind.score : CONVERTED * sign;
  const push = held === voted ? null : persuading(mind, sign);
  const myVerdict = mind.talk.myVerdict ?? (push && voted);
  const talk = { ...mind.talk, myVerdict, pushes: push === null ? [] : [push] };
  return { mind: { ...mind, first: voted, score, talk }, held, push };
}

/** What another has said for a side that weighs most with this juror; null where nobody has said anything for it. */
function persuading(mind: Mind, sign: 1 | -1): Push | null {
  const theirs = mind.talk.claims.filter(
    ({ speaker, fact }) => speaker !== mind.me && sideOf(mind, fact) === sign,
  );
  const pushes = theirs.map(({ fact, speaker: from, message, passage }): Push => {
    const change = worthTo(mind, fact) * concernIn(mind, fact) * attentionTo(mind, fact);
    return { from, fact, change, message, passage };
  });
  return bestOf(pushes, ({ change }) => Math.abs(change)) ?? null;
}

/** A secret vote, with what it rests a change on. */
export function castVote(turn: SimulatedTurn, trial: TrialData): string {
  const { mind, held, push } = jurorOf(turn, trial);
  const tongue = turn.tongue(mind, trial.ballots === 0 ? turn.own("ballot") : turn.chance("words"));
  const stance = held === null ? abstention(mind, tongue) : stanceOf(mind, held, tongue, push);
  const nothing = { to: null, cited: [], withdrawn: false, content: "" } as const;
  return renderReply({ speaker: mind.me, stance, movedBy: push, ...nothing });
}

/** Whether a juror lets the floor go by, which it never does before its first words, nor when it was asked something. */
export function keepsSilent(turn: SimulatedTurn, { mind, held }: Juror, { count }: TrialData): boolean {
  const { talk, scenario, seed } = mind;
  if (talk.myMessages === 0 || talk.questions.some(({ to }) => to === mind.me)) return false;
  const talkative = (id: string) => hashDraw(`${id} talks`, hashText(seed));
  const own = talkative(mind.seat.persona.id);
  const rank = scenario.members.filter(({ persona }) => talkative(persona.id) > own).length;
  const side = held === null ? null : sideTaken(held, scenario.verdicts);
  const isSided = count !== null && (side === "for" || side === "against");
  const faction = isSided ? count[side] / Math.max(1, count.for + count.against) : 0.5;
  return turn.chance("floor").next() >= eagerness(rank, faction);
}
