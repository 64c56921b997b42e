import { groupBy, measureOverlap } from "../../lists.ts";
import { isPosition } from "../../protocols/chamber/answers.ts";
import { NEED_MORE_DATA, NO_CONSENSUS } from "../../protocols/chamber/facts.ts";
import type {
  AddedData,
  AnswerData,
  ArbitrationData,
  ClaimData,
  CrossData,
  DivergenceData,
} from "../../protocols/chamber/instruction-data.ts";
import { formatReference, lookUp } from "../../scenario/documents/citations.ts";
import { capitalize, joinNames, toPlainId } from "../../text/plain.ts";
import type { Fact } from "../book.ts";
import { countersTo } from "../choose.ts";
import { learn } from "../hear.ts";
import type { Behaviour, SimulatedTurn } from "../member.ts";
import { changeOf, confidenceOf, type Mind, settle, supports } from "../mind.ts";
import { reasonsOf } from "../say.ts";
import { evidenceOf, freshMind, restsOn, spokenAlone, withLine } from "./judges.ts";

export const CHAMBER: Readonly<Record<string, Behaviour>> = {
  "panel-answer": answerAlone,
  "cross-examination": crossExamine,
  divergence: classify,
  arbitration: arbitrate,
  "claim-check": checkClaim,
};

/** Also weighs the points that a person asked to check again, but no new documents. */
function ownMind(turn: SimulatedTurn): Mind {
  const mind = freshMind(turn);
  const { aspects = [] } = turn.data as Partial<AddedData>;
  for (const { index } of aspects.flatMap(mind.book.namedIn)) mind.factor[index] = 1;
  return mind;
}

function answerAlone(turn: SimulatedTurn): string {
  const mind = ownMind(turn);
  const facts = restsOn(mind);
  return JSON.stringify({
    reasoning: spokenAlone({ ...turn, mind }, facts),
    evidence: evidenceOf(facts),
    stance: mind.verdict,
    confidence: confidenceOf(mind),
  });
}

function pointsIn({ book }: Mind, { evidence }: AnswerData): Fact[] {
  return evidence.flatMap(
    ({ ref, quote }) =>
      book.facts.find(({ point }) => point.ref === ref && point.quote === quote) ?? [],
  );
}

function crossExamine(turn: SimulatedTurn): string {
  const mind = ownMind(turn);
  const { own, others } = turn.data as CrossData;
  if (isPosition(own.stance)) settle(mind, own.stance, null);
  const reply = (label: string, response: string, more: object = {}) =>
    JSON.stringify({
      response,
      counterArgument: null,
      label,
      stance: null,
      confidence: null,
      ...more,
    });
  for (const other of others) {
    if (isPosition(other.stance)) mind.talk.verdicts.set(other.by, other.stance);
    for (const fact of pointsIn(mind, other))
      if (learn(mind, fact, other.by))
        mind.news.push({ fact, from: other.by, message: "", passage: "" });
  }
  const found = changeOf(mind);
  if (found) {
    const { verdict, news } = found;
    settle(mind, verdict, news.fact);
    const { won, lines, quote, ref } = news.fact.point;
    const response = `${news.from} brought up ${named(news.fact)}. ${won ?? lines[0] ?? quote} (${ref})`;
    return reply("revising", response, { stance: verdict, confidence: confidenceOf(mind) });
  }
  for (const other of others.filter(({ stance }) => isPosition(stance) && stance !== own.stance))
    for (const theirs of pointsIn(mind, other)) {
      if (supports(mind, theirs) >= 0 || supports(mind, theirs, other.stance) <= 0) continue;
      const [counter] = countersTo(mind, theirs, turn.chance("answers"));
      if (counter === undefined) continue;
      const counterArgument = `${other.by}, ${theirs.point.ref}: ${counter.text}`;
      return reply("standing_by_with_counter_argument", reasonsOf(mind).reasoning, {
        counterArgument,
      });
    }
  return reply("confirming", reasonsOf(mind).reasoning);
}

type Seen = ReturnType<typeof seenIn>[number];
type Issue = { a: Seen; b: Seen; one: Fact; other: Fact };

const seenIn = (mind: Mind, answers: readonly (AnswerData & { first?: string })[]) =>
  answers.map((each) => ({ ...each, points: pointsIn(mind, each) }));

/** By pair of different stances: the points at issue, if possible one that answers the other. */
function issuesIn(mind: Mind, seen: readonly Seen[]): readonly Issue[] {
  const issues = new Map<string, Issue>();
  const own = ({ points, stance }: Seen) =>
    points.filter((fact) => supports(mind, fact, stance) > 0);
  const isLinked = ({ one, other }: Issue) =>
    other.point.id in one.point.answers || one.point.id in other.point.answers;
  const positions = seen.filter(({ stance }) => isPosition(stance));
  for (const [at, a] of positions.entries())
    for (const b of positions.slice(at + 1).filter(({ stance }) => stance !== a.stance)) {
      const pairs = own(a).flatMap((one) => own(b).map((other) => ({ a, b, one, other })));
      const issue = pairs.find(isLinked) ?? pairs[0];
      if (issue) issues.set([a.stance, b.stance].sort().join(), issue);
    }
  return [...issues.values()].slice(0, 3);
}

