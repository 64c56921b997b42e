import { z } from "zod";
import { idSchema, type Persona } from "./persona.ts";

/** Which way a verdict option points. Rules count sides unless told to count options. */
export const sideSchema = z.enum(["for", "against", "neutral"]);
export type Side = z.infer<typeof sideSchema>;

export const verdictOptionSchema = z.strictObject({
  id: z
    .string()
    .regex(
      /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/,
      "must be upper-case letters, digits and underscores, such as STRONG_HIRE",
    )
    .max(40),
  side: sideSchema,
  meaning: z.string().trim().min(1).optional().describe("When a member should choose it"),
});
export type VerdictOption = z.infer<typeof verdictOptionSchema>;

export const decisionSchema = z.strictObject({
  rule: z
    .enum(["plurality-of-sides", "majority", "supermajority", "unanimity", "weighted"])
    .default("plurality-of-sides"),
  by: z.enum(["side", "option"]).default("side").describe("Count sides (for, against) or single options"),
});
export type DecisionRule = z.infer<typeof decisionSchema>;

export const criterionSchema = z.strictObject({
  id: idSchema,
  name: z.string().trim().min(1),
  question: z.string().trim().min(1).optional().describe("What a member should ask of the documents"),
  keywords: z.array(z.string().trim().min(1)).default([]).describe("Words that show a passage bears on it"),
});
export type Criterion = z.infer<typeof criterionSchema>;

/** `resume.md#L12-L14` or `resume.md#L12`: a document's name and its lines, from 1. */
export const referenceSchema = z.string().regex(/^[^#\s]+#L\d+(?:-L\d+)?$/, "must look like resume.md#L12-L14");

export const evidenceSchema = z.strictObject({
  criterion: idSchema,
  ref: referenceSchema,
  strength: z.number().min(-1).max(1).describe("-1 speaks strongly against, 1 strongly for"),
  claim: z.string().trim().min(1).describe("What the passage shows, as a clause"),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** `protocol: board` holds four kinds of limit; 0 is refused, absent means the default or none. */
export const limitsSchema = z.strictObject({
  messages: z
    .int()
    .min(1)
    .max(100_000)
    .default(100)
    .describe("Messages, notices, passes and absences together"),
  minutes: z.number().positive().optional().describe("Wall time of a live meeting"),
  tokens: z.int().positive().optional(),
  dollars: z.number().positive().optional(),
  absences: z.int().min(1).default(3).describe("Absences in a row after which a member is out of the draw"),
});
export type Limits = z.infer<typeof limitsSchema>;

/** How prompts are laid out: see docs/architecture.md. */
export const promptSchema = z.strictObject({
  view: z.enum(["perspective", "anonymous", "shared"]).default("perspective"),
  visibility: z
    .enum(["open", "sealed"])
    .default("open")
    .describe("sealed hides others' verdicts, not their words"),
  scaffold: z.enum(["verdict-first", "verdict-last"]).default("verdict-first"),
});
export type PromptSettings = z.infer<typeof promptSchema>;

/** Written by a user in `scenario.yaml`: a member is a persona id, or an object with its own model or weight. */
export const memberEntrySchema = z.union([
  idSchema,
  z.strictObject({
    persona: idSchema,
    id: idSchema.optional().describe("Seat id when one persona sits twice; default the persona id"),
    model: z.string().min(1).optional().describe("provider:model, such as anthropic:claude-sonnet-5-5"),
    weight: z
      .number()
      .min(0)
      .max(100)
      .default(1)
      .describe("Votes under rule: weighted; 0 advises without a vote"),
  }),
]);

export const documentEntrySchema = z.union([
  z.string().min(1),
  z.strictObject({
    file: z.string().min(1).describe("Path within the scenario's folder"),
    title: z.string().trim().min(1).optional(),
    subject: z.boolean().default(false).describe("The document the meeting judges; at most one"),
  }),
]);

/** The file `scenario.yaml`. */
export const scenarioFileSchema = z.strictObject({
  title: z.string().trim().min(1).max(160),
  question: z.string().trim().min(1),
  context: z.string().trim().min(1).optional().describe("What everybody should know before the meeting"),
  protocol: idSchema.default("board"),
  options: z.record(z.string(), z.unknown()).default({}).describe("Settings of the protocol"),
  verdicts: z.array(verdictOptionSchema).min(2).max(20).describe("Ordered, strongest for first"),
  decision: decisionSchema.prefault({}),
  documents: z.array(documentEntrySchema).default([]),
  criteria: z.array(criterionSchema).max(30).default([]),
  evidence: z
    .array(evidenceSchema)
    .default([])
    .describe("Optional: what passages show; else it is read from the documents"),
  members: z.array(memberEntrySchema).min(1).max(100),
  model: z.string().min(1).optional().describe("Model of every member without its own; default simulated"),
  limits: limitsSchema.prefault({}),
  prompt: promptSchema.prefault({}),
  startsAt: z.iso
    .datetime()
    .optional()
    .describe("Meeting time of the first word; default now, or a fixed day when simulated"),
  seed: z.union([z.int(), z.string().min(1)]).optional(),
});
export type ScenarioFile = z.infer<typeof scenarioFileSchema>;

/** What everybody may read. Line n of the text is cited as `name#Ln`. */
export type Document = {
  readonly name: string;
  readonly title: string;
  readonly subject: boolean;
  readonly sha256: string;
  readonly text: string;
};

/** A persona seated in one meeting, with a model behind it; or a process agent, which judges nothing. */
export type Seat = {
  readonly id: string;
  readonly kind: "member" | "agent";
  readonly persona: Persona;
  /** `provider:model`, `simulated`, `template` (an agent without a model) or `human:NAME`. */
  readonly model: string;
  /** Votes under `rule: weighted`. */
  readonly weight: number;
};

/** The matter to decide, read, checked and complete: nothing is looked up outside it later. */
export type Scenario = {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  readonly context?: string | undefined;
  readonly protocol: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly verdicts: readonly VerdictOption[];
  readonly decision: DecisionRule;
  readonly documents: readonly Document[];
  readonly criteria: readonly Criterion[];
  readonly evidence: readonly Evidence[];
  readonly members: readonly Seat[];
  readonly limits: Limits;
  readonly prompt: PromptSettings;
  readonly startsAt?: string | undefined;
  readonly seed?: string | number | undefined;
};
