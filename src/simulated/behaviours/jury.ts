// What simulated members reply in a jury: turns in its phases, ballots of a trial, and the sheet of
// decisions.

import { lookUpKey } from "../../lists.ts";
import type { DraftData, PhaseData, SheetData } from "../../protocols/jury/instructions.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import type { PlayFile } from "../../scenario/schema/script.ts";
import { capitalize } from "../../text/plain.ts";
import type { Player } from "../cast.ts";
import { conclude, isWithResult, listGrounds, readResult } from "../closing.ts";
import type { Debate } from "../debate.ts";
import { type Behaviour, castBallot, requirePlayer, type SimulatedTurn } from "../member.ts";
import { open, speakOn, testCrux } from "../speak.ts";
import { renderPass, renderSpeech, type Speech } from "../speech.ts";
import type { Thread } from "../stage.ts";
import { readStance } from "../stance.ts";

export const JURY: Readonly<Record<string, Behaviour>> = {
  statement: takeTurn,
  talk: takeTurn,
  question: takeTurn,
  answer: takeTurn,
  proposals: draftProposals,
  "decision-sheet": fillSheet,
  "trial-ballot": castBallot,
};

function takeTurn(turn: SimulatedTurn): string {
  const { topics, isTopicSet } = turn.data as PhaseData;
  const speech = chooseSpeech(turn);
  const player = requirePlayer(turn);
  if (speech === null) return renderPass(player);
  const named = speech.beat?.file.topic ?? speech.thread?.file.topic;
  const topic = topics.find(({ id }) => id === named)?.id ?? topics[0].id;
  return renderSpeech(player, { ...speech, topic: isTopicSet ? undefined : topic });
}

function chooseSpeech(turn: SimulatedTurn): Speech | null {
  const { debate, chance } = turn;
  const { asks, topics, isTopicSet, count } = turn.data as PhaseData;
  const player = requirePlayer(turn);
  const isOn = ({ file }: Thread) =>
    !isTopicSet || file.topic === undefined || topics.some(({ id }) => id === file.topic);
  const floor = { debate, player, chance, isOn };
  switch (asks) {
    case "introduce":
      return introduce(turn, player);
    case "present":
      return open(floor) ?? speakOn(floor);
    case "examine":
      return testCrux(floor);
    case "conclude":
      return conclude(debate, player, { chance, counted: count && (count.verdict ?? "split") });
    default:
      // Each juror is heard before a count can decide.
      return speakOn(floor) ?? open(floor);
  }
}

function introduce({ debate, chance }: SimulatedTurn, { name }: Player): Speech | null {
  const { introduce: texts = [] } = lookUpKey(debate.cast.stage.script.members, name) ?? {};
  const text = chance.pick(texts, "introduce");
  return text === undefined ? null : { text, to: null, cites: [] };
}

/** A conclusion for each topic: what those who hold the result rest it on. */
function draftProposals({ debate, data }: SimulatedTurn): string {
  const result = readResult(debate);
  const proposals = (data as DraftData).items.flatMap(({ id }) => {
    const clauses = listGrounds(debate, result, ({ file }) => (file.topic ?? id) === id);
    const proposal = `${capitalize(clauses.join(", and "))}.`;
    return clauses.length === 0 ? [] : [{ item: id, proposal }];
  });
  return JSON.stringify({ proposals });
}

function fillSheet(turn: SimulatedTurn): string {
  const { items, choices, isOwn } = turn.data as SheetData;
  const player = requirePlayer(turn);
  const stance = readStance(turn.debate, player);
  const chosen = items.map(({ id }) => {
    const entry = isOwn ? findEntry(turn.debate, player, id) : undefined;
    const isFor = isWithResult(turn.debate, player);
    const choice = isOwn ? (entry?.choice ?? NONE) : (choices[isFor ? 0 : 1] ?? NONE);
    return { item: id, choice, reason: entry?.reason ?? stance?.reasoning ?? "" };
  });
  return JSON.stringify({ choices: chosen, ...stance });
}

type Entry = PlayFile["sheet"][string];

/** What the member's own beats say of an item, then its opening, then what others said last. */
function findEntry({ log, cast }: Debate, { seat, play }: Player, item: string): Entry | undefined {
  const spoken = log.filter(({ beat }) => beat !== null);
  const find = (isOwn: boolean) =>
    spoken.findLast((said) => (said.seat === seat.id) === isOwn && said.beat?.file.sheet[item])
      ?.beat?.file.sheet[item];
  return (
    find(true) ?? play?.file.sheet[item] ?? find(false) ?? lookUpKey(cast.stage.script.sheet, item)
  );
}
