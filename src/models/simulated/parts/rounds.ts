import type { Scenario, Seat } from "../../../scenario/scenario.ts";
import type { ModelRequest } from "../../model.ts";
import { ownName } from "../people.ts";
import { writeArtefact } from "./rounds-artefacts.ts";
import { castRoundsBallot } from "./rounds-ballot.ts";
import { type RoundsRole, readCase } from "./rounds-case.ts";
import { makeCheck } from "./rounds-checks.ts";
import { makeAssessment, makeDriftCheck, makeStressScore, makeSynthesis } from "./rounds-judging.ts";
import { writeProposal, writeSupplement } from "./rounds-speaking.ts";

/** What a simulated part is given: what it was sent, and who it is. */
export type RoundsOccasion = {
  readonly seat: Seat;
  readonly scenario: Scenario;
  readonly request: ModelRequest;
};
type Part = (occasion: RoundsOccasion) => string;

/** From the kinds of cue of the rounds to what a simulated member or arbiter replies. */
export const ROUNDS_PARTS: Readonly<Record<string, Part>> = {
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
