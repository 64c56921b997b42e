import type { ScenarioStart } from "../../../engine/meeting/contract/protocol.ts";
import { askStages, roundsFlags } from "./stages.ts";
import { roundsTemplate, workedRounds } from "./template.ts";

function isBrief(given: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(given).length > 0;
}

export const ROUNDS_START: ScenarioStart = {
  about: "asks for question, roles and rounds if one of its flags is given",
  flags: [
    { flag: "--system <words>", about: "what the deliberation is about" },
    { flag: "--question <question>", about: "the one question it answers" },
    { flag: "--anchor <sentence>", about: "what is being made and for whom" },
    { flag: "--role <role=persona>", about: "who takes a role; may be repeated", takes: "pairs" },
    { flag: "--rounds <count>", about: "how many, the synthesis included", takes: "count" },
    { flag: "--stress <round=role>", about: "a round without a role, or none; may be repeated", takes: "list" },
    { flag: "--stress-reason <reason>", about: "why fewer than three roles are stressed" },
  ],
  files: async (name, given, interview) =>
    isBrief(given)
      ? roundsTemplate(name, await askStages(interview, roundsFlags.parse(given)))
      : workedRounds(name),
  next: (name, given) => (isBrief(given) ? `fill in scenarios/${name}/brief.md` : null),
};
