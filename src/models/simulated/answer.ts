import { BEARINGS } from "./frames/extras.ts";
import { ANSWERING, ANY, answersTo } from "./frames/questions.ts";
import type { OpenQuestion } from "./open-questions.ts";
import { naming, type Tongue } from "./phrasing.ts";
import type { Plan } from "./plan.ts";
import { repliesTo, sideOf } from "./readings.ts";
import { address, cite, comment, commit, type Draft, ENOUGH, fillUp, want, weigh, words } from "./sentences.ts";

/** Answers the very question first, and then bears the answer out where there is something to do so with. */
export function answer(plan: Extract<Plan, { act: "answer" }>, tongue: Tongue, draft: Draft): void {
  const { question, side, fact, said } = plan;
  const { from, fact: asked } = question;
  address(from, tongue, draft);
  const slots = { ...tongue.answering(from), ...naming(asked) };
  draft.sentences.push(tongue.say("answer", slots) || tongue.from(ANSWERING, slots));
  reply(question, side, tongue, draft);
  if (fact !== null) {
    cite(fact, tongue, draft);
    comment(fact, tongue, draft);
  } else if (said !== null) draft.sentences.push(tongue.from(BEARINGS, naming(said)));
  else if (side === sideOf(asked) && question.asking.at(-1) !== "seeks") comment(asked, tongue, draft);
  const ground = fact ?? said ?? (side === sideOf(asked) ? asked : null);
  if (ground === null) draft.sentences.push(want(asked, tongue));
  else {
    if (words(draft) < ENOUGH) weigh(ground, tongue, draft);
    fillUp(ground, tongue, draft);
  }
  commit(tongue.mind, tongue, draft);
}

/** Answers in passing, in a message that begins with a change of mind over the passage asked about. */
export function answerBeside(question: OpenQuestion, tongue: Tongue, draft: Draft): void {
  if (question.asking.at(-1) !== "seeks") reply(question, sideOf(question.fact), tongue, draft);
}

function reply(question: OpenQuestion, side: 1 | -1, tongue: Tongue, draft: Draft): void {
  draft.sentences.push(tongue.from(repliesTo(question, side), {}) || tongue.from(answersTo(ANY, side), {}));
  draft.points = side;
}
