import { AT_ANY_TABLE, sayPlan } from "../../../models/simulated/at-any-table.ts";
import type { Behaviour, SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { type Mind, unreadIn } from "../../../models/simulated/mind.ts";
import { answeringPeople, choose, type Plan, unpolled } from "../../../models/simulated/plan.ts";
import { renderReply } from "../../../models/simulated/reply.ts";
import { criterionInProse } from "../../../models/simulated/tongue.ts";
import { escapeText } from "../../../scaffold/escape.ts";
import type { BallotData, PhaseData } from "../cue-data.ts";
import { speakToItems } from "./curation.ts";
import { examine } from "./examination.ts";
import { draftProposals, fillSheet } from "./sheets.ts";
import { onTopic, topicAtHand, topicOf } from "./topics.ts";
import { castVote, jurorOf, keepsSilent } from "./trial.ts";
import { wordsOf } from "./words.ts";

/** What simulated jurors and a simulated foreperson do, by kind of cue. */
export const JURY_BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  "roll-call": () => JSON.stringify({ ready: true, note: null }),
  statement: takeTurn,
  talk: takeTurn,
  question: takeTurn,
  answer: takeTurn,
  proposals: draftProposals,
  "decision-sheet": fillSheet,
  "trial-ballot": (turn) => castVote(turn, (turn.data as BallotData).trial),
  "called-ballot": (turn) => {
    const { trial } = turn.data as Partial<BallotData>;
    return trial === undefined ? AT_ANY_TABLE["called-ballot"](turn) : castVote(turn, trial);
  },
};

/** Share of a juror's words that are for the whole table, so that not the same two go on. Fitted to the spread of talk. */
const TO_ALL = 0.6;

function takeTurn(turn: SimulatedTurn): string {
  const data = turn.data as PhaseData;
  const { asks, mayPass, trial } = data;
  const juror = trial === null ? null : jurorOf(turn, trial);
  const mind = juror?.mind ?? unpolled(turn.mind());
  if (juror && trial && mayPass && keepsSilent(turn, juror, trial)) return passing(mind.me);
  const topic = topicAtHand(mind, data, turn.chance("topic"));
  const where = data.isTopicSet ? {} : { topic };
  const isRead = unreadIn(mind) === null;
  if (isRead && asks === "introduce") return introduce(turn, mind, data);
  const owed = juror === null && asks !== "answer" && asks !== "conclude" ? answeringPeople(mind) : null;
  if (isRead && owed) return sayPlan(turn, mind, owed, { mayWithdraw: false, ...where });
  if (isRead && asks === "examine") return examine(turn, mind, data) ?? passing(mind.me);
  if (isRead && asks !== "answer" && data.items.length > 0)
    return speakToItems(turn, mind, data) ?? passing(mind.me);
  const view = onTopic(mind, topic);
  const plan = planFor(turn, view, data);
  const isDone = plan.act === "withdraw" || plan.act === "state";
  const isHeld = juror === null ? mind.talk.myVerdict !== null : mind.talk.myVerdict === juror.held;
  if (isDone && mayPass && isHeld) return passing(mind.me);
  // What somebody asked is answered to whoever asked.
  const isOpen = juror !== null && asks === "discuss" && plan.act !== "answer";
  const isToAll = isOpen && turn.chance("to").next() < TO_ALL;
  return sayPlan(turn, view, plan, { isToAll, mayWithdraw: false, ...where });
}

function planFor(turn: SimulatedTurn, mind: Mind, { asks, mayPass }: PhaseData): Plan {
  const plan = choose(mind, turn.chance("act"));
  if (asks === "conclude" && plan.act !== "change" && plan.act !== "abstain")
    return { act: mind.talk.myVerdict === null ? "state" : "withdraw" };
  return plan.act === "withdraw" && !mayPass ? { act: "state" } : plan;
}

/** Who one is: what one looks at first, and what convinces one. */
function introduce(turn: SimulatedTurn, mind: Mind, data: PhaseData): string {
  const dearest = mind.book.criteria[mind.temper.weights.indexOf(mind.temper.most)];
  const { id, name } = dearest ?? { id: "", name: mind.scenario.question };
  const { question } = mind.scenario.criteria.find((each) => each.id === id) ?? {};
  const { convinced } = turn.tongue(mind, turn.chance("words")).voice;
  const content = wordsOf(turn, mind).say("introduce", {
    criterion: criterionInProse(name),
    ...(question !== undefined && { question }),
    ...(convinced.length > 0 && { x: turn.chance("conviction").pick(convinced).text }),
  });
  const nothing = { to: null, cited: [], stance: null, withdrawn: false } as const;
  return renderReply({ speaker: mind.me, content, ...topicOf(data), ...nothing });
}

/** Nothing to add, and the phase may end. */
function passing(me: string): string {
  const name = escapeText(me);
  return `<Message>\n  <Speaker>${name}</Speaker>\n  <Ready>true</Ready>\n  <Pass>true</Pass>\n</Message>`;
}
