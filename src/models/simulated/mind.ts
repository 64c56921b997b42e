import type { Scenario, Seat } from "../../scenario/scenario.ts";
import { type Beliefs, firstReading, hearAnswer, hearFact, scoreOf, type Temper, voice } from "./beliefs.ts";
import { areCounters, noteContrast } from "./contrasts.ts";
import type { Heard } from "./heard.ts";
import { optionFor } from "./ladder.ts";
import { holdsAnswer, noteAnswer, noteLeaving, noteQuestion, type OpenQuestion } from "./open-questions.ts";
import type { Casebook, Fact } from "./reading/casebook.ts";
import { noteReadings } from "./readings.ts";

/** A fact that somebody brought up, and what became of it. */
export type Claim = {
  readonly fact: Fact;
  readonly speaker: string;
  /** Id of the message, and its words for the fact. */
  readonly message: string;
  readonly passage: string;
  /** Nth message of the meeting. */
  readonly order: number;
  answers: number;
  answeredByMe: boolean;
};

/** A passage set against one's own. */
export type Challenge = {
  readonly from: string;
  readonly fact: Fact;
  readonly mine: Fact;
};

/** What moved the score since this member last spoke. */
export type Push = {
  readonly from: string;
  readonly fact: Fact;
  readonly change: number;
  /** The message that did it, and its words for the fact. */
  readonly message: string;
  readonly passage: string;
};

/** All that one member has made of the meeting so far; a function of what it was sent and of nothing else. */
export type Mind = {
  readonly seat: Seat;
  readonly me: string;
  readonly book: Casebook;
  readonly scenario: Scenario;
  readonly beliefs: Beliefs;
  score: number;
  order: number;
  readonly claims: Claim[];
  /** Facts already cited by anybody. */
  readonly used: Set<number>;
  readonly mine: Set<number>;
  /** Frames heard so far. */
  readonly traces: Set<number>;
  readonly verdicts: Map<string, string>;
  readonly gone: Set<string>;
  readonly spoke: Map<string, number>;
  /** How often each member cited each criterion. */
  readonly fields: Map<string, number[]>;
  readonly myField: number[];
  myMessages: number;
  myVerdict: string | null;
  /** As one gave them with it. */
  myReasons: string;
  mySaid: string[];
  /** Questions between any two of those present, oldest first. */
  readonly questions: OpenQuestion[];
  challenge: Challenge | null;
  /** By fact spoken of aloud: in favour (1) or against (-1). */
  readonly readings: Map<number, 1 | -1>;
  /** Facts that somebody has set beside another, to say which comes first. */
  readonly contrasted: Set<number>;
  pushes: Push[];
  /** The same since this member last stated a verdict, or since it began to read. */
  unsaid: Push[];
  /** What it held before anybody had spoken. */
  readonly firstLeaning: string;
  /** A notice since my last message named me as one without a verdict. */
  isReminded: boolean;
  isPressed: boolean;
};

type Setting = {
  readonly seat: Seat;
  readonly me: string;
  readonly book: Casebook;
  readonly scenario: Scenario;
  readonly weights: readonly number[];
  readonly meeting: string;
  /** How far beyond the middle the evidence must point for the side `for`; 0 without a burden of proof. */
  readonly burden: number;
};

export function openMind({ seat, me, book, scenario, weights, meeting, burden }: Setting): Mind {
  const { stubbornness, optimism } = seat.persona;
  const temper: Temper = { seat: seat.id, weights, most: Math.max(...weights), stubbornness, optimism };
  const beliefs = firstReading(temper, book, meeting, burden);
  const myField = book.yardsticks.map(() => 0);
  return {
    seat,
    me,
    book,
    scenario,
    beliefs,
    score: scoreOf(beliefs),
    order: 0,
    claims: [],
    used: new Set(),
    mine: new Set(),
    traces: new Set(),
    verdicts: new Map(),
    gone: new Set(),
    spoke: new Map(),
    fields: new Map([[me, myField]]),
    myField,
    myMessages: 0,
    myVerdict: null,
    myReasons: "",
    mySaid: [],
    questions: [],
    challenge: null,
    readings: new Map(),
    contrasted: new Set(),
    pushes: [],
    unsaid: [],
    firstLeaning: optionFor(scoreOf(beliefs), scenario.verdicts).id,
    isReminded: false,
    isPressed: false,
  };
}

/** Takes in one message, one's own included, in the order in which they were said. */
export function takeIn(mind: Mind, heard: Heard, isAgent: boolean): void {
  mind.order++;
  for (const trace of heard.traces) mind.traces.add(trace);
  if (isAgent) return takeNotice(mind, heard);
  if (heard.pass) return;
  const quotes = citedBy(mind.book, heard);
  const cited = quotes.map(({ fact }) => fact);
  const spokenOf = heard.lines.length === 0 ? NONE : spokenOfBy(mind, heard, cited);
  mind.spoke.set(heard.speaker, (mind.spoke.get(heard.speaker) ?? 0) + 1);
  if (heard.verdict !== null) mind.verdicts.set(heard.speaker, heard.verdict);
  if (heard.speaker !== mind.me || !isMereChange(mind, heard)) noteAnswer(mind, heard);
  noteQuestion(mind, heard, [...cited, ...spokenOf]);
  noteContrast(mind, heard, spokenOf);
  if (heard.withdrawn) {
    mind.gone.add(heard.speaker);
    noteLeaving(mind, heard.speaker);
  }
  if (heard.speaker === mind.me) takeOwn(mind, heard, cited, spokenOf);
  else takeOthers(mind, heard, quotes, spokenOf);
  for (const { fact, quote } of quotes) {
    mind.used.add(fact.index);
    const field = mind.fields.get(heard.speaker) ?? mind.book.yardsticks.map(() => 0);
    field[fact.criterion]!++;
    mind.fields.set(heard.speaker, field);
    const said = { speaker: heard.speaker, message: heard.id, passage: quote, order: mind.order };
    mind.claims.push({ fact, ...said, answers: 0, answeredByMe: false });
  }
}

