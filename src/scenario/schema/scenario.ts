// The schemas of the parts of a scenario, and the type `Scenario` of a loaded one, which the whole
// program passes around.

import { z } from "zod";
import type { Problem } from "../../errors.ts";
import type { Declared } from "./assessment.ts";
import { type Document, type PrivateDocument, referenceSchema } from "./document.ts";
import { idSchema, type Persona } from "./persona.ts";
import type { Script } from "./script.ts";

export type { Document } from "./document.ts";

/** Rules count sides unless told to count options. */
const sideSchema = z
  .enum(["for", "against", "neutral"])
  .describe("Which way the option points when sides are counted");
export type Side = z.infer<typeof sideSchema>;

/** A position without a verdict, with its reasons. No option has this id. */
export const NONE = "NONE";

export const OPTION_ID = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

export const verdictOptionSchema = z.strictObject({
  id: z
    .string()
    .regex(OPTION_ID, "must be upper-case letters, digits and underscores, such as STRONG_HIRE")
    .max(40)
    .describe("What members answer, such as STRONG_HIRE; people read Strong hire"),
  side: sideSchema,
  meaning: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe("When a member should choose it, in a sentence"),
});
export type VerdictOption = z.infer<typeof verdictOptionSchema>;

/** Null for a vote that is none of the options. */
export function findSide(
  options: readonly Pick<VerdictOption, "id" | "side">[],
  vote: string | null | undefined,
): Side | null {
  return options.find(({ id }) => id === vote)?.side ?? null;
}

export const decisionSchema = z.strictObject({
  rule: z
    .enum(["plurality-of-sides", "majority", "supermajority", "unanimity", "weighted"])
    .default("plurality-of-sides")
    .describe(
      "plurality-of-sides: more for than against or neutral, or the other way round. majority: over half of the members. " +
        "supermajority: at least two thirds. unanimity: all. weighted: plurality of the members' weights",
    ),
  by: z
    .enum(["side", "option"])
    .default("side")
    .describe("Count sides (for, against) or every option by itself"),
});
export type DecisionRule = z.infer<typeof decisionSchema>;

export const criterionSchema = z.strictObject({
  id: idSchema.describe("Its name in priorities and scripts, such as research-depth"),
  name: z.string().trim().min(1).describe("What people call it, such as Research depth"),
  question: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe("What a member should ask of the documents"),
});
export type Criterion = z.infer<typeof criterionSchema>;

export const requirementSchema = z.strictObject({
  id: idSchema.describe("Name of the requirement, such as licence"),
  text: z
    .string()
    .trim()
    .min(1)
    .max(240)
    .describe("What is required, such as: current registration"),
  ref: referenceSchema.optional().describe("The line that states it, such as job.md#L12"),
  must: z.boolean().default(false).describe("Nothing outweighs it if it is not met"),
  absent: z
    .boolean()
    .optional()
    .describe("Met if no line contradicts it, such as: no secret in a log"),
});
export type Requirement = z.infer<typeof requirementSchema>;

/** 0 is refused; absent means the default or none. */
export const limitsSchema = z.strictObject({
  messages: z
    .int()
    .min(1)
    .max(100_000)
    .default(100)
    .describe("Messages, reminders and passes together"),
  minutes: z
    .number()
    .positive()
    .optional()
    .describe("Longest wall time of a live meeting, in minutes; default no limit"),
  tokens: z
    .int()
    .min(1)
    .optional()
    .describe("Most tokens of all model calls together; default no limit"),
  dollars: z
    .number()
    .positive()
    .optional()
    .describe("Most dollars of all model calls together; needs known prices; default no limit"),
  answerMinutes: z
    .number()
    .positive()
    .optional()
    .describe(
      "Minutes to wait for a person's answer before an absence is recorded; default no limit",
    ),
  absences: z
    .int()
    .min(1)
    .default(3)
    .describe("Absences in a row after which a member is no longer chosen to speak"),
});
export type Limits = z.infer<typeof limitsSchema>;

