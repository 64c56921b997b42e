import { ownOf } from "../lists.ts";
import type { Fact } from "./book.ts";
import {
  type Chance,
  changeOf,
  type HeardEntry,
  heaviestOf,
  isConditional,
  isRaisedBy,
  isWeighed,
  type Mind,
  settle,
  supports,
  weightOf,
} from "./mind.ts";
import { answerOf, besides, firstName, lineOf, type Speech, spoken, stock } from "./say.ts";

type Bounds = {
  /** The only facts to be raised, such as those of one topic. */
  readonly on?: (fact: Fact) => boolean;
  readonly mayWithdraw?: boolean;
};

/** The first act that applies. Null if there is nothing left to say. */
export function choose(mind: Mind, chance: Chance, bounds: Bounds = {}): Speech | null {
  const { on = () => true } = bounds;
  const argue = () =>
    respond(mind, chance) ??
    ask(mind, chance, on) ??
    answer(mind, chance) ??
    raise(mind, chance, on) ??
    second(mind, chance, on);
  // After its turns, or when most have left, a member only replies, changes its mind or concludes.
  const { talk, scenario } = mind;
  const isDone = talk.myTurns > voiceOf(mind).talk || 2 * talk.gone.size > scenario.members.length;
  const speech =
    toPerson(mind, chance) ?? reply(mind, chance) ?? change(mind, chance) ?? (isDone ? null : argue());
  if (speech === null) return bounds.mayWithdraw === false ? null : conclude(mind, chance);
  const isGone = speech.to && talk.gone.has(speech.to);
  const parts = [unknownTo(mind, chance), ...speech.parts];
  return { ...speech, parts, to: isGone ? null : speech.to, isStated: speech.isStated || talk.myTurns === 0 };
}

/** A member whose papers lack the answer to a question admits it. */
function unknownTo(mind: Mind, chance: Chance): string {
  const { to = null, said = [], speaker = "" } = mind.talk.log.at(-1) ?? {};
  const reply = to === mind.me ? said.find(({ role }) => role === "ask")?.fact.point.reply : undefined;
  const by = typeof reply === "object" && mind.book.byId.get(reply.with);
  return by && !canSay(mind, by) ? stock(mind, chance, "unknown", { name: firstName(speaker) }) : "";
}

function voiceOf({ book, seat }: Mind) {
  return ownOf(book.script.voices, seat.persona.id) ?? book.script.voices.common;
}

const isOnMySide = (mind: Mind, fact: Fact) => supports(mind, fact) > 0;
const canSay = (mind: Mind, { index }: Fact) => mind.known[index] === true;
const brought = ({ said }: HeardEntry) => said.filter(({ role }) => role === "line" || role === "answer");

/** A lead-in that names an earlier message; "" after the last one. */
function backTo(mind: Mind, chance: Chance, { speaker }: HeardEntry, age: number, { point }: Fact): string {
  return age === 0 ? "" : stock(mind, chance, "back", { name: firstName(speaker), short: point.short });
}

type Counter = { readonly fact: Fact; readonly text: string };

/** Unsaid sentences that answer a point from the member's side. */
export function countersTo(mind: Mind, against: Fact, chance: Chance): readonly Counter[] {
  return mind.book.facts.flatMap((fact) => {
    const text = canSay(mind, fact) && isOnMySide(mind, fact) ? answerOf(mind, fact, against, chance) : null;
    return text === null ? [] : [{ fact, text }];
  });
}

