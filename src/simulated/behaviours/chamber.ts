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
import { lookUp, referenceTo } from "../../scenario/documents/citations.ts";
import { listed } from "../../text/plain.ts";
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
    ({ ref, quote }) => book.facts.find(({ point }) => point.ref === ref && point.quote === quote) ?? [],
  );
}

function crossExamine(turn: SimulatedTurn): string {
  const mind = ownMind(turn);
  const { own, others } = turn.data as CrossData;
  if (isPosition(own.stance)) settle(mind, own.stance, null);
  const reply = (label: string, response: string, more: object = {}) =>
    JSON.stringify({ response, counterArgument: null, label, stance: null, confidence: null, ...more });
  for (const other of others) {
    if (isPosition(other.stance)) mind.talk.verdicts.set(other.by, other.stance);
    for (const fact of pointsIn(mind, other))
      if (learn(mind, fact, other.by)) mind.news.push({ fact, from: other.by, message: "", passage: "" });
  }
  const standing = () => {
    const { reason } = mind;
    return reason
      ? spokenAlone({ ...turn, mind: { ...mind, reason: null } }, [reason])
      : reasonsOf(mind).reasoning;
  };
  const found = changeOf(mind);
  if (found) {
    const { verdict, news } = found;
    settle(mind, verdict, news.fact);
    const { won, lines, quote, ref } = news.fact.point;
    const response = `${won ?? lines[0] ?? quote} ${news.from} named ${ref}. ${standing()}`;
    return reply("revising", response, { stance: verdict, confidence: confidenceOf(mind) });
  }
  for (const other of others.filter(({ stance }) => isPosition(stance) && stance !== own.stance))
    for (const theirs of pointsIn(mind, other)) {
      if (supports(mind, theirs) >= 0 || supports(mind, theirs, other.stance) <= 0) continue;
      const [counter] = countersTo(mind, theirs, turn.chance("answers"));
      if (counter === undefined) continue;
      const counterArgument = `${other.by}, ${theirs.point.ref}: ${counter.text}`;
      return reply("standing_by_with_counter_argument", standing(), { counterArgument });
    }
  return reply("confirming", standing());
}

type Seen = AnswerData & { readonly points: readonly Fact[] };

/** By pair of answers with different stances: the points at issue, if possible one that answers the other. */
function issuesIn(mind: Mind, seen: readonly Seen[]) {
  const held = seen.filter(({ stance }) => isPosition(stance));
  const own = ({ points, stance }: Seen) => points.filter((fact) => supports(mind, fact, stance) > 0);
  const isLinked = ({ one, other }: { one: Fact; other: Fact }) =>
    other.point.id in one.point.answers || one.point.id in other.point.answers;
  return held.flatMap((a, at) =>
    held.slice(at + 1).flatMap((b) => {
      if (a.stance === b.stance) return [];
      const pairs = own(a).flatMap((one) => own(b).map((other) => ({ a, b, one, other })));
      return pairs.find(isLinked) ?? pairs[0] ?? [];
    }),
  );
}

const named = ({ point }: Fact) => point.short ?? point.ref;
const atIssue = ({ one, other }: { one: Fact; other: Fact }) => `${named(one)} against ${named(other)}`;
const COMMON = 0.34;

function classify({ mind, data }: SimulatedTurn): string {
  const seen = (data as DivergenceData).answers.map((each) => ({ ...each, points: pointsIn(mind, each) }));
  const cited = seen.map(({ points }) => points).filter((points) => points.length > 0);
  const differs = cited.some((one, at) =>
    cited.slice(at + 1).some((other) => {
      const both = one.filter((fact) => other.includes(fact)).length;
      return both < COMMON * (one.length + other.length - both);
    }),
  );
  return JSON.stringify({
    topics: [...new Set(issuesIn(mind, seen).map(atIssue))].slice(0, 3),
    different_facts: differs,
    meaningful_difference: new Set(seen.map(({ stance }) => stance).filter(isPosition)).size > 1,
  });
}

