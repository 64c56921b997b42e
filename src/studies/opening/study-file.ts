import { z } from "zod";
import { BoardroomError, type Place, type Problem } from "../../errors.ts";
import { repeats } from "../../scenario/files/check-scenario.ts";
import { suggestion } from "../../scenario/files/nearest.ts";
import { findAddressKeys, findSecretKeys, findSecrets } from "../../scenario/files/secrets.ts";
import { parseYaml, validate, type YamlFile } from "../../scenario/files/yaml-file.ts";
import type { TemplateFile } from "../../scenario/loading/template.ts";
import { idSchema } from "../../scenario/schema/persona.ts";
import { privateEntrySchema } from "../../scenario/schema/private-evidence.ts";
import { decisionSchema, promptSchema } from "../../scenario/schema/scenario.ts";
import { canonicalJson } from "../study.ts";

export type ReadStudyFile = { readonly file: StudyFile; readonly yaml: YamlFile };

export function parseStudyFile(text: string, name: string): ReadStudyFile {
  const secrets = findSecrets(text, name);
  if (secrets.length > 0) throw new BoardroomError("secret-in-scenario", secrets);
  const yaml = parseYaml({ file: name, text, code: "study-invalid" });
  const keys = [...findSecretKeys(yaml), ...findAddressKeys(yaml)];
  if (keys.length > 0) throw new BoardroomError("secret-in-scenario", keys);
  const unlisted = blindProblems(yaml);
  if (unlisted.length > 0) throw new BoardroomError("study-invalid", unlisted);
  const file = validate(yaml, studyFileSchema, "study-invalid");
  const problems = [
    ...seedProblems({ file, yaml }),
    ...armProblems({ file, yaml }),
    ...listProblems({ file, yaml }),
  ];
  if (problems.length > 0) throw new BoardroomError("study-invalid", problems);
  return { file, yaml };
}

/** Checked before the schema, to tell the user what to write. */
function blindProblems(yaml: YamlFile): Problem[] {
  const { arms } = (yaml.value ?? {}) as { readonly arms?: unknown };
  const isEmpty = (list: unknown) => Object.keys(list ?? {}).length === 0;
  return Object.entries(arms ?? {}).flatMap(([name, arm]): Problem[] => {
    if (typeof arm !== "object" || arm === null || !("blind" in arm)) return [];
    const { blind } = arm;
    const isMapping = typeof blind === "object" && blind !== null && !Array.isArray(blind);
    if (isMapping && !Object.values(blind).every(isEmpty)) return [];
    return [
      {
        place: yaml.placeOfKey(["arms", name, "blind"]),
        message: `blind: in arm ${name} lists nothing to take out`,
        remedy:
          "List names and words: blind: { names: [[Ada Koval, Koval]], words: { she: they } }. boardroom check study NAME --propose MODEL proposes a list for a study without this arm.",
      },
    ];
  });
}

function seedProblems({ file, yaml }: ReadStudyFile): Problem[] {
  const seeds = seedsOf(file);
  if (typeof file.seeds === "string") {
    const [from = 0, to = 0] = file.seeds.split("..").map(Number);
    const place = yaml.placeOf(["seeds"]);
    const remedy = "Write the lower seed first, such as 1..40.";
    if (from > to) return [{ place, message: `the range ${file.seeds} holds no seed`, remedy }];
    if (to - from + 1 <= MOST_SEEDS) return [];
    return [
      { place, message: `the range holds ${to - from + 1} seeds`, remedy: `At most ${MOST_SEEDS} are run.` },
    ];
  }
  return repeated(seeds.map(String)).map((index) => ({
    place: yaml.placeOf(["seeds", index]),
    message: `seed ${seeds[index]} is in the list twice`,
    remedy: "Leave one out: the same seed holds the same meeting.",
  }));
}

