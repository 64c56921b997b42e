// Writes schemas/*.schema.json, which editors use to check files: npx tsx scripts/schemas.ts
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { settingsFileSchema } from "../src/home/settings/settings.ts";
import { panelSchema } from "../src/run/asking/panels.ts";
import { personaSchema } from "../src/scenario/schema/persona.ts";
import { scenarioFileSchema } from "../src/scenario/schema/scenario-file.ts";
import { scriptSchema } from "../src/scenario/schema/script.ts";
import { verdictsFileSchema } from "../src/showing/verdict-schema.ts";
import { studyFileSchema } from "../src/studies/opening/study-file.ts";

const SCHEMAS: readonly (readonly [name: string, about: string, schema: z.ZodType])[] = [
  ["boardroom", "boardroom.yaml: settings of a project or of yours", settingsFileSchema],
  ["scenario", "scenario.yaml: the matter a board decides", scenarioFileSchema],
  ["persona", "Front matter of personas/<id>.md: who someone is", personaSchema],
  ["panel", "panels/<id>.yaml: personas and options for one kind of decision", panelSchema],
  ["script", "script.yaml: what simulated members say about a case", scriptSchema],
  ["study", "study.yaml: many meetings that differ in one thing", studyFileSchema],
  ["verdicts", "The file verdicts.json", verdictsFileSchema],
];

/** Every published schema by its path. */
export function schemaTexts(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SCHEMAS.map(([name, description, schema]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
      const text = JSON.stringify(
        { $schema, title: `Boardroom ${name}`, description, ...rest },
        null,
        2,
      );
      return [`schemas/${name}.schema.json`, `${text}\n`];
    }),
  );
}

if (process.argv[1]?.endsWith("schemas.ts")) {
  for (const [path, text] of Object.entries(schemaTexts())) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
