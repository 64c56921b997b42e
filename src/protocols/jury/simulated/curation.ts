import { sayPlan } from "../../../models/simulated/at-any-table.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import type { Mind } from "../../../models/simulated/mind.ts";
import { choose, type Plan } from "../../../models/simulated/plan.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { bringing, spoken, type Tongue, theirs } from "../../../models/simulated/tongue.ts";
import type { PhaseData } from "../cue-data.ts";
import { isSpokenOf, saidOn } from "./choices.ts";
import { conflictsIn, heldNow, moverOn, type Stand, standIn } from "./items.ts";
import { onTopic, topicAtHand } from "./topics.ts";
import { JURY_WORDS } from "./words.ts";

/** A meeting that decides item by item, as one member has it. */
type Case = {
  readonly turn: SimulatedTurn;
  readonly mind: Mind;
  readonly data: PhaseData;
  readonly stands: ReadonlyMap<string, Stand>;
  readonly tongue: Tongue;
};

/** A turn in which items are spoken of by name; null with nothing to add. */
export function speakToItems(turn: SimulatedTurn, mind: Mind, data: PhaseData): string | null {
  const stands = heldNow(mind, data, (purpose) => turn.own(purpose).next());
  const of = { turn, mind, data, stands, tongue: turn.tongue(mind, turn.chance("items")) };
  if (data.asks === "conclude") return conclude(of);
  if (data.asks === "present") return present(of) ?? discuss(of);
  return changed(of) ?? discuss(of);
}

/** Names two items that cannot both stand, and what becomes of each. */
function present(of: Case): string | null {
  const { mind, data, turn, stands, tongue } = of;
  const chance = turn.chance("conflict");
  const open = conflictsIn(mind, data).filter(
    ({ fact, pair }) => !mind.talk.used.has(fact.index) && pair.every((id) => isIn(data, id) && stands.has(id)),
  );
  const spoken = (id: string) => mind.talk.claims.some(({ fact }) => fact.point.items?.[id] !== undefined);
  const fresh = open.filter(({ pair }) => !pair.some(spoken));
  if (open.length === 0) return null;
  const { pair, fact } = chance.pick(leastHeard(mind, fresh.length > 0 ? fresh : open));
  const [t, u] = pair.map((id) => clauseOf(of, id));
  const lead = tongue.say(JURY_WORDS.conflict, { i: pair[0], j: pair[1], t: t!, u: u! });
  return carryOut(of, { act: "raise", fact }, fact, { lead, on: pair });
}

/** An item on which one has come to another choice than one spoke for, through what somebody else has said. */
function changed({ mind, data, stands, tongue }: Case): string | null {
  for (const [id, stand] of stands) {
    const before = saidOn(mind, mind.me, id, data);
    if (before === null || before.choice === stand.choice || !isIn(data, id)) continue;
    const mover = moverOn(mind, id, stand.choice, data);
    if (mover === null) continue;
    const slots = { i: id, c: spoken(stand.choice), d: spoken(before.choice), who: tongue.name(mover.speaker) };
    const content = tongue.say(JURY_WORDS.changed, { ...slots, ...theirs(mover.fact) });
    return renderReply({
      ...{ speaker: mind.me, to: mover.speaker, content, stance: null, withdrawn: false },
      ...topicOf(data, mover.fact),
      cited: [mover.fact.point],
    });
  }
  return null;
}

/** Answers what is open, speaks to an item that nobody has spoken of, or adds to the topic at hand. */
function discuss(of: Case): string | null {
  const { mind, data, turn, stands, tongue } = of;
  const chance = turn.chance("act");
  const { talk } = mind;
  const isPending = talk.challenge !== null || talk.questions.some(({ to }) => to === mind.me);
  const [unheard] = leastHeard(
    mind,
    [...stands.values()].filter(
      ({ item, fact }) =>
        isIn(data, item) &&
        !talk.used.has(fact.index) &&
        talk.claims.every((claim) => claim.fact.point.items?.[item] === undefined),
    ),
  );
  const speaks = unheard !== undefined && (heardOn(mind, unheard.fact) === 0 || chance.next() < UNHEARD);
  if (!isPending && speaks) {
    const lead = tongue.say(JURY_WORDS.about, { i: unheard.item, t: clauseOf(of, unheard.item) });
    return carryOut(of, { act: "raise", fact: unheard.fact }, unheard.fact, { lead, on: [unheard.item] });
  }
  const view = onTopic(mind, topicAtHand(mind, data, turn.chance("topic")));
  const plan = choose(view, chance);
  const isDone = plan.act === "withdraw" || plan.act === "state";
  if (isDone && data.mayPass && talk.myMessages > 0) return null;
  return carryOut({ ...of, mind: view }, plan.act === "withdraw" ? { act: "state" } : plan, factIn(plan));
}

/** Those on the topic of which least has been said. */
function leastHeard<Each extends { readonly fact: Fact }>(mind: Mind, some: readonly Each[]): readonly Each[] {
  const least = Math.min(...some.map(({ fact }) => heardOn(mind, fact)));
  return some.filter(({ fact }) => heardOn(mind, fact) === least);
}

function heardOn({ talk }: Mind, { point }: Fact): number {
  return talk.claims.filter(({ fact }) => fact.point.topic === point.topic).length;
}

/** How often one speaks to an item that nobody has spoken of, where nothing waits for an answer. */
const UNHEARD = 0.5;

