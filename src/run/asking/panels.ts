// Reads panels: files with personas, options and criteria for one kind of decision. `ask --panel`
// and `list panels` use them.

import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import { collectProblems } from "../../scenario/files/findings.ts";
import { describeNotFound } from "../../scenario/files/nearest.ts";
import { PACKAGE_ROOT } from "../../scenario/files/package-files.ts";
import { shortenPath } from "../../scenario/files/paths.ts";
import { isFile, listEntries, readText } from "../../scenario/files/read-text.ts";
import type { Lookup } from "../../scenario/files/source.ts";
import { parseYaml, validate } from "../../scenario/files/yaml-file.ts";
import { idSchema } from "../../scenario/schema/persona.ts";
import type { Criterion, VerdictOption } from "../../scenario/schema/scenario.ts";
import { scenarioFileSchema } from "../../scenario/schema/scenario-file.ts";
import { COMMON_CRITERIA, selectCommonCriteria } from "./criteria.ts";

const { verdicts, criteria } = scenarioFileSchema.shape;

export const panelSchema = z.strictObject({
  title: z.string().trim().min(1).max(80).describe("What it decides, such as Vendor choice"),
  members: z.array(idSchema).min(2).max(20).describe("Ids of personas"),
  options: verdicts.describe("Positions a member can take, as verdicts in a scenario"),
  criteria: z
    .array(z.union([idSchema, criteria.unwrap().element]))
    .min(1)
    .max(30)
    .describe("Ids of the common vocabulary, or criteria as in a scenario"),
  sample: z
    .strictObject({
      question: z.string().trim().min(1).describe("The question"),
      document: z.string().trim().min(1).describe("Path of its document"),
    })
    .optional()
    .describe("A worked question, and its document by a path from the folder that holds panels/"),
});

/** Personas and options for one kind of decision, ready to be asked. */
export type BoardPanel = {
  id: string;
  options: readonly VerdictOption[];
  title: string;
  members: readonly string[];
  criteria: readonly Criterion[];
  sample: { question: string; document: string } | null;
  isPackaged: boolean;
};

/** The panel of this id: of ./panels, else a packaged one. */
export async function findPanel(id: string, lookup: Lookup): Promise<BoardPanel> {
  const files = await findPanelFiles(lookup);
  const found = files.find((each) => each.id === id);
  if (found) return readPanel(found, lookup);
  const ids = files.map((each) => each.id);
  throw new BoardroomError("usage", describeNotFound("panel", id, ids));
}

/** The panels of ./panels, then the packaged ones; an id of the first hides one of the second. */
export async function listPanels(lookup: Lookup) {
  return Promise.all(
    (await findPanelFiles(lookup)).map(async (found) => {
      const { value, problems } = await collectProblems(() => readPanel(found, lookup));
      return { ...found, panel: value ?? null, problems };
    }),
  );
}

type PanelFile = { id: string; file: string; isPackaged: boolean };

async function findPanelFiles({
  cwd,
  packaged = PACKAGE_ROOT,
}: Lookup): Promise<readonly PanelFile[]> {
  const found = new Map<string, PanelFile>();
  for (const [root, isPackaged] of [
    [resolve(cwd), false],
    [resolve(packaged), true],
  ] as const) {
    for (const name of await listEntries(join(root, "panels"))) {
      const id = basename(name, ".yaml");
      const file = join(root, "panels", name);
      if (!name.endsWith(".yaml") || found.has(id) || !idSchema.safeParse(id).success) continue;
      if (await isFile(file))
        found.set(id, { id, file, isPackaged: isPackaged || resolve(cwd) === resolve(packaged) });
    }
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function readPanel(
  { id, file, isPackaged }: PanelFile,
  { cwd }: Lookup,
): Promise<BoardPanel> {
  const name = shortenPath(file, resolve(cwd));
  const text = await readText(file, "panel-invalid", cwd);
  const yaml = parseYaml({ file: name, text, code: "panel-invalid" });
  const {
    criteria: weighed,
    sample = null,
    ...panel
  } = validate(yaml, panelSchema, "panel-invalid");
  const all = weighed.map((each, at) => {
    if (typeof each !== "string") return each;
    const [known] = selectCommonCriteria([each]);
    if (known) return known;
    throw new BoardroomError("panel-invalid", {
      place: yaml.locate(["criteria", at]),
      message: `${each} is not a criterion of the common vocabulary`,
      remedy: `Write it out with id and name, or use one of ${COMMON_CRITERIA.map(({ id: one }) => one).join(", ")}.`,
    });
  });
  return { id, ...panel, criteria: all, sample, isPackaged };
}
