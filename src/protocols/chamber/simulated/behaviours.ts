import type { ModelRequest } from "../../../models/model.ts";
import { chanceOf } from "../../../models/simulated/chance.ts";
import { heaviest } from "../../../models/simulated/heaviest.ts";
import type { Memory } from "../../../models/simulated/memory.ts";
import { leaning, type Mind } from "../../../models/simulated/mind.ts";
import { criterionInProse, lineOf, quoted, tongueOf } from "../../../models/simulated/phrasing.ts";
import type { Fact } from "../../../models/simulated/reading/casebook.ts";
import { readDocuments } from "../../../models/simulated/reading/prompt.ts";
import { stanceOf } from "../../../models/simulated/verdict.ts";
import type { Voice } from "../../../models/simulated/voice.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { arbitrate, checkClaim, classify } from "./agents.ts";
import { type Seen, seenIn } from "./cue.ts";

/** What a simulated panellist, classifier, arbiter or checker is given. */
export type ChamberOccasion = {
  readonly scenario: Scenario;
  readonly request: ModelRequest;
  readonly memory: Memory;
  readonly voice: Voice;
};

/** From the kinds of cue of a chamber to what a simulated part replies. */
export const CHAMBER_BEHAVIOURS: Readonly<Record<string, (occasion: ChamberOccasion) => string>> = {
  "panel-answer": answer,
  "cross-examination": crossExamine,
  divergence: ({ request }) => classify(request),
  arbitration: ({ scenario, request }) => arbitrate(request, scenario),
  "claim-check": ({ request }) => checkClaim(request),
};

const MOST_EVIDENCE = 4;
/** Nearer than this to the middle, a reader would rather know more. */
const CLOSE = 0.08;

/** A reading of the documents, those brought in with the question included. */
function answer({ scenario, request, memory, voice }: ChamberOccasion): string {
  const mind = memory.recall(withBrought(request));
  const stance = stanceFor(mind, scenario);
  const tongue = tongueOf(mind, voice, chanceOf(request.chance, "words"));
  const { reasoning, wouldChange, confidence } = stanceOf(mind, stance, tongue);
  const facts = groundsFor(mind, stance, new Set(readDocuments(request.cue).map(({ name }) => name)));
  const close =
    Math.abs(mind.score) < CLOSE ? "Taken together this is close." : "Taken together this is not close.";
  return JSON.stringify({
    reasoning: [reasoning, ...sides(facts), close, wouldChange].join(" "),
    evidence: facts.map((fact) => ({ ref: fact.ref, quote: fact.quote, says: saysOf(mind, fact) })),
    stance,
    confidence,
  });
}

/** The neutral option, where there is one, for whoever is near the middle. */
function stanceFor(mind: Mind, { verdicts }: Scenario): string {
  const neutral = verdicts.find(({ side }) => side === "neutral");
  return neutral !== undefined && Math.abs(mind.score) < CLOSE ? neutral.id : leaning(mind);
}

/** What weighs most on the side that one comes down on, and the weightiest of what speaks against it. */
function groundsFor(mind: Mind, stance: string, news: ReadonlySet<string>): readonly Fact[] {
  const side = mind.scenario.verdicts.find(({ id }) => id === stance)?.side;
  const sign = side === "for" ? 1 : side === "against" ? -1 : mind.score < 0 ? -1 : 1;
  const all = heaviest(mind);
  const own = all.filter(({ polarity }) => polarity * sign > 0);
  const other = all.filter(({ polarity }) => polarity * sign < 0);
  return [...withNews(own, MOST_EVIDENCE - 1, news), ...withNews(other, side === "neutral" ? 2 : 1, news)];
}

/** The first so many; the weightiest from a document brought later is among them, if there is one. */
function withNews(facts: readonly Fact[], count: number, news: ReadonlySet<string>): readonly Fact[] {
  const first = facts.slice(0, count);
  const fresh = facts.find(({ document }) => news.has(document));
  return fresh === undefined || first.includes(fresh) ? first : [...first.slice(0, -1), fresh];
}

