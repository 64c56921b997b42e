import { ANSWERS, ANY, ASKED, type Asking } from "./frames/questions.ts";
import type { Heard } from "./heard.ts";
import type { Mind } from "./mind.ts";
import type { Fact } from "./reading/casebook.ts";
import { keyOf } from "./trace.ts";

/** A question that one member has put to another, and that nobody has answered yet. */
export type OpenQuestion = {
  readonly from: string;
  readonly to: string;
  readonly fact: Fact;
  /** Which question it was; `ANY` in somebody's own words. */
  readonly asking: Asking;
};

type Questions = Pick<Mind, "questions">;

/** More than this many at a time nobody can be expected to keep in mind. */
const MOST = 3;
/** So many have to wait before a colleague is left in peace. */
const PATIENCE = 2;
/** Whoever has said more than this is about to leave. */
const LAST_TO_ASK = 4;
/** With fewer facts left to bring up than this, people begin to leave. */
const LEAST_LEFT = 5;

/** The one that has waited longest for this member's word. */
export function askedOf({ questions, me }: Questions & Pick<Mind, "me">): OpenQuestion | null {
  return questions.find(({ to }) => to === me) ?? null;
}

/** Whether somebody still owes this member an answer. */
export function isWaiting({ questions, me }: Questions & Pick<Mind, "me">): boolean {
  return questions.some(({ from }) => from === me);
}

/** The same mind with its eye on whoever asks to its face: the latest of that colleague's questions comes first. */
export function facing(mind: Mind, asker: string | null): Mind {
  const latest = mind.questions.findLast(({ from, to }) => to === mind.me && from === asker);
  if (latest === undefined) return mind;
  return { ...mind, questions: [latest, ...mind.questions.filter((each) => each !== latest)] };
}

/** Whether a colleague can be asked something without piling it up, by somebody who will stay for the answer. */
export function mayAsk({ questions, me, myMessages, book, used }: Mind, person: string): boolean {
  if (myMessages > LAST_TO_ASK || book.facts.length - used.size < LEAST_LEFT) return false;
  const waiting = questions.filter(({ to }) => to === person);
  return waiting.length < PATIENCE && waiting.every(({ from }) => from !== me);
}

/** Notes the question a message ends with; `facts` are those it cites or speaks of. */
export function noteQuestion({ questions }: Questions, heard: Heard, facts: readonly Fact[]): void {
  const { speaker, to, content } = heard;
  if (to === null || to === speaker || !asks(content, to)) return;
  const line = heard.lines.at(-1)?.line;
  const fact = facts.find((each) => each.line === line) ?? facts[0];
  if (fact === undefined || questions.filter((each) => each.to === to).length >= MOST) return;
  questions.push({ from: speaker, to, fact, asking: askingIn(heard.traces) });
}

/** Strikes off the question that a message answers: the oldest by the colleague it speaks to. */
export function noteAnswer({ questions }: Questions, { speaker, to }: Heard): void {
  const at = questions.findIndex((each) => each.to === speaker && each.from === to);
  if (at !== -1) questions.splice(at, 1);
}

/** Whoever has left neither waits for an answer nor gives one. */
export function noteLeaving({ questions }: Questions, person: string): void {
  for (let at = questions.length - 1; at >= 0; at--)
    if (questions[at]!.from === person || questions[at]!.to === person) questions.splice(at, 1);
}

/** Whether one of the sentences that answer a question was said. */
export function holdsAnswer(traces: readonly number[]): boolean {
  if (answerKeys.size === 0) for (const answer of ANSWERS) answerKeys.add(keyOf(answer));
  return traces.some((trace) => answerKeys.has(trace));
}

/** The last sentence is a question that names the person. */
function asks(content: string, person: string): boolean {
  if (!content.endsWith("?")) return false;
  const last = content.slice(content.lastIndexOf(". ") + 1);
  if (/^Member [A-Z]/.test(person)) return last.includes(person);
  return person.split(" ").some((word) => word.length > 2 && !word.endsWith(".") && last.includes(word));
}

const answerKeys = new Set<number>();
const byKey = new Map<number, Asking>();

function askingIn(traces: readonly number[]): Asking {
  if (byKey.size === 0) for (const asking of ASKED) byKey.set(keyOf(asking[0]), asking);
  for (let at = traces.length - 1; at >= 0; at--) {
    const asking = byKey.get(traces[at]!);
    if (asking !== undefined) return asking;
  }
  return ANY;
}