/** What one signs, where one dissents and what nobody has spoken of; then the whole. */
function conclude(of: Case): string {
  const { mind, data, stands, tongue, turn } = of;
  const dissents: { readonly stand: Stand; readonly theirs: string }[] = [];
  const [signed, open]: [string[], string[]] = [[], []];
  for (const [id, stand] of stands) {
    const said = [...mind.talk.spoke.keys()]
      .filter((speaker) => speaker !== mind.me)
      .flatMap((speaker) => saidOn(mind, speaker, id, data)?.choice ?? []);
    const count = (choice: string) => said.filter((each) => each === choice).length;
    const most = said.reduce<string | null>(
      (best, each) => (best === null || count(each) > count(best) ? each : best),
      null,
    );
    if (most === null) {
      if (!isSpokenOf(mind, id)) open.push(id);
    } else if (count(stand.choice) === count(most)) signed.push(id);
    else dissents.push({ stand, theirs: most });
  }
  const facts = dissents.slice(0, MOST_DISSENTS).map(({ stand }) => stand.fact);
  const lead = [
    ...(signed.length > 0 ? [tongue.say(JURY_WORDS.sign, { k: listed(signed) })] : []),
    ...dissents.slice(0, MOST_DISSENTS).map(({ stand, theirs: other }) =>
      tongue.say(JURY_WORDS.dissent, {
        ...{ i: stand.item, c: spoken(stand.choice), d: spoken(other) },
        ...bringing(stand.fact),
      }),
    ),
    ...(open.length > 0 ? [tongue.say(JURY_WORDS.open, { k: listed(open) })] : []),
  ].join(" ");
  const next = choose(mind, turn.chance("act"));
  const isSaid = mind.talk.myVerdict !== null;
  const plan: Plan = next.act === "change" ? next : isSaid ? { act: "withdraw" } : { act: "state" };
  const { topic } = topicOf(data, facts[0] ?? null);
  return sayPlan(turn, mind, plan, { topic, lead, cited: facts, mayWithdraw: false });
}

const MOST_DISSENTS = 3;

/** A plan, and after it what follows for the items that its fact speaks to. */
function carryOut(
  of: Case,
  plan: Plan,
  fact: Fact | null,
  { lead = "", on }: { readonly lead?: string; readonly on?: readonly string[] } = {},
): string {
  const { turn, mind, data, stands } = of;
  const ids = on ?? Object.keys(fact?.point.items ?? {}).slice(0, 1);
  const touched = ids.flatMap((id) => stands.get(id) ?? []);
  const news = on !== undefined ? touched : touched.filter((each) => isNews(of, each));
  const more = fact === null ? [] : news.map((stand) => follows(of, stand, fact));
  const cited = more.length === 0 ? [] : news.map((stand) => stand.fact);
  const { topic } = topicOf(data, fact);
  return sayPlan(turn, mind, plan, { topic, lead, more: more.join(" "), cited, mayWithdraw: false });
}

/** Nobody says twice what it holds to an item, unless others hold something else. */
function isNews({ mind, data }: Case, { item, choice, fact }: Stand): boolean {
  const speakers = [...mind.talk.spoke.keys()];
  const said = speakers.flatMap((speaker) => saidOn(mind, speaker, item, data) ?? []);
  if (saidOn(mind, mind.me, item, data)?.choice !== choice) return true;
  return !mind.talk.mine.has(fact.index) && said.some((each) => each.choice !== choice);
}

/** What one holds to an item after a fact: because of it, for another reason, or in spite of it. */
function follows({ mind, data, tongue }: Case, { item, choice, into, fact }: Stand, brought: Fact): string {
  const slots = { i: item, c: spoken(choice), ...(into !== null && { j: into }) };
  const here = standIn(mind, brought, item, data);
  if (here?.choice === choice) return tongue.say(into === null ? JURY_WORDS.so : JURY_WORDS.soMerge, slots);
  return tongue.say(here === null ? JURY_WORDS.soFor : JURY_WORDS.still, { ...slots, ...bringing(fact) });
}

function factIn(plan: Plan): Fact | null {
  if ("fact" in plan && plan.fact !== null) return plan.fact;
  if (plan.act === "change") return plan.push?.fact ?? null;
  return plan.act === "concede" || plan.act === "hold" ? plan.about : null;
}

/** A title within a sentence: small at the head where the documents write that word small. */
function clauseOf({ data, turn }: Case, id: string): string {
  const title = data.items.find((item) => item.id === id)!.title.replace(/[.]$/, "");
  const head = /^\p{L}+/u.exec(title)?.[0].toLowerCase() ?? "";
  const isPlain = turn.scenario.documents.some(({ text }) => text.split(/[^\p{L}]+/u).includes(head));
  return isPlain ? `${head}${title.slice(head.length)}` : title;
}

function isIn({ items, topics }: PhaseData, id: string): boolean {
  const item = items.find((each) => each.id === id);
  return item !== undefined && topics.some((topic) => topic.id === item.topic);
}

/** The field that a message needs where its speaker chooses among topics. */
export function topicOf({ topics, isTopicSet }: PhaseData, fact: Fact | null): { readonly topic?: string } {
  if (isTopicSet) return {};
  const own = topics.find(({ id }) => id === fact?.point.topic);
  return { topic: (own ?? topics[0]!).id };
}

function listed(ids: readonly string[]): string {
  return ids.length < 2 ? ids.join("") : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)}`;
}
