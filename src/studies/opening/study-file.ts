// The schema of study.yaml, the checks of one file alone, and the template for a new study.

import { z } from "zod";
import { BoardroomError, type Problem } from "../../errors.ts";
import { describeNotFound } from "../../scenario/files/nearest.ts";
import { findRepeats } from "../../scenario/files/scenario-file.ts";
import { parseYamlWithoutSecrets } from "../../scenario/files/secrets.ts";
import { validate, type YamlFile } from "../../scenario/files/yaml-file.ts";
import type { TemplateFile } from "../../scenario/loading/template.ts";
import { idSchema } from "../../scenario/schema/persona.ts";
import { armSchema } from "../arms.ts";

export type ReadStudyFile = { file: StudyFile; yaml: YamlFile };

export function parseStudyFile(text: string, name: string): ReadStudyFile {
  const yaml = parseYamlWithoutSecrets({ file: name, text, code: "study-invalid" });
  const file = validate(yaml, studyFileSchema, "study-invalid");
  refuseBesideQuestions(file, yaml);
  const { orders, controls, models } = file;
  const makes = [orders, controls, models].some((each) => each !== undefined);
  if (Object.keys(file.arms).length > 0 || makes) return { file, yaml };
  throw new BoardroomError("study-invalid", {
    place: yaml.locateKey(["arms"]),
    message: "the study has no arm",
    remedy: "Write arms: { as-it-is: {} }, or have some made.",
  });
}

function refuseBesideQuestions(file: StudyFile, yaml: YamlFile): void {
  if (file.questions === undefined) return;
  const other = ["subjects", "truth"].find((key) => Object.hasOwn(yaml.value as object, key));
  if (other === undefined && typeof file.scenario === "string") return;
  throw new BoardroomError("study-invalid", {
    place: yaml.locateKey([other ?? "scenario"]),
    message: `questions cannot be used with ${other ?? "a list of scenarios"}`,
    remedy:
      "Remove it: the file of questions names documents and answers, for the board of one scenario.",
  });
}

export function checkComparison({ file, yaml }: ReadStudyFile, arms: readonly string[]): Problem[] {
  return file.compare.flatMap((pair, index) =>
    pair.flatMap((name, at): Problem[] =>
      arms.includes(name)
        ? []
        : [{ place: yaml.locate(["compare", index, at]), ...describeNotFound("arm", name, arms) }],
    ),
  );
}

export function checkMeetingCount({ file, yaml }: ReadStudyFile, ofSeed: number): Problem[] {
  const { meetings } = file.limits;
  const seeds = listSeeds(file).length;
  const all = seeds * ofSeed;
  if (meetings === undefined || all <= meetings) return [];
  const fewer = Math.floor(meetings / ofSeed);
  const orFewer = fewer === 0 ? "fewer arms or subjects" : `at most ${fewer} of the ${seeds} seeds`;
  return [
    {
      place: yaml.locate(["limits", "meetings"]),
      message: `the study asks for ${all} meetings, ${ofSeed} a seed, and allows ${meetings}`,
      remedy: `Allow ${all}, or ask for ${orFewer}.`,
    },
  ];
}

const MOST_SEEDS = 100_000;

/** Refuses the second of two that are alike, at its place. */
function refuseRepeats<Item>(list: z.ZodArray<z.ZodType<Item>>) {
  return list.superRefine((items, context) => {
    const texts = items.map((item) => JSON.stringify(item));
    for (const index of findRepeats(texts))
      context.addIssue({ code: "custom", path: [index], message: "is in the list twice" });
  });
}

const path = z.string().trim().min(1);
const model = z.string().trim().min(1);

const seedRange = z
  .string()
  .regex(/^\d{1,9}\.\.\d{1,9}$/, {
    error: "must be a range such as 1..40, or a list of whole numbers",
    abort: true,
  })
  .refine((range) => {
    const [from, to] = readEnds(range);
    return from <= to && to - from < MOST_SEEDS;
  }, `must be a range from a lower to a higher seed, at most ${MOST_SEEDS} of them`);

