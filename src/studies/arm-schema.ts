import { z } from "zod";
import { idSchema } from "../scenario/schema/persona.ts";
import { decisionSchema, promptSchema } from "../scenario/schema/scenario.ts";

const model = z.string().trim().min(1);
const name = z.string().trim().min(1);
const verdictId = z.string().trim().min(1);

const addedSeatSchema = z
  .union([
    idSchema,
    z.strictObject({
      persona: idSchema.describe("Id of the persona"),
      id: idSchema.optional().describe("Seat id, if that persona already has a seat; default the persona id"),
      model: model.optional().describe("provider:model; default as all members have it"),
    }),
  ])
  .transform((seat) =>
    typeof seat === "string" ? { persona: seat, id: seat } : { id: seat.persona, ...seat },
  );

const { view, visibility, control } = promptSchema.shape;

const blindSchema = z
  .strictObject({
    names: z
      .array(z.union([name, z.array(name).min(1)]))
      .optional()
      .describe("One entry a person, a name or a list of its forms: each becomes Person A, Person B"),
    words: z.record(name, z.string()).optional().describe("Words and their replacements, such as she: they"),
  })
  .refine(
    ({ names = [], words = {} }) => names.length + Object.keys(words).length > 0,
    "lists nothing to take out: write blind: { names: [[Ada Koval, Koval]], words: { she: they } }",
  );

const armFields = z.strictObject({
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
  private: z
    .literal("shared")
    .optional()
    .describe("Every member sees the evidence that the scenario gives to single members"),
  blind: blindSchema
    .optional()
    .describe("What is removed from the documents: the names and words listed here, and nothing else"),
  swap: z
    .record(z.string().trim().min(1), z.string())
    .optional()
    .describe("Words and their replacements: whole words, in documents and question"),
});
/** Everything that an arm may change in its scenario. */
export const armSchema = armFields.refine(
  ({ verdicts, reversed }) => !(verdicts && reversed),
  "has two orders of verdicts: keep verdicts or reversed",
);
export type ArmChanges = Readonly<z.infer<typeof armSchema>>;

/** Words to remove from documents. */
export type Blind = Readonly<z.infer<typeof blindSchema>>;