/** A person asked or named something that no member has answered. */
function toPerson(mind: Mind, chance: Chance): Speech | null {
  const { log } = mind.talk;
  const { prepared } = mind.book.script.voices.common;
  const at = log.findLastIndex(({ named }) => named !== null);
  const { id, speaker: to = "", content = "", named } = log[at] ?? {};
  if (!named || log.length - at > 3) return null;
  const takes = (each: HeardEntry) =>
    each.to === to || each.said.some(({ fact }) => named.includes(fact)) || prepared.includes(each.content);
  if (log.slice(at + 1).some(takes)) return null;
  for (const fact of named) {
    const [counter] = isOnMySide(mind, fact) ? [] : countersTo(mind, fact, chance);
    const text = counter?.text ?? (canSay(mind, fact) ? lineOf(mind, fact, chance) : null);
    if (text !== null) return { to, parts: [text], cites: [counter?.fact ?? fact] };
  }
  // A member of the meeting says much that asks nothing of a simulated member.
  if (named.length > 0 || (id !== "" && !content.includes("?"))) return null;
  return { to, parts: [stock(mind, chance, "prepared", { name: firstName(to) }, true)] };
}

/** Act 1: answers a question, by a point or by what the documents lack. */
export function reply(mind: Mind, chance: Chance): Speech | null {
  const { log, used } = mind.talk;
  const asked = log
    .filter(({ isMine }) => !isMine)
    .slice(-4)
    .flatMap((entry) => entry.said.map((each) => ({ ...each, entry })));
  for (const { fact, role, entry } of asked.reverse()) {
    const { reply: known } = fact.point;
    if (role !== "ask" || known === undefined) continue;
    if (entry.to !== null && entry.to !== mind.me && !canSay(mind, fact)) continue;
    const { says, with: by } = typeof known === "string" ? { says: known, with: "" } : known;
    const point = mind.book.byId.get(by);
    if (used.has(says) || (point && !canSay(mind, point))) continue;
    const lead = backTo(mind, chance, entry, log.length - 1 - log.indexOf(entry), fact);
    return { to: entry.speaker, parts: [lead, says], cites: point ? [point] : [] };
  }
  return null;
}

/** Act 2: a change of mind. */
function change(mind: Mind, chance: Chance): Speech | null {
  const { myTurns, log, used } = mind.talk;
  // A member that has just changed its verdict argues for it first.
  const isFresh = myTurns > 1 && log.findLast(({ isMine }) => isMine)?.verdict !== null;
  const found = myTurns === 0 || isFresh ? null : changeOf(mind);
  if (found === null) return null;
  const { verdict, news } = found;
  const { won, short } = news.fact.point;
  const slots = { name: firstName(news.from), short, verdict: spoken(mind, verdict) };
  const isLate = log.length - log.findLastIndex(({ id }) => id === news.message) > 2;
  settle(mind, verdict, news.fact);
  const moved = () => stock(mind, chance, "moved", slots, true);
  const parts =
    won !== undefined && !used.has(won)
      ? [isLate ? stock(mind, chance, "late", slots) : "", won, moved()]
      : [stock(mind, chance, "movedBy", slots) || moved()];
  return { to: news.from, parts, isStated: true, movedBy: news };
}

/** The points in others' last messages, and in some more that spoke to the member. */
export function madeLately(mind: Mind, most: number) {
  return mind.talk.log
    .map((entry, at, { length }) => ({ entry, age: length - 1 - at }))
    .filter(({ entry, age }) => !entry.isMine && age < (entry.to === mind.me ? most + 2 : most))
    .reverse()
    .flatMap(({ entry, age }) => brought(entry).map((each) => ({ ...each, entry, age })));
}

const MOST_SAID = 2;

/** Act 5: answers a point of the other side. */
function answer(mind: Mind, chance: Chance): Speech | null {
  const { talk } = mind;
  const last = talk.log.slice(-2).flatMap(({ said }) => said.map(({ fact }) => fact));
  const isUsable = ({ fact }: Counter) => {
    const isSpent = last.includes(fact) || (talk.raised.get(fact) ?? []).length >= MOST_SAID;
    const isRead = isWeighed(mind, fact) || talk.myTurns > 0;
    return isRead && !isSpent && !isRaisedBy(mind, fact);
  };
  for (const { fact, entry, age } of madeLately(mind, 2)) {
    if (isOnMySide(mind, fact) || (talk.answered.get(fact) ?? 0) >= MOST_SAID) continue;
    const [best] = countersTo(mind, fact, chance)
      .filter(isUsable)
      .sort((a, b) => Math.abs(weightOf(mind, b.fact)) - Math.abs(weightOf(mind, a.fact)));
    if (best === undefined) continue;
    const lead = backTo(mind, chance, entry, age, fact);
    return { to: entry.speaker, parts: [lead, best.text], cites: [best.fact] };
  }
  return null;
}

