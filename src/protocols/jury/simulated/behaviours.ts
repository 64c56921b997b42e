import { AT_ANY_TABLE, sayPlan } from "../../../models/simulated/at-any-table.ts";
import type { Behaviour, SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import { choose } from "../../../models/simulated/plan.ts";
import { escapeText } from "../../../scaffold/escape.ts";
import type { BallotData, PhaseData } from "../cue-data.ts";
import { castVote, jurorOf, keepsSilent } from "./trial.ts";

/** What simulated jurors and a simulated foreperson do, by kind of cue. */
export const JURY_BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  "roll-call": () => JSON.stringify({ ready: true, note: null }),
  statement: takeTurn,
  talk: takeTurn,
  question: takeTurn,
  answer: takeTurn,
  "trial-ballot": (turn) => castVote(turn, (turn.data as BallotData).trial),
  "called-ballot": (turn) => {
    const { trial } = turn.data as Partial<BallotData>;
    return trial === undefined ? AT_ANY_TABLE["called-ballot"]!(turn) : castVote(turn, trial);
  },
};

/** Share of a juror's words that are for the whole table, so that not the same two go on. Fitted to the spread of talk. */
const TO_ALL = 0.5;

function takeTurn(turn: SimulatedTurn): string {
  const data = turn.data as PhaseData;
  const { trial } = data;
  if (trial !== null) {
    const juror = jurorOf(turn, trial);
    if (data.mayPass && keepsSilent(turn, juror, trial)) return passing(juror.mind.me);
    const plan = choose(juror.mind, turn.chance("act"));
    const isDone = plan.act === "withdraw" || plan.act === "state";
    if (isDone && data.mayPass && juror.mind.talk.myVerdict === juror.held) return passing(juror.mind.me);
    return sayPlan(turn, juror.mind, plan.act === "withdraw" ? { act: "state" } : plan, {
      mayWithdraw: false,
      isToAll: turn.chance("to").next() < TO_ALL,
    });
  }
  const mind = turn.mind();
  return sayPlan(turn, mind, choose(mind, turn.chance("act")), { mayWithdraw: false });
}

/** Nothing to add, and the phase may end. */
function passing(me: string): string {
  const name = escapeText(me);
  return `<Message>\n  <Speaker>${name}</Speaker>\n  <Ready>true</Ready>\n  <Pass>true</Pass>\n</Message>`;
}
