import { lookUpKey } from "../lists.ts";
import type { Fact, Sentence } from "./book.ts";
import {
  byWeight,
  type Chance,
  changeOf,
  type HeardEntry,
  isConditional,
  isRaisedBy,
  isWeighed,
  type Mind,
  settle,
  supports,
  weightOf,
} from "./mind.ts";
import { answerOf, besides, firstName, lineOf, type Speech, spoken, stock } from "./say.ts";

type Floor = {
  mind: Mind;
  chance: Chance;
  /** The only facts to be raised, such as those of one topic. */
  on: (fact: Fact) => boolean;
};

/** A sentence of another member, and its age in messages. */
export type Made = Sentence & { entry: HeardEntry; age: number };

/** What to say about one sentence of another member; null for nothing. */
type Act = (floor: Floor, made: Made) => Speech | null;

/** The first act that applies. Null if there is nothing left to say. */
export function choose(mind: Mind, chance: Chance, on: Floor["on"] = () => true): Speech | null {
  const { talk, scenario } = mind;
  const floor = { mind, chance, on };
  // After its turns, or when most have left, a member only replies, changes its mind or concludes.
  const isDone = talk.myTurns > voiceOf(mind).talk || 2 * talk.gone.size > scenario.members.length;
  const argue = () =>
    onSentences(floor, [respond, ask, answer]) ?? raise(floor) ?? onSentences(floor, [second]);
  const speech =
    toPerson(floor) ?? onSentences(floor, [reply]) ?? change(floor) ?? (isDone ? null : argue());
  const to = speech?.to && !talk.gone.has(speech.to) ? speech.to : null;
  return speech && { ...speech, to, isStated: speech.isStated || !hasStated(mind) };
}

const hasStated = ({ talk, me }: Mind) => talk.verdicts.has(me);

/** By act, the last sentence first. */
function onSentences(floor: Floor, acts: readonly Act[]): Speech | null {
  const made = madeBefore(floor.mind, 4);
  for (const act of acts)
    for (const each of made) {
      const speech = act(floor, each);
      if (speech) return speech;
    }
  return null;
}

/** The sentences in the last messages of others, the last message first. */
export function madeBefore({ talk: { log } }: Mind, most: number): readonly Made[] {
  const others = log.filter(({ isMine }) => !isMine).slice(-most);
  return others.reverse().flatMap((entry) => {
    const age = log.length - 1 - log.lastIndexOf(entry);
    return entry.heard.map((each) => ({ ...each, entry, age }));
  });
}

function voiceOf({ book, seat }: Mind) {
  return lookUpKey(book.script.voices, seat.persona.id) ?? book.script.voices.common;
}

const isOnMySide = (mind: Mind, fact: Fact) => supports(mind, fact) > 0;
const canSay = (mind: Mind, { index }: Fact) => mind.known[index] === true;

export const isPoint = ({ role }: Sentence) => role === "line" || role === "answer";
const isSinceMine = ({ talk: { log } }: Mind, { age }: Made) =>
  age < log.length - 1 - log.findLastIndex(({ isMine }) => isMine);
/** Made in the last two messages, or in the last four to the member. */
const isFreshPoint = (mind: Mind, made: Made) =>
  isPoint(made) && made.age < (made.entry.to === mind.me ? 4 : 2);

/** A lead-in that names an earlier message; "" after the last one. */
function backTo({ mind, chance }: Floor, { entry, age }: Made, { point }: Fact): string {
  return age === 0
    ? ""
    : stock(mind, chance, "back", { name: firstName(entry.speaker), short: point.short });
}

type Counter = { fact: Fact; text: string };

/** Unsaid sentences that answer a point from the member's side. */
export function countersTo(mind: Mind, against: Fact, chance: Chance): readonly Counter[] {
  return mind.book.facts.flatMap((fact) => {
    const text =
      canSay(mind, fact) && isOnMySide(mind, fact) ? answerOf(mind, fact, against, chance) : null;
    return text === null ? [] : [{ fact, text }];
  });
}

