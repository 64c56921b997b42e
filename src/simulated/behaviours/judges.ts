// What simulated judges answer, each alone, and how their chair sums up.

import { dropMissing, groupBy, lookUpKey } from "../../lists.ts";
import type { SynthesisData } from "../../protocols/judges/instructions.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import type { Cited, PlayFile } from "../../scenario/schema/script.ts";
import { capitalize, dropTrailing, joinNames, toPlainId } from "../../text/plain.ts";
import { createCast, type Player } from "../cast.ts";
import { readResult } from "../closing.ts";
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
  const play = requirePlay(player);
  const known = {
    analysis: sayAlone(player, turn.chance),
    findings: listFindings(player),
    grades: gradeAll(turn, play),
    verdict,
    wouldChange,
    confidence,
  };
  const asked = Object.keys((request.json?.schema.properties ?? {}) as object);
  return JSON.stringify(
    Object.fromEntries(Object.entries(known).filter(([name]) => asked.includes(name))),
  );
}

const GRADES = { for: 4, neutral: 3, against: 2 } as const;

/** A criterion without a grade in the script has that of the verdict's side. */
function gradeAll({ scenario: { criteria, verdicts } }: SimulatedTurn, play: PlayFile) {
  const side = verdicts.find(({ id }) => id === play.verdict)?.side ?? "neutral";
  return Object.fromEntries(criteria.map(({ id }) => [id, play.grades[id] ?? GRADES[side]]));
}

function requirePlay({ play, seat }: Player): PlayFile {
  if (!play?.play) throw new Error(`${seat.id} has no opening`);
  return play.play;
}

/** The beats of the owner that cite a line and answer no other opening. */
function listOwnBeats(player: Player): { says: string; cite: readonly Cited[] }[] {
  return Object.values(requirePlay(player).beats).flatMap(({ me, cite, needs }) => {
    const [says] = chooseWords(me, player.name) ?? [];
    const isOwn = says !== undefined && cite.length > 0 && needs.length === 0;
    return isOwn ? [{ says, cite }] : [];
  });
}

export function sayAlone(player: Player, chance: Chance): string {
  const opening = chance.pick(chooseWords(requirePlay(player).says, player.name) ?? [], "opening");
  return [opening, ...listOwnBeats(player).map(({ says }) => says)].join(" ");
}

type Finding = Cited & { says: string };

/** The passages of the opening, then those of the owner's beats with their words. */
export function listFindings(player: Player): Finding[] {
  const { reason, cite } = requirePlay(player);
  const says = chooseWords(reason, player.name) ?? "";
  return [{ says, cite }, ...listOwnBeats(player)].flatMap((each) =>
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

/** The words that this agent has for these answers: point against point, the result, what is open. */
export function weighAnswers(
  { seat, debate: { cast }, chance }: SimulatedTurn,
  answers: readonly (Answer & { reply: string })[],
): string {
  const { stage, readLine } = cast;
  const { script } = stage;
  const name = stage.names.get(seat.persona.id) ?? seat.id;
  const said = answers.flatMap(({ reply }) => readLine(reply)?.beat?.key ?? []);
  const heard = answers.flatMap((answer) => findPlay(stage, answer) ?? []);
  const keys = new Set([...said, ...heard.map(({ id }) => `${id}.opening`)]);
  const isOpening = ({ file }: Beat) => file.needs.some((key) => key.endsWith(".opening"));
  const points = heard
    .flatMap(({ start }) => start)
    .sort((one, other) => Number(isOpening(other)) - Number(isOpening(one)))
    .filter(({ file: { needs, bars } }) => {
      return needs.every((key) => keys.has(key)) && !bars.some((key) => keys.has(key));
    })
    .map(({ texts, key }) => chance.pick(lookUpKey(texts, name) ?? [], key));
  const counted = [...groupBy(answers, ({ stance }) => stance)].map(
    ([stance, all]) => `${toPlainId(stance)}: ${joinNames(all.map(({ by }) => by))}`,
  );
  const verdicts = new Map(answers.map(({ by, stance }) => [by, stance]));
  const result = readResult({ cast, verdicts });
  const open = heard.flatMap(({ play }) => Object.values(play?.open ?? {}).slice(0, 1));
  const lead = result === "against" ? script.open.against : script.open.one;
  return dropMissing([
    chance.pick(lookUpKey(script.members, name)?.introduce ?? [], "begin"),
    ...points,
    chance.pick(lookUpKey(script.sum?.[result] ?? {}, name) ?? [], "sum"),
    `${capitalize(counted.join("; "))}.`,
    open.length > 0 && `${lead} ${open.join("; ")}.`,
  ]).join(" ");
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
  const countFor = (id: string) => answers.filter(({ stance }) => stance === id).length;
  const { verdicts } = turn.scenario;
  const most = Math.max(...verdicts.map(({ id }) => countFor(id)));
  const [leading, ...tied] = verdicts.filter(({ id }) => countFor(id) === most);
  const verdict = tied.length === 0 && leading ? leading.id : NONE;
  return JSON.stringify({
    synthesis: weighAnswers(turn, answers),
    agreed: [],
    disputed: answers.filter(({ stance }) => stance !== verdict).map(tellReason),
    recommendation: verdict,
  });
}
