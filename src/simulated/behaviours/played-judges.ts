// What simulated judges answer, each alone, and how their chair sums up.

import type { SynthesisData } from "../../protocols/judges/instructions.ts";
import type { Cited, PlayFile } from "../../scenario/schema/play.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import { joinNames, toPlainId } from "../../text/plain.ts";
import { createCast, type Player } from "../plays/cast.ts";
import type { Chance } from "../plays/draw.ts";
import { type PlayBehaviour, type PlayTurn, requirePlayer } from "../plays/player.ts";
import { chooseWords } from "../plays/stage.ts";
import { readOpeningStance } from "../plays/stance.ts";

export const JUDGES: Readonly<Record<string, PlayBehaviour>> = { judge, synthesis: sumUp };

/** A reading of the documents alone. Each call is a separate draw, so a second reading can differ. */
function judge(turn: PlayTurn): string {
  const { scenario, request, seat } = turn;
  const player = createCast(scenario, request.chance).players.get(seat.id) ?? requirePlayer(turn);
  const { verdict, wouldChange, confidence } = readOpeningStance(player);
  const play = requirePlay(player);
  const known = {
    analysis: sayAlone(player, turn.chance),
    findings: listFindings(player),
    grades: play.grades,
    verdict,
    wouldChange,
    confidence,
  };
  const asked = Object.keys((request.json?.schema.properties ?? {}) as object);
  return JSON.stringify(
    Object.fromEntries(Object.entries(known).filter(([name]) => asked.includes(name))),
  );
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

function sumUp({ data, scenario }: PlayTurn): string {
  const { answers } = data as SynthesisData;
  const countFor = (id: string | null) => answers.filter(({ verdict }) => verdict === id).length;
  const most = Math.max(...scenario.verdicts.map(({ id }) => countFor(id)));
  const leading = scenario.verdicts.filter(({ id }) => countFor(id) === most);
  const verdict = leading.length === 1 && leading[0] ? leading[0].id : NONE;
  const by = (ref: string) =>
    answers.filter(({ findings }) => findings.some((each) => each.ref === ref));
  const named = new Map(
    answers.flatMap(({ findings }) => findings.map(({ ref, says }) => [ref, says] as const)),
  );
  const agreed = [...named]
    .filter(([ref]) => by(ref).length > 1)
    .map(([ref, says]) => {
      const judges = joinNames(by(ref).map((each) => each.judge));
      return `${addLine(says, ref)} Named by ${judges}.`;
    });
  const others = answers.filter((each) => each.verdict !== verdict);
  const disputed = others.map(({ judge: name, verdict: own, findings }) => {
    const alone = findings.find(({ ref }) => by(ref).length === 1) ?? findings[0];
    const line = alone ? addLine(alone.says, alone.ref) : "no line named.";
    return `${name}, ${toPlainId(own ?? "no verdict")}: ${line}`;
  });
  const count =
    verdict === NONE
      ? "No verdict has the most judges."
      : `${most} of ${answers.length} judges chose ${toPlainId(verdict)}.`;
  const synthesis = [...agreed.slice(0, 2), ...disputed, count].join(" ");
  return JSON.stringify({
    synthesis,
    agreed: agreed.slice(0, 4),
    disputed,
    recommendation: verdict,
  });
}
