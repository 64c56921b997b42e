import { bestOf } from "../../../models/simulated/answers/best.ts";
import type { Phrasing } from "../../../models/simulated/answers/own-words.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import { saidIn } from "../../../models/simulated/heard.ts";
import type { Mind } from "../../../models/simulated/mind.ts";
import { bringing, mine, theirs, wishing } from "../../../models/simulated/tongue.ts";
import { capital, listed } from "../../../text/plain.ts";
import { isPosition } from "../answers.ts";
import type { AnswerData, ArbitrationData, DivergenceData } from "../cue-data.ts";
import { NEED_MORE_DATA, NO_CONSENSUS } from "../facts.ts";
import { dissentersOf } from "../standing.ts";
import { answering, pointsIn, speaksFor, wordsOf } from "./points.ts";

const LONGEST_TOPIC = 200;
/** Less than this share of common points: the answers rest on different facts. */
const COMMON = 0.34;
const MOST = 3;

/** An answer with its points: what speaks for its stance, where that changed what its reply names for it first, then all others. */
type SeenAnswer = AnswerData & {
  readonly first: string;
  readonly own: readonly Fact[];
  readonly points: readonly Fact[];
};

/** Two answers that differ, and the two points at issue between them. */
type PointsAtIssue = { readonly a: SeenAnswer; readonly b: SeenAnswer; readonly facts: readonly [Fact, Fact] };

function seenBy(mind: Mind, answer: ArbitrationData["answers"][number]): SeenAnswer {
  const named = answer.first === answer.stance ? [] : saidIn(mind.book, answer.reply);
  const all = [...named, ...pointsIn(mind, answer)];
  const own = all.filter((fact) => speaksFor(mind, answer.stance, fact));
  return { ...answer, own: [...new Set(own)], points: [...new Set([...own, ...pointsIn(mind, answer)])] };
}

function pairsOf(seen: readonly SeenAnswer[]): readonly (readonly [SeenAnswer, SeenAnswer])[] {
  return seen.flatMap((one, at) => seen.slice(at + 1).map((other) => [one, other] as const));
}

/** Where answers take different positions: a point for each, best two that the casebook weighs against each other; no two points twice. */
function issuesIn(mind: Mind, seen: readonly SeenAnswer[]): readonly PointsAtIssue[] {
  const told = new Set<string>();
  return pairsOf(seen.filter(({ stance }) => isPosition(stance))).flatMap(([a, b]) => {
    if (a.stance === b.stance) return [];
    const pairs = a.own.flatMap((one) => b.own.map((other) => [one, other] as const));
    const facts = bestOf(pairs, ([one, other]) => answering(mind, one, other));
    if (facts === undefined) return [];
    const key = facts
      .map(({ index }) => index)
      .sort()
      .join();
    if (told.has(key)) return [];
    told.add(key);
    return [{ a, b, facts }];
  });
}

function topicOf([one, other]: PointsAtIssue["facts"], { say }: Phrasing): string {
  const topic = say("topic", { ...mine(one), ...theirs(other) }).replace(/\.$/, "");
  return topic.length <= LONGEST_TOPIC ? topic : `${one.line} against ${other.line}`;
}

/** How answers differ: by where they stand, and by the points on which they rest. */
export function classify(turn: SimulatedTurn): string {
  const mind = turn.mind();
  const { answers } = turn.data as DivergenceData;
  const seen = answers.map((each) => seenBy(mind, { ...each, first: each.stance, reply: "" }));
  const words = wordsOf(turn, mind);
  const differs = pairsOf(seen).some(([{ points: some }, { points: others }]) => {
    const both = some.filter((fact) => others.includes(fact)).length;
    return some.length > 0 && others.length > 0 && both < COMMON * (some.length + others.length - both);
  });
  return JSON.stringify({
    topics: issuesIn(mind, seen)
      .map(({ facts }) => topicOf(facts, words))
      .slice(0, MOST),
    different_facts: differs,
    meaningful_difference: new Set(seen.map(({ stance }) => stance).filter(isPosition)).size > 1,
  });
}

