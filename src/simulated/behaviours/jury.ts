import { escapeText } from "../../engine/scaffold/fields.ts";
import { lookUpKey } from "../../lists.ts";
import type {
  BallotData,
  DraftData,
  PhaseData,
  SheetData,
  TrialData,
} from "../../protocols/jury/instructions.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import type { Fact } from "../book.ts";
import { choose, countersTo, isPoint, lastWord, type Made, madeBefore } from "../choose.ts";
import { type Behaviour, castBallot, type SimulatedTurn } from "../member.ts";
import { changeOf, groundFor, isWeighed, type Mind, settle, supports } from "../mind.ts";
import { reasonsOf, render, type Speech, stock } from "../say.ts";

export const JURY: Readonly<Record<string, Behaviour>> = {
  statement: takeTurn,
  talk: takeTurn,
  question: takeTurn,
  answer: takeTurn,
  proposals: draft,
  "decision-sheet": fillSheet,
  "trial-ballot": vote,
  "called-ballot": (turn) => (turn.data.trial === undefined ? castBallot(turn) : vote(turn)),
};

/** The verdict that a juror holds: as it voted last in secret, unless it has spoken since. */
function underTrial(mind: Mind, trial: TrialData | null | undefined): Mind {
  if (trial?.voted && trial.messages === null)
    settle(mind, trial.voted, mind.book.reasonIn(trial.because));
  if (trial?.count) {
    const { for: yes, against, present } = trial.count;
    mind.pull = ((1 - mind.seat.persona.stubbornness) * (yes - against)) / present;
  }
  return mind;
}

/** Moves to the verdict that the member's score has reached, if another member's point led there. */
function settleNow(mind: Mind) {
  const found = changeOf(mind);
  if (found) settle(mind, found.verdict, found.news.fact);
  return found?.news ?? null;
}

function vote({ mind, data }: SimulatedTurn): string {
  const movedBy = settleNow(underTrial(mind, (data as BallotData).trial));
  return render(mind, { parts: [], isStated: true, movedBy });
}

function takeTurn(turn: SimulatedTurn): string {
  const { asks, mayPass, topics, isTopicSet, trial } = turn.data as PhaseData;
  const mind = underTrial(turn.mind, trial);
  const isOn = ({ point }: Fact) =>
    point.topic === undefined || topics.some(({ id }) => id === point.topic);
  const conclusion = () => lastWord(mind, turn.chance("act"));
  const speak = (): Speech | null => {
    if (asks === "introduce") return introduce(turn);
    if (asks === "conclude") return conclusion();
    const said = asks === "examine" ? examine(turn, isOn) : choose(mind, turn.chance("act"), isOn);
    return said ?? (asks === "answer" ? standBy(turn) : mayPass ? null : conclusion());
  };
  const said = speak();
  if (said === null)
    return `<Message><Speaker>${escapeText(mind.me)}</Speaker><Ready>true</Ready><Pass>true</Pass></Message>`;
  const last = mind.talk.log.findLast((each) => each.heard.length > 0)?.heard[0]?.fact;
  const own = (said.cites?.[0] ?? last)?.point.topic;
  const topic = topics.find(({ id }) => id === own)?.id ?? topics[0].id;
  return render(mind, { ...said, ...(!isTopicSet && { topic }) });
}

function introduce({ mind, chance }: SimulatedTurn): Speech {
  const { criteria, question } = mind.scenario;
  const weight = (id: string) => lookUpKey(mind.seat.persona.priorities, id) ?? 0;
  const [dearest] = [...criteria].sort((a, b) => weight(b.id) - weight(a.id));
  const slots = { question: dearest?.question ?? question };
  return { parts: [stock(mind, chance("introduce"), "introduce", slots, true)] };
}

