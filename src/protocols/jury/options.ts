/**
 * The options of the jury protocol, their defaults, and the checks before a meeting: phases,
 * agenda, items, quorum and trial.
 */

import { z } from "zod";
import { checkSelector, defineSelectorOptions } from "../../engine/meeting/select-speaker.ts";
import { createMistake, type Warning } from "../../engine/protocol/protocol.ts";
import { dropMissing, type NonEmpty, requireNonEmpty } from "../../lists.ts";
import { idSchema } from "../../scenario/schema/persona.ts";
import { NONE, type Scenario } from "../../scenario/schema/scenario.ts";
import type { AgendaItem, Topic } from "./facts.ts";

const seconds = z.number().positive().max(86_400);

const phaseSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(60).describe("What it is called; GATHERING calls the roll"),
    description: z.string().trim().min(1).describe("What members do in it, in a sentence"),
    speakingOrder: z
      .enum(["round-robin", "open", "sequential"])
      .describe(
        "round-robin: once each, in seat order. sequential: once each, as they claim it. open: freely",
      ),
    turnDuration: seconds.optional().describe("Seconds a speaker has, at 150 words a minute"),
    phaseDuration: seconds.optional().describe("Seconds the phase has"),
    completionCriteria: z
      .enum(["all-spoken", "all-ready", "time-based"])
      .optional()
      .describe("When the phase ends [default: from its other options]"),
    crossExamination: z
      .boolean()
      .default(false)
      .describe("Each member in turn questions another by name, who answers at once"),
  })
  .superRefine(
    ({ completionCriteria, phaseDuration, crossExamination, speakingOrder }, context) => {
      const addIssue = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      if (completionCriteria === "time-based" && phaseDuration === undefined) {
        addIssue(
          "completionCriteria",
          "a time-based phase needs a phaseDuration above 0, in seconds",
        );
      }
      if (crossExamination && speakingOrder !== "round-robin") {
        addIssue("speakingOrder", "cross-examination goes round-robin");
      }
    },
  );
type PhaseOptions = z.infer<typeof phaseSchema>;

const topicSchema = z.strictObject({
  id: idSchema.optional().describe("What messages name it by; default t1, t2 ..."),
  topic: z.string().trim().min(1).describe("What to talk about"),
  description: z.string().trim().min(1).optional(),
  estimatedMinutes: z.number().positive().optional(),
});

const itemSchema = z.strictObject({
  id: idSchema.describe("What decision sheets name it by"),
  title: z.string().trim().min(1).describe("What is to be decided, in a sentence"),
  topic: idSchema.optional().describe("Id of the agenda topic it belongs to"),
});

const decisionsSchema = z.strictObject({
  items: z
    .array(itemSchema)
    .min(1)
    .max(200)
    .optional()
    .describe("What is decided one by one; default each topic"),
  choices: z
    .array(z.string().trim().min(1).max(40))
    .min(2)
    .max(12)
    .default(["agree", "disagree", "modify"])
    .describe("What a member can say to an item"),
  agreement: z
    .enum(["majority", "supermajority", "unanimity"])
    .default("majority")
    .describe("Share of the sheets that settles an item: over half, two thirds, or all"),
});

const trialSchema = z.strictObject({
  burden: z
    .enum(["reasonable-doubt", "clear-and-convincing", "preponderance", "none"])
    .default("reasonable-doubt")
    .describe("What the side `for` must reach for its verdict"),
  needed: z
    .union([z.literal("unanimity"), z.int().min(1)])
    .default("unanimity")
    .describe("unanimity of the jurors present, or the number of votes that makes a verdict"),
  talkBetween: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Turns between two ballots, the first of them after each juror has had the floor; default one for each juror",
    ),
  maxBallots: z
    .int()
    .min(1)
    .max(50)
    .default(8)
    .describe("Ballots after the first before the jury is hung"),
  deadlockAfter: z
    .int()
    .min(1)
    .default(3)
    .describe("Ballots in a row without a changed vote before it is hung"),
});
export type TrialOptions = z.infer<typeof trialSchema>;

