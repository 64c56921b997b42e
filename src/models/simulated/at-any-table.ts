import { ownOf } from "../../lists.ts";
import { answerSchema, choicesOf } from "./answer-schema.ts";
import type { Behaviour, SimulatedTurn } from "./behaviour.ts";
import type { Fact } from "./book.ts";
import { leaning, type Mind } from "./mind.ts";
import { recollection } from "./notes.ts";
import { chooseFreely, isForAll, moverTo, type Plan } from "./plan.ts";
import { renderReply } from "./reply.ts";
import { speak } from "./speak.ts";
import { abstention, NO_VERDICT, stanceNow, stanceOf } from "./stance.ts";
import type { Push } from "./talk.ts";
import type { Tongue } from "./tongue.ts";

/** What a simulated member does at any table, by kind of cue. */
export const AT_ANY_TABLE: Readonly<Record<string, Behaviour>> & { readonly "called-ballot": Behaviour } = {
  floor: takeFloor,
  "opening-ballot": castBallot,
  "called-ballot": castBallot,
  "closing-ballot": castBallot,
  "choose-speaker": chooseSpeaker,
  notice: giveNotice,
};

/** The text of a reply; null where a simulated member cannot know one. */
export function answerTurn(turn: SimulatedTurn): string | null {
  const { request, seat } = turn;
  const kind = request.occasion?.kind ?? /kind="([^"]*)"/.exec(request.cue)?.[1] ?? "floor";
  const behave = (request.occasion?.behave as Behaviour | undefined) ?? ownOf(AT_ANY_TABLE, kind);
  if (behave !== undefined && (request.json === undefined || !BALLOTS.has(kind))) return behave(turn);
  if (request.json === undefined) return seat.kind === "agent" ? giveNotice(turn) : takeFloor(turn);
  const mind = turn.mind();
  const ranked = rankedBallot(turn, mind);
  if (ranked !== null) return JSON.stringify(ranked);
  const value = answerSchema(request.json.schema, mind, turn.tongue(mind, turn.own(kind)));
  return value === null ? null : JSON.stringify(value);
}

const BALLOTS = new Set(["opening-ballot", "called-ballot", "closing-ballot"]);

/** One message of an open debate. */
function takeFloor(turn: SimulatedTurn): string {
  if (turn.seat.kind === "agent") return giveNotice(turn);
  const mind = turn.mind();
  const plan = chooseFreely(mind, turn.chance("act"));
  return sayPlan(turn, mind, plan, { ...recollection(mind), isToAll: isForAll(mind, plan) });
}

/** What a protocol may add to a plan that is carried out. */
type PlanExtras = {
  readonly topic?: string | undefined;
  readonly mayWithdraw?: boolean;
  /** Names whom it answers, and leaves the floor to all unless it asks something. */
  readonly isToAll?: boolean;
  /** Sentences before and after it, and what they rest on. */
  readonly lead?: string;
  readonly more?: string;
  readonly cited?: readonly { readonly point: Pick<Fact["point"], "ref" | "quote"> }[];
};

/** Carries a plan out as a message in scaffold form. */
export function sayPlan(turn: SimulatedTurn, mind: Mind, plan: Plan, changes: PlanExtras): string {
  const { topic, mayWithdraw = true, isToAll = false, lead = "", more = "" } = changes;
  const { verdict, push, ...speech } = speak(plan, turn.tongue(mind, turn.chance("words")));
  const cited = new Set<{ readonly point: Pick<Fact["point"], "ref" | "quote"> }>([
    ...speech.cited,
    ...(changes.cited ?? []),
  ]);
  return renderReply({
    speaker: mind.me,
    to: isToAll && !speech.asks ? null : speech.to,
    ...(topic !== undefined && { topic }),
    cited: [...cited].map(({ point }) => point),
    ...(verdict === null
      ? { stance: null }
      : stanceIn(turn.tongue(mind, turn.chance("grounds")), verdict, push)),
    withdrawn: speech.withdrawn && mayWithdraw,
    content: [lead, speech.content, more].filter((part) => part !== "").join(" "),
  });
}

/** A verdict with its grounds, and what moved this member to it. */
function stanceIn(tongue: Tongue, verdict: string, push: Push | null = null) {
  const { mind } = tongue;
  if (verdict === NO_VERDICT) return { stance: abstention(mind, tongue) };
  const movedBy = push ?? moverTo(mind, verdict);
  return { stance: stanceOf(mind, verdict, tongue, movedBy), movedBy };
}

/** In private one says what one thinks now: before anybody has spoken the same at every table. */
function castBallot(turn: SimulatedTurn): string {
  const mind = turn.mind();
  const tongue = turn.tongue(mind, turn.own(turn.request.occasion?.kind ?? "ballot"));
  const nothing = { to: null, cited: [], withdrawn: false, content: "" };
  return renderReply({ speaker: mind.me, ...nothing, ...stanceIn(tongue, leaning(mind) ?? NO_VERDICT) });
}

/** Every option in this member's order, where a ballot asks for one; null where it does not. */
function rankedBallot({ request, tongue, own }: SimulatedTurn, mind: Mind) {
  const properties = (request.json?.schema.properties ?? {}) as Readonly<Record<string, unknown>>;
  if (properties.ranking === undefined || properties.reasoning === undefined) return null;
  const { verdict, reasoning, wouldChange, confidence } = stanceNow(mind, tongue(mind, own("ranking")));
  const ids = mind.scenario.verdicts.map(({ id }) => id);
  const ranking = verdict === NO_VERDICT ? [] : rankingFrom(verdict, ids, mind.score);
  return { reasoning, ranking, wouldChange, confidence };
}

/** All options from the own one outward; of two equally near the one that the score leans to. */
export function rankingFrom(verdict: string, ids: readonly string[], score: number): string[] {
  const own = ids.indexOf(verdict);
  const distance = (id: string) => {
    const steps = ids.indexOf(id) - own;
    return Math.abs(steps) + (steps > 0 === score > 0 ? 0.5 : 0);
  };
  return [...ids].sort((a, b) => distance(a) - distance(b));
}

/** Whoever was asked something, else whoever has said least. */
function chooseSpeaker(turn: SimulatedTurn): string {
  const candidates = choicesOf(turn.request.json?.schema ?? {}, "next");
  const { talk, scenario } = turn.mind();
  const nameOf = (id: string) => scenario.members.find((member) => member.id === id)?.persona.name ?? id;
  const waiting = candidates.find((id) => talk.questions.some(({ to }) => to === nameOf(id)));
  if (waiting) return JSON.stringify({ next: waiting, why: "Was asked something and has not answered." });
  const count = (id: string) => talk.spoke.get(nameOf(id)) ?? 0;
  const least = Math.min(...candidates.map(count));
  const next = turn.chance("next").pick(candidates.filter((id) => count(id) === least));
  return JSON.stringify({ next: next ?? "", why: least === 0 ? "Has not spoken yet." : "Has spoken least." });
}

/** A process agent has no opinion, and no words but those it was given. */
function giveNotice({ seat, request, data }: SimulatedTurn): string {
  const text = typeof data.text === "string" ? data.text : "Please cite the line, and say where you stand.";
  if (request.json !== undefined) return JSON.stringify({ text });
  const nothing = { to: null, cited: [], stance: null, withdrawn: false } as const;
  return renderReply({ speaker: seat.persona.name, ...nothing, content: text });
}
