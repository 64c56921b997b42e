import { ownOf } from "../lists.ts";
import type { Fact, Said } from "./book.ts";
import type { Chance } from "./chance.ts";
import { changeOf, directionOf, heaviestOf, type Mind, settle, supports, weightOf } from "./mind.ts";
import { answerOf, firstName, lineOf, NOTHING, type Speech, spoken, stock, stockAnyway } from "./say.ts";
import type { HeardEntry } from "./talk.ts";

type Bounds = {
  /** The only facts to be raised, such as those of one topic. */
  readonly on?: (fact: Fact) => boolean;
  readonly mayWithdraw?: boolean;
  /** Turns of argument beyond which nothing new is raised; default the member's own. */
  readonly talk?: number;
};

/** The first act that applies. Null if there is nothing left to say. */
export function choose(mind: Mind, chance: Chance, bounds: Bounds = {}): Speech | null {
  const opens = mind.talk.myTurns === 0;
  const isDone = mind.talk.myTurns > talkOf(mind, bounds);
  const speech =
    toPerson(mind, chance) ??
    reply(mind, chance) ??
    change(mind, chance) ??
    // Whoever has had its turns only replies, changes its mind or concludes.
    (isDone
      ? null
      : (answer(mind, chance) ??
        respond(mind, chance) ??
        ask(mind, chance, bounds) ??
        raise(mind, chance, bounds) ??
        second(mind, chance, bounds)));
  if (speech === null) return bounds.mayWithdraw === false ? null : conclude(mind, chance);
  const to = speech.to !== null && mind.talk.gone.has(speech.to) ? null : speech.to;
  return { ...speech, to, isStated: speech.isStated || opens };
}

function talkOf({ book: { script }, seat }: Mind, { talk }: Bounds): number {
  return talk ?? ownOf(script.voices, seat.persona.id)?.talk ?? script.voices.common.talk;
}

const others = ({ talk }: Mind) => talk.log.filter(({ isMine }) => !isMine);
const isOnMySide = (mind: Mind, fact: Fact) => supports(mind, fact) > 0;
const canSay = (mind: Mind, { index }: Fact) => mind.known[index] === true;
const brought = ({ said }: HeardEntry) => said.filter(({ role }) => role === "line" || role === "answer");
const name = ({ speaker }: HeardEntry) => firstName(speaker);

function sinceMine({ talk }: Mind): readonly HeardEntry[] {
  return talk.log.slice(talk.log.findLastIndex(({ isMine }) => isMine) + 1);
}

/** A person asked or named something, and nobody has taken it up. */
function toPerson(mind: Mind, chance: Chance): Speech | null {
  const { log } = mind.talk;
  const at = log.findLastIndex(({ named }) => named !== null);
  const entry = log[at];
  if (entry === undefined || log.length - at > 3) return null;
  const facts = entry.named ?? [];
  const { prepared } = mind.book.script.voices.common;
  const isTaken = log
    .slice(at + 1)
    .some(
      ({ said, to, content }) =>
        to === entry.speaker || said.some(({ fact }) => facts.includes(fact)) || prepared.includes(content),
    );
  if (isTaken) return null;
  const slots = { name: name(entry) };
  for (const fact of facts) {
    const against = mind.book.facts.find(
      (each) => canSay(mind, each) && isOnMySide(mind, each) && answerOf(mind, each, fact, chance),
    );
    const text =
      !isOnMySide(mind, fact) && against ? answerOf(mind, against, fact, chance) : lineOf(mind, fact, chance);
    const cites = !isOnMySide(mind, fact) && against ? against : fact;
    if (text !== null && canSay(mind, cites))
      return { ...NOTHING, to: entry.speaker, parts: [text], cites: [cites] };
  }
  // Whoever sits at the table says much that asks nothing of a simulated member.
  if (facts.length > 0 || (entry.id !== "" && !/\?/.test(entry.content))) return null;
  return { ...NOTHING, to: entry.speaker, parts: [stockAnyway(mind, chance, "prepared", slots)] };
}