function repeated(list: readonly string[]): number[] {
  const seen = new Set<string>();
  return list.flatMap((each, index) => (seen.size === seen.add(each).size ? [index] : []));
}

function armProblems({ file, yaml }: ReadStudyFile): Problem[] {
  const { leaveOneOut, orders, controls, models } = file;
  const makes = [leaveOneOut, orders, controls, models].some((each) => each !== undefined);
  const arms = Object.entries(file.arms);
  if (arms.length === 0 && !makes) {
    const place = yaml.placeOfKey(["arms"]);
    return [
      { place, message: "the study has no arm", remedy: "Write arms: { as-it-is: {} }, or have some made." },
    ];
  }
  const texts = arms.map(([, arm]) => canonicalJson(arm));
  const alike = repeats(texts).map((index) => {
    const [name] = arms[index] ?? [""];
    const [first] = arms[texts.indexOf(texts[index] ?? "")] ?? [""];
    return {
      place: yaml.placeOfKey(["arms", name]),
      message: `arm ${name} changes what ${first} does, and nothing else`,
      remedy: "Leave one out: two arms alike hold the same meetings twice.",
    };
  });
  const idle = arms.flatMap(([name, arm]) =>
    arm.verdicts && arm.reversed
      ? [
          {
            place: yaml.placeOfKey(["arms", name, "reversed"]),
            message: "verdicts: states an order already",
            remedy: "Leave one of the two out.",
          },
        ]
      : [],
  );
  return [...alike, ...idle];
}

function listProblems({ file, yaml }: ReadStudyFile): Problem[] {
  const scenarios = typeof file.scenario === "string" ? [file.scenario] : file.scenario;
  const twice = (key: "scenario" | "subjects", list: readonly string[]) =>
    repeats(list).map((index): Problem => {
      const place: Place = yaml.placeOf([key, index]);
      return { place, message: `${list[index]} is in the list twice`, remedy: "Leave one out." };
    });
  const pairs = file.compare.flatMap(([one, other], index): Problem[] =>
    one === other
      ? [
          {
            place: yaml.placeOf(["compare", index]),
            message: `${one} is compared with itself`,
            remedy: "Name two arms.",
          },
        ]
      : [],
  );
  const again = repeats(file.compare.map((pair) => pair.join(" and "))).map(
    (index): Problem => ({
      place: yaml.placeOf(["compare", index]),
      message: `${file.compare[index]?.join(" and ")} are compared twice`,
      remedy: "Leave one out: a difference is tested once.",
    }),
  );
  return [...twice("scenario", scenarios), ...twice("subjects", file.subjects ?? []), ...pairs, ...again];
}

export function compareProblems({ file, yaml }: ReadStudyFile, arms: readonly string[]): Problem[] {
  return file.compare.flatMap((pair, index) =>
    pair.flatMap((name, at): Problem[] =>
      arms.includes(name)
        ? []
        : [
            {
              place: yaml.placeOf(["compare", index, at]),
              message: `there is no arm ${name}`,
              remedy: suggestion(name, arms, "Arms"),
            },
          ],
    ),
  );
}

export function meetingsProblems({ file, yaml }: ReadStudyFile, ofSeed: number): Problem[] {
  const { meetings } = file.limits;
  const seeds = seedsOf(file).length;
  const all = seeds * ofSeed;
  if (meetings === undefined || all <= meetings) return [];
  const fewer = Math.floor(meetings / ofSeed);
  const orFewer = fewer === 0 ? "fewer arms or subjects" : `at most ${fewer} of the ${seeds} seeds`;
  return [
    {
      place: yaml.placeOf(["limits", "meetings"]),
      message: `the study asks for ${all} meetings, ${ofSeed} a seed, and allows ${meetings}`,
      remedy: `Allow ${all}, or ask for ${orFewer}.`,
    },
  ];
}

const path = z.string().trim().min(1);
const model = z.string().trim().min(1);
const name = z.string().trim().min(1);
const verdictId = z.string().trim().min(1);

