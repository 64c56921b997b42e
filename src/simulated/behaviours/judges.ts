// What simulated judges answer, each alone, and how their chair sums up.

import { dropMissing, groupBy, lookUpKey } from "../../lists.ts";
import type { SynthesisData } from "../../protocols/judges/instructions.ts";
import { findSide, NONE } from "../../scenario/schema/scenario.ts";
import type { Cited, PlayFile } from "../../scenario/schema/script.ts";
import { capitalize, dropTrailing, joinNames, toPlainId } from "../../text/plain.ts";
import { createCast, type Player } from "../cast.ts";
import { isOnSide, readResult } from "../closing.ts";
import type { Chance } from "../draw.ts";
import { type Behaviour, requirePlayer, type SimulatedTurn } from "../member.ts";
import { type Beat, chooseWords, type Stage, type Thread } from "../stage.ts";
import { readOpeningStance } from "../stance.ts";

export const JUDGES: Readonly<Record<string, Behaviour>> = { judge, synthesis: sumUp };

/** A reading of the documents alone. Each call is a separate draw, so a second reading can differ. */
function judge(turn: SimulatedTurn): string {
  const { scenario, request, seat } = turn;
  const player = createCast(scenario, request.chance).players.get(seat.id) ?? requirePlayer(turn);
  const { verdict, wouldChange, confidence } = readOpeningStance(player);
  return JSON.stringify({
    analysis: sayAlone(player, turn.chance),
    findings: listFindings(player, turn.chance),
    grades: scenario.criteria.length > 0 ? gradeAll(turn, requirePlay(player)) : undefined,
    verdict,
    wouldChange,
    confidence,
  });
}

const GRADES = { for: 4, neutral: 3, against: 2 } as const;

/** A criterion without a grade in the script has that of the verdict's side. */
function gradeAll({ scenario: { criteria, verdicts } }: SimulatedTurn, play: PlayFile) {
  const side = findSide(verdicts, play.verdict) ?? "neutral";
  return Object.fromEntries(criteria.map(({ id }) => [id, play.grades[id] ?? GRADES[side]]));
}

function requirePlay({ play, seat }: Player): PlayFile {
  if (!play?.play) throw new Error(`${seat.id} has no opening`);
  return play.play;
}

/** The beats of the owner that cite a line and do not answer a member. */
function listOwnBeats(
  { play, name }: Player,
  chance: Chance,
): { says: string; cite: readonly Cited[] }[] {
  const start = play?.start ?? [];
  return start.flatMap(({ key, isOwners, texts, file: { cite, needs } }) => {
    const says = chance.pick(chooseWords(texts, name) ?? [], key);
    const isOwn = isOwners && says !== undefined && cite.length > 0 && needs.length === 0;
    return isOwn ? [{ says, cite }] : [];
  });
}

export function sayAlone(player: Player, chance: Chance): string {
  const opening = chance.pick(chooseWords(requirePlay(player).says, player.name) ?? [], "opening");
  return [opening, ...listOwnBeats(player, chance).map(({ says }) => says)].join(" ");
}

type Finding = Cited & { says: string };

/** The passages of the opening, then those of the owner's beats with their words. */
export function listFindings(player: Player, chance: Chance): Finding[] {
  const { reason, cite } = requirePlay(player);
  const says = chooseWords(reason, player.name) ?? "";
  return [{ says, cite }, ...listOwnBeats(player, chance)].flatMap((each) =>
    each.cite.map((cited) => ({ ...cited, says: each.says })),
  );
}

type Answer = {
  by: string;
  stance: string;
  /** The stance that it opened with, if it changed. */
  first?: string;
  evidence: readonly Pick<Finding, "ref" | "says">[];
};

/** The play that an answer opened with. */
export function findPlay(
  { plays }: Stage,
  { stance, first = stance, evidence: [found] }: Answer,
): Thread | undefined {
  return plays.find(({ play }) => play?.verdict === first && play.cite[0]?.ref === found?.ref);
}

type Heard = { thread: Thread; reply: string };

/** The openings of answers, and the beats that their replies say. */
function listSaid(heard: readonly Heard[]): string[] {
  return heard.flatMap(({ thread: { id, start }, reply }) => {
    const said = start.filter(({ texts }) =>
      Object.values(texts)
        .flat()
        .some((text) => reply.includes(text)),
    );
    return [`${id}.opening`, ...said.map(({ key }) => key)];
  });
}