/** Act 3: the member's own point was answered: yield, counter, or stay with it. */
function respond(mind: Mind, chance: Chance): Speech | null {
  const { log, used } = mind.talk;
  const since = log.findLastIndex(({ isMine }) => isMine) + 1;
  const isMine = (fact: Fact | undefined): fact is Fact =>
    fact !== undefined && isOnMySide(mind, fact) && isRaisedBy(mind, fact);
  const at = log.findLastIndex(({ to, said }, nth) => {
    return nth >= since && to === mind.me && said.some(({ against }) => isMine(against));
  });
  const entry = log[at];
  const { fact, against: mine } = entry?.said.findLast(({ against }) => isMine(against)) ?? {};
  if (!entry || !fact || !mine) return null;
  const { speaker: to } = entry;
  const age = log.length - 1 - at;
  const lead = backTo(mind, chance, entry, age, mine);
  // Without a lead-in, a late answer would be a riddle.
  if (age > 1 && lead === "") return null;
  const isKnown = isRaisedBy(mind, fact) || mind.resisted.has(fact.index);
  const strength = Math.abs(weightOf(mind, mine)) * (0.5 + 0.6 * mind.seat.persona.stubbornness);
  if (!mine.point.severe && !isKnown && Math.abs(mind.worth[fact.index] ?? 0) > strength) {
    const granted = stock(mind, chance, "grant", { name: firstName(to), short: fact.point.short });
    if (granted !== "") return { to, parts: [granted] };
  }
  const counter = answerOf(mind, mine, fact, chance);
  if (counter !== null) return { to, parts: [lead, counter], cites: [mine] };
  const { stays } = mine.point;
  return stays !== undefined && !used.has(stays) ? { to, parts: [lead, stays] } : null;
}

/** Act 4: a question that the member cannot answer itself. */
function ask(mind: Mind, chance: Chance, on: (fact: Fact) => boolean): Speech | null {
  const { asks } = voiceOf(mind);
  for (const { fact, entry } of madeLately(mind, 2)) {
    const { ask: text, reply: known } = fact.point;
    if (text === undefined || known === undefined || mind.talk.used.has(text) || !on(fact)) continue;
    const by = typeof known === "string" ? undefined : mind.book.byId.get(known.with);
    const knows =
      by && (isWeighed(mind, by) || mind.talk.raised.has(by) || (by.point.shown && canSay(mind, by)));
    if (knows || isRaisedBy(mind, fact)) continue;
    if (chance.next() < asks * (by ? 1 : 0.25)) return { to: entry.speaker, parts: [text] };
  }
  return null;
}

/** The weightiest first, and those of the current issue before others. */
function unsaid(mind: Mind, fits: (fact: Fact) => boolean): Fact[] {
  const issue = mind.talk.log.findLast(({ said }) => said.length > 0)?.said[0]?.fact.point.issue;
  const weight = (fact: Fact) => Math.abs(weightOf(mind, fact)) * (fact.point.issue === issue ? 2 : 1);
  return mind.book.facts
    .filter((fact) => isWeighed(mind, fact) && !mind.talk.raised.has(fact) && canSay(mind, fact) && fits(fact))
    .sort((a, b) => weight(b) - weight(a));
}

function nextOf(mind: Mind, chance: Chance, fits: (fact: Fact) => boolean): Counter | null {
  const top = unsaid(mind, (fact) => isOnMySide(mind, fact) && fits(fact)).slice(0, 3);
  const draw = chance.next();
  const fact = top[Math.floor(draw * draw * top.length)];
  const text = fact && lineOf(mind, fact, chance);
  return fact && text ? { fact, text } : null;
}