const addedSeatSchema = z.union([
  idSchema,
  z.strictObject({
    persona: idSchema.describe("Id of the persona"),
    id: idSchema.optional().describe("Seat id, if that persona already has a seat; default the persona id"),
    model: model.optional().describe("provider:model; default as all members have it"),
  }),
]);

const { view, visibility, control } = promptSchema.shape;

const blindSchema = z.strictObject({
  names: z
    .array(z.union([name, z.array(name).min(1)]))
    .optional()
    .describe("One entry a person, a name or a list of its forms: each becomes Person A, Person B"),
  words: z.record(name, z.string()).optional().describe("Words and their replacements, such as she: they"),
});

const armSchema = z.strictObject({
  model: model.optional().describe("Model of every member, such as anthropic:claude-sonnet-5-5"),
  models: z.record(idSchema, model).optional().describe("Models of single members, by seat"),
  protocol: idSchema.optional().describe("Another procedure; see boardroom list protocols"),
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Options of the protocol that replace those of the scenario; null removes one"),
  selector: z
    .union([z.string().min(1), z.record(z.string(), z.unknown())])
    .optional()
    .describe("Who speaks next: a selector's name, or a mapping with its name and options"),
  decision: decisionSchema
    .partial()
    .optional()
    .describe("How verdicts become the outcome, as in a scenario; omitted fields keep the scenario's values"),
  view: view.unwrap().optional().describe("perspective, anonymous or shared"),
  visibility: visibility.unwrap().optional().describe("open, until-verdict or sealed"),
  control: control
    .unwrap()
    .optional()
    .describe("reflection: nothing of the others. stances: their verdicts alone"),
  without: z.array(idSchema).min(1).optional().describe("Seats to remove"),
  seats: z.array(addedSeatSchema).min(1).optional().describe("Personas seated after the others"),
  order: z.array(idSchema).min(1).optional().describe("Every seat, in the order they sit in"),
  verdicts: z.array(verdictId).min(2).optional().describe("Every verdict, in the order members read them in"),
  reversed: z.literal(true).optional().describe("The verdicts in the opposite order"),
  attach: z
    .array(path)
    .min(1)
    .optional()
    .describe("Files that everybody reads besides, from this file's folder"),
  detach: z.array(path).min(1).optional().describe("Names of documents taken away"),
  private: z
    .union([z.literal("shared"), z.record(idSchema, z.array(privateEntrySchema).min(1))])
    .optional()
    .describe(
      "Evidence of single members, by seat, instead of the scenario's: files from the scenario's folder or lines of " +
        "them; other members then do not see such a document. shared: every member sees the evidence of single members",
    ),
  blind: blindSchema
    .optional()
    .describe("What is removed from the documents: the names and words listed here, and nothing else"),
  swap: z
    .record(z.string().trim().min(1), z.string())
    .optional()
    .describe("Words and their replacements: whole words, in documents and question"),
});
export type ArmFile = z.infer<typeof armSchema>;

const seedRange = z
  .string()
  .regex(/^\d{1,9}\.\.\d{1,9}$/, "must be a range such as 1..40, or a list of whole numbers");