/** Act 1: answers a question, by a point or by what the documents lack. */
export function reply(mind: Mind, chance: Chance): Speech | null {
  const asked = others(mind)
    .slice(-4)
    .flatMap((entry) => entry.said.map((each) => ({ ...each, entry })));
  for (const { fact, role, entry } of asked.reverse()) {
    if (role !== "ask" || (entry.to !== null && entry.to !== mind.me && !canSay(mind, fact))) continue;
    const { reply: text } = fact.point;
    if (text === undefined) continue;
    const by = typeof text === "string" ? null : mind.book.byId.get(text.with);
    const says = typeof text === "string" ? text : text.says;
    if (mind.talk.used.has(says) || (by && !canSay(mind, by))) continue;
    const isLate = mind.talk.log.at(-1) !== entry;
    const lead = isLate ? stock(mind, chance, "back", { name: name(entry), short: fact.point.short }) : "";
    return { ...NOTHING, to: entry.speaker, parts: [lead, says], cites: by ? [by] : [] };
  }
  return null;
}

/** Own turns between two changes of mind. */
const REST = 3;

/** Act 2: a change of mind, one step, by the weightiest news from somebody on that side. */
function change(mind: Mind, chance: Chance): Speech | null {
  const found = mind.talk.myTurns === 0 || mind.talk.myTurns - mind.talk.movedAt < REST ? null : changeOf(mind);
  if (found === null) return null;
  const { verdict, news } = found;
  const { won, short } = news.fact.point;
  const slots = { name: firstName(news.from), short, verdict: spoken(mind, verdict) };
  const at = mind.talk.log.findLastIndex(({ id }) => id === news.message);
  const isLate = mind.talk.log.length - at > 2;
  settle(mind, verdict, news.fact);
  const isFresh = won !== undefined && !mind.talk.used.has(won);
  const parts = isFresh
    ? [isLate ? stock(mind, chance, "late", slots) : "", won, stockAnyway(mind, chance, "moved", slots)]
    : [stock(mind, chance, "movedBy", slots) || stockAnyway(mind, chance, "moved", slots)];
  return { ...NOTHING, to: news.from, parts, isStated: true, movedBy: news };
}

export type Raised = Said & { readonly entry: HeardEntry; readonly age: number };

export function madeLately(mind: Mind, most: number): Raised[] {
  const { log } = mind.talk;
  return log
    .map((entry, at) => ({ entry, age: log.length - 1 - at }))
    .filter(({ entry, age }) => !entry.isMine && age < (entry.to === mind.me ? most + 2 : most))
    .reverse()
    .flatMap(({ entry, age }) => brought(entry).map((each) => ({ ...each, entry, age })));
}

const LIGHT = 0.12;
const MOST_SAID = 2;

function answer(mind: Mind, chance: Chance): Speech | null {
  const { talk, book, factor } = mind;
  const last = new Set(talk.log.slice(-2).flatMap(({ said }) => said.map(({ fact }) => fact)));
  for (const { fact, entry, age } of madeLately(mind, 2)) {
    if (isOnMySide(mind, fact) || (talk.answered.get(fact) ?? 0) >= MOST_SAID) continue;
    const fitting = book.facts.flatMap((each) => {
      const isMine =
        canSay(mind, each) && (factor[each.index] !== 0 || talk.myTurns > 0) && supports(mind, each) > LIGHT;
      const isSpent =
        last.has(each) || talk.raisedBy.get(each)?.has(mind.me) || (talk.times.get(each) ?? 0) >= MOST_SAID;
      const text = isMine && !isSpent ? answerOf(mind, each, fact, chance) : null;
      return text === null ? [] : [{ fact: each, text }];
    });
    const own = heaviestOf(
      mind,
      fitting.map((each) => each.fact),
    );
    const best = fitting.find((each) => each.fact === own) ?? fitting[0];
    if (best === undefined) continue;
    const lead = age > 0 ? stock(mind, chance, "back", { name: name(entry), short: fact.point.short }) : "";
    return {
      ...NOTHING,
      to: entry.speaker,
      parts: [lead || heardOrNot(mind, chance, entry), best.text],
      cites: [best.fact],
    };
  }
  return null;
}

/** Sometimes begins with an acknowledgement. */
function heardOrNot(mind: Mind, chance: Chance, entry: HeardEntry): string {
  return chance.next() < 0.15 ? stock(mind, chance, "heard", { name: name(entry) }) : "";
}

