import { escapeText } from "../../engine/scaffold/escape.ts";
import { ownOf } from "../../lists.ts";
import type { BallotData, DraftData, PhaseData, SheetData, TrialData } from "../../protocols/jury/cue-data.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import type { Fact } from "../book.ts";
import { choose, conclude, madeLately } from "../choose.ts";
import type { Behaviour, SimulatedTurn } from "../member.ts";
import { castBallot } from "../member.ts";
import { changeOf, heaviestOf, type Mind, settle, supports, weightOf } from "../mind.ts";
import { answerOf, groundsOf, lineOf, NOTHING, render, type Speech, stock, stockAnyway } from "../say.ts";

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

/** How much a count draws towards what most of the jury voted. */
const MAJORITY = 1;

/** The verdict that a juror holds: as it voted last in secret, unless it has spoken since. */
function underTrial(mind: Mind, trial: TrialData | null | undefined): Mind {
  if (trial?.voted && trial.said === null) settle(mind, trial.voted, mind.book.reasonIn(trial.because));
  if (trial?.count) {
    const { for: yes, against, present } = trial.count;
    mind.lean += (MAJORITY * (1.2 - mind.seat.persona.stubbornness) * (yes - against)) / present;
  }
  return mind;
}

function vote({ mind, data }: SimulatedTurn): string {
  underTrial(mind, (data as BallotData).trial);
  const found = changeOf(mind);
  if (found) settle(mind, found.verdict, found.news.fact);
  return render(mind, { ...NOTHING, isStated: true, movedBy: found?.news ?? null });
}

function takeTurn(turn: SimulatedTurn): string {
  const data = turn.data as PhaseData;
  const { asks, mayPass, topics, isTopicSet } = data;
  const mind = underTrial(turn.mind, data.trial);
  const chance = turn.chance("act");
  const isOn = ({ point }: Fact) => point.topic === undefined || topics.some(({ id }) => id === point.topic);
  const bounds = { on: isOn, mayWithdraw: false, ...(data.trial && { talk: 12 }) };
  const speech =
    asks === "introduce"
      ? introduce(turn)
      : asks === "examine"
        ? examine(turn, isOn)
        : asks === "conclude"
          ? { ...conclude(mind, chance), withdrawn: false }
          : choose(mind, chance, bounds);
  const said = speech ?? (mayPass && asks !== "answer" ? null : lastWords(mind, asks === "answer", turn));
  if (said === null) return passing(mind.me);
  const own =
    said.cites[0]?.point.topic ??
    mind.talk.log.findLast((each) => each.said.length > 0)?.said[0]?.fact.point.topic;
  const topic = topics.find(({ id }) => id === own)?.id ?? topics[0].id;
  return render(mind, { ...said, ...(!isTopicSet && { topic }) });
}

function introduce({ mind, chance }: SimulatedTurn): Speech {
  const { criteria, question } = mind.scenario;
  const weight = (id: string) => ownOf(mind.seat.persona.priorities, id) ?? 0;
  const [dearest] = [...criteria].sort((a, b) => weight(b.id) - weight(a.id));
  const all = mind.book.script.voices.common.introduce;
  const isFresh = (text: string) =>
    !mind.talk.log.some(({ content }) => content.startsWith(text.replace("{question}", "").trim()));
  const fresh = all.filter(isFresh);
  const text = chance("introduce").pick(fresh.length > 0 ? fresh : all);
  return { ...NOTHING, parts: [text.replace("{question}", dearest?.question ?? question)] };
}

function examine({ mind, chance }: SimulatedTurn, isOn: (fact: Fact) => boolean): Speech | null {
  const made = madeLately(mind, mind.talk.log.length).filter(
    ({ fact, entry }) => isOn(fact) && !mind.talk.gone.has(entry.speaker),
  );
  const contrary = made.filter(({ fact }) => supports(mind, fact) < 0);
  for (const { fact, entry } of [...contrary, ...made]) {
    const { ask, reply } = fact.point;
    if (ask !== undefined && reply !== undefined && !mind.talk.used.has(ask))
      return { ...NOTHING, to: entry.speaker, parts: [ask] };
  }
  for (const { fact, entry } of contrary)
    for (const own of mind.book.facts) {
      const text =
        supports(mind, own) > 0 && mind.known[own.index] ? answerOf(mind, own, fact, chance("examine")) : null;
      if (text !== null) return { ...NOTHING, to: entry.speaker, parts: [text], cites: [own] };
    }
  return null;
}