/** A person asked or named something that no member has answered. */
function toPerson({ mind, chance }: Floor): Speech | null {
  const { log } = mind.talk;
  const { prepared } = mind.book.script.voices.common;
  const at = log.findLastIndex(({ named }) => named !== null);
  const { id, speaker: to = "", content = "", named } = log[at] ?? {};
  const since = log.slice(at + 1);
  const takes = (each: HeardEntry) =>
    each.to === to ||
    each.heard.some(({ fact }) => named?.includes(fact)) ||
    prepared.includes(each.content);
  if (!named || since.length > 2 || since.some(takes)) return null;
  for (const fact of named) {
    const [counter] = isOnMySide(mind, fact) ? [] : countersTo(mind, fact, chance);
    const text = counter?.text ?? (canSay(mind, fact) ? lineOf(mind, fact, chance) : null);
    if (text !== null) return { to, parts: [text], cites: [counter?.fact ?? fact] };
  }
  // A member of the meeting says much that asks nothing of a simulated member.
  if (named.length > 0 || (id !== "" && !content.includes("?"))) return null;
  return { to, parts: [stock(mind, chance, "prepared", { name: firstName(to) }, true)] };
}

/** The reply to a question, if one is open. */
export function replyIn(mind: Mind, chance: Chance): Speech | null {
  return onSentences({ mind, chance, on: () => true }, [reply]);
}

/** Act 1: answers a question, by a point, by what the documents lack, or by what the member's own papers lack. */
function reply(floor: Floor, made: Made): Speech | null {
  const { mind, chance } = floor;
  const { fact, role, entry } = made;
  const { reply: known } = fact.point;
  const isForMe = entry.to === mind.me;
  if (
    role !== "ask" ||
    known === undefined ||
    !(entry.to === null || isForMe || canSay(mind, fact))
  )
    return null;
  const { says, with: by } = typeof known === "string" ? { says: known, with: "" } : known;
  const point = mind.book.byId.get(by);
  if (mind.talk.used.has(says)) return null;
  if (point === undefined || canSay(mind, point))
    return {
      to: entry.speaker,
      parts: [backTo(floor, made, fact), says],
      cites: point ? [point] : [],
    };
  const unknown =
    made.age === 0 && isForMe && stock(mind, chance, "unknown", { name: firstName(entry.speaker) });
  return unknown ? { to: entry.speaker, parts: [unknown] } : null;
}

