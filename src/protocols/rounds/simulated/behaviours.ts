import type { Behaviour } from "../../../models/simulated/behaviour.ts";
import type { Role } from "../record/roles.ts";
import { writeArtefact } from "./artefacts.ts";
import { castBallot } from "./ballot.ts";
import { makeCheck } from "./checks.ts";
import { assess, checkDrift, scoreStress, sumUp } from "./judging.ts";
import { type Matter, matterOf } from "./matter.ts";
import { propose, supplement } from "./speaking.ts";

/** What simulated members and a simulated arbiter reply, by kind of cue. */
export const ROUNDS_BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  "rounds-proposal": (turn) => propose(matterOf(turn)),
  "rounds-supplement": (turn) => supplement(matterOf(turn)),
  "rounds-action": artefact("action"),
  "rounds-guardian": artefact("guardian"),
  "rounds-observer": artefact("observer"),
  "rounds-critic": artefact("critic"),
  "rounds-check": sheet(makeCheck),
  "rounds-assessment": sheet(assess),
  "rounds-drift": sheet(checkDrift),
  "rounds-stress": sheet(scoreStress),
  "rounds-synthesis": sheet(sumUp),
  "rounds-closing-ballot": castBallot,
};

function sheet(write: (matter: Matter) => object): Behaviour {
  return (turn) => JSON.stringify(write(matterOf(turn)));
}

function artefact(role: Role): Behaviour {
  return sheet((matter) => writeArtefact(matter, role));
}