function lastWords(mind: Mind, isAnswer: boolean, { chance }: SimulatedTurn): Speech {
  const last = mind.talk.log.findLast(({ isMine }) => !isMine);
  if (isAnswer)
    return { ...NOTHING, to: last?.speaker ?? null, parts: [stockAnyway(mind, chance("words"), "stays")] };
  const next = heaviestOf(
    mind,
    mind.book.facts.filter((fact) => weightOf(mind, fact) !== 0 && !mind.talk.times.has(fact)),
  );
  const text = next && lineOf(mind, next, chance("words"));
  if (next && text) return { ...NOTHING, parts: [text], cites: [next] };
  return { ...conclude(mind, chance("words")), withdrawn: false };
}

function passing(me: string): string {
  return `<Message>\n  <Speaker>${escapeText(me)}</Speaker>\n  <Ready>true</Ready>\n  <Pass>true</Pass>\n</Message>`;
}

/** One conclusion a topic: the sentence of the point that was raised most on the side that most hold. */
function draft({ mind, data }: SimulatedTurn): string {
  const sides = [...mind.talk.verdicts.values()].map(
    (id) => mind.scenario.verdicts.find((each) => each.id === id)?.side,
  );
  const count = (side: string) => sides.filter((each) => each === side).length;
  const sign = count("for") > count("against") ? 1 : -1;
  const proposals = (data as DraftData).items.flatMap(({ id }) => {
    const raised = [...mind.talk.times].filter(
      ([{ point }]) => point.topic === undefined || point.topic === id,
    );
    const [best] = raised.sort(
      ([a, m], [b, n]) => n + (b.sign === sign ? 10 : 0) - (m + (a.sign === sign ? 10 : 0)),
    );
    const text = best?.[0].point.lines.find((line) => mind.talk.used.has(line)) ?? best?.[0].point.lines[0];
    return text === undefined ? [] : [{ item: id, proposal: text }];
  });
  return JSON.stringify({ proposals });
}

function fillSheet(turn: SimulatedTurn): string {
  const { mind, data } = turn;
  const { items, choices, proposals, isOwn } = data as SheetData;
  const found = changeOf(mind);
  if (found) settle(mind, found.verdict, found.news.fact);
  const chosen = items.map(({ id, title }) => {
    const { choice, fact } = isOwn
      ? choiceOn(mind, id, choices)
      : answerTo(mind, proposals[id] ?? title, choices);
    return { item: id, choice: choice ?? NONE, detail: null, reason: reasonOf(turn, fact) };
  });
  const movedBy = found && { message: found.news.message, passage: found.news.passage };
  return JSON.stringify({ choices: chosen, ...groundsOf(mind), ...(movedBy && { movedBy }) });
}

function reasonOf({ mind, chance }: SimulatedTurn, fact: Fact | null): string {
  if (fact === null) return stock(mind, chance("reason"), "prepared") || "I have no prepared point on this.";
  return fact.point.lines.find((text) => mind.talk.used.has(text)) ?? fact.point.lines[0] ?? fact.point.quote;
}

type ItemChoice = { readonly choice: string | undefined; readonly fact: Fact | null };

/** Points heard count as much as points read. */
function choiceOn(mind: Mind, item: string, choices: readonly string[]): ItemChoice {
  const on = mind.book.facts.filter(
    ({ index, point }) => mind.known[index] && point.items?.[item] !== undefined,
  );
  const weight = (fact: Fact) =>
    Math.abs(mind.worth[fact.index] ?? 0) * (weightOf(mind, fact) === 0 ? 0.35 : 1);
  const sums = choices.map((choice) => {
    const own = on.filter(({ point }) => point.items?.[item] === choice);
    return { choice, own, sum: own.reduce((sum, fact) => sum + weight(fact), 0) };
  });
  const best = sums.reduce((top, each) => (each.sum > top.sum ? each : top), {
    choice: "",
    own: [] as Fact[],
    sum: 0,
  });
  const [first] = best.own.sort((a, b) => weight(b) - weight(a));
  return { choice: first && best.choice, fact: first ?? null };
}

/** A drafted conclusion is accepted if its point supports the member's side, and refused if it speaks clearly against it. */
function answerTo(mind: Mind, proposal: string, choices: readonly string[]): ItemChoice {
  const fact = mind.book.saidIn(proposal)[0]?.fact;
  if (fact === undefined) return { choice: undefined, fact: null };
  const along = supports(mind, fact);
  const own = heaviestOf(
    mind,
    mind.book.facts.filter((each) => weightOf(mind, each) !== 0 && supports(mind, each) > 0),
  );
  return {
    choice: choices[along > 0 ? 0 : along < -0.3 ? 1 : 2] ?? choices.at(-1),
    fact: along > 0 ? fact : (own ?? fact),
  };
}