export const studyFileSchema = z.strictObject({
  title: z.string().trim().min(1).max(160).describe("What the study asks; heading of its report"),
  scenario: z
    .union([path, refuseRepeats(z.array(path).min(1).max(50))])
    .describe("Name or path of a scenario, or a list; paths count from this file's folder"),
  subjects: refuseRepeats(z.array(path).min(1).max(1_000))
    .optional()
    .describe(
      "Files that replace the subject document, one after the other; default the scenario's document",
    ),
  questions: path
    .regex(/\.(?:jsonl|csv)$/i, "must be a .jsonl or .csv file")
    .optional()
    .describe(
      "File of questions with known answers, JSON lines or CSV; each is a subject, for the board of the scenario",
    ),
  seeds: z
    .union([seedRange, refuseRepeats(z.array(z.int().min(0)).min(1).max(MOST_SEEDS))])
    .describe("Seeds of the meetings, the same in every arm: 1..40, or a list"),
  arms: z
    .record(idSchema, armSchema)
    .refine((arms) => Object.keys(arms).length <= 100, "must be at most 100 arms")
    .default({})
    .describe("What each arm changes, by name; {} changes nothing"),
  orders: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe("Number of arms with members and verdicts in random order"),
  controls: z
    .literal(true)
    .optional()
    .describe("Two arms: members alone, and members who see verdicts without words"),
  models: z
    .array(model)
    .min(1)
    .max(50)
    .optional()
    .describe("An arm for each model, of every member"),
  compare: refuseRepeats(
    z.array(
      z.tuple([idSchema, idSchema]).refine(([one, other]) => one !== other, "must be two arms"),
    ),
  )
    .default([])
    .describe(
      "Pairs of arms that the report compares; the first is the main question. Default: a vote or control arm with the board",
    ),
  limits: z
    .strictObject({
      meetings: z
        .int()
        .min(1)
        .optional()
        .describe("Most meetings the study may run; a larger study is refused"),
      dollars: z.number().positive().optional().describe("Most dollars of all meetings together"),
      concurrency: z
        .int()
        .min(1)
        .max(1_000)
        .optional()
        .describe("Maximum number of meetings at once"),
    })
    .default({})
    .describe("Limits of the study"),
  truth: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      "The right answer, an option or a side, by subject; by scenario if there are no subjects",
    ),
});
export type StudyFile = z.infer<typeof studyFileSchema>;

export function listSeeds({ seeds }: StudyFile): number[] {
  if (typeof seeds !== "string") return [...seeds];
  const [from, to] = readEnds(seeds);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function readEnds(range: string): readonly [number, number] {
  const [from = 0, to = 0] = range.split("..").map(Number);
  return [from, to];
}

export function createStudyTemplate(name: string): TemplateFile {
  return { path: `studies/${name}/study.yaml`, text: STUDY };
}

const STUDY = `# yaml-language-server: $schema=../../schemas/study.schema.json
#
# Many meetings that differ in one thing. \`boardroom check studies/NAME/study.yaml\` names every mistake with its line, says
# what the study takes and which difference it can find; \`boardroom study run\` runs it.

title: What does a debate add to a vote?

# A scenario by name or path, or a list. Paths count from this folder.
scenario: hiring

# Files that replace the subject document, one after the other; default the scenario's document.
# subjects: [cv/ada.pdf, cv/ben.docx]

# Or questions with known answers, for the board of the scenario: a model is needed.
# questions: questions.jsonl

# The same in every arm, so that two arms differ in nothing but the arm.
seeds: 1..20

# Each arm is a name and what differs from the scenario, nothing else; {} is the scenario as it is.
arms:
  one: { as: one } # a single call
  vote: { as: vote } # each member answers alone, and the majority counts
  board: { as: board } # the debate
  board-3: { as: board, members: 3 }
  # judges: { as: judges }
  # chamber: { as: chamber }
  # mixed: { as: board, models: [openai:MODEL, anthropic:MODEL] } # members take the models in turn
  # renamed: { swap: { Ines: Ngozi, Halvarin: Adeyemi } } # whole words, in documents and question

# More arms, made for you: orders, controls, models.
# controls: true

# Pairs that the report compares. The first is the main question; the others are exploratory.
compare: [[vote, board], [board-3, board]]

limits: { meetings: 500, dollars: 20 }

# If the right answer is known, an option or a side.
# truth: { ada.pdf: for }
`;