export const juryOptions = z.strictObject({
  phases: z
    .array(phaseSchema)
    .min(1)
    .max(20)
    .optional()
    .describe("In order; default the five phases, or three in a trial"),
  agenda: z
    .array(topicSchema)
    .min(1)
    .max(20)
    .optional()
    .describe("Default: one topic, the question"),
  quorum: z.int().min(1).optional().describe("Members that must be ready and stay; default all"),
  gatheringTimeout: seconds.default(30).describe("Seconds to wait until all people are ready"),
  threadingRequired: z
    .boolean()
    .default(true)
    .describe(
      "File every message under a topic: the one that it names, else the one under discussion",
    ),
  recordDecisions: z
    .boolean()
    .default(true)
    .describe("Record a view of each member on each item, with agreements and open questions"),
  decisions: decisionsSchema.prefault({}),
  selector: defineSelectorOptions()
    .prefault({ name: "natural" })
    .describe("Who speaks next in open phases"),
  trial: trialSchema
    .optional()
    .describe("Makes the meeting a trial jury: secret ballots until a verdict or a deadlock"),
});
export type JuryOptions = z.infer<typeof juryOptions>;

export type Phase = PhaseOptions & {
  completionCriteria: NonNullable<PhaseOptions["completionCriteria"]>;
};

export function listPhases({ phases, trial }: JuryOptions): NonEmpty<Phase> {
  const usual = trial ? DEFAULT_PHASES.trial : DEFAULT_PHASES.meeting;
  const stated = phases ?? usual.map((phase) => phaseSchema.parse(phase));
  const settled = stated.map((phase) => ({
    ...phase,
    completionCriteria: phase.completionCriteria ?? chooseCriterion(phase),
  }));
  return requireNonEmpty(settled, "phase");
}

export function isGathering({ name }: Pick<Phase, "name">): boolean {
  return name.toUpperCase() === "GATHERING";
}

export function isConsensus({ name }: Phase): boolean {
  return name.toUpperCase() === "CONSENSUS";
}

function chooseCriterion({
  name,
  speakingOrder,
  phaseDuration,
}: PhaseOptions): Phase["completionCriteria"] {
  if (phaseDuration !== undefined) return "time-based";
  if (speakingOrder !== "open") return "all-spoken";
  return isGathering({ name }) ? "all-ready" : "all-spoken";
}

const gathering: z.input<typeof phaseSchema> = {
  name: "GATHERING",
  description: "Say whether you are ready to begin.",
  speakingOrder: "open",
};

const introduction: z.input<typeof phaseSchema> = {
  name: "INTRODUCTION",
  description: "Introduce yourself and your view of the question.",
  speakingOrder: "round-robin",
  turnDuration: 30,
};

const presentation: z.input<typeof phaseSchema> = {
  name: "PRESENTATION",
  description: "Present your view and the evidence for it. Others reply later.",
  speakingOrder: "round-robin",
  turnDuration: 60,
};

const deliberation: z.input<typeof phaseSchema> = {
  name: "DELIBERATION",
  description:
    "Discuss: reply to each other by name, test the evidence, and change your view if it convinces you.",
  speakingOrder: "open",
  phaseDuration: 180,
};

const consensus: z.input<typeof phaseSchema> = {
  name: "CONSENSUS",
  description: "Say what you agree to, what is still open, and why you dissent.",
  speakingOrder: "sequential",
};

const DEFAULT_PHASES = {
  meeting: [gathering, introduction, presentation, deliberation, consensus],
  trial: [
    gathering,
    {
      name: "DELIBERATION",
      description: "Weigh the evidence together under the charge. Only the jury hears you.",
      speakingOrder: "open",
    },
  ],
} as const satisfies Record<string, readonly z.input<typeof phaseSchema>[]>;

