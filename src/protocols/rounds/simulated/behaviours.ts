import type { ModelRequest } from "../../../models/model.ts";
import { ownName } from "../../../models/simulated/people.ts";
import type { Scenario, Seat } from "../../../scenario/scenario.ts";
import { writeArtefact } from "./artefacts.ts";
import { castRoundsBallot } from "./ballot.ts";
import { type RoundsRole, readCase } from "./case.ts";
import { makeCheck } from "./checks.ts";
import { makeAssessment, makeDriftCheck, makeStressScore, makeSynthesis } from "./judging.ts";
import { writeProposal, writeSupplement } from "./speaking.ts";

/** What a simulated part is given: what it was sent, and who it is. */
export type RoundsOccasion = {
  readonly seat: Seat;
  readonly scenario: Scenario;
  readonly request: ModelRequest;
};
type Part = (occasion: RoundsOccasion) => string;

/** From the kinds of cue of the rounds to what a simulated member or arbiter replies. */
export const ROUNDS_BEHAVIOURS: Readonly<Record<string, Part>> = {
  "rounds-proposal": ({ seat, scenario, request }) =>
    writeProposal(readCase(request, scenario), nameOf(seat, request)),
  "rounds-supplement": ({ seat, scenario, request }) =>
    writeSupplement(readCase(request, scenario), nameOf(seat, request)),
  "rounds-action": artefact("action"),
  "rounds-guardian": artefact("guardian"),
  "rounds-observer": artefact("observer"),
  "rounds-critic": artefact("critic"),
  "rounds-check": ({ scenario, request }) =>
    JSON.stringify(makeCheck(request, readCase(request, scenario), scenario)),
  "rounds-assessment": ({ scenario, request }) => JSON.stringify(makeAssessment(readCase(request, scenario))),
  "rounds-drift": ({ scenario, request }) => JSON.stringify(makeDriftCheck(readCase(request, scenario))),
  "rounds-stress": ({ scenario, request }) => JSON.stringify(makeStressScore(readCase(request, scenario))),
  "rounds-synthesis": ({ scenario, request }) => JSON.stringify(makeSynthesis(readCase(request, scenario))),
  "rounds-closing-ballot": ({ seat, scenario, request }) =>
    castRoundsBallot({
      round: readCase(request, scenario),
      seat,
      scenario,
      speaker: nameOf(seat, request),
      isRanked: request.json !== undefined,
    }),
};

function artefact(role: RoundsRole): Part {
  return ({ scenario, request }) => JSON.stringify(writeArtefact(role, readCase(request, scenario)));
}

function nameOf(seat: Seat, { individual, cue }: ModelRequest): string {
  return ownName(individual === "" ? cue : individual, seat.persona.name);
}
