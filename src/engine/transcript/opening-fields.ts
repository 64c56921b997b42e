import { z } from "zod";
import {
  decisionSchema,
  promptSchema,
  requirementSchema,
  type Scenario,
  type Seat,
} from "../../scenario/schema/scenario.ts";
import { recordedScriptSchema } from "../../scenario/schema/script.ts";

/** Loose on purpose: fields of later versions are kept, and scenario files are checked where they are read. */

const texts = z.array(z.string());
const id = z.string().min(1);

const verdictOption = z.looseObject({
  id,
  side: z.enum(["for", "against", "neutral"]),
  meaning: z.string().optional(),
});

const { rule, by, tie } = decisionSchema.shape;
const decision = z.looseObject({ rule: rule.unwrap(), by: by.unwrap(), tie });

const criterion = z.looseObject({ id, name: z.string(), question: z.string().optional() });

const excluded = z.looseObject({
  id,
  name: z.string(),
  title: z.string(),
  model: z.string(),
  by: z.string(),
  because: z.string().nullable(),
});

const most = z.number().positive().optional();
const limits = z.looseObject({
  messages: z.number().positive(),
  minutes: most,
  tokens: most,
  dollars: most,
  answerMinutes: most,
  absences: z.int().min(1),
  member: z.looseObject({ messages: most, tokens: most }).optional(),
});

const { view, visibility, scaffold, control, summarise } = promptSchema.shape;
const prompt = z.looseObject({
  view: view.unwrap(),
  visibility,
  scaffold,
  control,
  summarise,
});

const scenario = z.looseObject({
  name: id,
  title: z.string(),
  question: z.string(),
  context: z.string().optional(),
  protocol: id,
  options: z.record(z.string(), z.unknown()),
  verdicts: z.array(verdictOption).min(1),
  decision,
  criticality: z.record(z.string(), z.unknown()).optional(),
  criteria: z.array(criterion),
  requirements: z.array(requirementSchema).optional(),
  script: recordedScriptSchema.optional(),
  excluded: z.array(excluded).optional(),
  limits,
  prompt,
  language: z.enum(["en", "de"]).optional(),
  startsAt: z.string().optional(),
  seed: z.union([z.string(), z.number()]).optional(),
});

const persona = z.looseObject({
  id,
  name: z.string().min(1),
  title: z.string(),
  expertise: texts,
  personality: z.string(),
  speakingStyle: z.string(),
  priorities: z.record(z.string(), z.number()),
  stubbornness: z.number(),
  optimism: z.number(),
  background: z.string(),
});

const seat = z.looseObject({
  id,
  kind: z.enum(["member", "agent"]),
  persona,
  model: id,
  weight: z.number().min(0),
  sampling: z
    .looseObject({
      temperature: z.number().optional(),
      effort: z.enum(["low", "medium", "high"]).optional(),
    })
    .optional(),
});

export const scenarioSchema = kept<Omit<Scenario, "documents" | "members">>(scenario);

export const seatsSchema = kept<readonly Seat[]>(
  z.array(seat).superRefine((seats, { addIssue }) => {
    const ids = seats.map((each) => each.id);
    const twice = ids.findIndex((each, index) => ids.indexOf(each) !== index);
    if (twice !== -1) addIssue({ code: "custom", path: [twice, "id"], message: `${ids[twice]} sits twice` });
  }),
);

/** Keeps the value as it was written, so that reading a line changes no byte of it. */
function kept<T>(schema: z.ZodType): z.ZodType<T> {
  const checked = z.unknown().superRefine((value, { addIssue }) => {
    for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
      addIssue({ code: "custom", path: [...path], message });
  });
  return checked as unknown as z.ZodType<T>;
}
