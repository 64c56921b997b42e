import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import { namedIn } from "../../../models/simulated/heard.ts";
import { leaning, type Mind, sideOf, worthTo } from "../../../models/simulated/mind.ts";
import { moverTo } from "../../../models/simulated/plan.ts";
import { abstention, NO_VERDICT, stanceOf } from "../../../models/simulated/stance.ts";
import { bringing, mine, type Tongue } from "../../../models/simulated/tongue.ts";
import type { DraftData, SheetData } from "../cue-data.ts";
import { detailOf, standsOf } from "./items.ts";
import { JURY_WORDS } from "./words.ts";

/** One conclusion a topic, resting on what the members came back to most, with what was held against it. */
export function draftProposals(turn: SimulatedTurn): string {
  const { items } = turn.data as DraftData;
  const mind = turn.mind();
  const { say } = turn.tongue(mind, turn.chance("words"));
  const proposals = items.flatMap(({ id, title }) => {
    const heard = byTalk(mind, id);
    const [first] = heard;
    if (first === undefined) return [];
    const other = heard.find((fact) => sideOf(mind, fact) !== sideOf(mind, first));
    const slots = { t: title.replace(/[.?!]$/, ""), ...bringing(first) };
    const proposal = other
      ? say(JURY_WORDS.draftBoth, { ...slots, ...mine(other) })
      : say(JURY_WORDS.draft, slots);
    return [{ item: id, proposal }];
  });
  return JSON.stringify({ proposals });
}

/** Facts on a topic, by how often somebody came back to them. */
function byTalk({ talk, book }: Mind, topic: string): readonly Fact[] {
  const counts = new Map<Fact, number>();
  for (const { fact, answers } of talk.claims)
    if (fact.point.topic === undefined || fact.point.topic === topic)
      counts.set(fact, (counts.get(fact) ?? 0) + 1 + answers);
  return book.facts.filter((fact) => counts.has(fact)).sort((a, b) => counts.get(b)! - counts.get(a)!);
}

type Choice = {
  readonly item: string;
  readonly choice: string;
  readonly detail: string | null;
  readonly reason: string;
};

/** What a member holds to each item, and its verdict on the whole. */
export function fillSheet(turn: SimulatedTurn): string {
  const data = turn.data as SheetData;
  const mind = turn.mind();
  const tongue = turn.tongue(mind, turn.chance("words"));
  const verdict = leaning(mind);
  const push = verdict === null ? null : moverTo(mind, verdict);
  const stance = verdict === null ? abstention(mind, tongue) : stanceOf(mind, verdict, tongue, push);
  const choices = data.isOwn ? choicesOn(turn, mind, data, tongue) : answersTo(mind, data, tongue);
  return JSON.stringify({
    choices,
    ...stance,
    ...(push !== null && { movedBy: { message: push.message, passage: push.passage } }),
  });
}

function choicesOn(turn: SimulatedTurn, mind: Mind, data: SheetData, tongue: Tongue): Choice[] {
  const stands = standsOf(mind, data, (purpose) => turn.own(purpose).next());
  return data.items.map(({ id }) => {
    const stand = stands.get(id);
    if (stand === undefined) return undecided(id, tongue);
    const reason = tongue.say(JURY_WORDS.reason, bringing(stand.fact));
    return { item: id, choice: stand.choice, detail: detailOf(stand, data), reason };
  });
}

/** To a drafted conclusion: by how the fact that it rests on weighs with this member. */
function answersTo(mind: Mind, { items, proposals, choices }: SheetData, tongue: Tongue): Choice[] {
  return items.map(({ id, title }) => {
    const text = (proposals[id] ?? title).toLowerCase();
    const basis = mind.book.facts.find(({ saying }) => text.includes(saying)) ?? namedIn(mind.book, text)[0];
    if (basis === undefined || leaning(mind) === null) return undecided(id, tongue);
    const along = sideOf(mind, basis) * mind.score;
    const strength = Math.abs(worthTo(mind, basis)) * mind.attention[basis.index]!;
    const rank = along > 0 && strength > LIGHT ? 0 : along < -PARTED ? 1 : 2;
    const reason = tongue.say(JURY_WORDS.reason, bringing(basis));
    return { item: id, choice: choices[Math.min(rank, choices.length - 1)]!, detail: null, reason };
  });
}

/** Below this a fact does not carry a conclusion; beyond that one disagrees with one that points the other way. */
const LIGHT = 0.1;
const PARTED = 0.15;

function undecided(item: string, { say }: Tongue): Choice {
  return { item, choice: NO_VERDICT, detail: null, reason: say(JURY_WORDS.undecided, {}) };
}
