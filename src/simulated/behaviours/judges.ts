// What simulated judges answer, each alone, and how their chair sums up.

import { groupBy } from "../../lists.ts";
import type { SynthesisData } from "../../protocols/judges/instructions.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import type { Cited, PlayFile } from "../../scenario/schema/script.ts";
import { joinNames, toPlainId } from "../../text/plain.ts";
import { createCast, type Player } from "../cast.ts";
import type { Chance } from "../draw.ts";
import { type Behaviour, requirePlayer, type SimulatedTurn } from "../member.ts";
import { chooseWords } from "../stage.ts";
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

/** The opening, then the beats of the owner that cite a line. */
export function sayAlone(player: Player, chance: Chance): string {
  const { says } = requirePlay(player);
  const own = Object.values(requirePlay(player).beats).flatMap(({ me, cite }) =>
    cite.length > 0 ? (chooseWords(me, player.name)?.slice(0, 1) ?? []) : [],
  );
  return [chance.pick(chooseWords(says, player.name) ?? [], "opening"), ...own].join(" ");
}

type Finding = Cited & { says: string };

/** The passages of the opening, then those of the owner's beats with their words. */
export function listFindings(player: Player): Finding[] {
  const play = requirePlay(player);
  const reason = chooseWords(play.reason, player.name) ?? "";
  const own = Object.values(play.beats).flatMap(({ me, cite }) => {
    const [says] = chooseWords(me, player.name) ?? [];
    return says === undefined ? [] : cite.map((cited) => ({ ...cited, says }));
  });
  return [...play.cite.map((cited) => ({ ...cited, says: reason })), ...own];
}

/** A sentence with its line before the full stop. */
export function addLine(says: string, ref: string): string {
  return `${says.replace(/\.$/, "")} (${ref}).`;
}

/** The lines that more than one answer names. */
export function tellShared(
  answers: readonly { by: string; evidence: readonly Pick<Finding, "ref" | "says">[] }[],
): string[] {
  const named = answers.flatMap(({ by, evidence }) => evidence.map((each) => ({ ...each, by })));
  return [...groupBy(named, ({ ref }) => ref).values()].flatMap((all) => {
    const names = [...new Set(all.map(({ by }) => by))];
    const [first] = all;
    if (first === undefined || names.length < 2) return [];
    return [`${addLine(first.says, first.ref)} Named by ${joinNames(names)}.`];
  });
}

function sumUp({ data, scenario }: SimulatedTurn): string {
  const { answers } = data as SynthesisData;
  const countFor = (id: string | null) => answers.filter(({ verdict }) => verdict === id).length;
  const most = Math.max(...scenario.verdicts.map(({ id }) => countFor(id)));
  const [leading, ...tied] = scenario.verdicts.filter(({ id }) => countFor(id) === most);
  const verdict = tied.length === 0 && leading ? leading.id : NONE;
  const agreed = tellShared(answers.map(({ judge: by, findings }) => ({ by, evidence: findings })));
  const others = answers.filter((each) => each.verdict !== verdict);
  const disputed = others.map(({ judge: name, verdict: own, findings: [first] }) => {
    const line = first ? addLine(first.says, first.ref) : "no line named.";
    return `${name}, ${toPlainId(own ?? "no verdict")}: ${line}`;
  });
  const count =
    verdict === NONE
      ? "No verdict has the most judges."
      : `${most} of ${answers.length} judges chose ${toPlainId(verdict)}.`;
  return JSON.stringify({
    synthesis: [...agreed.slice(0, 2), ...disputed, count].join(" "),
    agreed: agreed.slice(0, 4),
    disputed,
    recommendation: verdict,
  });
}