export function createAgenda(
  { agenda }: JuryOptions,
  { question }: Pick<Scenario, "question">,
): NonEmpty<Topic> {
  const stated = agenda ?? [{ topic: question }];
  const topics = stated.map((each, index) => ({
    id: each.id ?? `t${index + 1}`,
    topic: each.topic,
    description: each.description ?? null,
    estimatedMinutes: each.estimatedMinutes ?? null,
  }));
  return requireNonEmpty(topics, "topic on the agenda");
}

export function createItems(
  { decisions }: JuryOptions,
  agenda: NonEmpty<Topic>,
): readonly AgendaItem[] {
  if (!decisions.items) return agenda.map(({ id, topic }) => ({ id, title: topic, topic: id }));
  return decisions.items.map(({ id, title, topic }) => ({
    id,
    title,
    topic: topic ?? agenda[0].id,
  }));
}

/** Choices that settle an item. */
export function listAcceptingChoices({ decisions }: JuryOptions): readonly string[] {
  return decisions.choices.includes("agree") ? ["agree"] : decisions.choices;
}

export const FOREPERSON = {
  id: "foreperson",
  name: "Foreperson",
  title: "Foreperson, without a vote",
  manner: "Short and even-handed: the question, the count, the next step.",
} as const;

export function checkJury(options: JuryOptions, scenario: Scenario): Warning[] {
  return [
    ...checkQuorum(options, scenario),
    ...checkAgenda(options, scenario),
    ...checkPhases(options),
    ...checkDecisions(options, scenario),
    ...checkTrial(options, scenario),
    ...checkSelector(options.selector, scenario),
  ];
}

function checkQuorum({ quorum = 0 }: JuryOptions, { members }: Scenario): Warning[] {
  if (quorum <= members.length) return [];
  const message = `options.quorum is ${quorum}, and ${members.length} are seated`;
  return [createMistake(message, "Ask for no more than are seated.", ["options", "quorum"])];
}

function checkAgenda(options: JuryOptions, scenario: Scenario): Warning[] {
  return findRepeated(createAgenda(options, scenario).map(({ id }) => id)).map((id) =>
    createMistake(`two topics are called ${id}`, "Give each a different id."),
  );
}

function checkPhases(options: JuryOptions): Warning[] {
  const names = listPhases(options).map(({ name }) => name.toUpperCase());
  return dropMissing([
    ...findRepeated(names).map((name) =>
      createMistake(`two phases are called ${name}`, "Give each a different name."),
    ),
    names.indexOf("GATHERING") > 0 &&
      createMistake("GATHERING is not the first phase", "Make GATHERING the first phase."),
  ]);
}

function checkDecisions(options: JuryOptions, scenario: Scenario): Warning[] {
  const agenda = createAgenda(options, scenario);
  const items = createItems(options, agenda);
  const lost = items.filter(({ topic }) => !agenda.some(({ id }) => id === topic));
  return [
    ...findRepeated(items.map(({ id }) => id)).map((id) =>
      createMistake(`two items are called ${id}`, "Give each a different id."),
    ),
    ...lost.map(({ id, topic }) =>
      createMistake(
        `item ${id} belongs to ${topic}, which is not on the agenda`,
        "Name a topic's id.",
      ),
    ),
    ...options.decisions.choices
      .filter((choice) => choice.toUpperCase() === NONE)
      .map((choice) =>
        createMistake(
          `decisions.choices names ${choice}, which is how a member leaves an item undecided`,
          "Call it otherwise.",
        ),
      ),
  ];
}

/** More than half, so that two verdicts cannot both be reached. */
function checkTrial({ trial }: JuryOptions, { members }: Scenario): Warning[] {
  if (!trial || trial.needed === "unanimity") return [];
  const least = Math.floor(members.length / 2) + 1;
  if (trial.needed >= least && trial.needed <= members.length) return [];
  const message = `options.trial.needed is ${trial.needed}, of ${members.length} jurors`;
  const remedy = `Ask for ${least} to ${members.length}, or unanimity.`;
  return [createMistake(message, remedy, ["options", "trial", "needed"])];
}

function findRepeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}
