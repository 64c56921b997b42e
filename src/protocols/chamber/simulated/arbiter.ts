import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import type { Chance } from "../../../models/simulated/chance.ts";
import { saidIn } from "../../../models/simulated/heard.ts";
import { type Mind, sideOf } from "../../../models/simulated/mind.ts";
import { bringing, capitalise, mine, spoken, theirs, wishing } from "../../../models/simulated/tongue.ts";
import { isPosition } from "../answers.ts";
import type { AnswerData, ArbitrationData, DivergenceData } from "../cue-data.ts";
import { NEED_MORE_DATA, NO_CONSENSUS } from "../facts.ts";
import { dissentersOf } from "../standing.ts";
import { opponentOf, phrase, pointsIn, speaksFor } from "./points.ts";

const LONGEST_TOPIC = 200;
/** Less than this share of common points: the answers rest on different facts. */
const COMMON = 0.34;
const MOST = 3;

/** An answer with its points: what moved it, if anything did, then what speaks for it, then all others. */
type Seen = AnswerData & {
  readonly points: readonly Fact[];
  /** Those that speak for its stance. */
  readonly own: readonly Fact[];
  /** Where its stance changed, what its reply names as the cause. */
  readonly moved: readonly Fact[];
  readonly first: string;
};

/** Two answers that differ, and the two points at issue between them. */
type Issue = { readonly pair: readonly [Seen, Seen]; readonly facts: readonly [Fact, Fact] };

/** How answers differ: by where they stand, and by the points on which they rest. */
export function classify(turn: SimulatedTurn): string {
  const mind = turn.mind();
  const { answers } = turn.data as DivergenceData;
  const seen = answers.map((each) => seenBy(mind, { ...each, first: each.stance, reply: "" }));
  const apart = issuesIn(mind, seen);
  const differs = pairsOf(seen).some(([one, other]) => {
    const both = one.points.filter((fact) => other.points.includes(fact)).length;
    const all = one.points.length + other.points.length - both;
    return one.points.length > 0 && other.points.length > 0 && both < COMMON * all;
  });
  return JSON.stringify({
    topics: [...new Set(apart.map(({ facts }) => topicOf(facts, turn.chance("topics"))))].slice(0, MOST),
    different_facts: differs,
    meaningful_difference: new Set(seen.map(({ stance }) => stance).filter(isPosition)).size > 1,
  });
}

function seenBy(mind: Mind, answer: ArbitrationData["answers"][number]): Seen {
  const before = pointsIn(mind.book, answer);
  const counts = (fact: Fact) => speaksFor(mind, answer.stance, fact);
  const named = answer.first === answer.stance ? [] : saidIn(mind.book, answer.reply);
  const moved = named.filter((fact) => !before.includes(fact) && counts(fact));
  const own = [...moved, ...before.filter(counts)];
  const points = [...new Set([...own, ...before])];
  return { ...answer, points, own, moved };
}

function pairsOf(seen: readonly Seen[]): readonly (readonly [Seen, Seen])[] {
  return seen.flatMap((one, at) => seen.slice(at + 1).map((other) => [one, other] as const));
}

/** Where answers take different positions: what speaks for each and stands against the other, else what each puts first. */
function issuesIn(mind: Mind, seen: readonly Seen[]): readonly Issue[] {
  return pairsOf(seen.filter(({ stance }) => isPosition(stance))).flatMap((pair) => {
    const [one, other] = pair;
    if (one.stance === other.stance) return [];
    const grounds = pair.map(({ moved, own }) => (moved.length > 0 ? moved : own));
    const facts = facedIn(mind, grounds[0]!, grounds[1]!) ?? facedIn(mind, one.own, other.own);
    return facts === null ? [] : [{ pair, facts }];
  });
}

/** The first of some facts that another of the others stands against, with that one; null where none pulls the other way. */
function facedIn(mind: Mind, some: readonly Fact[], others: readonly Fact[]): Issue["facts"] | null {
  const facing = (fact: Fact) => others.filter((each) => areApart(mind, fact, each));
  const own =
    some.find((fact) => opponentOf(fact, facing(fact)) !== undefined) ??
    some.find((fact) => facing(fact).length > 0);
  return own === undefined ? null : [own, opponentOf(own, facing(own)) ?? facing(own)[0]!];
}