/** What the answers have in common and where they part in the end; agreement is counted and never made up. */
export function arbitrate(turn: SimulatedTurn): string {
  const mind = turn.mind();
  const words = wordsOf(turn, mind);
  const seen = (turn.data as ArbitrationData).answers.map((each) => seenBy(mind, each));
  const issues = issuesIn(mind, seen);
  const outcome = outcomeOf(seen);
  const contested = issues.flatMap(({ facts }) => facts);
  const weighed = [...contested, ...seen.flatMap(({ points }) => points)];
  const assignment = outcome === NEED_MORE_DATA ? assignmentFrom(weighed) : null;
  const shared = sharedBy(seen);
  const alike = shared.find(({ fact }) => !contested.includes(fact));
  const open = weighed.find(({ point }) => point.asks !== undefined);
  const dissenting = dissentersOf(seen.map((each) => ({ ...each, panelist: each.by })));
  const synthesis = [
    `${counted(seen)}.`,
    alike && `${capital(listed(alike.by))} see it alike that ${alike.fact.point.says} (${alike.fact.line}).`,
    ...issues.slice(0, 1).map((issue) => words.say("part", slotsOf(issue))),
    ...seen
      .filter(({ first, stance }) => first !== stance)
      .map(({ by, first, stance }) => `${by} came from ${first} to ${stance} on reading the others.`),
    assignment && `What would help all of them is ${assignment.what}.`,
  ];
  return JSON.stringify({
    consensus: shared.map(({ fact, by }) => `${capital(fact.point.says)} (${fact.line}): so ${listed(by)}.`),
    disagreements: issues.slice(0, MOST).map((issue) => disagreement(issue, seen, words)),
    evidence: seen.map((each) => ({ position: `${each.by}: ${each.stance}`, assessment: assess(each, seen) })),
    reasoning: `I count nobody as right. ${counted(seen)}; I read together what each rests on.`,
    synthesis: synthesis.filter(Boolean).join(" "),
    uncertainty: words.say("open", open && { ...wishing(open), ...bringing(open) }),
    minorityViews: dissenting.flatMap(({ panelist }) => seen.filter(({ by }) => by === panelist)).map(position),
    ...{ outcome, assignment, confidence: sureness(seen, outcome), dissent: null, action: null },
  });
}

function slotsOf({ a, b, facts: [one, other] }: PointsAtIssue) {
  return { ...mine(one), ...theirs(other), a: a.by, b: b.by };
}

/** What most hold; more data, where nobody has a majority and somebody asks for it. */
function outcomeOf(seen: readonly SeenAnswer[]): string {
  const held = seen.map(({ stance }) => stance).filter(isPosition);
  const majority = held.find((stance) => held.filter((each) => each === stance).length * 2 > seen.length);
  return majority ?? (held.includes(NEED_MORE_DATA) ? NEED_MORE_DATA : NO_CONSENSUS);
}

/** Out of ten in halves: of those who hold the outcome, less where others do not, least where nothing is held. */
function sureness(seen: readonly SeenAnswer[], outcome: string): number {
  const holders = seen.filter(({ stance }) => stance === outcome);
  const told = (holders.length > 0 ? holders : seen).flatMap(({ confidence }) => confidence ?? []);
  const mean = told.length === 0 ? 0.5 : told.reduce((sum, each) => sum + each, 0) / told.length;
  const share = holders.length === 0 ? 0.55 : holders.length === seen.length ? 1 : 0.8;
  return Math.max(1, Math.round(20 * mean * share) / 2);
}

function sharedBy(seen: readonly SeenAnswer[]) {
  return [...new Set(seen.flatMap(({ points }) => points))]
    .map((fact) => ({ fact, by: seen.filter(({ points }) => points.includes(fact)).map(({ by }) => by) }))
    .filter(({ by }) => by.length > 1)
    .sort((a, b) => b.by.length - a.by.length)
    .slice(0, MOST);
}

function disagreement(issue: PointsAtIssue, seen: readonly SeenAnswer[], words: Phrasing) {
  const { a, b, facts } = issue;
  const isKnown = a.points.includes(facts[1]) || b.points.includes(facts[0]);
  return {
    topic: topicOf(facts, words),
    positions: seen.filter(({ stance }) => stance === a.stance || stance === b.stance).map(position),
    why: words.say(isKnown ? "bothKnow" : "oneSilent", slotsOf(issue)),
    kind: "genuine",
  };
}

function position({ by, stance, first, points: [main] }: SeenAnswer): string {
  const moved = first === stance ? "" : ` (at first ${first})`;
  return `${by}: ${stance}${moved}${main === undefined ? "" : `, because ${main.point.says}`}`;
}

/** How many of its points nobody else names, and what it rests on most. */
function assess({ by, points }: SeenAnswer, seen: readonly SeenAnswer[]): string {
  const [main] = points;
  if (main === undefined) return "Names no place in the documents.";
  const others = new Set(seen.flatMap((each) => (each.by === by ? [] : each.points)));
  const alone = points.filter((fact) => !others.has(fact)).length;
  const count = points.length === 1 ? "One place" : `${points.length} places`;
  return `${count}, of which nobody else names ${alone}; the main one is ${main.line}, that ${main.point.says}.`;
}

/** The datum that the first point with one names, and of whom it can be had. */
function assignmentFrom(facts: readonly Fact[]) {
  const fact = facts.find(({ point }) => point.settles !== undefined);
  if (fact === undefined) {
    const what = "a document on what is missing here";
    return { what, from: "whoever wrote the documents", acceptance: "it can be checked" };
  }
  const { document, first, point } = fact;
  const acceptance = `it shows, with its source, how much it matters that ${point.says}`;
  return { what: point.settles, from: `whoever answers for ${document}, line ${first}`, acceptance };
}

function counted(seen: readonly SeenAnswer[]): string {
  const stances = [...new Set(seen.map(({ stance }) => stance))];
  const parts = stances.map((of) => {
    const by = seen.filter(({ stance }) => stance === of).map((each) => each.by);
    return `${listed(by)} ${by.length === 1 ? "stands" : "stand"} at ${of}`;
  });
  return listed(parts);
}
