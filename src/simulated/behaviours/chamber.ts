import { isPosition } from "../../protocols/chamber/answers.ts";
import type {
  AnswerData,
  ArbitrationData,
  BroughtData,
  ClaimData,
  CrossData,
  DivergenceData,
} from "../../protocols/chamber/cue-data.ts";
import { NEED_MORE_DATA, NO_CONSENSUS } from "../../protocols/chamber/facts.ts";
import { dissentersOf } from "../../protocols/chamber/standing.ts";
import { lookUp } from "../../scenario/documents/citations.ts";
import { listed } from "../../text/plain.ts";
import type { Fact } from "../book.ts";
import { learn } from "../hear.ts";
import type { Behaviour, SimulatedTurn } from "../member.ts";
import { changeOf, confidenceOf, type Mind, settle, supports } from "../mind.ts";
import { answerOf, groundsOf } from "../say.ts";
import { evidenceOf, restsOn, spokenAlone } from "./judges.ts";

export const CHAMBER: Readonly<Record<string, Behaviour>> = {
  "panel-answer": answerAlone,
  "cross-examination": crossExamine,
  divergence: classify,
  arbitration: arbitrate,
  "claim-check": checkClaim,
};

/** Includes the points that a person asked to check again, but no new documents. */
function ownMind({ mind, data }: SimulatedTurn): Mind {
  const { verdicts, heard, ...talk } = mind.talk;
  const copy: Mind = {
    ...mind,
    ...{
      factor: [...mind.factor],
      known: [...mind.known],
      resisted: new Set(mind.resisted),
      news: [...mind.news],
    },
    talk: { ...talk, verdicts: new Map(verdicts), heard: new Set(heard) },
  };
  for (const text of (data as BroughtData).aspects ?? [])
    for (const { index } of mind.book.namedIn(text)) copy.factor[index] = 1;
  return copy;
}

function answerAlone(turn: SimulatedTurn): string {
  const mind = ownMind(turn);
  const facts = restsOn(mind);
  const { verdict, confidence } = groundsOf(mind);
  const reasoning = spokenAlone({ ...turn, mind }, facts);
  return JSON.stringify({ reasoning, evidence: evidenceOf(facts), stance: verdict, confidence });
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
  const found = changeOf(mind);
  if (found) {
    settle(mind, found.verdict, found.news.fact);
    const { won, lines, quote } = found.news.fact.point;
    const response = `${found.news.from}, ${found.news.fact.point.ref}: ${won ?? lines[0] ?? quote}`;
    return reply("revising", response, { stance: found.verdict, confidence: confidenceOf(mind) });
  }
  const chance = turn.chance("answers");
  const { reasoning } = groundsOf(mind);
  for (const other of others.filter(({ stance }) => isPosition(stance) && stance !== own.stance))
    for (const theirs of pointsIn(mind, other)) {
      if (supports(mind, theirs) >= 0 || supports(mind, theirs, other.stance) <= 0) continue;
      for (const mine of mind.book.facts) {
        const counter =
          supports(mind, mine) > 0 && mind.known[mine.index] ? answerOf(mind, mine, theirs, chance) : null;
        if (counter === null) continue;
        const counterArgument = `${other.by}, ${theirs.point.ref}: ${counter}`;
        return reply("standing_by_with_counter_argument", reasoning, { counterArgument });
      }
    }
  return reply("confirming", reasoning);
}

type Seen = AnswerData & { readonly points: readonly Fact[] };

function issuesIn(mind: Mind, seen: readonly Seen[]) {
  const held = seen.filter(({ stance }) => isPosition(stance));
  return held.flatMap((a, at) =>
    held.slice(at + 1).flatMap((b) => {
      if (a.stance === b.stance) return [];
      const pairs = a.points
        .filter((fact) => supports(mind, fact, a.stance) > 0)
        .flatMap((one) =>
          b.points.filter((fact) => supports(mind, fact, b.stance) > 0).map((other) => [one, other] as const),
        );
      const isLinked = ([one, other]: readonly [Fact, Fact]) =>
        other.point.id in one.point.answers || one.point.id in other.point.answers;
      const best = pairs.find(isLinked) ?? pairs[0];
      return best ? [{ a, b, one: best[0], other: best[1] }] : [];
    }),
  );
}

const named = ({ point }: Fact) => point.short ?? point.ref;
const COMMON = 0.34;

function classify({ mind, data }: SimulatedTurn): string {
  const seen = (data as DivergenceData).answers.map((each) => ({ ...each, points: pointsIn(mind, each) }));
  const differs = seen.some((one, at) =>
    seen.slice(at + 1).some((other) => {
      const both = one.points.filter((fact) => other.points.includes(fact)).length;
      const all = one.points.length + other.points.length - both;
      return one.points.length > 0 && other.points.length > 0 && both < COMMON * all;
    }),
  );
  return JSON.stringify({
    topics: issuesIn(mind, seen)
      .map(({ one, other }) => `${named(one)} against ${named(other)}`)
      .slice(0, 3),
    different_facts: differs,
    meaningful_difference: new Set(seen.map(({ stance }) => stance).filter(isPosition)).size > 1,
  });
}

