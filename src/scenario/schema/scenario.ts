import { z } from "zod";
import { assessmentSchema, type Declared } from "./assessment.ts";
import type { Casebook } from "./casebook.ts";
import type { Document } from "./document.ts";
import type { Excluded } from "./excluded.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { idSchema, type Persona } from "./persona.ts";
import { type PrivateDocument, privateEntrySchema } from "./private-evidence.ts";

export type { Document } from "./document.ts";

/** Which way a verdict option points. Rules count sides unless told to count options. */
const sideSchema = z
  .enum(["for", "against", "neutral"])
  .describe("Which way the option points when sides are counted");
export type Side = z.infer<typeof sideSchema>;

/** In the place of an option: its holder says that it has no verdict, and why. No option is called so. */
export const NONE = "NONE";

const verdictOptionSchema = z.strictObject({
  id: z
    .string()
    .regex(
      /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/,
      "must be upper-case letters, digits and underscores, such as STRONG_HIRE",
    )
    .max(40)
    .describe("What members answer and tables print, such as STRONG_HIRE"),
  side: sideSchema,
  meaning: z.string().trim().min(1).optional().describe("When a member should choose it, in a sentence"),
});
export type VerdictOption = z.infer<typeof verdictOptionSchema>;

export const decisionSchema = z.strictObject({
  rule: z
    .enum([
      "plurality-of-sides",
      "majority",
      "supermajority",
      "unanimity",
      "weighted",
      "weighted-consensus",
      "confidence-weighted",
      "borda",
      "condorcet",
    ])
    .default("plurality-of-sides")
    .describe(
      "plurality-of-sides: more for than against or neutral, or the other way round. majority: over half of the members. " +
        "supermajority: at least two thirds. unanimity: all. weighted: plurality of the members' weights. " +
        "weighted-consensus: weights, else confidences, made to sum to 1. confidence-weighted: sums of confidence. " +
        "borda and condorcet: every member ranks the options. The last four decide for one option",
    ),
  by: z
    .enum(["side", "option"])
    .default("side")
    .describe("Count sides (for, against) or every option by itself"),
  tie: z
    .enum(["split", "first-listed", "first-alphabetical", "draw"])
    .optional()
    .describe(
      "What equal scores come to under weighted-consensus, confidence-weighted and borda; default split",
    ),
});
export type DecisionRule = z.infer<typeof decisionSchema>;

const criterionSchema = z.strictObject({
  id: idSchema.describe("What priorities and casebooks call it, such as research-depth"),
  name: z.string().trim().min(1).describe("What people call it, such as Research depth"),
  question: z.string().trim().min(1).optional().describe("What a member should ask of the documents"),
  keywords: z
    .array(z.string().trim().min(1))
    .default([])
    .describe("Words that show that a passage of a document bears on it"),
});
export type Criterion = z.infer<typeof criterionSchema>;

/** Where a meeting ends at the latest; 0 is refused, absent means the default or none. */
export const limitsSchema = z.strictObject({
  messages: z
    .int()
    .min(1)
    .max(100_000)
    .default(100)
    .describe("Messages, notices, passes and absences together"),
  minutes: z
    .number()
    .positive()
    .optional()
    .describe("Longest wall time of a live meeting, in minutes; left out, no limit"),
  tokens: z.int().min(1).optional().describe("Most tokens of all model calls together; left out, no limit"),
  dollars: z
    .number()
    .positive()
    .optional()
    .describe("Most dollars of all model calls together; needs known prices; left out, no limit"),
  answerMinutes: z
    .number()
    .positive()
    .optional()
    .describe(
      "Longest a person may leave a question open before an absence is recorded, in minutes; left out, for ever",
    ),
  absences: z.int().min(1).default(3).describe("Absences in a row after which a member is out of the draw"),
  member: z
    .strictObject({
      messages: z.int().min(1).max(100_000).optional().describe("Messages, passes and absences of one member"),
      minutes: z.number().positive().optional().describe("Wall time of one member's model calls, in minutes"),
      tokens: z.int().min(1).optional().describe("Most tokens of one member's model calls"),
      dollars: z.number().positive().optional().describe("Most dollars of one member's model calls"),
    })
    .optional()
    .describe("Limits of each member: one that is used up leaves the draw and keeps its closing ballot"),
});
export type Limits = z.infer<typeof limitsSchema>;

/** How prompts are laid out: see docs/architecture.md. */
export const promptSchema = z.strictObject({
  view: z
    .enum(["perspective", "anonymous", "shared"])
    .default("perspective")
    .describe(
      "perspective: each member's own words are its own. anonymous: names are hidden. shared: one history for all",
    ),
  visibility: z
    .enum(["open", "sealed"])
    .default("open")
    .describe("sealed hides others' verdicts, not their words"),
  scaffold: z
    .enum(["verdict-first", "verdict-last"])
    .default("verdict-first")
    .describe("Whether a member writes its verdict before or after its words"),
  control: z
    .enum(["reflection", "stances"])
    .optional()
    .describe(
      "What a debate is held against. reflection: nobody is shown anything of the others. " +
        "stances: others' verdicts are shown, and none of their words",
    ),
  summarise: z
    .boolean()
    .optional()
    .describe("Cut the oldest messages short for a member whose model cannot hold the whole debate"),
});
export type PromptSettings = z.infer<typeof promptSchema>;

/** How a model draws its words. A model that does not take a setting is not sent it, which `check` tells. */
const samplingSchema = z.strictObject({
  temperature: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .describe("0 is the most predictable; default 0.8 for members, none for process agents"),
  effort: z.enum(["low", "medium", "high"]).optional().describe("How hard a model thinks before it answers"),
});
export type SamplingSettings = z.infer<typeof samplingSchema>;