/** Act 4: one's own point was answered: yield, counter, or stay with it. */
function respond(mind: Mind, chance: Chance): Speech | null {
  const { talk, seat } = mind;
  const found = sinceMine(mind).flatMap((entry) =>
    entry.said.flatMap(({ fact, against }) =>
      against && entry.to === mind.me && isOnMySide(mind, against) && talk.raisedBy.get(against)?.has(mind.me)
        ? [{ entry, fact, mine: against }]
        : [],
    ),
  );
  const { entry, fact, mine } = found.at(-1) ?? {};
  if (!entry || !fact || !mine) return null;
  const slots = { name: name(entry), short: fact.point.short };
  const isKnown = talk.raisedBy.get(fact)?.has(mind.me) || mind.resisted.has(fact.index);
  const strength = Math.abs(weightOf(mind, mine)) * (0.5 + 0.6 * seat.persona.stubbornness);
  if (!mine.point.severe && !isKnown && Math.abs(mind.worth[fact.index] ?? 0) > strength) {
    const granted = stock(mind, chance, "grant", slots);
    const next = granted === "" ? null : nextOf(mind, chance);
    if (next) return { ...NOTHING, to: entry.speaker, parts: [granted, next.text], cites: [next.fact] };
  }
  const counter = answerOf(mind, mine, fact, chance);
  if (counter !== null) return { ...NOTHING, to: entry.speaker, parts: [counter], cites: [mine] };
  const { stays } = mine.point;
  if (stays !== undefined && !talk.used.has(stays)) return { ...NOTHING, to: entry.speaker, parts: [stays] };
  return null;
}

function ask(mind: Mind, chance: Chance, { on = () => true }: Bounds): Speech | null {
  const asks = mind.book.script.voices[mind.seat.persona.id]?.asks ?? mind.book.script.voices.common.asks;
  for (const { fact, role, entry } of madeLately(mind, 2)) {
    const { ask: text, reply: known } = fact.point;
    if (role !== "line" || text === undefined || known === undefined || mind.talk.used.has(text) || !on(fact))
      continue;
    const by = typeof known === "string" ? null : (mind.book.byId.get(known.with) ?? null);
    if (by && ((mind.factor[by.index] ?? 0) !== 0 || mind.talk.times.has(by))) continue;
    if (chance.next() >= asks * (by ? 2.5 : 0.6)) continue;
    return { ...NOTHING, to: entry.speaker, parts: [text] };
  }
  return null;
}

/** The weightiest first, and those of the current issue before others. */
function unsaid(mind: Mind, fits: (fact: Fact) => boolean): Fact[] {
  const issue = mind.talk.log.findLast(({ said }) => said.length > 0)?.said[0]?.fact.point.issue;
  const weight = (fact: Fact) => Math.abs(weightOf(mind, fact)) * (fact.point.issue === issue ? 2 : 1);
  return mind.book.facts
    .filter(
      (fact) => weightOf(mind, fact) !== 0 && !mind.talk.times.has(fact) && canSay(mind, fact) && fits(fact),
    )
    .sort((a, b) => weight(b) - weight(a));
}

function nextOf(mind: Mind, chance: Chance, fits: (fact: Fact) => boolean = () => true) {
  const top = unsaid(mind, (fact) => isOnMySide(mind, fact) && fits(fact)).slice(0, 3);
  const draw = chance.next();
  const fact = top[Math.floor(draw * draw * top.length)];
  const text = fact && lineOf(mind, fact, chance);
  return fact && text ? { fact, text } : null;
}

