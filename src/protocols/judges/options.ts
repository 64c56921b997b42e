import { z } from "zod";
import { mistake, type Warning, warning } from "../../engine/meeting/contract/protocol.ts";
import { CHAIR } from "../../engine/meeting/people/process-agents.ts";
import { capabilitiesOf } from "../../models/contract/capabilities.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";

export const answerSchema = z.object({
  analysis: z.string().trim().min(1),
  findings: z.array(z.object({ ref: z.string(), quote: z.string(), says: z.string() })),
  grades: z.record(z.string(), z.int()).optional(),
  ranking: z.array(z.string()).optional(),
  verdict: z.string(),
  wouldChange: z.string().nullish(),
  confidence: z.union([z.number(), z.string()]).nullish(),
});

export const judgesOptions = z.strictObject({
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe("Mean confidence from which the panel is not asked again"),
  maxIterations: z.int().min(1).max(20).default(2).describe("How often the whole panel answers at most"),
  confidence: z
    .record(z.string(), z.enum(["self-report", "none"]))
    .default({})
    .describe("By judge id; none: this judge is not asked for a confidence"),
  chair: z
    .strictObject({
      model: z.string().min(1).optional().describe("provider:model; default that of the first judge"),
      sees: z
        .enum(["answers", "answers-and-confidence"])
        .default("answers")
        .describe("Whether the chair sees how sure each judge was"),
    })
    .prefault({})
    .describe("Who combines the last answers"),
});
export type JudgesOptions = z.infer<typeof judgesOptions>;

export function checkJudges(options: JudgesOptions, { members }: Scenario): Warning[] {
  const ids = members.map(({ id }) => id);
  const strangers = Object.keys(options.confidence).filter((id) => !ids.includes(id));
  const seats = `Judges: ${ids.join(", ")}.`;
  return [
    ...(ids.includes(CHAIR.id)
      ? [mistake(`a judge sits as "${CHAIR.id}", the seat of the chair`, "Give that member another id.")]
      : []),
    ...strangers.map((id) => {
      const message = `options.confidence names ${JSON.stringify(id)}, who is no judge`;
      return mistake(message, seats, ["options", "confidence", id]);
    }),
    ...panelSize(ids.length),
    ...confidenceWarnings(options, ids),
    ...drawWarnings(options, members),
  ];
}

function panelSize(count: number): Warning[] {
  if (count < 3) return [warning(`a panel of ${count}: no majority can form`, "Seat three judges or more.")];
  if (count % 2 === 0) return [warning(`a panel of ${count} can tie`, "Seat an odd number of judges.")];
  return [];
}

function confidenceWarnings({ confidence, maxIterations }: JudgesOptions, ids: readonly string[]): Warning[] {
  if (maxIterations === 1 || ids.some((id) => confidence[id] !== "none")) return [];
  return [warning("no judge reports a confidence: every iteration will be run", "Set maxIterations: 1.")];
}

export function mostIterations(
  { maxIterations }: JudgesOptions,
  { members }: Pick<Scenario, "members">,
): number {
  return members.every(isFixed) ? 1 : maxIterations;
}

/** At temperature 0 a model that takes a temperature answers the same again. */
function isFixed({ model, sampling }: Seat): boolean {
  const [provider = "", ...id] = model.split(":");
  return sampling?.temperature === 0 && capabilitiesOf(provider, id.join(":")).sampling;
}

function drawWarnings({ maxIterations }: JudgesOptions, members: readonly Seat[]): Warning[] {
  const fixed = members.filter(isFixed).map(({ id }) => id);
  if (maxIterations === 1 || fixed.length === 0) return [];
  const remedy = "Set a temperature above 0, or maxIterations: 1.";
  if (fixed.length < members.length) {
    return [warning(`asked again, ${fixed.join(", ")} will answer the same: temperature is 0`, remedy)];
  }
  return [warning("temperature is 0: asked again, all would answer the same, so they are asked once", remedy)];
}
