import { z } from "zod";
import { personaSchema } from "./persona.ts";
import { scenarioFileSchema } from "./scenario-file.ts";
import { scriptSchema } from "./script.ts";

export function scenarioJsonSchema(): string {
  return publish(scenarioFileSchema, "Boardroom scenario", "scenario.yaml: the matter a board decides");
}

export function personaJsonSchema(): string {
  return publish(personaSchema, "Boardroom persona", "Front matter of personas/<id>.md: who someone is");
}

export function scriptJsonSchema(): string {
  return publish(scriptSchema, "Boardroom script", "script.yaml: what simulated members say about a case");
}

function publish(schema: z.ZodType, title: string, description: string): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
  return `${JSON.stringify({ $schema, title, description, ...rest }, null, 2).replaceAll(SHORT_LIST, onOneLine)}\n`;
}

const SHORT_LIST = /\[\n\s+("[^"\n]*"(?:,\n\s+"[^"\n]*")*)\n\s+\]/g;

/** As the repository's formatter prints lists. */
function onOneLine(list: string, entries: string): string {
  const line = `[${entries.replaceAll(/,\n\s+/g, ", ")}]`;
  return line.length <= 80 ? line : list;
}
