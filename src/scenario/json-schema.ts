import { z } from "zod";
import { personaSchema } from "./persona.ts";
import { scenarioFileSchema } from "./scenario.ts";

/** The published JSON Schema of `scenario.yaml`, for editors. */
export function scenarioJsonSchema(): unknown {
  return publish(scenarioFileSchema, "Boardroom scenario", "scenario.yaml: the matter a board decides");
}

/** The published JSON Schema of a persona's front matter, for editors. */
export function personaJsonSchema(): unknown {
  return publish(personaSchema, "Boardroom persona", "Front matter of personas/<id>.md: who someone is");
}

function publish(schema: z.ZodType, title: string, description: string): unknown {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
  return { $schema, title, description, ...rest };
}
