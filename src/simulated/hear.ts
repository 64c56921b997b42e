import { NO_CONTENT } from "../engine/scaffold/message.ts";
import { readRendered, splitMessages } from "../engine/scaffold/parse.ts";
import { decodeText } from "../text/entities.ts";
import { type Fact, isReadable, type Sentence } from "./book.ts";
import { leadsTo, type Mind, settle } from "./mind.ts";
import { MASK } from "./say.ts";

type Heard = Omit<ReturnType<typeof readRendered>, "parse" | "flags" | "furtherSpeakers"> & {
  isPerson?: boolean;
};

const PERSON = /^<(Interjection|Whisper) from="([^"]*)">([\s\S]*?)<\/\1>/gm;

export function hear(part: string): readonly Heard[] {
  const heard: Heard[] = [];
  let read = 0;
  const readTo = (end: number) =>
    heard.push(...splitMessages(part.slice(read, end)).map(readRendered));
  if (part.includes("<Interjection ") || part.includes("<Whisper "))
    for (const { 0: whole, 2: from = "", 3: text = "", index } of part.matchAll(PERSON)) {
      readTo(index);
      const [speaker, content] = [decodeText(from), decodeText(text)];
      heard.push({ ...NO_CONTENT, id: "", pass: false, isPerson: true, speaker, content });
      read = index + whole.length;
    }
  readTo(part.length);
  return heard;
}

export function takeIn(mind: Mind, said: Heard): void {
  const { talk, book } = mind;
  const {
    id,
    speaker,
    to,
    content,
    verdict,
    reasoning,
    movedBy,
    pass,
    withdrawn,
    artifacts,
    isPerson,
  } = said;
  if (pass || (!isPerson && !isMember(mind, speaker))) return;
  const isMine = speaker === mind.me;
  const heard = isPerson ? [] : book.sentencesIn(content);
  const isOwnWords = isPerson || (heard.length === 0 && !isMine && !book.isStock(content));
  const cited = artifacts.flatMap((each) => (each.kind === "citation" ? [each.ref] : [])).join(" ");
  const named = isOwnWords ? book.namedIn(`${content} ${cited}`) : null;
  if (verdict !== null) talk.verdicts.set(speaker, verdict);
  if (withdrawn) talk.gone.add(speaker);
  if (isMine) talk.myTurns++;
  for (const each of heard) hearSentence(mind, each, { speaker, id, isMine });
  const quoted = named && book.namedIn(cited);
  for (const fact of named ?? [])
    if ((quoted?.includes(fact) || isHeardOf(mind, fact, content)) && learn(mind, fact, speaker))
      mind.news.push({ fact, from: speaker, message: id, passage: firstWords(content) });
  const mover = movedBy && talk.log.findLast((each) => each.id === movedBy.message);
  const by = movedBy ? book.sentencesIn(movedBy.passage)[0]?.fact : undefined;
  if (mover && by) talk.moves.set(by, (talk.moves.get(by) ?? 0) + 1);
  if (isMine && by) mind.moved.add(by);
  if (isMine && verdict !== null) {
    settle(mind, verdict, by ?? book.reasonIn(reasoning));
    for (const { text } of book.sentencesIn(reasoning ?? "")) talk.used.add(text);
  }
  talk.log.push({ id, speaker, to, content, verdict, heard, named, isMine });
}

/** Agents, such as an arbiter, speak of the meeting and not of the matter. */
function isMember({ scenario }: Mind, speaker: string): boolean {
  return MASK.test(speaker) || scenario.members.some(({ persona }) => persona.name === speaker);
}

/** The member has the line, or was read its words. */
function isHeardOf({ seat, scenario }: Mind, fact: Fact, text: string): boolean {
  return isReadable(fact, seat, scenario) || text.includes(fact.point.quote);
}

/** A short passage of a person's words, shown as the reason of a move. */
const firstWords = (content: string) => content.split(/(?<=[.?!])\s/)[0] ?? content;

type Speaker = { speaker: string; id: string; isMine: boolean };

function hearSentence(mind: Mind, sentence: Sentence, { speaker, id, isMine }: Speaker): void {
  const { fact, role, against, text } = sentence;
  const { talk, factor, resisted } = mind;
  talk.used.add(text);
  const weaken = (index: number, by: number) => {
    factor[index] = (factor[index] ?? 0) * by;
  };
  const brings = role === "line" || role === "answer" || role === "reply";
  if (brings) talk.raised.set(fact, [...(talk.raised.get(fact) ?? []), speaker]);
  if (against) talk.answered.set(against, (talk.answered.get(against) ?? 0) + 1);
  if (isMine) {
    if (brings && role !== "reply" && factor[fact.index] === 0) factor[fact.index] = 1;
    if (against && !resisted.has(against.index)) {
      resisted.add(against.index);
      weaken(against.index, 0.4);
    }
    return;
  }
  const isNews = brings && learn(mind, fact, speaker);
  const isAccepted = (factor[fact.index] ?? 0) > 0 && !resisted.has(fact.index);
  const isWeakened = against !== undefined && isAccepted;
  if (isWeakened) weaken(against.index, 0.6);
  if (isNews || (isWeakened && (factor[against.index] ?? 0) > 0))
    mind.news.push({ fact, from: speaker, message: id, passage: text });
}

const LEAST_BEARING = 0.2;
const LEAST_PRIORITY = 5;

/** A fact counts if it is new, its speaker is on the side it supports, and it bears on something the member cares for. */
export function learn(mind: Mind, fact: Fact, from: string): boolean {
  const { factor, known, resisted, priorities, seat, talk } = mind;
  const verdict = talk.verdicts.get(from);
  known[fact.index] = true;
  if (resisted.has(fact.index) || verdict === undefined) return false;
  const isNew = factor[fact.index] === 0 && !talk.heard.has(fact);
  talk.heard.add(fact);
  const cares = fact.bears.some(
    (each, at) => Math.abs(each) >= LEAST_BEARING && (priorities[at] ?? 0) >= LEAST_PRIORITY,
  );
  const counts = isNew && cares && leadsTo(mind, fact, verdict);
  if (counts) factor[fact.index] = 3.6 * (1.25 - seat.persona.stubbornness);
  return counts;
}