/** Act 6: a new point; once a member a point of the other side. */
function raise(mind: Mind, chance: Chance, bounds: Bounds): Speech | null {
  const { talk, scenario, book } = mind;
  const { on = () => true, talk: most } = bounds;
  const own = talkOf(mind, bounds);
  const isEmptying = most === undefined && talk.myTurns > 0 && talk.gone.size * 2 > scenario.members.length;
  const raised = talk.log.filter(
    ({ isMine, said }) => isMine && said.some(({ role }) => role === "line"),
  ).length;
  if (raised >= own || isEmptying) return null;
  const last = talk.log.at(-1);
  const mild = Math.abs(directionOf(mind)) > 0 && isMild(mind);
  const points = talk.log
    .flatMap(brought)
    .slice(-3)
    .map(({ fact }) => fact);
  const isOneSided = points.length === 3 && points.every((fact) => isOnMySide(mind, fact));
  const hasConceded = talk.log.some(
    ({ isMine, said }) => isMine && said.some(({ fact, role }) => role === "line" && !isOnMySide(mind, fact)),
  );
  const concedes =
    talk.myTurns > 0 && !hasConceded && chance.next() < (mild ? 0.45 : 0.12) + (isOneSided ? 0.4 : 0);
  if (concedes) {
    const fact = unsaid(mind, (each) => !isOnMySide(mind, each) && on(each))[0];
    const lead = stock(mind, chance, directionOf(mind) > 0 ? "doubt" : "credit");
    const text = fact && lead && lineOf(mind, fact, chance);
    if (fact && text) return { ...NOTHING, parts: [lead, text], cites: [fact] };
  }
  const next = nextOf(mind, chance, on);
  if (next === null) return null;
  const before = last && !last.isMine ? brought(last).at(-1)?.fact : undefined;
  const isAlong = before !== undefined && isOnMySide(mind, before);
  const issue = book.script.issues[next.fact.point.issue ?? ""] ?? [];
  const turning = issue.filter((text) => !talk.log.some(({ content }) => content.includes(text)));
  const isTurning = before !== undefined && before.point.issue !== next.fact.point.issue && turning.length > 0;
  const verdict = spoken(mind, mind.verdict);
  const lead =
    talk.myTurns === 0 && chance.next() < 0.7
      ? stock(mind, chance, "lean", { verdict })
      : isTurning && chance.next() < 0.5
        ? chance.pick(turning)
        : last && before && chance.next() < 0.45
          ? stock(mind, chance, isAlong ? "agree" : "heard", { name: name(last), short: before.point.short })
          : "";
  const to =
    last && !last.isMine && before && before.point.issue === next.fact.point.issue ? last.speaker : null;
  return { ...NOTHING, to, parts: [lead, next.text], cites: [next.fact] };
}

/** Not at either end of the scenario's order. */
function isMild({ scenario: { verdicts }, verdict }: Mind): boolean {
  return verdicts.length > 2 && verdict !== verdicts[0]?.id && verdict !== verdicts.at(-1)?.id;
}

function second(mind: Mind, chance: Chance, { on = () => true }: Bounds): Speech | null {
  const lately = madeLately(mind, 4).filter(
    ({ fact, role }) => role === "line" && isOnMySide(mind, fact) && on(fact),
  );
  const held = lately.find(({ fact }) => weightOf(mind, fact) !== 0 && fact.point.short !== undefined);
  if (!held || chance.next() > 0.5 || mind.talk.log.some(({ isMine, said }) => isMine && said.length === 0))
    return null;
  const text = stock(mind, chance, "second", { name: name(held.entry), short: held.fact.point.short });
  return text === "" ? null : { ...NOTHING, to: held.entry.speaker, parts: [text] };
}

/** Act 8: the verdict, with its condition or what would change it, and goodbye. */
export function conclude(mind: Mind, chance: Chance): Speech {
  const { talk, reason } = mind;
  const isFresh = (text: string | undefined): text is string => text !== undefined && !talk.used.has(text);
  const parts = [stockAnyway(mind, chance, "vote", { verdict: spoken(mind, mind.verdict) })];
  const short = reason && talk.times.has(reason) ? reason.point.short : undefined;
  const isSpent =
    short !== undefined && talk.log.some(({ verdict, content }) => verdict !== null && content.includes(short));
  if (short !== undefined && !isSpent && chance.next() < 0.55)
    parts.push(stock(mind, chance, "because", { short }));
  const raised = [...talk.times.keys()].filter(
    (fact) => !isOnMySide(mind, fact) && isFresh(fact.point.condition),
  );
  const grave = isMild(mind) && directionOf(mind) > 0 ? heaviestOf(mind, raised) : null;
  if (grave?.point.condition) parts.push(grave.point.condition);
  else if (isFresh(reason?.point.change) && chance.next() < 0.7) parts.push(reason.point.change);
  return { ...NOTHING, parts, isStated: true, withdrawn: true };
}