/** Agreement is counted, never made up. */
function arbitrate({ mind, data }: SimulatedTurn): string {
  const seen = (data as ArbitrationData).answers.map((each) => ({ ...each, points: pointsIn(mind, each) }));
  const stances = seen.map(({ stance }) => stance).filter(isPosition);
  const majority = stances.find((stance) => stances.filter((each) => each === stance).length * 2 > seen.length);
  const outcome = majority ?? (stances.includes(NEED_MORE_DATA) ? NEED_MORE_DATA : NO_CONSENSUS);
  const all = [...new Set(seen.flatMap(({ points }) => points))];
  const by = (fact: Fact) => seen.filter(({ points }) => points.includes(fact)).map((each) => each.by);
  const shared = all.filter((fact) => by(fact).length > 1).sort((a, b) => by(b).length - by(a).length);
  const says = ({ point }: Fact) => withLine(point.lines[0] ?? point.quote, point.ref);
  const between = ({ a, b }: ReturnType<typeof issuesIn>[number]) => [a.stance, b.stance].sort().join();
  const issues = [...new Map(issuesIn(mind, seen).map((issue) => [between(issue), issue])).values()].slice(
    0,
    3,
  );
  const held = ({ by: who, stance, first }: (typeof seen)[number]) =>
    `${who}: ${stance}${first === stance ? "" : ` (first ${first})`}`;
  const counted = [...new Set(seen.map(({ stance }) => stance))]
    .map((of) => `${of}: ${listed(seen.filter(({ stance }) => stance === of).map((each) => each.by))}`)
    .join("; ");
  const isLacking = ({ point }: Fact) => typeof point.reply === "string" && point.ask !== undefined;
  const lacking = [...issues.flatMap(({ one, other }) => [one, other]), ...all, ...mind.book.facts].find(
    isLacking,
  );
  const sure = seen.filter(({ stance }) => stance === outcome).flatMap(({ confidence }) => confidence ?? []);
  const mean = sure.length === 0 ? 0.5 : sure.reduce((sum, each) => sum + each, 0) / sure.length;
  return JSON.stringify({
    consensus: shared.slice(0, 3).map((fact) => `${says(fact)} Named by ${listed(by(fact))}.`),
    disagreements: issues.map((issue) => ({
      topic: atIssue(issue).slice(0, 200),
      positions: seen.filter(({ stance }) => stance === issue.a.stance || stance === issue.b.stance).map(held),
      why: `${issue.a.by}: ${says(issue.one)} ${issue.b.by}: ${says(issue.other)}`,
      kind: "genuine",
    })),
    evidence: seen.map((each) => ({
      position: `${each.by}: ${each.stance}`,
      assessment: `${each.points.length} lines cited, ${each.points.filter((fact) => by(fact).length === 1).length} of them by no other answer.`,
    })),
    reasoning: "This counts the stances. It does not say who is right.",
    synthesis: [
      `${counted}.`,
      ...shared.slice(0, 1).map((fact) => `Named by ${listed(by(fact))}: ${says(fact)}`),
      ...issues.slice(0, 1).map((issue) => `At issue: ${atIssue(issue)}.`),
    ].join(" "),
    uncertainty: lacking?.point.reply ?? "No answer names what is missing.",
    outcome,
    assignment:
      (outcome === NEED_MORE_DATA && {
        what: lacking ? `an answer to “${lacking.point.ask}”` : "documents that settle the question",
        from: `the author of ${lacking?.document ?? "the documents"}`,
        acceptance: "It states a source that can be checked.",
      }) ||
      null,
    confidence: Math.max(1, Math.round(20 * mean * (sure.length === seen.length ? 1 : 0.8)) / 2),
  });
}

/** A claim is supported if a document has its very words. A simulated checker does not read beyond that. */
function checkClaim({ data, scenario }: SimulatedTurn): string {
  const { claim, documents } = data as ClaimData;
  const { found, place } = lookUp(claim, [...scenario.documents, ...documents]);
  const isThere = found === "exact" && place !== undefined;
  const ref = place && referenceTo(place);
  return JSON.stringify({
    why: isThere
      ? `${ref} has these words.`
      : "No document has these words. A simulated checker compares words only.",
    basis: isThere ? [{ ref, quote: claim }] : [],
    result: isThere ? "supported" : "unverifiable",
  });
}