export const studyFileSchema = z.strictObject({
  title: z.string().trim().min(1).max(160).describe("What the study asks; heading of its report"),
  scenario: z
    .union([path, z.array(path).min(1).max(50)])
    .describe("Name or path of a scenario, or a list; paths count from this file's folder"),
  subjects: z
    .array(path)
    .min(1)
    .max(1_000)
    .optional()
    .describe("Files that replace the subject document, one after the other; default the scenario's document"),
  seeds: z
    .union([seedRange, z.array(z.int().min(0)).min(1).max(100_000)])
    .describe("Seeds of the meetings, the same in every arm: 1..40, or a list"),
  arms: z
    .record(idSchema, armSchema)
    .refine((arms) => Object.keys(arms).length <= 100, "must be at most 100 arms")
    .default({})
    .describe("By name what differs from the scenario; {} is the scenario as it is"),
  leaveOneOut: z.literal(true).optional().describe("One arm a member, without it"),
  orders: z.int().min(1).max(100).optional().describe("So many arms with seats and verdicts in a drawn order"),
  controls: z
    .literal(true)
    .optional()
    .describe("Two arms: members alone, and members who see verdicts without words"),
  models: z.array(model).min(1).max(50).optional().describe("An arm for each model, of every member"),
  compare: z
    .array(z.tuple([idSchema, idSchema]))
    .default([])
    .describe("Pairs of arms that the report compares"),
  limits: z
    .strictObject({
      meetings: z
        .int()
        .min(1)
        .optional()
        .describe("Most meetings the study may run; a larger study is refused"),
      dollars: z.number().positive().optional().describe("Most dollars of all meetings together"),
      concurrency: z.int().min(1).max(1_000).optional().describe("Most meetings under way at once"),
    })
    .default({})
    .describe("Where the study ends at the latest"),
  truth: z
    .record(z.string(), z.string())
    .default({})
    .describe("The right answer, an option or a side, by subject; by scenario if there are no subjects"),
  until: z
    .strictObject({
      outcome: z
        .union([z.number().gt(0).lt(0.5), z.string().regex(/^±\s*0?\.\d+$/, "must be a share such as ±0.05")])
        .describe("Ends once the share of each outcome compared is known to within so much, such as ±0.05"),
    })
    .optional()
    .describe("Ends the study early, in the order of the seeds"),
});
export type StudyFile = z.infer<typeof studyFileSchema>;

export function seedsOf({ seeds }: Pick<StudyFile, "seeds">): number[] {
  if (typeof seeds !== "string") return [...seeds];
  const [from = 0, to = 0] = seeds.split("..").map(Number);
  return Array.from({ length: Math.max(0, Math.min(to - from + 1, MOST_SEEDS)) }, (_, index) => from + index);
}

const MOST_SEEDS = 100_000;

export function earlyStopOf({ until }: Pick<StudyFile, "until">): { readonly outcome: number } | null {
  if (until === undefined) return null;
  const { outcome } = until;
  return { outcome: typeof outcome === "number" ? outcome : Number(outcome.replace(/^±\s*/, "")) };
}

export function studyTemplate(name: string): TemplateFile {
  return { path: `studies/${name}/study.yaml`, text: STUDY };
}

const STUDY = `# yaml-language-server: $schema=../../schemas/study.schema.json
#
# Many meetings that differ in one thing. \`boardroom check studies/NAME/study.yaml\` names every mistake with its line, says
# what the study takes, and shows what blind: and swap: remove; \`boardroom study run\` runs it.

title: Does it matter whether the board sees the name?

# A scenario by name or path, or a list. Paths count from this folder.
scenario: hiring

# Files that replace the subject document, one after the other; default the scenario's document.
# subjects: [cv/ada.pdf, cv/ben.docx]

# The same in every arm, so that two arms differ in nothing but the arm.
seeds: 1..20

# Each arm is a name and what differs from the scenario, nothing else; {} is the scenario as it is.
arms:
  named: {}
  blind:
    blind: # what is listed here is taken out, and nothing else
      names: [Ines Halvarin] # Person A; of several forms write one person as a list: [Ines Halvarin, Ines]
      words: { she: they, she has: they have, her: their, herself: themself, recommend her: recommend them, bars her: bars them, calls her slow: calls them slow, one paper and has: one paper and have }

# More arms, made for you: leaveOneOut, orders, controls, models.
# controls: true

# Pairs that the report compares.
compare: [[named, blind]]

limits: { meetings: 500, dollars: 20 }

# Where the right answer is known, an option or a side.
# truth: { ada.pdf: for }
`;
