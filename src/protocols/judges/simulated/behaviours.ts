import { rankingFrom } from "../../../models/simulated/at-any-table.ts";
import type { Behaviour, SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import { namedFirst, saidIn } from "../../../models/simulated/heard.ts";
import { heaviest, type Mind, sideOf, standingOn } from "../../../models/simulated/mind.ts";
import { lookAgain } from "../../../models/simulated/second-look.ts";
import { NO_VERDICT, stanceNow } from "../../../models/simulated/stance.ts";
import { capitalise } from "../../../models/simulated/tongue.ts";
import type { SynthesisData } from "../chair.ts";

/** What simulated judges and a simulated chair do, by kind of cue. */
export const JUDGES_BEHAVIOURS: Readonly<Record<string, Behaviour>> = { judge, synthesis: sumUp };

const MOST_FINDINGS = 4;

/** A reading of the documents alone: each call looks at them with a draw of its own, so that asking again can come out otherwise. */
function judge(turn: SimulatedTurn): string {
  const mind = lookAgain(turn.mind(), turn.request.chance);
  const { verdict, reasoning, wouldChange, confidence } = stanceNow(
    mind,
    turn.tongue(mind, turn.chance("words")),
  );
  const facts = namedFirst(heaviest(mind), saidIn(mind.book, reasoning)).slice(0, MOST_FINDINGS);
  const ids = turn.scenario.verdicts.map(({ id }) => id);
  const answer: Readonly<Record<string, unknown>> = {
    analysis: analysisOf(mind, reasoning, facts),
    findings: facts.map(({ point: { ref, quote, says } }) => ({ ref, quote, says })),
    grades: gradesOf(mind),
    ranking: verdict === NO_VERDICT ? [NO_VERDICT] : rankingFrom(verdict, ids, mind.score),
    verdict,
    wouldChange,
    confidence,
  };
  const asked = Object.keys((turn.request.json?.schema.properties ?? {}) as object);
  return JSON.stringify(Object.fromEntries(asked.map((name) => [name, answer[name] ?? null])));
}

function analysisOf(mind: Mind, reasoning: string, facts: readonly Fact[]): string {
  const named = (side: 1 | -1) =>
    facts.filter((fact) => sideOf(mind, fact) === side).map(({ point, line }) => `${point.says} (${line})`);
  const [pro, contra] = [named(1), named(-1)];
  return [
    reasoning,
    pro.length > 0 ? `In its favour: ${pro.join("; ")}.` : "",
    contra.length > 0 ? `Against it: ${contra.join("; ")}.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** 1 to 5 by what each criterion comes to for this reader. */
function gradesOf(mind: Mind): Readonly<Record<string, number>> {
  const grades = mind.book.criteria.map(({ id }, at) => {
    return [id, Math.max(1, Math.min(5, Math.round(3 + 3 * standingOn(mind, at))))] as const;
  });
  return Object.fromEntries(grades);
}

/** What the judges' answers have in common and where they part, from the answers alone. */
function sumUp({ data, scenario }: SimulatedTurn): string {
  const { answers } = data as SynthesisData;
  const options = scenario.verdicts;
  const sideOf = (id: string | null) => options.find((option) => option.id === id)?.side;
  const worth = ({ id, side }: (typeof options)[number]) =>
    answers.filter((each) => sideOf(each.verdict) === side).length * (answers.length + 1) +
    answers.filter(({ verdict }) => verdict === id).length;
  const leading = options.reduce((best, each) => (worth(each) > worth(best) ? each : best));
  const recommendation = worth(leading) > 0 ? leading.id : NO_VERDICT;
  const byRef = new Map<string, { readonly says: string; readonly judges: string[] }>();
  for (const { judge: name, findings } of answers)
    for (const { ref, says } of findings) {
      const found = byRef.get(ref) ?? { says, judges: [] };
      found.judges.push(name);
      byRef.set(ref, found);
    }
  const agreed = [...byRef]
    .filter(([, { judges }]) => judges.length > 1)
    .map(([ref, { says, judges }]) => `${capitalise(says)} (${ref}), say ${listed(judges)}.`);
  const others = answers.filter(({ verdict }) => (verdict ?? NO_VERDICT) !== recommendation);
  const disputed = others.map(({ judge: name, verdict, findings }) => {
    const alone = findings.find(({ ref }) => byRef.get(ref)!.judges.length === 1) ?? findings[0];
    if (verdict === null) return `${name} gives no verdict.`;
    const holds = `holds ${verdict}`;
    return alone === undefined
      ? `${name} ${holds}.`
      : `${name} ${holds}, because ${alone.says} (${alone.ref}).`;
  });
  const held = answers.length - others.length;
  const synthesis = [
    recommendation === NO_VERDICT
      ? "No judge gives a verdict."
      : `${held} of ${answers.length} judges ${held === 1 ? "comes" : "come"} to ${recommendation}.`,
    ...(agreed.length > 0 ? agreed.slice(0, 3) : ["No line is named by two of them."]),
    ...(disputed.length > 0 ? disputed : ["Nobody comes to another verdict."]),
  ].join(" ");
  return JSON.stringify({ synthesis, agreed: agreed.slice(0, 4), disputed, recommendation });
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