function sides(facts: readonly Fact[]): string[] {
  const point = (fact: Fact) => `${quoted(fact.quote)} (${lineOf(fact)})`;
  const pro = facts.filter(({ polarity }) => polarity > 0);
  const contra = facts.filter(({ polarity }) => polarity < 0);
  return [
    ...(pro.length > 0 ? [`For it stand ${pro.map(point).join(" and ")}.`] : []),
    ...(contra.length > 0 ? [`Against it stand ${contra.map(point).join(" and ")}.`] : []),
  ];
}

function saysOf(mind: Mind, fact: Fact): string {
  if (fact.claim !== null) return fact.claim;
  const criterion = criterionInProse(mind.book.yardsticks[fact.criterion]!.name);
  return `${fact.polarity > 0 ? "speaks for it" : "speaks against it"} on ${criterion}`;
}

/** Persuaded by what others cite and oneself had not, the less the surer one is; else one answers or agrees. */
function crossExamine({ request, scenario }: ChamberOccasion): string {
  const seen = seenIn(request.cue);
  const own = seen.find(({ by }) => by === "you") ?? NOBODY;
  const others = seen.filter(({ by }) => by !== "you");
  const against = others.filter(({ stance }) => stance !== own.stance);
  const chance = chanceOf(request.chance, "cross");
  const known = new Set(own.evidence.map(({ ref }) => ref));
  const news = against.flatMap(({ by, stance, evidence }) =>
    evidence.filter(({ ref }) => !known.has(ref)).map((each) => ({ by, stance, ...each })),
  );
  const weight = against.length / Math.max(1, others.length);
  const sure = own.confidence ?? 0.5;
  const isMoved = news.length > 0 && chance.next() < 0.75 * weight * (1.1 - sure);
  const point = news.length > 0 ? chance.pick(news) : null;
  const least = scenario.verdicts.some(({ id }) => id === own.stance);
  if (against.length === 0) return confirming(own, others);
  if (point !== null && (isMoved || !least)) return revising(point, own);
  const ground = own.evidence[0];
  const why =
    ground === undefined
      ? "nothing they cite is new to me"
      : `${quoted(ground.quote)} (${ground.ref}) is not answered by it`;
  const cited =
    point === null ? "What the others cite" : `${point.by} rests on ${quoted(point.quote)} (${point.ref})`;
  return JSON.stringify({
    response: `${cited}. I have weighed that, and it does not carry as far as it is taken: ${why}.`,
    counterArgument: `${why[0]!.toUpperCase()}${why.slice(1)}.`,
    label: "standing_by_with_counter_argument",
    stance: null,
    confidence: null,
  });
}

type Point = { readonly by: string; readonly stance: string; readonly ref: string; readonly quote: string };

function confirming({ stance }: Seen, others: readonly Seen[]): string {
  const shared = others.flatMap(({ evidence }) => evidence)[0];
  const also = shared === undefined ? "" : ` ${quoted(shared.quote)} (${shared.ref}) points the same way.`;
  const response = `The others come to ${stance} too, and nothing in their answers speaks against it.${also}`;
  return JSON.stringify({
    response,
    counterArgument: null,
    label: "confirming",
    stance: null,
    confidence: null,
  });
}

function revising({ by, stance, ref, quote }: Point, own: Seen): string {
  return JSON.stringify({
    response: `${by} names what I had passed over: ${quoted(quote)} (${ref}). That moves me from ${own.stance} to ${stance}.`,
    counterArgument: null,
    label: "revising",
    stance,
    confidence: Math.max(0.4, Math.round(((own.confidence ?? 0.5) - 0.1) * 20) / 20),
  });
}

const NOBODY: Seen = { by: "you", stance: "UNCLEAR", confidence: null, evidence: [], reasoning: "" };

/** Documents in the cue are read as if they had been there from the start. */
function withBrought(request: ModelRequest): ModelRequest {
  const blocks = request.cue.match(/<Document [\s\S]*?\n<\/Document>/g);
  return blocks === null ? request : { ...request, shared: [request.shared, ...blocks].join("\n\n") };
}