const CONCEDES = 0.3;

/** Act 6: a new point; once a member a point of the other side. */
function raise(mind: Mind, chance: Chance, on: (fact: Fact) => boolean): Speech | null {
  const { talk, book } = mind;
  const raised = talk.log
    .flatMap(({ isMine, said }) => (isMine ? said : []))
    .filter(({ role }) => role === "line");
  if (raised.length >= voiceOf(mind).talk) return null;
  const hasConceded = raised.some(({ fact }) => !isOnMySide(mind, fact));
  if (talk.myTurns > 0 && !hasConceded && chance.next() < CONCEDES) {
    const [fact] = unsaid(mind, (each) => !isOnMySide(mind, each) && on(each));
    const lead = stock(mind, chance, besides(mind));
    const text = fact && lead && lineOf(mind, fact, chance);
    if (fact && text) return { parts: [lead, text], cites: [fact] };
  }
  const next = nextOf(mind, chance, on);
  if (next === null) return null;
  const { fact, text } = next;
  const last = talk.log.at(-1);
  const before = last && !last.isMine ? brought(last).at(-1)?.fact : undefined;
  const isTurning = before !== undefined && before.point.issue !== fact.point.issue;
  const said = (lead: string, to: string | null = null) => ({ to, parts: [lead, text], cites: [fact] });
  if (talk.myTurns === 0) return said(stock(mind, chance, "lean", { verdict: spoken(mind, mind.verdict) }));
  if (isTurning) {
    const turns = book.script.issues[fact.point.issue ?? ""] ?? [];
    const fresh = turns.filter((each) => !talk.log.some(({ content }) => content.includes(each)));
    return said(fresh.length > 0 ? chance.pick(fresh) : "");
  }
  if (!last || !before) return said("");
  const slots = { name: firstName(last.speaker), short: before.point.short };
  const lead = stock(mind, chance, isOnMySide(mind, before) ? "agree" : "heard", slots);
  // Without a word on it, the point answers no message.
  return said(lead, lead === "" ? null : last.speaker);
}

/** Act 7. */
function second(mind: Mind, chance: Chance, on: (fact: Fact) => boolean): Speech | null {
  const { answered } = mind.talk;
  const isFree = (fact: Fact) => isOnMySide(mind, fact) && isWeighed(mind, fact) && !answered.has(fact);
  const held = madeLately(mind, 2).find(({ fact, role }) => role === "line" && isFree(fact) && on(fact));
  const hasSeconded = mind.talk.log.some(({ isMine, said }) => isMine && said.length === 0);
  if (!held || hasSeconded) return null;
  const { speaker: to } = held.entry;
  const text = stock(mind, chance, "second", { name: firstName(to), short: held.fact.point.short });
  return text === "" ? null : { to, parts: [text] };
}

/** Act 8: the verdict, with its reason, its condition or what would change it, and goodbye. */
export function conclude(mind: Mind, chance: Chance): Speech {
  const { talk, reason, verdict } = mind;
  const isFresh = (text = "") => text !== "" && !talk.used.has(text);
  const raised = [...talk.raised.keys()];
  const open = raised.filter((fact) => !isOnMySide(mind, fact) && isFresh(fact.point.condition));
  const grave = isConditional(mind) ? heaviestOf(mind, open) : null;
  const short = reason && raised.includes(reason) ? reason.point.short : undefined;
  const parts = [
    stock(mind, chance, "vote", { verdict: spoken(mind, verdict) }, true),
    short === undefined ? "" : stock(mind, chance, "because", { short }),
    grave?.point.condition ?? (isFresh(reason?.point.change) ? (reason?.point.change ?? "") : ""),
  ];
  return { parts, isStated: true, withdrawn: true };
}