/** Whether two facts pull in two directions: one for and one against, or each on a candidate of its own. */
function areApart(mind: Mind, one: Fact, other: Fact): boolean {
  return one.point.candidate !== other.point.candidate || sideOf(mind, one) !== sideOf(mind, other);
}

function topicOf([one, other]: Issue["facts"], chance: Chance): string {
  const topic = phrase("topic", { ...mine(one), ...theirs(other) }, chance).replace(/\.$/, "");
  return topic.length <= LONGEST_TOPIC ? topic : `${one.line} against ${other.line}`;
}

/** What the answers have in common and where they part in the end; agreement is counted and never made up. */
export function arbitrate(turn: SimulatedTurn): string {
  const { answers } = turn.data as ArbitrationData;
  const mind = turn.mind();
  const chance = turn.chance("words");
  const seen = answers.map((each) => seenBy(mind, each));
  const outcome = outcomeOf(seen);
  const issues = issuesIn(mind, seen);
  const isFirst = ({ facts: [one, other] }: Issue) =>
    issues.find((each) => each.facts.includes(one) && each.facts.includes(other));
  const apart = issues.filter((issue) => isFirst(issue) === issue).slice(0, MOST);
  const contested = issues.flatMap((issue) => issue.facts);
  const datum = [...contested, ...seen.flatMap(({ points }) => points)];
  const open = datum.find(({ point }) => point.asks !== undefined);
  const shared = sharedBy(seen);
  const dissenting = dissentersOf(seen.map((each) => ({ ...each, panelist: each.by })));
  const assignment = outcome === NEED_MORE_DATA ? assignmentFrom(datum) : null;
  const agreed = shared.filter(({ fact }) => !contested.includes(fact)).slice(0, 1);
  const common = agreed.map(({ fact, by }) => {
    return `${capitalise(listed(by))} see it alike that ${fact.point.says} (${fact.line}).`;
  });
  const parting = issues.slice(0, 1).map(({ pair: [a, b], facts: [one, other] }) => {
    return phrase("part", { ...mine(one), ...theirs(other), a: a.by, b: b.by }, chance);
  });
  const moved = seen.filter(({ first, stance }) => first !== stance);
  return JSON.stringify({
    consensus: shared.map(({ fact, by }) => `${capitalise(fact.point.says)} (${fact.line}): so ${listed(by)}.`),
    disagreements: apart.map((issue) => disagreement(issue, seen, chance)),
    evidence: seen.map((each) => ({
      position: `${each.by}: ${each.stance}`,
      assessment: assess(mind, each, seen, chance),
    })),
    reasoning: `I count nobody as right. ${counted(seen)}; I read together what each rests on.`,
    synthesis: [
      `${counted(seen)}.`,
      ...common,
      ...parting,
      ...moved.map(({ by, first, stance }) => `${by} came from ${first} to ${stance} on reading the others.`),
      ...(assignment === null ? [] : [`What would help all of them is ${assignment.what}.`]),
    ].join(" "),
    uncertainty:
      open === undefined
        ? "All answers come from readers of the same documents, and share what those leave out."
        : phrase("open", { ...wishing(open), ...bringing(open) }, chance),
    minorityViews: seen.filter(({ by }) => dissenting.some(({ panelist }) => panelist === by)).map(position),
    outcome,
    assignment,
    confidence: sureness(seen, outcome),
    dissent: null,
    action: null,
  });
}

/** What most hold; more data, where nobody has a majority and somebody asks for it. */
function outcomeOf(seen: readonly Seen[]): string {
  const held = seen.map(({ stance }) => stance).filter(isPosition);
  const majority = held.find((stance) => held.filter((each) => each === stance).length * 2 > seen.length);
  return majority ?? (held.includes(NEED_MORE_DATA) ? NEED_MORE_DATA : NO_CONSENSUS);
}

