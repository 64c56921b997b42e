// Writes the JSON Schemas that editors use: tsx scripts/schemas.ts
import { writeFileSync } from "node:fs";
import { personaJsonSchema, scenarioJsonSchema, scriptJsonSchema } from "../src/scenario/schema/json-schema.ts";
import { studyJsonSchema } from "../src/studies/opening/study-file.ts";

write("../scenarios/scenario.schema.json", scenarioJsonSchema());
write("../scenarios/script.schema.json", scriptJsonSchema());
write("../docs/schemas/study.schema.json", studyJsonSchema());
write("../personas/persona.schema.json", personaJsonSchema());

function write(path: string, schema: string): void {
  writeFileSync(new URL(path, import.meta.url), schema);
}
