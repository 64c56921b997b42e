import { burdenIn } from "../../../models/simulated/burden.ts";
import { chanceOf } from "../../../models/simulated/chance.ts";
import { POSITION } from "../../../models/simulated/frames/questions.ts";
import { facing } from "../../../models/simulated/open-questions.ts";
import { citing } from "../../../models/simulated/phrasing.ts";
import { ground, strongest } from "../../../models/simulated/pick.ts";
import { choose } from "../../../models/simulated/plan.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { unescapeText } from "../../../scaffold/escape.ts";
import { draftProposals, fillSheet } from "./sheets.ts";
import { castVote, speakUnder } from "./trial.ts";
import { inThread, type JuryOccasion, passing, turnOn } from "./turn.ts";

/** From the kinds of cue of a jury to what a simulated juror or foreperson replies. */
export const JURY_BEHAVIOURS: Readonly<Record<string, (occasion: JuryOccasion) => string>> = {
  "roll-call": () => JSON.stringify({ ready: true, note: null }),
  statement: (occasion) => say(occasion, false),
  talk: (occasion) => say(occasion, true),
  question: ask,
  answer: (occasion) => say(occasion, false, askerIn(occasion.request.cue)),
  proposals: draftProposals,
  "decision-sheet": fillSheet,
  "trial-ballot": castVote,
};

/** A turn in a phase, under the charge in a trial. With nothing to add one passes, where one may. */
function say(occasion: JuryOccasion, mayPass: boolean, asker: string | null = null): string {
  const { request, memory } = occasion;
  const burden = burdenIn(request.turns);
  if (burden !== null) return speakUnder(burden, occasion, mayPass, asker);
  const mind = facing(memory.recall(request), asker);
  const plan = choose(mind, chanceOf(request.chance, "act"));
  const isDone = plan.act === "withdraw" || plan.act === "state";
  if (isDone && mayPass && mind.myVerdict !== null) return passing(mind.me);
  return turnOn(plan, mind, occasion);
}

/** Who has just put a question, where the cue asks for the answer to it. */
function askerIn(cue: string): string | null {
  const name = /^(.+) has put a question to you\./m.exec(cue)?.[1];
  return name === undefined ? null : unescapeText(name);
}

/** A question to whoever disagrees, else to whoever has spoken most, on what weighs most here. */
function ask({ request, memory, scenario, seat }: JuryOccasion): string {
  const mind = memory.recall(request);
  const people = scenario.members.filter(({ id }) => id !== seat.id).map(({ persona }) => persona.name);
  if (people.length === 0) return passing(mind.me);
  const own = mind.myVerdict;
  const differing = people.filter((name) => mind.verdicts.has(name) && mind.verdicts.get(name) !== own);
  const to = chanceOf(request.chance, "whom").pick(differing.length > 0 ? differing : people);
  const fact = strongest(mind, mind.score >= 0 ? 1 : -1, null) ?? ground(mind, mind.score >= 0 ? -1 : 1);
  const content =
    fact === null
      ? `What in the documents does your position rest on, ${to}?`
      : `${to}, ${citing(fact).l} says ${citing(fact).q}. ${POSITION[0]}`;
  const cited = fact === null ? [] : [fact];
  return inThread(
    renderReply({ speaker: mind.me, to, cited, stance: null, withdrawn: false, content }),
    request.cue,
    content,
  );
}
