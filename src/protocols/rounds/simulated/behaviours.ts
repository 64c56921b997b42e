import type { Behaviour } from "../../../models/simulated/behaviour.ts";
import type { Role } from "../record/roles.ts";
import { writeArtefact } from "./artefacts.ts";
import { assess } from "./assessment.ts";
import { castBallot } from "./ballot.ts";
import { makeCheck } from "./checks.ts";
import { checkDrift, scoreStress, sumUp } from "./judging.ts";
import { allMatters, matterOf } from "./matter.ts";
import { propose, supplement } from "./speaking.ts";

/** What simulated members and a simulated arbiter reply, by kind of cue. */
export const ROUNDS_BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  "rounds-proposal": (turn) => propose(matterOf(turn)),
  "rounds-supplement": (turn) => supplement(matterOf(turn)),
  "rounds-action": artefact("action"),
  "rounds-guardian": artefact("guardian"),
  "rounds-observer": artefact("observer"),
  "rounds-critic": artefact("critic"),
  "rounds-check": (turn) => JSON.stringify(makeCheck(matterOf(turn))),
  "rounds-assessment": (turn) => JSON.stringify(assess(matterOf(turn))),
  "rounds-drift": (turn) => JSON.stringify(checkDrift(allMatters(turn))),
  "rounds-stress": (turn) => JSON.stringify(scoreStress(matterOf(turn))),
  "rounds-synthesis": (turn) => JSON.stringify(sumUp(allMatters(turn))),
  "rounds-closing-ballot": castBallot,
};

function artefact(role: Role): Behaviour {
  return (turn) => JSON.stringify(writeArtefact(matterOf(turn), role));
}
