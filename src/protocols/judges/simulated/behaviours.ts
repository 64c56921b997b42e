import type { ModelRequest } from "../../../models/model.ts";
import { lookAgain, scoreOf, standingOf } from "../../../models/simulated/beliefs.ts";
import { chanceOf } from "../../../models/simulated/chance.ts";
import { heaviest } from "../../../models/simulated/heaviest.ts";
import { choicesOf } from "../../../models/simulated/json.ts";
import type { Memory } from "../../../models/simulated/memory.ts";
import { leaning, type Mind } from "../../../models/simulated/mind.ts";
import { criterionInProse, lineOf, quoted, tongueOf } from "../../../models/simulated/phrasing.ts";
import type { Fact } from "../../../models/simulated/reading/casebook.ts";
import { stanceOf } from "../../../models/simulated/verdict.ts";
import type { Voice } from "../../../models/simulated/voice.ts";
import { unescapeText } from "../../../scaffold/escape.ts";
import type { Scenario } from "../../../scenario/scenario.ts";

/** What a simulated judge or chair is given. */
export type JudgesOccasion = {
  readonly scenario: Scenario;
  readonly request: ModelRequest;
  readonly memory: Memory;
  readonly voice: Voice;
};

/** From the kinds of cue of a panel of judges to what a simulated judge or chair replies. */
export const JUDGES_BEHAVIOURS: Readonly<Record<string, (occasion: JudgesOccasion) => string>> = {
  judge,
  synthesis: sumUp,
};

const MOST_FINDINGS = 4;

/** A reading of the documents alone: each call looks at them with a draw of its own, so that asking again can come out otherwise. */
function judge({ scenario, request, memory, voice }: JudgesOccasion): string {
  const first = memory.recall(request);
  const beliefs = lookAgain(first.beliefs, request.chance);
  const mind: Mind = { ...first, beliefs, score: scoreOf(beliefs) };
  const verdict = leaning(mind);
  const stance = stanceOf(mind, verdict, tongueOf(mind, voice, chanceOf(request.chance, "words")));
  const facts = heaviest(mind).slice(0, MOST_FINDINGS);
  const asked = Object.keys((request.json?.schema.properties ?? {}) as object);
  const ids = scenario.verdicts.map(({ id }) => id);
  const answer: Readonly<Record<string, unknown>> = {
    analysis: analysis(mind, stance.reasoning, facts),
    findings: facts.map((fact) => ({ ref: fact.ref, quote: fact.quote, says: saysOf(mind, fact) })),
    grades: gradesOf(mind, scenario),
    ranking: rankingFrom(verdict, ids, mind.score),
    verdict,
    wouldChange: stance.wouldChange,
    confidence: stance.confidence,
  };
  return JSON.stringify(Object.fromEntries(asked.map((name) => [name, answer[name] ?? null])));
}

function analysis(mind: Mind, reasoning: string, facts: readonly Fact[]): string {
  const point = (fact: Fact) => `${quoted(fact.quote)} (${lineOf(fact)})`;
  const pro = facts.filter(({ polarity }) => polarity > 0);
  const contra = facts.filter(({ polarity }) => polarity < 0);
  const parts = [
    reasoning,
    ...(pro.length > 0 ? [`In its favour stand ${pro.map(point).join(" and ")}.`] : []),
    ...(contra.length > 0 ? [`Against it stand ${contra.map(point).join(" and ")}.`] : []),
    Math.abs(mind.score) < 0.2 ? "Taken together this is close." : "Taken together this is not close.",
  ];
  return parts.join(" ");
}

function saysOf(mind: Mind, fact: Fact): string {
  if (fact.claim !== null) return fact.claim;
  const criterion = criterionInProse(mind.book.yardsticks[fact.criterion]!.name);
  return `${fact.polarity > 0 ? "speaks for it" : "speaks against it"} on ${criterion}`;
}

/** 1 to 5 by what each criterion comes to for this reader. */
function gradesOf({ book, beliefs }: Mind, { criteria }: Scenario): Readonly<Record<string, number>> {
  const grades = criteria.map(({ id }) => {
    const at = book.yardsticks.findIndex((yardstick) => yardstick.id === id);
    const standing = at === -1 ? 0 : standingOf(beliefs, at);
    return [id, Math.max(1, Math.min(5, Math.round(3 + 3 * standing)))];
  });
  return Object.fromEntries(grades);
}

/** All options from the own one outward; of two equally near the one that the score leans to. */
function rankingFrom(verdict: string, ids: readonly string[], score: number): string[] {
  const own = ids.indexOf(verdict);
  const distance = (id: string) => {
    const steps = ids.indexOf(id) - own;
    return Math.abs(steps) + (steps > 0 === score > 0 ? 0.5 : 0);
  };
  return [...ids].sort((a, b) => distance(a) - distance(b));
}

type Seen = { readonly judge: string; readonly verdict: string; readonly findings: readonly string[] };

/** What the judges' answers have in common and where they part, from the answers alone. */
function sumUp({ request, scenario }: JudgesOccasion): string {
  const answers = answersIn(request.cue);
  const options = choicesOf(request.json?.schema ?? {}, "recommendation");
  const sideOf = (option: string) => scenario.verdicts.find(({ id }) => id === option)?.side;
  const onSide = (option: string) => answers.filter(({ verdict }) => sideOf(verdict) === sideOf(option)).length;
  const votesFor = (option: string) => answers.filter(({ verdict }) => verdict === option).length;
  const worth = options.map((option) => onSide(option) * (answers.length + 1) + votesFor(option));
  const recommendation = options[worth.indexOf(Math.max(...worth))] ?? options[0] ?? "";
  const found = answers.flatMap(({ findings }) => findings);
  const shared = [...new Set(found.filter((each, index) => found.indexOf(each) < index))];
  const others = answers.filter(({ verdict }) => verdict !== recommendation);
  const held = answers.length - others.length;
  const agreed = shared.slice(0, 4).map((finding) => `Several judges rest on ${finding}`);
  const disputed = others.map(({ judge, verdict, findings }) => {
    return `${judge} holds ${verdict}${findings[0] === undefined ? "" : `, by ${findings[0]}`}`;
  });
  const synthesis = [
    `${held} of ${answers.length} judges ${held === 1 ? "comes" : "come"} to ${recommendation}.`,
    agreed.length > 0 ? `${agreed.join(". ")}.` : "No passage is named by two of them.",
    disputed.length > 0 ? `${disputed.join(". ")}.` : "Nobody comes to another verdict.",
  ].join(" ");
  return JSON.stringify({ synthesis, agreed, disputed, recommendation });
}

function answersIn(cue: string): Seen[] {
  return [...cue.matchAll(/<Answer judge="([^"]*)">\n([\s\S]*?)\n<\/Answer>/g)].map(([, judge, body]) => ({
    judge: unescapeText(judge!),
    verdict: /^verdict: (.+)$/m.exec(body!)?.[1] ?? "",
    findings: [...body!.matchAll(/^finding: (\S+) "(.*?)":/gm)].map(
      ([, ref, quote]) => `${ref} (${quoted(unescapeText(quote!))})`,
    ),
  }));
}
