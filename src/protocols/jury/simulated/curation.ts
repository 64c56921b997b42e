import { bestOf } from "../../../models/simulated/answers/best.ts";
import type { Phrasing } from "../../../models/simulated/answers/own-words.ts";
import { sayPlan } from "../../../models/simulated/at-any-table.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import type { Mind } from "../../../models/simulated/mind.ts";
import { choose, type Plan } from "../../../models/simulated/plan.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { bringing, spoken, theirs } from "../../../models/simulated/tongue.ts";
import { listed } from "../../../text/plain.ts";
import type { PhaseData } from "../cue-data.ts";
import { moverOn, type Stand, saidOn, standIn, standsOf } from "./items.ts";
import { onTopic, topicAtHand, topicOf } from "./topics.ts";
import { wordsOf } from "./words.ts";

/** A meeting that decides item by item, as one member has it. */
type Case = {
  readonly turn: SimulatedTurn;
  readonly mind: Mind;
  readonly data: PhaseData;
  readonly stands: ReadonlyMap<string, Stand>;
  readonly say: Phrasing["say"];
};

/** A turn in which items are spoken of by name; null with nothing to add. */
export function speakToItems(turn: SimulatedTurn, mind: Mind, data: PhaseData): string | null {
  const of = { turn, mind, data, stands: standsOf(turn, mind, data), say: wordsOf(turn, mind, "items").say };
  if (data.asks === "conclude") return conclude(of);
  return (data.asks === "present" ? present(of) : changed(of)) ?? discuss(of);
}

/** Names two items that cannot both stand, and what becomes of each: on what least has been said of. */
function present(of: Case): string | null {
  const { mind, say, stands } = of;
  const open = mind.book.facts.flatMap((fact) => {
    const [one, other] = Object.keys(fact.point.items ?? {}).filter((id) => isOpen(of, id) && stands.has(id));
    return one === undefined || other === undefined || mind.talk.used.has(fact.index)
      ? []
      : [{ fact, one, other }];
  });
  const chosen = bestOf(open, ({ fact }) => (1 + of.turn.chance(fact.key).next()) / (1 + heardOn(mind, fact)));
  if (chosen === undefined) return null;
  const { fact, one, other } = chosen;
  const lead = say("conflict", { i: one, j: other, t: clauseOf(of, one), u: clauseOf(of, other) });
  return carryOut(of, { act: "raise", fact }, fact, lead, [one, other]);
}

/** An item on which one has come to another choice than one spoke for, through what somebody else has said. */
function changed(of: Case): string | null {
  const { turn, mind, data, stands, say } = of;
  for (const [id, { choice }] of stands) {
    const [before, mover] = [saidOn(mind, mind.me, id, data), moverOn(mind, id, data)];
    if (before === undefined || before.choice === choice || mover?.choice !== choice || !isOpen(of, id))
      continue;
    const slots = {
      i: id,
      c: spoken(choice),
      d: spoken(before.choice),
      who: turn.tongue(mind, turn.chance("who")).name(mover.speaker),
    };
    const content = say("changed", { ...slots, ...theirs(mover.fact) });
    const nothing = { stance: null, withdrawn: false };
    const where = { speaker: mind.me, to: mover.speaker, ...topicOf(data, mover.fact) };
    return renderReply({ ...where, content, cited: [mover.fact.point], ...nothing });
  }
  return null;
}

/** Answers what is open, speaks to an item that nobody has spoken of, or adds to the topic at hand. */
function discuss(of: Case): string | null {
  const { mind, data, turn, stands, say } = of;
  const { talk } = mind;
  const chance = turn.chance("act");
  const isPending = talk.challenge !== null || talk.questions.some(({ to }) => to === mind.me);
  const unheard = [...stands.values()].filter(
    ({ item, fact }) => isOpen(of, item) && !isSpokenOf(mind, item) && !talk.used.has(fact.index),
  );
  const next = bestOf(unheard, ({ fact }) => 1 / (1 + heardOn(mind, fact)));
  if (!isPending && next !== undefined && (heardOn(mind, next.fact) === 0 || chance.next() < UNHEARD)) {
    const { item, fact } = next;
    return carryOut(of, { act: "raise", fact }, fact, say("about", { i: item, t: clauseOf(of, item) }), [item]);
  }
  const view = onTopic(mind, topicAtHand(mind, data, turn.chance("topic")));
  const plan = choose(view, chance);
  if ((plan.act === "withdraw" || plan.act === "state") && data.mayPass && talk.myMessages > 0) return null;
  const fact = factIn(plan);
  const [item] = Object.keys(fact?.point.items ?? {});
  return carryOut(
    { ...of, mind: view },
    plan.act === "withdraw" ? { act: "state" } : plan,
    fact,
    "",
    item === undefined ? [] : [item],
  );
}

