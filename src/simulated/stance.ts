// The verdict of a simulated member with its reason, as the record has it: from the play that the
// member opens, or from the beat that turned it.

import { capitalize } from "../text/plain.ts";
import type { Player } from "./cast.ts";
import type { Debate } from "./debate.ts";
import { Chance } from "./draw.ts";
import { type Beat, chooseWords } from "./stage.ts";

export type Stance = {
  verdict: string;
  reasoning: string;
  wouldChange: string | null;
  confidence: number;
};

/** The current verdict of a member; null if the script has no play for it. */
export function readStance(debate: Debate, player: Player): Stance | null {
  const turned = debate.turned.get(player.seat.id);
  if (turned) return readTurnedStance(player, turned);
  const thread = debate.opened.get(player.seat.id) ?? player.play;
  return thread === null ? null : readOpeningStance(player, thread);
}

export function readOpeningStance(player: Player, thread = player.play): Stance {
  const play = thread?.play;
  if (!play) throw new Error(`${player.seat.id} has no opening`);
  const reason = chooseWords(play.reason, player.name) ?? "";
  return {
    verdict: play.verdict,
    reasoning: addPlace(capitalize(reason), play.cite[0]?.ref),
    wouldChange: chooseWords(play.crux, player.name) ?? null,
    confidence: estimateConfidence(player, play.verdict),
  };
}

/** The reason is what met the crux, with the line that brought it. */
export function readTurnedStance(player: Player, { file, thread }: Beat): Stance {
  const verdict = file.turns ?? "";
  const [reason = ""] = chooseWords(file.after, player.name) ?? [];
  const before = [...thread.beats.values()].find((beat) =>
    beat.next.some((next) => next.file === file),
  );
  const cite = [...file.cite, ...(before?.file.cite ?? [])];
  return {
    verdict,
    reasoning: addPlace(reason, cite[0]?.ref),
    wouldChange: file.crux ?? null,
    confidence: estimateConfidence(player, verdict),
  };
}

function addPlace(reason: string, ref: string | undefined): string {
  return ref === undefined ? reason : `${reason} (${ref})`;
}

/** 0.55 to 0.9, higher for a stubborn member. */
function estimateConfidence({ seat, stubborn }: Player, verdict: string): number {
  const drawn = new Chance(seat.persona.id, verdict).draw("confidence");
  return Math.round((0.55 + 0.2 * drawn + 0.15 * stubborn) * 20) / 20;
}
