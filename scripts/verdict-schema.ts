// Writes docs/schemas/verdicts.schema.json from the schema in src/reports.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { verdictsJsonSchema } from "../src/showing/table/json.ts";

const folder = fileURLToPath(new URL("../docs/schemas/", import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}verdicts.schema.json`, verdictsJsonSchema());