/** How often one speaks to an item that nobody has spoken of, where nothing waits for an answer. */
const UNHEARD = 0.5;

/** Claims on the topic of a fact. */
function heardOn({ talk }: Mind, { point }: Fact): number {
  return talk.claims.filter(({ fact }) => fact.point.topic === point.topic).length;
}

function isSpokenOf({ talk }: Mind, item: string): boolean {
  return talk.claims.some(({ fact }) => Object.hasOwn(fact.point.items ?? {}, item));
}

/** What one signs, where one dissents and what nobody has spoken of; then the whole. */
function conclude({ turn, mind, data, stands, say }: Case): string {
  const others = [...mind.talk.spoke.keys()].filter((speaker) => speaker !== mind.me);
  const votes = [...stands.values()].map((stand) => {
    const said = others.flatMap((speaker) => saidOn(mind, speaker, stand.item, data)?.choice ?? []);
    const count = (choice: string) => said.filter((each) => each === choice).length;
    const most = bestOf(said, count);
    return { stand, most, isShared: most !== undefined && count(stand.choice) === count(most) };
  });
  const dissents = votes
    .flatMap(({ stand, most, isShared }) => (most !== undefined && !isShared ? [{ stand, most }] : []))
    .slice(0, MOST_DISSENTS);
  const signed = votes.filter(({ isShared }) => isShared).map(({ stand }) => stand.item);
  const open = votes.filter(({ stand }) => !isSpokenOf(mind, stand.item)).map(({ stand }) => stand.item);
  const lead = [
    signed.length > 0 && say("sign", { k: listed(signed) }),
    ...dissents.map(({ stand: { item, choice, fact }, most }) =>
      say("dissent", { i: item, c: spoken(choice), d: spoken(most), ...bringing(fact) }),
    ),
    open.length > 0 && say("open", { k: listed(open) }),
  ];
  const next = choose(mind, turn.chance("act"));
  const plan: Plan =
    next.act === "change" ? next : { act: mind.talk.myVerdict === null ? "state" : "withdraw" };
  const cited = dissents.map(({ stand }) => stand.fact);
  return sayPlan(turn, mind, plan, {
    ...topicOf(data, cited[0]),
    lead: lead.filter(Boolean).join(" "),
    cited,
    mayWithdraw: false,
  });
}

const MOST_DISSENTS = 3;

/** A plan, and after it what follows for the items that its fact speaks to. */
function carryOut(
  { turn, mind, data, stands, say }: Case,
  plan: Plan,
  fact: Fact | null,
  lead: string,
  on: readonly string[],
): string {
  const touched = on.flatMap((id) => stands.get(id) ?? []);
  const follows = touched.flatMap(({ item, choice, into, fact: own }) => {
    const here = fact === null ? null : standIn(mind, fact, item, data)?.choice;
    if (here === choice && saidOn(mind, mind.me, item, data)?.choice === choice) return [];
    const slots = { i: item, c: spoken(choice), ...bringing(own), ...(into !== null && { j: into }) };
    return [{ own, text: say(here === choice ? "so" : here == null ? "soFor" : "still", slots) }];
  });
  const more = follows.map(({ text }) => text).join(" ");
  return sayPlan(turn, mind, plan, {
    ...topicOf(data, fact),
    lead,
    more,
    cited: follows.map(({ own }) => own),
    mayWithdraw: false,
  });
}

function factIn(plan: Plan): Fact | null {
  if ("fact" in plan && plan.fact !== null && plan.act !== "answer") return plan.fact;
  if (plan.act === "change") return plan.push?.fact ?? null;
  return plan.act === "concede" || plan.act === "hold" ? plan.about : null;
}

/** A title within a sentence: small at the head where the documents write that word small. */
function clauseOf({ data, turn }: Case, id: string): string {
  const title = (data.items.find((item) => item.id === id)?.title ?? id).replace(/[.]$/, "");
  const head = /^\p{L}+/u.exec(title)?.[0].toLowerCase() ?? "";
  const isPlain = turn.scenario.documents.some(({ text }) => text.split(/[^\p{L}]+/u).includes(head));
  return isPlain ? `${head}${title.slice(head.length)}` : title;
}

function isOpen({ data: { items, topics } }: Case, id: string): boolean {
  const item = items.find((each) => each.id === id);
  return topics.some((topic) => topic.id === item?.topic);
}