/** Each verdict with those who hold it. */
function tellCount(answers: readonly Answer[]): string {
  const counted = [...groupBy(answers, ({ stance }) => stance)].map(
    ([stance, all]) => `${toPlainId(stance)}: ${joinNames(all.map(({ by }) => by))}`,
  );
  return `${capitalize(counted.join("; "))}.`;
}

const MOST_OPEN = 3;

type Weighed = {
  text: string;
  /** The verdicts, counting the conditions that this agent finds met. */
  verdicts: Map<string, string>;
};

/** What an agent says of answers: point against point, the count, what is open, dissent or result. */
export function weighAnswers(
  { seat, scenario, debate: { cast }, chance }: SimulatedTurn,
  answers: readonly (Answer & { reply: string })[],
): Weighed {
  const { stage } = cast;
  const { members, sum, open: leads } = stage.script;
  const name = stage.names.get(seat.persona.id) ?? seat.id;
  const say = (texts: readonly string[] = []) => chance.pick(texts, texts.join(" "));
  const heard = answers.flatMap((answer) => {
    const thread = findPlay(stage, answer);
    return thread ? [{ first: answer.stance, ...answer, thread }] : [];
  });
  const said = listSaid(heard);
  const isPoint = ({ file: { needs, bars } }: Beat) =>
    needs.every((key) => said.includes(key)) && !bars.some((key) => said.includes(key));
  const points = heard.flatMap(({ by, thread }) =>
    thread.start
      .filter(isPoint)
      .map(({ texts, file }) => ({ ...file, by, text: say(lookUpKey(texts, name)) })),
  );
  // What weighs more answers comes later.
  points.sort((one, other) => one.needs.length - other.needs.length);
  const met = points.filter(({ text, turns }) => text && turns);
  const stated = new Map(answers.map(({ by, stance }) => [by, stance]));
  const verdicts = new Map(stated);
  for (const { by, turns = "" } of met) verdicts.set(by, turns);
  const result = readResult({ cast, verdicts: stated });
  const isAgreed = readResult({ cast, verdicts }) === result;
  const open = heard
    .flatMap(({ thread }) => Object.values(thread.play?.open ?? {}).slice(0, 1))
    .slice(0, MOST_OPEN);
  const firm = heard.filter(
    ({ by, stance, first }) =>
      first === stance && !isOnSide(scenario, verdicts.get(by) ?? stance, result),
  );
  const dissent = firm.flatMap(({ thread }) => say(lookUpKey(thread.play?.last ?? {}, name)) ?? []);
  const ending = isAgreed ? result : "split";
  const parts = dropMissing([
    say(lookUpKey(members, name)?.introduce),
    ...points.filter((point) => !met.includes(point)).map(({ text }) => text),
    ...met.map(({ text }) => text),
    tellCount(answers),
    open.length > 0 &&
      `${say(result === "against" ? leads.against : leads.one)} ${open.join("; ")}.`,
    ...(isAgreed ? dissent : []),
    say(chooseWords(sum?.[ending], name)),
  ]);
  return { text: parts.join(" "), verdicts };
}

/** The first passage of an answer, with its line before the full stop. */
export function tellReason({ by, evidence: [first] }: Answer): string {
  return first
    ? `${by}: ${dropTrailing(first.says, ".")} (${first.ref}).`
    : `${by}: no line named.`;
}

function sumUp(turn: SimulatedTurn): string {
  const answers = (turn.data as SynthesisData).answers.map(({ judge, verdict, findings }) => {
    return { by: judge, stance: verdict ?? NONE, evidence: findings, reply: "" };
  });
  const { scenario, debate } = turn;
  const { text, verdicts } = weighAnswers(turn, answers);
  const result = readResult({ cast: debate.cast, verdicts });
  const held = [...verdicts.values()].filter((id) => isOnSide(scenario, id, result));
  const options = scenario.verdicts.filter(({ id }) => held.includes(id));
  // Of the options of one side, the one that is nearer to the other side.
  const verdict = (result === "for" ? options.at(-1) : options[0])?.id ?? NONE;
  return JSON.stringify({
    synthesis: text,
    agreed: [],
    disputed: answers.filter(({ stance }) => stance !== verdict).map(tellReason),
    recommendation: verdict,
  });
}
