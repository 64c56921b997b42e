// What simulated panelists of a chamber answer and reply in the cross-examination, and what their
// arbiter counts. Answers come as data, so plays are found by what they cite.

import { groupBy } from "../../lists.ts";
import { isPosition } from "../../protocols/chamber/answers.ts";
import { NEED_MORE_DATA, NO_CONSENSUS } from "../../protocols/chamber/facts.ts";
import type {
  AnswerData,
  ArbitrationData,
  ClaimData,
  CrossData,
  DivergenceData,
} from "../../protocols/chamber/instruction-data.ts";
import { formatReference, lookUp } from "../../scenario/documents/citations.ts";
import { toPlainId } from "../../text/plain.ts";
import { type Behaviour, requirePlayer, type SimulatedTurn } from "../member.ts";
import { weighReply } from "../speak.ts";
import { type Beat, chooseWords, type Stage } from "../stage.ts";
import { readOpeningStance, readTurnedStance } from "../stance.ts";
import { findPlay, listFindings, sayAlone, tellReason, weighAnswers } from "./judges.ts";

export const CHAMBER: Readonly<Record<string, Behaviour>> = {
  "panel-answer": answerAlone,
  "cross-examination": crossExamine,
  divergence: classify,
  arbitration: arbitrate,
  "claim-check": checkClaim,
};

function answerAlone(turn: SimulatedTurn): string {
  const player = requirePlayer(turn);
  const { verdict, confidence } = readOpeningStance(player);
  return JSON.stringify({
    reasoning: sayAlone(player, turn.chance),
    evidence: listFindings(player, turn.chance),
    stance: verdict,
    confidence,
  });
}

/** Answers each answer for which the play has words, and turns once; what turns the panelist comes last. */
function crossExamine(turn: SimulatedTurn): string {
  const player = requirePlayer(turn);
  const { others } = turn.data as CrossData;
  const { chance, debate } = turn;
  const { start = [], play } = player.play ?? {};
  const heard = others.map((other) => ({
    by: other.by,
    key: `${findPlay(debate.cast.stage, other)?.id}.opening`,
  }));
  const isHeard = (wanted: string) => heard.some(({ key }) => key === wanted);
  const able = start.filter(
    ({ isOwners, file: { needs, bars } }) =>
      isOwners && needs.every(isHeard) && !bars.some(isHeard),
  );
  const replies: { beat: Beat; isTurn: boolean; text: string }[] = [];
  for (const { by, key } of heard) {
    const isTurned = replies.some(({ isTurn }) => isTurn);
    const answers = able.filter(
      ({ file: { needs, turns } }) => needs[0] === key && !(isTurned && turns),
    );
    const beat = chance.pickWeighted(answers, weighReply(player), by);
    const text = chance.pick(chooseWords(beat?.texts, player.name) ?? [], `words to ${by}`);
    const isTurn = beat?.file.turns !== undefined;
    if (beat) replies.push({ beat, isTurn, text: `To ${by}: ${text}` });
  }
  replies.sort((one, other) => Number(one.isTurn) - Number(other.isTurn));
  const response = replies.map(({ text }) => text).join(" ");
  const last = replies.at(-1);
  const unchanged = { counterArgument: null, stance: null, confidence: null };
  if (last?.isTurn) {
    const { verdict: stance, confidence } = readTurnedStance(player, last.beat);
    return JSON.stringify({ ...unchanged, label: "revising", response, stance, confidence });
  }
  const firm = chance.pick(chooseWords(play?.last, player.name) ?? [], "last");
  return JSON.stringify(
    last
      ? {
          ...unchanged,
          label: "standing_by_with_counter_argument",
          response,
          counterArgument: firm,
        }
      : { ...unchanged, label: "confirming", response: firm },
  );
}

/** What the play of an answer leaves open. */
function nameOpen(stage: Stage, answer: AnswerData): string {
  const { open = {} } = findPlay(stage, answer)?.play ?? {};
  return Object.values(open)[0] ?? "documents that settle the question";
}

type Issue = { topic: string; pair: AnswerData[] };

/** By pair of different stances: what each of two answers leaves open. */
function listIssues(stage: Stage, answers: readonly AnswerData[]): Issue[] {
  const positions = answers.filter(({ stance }) => isPosition(stance));
  return positions.flatMap((a, at) =>
    positions
      .slice(at + 1)
      .filter(({ stance }) => stance !== a.stance)
      .map((b) => {
        const pair = [a, b];
        return {
          topic: pair
            .map((each) => nameOpen(stage, each))
            .join("; ")
            .slice(0, 200),
          pair,
        };
      }),
  );
}

function classify({ debate, data }: SimulatedTurn): string {
  const { answers } = data as DivergenceData;
  const reasons = answers.map(({ evidence: [first] }) => first?.ref);
  return JSON.stringify({
    topics: listIssues(debate.cast.stage, answers).map(({ topic }) => topic),
    different_facts: new Set(reasons).size > 1,
    meaningful_difference: new Set(answers.map(({ stance }) => stance).filter(isPosition)).size > 1,
  });
}

/** Agreement is counted, never made up. */
function arbitrate(turn: SimulatedTurn): string {
  const { answers } = turn.data as ArbitrationData;
  const { stage } = turn.debate.cast;
  const byStance = groupBy(answers, ({ stance }) => stance);
  const isMajority = ([stance, all]: [string, unknown[]]) =>
    isPosition(stance) && all.length * 2 > answers.length;
  const undecided = byStance.has(NEED_MORE_DATA) ? NEED_MORE_DATA : NO_CONSENSUS;
  const [outcome] = [...byStance].find(isMajority) ?? [undecided];
  const [wanting] = byStance.get(NEED_MORE_DATA) ?? answers;
  const missing = wanting ? nameOpen(stage, wanting) : "";
  const assignment = {
    what: missing,
    from: "the author of the documents",
    acceptance: "It states a source that can be checked.",
  };
  const sure = (byStance.get(outcome) ?? answers).map(({ confidence }) => confidence ?? 0.5);
  return JSON.stringify({
    consensus: [],
    disagreements: listIssues(stage, answers).map(({ topic, pair }) => ({
      topic,
      positions: pair.map(({ by, stance }) => `${by}: ${toPlainId(stance)}`),
      why: pair.map(tellReason).join(" "),
      kind: "genuine",
    })),
    evidence: [],
    reasoning: "This sets the points of the answers against each other and counts the stances.",
    synthesis: weighAnswers(turn, answers).text,
    uncertainty: `Not settled: ${missing}.`,
    outcome,
    assignment: outcome === NEED_MORE_DATA ? assignment : null,
    confidence: Math.round((10 * sure.reduce((sum, each) => sum + each, 0)) / sure.length),
  });
}

/** A claim is supported if a document has its very words. A simulated checker does not read beyond that. */
function checkClaim({ data, scenario }: SimulatedTurn): string {
  const { claim, documents } = data as ClaimData;
  const { found, place } = lookUp(claim, [...scenario.documents, ...documents]);
  const isFound = found === "exact" && place !== undefined;
  const ref = place && formatReference(place);
  return JSON.stringify({
    why: isFound
      ? `${ref} has these words.`
      : "No document has these words. A simulated checker compares words only.",
    basis: isFound ? [{ ref, quote: claim }] : [],
    result: isFound ? "supported" : "unverifiable",
  });
}
