import type { Fact } from "./book.ts";
import { type FactsFound, foundIn, type Heard, type Quoted } from "./heard.ts";
import { discount, heed, type Mind, scoreOf, sideOf } from "./mind.ts";
import type { Challenge, Talk } from "./talk.ts";

/** How much one is moved by what comes from where. */
const TRUST = { message: 0.65, interjection: 0.7, whisper: 0.9 };

/** Takes in one thing said, one's own words included, in the order in which they were said. */
export function takeIn(mind: Mind, heard: Heard, isAgent: boolean): void {
  const { talk } = mind;
  talk.order++;
  const found = foundIn(mind.book, heard);
  if (heard.kind !== "message") {
    const facts = found.mentioned;
    talk.remarks.push({ facts, by: heard.kind, taken: false });
    // What comes in is read as all else was; a person's words press what they name.
    if (heard.kind !== "document") for (const fact of facts) heed(mind, fact, TRUST[heard.kind]);
    return;
  }
  const isNew = found.asked?.asking == null || !talk.said.includes(found.asked.asking);
  talk.said += ` ${found.said}`;
  if (isAgent) {
    if (talk.myVerdict === null && heard.content.includes(mind.me)) talk.isReminded = true;
    return;
  }
  if (heard.pass) return;
  const { speaker, verdict, content } = heard;
  talk.words.push({ speaker, content, order: talk.order });
  talk.spoke.set(speaker, (talk.spoke.get(speaker) ?? 0) + 1);
  if (verdict !== null) talk.verdicts.set(speaker, verdict);
  noteQuestions(talk, heard, found, isNew);
  for (const id of found.requirements) talk.requirements.add(id);
  for (const remark of talk.remarks)
    if (remark.by !== "whisper" && remark.facts.some((fact) => speaksOf(found, fact))) remark.taken = true;
  if (speaker === mind.me) takeOwn(mind, heard, found);
  else takeOthers(mind, heard, found);
  for (const claim of talk.claims)
    if (claim.speaker !== speaker && found.mentioned.includes(claim.fact)) claim.answers++;
  for (const { fact, quote: passage } of found.cited) {
    talk.used.add(fact.index);
    const said = { fact, speaker, passage, message: heard.id, order: talk.order };
    talk.claims.push({ ...said, answers: 0, answeredByMe: false });
  }
}

function speaksOf({ cited, mentioned }: FactsFound, fact: Fact): boolean {
  return mentioned.includes(fact) || cited.some((each) => each.fact === fact);
}

type MessageHeard = Extract<Heard, { kind: "message" }>;

/** Whoever speaks to somebody has answered what that one asked; whoever has left neither waits nor answers. */
function noteQuestions(
  talk: Talk,
  { speaker, to, withdrawn }: MessageHeard,
  found: FactsFound,
  isNew: boolean,
): void {
  const answered = talk.questions.find(
    (each) =>
      each.to === speaker && (each.from === to || found.asked === each.fact || speaksOf(found, each.fact)),
  );
  talk.questions = talk.questions.filter((each) => each !== answered);
  if (isNew && to !== null && to !== speaker && found.asked !== null)
    talk.questions.push({ from: speaker, to, fact: found.asked, isItsOwn: found.isItsOwn });
  if (!withdrawn) return;
  talk.gone.add(speaker);
  talk.questions = talk.questions.filter(({ from, to: of }) => from !== speaker && of !== speaker);
}

function takeOwn(mind: Mind, { verdict }: MessageHeard, { cited, mentioned }: FactsFound): void {
  const { talk, attention } = mind;
  talk.myMessages++;
  talk.challenge = null;
  talk.isReminded = false;
  if (verdict !== null) {
    talk.myVerdict = verdict;
    talk.pushes = [];
  }
  const own = cited.map(({ fact }) => fact);
  for (const { index } of [...own, ...mentioned]) talk.voiced.set(index, (talk.voiced.get(index) ?? 0) + 1);
  for (const { index } of own) {
    talk.mine.add(index);
    attention[index] = Math.max(attention[index] ?? 0, 1.1);
  }
  mind.score = scoreOf(mind);
  for (const claim of talk.claims) if (mentioned.includes(claim.fact)) claim.answeredByMe = true;
  for (const remark of talk.remarks) if (remark.by === "whisper") remark.taken = true;
}

function takeOthers(mind: Mind, heard: MessageHeard, { cited, mentioned }: FactsFound): void {
  const { talk } = mind;
  talk.last = heard.speaker;
  talk.isAddressed = heard.to === mind.me;
  const said = { speaker: heard.speaker, passage: "", message: heard.id, order: talk.order };
  talk.spokenOf =
    cited.length > 0 ? [] : mentioned.map((fact) => ({ fact, ...said, answers: 0, answeredByMe: false }));
  const pushed = ({ fact, quote: passage }: Quoted, take: () => void) => {
    const before = mind.score;
    take();
    const change = mind.score - before;
    if (change !== 0) talk.pushes.push({ from: heard.speaker, fact, change, message: heard.id, passage });
  };
  for (const each of cited) pushed(each, () => heed(mind, each.fact, TRUST.message));
  for (const fact of mentioned) {
    const counter = cited.find((each) => each.fact.against.includes(fact.index));
    if (counter !== undefined) pushed(counter, () => discount(mind, fact, TRUST.message));
  }
  const challenge = challengeIn(mind, cited, mentioned);
  if (challenge !== null) talk.challenge = { from: heard.speaker, ...challenge };
}

/** What a message sets against something that one has said oneself: what the casebook does before what merely speaks the other way. */
function challengeIn(
  mind: Mind,
  cited: FactsFound["cited"],
  mentioned: readonly Fact[],
): Omit<Challenge, "from"> | null {
  const { talk, book } = mind;
  const brought = cited.map(({ fact }) => fact);
  const isMine = ({ index }: Fact) => talk.mine.has(index);
  const named = mentioned.filter(isMine).flatMap((mine) => brought.map((fact) => ({ fact, mine })));
  // In the order of the book, which is that of their indexes.
  const linked = brought.flatMap((fact) =>
    fact.against.flatMap((index) => book.facts[index] ?? []).map((mine) => ({ fact, mine })),
  );
  return (
    named.find(({ fact, mine }) => fact.against.includes(mine.index)) ??
    linked.find(({ mine }) => isMine(mine)) ??
    named.find(({ fact, mine }) => isCounter(mind, fact, mine)) ??
    null
  );
}

/** Whether a fact stands against another: as the casebook has it, or on the same criterion the other way. */
export function isCounter(mind: Mind, fact: Fact, other: Fact): boolean {
  if (fact.against.includes(other.index)) return true;
  return fact.criterion === other.criterion && sideOf(mind, fact) !== sideOf(mind, other);
}
