import { ownOf } from "../../../lists.ts";
import { bestOf } from "../../../models/simulated/answers/best.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { namedIn, saidIn } from "../../../models/simulated/heard.ts";
import { sideTaken } from "../../../models/simulated/ladder.ts";
import { attentionTo, heaviest, leaning, type Mind, sideOf, worthTo } from "../../../models/simulated/mind.ts";
import { moverTo, unpolled } from "../../../models/simulated/plan.ts";
import { abstention, NO_VERDICT, stanceOf } from "../../../models/simulated/stance.ts";
import { bringing, mine } from "../../../models/simulated/tongue.ts";
import type { DraftData, SheetData } from "../cue-data.ts";
import { detailOf, standsOf } from "./items.ts";
import { wordsOf } from "./words.ts";

/** One conclusion a topic, resting on what the members came back to most, with what was held against it. */
export function draftProposals(turn: SimulatedTurn): string {
  const mind = turn.mind();
  const { say } = wordsOf(turn, mind);
  const { talk, scenario, book } = mind;
  const sides = [...talk.verdicts.values()].map((verdict) => sideTaken(verdict, scenario.verdicts));
  const count = (side: string) => sides.filter((each) => each === side).length;
  const side = count("for") > count("against") ? 1 : -1;
  const proposals = (turn.data as DraftData).items.flatMap(({ id }) => {
    const claims = talk.claims.filter(({ fact: { point } }) => point.topic === undefined || point.topic === id);
    const weight = (index: number) =>
      claims.reduce((sum, { fact, answers }) => sum + (fact.index === index ? 1 + answers : 0), 0);
    const onSide = (of: number) =>
      bestOf(book.facts, (fact) => (sideOf(mind, fact) === of ? weight(fact.index) : 0));
    const [first, other] = [onSide(side), onSide(-side)];
    const main = first ?? other;
    if (main === undefined) return [];
    return [{ item: id, proposal: say("draft", { ...bringing(main), ...(first && other && mine(other)) }) }];
  });
  return JSON.stringify({ proposals });
}

/** What a member holds to each item, and its verdict on the whole. */
export function fillSheet(turn: SimulatedTurn): string {
  const data = turn.data as SheetData;
  const mind = unpolled(turn.mind());
  const tongue = turn.tongue(mind, turn.chance("words"));
  const verdict = leaning(mind);
  const push = verdict === null ? null : moverTo(mind, verdict);
  const stance = verdict === null ? abstention(mind, tongue) : stanceOf(mind, verdict, tongue, push);
  const movedBy = push && { message: push.message, passage: push.passage };
  const choices = data.isOwn ? choicesOn(turn, mind, data) : answersTo(turn, mind, data);
  return JSON.stringify({ choices, ...stance, ...(movedBy && { movedBy }) });
}

function choicesOn(turn: SimulatedTurn, mind: Mind, data: SheetData) {
  const { say } = wordsOf(turn, mind);
  const stands = standsOf(turn, mind, data);
  return data.items.map(({ id: item }) => {
    const stand = stands.get(item);
    const reason = say("reason", stand && bringing(stand.fact));
    return { item, choice: stand?.choice ?? NO_VERDICT, detail: stand ? detailOf(stand, data) : null, reason };
  });
}

/** Below this a fact does not carry a conclusion; beyond that one disagrees with one that points the other way. */
const LIGHT = 0.1;
const PARTED = 0.15;

/** To a drafted conclusion: by how the fact that it rests on weighs with this member. */
function answersTo(turn: SimulatedTurn, mind: Mind, { items, proposals, choices }: SheetData) {
  const { say } = wordsOf(turn, mind);
  return items.map(({ id: item, title }) => {
    const text = ownOf(proposals, item) ?? title;
    const basis = saidIn(mind.book, text)[0] ?? namedIn(mind.book, text)[0];
    if (basis === undefined || leaning(mind) === null)
      return { item, choice: NO_VERDICT, detail: null, reason: say("reason") };
    const along = sideOf(mind, basis) * mind.score;
    const strength = Math.abs(worthTo(mind, basis)) * attentionTo(mind, basis);
    const rank = along > 0 && strength > LIGHT ? 0 : along < -PARTED ? 1 : 2;
    const other = heaviest(mind).find((fact) => sideOf(mind, fact) !== sideOf(mind, basis));
    const reason = say("reason", bringing((rank > 0 && other) || basis));
    return { item, choice: choices[rank] ?? choices.at(-1) ?? NO_VERDICT, detail: null, reason };
  });
}