/** A question about a point, those of the other side first, else an answer to one of these. */
function examine({ mind, chance }: SimulatedTurn, isOn: (fact: Fact) => boolean): Speech | null {
  const isOpen = ({ fact, entry }: Made) => isOn(fact) && !mind.talk.gone.has(entry.speaker);
  const made = madeBefore(mind, mind.talk.log.length).filter(
    (each) => isPoint(each) && isOpen(each),
  );
  const contrary = made.filter(({ fact }) => supports(mind, fact) < 0);
  for (const { fact, entry } of [...contrary, ...made]) {
    const { ask, reply } = fact.point;
    if (ask !== undefined && reply !== undefined && !mind.talk.used.has(ask))
      return { to: entry.speaker, parts: [ask] };
  }
  for (const { fact, entry } of contrary) {
    const [counter] = countersTo(mind, fact, chance("examine"));
    if (counter) return { to: entry.speaker, parts: [counter.text], cites: [counter.fact] };
  }
  return null;
}

function standBy({ mind, chance }: SimulatedTurn): Speech {
  const to = mind.talk.log.findLast(({ isMine }) => !isMine)?.speaker ?? null;
  return { to, parts: [stock(mind, chance("words"), "stays", {}, true)] };
}

const spokenLine = ({ talk }: Mind, { point: { lines } }: Fact) =>
  lines.find((text) => talk.used.has(text)) ?? lines[0];

/** One conclusion a topic: the point that was raised most, of the side that most members hold. */
function draft({ mind, data }: SimulatedTurn): string {
  const { verdicts } = mind.scenario;
  const sides = [...mind.talk.verdicts.values()].map(
    (verdict) => verdicts.find(({ id }) => id === verdict)?.side,
  );
  const count = (side: string) => sides.filter((each) => each === side).length;
  const sign = count("for") > count("against") ? 1 : -1;
  const rank = ([fact, by]: [Fact, readonly string[]]) => by.length + (fact.sign === sign ? 10 : 0);
  const raised = [...mind.talk.raised].sort((a, b) => rank(b) - rank(a));
  const proposals = (data as DraftData).items.flatMap(({ id }) => {
    const best = raised.find(([{ point }]) => point.topic === undefined || point.topic === id);
    const proposal = best && spokenLine(mind, best[0]);
    return proposal === undefined ? [] : [{ item: id, proposal }];
  });
  return JSON.stringify({ proposals });
}

function fillSheet({ mind, data, chance }: SimulatedTurn): string {
  const { items, choices, proposals, isOwn } = data as SheetData;
  const news = settleNow(mind);
  const chosen = items.map(({ id, title }) => {
    const { choice, fact } = isOwn
      ? choiceOn(mind, id, choices)
      : answerTo(mind, proposals[id] ?? title, choices);
    const reason = fact
      ? (spokenLine(mind, fact) ?? fact.point.quote)
      : stock(mind, chance("reason"), "prepared", {}, true);
    return { item: id, choice: choice ?? NONE, reason };
  });
  const movedBy = news && { message: news.message, passage: news.passage };
  return JSON.stringify({ choices: chosen, ...reasonsOf(mind), ...(movedBy && { movedBy }) });
}

type ItemChoice = { choice?: string | undefined; fact?: Fact | null };

/** The choice that points support most. Points heard count as much as points read. */
function choiceOn(mind: Mind, item: string, choices: readonly string[]): ItemChoice {
  const weight = (fact: Fact) =>
    Math.abs(mind.worth[fact.index] ?? 0) * (isWeighed(mind, fact) ? 1 : 0.35);
  const sums = choices.map((choice) => {
    const own = mind.book.facts.filter(
      ({ index, point }) => mind.known[index] && point.items?.[item] === choice,
    );
    const [fact] = own.toSorted((a, b) => weight(b) - weight(a));
    return { choice, fact, sum: own.reduce((sum, each) => sum + weight(each), 0) };
  });
  const most = Math.max(...sums.map(({ sum }) => sum));
  return (most > 0 && sums.find(({ sum }) => sum === most)) || {};
}

/** A drafted conclusion is accepted if its point supports the member's side, and refused if it clearly opposes it. */
function answerTo(mind: Mind, proposal: string, choices: readonly string[]): ItemChoice {
  const fact = mind.book.sentencesIn(proposal)[0]?.fact;
  if (fact === undefined) return {};
  const along = supports(mind, fact);
  const choice = choices[along > 0 ? 0 : along < -0.3 ? 1 : 2] ?? choices.at(-1);
  return { choice, fact: along > 0 ? fact : (groundFor(mind, mind.verdict) ?? fact) };
}
