import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import { namedIn } from "../../../models/simulated/heard.ts";
import { sideTaken } from "../../../models/simulated/ladder.ts";
import { heaviest, leaning, type Mind, sideOf, worthTo } from "../../../models/simulated/mind.ts";
import { moverTo, unpolled } from "../../../models/simulated/plan.ts";
import { abstention, NO_VERDICT, stanceOf } from "../../../models/simulated/stance.ts";
import { bringing, mine, type Tongue } from "../../../models/simulated/tongue.ts";
import type { DraftData, SheetData } from "../cue-data.ts";
import { detailOf, heldNow } from "./items.ts";
import { JURY_WORDS } from "./words.ts";

/** One conclusion a topic, resting on what the members came back to most, with what was held against it. */
export function draftProposals(turn: SimulatedTurn): string {
  const { items } = turn.data as DraftData;
  const mind = turn.mind();
  const { say } = turn.tongue(mind, turn.chance("words"));
  const side = majorityIn(mind);
  const proposals = items.flatMap(({ id }) => {
    const heard = byTalk(mind, id);
    const first = heard.find((fact) => sideOf(mind, fact) === side) ?? heard[0];
    if (first === undefined) return [];
    const other = heard.find((fact) => sideOf(mind, fact) !== sideOf(mind, first));
    const proposal = other
      ? say(JURY_WORDS.draftBoth, { ...bringing(first), ...mine(other) })
      : say(JURY_WORDS.draft, bringing(first));
    return [{ item: id, proposal }];
  });
  return JSON.stringify({ proposals });
}

/** The side that more members have taken aloud; of equals the one against. */
function majorityIn({ talk, scenario }: Mind): 1 | -1 {
  const sides = [...talk.verdicts.values()].map((verdict) => sideTaken(verdict, scenario.verdicts));
  const count = (side: string) => sides.filter((each) => each === side).length;
  return count("for") > count("against") ? 1 : -1;
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
  const mind = unpolled(turn.mind());
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
  const stands = heldNow(mind, data, (purpose) => turn.own(purpose).next());
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
    const basis = basisOf(mind, text);
    if (basis === undefined || leaning(mind) === null) return undecided(id, tongue);
    const along = sideOf(mind, basis) * mind.score;
    const strength = Math.abs(worthTo(mind, basis)) * mind.attention[basis.index]!;
    const rank = along > 0 && strength > LIGHT ? 0 : along < -PARTED ? 1 : 2;
    const other = heaviest(mind).find((fact) => sideOf(mind, fact) !== sideOf(mind, basis));
    const reason = tongue.say(JURY_WORDS.reason, bringing(rank === 0 ? basis : (other ?? basis)));
    return { item: id, choice: choices[Math.min(rank, choices.length - 1)]!, detail: null, reason };
  });
}

/** The fact that a conclusion names first. */
function basisOf({ book }: Mind, text: string): Fact | undefined {
  const named = book.facts.filter(({ saying }) => text.includes(saying));
  if (named.length === 0) return namedIn(book, text)[0];
  return named.reduce((first, each) => (text.indexOf(each.saying) < text.indexOf(first.saying) ? each : first));
}

/** Below this a fact does not carry a conclusion; beyond that one disagrees with one that points the other way. */
const LIGHT = 0.1;
const PARTED = 0.15;

function undecided(item: string, { say }: Tongue): Choice {
  return { item, choice: NO_VERDICT, detail: null, reason: say(JURY_WORDS.undecided, {}) };
}
