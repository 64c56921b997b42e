import { bestOf } from "../../../models/simulated/answers/best.ts";
import { evidenceFrom, groundedAnswer } from "../../../models/simulated/answers/grounded.ts";
import { rankingFrom } from "../../../models/simulated/at-any-table.ts";
import type { Behaviour, SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { type Mind, standingOn } from "../../../models/simulated/mind.ts";
import { lookAgain } from "../../../models/simulated/second-look.ts";
import { NO_VERDICT } from "../../../models/simulated/stance.ts";
import { capital, listed } from "../../../text/plain.ts";

import type { SynthesisData } from "../chair.ts";

/** What simulated judges and a simulated chair do, by kind of cue. */
export const JUDGES_BEHAVIOURS: Readonly<Record<string, Behaviour>> = { judge, synthesis: sumUp };

/** A reading of the documents alone: each call looks at them with a draw of its own, so that asking again can come out otherwise. */
function judge(turn: SimulatedTurn): string {
  const mind = lookAgain(turn.mind(), turn.request.chance);
  const { stance, text, facts } = groundedAnswer(mind, turn.tongue(mind, turn.chance("words")));
  const { verdict, wouldChange, confidence } = stance;
  const ids = turn.scenario.verdicts.map(({ id }) => id);
  const ranking = verdict === NO_VERDICT ? [NO_VERDICT] : rankingFrom(verdict, ids, mind.score);
  const findings = evidenceFrom(facts);
  const known = { analysis: text, findings, grades: gradesOf(mind), ranking, verdict, wouldChange, confidence };
  const asked = Object.keys((turn.request.json?.schema.properties ?? {}) as object);
  return JSON.stringify(Object.fromEntries(Object.entries(known).filter(([name]) => asked.includes(name))));
}

/** 1 to 5 by what each criterion comes to for this reader. */
function gradesOf(mind: Mind): Readonly<Record<string, number>> {
  const gradeOn = (at: number) => Math.max(1, Math.min(5, Math.round(3 + 3 * standingOn(mind, at))));
  return Object.fromEntries(mind.book.criteria.map(({ id }, at) => [id, gradeOn(at)]));
}

/** What the judges' answers have in common and where they part, from the answers alone. */
function sumUp({ data, scenario }: SimulatedTurn): string {
  const { answers } = data as SynthesisData;
  const sideOf = (id: string | null) => scenario.verdicts.find((option) => option.id === id)?.side;
  const holding = (id: string | null) => answers.filter(({ verdict }) => verdict === id).length;
  const beside = (side: string) => answers.filter(({ verdict }) => sideOf(verdict) === side).length;
  const leading = bestOf(
    scenario.verdicts,
    ({ id, side }) => beside(side) * (answers.length + 1) + holding(id),
  );
  const by = (ref: string) => answers.filter(({ findings }) => findings.some((each) => each.ref === ref));
  const named = new Map(
    answers.flatMap(({ findings }) => findings.map(({ ref, says }) => [ref, says] as const)),
  );
  const agreed = [...named]
    .filter(([ref]) => by(ref).length > 1)
    .map(([ref, says]) => `${capital(says)} (${ref}), say ${listed(by(ref).map((each) => each.judge))}.`);
  const others = answers.filter(({ verdict }) => verdict === null || verdict !== leading?.id);
  const disputed = others.map(({ judge: name, verdict, findings }) => {
    const alone = findings.find(({ ref }) => by(ref).length === 1) ?? findings[0];
    const because = alone === undefined ? "" : `, because ${alone.says} (${alone.ref})`;
    return verdict === null ? `${name} gives no verdict.` : `${name} holds ${verdict}${because}.`;
  });
  const held = answers.length - others.length;
  const come = `${held} of ${answers.length} judges ${held === 1 ? "comes" : "come"} to ${leading?.id}.`;
  const synthesis = [
    leading === undefined ? "No judge gives a verdict." : come,
    ...(agreed.length > 0 ? agreed.slice(0, 3) : ["No line is named by two of them."]),
    ...(disputed.length > 0 ? disputed : ["Nobody comes to another verdict."]),
  ].join(" ");
  return JSON.stringify({
    synthesis,
    agreed: agreed.slice(0, 4),
    disputed,
    recommendation: leading?.id ?? NO_VERDICT,
  });
}
