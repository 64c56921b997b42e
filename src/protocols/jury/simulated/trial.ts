import { type Burden, burdenIn } from "../../../models/simulated/burden.ts";
import { chanceOf } from "../../../models/simulated/chance.ts";
import type { Mind, Push } from "../../../models/simulated/mind.ts";
import { facing } from "../../../models/simulated/open-questions.ts";
import { tongueOf } from "../../../models/simulated/phrasing.ts";
import { choose } from "../../../models/simulated/plan.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { stanceOf } from "../../../models/simulated/verdict.ts";
import { keepsSilent } from "./floor.ts";
import { CONVERTED, standOf } from "./stand.ts";
import { type JuryOccasion, passing, turnOn } from "./turn.ts";

/** A turn in a trial, argued from the verdict that the juror holds. With nothing to add one passes, where one may. */
export function speakUnder(
  burden: Burden,
  occasion: JuryOccasion,
  mayPass: boolean,
  asker: string | null,
): string {
  const { request, memory } = occasion;
  const mind = facing(memory.recall(request), asker);
  if (mayPass && keepsSilent(mind, request)) return passing(mind.me);
  const held = standOf(mind, request, burden);
  const juror = holding(mind, held);
  const plan = choose(juror, chanceOf(request.chance, "act"));
  const isDone = plan.act === "withdraw" || plan.act === "state";
  if (isDone && mayPass && mind.myVerdict === held) return passing(mind.me);
  return turnOn(plan, juror, occasion, held);
}

/** A secret vote: one's own reading under the charge, and the pull of the counts that were told. */
export function castVote({ request, memory, voice }: JuryOccasion): string {
  const mind = memory.recall(request);
  const held = standOf(mind, request, burdenIn(request.turns)!);
  const juror = holding(mind, held);
  const tongue = tongueOf(juror, voice, chanceOf(request.chance, "words"));
  const stance = stanceOf(juror, held, tongue);
  // A juror's vote rests on what was said where its grounds take up the very words.
  const movedBy = mind.claims.findLast(
    ({ speaker, passage }) => speaker !== mind.me && passage !== "" && stance.reasoning.includes(passage),
  );
  return renderReply({
    speaker: mind.me,
    to: null,
    cited: [],
    stance,
    movedBy: movedBy ?? null,
    withdrawn: false,
    content: "",
  });
}

/** The same mind, seen from the verdict it holds: who went over argues from there, with little confidence, and says over what. */
function holding(mind: Mind, held: string): Mind {
  const side = mind.scenario.verdicts.find(({ id }) => id === held)?.side;
  if (side !== "for" && side !== "against") return mind;
  const sign = side === "for" ? 1 : -1;
  const score = mind.score * sign >= CONVERTED ? mind.score : CONVERTED * sign;
  return { ...mind, score, pushes: persuading(mind, sign) };
}

/** What another has said for a side that weighs most with this member. */
function persuading({ claims, me, beliefs }: Mind, sign: 1 | -1): Push[] {
  const worth = ({ polarity, index }: Push["fact"]) =>
    polarity * sign * beliefs.concern[index]! * beliefs.attention[index]!;
  const said = claims.filter(({ fact, speaker }) => speaker !== me && fact.polarity * sign > 0);
  if (said.length === 0) return [];
  const { fact, speaker, message, passage } = said.reduce((most, each) =>
    worth(each.fact) > worth(most.fact) ? each : most,
  );
  return [{ from: speaker, fact, message, passage, change: worth(fact) * sign }];
}