/** Out of ten in halves: of those who hold the outcome, less where others do not, least where nothing is held. */
function sureness(seen: readonly Seen[], outcome: string): number {
  const holders = seen.filter(({ stance }) => stance === outcome);
  const told = (holders.length > 0 ? holders : seen).flatMap(({ confidence }) => confidence ?? []);
  const mean = told.length === 0 ? 0.5 : told.reduce((sum, each) => sum + each, 0) / told.length;
  const share = holders.length === 0 ? 0.55 : holders.length === seen.length ? 1 : 0.8;
  return Math.max(1, Math.round(20 * mean * share) / 2);
}

function sharedBy(seen: readonly Seen[]) {
  return [...new Set(seen.flatMap(({ points }) => points))]
    .map((fact) => ({ fact, by: seen.filter(({ points }) => points.includes(fact)).map(({ by }) => by) }))
    .filter(({ by }) => by.length > 1)
    .sort((a, b) => b.by.length - a.by.length)
    .slice(0, MOST);
}

function disagreement({ pair: [a, b], facts }: Issue, seen: readonly Seen[], chance: Chance) {
  const [one, other] = facts;
  const isKnown = a.points.includes(other) || b.points.includes(one);
  const isTurned = !a.moved.includes(one) && b.moved.includes(other);
  const move = isTurned || a.moved.includes(one) ? "turned" : isKnown ? "bothKnow" : "oneSilent";
  // Whoever moved comes first, with what moved it.
  const slots = isTurned
    ? { ...mine(other), ...theirs(one), a: b.by, b: a.by, v: spoken(b.stance) }
    : { ...mine(one), ...theirs(other), a: a.by, b: b.by, v: spoken(a.stance) };
  return {
    topic: topicOf(facts, chance),
    positions: seen.filter(({ stance }) => stance === a.stance || stance === b.stance).map(position),
    why: phrase(move, slots, chance),
    kind: "genuine",
  };
}

function position({ by, stance, first, points: [main] }: Seen): string {
  const moved = first === stance ? "" : ` (at first ${first})`;
  return `${by}: ${stance}${moved}${main === undefined ? "" : `, because ${main.point.says}`}`;
}

/** How many of its points nobody else names, and whether another rests on what the casebook weighs against the first. */
function assess(mind: Mind, { by, points, own }: Seen, seen: readonly Seen[], chance: Chance): string {
  const main = own[0] ?? points[0];
  if (main === undefined) return "Names no place in the documents.";
  const others = seen.filter((each) => each.by !== by);
  const alone = points.filter((fact) => others.every((each) => !each.points.includes(fact))).length;
  const counts = `${points.length === 1 ? "One place" : `${points.length} places`}, of which nobody else names ${alone}.`;
  const isMet = (fact: Fact) => main.against.includes(fact.index) && areApart(mind, main, fact);
  const other = own.includes(main) ? others.find((each) => each.own.some(isMet)) : undefined;
  const slots = { ...bringing(main), ...(other && { b: other.by, ...theirs(other.own.find(isMet)!) }) };
  return `${counts} ${phrase(other ? "answered" : "unanswered", slots, chance)}`;
}

/** The datum that the first point with one names, and of whom it can be had. */
function assignmentFrom(facts: readonly Fact[]) {
  const fact = facts.find(({ point }) => point.settles !== undefined) ?? facts[0];
  if (fact === undefined)
    return {
      what: "a document on what is missing here",
      from: "whoever wrote the documents",
      acceptance: "it can be checked",
    };
  const { settles, says } = fact.point;
  return {
    what: settles ?? `further evidence that ${says}`,
    from: `whoever answers for ${fact.document}, line ${fact.first}`,
    acceptance:
      settles === undefined
        ? "it has its date and its source"
        : `it shows, with its source, how much it matters that ${says}`,
  };
}

function counted(seen: readonly Seen[]): string {
  const stances = [...new Set(seen.map(({ stance }) => stance))];
  const parts = stances.map((of) => {
    const by = seen.filter(({ stance }) => stance === of).map((each) => each.by);
    return `${listed(by)} ${by.length === 1 ? "stands" : "stand"} at ${of}`;
  });
  return listed(parts);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