const named = ({ point }: Fact) => point.short ?? point.ref;
const atIssue = ({ one, other }: Issue) => `${named(one)} against ${named(other)}`;
const COMMON = 0.34;

function classify({ mind, data }: SimulatedTurn): string {
  const seen = seenIn(mind, (data as DivergenceData).answers);
  const cited = seen
    .map(({ points }) => new Set(points.map(({ point }) => point.id)))
    .filter(({ size }) => size > 0);
  return JSON.stringify({
    topics: issuesIn(mind, seen).map(atIssue),
    different_facts: cited.some((one, at) =>
      cited.slice(at + 1).some((other) => measureOverlap(one, other) < COMMON),
    ),
    meaningful_difference: new Set(seen.map(({ stance }) => stance).filter(isPosition)).size > 1,
  });
}

/** Agreement is counted, never made up. */
function arbitrate({ mind, data }: SimulatedTurn): string {
  const seen = seenIn(mind, (data as ArbitrationData).answers);
  const byStance = groupBy(seen, ({ stance }) => stance);
  const majority = [...byStance].find(
    ([of, all]) => isPosition(of) && all.length * 2 > seen.length,
  )?.[0];
  const outcome = majority ?? (byStance.has(NEED_MORE_DATA) ? NEED_MORE_DATA : NO_CONSENSUS);
  const says = ({ point }: Fact) => withLine(point.lines[0] ?? point.quote, point.ref);
  const pairs = seen.flatMap(({ by, points }) => points.map((fact) => ({ by, fact })));
  const byPoint = groupBy(pairs, ({ fact }) => fact);
  const shared = [...byPoint]
    .filter(([, all]) => all.length > 1)
    .sort((a, b) => b[1].length - a[1].length)
    .map(([fact, all]) => ({ line: says(fact), by: joinNames(all.map(({ by }) => by)) }));
  const issues = issuesIn(mind, seen);
  const places = ({ by, stance, first = stance }: Seen) =>
    `${by}: ${toPlainId(stance)}${first === stance ? "" : ` (first ${toPlainId(first)})`}`;
  const counted = [...byStance].map(
    ([of, all]) => `${toPlainId(of)}: ${joinNames(all.map(({ by }) => by))}`,
  );
  const lacking = [
    ...issues.flatMap(({ one, other }) => [one, other]),
    ...byPoint.keys(),
    ...mind.book.facts,
  ].find(({ point }) => typeof point.reply === "string" && point.ask !== undefined);
  const sure = (byStance.get(outcome) ?? []).flatMap(({ confidence }) => confidence ?? []);
  const mean = sure.length === 0 ? 0.5 : sure.reduce((sum, each) => sum + each, 0) / sure.length;
  const assignment = {
    what: lacking ? `an answer to “${lacking.point.ask}”` : "documents that settle the question",
    from: `the author of ${lacking?.document ?? "the documents"}`,
    acceptance: "It states a source that can be checked.",
  };
  return JSON.stringify({
    consensus: shared.slice(0, 3).map(({ line, by }) => `${line} Named by ${by}.`),
    disagreements: issues.map((issue) => ({
      topic: atIssue(issue).slice(0, 200),
      positions: seen
        .filter((each) => [issue.a.stance, issue.b.stance].includes(each.stance))
        .map(places),
      why: `${issue.a.by}: ${says(issue.one)} ${issue.b.by}: ${says(issue.other)}`,
      kind: "genuine",
    })),
    evidence: seen.map(({ by, stance, points }) => ({
      position: `${by}: ${toPlainId(stance)}`,
      assessment: `Lines cited: ${points.length}, ${points.filter((fact) => byPoint.get(fact)?.length === 1).length} of them by no other answer.`,
    })),
    reasoning: "This counts the stances. It does not say who is right.",
    synthesis: [
      `${capitalize(counted.join("; "))}.`,
      ...shared.slice(0, 1).map(({ line, by }) => `Named by ${by}: ${line}`),
      ...issues.slice(0, 1).map((issue) => `At issue: ${atIssue(issue)}.`),
    ].join(" "),
    uncertainty: lacking
      ? `${lacking.point.ask} ${lacking.point.reply}`
      : "No answer names what is missing.",
    outcome,
    assignment: outcome === NEED_MORE_DATA ? assignment : null,
    confidence: Math.max(1, Math.round(20 * mean * (sure.length === seen.length ? 1 : 0.8)) / 2),
  });
}

/** A claim is supported if a document has its very words. A simulated checker does not read beyond that. */
function checkClaim({ data, scenario }: SimulatedTurn): string {
  const { claim, documents } = data as ClaimData;
  const { found, place } = lookUp(claim, [...scenario.documents, ...documents]);
  const isFound = found === "exact" && place !== undefined;
  const ref = place && formatReference(place);
  return JSON.stringify({
    why: isFound
      ? `${ref} has these words.`
      : "No document has these words. A simulated checker compares words only.",
    basis: isFound ? [{ ref, quote: claim }] : [],
    result: isFound ? "supported" : "unverifiable",
  });
}