/** Agreement is counted, never made up. */
function arbitrate({ mind, data }: SimulatedTurn): string {
  const seen = (data as ArbitrationData).answers.map((each) => ({ ...each, points: pointsIn(mind, each) }));
  const held = seen.map(({ stance }) => stance).filter(isPosition);
  const majority = held.find((stance) => held.filter((each) => each === stance).length * 2 > seen.length);
  const outcome = majority ?? (held.includes(NEED_MORE_DATA) ? NEED_MORE_DATA : NO_CONSENSUS);
  const all = [...new Set(seen.flatMap(({ points }) => points))];
  const by = (fact: Fact) => seen.filter(({ points }) => points.includes(fact)).map((each) => each.by);
  const shared = all
    .filter((fact) => by(fact).length > 1)
    .sort((a, b) => by(b).length - by(a).length)
    .slice(0, 3);
  const says = ({ point }: Fact) => `${point.lines[0] ?? point.quote} (${point.ref})`;
  const issues = issuesIn(mind, seen).slice(0, 3);
  const position = ({ by: who, stance, first, points }: (typeof seen)[number]) =>
    `${who}: ${stance}${first === stance ? "" : ` (first ${first})`}${points[0] ? `. ${says(points[0])}` : ""}`;
  const stances = [...new Set(seen.map(({ stance }) => stance))];
  const counted = stances
    .map((of) => `${of}: ${listed(seen.filter(({ stance }) => stance === of).map((each) => each.by))}`)
    .join("; ");
  const lacking = [...issues.flatMap(({ one, other }) => [one, other]), ...all].find(
    ({ point }) => typeof point.reply === "string",
  );
  const wanted = lacking?.point.change ?? "A document that states what the answers disagree about.";
  const sure = seen.filter(({ stance }) => stance === outcome).flatMap(({ confidence }) => confidence ?? []);
  const mean = sure.length === 0 ? 0.5 : sure.reduce((sum, each) => sum + each, 0) / sure.length;
  const minority = dissentersOf(seen.map((each) => ({ ...each, panelist: each.by })));
  return JSON.stringify({
    consensus: shared.map((fact) => `${says(fact)}: ${listed(by(fact))}`),
    disagreements: issues.map(({ a, b, one, other }) => ({
      topic: `${named(one)} against ${named(other)}`.slice(0, 200),
      positions: seen.filter(({ stance }) => stance === a.stance || stance === b.stance).map(position),
      why: `${a.by}: ${says(one)} ${b.by}: ${says(other)}`,
      kind: "genuine",
    })),
    evidence: seen.map((each) => {
      const alone = each.points.filter((fact) => by(fact).length === 1).length;
      return {
        position: `${each.by}: ${each.stance}`,
        assessment: `${each.points.length} lines cited, ${alone} of them by no other answer.`,
      };
    }),
    reasoning: "The stances are counted; nobody is counted as right.",
    synthesis: [
      `${counted}.`,
      ...(shared[0] ? [`Named by ${listed(by(shared[0]))}: ${says(shared[0])}`] : []),
      ...(issues[0] ? [`At issue: ${named(issues[0].one)} against ${named(issues[0].other)}.`] : []),
    ].join(" "),
    uncertainty:
      lacking && typeof lacking.point.reply === "string"
        ? lacking.point.reply
        : "No answer names what is missing.",
    minorityViews: minority
      .flatMap(({ panelist }) => seen.filter((each) => each.by === panelist))
      .map(position),
    outcome,
    assignment:
      outcome === NEED_MORE_DATA
        ? {
            what: wanted,
            from: `the author of ${lacking?.document ?? "the documents"}`,
            acceptance: "It states a source that can be checked.",
          }
        : null,
    confidence: Math.max(1, Math.round(20 * mean * (sure.length === seen.length ? 1 : 0.8)) / 2),
    ...{ dissent: null, action: null },
  });
}

/** A claim is supported if a document has its very words. A simulated checker does not read beyond that. */
function checkClaim({ data, scenario }: SimulatedTurn): string {
  const { claim, documents } = data as ClaimData;
  const { found, place } = lookUp(claim, [...scenario.documents, ...documents]);
  const isThere = found === "exact" && place !== undefined;
  const ref = place && `${place.document}#L${place.from}${place.to > place.from ? `-L${place.to}` : ""}`;
  return JSON.stringify({
    why: isThere
      ? `${ref} has these words.`
      : "No document has these words. A simulated checker compares words only.",
    basis: isThere ? [{ ref, quote: claim }] : [],
    result: isThere ? "supported" : "unverifiable",
  });
}