/** Act 2: a change of mind. */
function change({ mind, chance }: Floor): Speech | null {
  const { myTurns, log, used } = mind.talk;
  // A member that has just changed its verdict argues for it first.
  const isFresh = myTurns > 1 && log.findLast(({ isMine }) => isMine)?.verdict !== null;
  const found = !hasStated(mind) || isFresh ? null : changeOf(mind);
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

/** Act 3: the member's own point was answered: yield and name another one, counter, or stay with it. */
function respond(floor: Floor, made: Made): Speech | null {
  const { mind, chance } = floor;
  const { fact, against: mine, entry, age } = made;
  if (!mine || entry.to !== mind.me || !isSinceMine(mind, made) || !isRaisedBy(mind, mine))
    return null;
  if (!isOnMySide(mind, mine)) return null;
  const { speaker: to } = entry;
  // Without a lead-in, a late answer would be a riddle.
  const lead = backTo(floor, made, mine);
  if (age > 0 && (lead === "" || mind.talk.answered.has(fact))) return null;
  const isKnown = isRaisedBy(mind, fact) || mind.resisted.has(fact.index);
  const strength = Math.abs(weightOf(mind, mine)) * (0.5 + 0.6 * mind.seat.persona.stubbornness);
  if (!isKnown && Math.abs(mind.worth[fact.index] ?? 0) > strength) {
    const granted = stock(mind, chance, "grant", { name: firstName(to), short: fact.point.short });
    const other = granted === "" ? null : nextOf(floor);
    if (other) return { to, parts: [granted, other.text], cites: [other.fact] };
  }
  const counter = answerOf(mind, mine, fact, chance);
  if (counter !== null) return { to, parts: [lead, counter], cites: [mine] };
  const { stays } = mine.point;
  return stays !== undefined && !mind.talk.used.has(stays) ? { to, parts: [lead, stays] } : null;
}

/** Act 4: a question that the member cannot answer itself. */
function ask({ mind, chance, on }: Floor, made: Made): Speech | null {
  const { fact, entry } = made;
  const { ask: text, reply: known } = fact.point;
  const { talk } = mind;
  if (!isPoint(made) || made.age > 0 || talk.gone.has(entry.speaker)) return null;
  if (text === undefined || known === undefined || talk.used.has(text)) return null;
  const by = typeof known === "string" ? undefined : mind.book.byId.get(known.with);
  const knows = by && (isWeighed(mind, by) || talk.raised.has(by));
  if (knows || !on(fact) || isRaisedBy(mind, fact)) return null;
  return chance.next() < voiceOf(mind).asks * (by ? 1.8 : 0.4)
    ? { to: entry.speaker, parts: [text] }
    : null;
}

const MOST_SAID = 2;

/** Act 5: answers a point of the other side. */
function answer(floor: Floor, made: Made): Speech | null {
  const { mind, chance } = floor;
  const { fact, entry } = made;
  const { talk } = mind;
  const isAnswered = mind.resisted.has(fact.index) || (talk.answered.get(fact) ?? 0) >= MOST_SAID;
  if (!isFreshPoint(mind, made) || isOnMySide(mind, fact) || isAnswered) return null;
  if (made.against && isRaisedBy(mind, made.against) && !isSinceMine(mind, made)) return null;
  const last = talk.log.slice(-3).flatMap(({ heard }) => heard.map((each) => each.fact));
  const usable = countersTo(mind, fact, chance).filter(({ fact: own }) => {
    const isSpent = last.includes(own) || (talk.raised.get(own) ?? []).length >= MOST_SAID;
    return !isSpent && !isRaisedBy(mind, own) && (isWeighed(mind, own) || talk.myTurns > 0);
  });
  const [counter] = usable.sort((a, b) => byWeight(mind)(a.fact, b.fact));
  if (!counter) return null;
  return {
    to: entry.speaker,
    parts: [backTo(floor, made, fact), counter.text],
    cites: [counter.fact],
  };
}

/** The weightiest first, and those of the current issue before others. */
function unsaid({ mind, on }: Floor, fits: (fact: Fact) => boolean): Fact[] {
  const issue = mind.talk.log.findLast(({ heard }) => heard.length > 0)?.heard[0]?.fact.point.issue;
  const weight = (fact: Fact) =>
    Math.abs(weightOf(mind, fact)) * (fact.point.issue === issue ? 2 : 1);
  return mind.book.facts
    .filter((fact) => isWeighed(mind, fact) && !mind.talk.raised.has(fact) && canSay(mind, fact))
    .filter((fact) => on(fact) && fits(fact))
    .sort((a, b) => weight(b) - weight(a));
}

function nextOf(floor: Floor): Counter | null {
  const { mind, chance } = floor;
  const top = unsaid(floor, (fact) => isOnMySide(mind, fact)).slice(0, 3);
  const draw = chance.next();
  const fact = top[Math.floor(draw * draw * top.length)];
  const text = fact && lineOf(mind, fact, chance);
  return fact && text ? { fact, text } : null;
}

const CONCEDES = 0.3;

/** Act 6: a new point; once a member a point of the other side. */
function raise(floor: Floor): Speech | null {
  const { mind, chance } = floor;
  const { talk } = mind;
  const raised = talk.log.flatMap(({ isMine, heard }) =>
    isMine ? heard.filter(({ role }) => role === "line") : [],
  );
  if (raised.length >= voiceOf(mind).talk) return null;
  const hasConceded = raised.some(({ fact }) => !isOnMySide(mind, fact));
  if (raised.length > 0 && !hasConceded && chance.next() < CONCEDES) {
    const [fact] = unsaid(floor, (each) => !isOnMySide(mind, each));
    const lead = stock(mind, chance, besides(mind));
    const text = fact && lead && lineOf(mind, fact, chance);
    if (fact && text) return { parts: [lead, text], cites: [fact] };
  }
  const next = nextOf(floor);
  if (next === null) return null;
  const { lead, to } = leadTo(floor, next.fact);
  return { to, parts: [lead, next.text], cites: [next.fact] };
}

/** The member's own verdict, a turn to another issue, or a word on the last point. Without one the point has no addressee. */
function leadTo({ mind, chance }: Floor, { point }: Fact): { lead: string; to: string | null } {
  const { talk, book } = mind;
  if (!hasStated(mind))
    return { lead: stock(mind, chance, "lean", { verdict: spoken(mind, mind.verdict) }), to: null };
  const last = talk.log.at(-1);
  const before = last?.isMine === false ? last.heard.findLast(isPoint)?.fact : undefined;
  if (!last || !before) return { lead: "", to: null };
  if (before.point.issue !== point.issue) {
    const turns = book.script.issues[point.issue ?? ""] ?? [];
    const fresh = turns.filter((each) => !talk.log.some(({ content }) => content.includes(each)));
    return { lead: fresh.length > 0 ? chance.pick(fresh) : "", to: null };
  }
  const slots = { name: firstName(last.speaker), short: before.point.short };
  const lead = stock(mind, chance, isOnMySide(mind, before) ? "agree" : "heard", slots);
  return { lead, to: lead === "" ? null : last.speaker };
}

function second({ mind, chance, on }: Floor, made: Made): Speech | null {
  const { fact, role, entry } = made;
  const isFree =
    isOnMySide(mind, fact) && isWeighed(mind, fact) && !mind.talk.answered.has(fact) && on(fact);
  const hasSeconded = mind.talk.log.some(
    ({ isMine, heard, to }) => isMine && heard.length === 0 && to !== null,
  );
  if (role !== "line" || !isFreshPoint(mind, made) || !isFree || hasSeconded) return null;
  const text = stock(mind, chance, "second", {
    name: firstName(entry.speaker),
    short: fact.point.short,
  });
  return text === "" ? null : { to: entry.speaker, parts: [text] };
}

/** The last word where each member has one: a change of mind, or the verdict. */
export function lastWord(mind: Mind, chance: Chance): Speech {
  return (
    change({ mind, chance, on: () => true }) ?? { ...conclude(mind, chance), withdrawn: false }
  );
}

/** Act 8: the verdict, with its reason, its condition or what would change it, and goodbye. */
export function conclude(mind: Mind, chance: Chance): Speech {
  const { talk, reason, verdict } = mind;
  const fresh = (text = "") => (talk.used.has(text) ? "" : text);
  const raised = [...talk.raised.keys()];
  const open = raised.filter((fact) => !isOnMySide(mind, fact) && fresh(fact.point.condition));
  const worth = ({ index }: Fact) => Math.abs(mind.worth[index] ?? 0);
  const [grave] = isConditional(mind) ? open.sort((a, b) => worth(b) - worth(a)) : [];
  // A new reason is stated whole, since its short name would not be understood.
  const line = reason === null || raised.includes(reason) ? null : lineOf(mind, reason, chance);
  // After two conclusions a third is brief.
  const isBrief =
    line === null && talk.log.slice(-2).every(({ speaker }) => talk.gone.has(speaker));
  const why = line ?? (isBrief && grave ? "" : because(mind, chance));
  const end = grave?.point.condition ?? (isBrief ? "" : fresh(reason?.point.change));
  const vote = stock(mind, chance, "vote", { verdict: spoken(mind, verdict) }, true);
  return {
    parts: [vote, why, end],
    cites: line && reason ? [reason] : [],
    isStated: true,
    withdrawn: true,
  };
}

/** The short name of the reason, together with a member who has just given the same one. */
function because(mind: Mind, chance: Chance): string {
  const short = mind.reason?.point.short;
  if (short === undefined) return "";
  const others = mind.talk.log
    .slice(-5)
    .filter(({ isMine, verdict }) => !isMine && verdict === mind.verdict);
  const same = others.find(({ content }) => content.includes(short));
  const joined = same
    ? stock(mind, chance, "second", { name: firstName(same.speaker), short })
    : "";
  return joined || stock(mind, chance, "because", { short });
}
