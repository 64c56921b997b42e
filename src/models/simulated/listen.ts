import type { Fact } from "./book.ts";
import { type Found, foundIn, type Heard } from "./heard.ts";
import { discount, heed, type Mind, scoreOf, sideOf } from "./mind.ts";
import type { Talk } from "./talk.ts";

/** Takes in one thing said, one's own words included, in the order in which they were said. */
export function takeIn(mind: Mind, heard: Heard, isAgent: boolean): void {
  const { talk, book } = mind;
  talk.order++;
  const found = foundIn(book, heard);
  if (heard.kind !== "message") {
    const facts = found.mentioned;
    talk.remarks.push({ from: heard.from, facts, order: talk.order, by: heard.kind, taken: false });
    // What comes in is read as all else was; a person's words press what they name.
    if (heard.kind !== "document")
      for (const fact of facts) heed(mind, fact, heard.kind === "whisper" ? 0.9 : 0.7);
    return;
  }
  const isAsked = found.asked?.asking == null || !talk.said.includes(found.asked.asking);
  talk.said += ` ${heard.content.toLowerCase()}`;
  if (isAgent) {
    if (talk.myVerdict === null && heard.content.includes(mind.me)) talk.isReminded = true;
    return;
  }
  if (heard.pass) return;
  const { speaker } = heard;
  talk.words.push({ speaker, content: heard.content, order: talk.order });
  talk.spoke.set(speaker, (talk.spoke.get(speaker) ?? 0) + 1);
  if (heard.verdict !== null) talk.verdicts.set(speaker, heard.verdict);
  noteQuestions(talk, heard, found, isAsked);
  for (const { id, text } of book.requirements) if (heard.content.includes(text)) talk.requirements.add(id);
  for (const remark of talk.remarks)
    if (remark.by !== "whisper" && remark.facts.some((fact) => speaksOf(found, fact))) remark.taken = true;
  if (speaker === mind.me) takeOwn(mind, heard, found);
  else takeOthers(mind, heard, found);
  noteClaims(mind, heard, found);
}

function speaksOf({ cited, mentioned }: Found, fact: Fact): boolean {
  return mentioned.includes(fact) || cited.some((each) => each.fact === fact);
}

type Message = Extract<Heard, { kind: "message" }>;

/** Whoever speaks to somebody has answered what that one asked; whoever has left neither waits nor answers. */
function noteQuestions({ questions, gone, order }: Talk, heard: Message, found: Found, isNew: boolean): void {
  const { speaker, to, withdrawn } = heard;
  const answered = questions.findIndex(
    (each) =>
      each.to === speaker && (each.from === to || found.asked === each.fact || speaksOf(found, each.fact)),
  );
  if (answered !== -1) questions.splice(answered, 1);
  if (isNew && to !== null && to !== speaker && found.asked !== null)
    questions.push({ from: speaker, to, fact: found.asked, isItsOwn: found.isItsOwn, order });
  if (!withdrawn) return;
  gone.add(speaker);
  const left = questions.filter(({ from, to: of }) => from !== speaker && of !== speaker);
  questions.splice(0, questions.length, ...left);
}

function noteClaims({ talk, book }: Mind, { speaker, id }: Message, { cited, mentioned }: Found): void {
  for (const fact of mentioned)
    for (const claim of talk.claims) if (claim.fact === fact && claim.speaker !== speaker) claim.answers++;
  for (const { fact, quote } of cited) {
    talk.used.add(fact.index);
    const field = talk.fields.get(speaker) ?? book.criteria.map(() => 0);
    field[fact.criterion]!++;
    talk.fields.set(speaker, field);
    const said = { speaker, message: id, passage: quote, order: talk.order };
    talk.claims.push({ fact, ...said, answers: 0, answeredByMe: false });
  }
}

function takeOwn(mind: Mind, heard: Message, { cited, mentioned }: Found): void {
  const { talk } = mind;
  talk.myMessages++;
  talk.challenge = null;
  talk.isReminded = false;
  if (heard.verdict !== null) {
    talk.myVerdict = heard.verdict;
    talk.pushes = [];
  }
  for (const { index } of [...cited.map(({ fact }) => fact), ...mentioned])
    talk.voiced.set(index, (talk.voiced.get(index) ?? 0) + 1);
  for (const { fact } of cited) {
    talk.mine.add(fact.index);
    mind.attention[fact.index] = Math.max(mind.attention[fact.index]!, 1.1);
  }
  mind.score = scoreOf(mind);
  for (const claim of talk.claims) if (mentioned.includes(claim.fact)) claim.answeredByMe = true;
  for (const remark of talk.remarks) if (remark.by === "whisper") remark.taken = true;
}

/** Trust in a speaker on a criterion: those who keep coming back to a field are heard on it. */
function trustIn({ talk }: Mind, speaker: string, criterion: number): number {
  return 0.55 + 0.1 * Math.min(3, talk.fields.get(speaker)?.[criterion] ?? 0);
}

function takeOthers(mind: Mind, heard: Message, { cited, mentioned }: Found): void {
  const { talk } = mind;
  talk.last = heard.speaker;
  for (const each of cited) {
    const trust = trustIn(mind, heard.speaker, each.fact.criterion);
    pushed(mind, heard, each, () => heed(mind, each.fact, trust));
  }
  for (const fact of mentioned) {
    const counter = cited.find((each) => isCounter(mind, each.fact, fact));
    if (counter === undefined) continue;
    const trust = trustIn(mind, heard.speaker, counter.fact.criterion);
    pushed(mind, heard, counter, () => discount(mind, fact, trust));
  }
  const challenge = challengeIn(mind, cited, mentioned);
  if (challenge !== null) talk.challenge = { from: heard.speaker, ...challenge };
}

/** What is set against something that one has said oneself: what the casebook holds against it before all else. */
function challengeIn(
  mind: Mind,
  cited: Found["cited"],
  mentioned: readonly Fact[],
): { readonly fact: Fact; readonly mine: Fact } | null {
  if (cited.length === 0) return null;
  const { talk, book } = mind;
  const brought = cited.map(({ fact }) => fact);
  const named = mentioned.filter(({ index }) => talk.mine.has(index));
  for (const mine of named) {
    const fact = [...brought, ...mentioned].find(({ index }) => mine.against.includes(index));
    if (fact !== undefined) return { fact, mine };
  }
  for (const fact of brought) {
    const at = fact.against.find((index) => talk.mine.has(index));
    if (at !== undefined) return { fact, mine: book.facts[at]! };
  }
  for (const mine of named) {
    const fact = brought.find((each) => isCounter(mind, each, mine));
    if (fact !== undefined) return { fact, mine };
  }
  return null;
}

/** Whether a fact stands against another: as the casebook has it, or on the same criterion the other way. */
export function isCounter(mind: Mind, fact: Fact, other: Fact): boolean {
  if (fact.against.includes(other.index)) return true;
  return fact.criterion === other.criterion && sideOf(mind, fact) !== sideOf(mind, other);
}

function pushed(mind: Mind, heard: Message, { fact, quote }: Found["cited"][number], change: () => void): void {
  const before = mind.score;
  change();
  const by = mind.score - before;
  if (by === 0) return;
  mind.talk.pushes.push({ from: heard.speaker, fact, change: by, message: heard.id, passage: quote });
}
