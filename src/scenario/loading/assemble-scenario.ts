import type { Problem } from "../../errors.ts";
import type { ScenarioOverrides } from "../files/source.ts";
import type { Persona } from "../schema/persona.ts";
import type { PrivateDocument } from "../schema/private-evidence.ts";
import type { Document, Scenario } from "../schema/scenario.ts";
import type { ScenarioFile } from "../schema/scenario-file.ts";
import type { Script } from "../schema/script.ts";
import { seatMembers } from "./seats.ts";

type ScenarioParts = {
  readonly name: string;
  readonly scenario: ScenarioFile;
  readonly overrides: ScenarioOverrides;
  readonly personas: ReadonlyMap<string, Persona>;
  readonly documents: readonly Document[];
  readonly evidence: readonly PrivateDocument[];
  readonly script: Script | undefined;
  readonly scriptProblems?: readonly Problem[];
};

export function assembleScenario(parts: ScenarioParts): Scenario {
  const { name, scenario, overrides, personas, documents, evidence, script } = parts;
  const { scriptProblems = [] } = parts;
  const { maxMessages = scenario.limits.messages } = overrides;
  return {
    name,
    title: scenario.title,
    question: scenario.question,
    context: scenario.context,
    protocol: overrides.protocol ?? scenario.protocol,
    options: scenario.options,
    verdicts: scenario.verdicts,
    ...(scenario.sides && { sides: scenario.sides }),
    decision: scenario.decision,
    criticality: scenario.criticality,
    documents,
    ...(evidence.length > 0 && { private: evidence }),
    criteria: scenario.criteria,
    ...(scenario.requirements.length > 0 && { requirements: scenario.requirements }),
    ...(script && { script }),
    ...(scriptProblems.length > 0 && { scriptProblems }),
    members: seatMembers(scenario, personas, overrides),
    limits: { ...scenario.limits, messages: maxMessages },
    prompt: scenario.prompt,
    language: scenario.language,
    startsAt: scenario.startsAt,
    seed: overrides.seed ?? scenario.seed,
  };
}