/** Trust in a speaker on a criterion: those who keep coming back to a field are heard on it. */
export function trustIn(mind: Mind, speaker: string, criterion: number): number {
  return 0.55 + 0.1 * Math.min(3, mind.fields.get(speaker)?.[criterion] ?? 0);
}

export function leaning(mind: Mind): string {
  return optionFor(mind.score, mind.scenario.verdicts).id;
}

function takeNotice(mind: Mind, heard: Heard): void {
  if (mind.myVerdict === null && heard.content.includes(mind.me)) mind.isReminded = true;
  if (/\b(?:insist|final|last|limit|must|now)\b/i.test(heard.content)) mind.isPressed = true;
}

function takeOwn(mind: Mind, heard: Heard, cited: readonly Fact[], spokenOf: readonly Fact[]): void {
  mind.myMessages++;
  mind.mySaid.push(heard.content);
  mind.challenge = null;
  mind.isReminded = false;
  if (heard.verdict !== null) {
    mind.myVerdict = heard.verdict;
    mind.unsaid = [];
    mind.myReasons = heard.reasoning ?? "";
  }
  for (const fact of cited) {
    mind.mine.add(fact.index);
    voice(mind.beliefs, fact);
  }
  for (const claim of mind.claims) {
    if (claim.speaker === mind.me || !spokenOf.includes(claim.fact)) continue;
    claim.answers++;
    claim.answeredByMe = true;
  }
  noteReadings(mind, cited, spokenOf);
  mind.pushes = [];
  mind.score = scoreOf(mind.beliefs);
}

/** One's own change of mind, with which a question may have to wait for another turn. */
function isMereChange({ myVerdict }: Mind, { verdict, traces }: Heard): boolean {
  return verdict !== null && myVerdict !== null && verdict !== myVerdict && !holdsAnswer(traces);
}

function takeOthers(mind: Mind, heard: Heard, cited: readonly Quoted[], spokenOf: readonly Fact[]): void {
  const { beliefs } = mind;
  for (const each of cited) {
    hearFact(beliefs, each.fact, trustIn(mind, heard.speaker, each.fact.criterion));
    pushed(mind, heard, each);
  }
  for (const fact of spokenOf) {
    const answering = cited.find((each) => each.fact.polarity * fact.polarity < 0);
    if (answering !== undefined) {
      const counter = answering.fact;
      hearAnswer(beliefs, fact, trustIn(mind, heard.speaker, counter.criterion));
      pushed(mind, heard, answering);
      if (mind.mine.has(fact.index) && areCounters(mind.book, fact, counter))
        mind.challenge = { from: heard.speaker, fact: counter, mine: fact };
    }
    for (const claim of mind.claims)
      if (claim.fact === fact && claim.speaker !== heard.speaker) claim.answers++;
  }
}

function pushed(mind: Mind, heard: Heard, { fact, quote }: Quoted): void {
  const before = mind.score;
  mind.score = scoreOf(mind.beliefs);
  const change = mind.score - before;
  if (change === 0) return;
  const push = { from: heard.speaker, fact, change, message: heard.id, passage: quote };
  mind.pushes.push(push);
  mind.unsaid.push(push);
}

/** What has moved a member most towards a verdict, since it last stated one or began to read; null where nothing has. */
export function moverTo(mind: Mind, verdict: string): Push | null {
  const before = mind.myVerdict ?? mind.firstLeaning;
  const rank = (id: string): number => mind.scenario.verdicts.findIndex((option) => option.id === id);
  if (rank(verdict) === rank(before)) return null;
  const isUp = rank(verdict) < rank(before);
  return mind.unsaid.reduce<Push | null>((most, push) => {
    if (push.change > 0 !== isUp) return most;
    return most === null || Math.abs(push.change) > Math.abs(most.change) ? push : most;
  }, null);
}

const NONE: readonly Fact[] = [];

/** A fact, and the words of a message that brought it up. */
type Quoted = { readonly fact: Fact; readonly quote: string };

function citedBy(book: Casebook, heard: Heard): readonly Quoted[] {
  const found: Quoted[] = [];
  for (const { ref, quote } of heard.cited) {
    const facts = book.byLine.get(ref) ?? book.byLine.get(ref.replace(/-L\d+$/, ""));
    if (facts === undefined) continue;
    const exact =
      facts.length > 1 ? facts.find((fact) => fact.quote === quote || fact.text.includes(quote)) : null;
    found.push({ fact: exact ?? facts[0]!, quote });
  }
  return found;
}

function spokenOfBy(mind: Mind, heard: Heard, cited: readonly Fact[]): readonly Fact[] {
  const found: Fact[] = [];
  for (const { line, after } of heard.lines) {
    const fact = factOnLine(mind, line, after);
    if (fact !== null && !cited.includes(fact) && !found.includes(fact)) found.push(fact);
  }
  return found;
}

const PLACE = /^ of (?:the [a-z]|[\w-]+\.)/;

/** A line spoken of is the passage on it that was cited last, if any was. */
function factOnLine({ claims }: Mind, line: number, after: string): Fact | null {
  for (let at = claims.length - 1; at >= 0; at--) {
    const { fact } = claims[at]!;
    if (fact.line !== line) continue;
    if (fact.isSubject ? !PLACE.test(after) : after.startsWith(` of ${fact.place}`)) return fact;
  }
  return null;
}
