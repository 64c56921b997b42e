import { type Doubt, mistake } from "../../engine/meeting/contract/protocol.ts";
import { selectorMistakes } from "../../engine/meeting/procedure/select-speaker.ts";
import { NONE, type Scenario } from "../../scenario/schema/scenario.ts";
import {
  acceptingChoices,
  agendaOf,
  goingRound,
  itemsOf,
  type JuryOptions,
  phasesOf,
  presentingIndex,
} from "./options.ts";

export function checkJury(options: JuryOptions, scenario: Scenario): Doubt[] {
  return [
    ...checkQuorum(options, scenario),
    ...checkAgenda(options, scenario),
    ...checkPhases(options),
    ...checkDecisions(options, scenario),
    ...checkTrial(options, scenario),
    ...selectorMistakes(options.selector, scenario),
  ];
}

function checkQuorum({ quorum = 0 }: JuryOptions, { members }: Scenario): Doubt[] {
  if (quorum <= members.length) return [];
  return [
    {
      ...mistake(
        `options.quorum is ${quorum}, and ${members.length} are seated`,
        "Ask for no more than are seated.",
      ),
      path: ["options", "quorum"],
    },
  ];
}

function checkAgenda(options: JuryOptions, scenario: Scenario): Doubt[] {
  const agenda = agendaOf(options, scenario);
  const known = ["ALL", "ROUND_ROBIN", ...scenario.members.map(({ id }) => id)];
  const strangers = agenda.filter(({ speaker }) => !known.includes(speaker));
  return [
    ...repeated(agenda.map(({ id }) => id)).map((id) =>
      mistake(`two topics are called ${id}`, "Give each a different id."),
    ),
    ...(presentingIndex(phasesOf(options)) === -1 ? goingRound({ agenda }) : []).map(({ id }) =>
      mistake(
        `topic ${id} is for ROUND_ROBIN, but no phase has speakingOrder round-robin`,
        "Add a phase with speakingOrder: round-robin, or choose ALL.",
      ),
    ),
    ...strangers.map(({ id, speaker }) =>
      mistake(
        `topic ${id} is for ${JSON.stringify(speaker)}, who has no seat`,
        `Allowed: ${known.join(", ")}.`,
      ),
    ),
  ];
}

function checkPhases(options: JuryOptions): Doubt[] {
  const names = phasesOf(options).map(({ name }) => name.toUpperCase());
  return [
    ...repeated(names).map((name) => mistake(`two phases are called ${name}`, "Give each a different name.")),
    ...(names.indexOf("GATHERING") > 0
      ? [mistake("GATHERING is not the first phase", "Make GATHERING the first phase.")]
      : []),
  ];
}

function checkDecisions(options: JuryOptions, scenario: Scenario): Doubt[] {
  const agenda = agendaOf(options, scenario);
  const items = itemsOf(options, agenda);
  const lost = items.filter(({ topic }) => !agenda.some(({ id }) => id === topic));
  const strange = acceptingChoices(options).filter((choice) => !options.decisions.choices.includes(choice));
  return [
    ...repeated(items.map(({ id }) => id)).map((id) =>
      mistake(`two items are called ${id}`, "Give each a different id."),
    ),
    ...lost.map(({ id, topic }) =>
      mistake(`item ${id} belongs to ${topic}, which is not on the agenda`, "Name a topic's id."),
    ),
    ...options.decisions.choices
      .filter((choice) => choice.toUpperCase() === NONE)
      .map((choice) =>
        mistake(
          `decisions.choices names ${choice}, which is how a member leaves an item undecided`,
          "Call it otherwise.",
        ),
      ),
    ...strange.map((choice) =>
      mistake(`decisions.accepting names ${choice}`, `Choices: ${options.decisions.choices.join(", ")}.`),
    ),
  ];
}

/** More than half, so that two verdicts cannot both be reached. */
function checkTrial({ trial }: JuryOptions, { members }: Scenario): Doubt[] {
  if (!trial || trial.needed === "unanimity") return [];
  const least = Math.floor(members.length / 2) + 1;
  if (trial.needed >= least && trial.needed <= members.length) return [];
  const message = `options.trial.needed is ${trial.needed}, of ${members.length} jurors`;
  const remedy = `Ask for ${least} to ${members.length}, or unanimity.`;
  return [{ ...mistake(message, remedy), path: ["options", "trial", "needed"] }];
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}
