import type { Behaviour } from "../../../models/simulated/behaviour.ts";
import { writeArtefact } from "./artefacts.ts";
import { assess } from "./assessment.ts";
import { castBallot } from "./ballot.ts";
import { makeCheck } from "./checks.ts";
import { checkDrift, scoreStress, sumUp } from "./judging.ts";
import { allMatters, type Matter, matterOf } from "./matter.ts";
import { propose, supplement } from "./speaking.ts";

/** What simulated members and a simulated arbiter reply, by kind of cue. */
export const ROUNDS_BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  "rounds-proposal": (turn) => propose(matterOf(turn)),
  "rounds-supplement": (turn) => supplement(matterOf(turn)),
  "rounds-action": sheet((matter) => writeArtefact(matter, "action")),
  "rounds-guardian": sheet((matter) => writeArtefact(matter, "guardian")),
  "rounds-observer": sheet((matter) => writeArtefact(matter, "observer")),
  "rounds-critic": sheet((matter) => writeArtefact(matter, "critic")),
  "rounds-check": sheet(makeCheck),
  "rounds-assessment": sheet(assess),
  "rounds-drift": (turn) => JSON.stringify(checkDrift(allMatters(turn))),
  "rounds-stress": sheet(scoreStress),
  "rounds-synthesis": (turn) => JSON.stringify(sumUp(allMatters(turn))),
  "rounds-closing-ballot": castBallot,
};

function sheet(write: (matter: Matter) => object): Behaviour {
  return (turn) => JSON.stringify(write(matterOf(turn)));
}
