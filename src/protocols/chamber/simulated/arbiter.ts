import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import type { Chance } from "../../../models/simulated/chance.ts";
import { bringing, capitalise, mine, theirs, wishing } from "../../../models/simulated/tongue.ts";
import { isPosition } from "../answers.ts";
import type { AnswerData, ArbitrationData, DivergenceData } from "../cue-data.ts";
import { NEED_MORE_DATA, NO_CONSENSUS } from "../facts.ts";
import { dissentersOf } from "../standing.ts";
import { opponentOf, phrase, pointsIn } from "./points.ts";

const LONGEST_TOPIC = 200;
/** Less than this share of common points: the answers rest on different facts. */
const COMMON = 0.34;
const MOST = 3;

/** An answer with its points, the weightiest first. */
type Seen = AnswerData & { readonly points: readonly Fact[]; readonly first: string };

/** Two answers that differ, and the two points at issue between them. */
type Issue = { readonly pair: readonly [Seen, Seen]; readonly facts: readonly [Fact, Fact] };

/** How answers differ: by where they stand, and by the points on which they rest. */
export function classify(turn: SimulatedTurn): string {
  const { book } = turn.mind();
  const { answers } = turn.data as DivergenceData;
  const seen = answers.map((each) => ({ ...each, points: pointsIn(book, each), first: each.stance }));
  const apart = issuesIn(seen);
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

function pairsOf(seen: readonly Seen[]): readonly (readonly [Seen, Seen])[] {
  return seen.flatMap((one, at) => seen.slice(at + 1).map((other) => [one, other] as const));
}

/** Where answers take different positions: the points of theirs that stand against each other, else what each puts first. */
function issuesIn(seen: readonly Seen[]): readonly Issue[] {
  return pairsOf(seen.filter(({ stance }) => isPosition(stance))).flatMap((pair) => {
    const [one, other] = pair;
    if (one.stance === other.stance) return [];
    const own = one.points.find((fact) => opponentOf(fact, other.points) !== undefined) ?? one.points[0];
    const against = own && (opponentOf(own, other.points) ?? other.points[0]);
    return own && against && own !== against ? [{ pair, facts: [own, against] as const }] : [];
  });
}

function topicOf([one, other]: Issue["facts"], chance: Chance): string {
  const topic = phrase("topic", { ...mine(one), ...theirs(other) }, chance).replace(/\.$/, "");
  return topic.length <= LONGEST_TOPIC ? topic : `${one.line} against ${other.line}`;
}

/** What the answers have in common and where they part in the end; agreement is counted and never made up. */
export function arbitrate(turn: SimulatedTurn): string {
  const { answers } = turn.data as ArbitrationData;
  const { facts } = turn.mind().book;
  const chance = turn.chance("words");
  const seen = answers.map((each): Seen => {
    const before = pointsIn({ facts }, each);
    const said = each.reply.toLowerCase();
    // Whoever moved rests in the end on what its reply names, and on its answer after that.
    const moved = each.first === each.stance ? [] : facts.filter(({ saying }) => said.includes(saying));
    return { ...each, points: [...new Set([...moved.filter((fact) => !before.includes(fact)), ...before])] };
  });
  const outcome = outcomeOf(seen);
  const issues = issuesIn(seen);
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
  const parting = issues.slice(0, 1).map(({ facts: [one, other] }) => {
    return phrase("part", { ...mine(one), ...theirs(other) }, chance);
  });
  const moved = seen.filter(({ first, stance }) => first !== stance);
  return JSON.stringify({
    consensus: shared.map(({ fact, by }) => `${capitalise(fact.point.says)} (${fact.line}): so ${listed(by)}.`),
    disagreements: apart.map((issue) => disagreement(issue, seen, chance)),
    evidence: seen.map((each) => ({
      position: `${each.by}: ${each.stance}`,
      assessment: assess(each, seen, chance),
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
  const slots = { ...mine(one), ...theirs(other), a: a.by, b: b.by };
  return {
    topic: topicOf(facts, chance),
    positions: seen.filter(({ stance }) => stance === a.stance || stance === b.stance).map(position),
    why: phrase(isKnown ? "bothKnow" : "oneSilent", slots, chance),
    kind: "genuine",
  };
}

function position({ by, stance, first, points: [main] }: Seen): string {
  const moved = first === stance ? "" : ` (at first ${first})`;
  return `${by}: ${stance}${moved}${main === undefined ? "" : `, because ${main.point.says}`}`;
}

/** How many of its points nobody else names, and whether anybody speaks against the first. */
function assess({ by, points }: Seen, seen: readonly Seen[], chance: Chance): string {
  const [main] = points;
  if (main === undefined) return "Names no place in the documents.";
  const others = seen.filter((each) => each.by !== by);
  const alone = points.filter((fact) => others.every((each) => !each.points.includes(fact))).length;
  const counts = `${points.length === 1 ? "One place" : `${points.length} places`}, of which nobody else names ${alone}.`;
  const other = others.find((each) => opponentOf(main, each.points) !== undefined);
  const met = other && opponentOf(main, other.points)!;
  const slots = { ...bringing(main), ...(met && { b: other.by, ...theirs(met) }) };
  return `${counts} ${phrase(met ? "answered" : "unanswered", slots, chance)}`;
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
  const { settles, asks, says } = fact.point;
  return {
    what: settles ?? `further evidence that ${says}`,
    from: `whoever answers for ${fact.document}, line ${fact.first}`,
    acceptance: asks === undefined ? "it has its date and its source" : `it tells ${asks}, with its source`,
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
