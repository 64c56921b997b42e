import { z } from "zod";
import { idSchema } from "../../scenario/schema/persona.ts";
import { privateEntrySchema } from "../../scenario/schema/private-evidence.ts";
import { decisionSchema, promptSchema } from "../../scenario/schema/scenario.ts";

const path = z.string().trim().min(1);
const model = z.string().trim().min(1);
const name = z.string().trim().min(1);
const verdictId = z.string().trim().min(1);

const addedSeatSchema = z.union([
  idSchema,
  z.strictObject({
    persona: idSchema.describe("Id of the persona"),
    id: idSchema.optional().describe("Seat id where that persona sits already; default the persona id"),
    model: model.optional().describe("provider:model; default as all members have it"),
  }),
]);

const { view, visibility, control } = promptSchema.shape;

const blindSchema = z.strictObject({
  names: z
    .array(z.union([name, z.array(name).min(1)]))
    .optional()
    .describe("One entry a person, a name or a list of its forms: each becomes Person A, Person B"),
  words: z
    .record(name, z.string())
    .optional()
    .describe("Words and what stands in their place, such as she: they"),
});

const armSchema = z.strictObject({
  model: model.optional().describe("Model of every member, such as anthropic:claude-sonnet-5-5"),
  models: z.record(idSchema, model).optional().describe("Models of single members, by seat"),
  protocol: idSchema.optional().describe("Another procedure; see boardroom list protocols"),
  options: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Options of the protocol in place of the scenario's of that name; null takes one away"),
  selector: z
    .union([z.string().min(1), z.record(z.string(), z.unknown())])
    .optional()
    .describe("Who speaks next: a selector's name, or a mapping with its name and options"),
  decision: decisionSchema
    .partial()
    .optional()
    .describe("How verdicts become the outcome, as in a scenario; what is left out stays"),
  view: view.unwrap().optional().describe("perspective, anonymous or shared"),
  visibility: visibility.unwrap().optional().describe("open, until-verdict or sealed"),
  control: control
    .unwrap()
    .optional()
    .describe("reflection: nothing of the others. stances: their verdicts alone"),
  without: z.array(idSchema).min(1).optional().describe("Seats left out"),
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
      "Evidence of single members, by seat, in place of the scenario's: files from the scenario's folder or lines of " +
        "them; one of its documents is then nobody else's. shared: what the scenario gives to single members is everybody's",
    ),
  blind: blindSchema
    .optional()
    .describe("What stands in the documents no more: the names and words listed here, and nothing else"),
  swap: z
    .record(z.string().trim().min(1), z.string())
    .optional()
    .describe("Words and what stands in their place: whole words, in documents and question"),
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
    .describe(
      "Files that take the place of the subject document, one after the other; left out, the scenario's own",
    ),
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
    .describe("Pairs of arms that the report holds against each other"),
  limits: z
    .strictObject({
      meetings: z
        .int()
        .min(1)
        .optional()
        .describe("Most meetings that may be held; a study that asks for more is refused"),
      dollars: z.number().positive().optional().describe("Most dollars of all meetings together"),
      concurrency: z.int().min(1).max(1_000).optional().describe("Most meetings under way at once"),
    })
    .default({})
    .describe("Where the study ends at the latest"),
  truth: z
    .record(z.string(), z.string())
    .default({})
    .describe("The right answer, an option or a side, by subject; by scenario where no subjects are named"),
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

export const MOST_SEEDS = 100_000;

export function earlyStopOf({ until }: Pick<StudyFile, "until">): { readonly outcome: number } | null {
  if (until === undefined) return null;
  const { outcome } = until;
  return { outcome: typeof outcome === "number" ? outcome : Number(outcome.replace(/^±\s*/, "")) };
}

export function studyJsonSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(studyFileSchema, { io: "input", target: "draft-7" });
  const head = {
    $schema,
    title: "Boardroom study",
    description: "study.yaml: many meetings that differ in one thing",
  };
  return `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`;
}