export const promptSchema = z.strictObject({
  view: z
    .enum(["perspective", "anonymous", "shared"])
    .default("perspective")
    .describe(
      "perspective: each member's own words are its own. anonymous: names are hidden. shared: one history for all",
    ),
  visibility: z
    .enum(["open", "until-verdict", "sealed"])
    .optional()
    .describe(
      "Others' verdicts, never their words. open: shown. until-verdict: hidden until a member has stated its own (board only). " +
        "sealed: hidden. Default until-verdict on a board with a language model, else open",
    ),
  scaffold: z
    .enum(["verdict-first", "verdict-last"])
    .optional()
    .describe(
      "Whether a member writes its verdict before its words, or after its words and reasons. Default verdict-last with a language model",
    ),
  control: z
    .enum(["reflection", "stances"])
    .optional()
    .describe(
      "A control for a debate. reflection: members see nothing of the others. " +
        "stances: members see the others' verdicts, but not their words",
    ),
});
export type PromptSettings = z.infer<typeof promptSchema>;

export const samplingSchema = z.strictObject({
  temperature: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .describe("0 is the most predictable; default 0.8 for members, none for process agents"),
  effort: z
    .enum(["low", "medium", "high"])
    .optional()
    .describe("How hard a model thinks before it answers"),
});
export type SamplingSettings = z.infer<typeof samplingSchema>;

export type Seat = {
  id: string;
  kind: "member" | "agent";
  persona: Persona;
  /** `provider:model`, `simulated`, `template` (an agent without a model), `human:NAME` or `agent:NAME`. */
  model: string;
  fallback?: string | undefined;
  weight: number;
  /** What the member can gain or lose in this case, and one thing that would turn it. */
  stake?: string | undefined;
  turnedBy?: string | undefined;
  sampling?: SamplingSettings | undefined;
  /** The member writes its messages in JSON: its server enforces nothing else. Set when the meeting opens. */
  form?: "json" | undefined;
};

export type Scenario = {
  name: string;
  title: string;
  question: string;
  context?: string | undefined;
  protocol: string;
  options: Readonly<Record<string, unknown>>;
  verdicts: readonly VerdictOption[];
  /** The options are alternatives: views show them without for and against. */
  sides?: "none" | undefined;
  decision: DecisionRule;
  criticality?: Declared | undefined;
  documents: readonly Document[];
  private?: readonly PrivateDocument[] | undefined;
  criteria: readonly Criterion[];
  requirements?: readonly Requirement[] | undefined;
  script?: Script | undefined;
  scriptProblems?: readonly Problem[] | undefined;
  members: readonly Seat[];
  excluded?: readonly Excluded[] | undefined;
  limits: Limits;
  prompt: PromptSettings;
  language?: "en" | "de" | undefined;
  startsAt?: string | undefined;
  seed?: string | number | undefined;
  /** The last test of this board, if it was tested before the meeting. */
  boardTest?: BoardTest | undefined;
};

/** What a table says of a test of the board by changed copies of its paper. */
export type BoardTest = {
  result: "pass" | "fail" | "unclear" | "void";
  summary: string;
  /** SHA-256 of the board, without the paper. */
  board: string;
  /** Folder of the card and its votes. */
  path: string;
  /** Each with what must happen, the change, what the votes did, and the result. */
  lines?: string[][] | undefined;
};

export type Excluded = {
  id: string;
  name: string;
  title: string;
  model: string;
  by: string;
  because: string | null;
};

type SeatHolder = { is: "human" | "agent"; name: string };

export function parseHolder(model: string): SeatHolder | null {
  const [, is, name] = /^(human|agent):([\s\S]*)$/.exec(model) ?? [];
  if (name === undefined) return null;
  return { is: is === "agent" ? "agent" : "human", name };
}

export function isGuest(model: string): boolean {
  return parseHolder(model) !== null;
}

/** 1 to 80 characters, no colon and no line break. */
export function isWellNamed(model: string): boolean {
  return /^(?:human|agent):\S(?:[^\n:]{0,78}\S)?$/.test(model);
}
