import type { ScenarioStart } from "../../../meeting/contract/contributions.ts";
import { askStages, roundsFlags } from "./stages.ts";
import { roundsTemplate } from "./template.ts";

/** A scenario in rounds begins with its question, its roles and its rounds. */
export const ROUNDS_START: ScenarioStart = {
  about: "asks for question, roles and rounds",
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
    roundsTemplate(name, await askStages(interview, roundsFlags.parse(given))),
  next: (name) => `fill in scenarios/${name}/brief.md`,
};