/** What a member has beside its persona. */
export const memberSettings = {
  model: z.string().min(1).optional().describe("provider:model, such as anthropic:claude-sonnet-5-5"),
  sampling: samplingSchema.optional().describe("Of this member; what it leaves out is the scenario's"),
  weight: z
    .number()
    .min(0)
    .max(100)
    .default(1)
    .describe("Votes under rule: weighted; 0 advises without a vote"),
};

/** Written by a user in `scenario.yaml`: a member is a persona id, or an object with its own model or weight. */
export const memberEntrySchema = z.union([
  idSchema,
  z.strictObject({
    persona: idSchema.describe("Id of the persona: its file's name without .md"),
    id: idSchema.optional().describe("Seat id when one persona sits twice; default the persona id"),
    ...memberSettings,
  }),
]);

export const documentEntrySchema = z.union([
  z.string().min(1),
  z.strictObject({
    file: z.string().min(1).describe("Path within the scenario's folder: .md, .txt, .json, .pdf or .docx"),
    title: z.string().trim().min(1).optional().describe("What members call it; default the file's name"),
    subject: z
      .boolean()
      .default(false)
      .describe("The document the meeting judges, which --document replaces; at most one"),
  }),
]);

/** The procedure of a scenario that names none. */
export const DEFAULT_PROTOCOL = "board";

/** The file `scenario.yaml`. */
export const scenarioFileSchema = z.strictObject({
  title: z.string().trim().min(1).max(160).describe("Heading of the meeting and its reports"),
  question: z.string().trim().min(1).describe("The one thing to decide; members see it word for word"),
  context: z.string().trim().min(1).optional().describe("What everybody should know before the meeting"),
  protocol: idSchema
    .default(DEFAULT_PROTOCOL)
    .describe("Procedure of the meeting; see boardroom list protocols"),
  options: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("Settings of the protocol, such as selector; see its documentation"),
  verdicts: z
    .array(verdictOptionSchema)
    .min(2)
    .max(20)
    .describe("Positions a member can take, strongest for first; at least one for and one against"),
  decision: decisionSchema.prefault({}).describe("How the members' verdicts become the outcome"),
  criticality: assessmentSchema
    .optional()
    .describe(
      "How much hangs on the matter; what is left out counts upward. It decides what an agent may do alone",
    ),
  documents: z
    .array(documentEntrySchema)
    .default([])
    .describe("What every member can read and cite: paths, or mappings with a file in them"),
  private: z
    .record(idSchema, z.array(privateEntrySchema).min(1))
    .optional()
    .describe(
      "Evidence of single members, by seat: files, or lines of one such as memo.md#L3-L7. Nobody else is shown it",
    ),
  criteria: z.array(criterionSchema).max(30).default([]).describe("What the matter is judged by"),
  casebook: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Path within the scenario's folder of what simulated members know of the matter, such as casebook.yaml; " +
        "left out, they read the documents by rules",
    ),
  members: z
    .array(memberEntrySchema)
    .min(1)
    .max(100)
    .describe("Who sits on the board: persona ids, or mappings with a persona in them"),
  model: z.string().min(1).optional().describe("Model of every member without its own; default simulated"),
  whenNoKey: z
    .enum(["refuse", "simulate"])
    .default("refuse")
    .describe("Without a key for any model named here: refuse to begin, or simulate those members and say so"),
  sampling: samplingSchema.optional().describe("How models draw their words; sent where a model takes it"),
  limits: limitsSchema.prefault({}).describe("Where the meeting ends at the latest, with a closing ballot"),
  prompt: promptSchema.prefault({}).describe("How the meeting is laid out for language models"),
  memory: z
    .literal("board")
    .optional()
    .describe(
      "board: members keep notes of this board's meetings and are shown their own; left out, none are kept",
    ),
  language: z
    .enum(LANGUAGES)
    .optional()
    .describe("Language in which members speak and the meeting is told; simulated members speak English only"),
  startsAt: z.iso
    .datetime()
    .optional()
    .describe("Meeting time of the first word; default now, or a fixed day when simulated"),
  seed: z
    .union([z.int(), z.string().min(1)])
    .optional()
    .describe("Seed of every draw; the same seed gives the same draws"),
});
export type ScenarioFile = z.infer<typeof scenarioFileSchema>;

/** A persona seated in one meeting, with a model behind it; or a process agent, which judges nothing. */
export type Seat = {
  readonly id: string;
  readonly kind: "member" | "agent";
  readonly persona: Persona;
  /** `provider:model`, `simulated`, `template` (an agent without a model), `human:NAME` or `agent:NAME`. */
  readonly model: string;
  /** Votes under `rule: weighted`. */
  readonly weight: number;
  readonly sampling?: SamplingSettings | undefined;
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
  readonly criticality?: Declared | undefined;
  readonly documents: readonly Document[];
  /** Present where single members were given something for themselves. */
  readonly private?: readonly PrivateDocument[] | undefined;
  readonly criteria: readonly Criterion[];
  /** What simulated members know of the matter; never shown to a language model. */
  readonly casebook?: Casebook | undefined;
  readonly members: readonly Seat[];
  /** Present where somebody was left out. */
  readonly excluded?: readonly Excluded[] | undefined;
  readonly limits: Limits;
  readonly prompt: PromptSettings;
  /** Id of the board whose members keep notes, and are shown their own; left out, none are kept. */
  readonly memory?: string | undefined;
  /** In which members speak; left out, English, or as the documents suggest. */
  readonly language?: Language | undefined;
  readonly startsAt?: string | undefined;
  readonly seed?: string | number | undefined;
};
