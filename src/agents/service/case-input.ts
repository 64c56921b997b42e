/** What an agent says about a meeting that it wants, and how that becomes a scenario with flags as `boardroom run` takes them. */

import { join } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { type Appraisal, appraise, needsApproval } from "../../engine/money/approval.ts";
import { refuseMistakes } from "../../engine/protocol/protocol.ts";
import { BoardroomError } from "../../errors.ts";
import { writeWhole } from "../../files.ts";
import type { Io } from "../../home/process/io.ts";
import { composeBoard } from "../../run/asking/compose.ts";
import { frameQuestion } from "../../run/asking/frame.ts";
import { type Prepared, prepare } from "../../run/prepare/prepare.ts";
import { type ScenarioFlags, withPlaces } from "../../run/prepare/scenario-flags.ts";
import { listWarnings } from "../../run/prepare/warnings.ts";
import { listPersonas } from "../../scenario/loading/load.ts";
import { parseHolder } from "../../scenario/schema/scenario.ts";
import { hashSha256 } from "../../text/sha256.ts";

export const line = z.string().trim().min(1);

export const document = z.strictObject({
  name: z
    .string()
    .max(80)
    .regex(/^[\w-]+\.(?:md|txt)$/, "must be a file's name such as plan.md")
    .describe("Name for citations, such as plan.md"),
  title: line.max(200),
  text: line.max(200_000),
});

const option = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/, "must be upper-case, such as MOVE_NOW")
    .max(40)
    .describe("In upper case, such as MOVE_NOW"),
  side: z.enum(["for", "against", "neutral"]).describe("Its side when sides are counted"),
  meaning: line.max(500).optional().describe("When to choose it"),
});

function hasUniqueNames(documents: readonly { name: string }[]): boolean {
  return new Set(documents.map(({ name }) => name)).size === documents.length;
}

/** A scenario by name, or a question with what else a scenario would say. */
export const askedArguments = {
  scenario: line
    .max(120)
    .regex(/^[a-z0-9][a-z0-9-]*$/i, "must be the name of a scenario, and not a path")
    .optional()
    .describe("Name of a scenario, as in list"),
  question: line
    .max(2_000)
    .optional()
    .describe("The decision, as one question. Replaces the scenario's question"),
  options: z
    .array(option)
    .min(2)
    .max(12)
    .optional()
    .describe("Without a scenario: the possible decisions"),
  context: line.max(8_000).optional().describe("Without a scenario: necessary facts"),
  documents: z
    .array(document)
    .max(10)
    .refine(hasUniqueNames, "must each have a different name")
    .optional()
    .describe("Without a scenario: texts to read"),
  board: z
    .array(line.max(80))
    .min(1)
    .max(20)
    .optional()
    .describe("Without a scenario: personas by id"),
  seed: z.int().optional().describe("The same seed gives the same simulated meeting"),
  maxMessages: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe("Maximum of messages, reminders and passes"),
  model: line
    .max(200)
    .optional()
    .describe("Model of every member, such as simulated or anthropic:claude-sonnet-5-5"),
  members: z
    .record(z.string(), line.max(200))
    .optional()
    .describe("Models of single members by id. agent:NAME reserves a seat for an agent"),
  protocol: line
    .max(60)
    .regex(/^[a-z][a-z0-9-]*$/, "must be the name of a protocol")
    .optional()
    .describe("Protocol by name; default the scenario's"),
};

export type AskedCase = Readonly<z.output<z.ZodObject<typeof askedArguments>>> & {
  answerMinutes?: number | undefined;
  /** The name of the agent. */
  by: string;
};

/** A case as `run` would prepare it. */
export type WantedCase = {
  /** Name or folder of the scenario. */
  named: string;
  flags: ScenarioFlags;
  by: string;
  prepared: Prepared;
  appraisal: Appraisal;
  /** What a person must approve. */
  needs: readonly string[];
  /** What `run` would print. */
  notes: readonly string[];
};

/** A question without a scenario becomes a scenario in a folder of `parent`. */
export async function readCase(io: Io, parent: string, asked: AskedCase): Promise<WantedCase> {
  const { by } = asked;
  requireNoExtras(asked);
  const named = asked.scenario ?? (await writeScenario(io, parent, asked));
  const flags = toFlags(asked);
  let errorText = "";
  const quiet: Io = { ...io, stdout: io.stderr, stderr: { write: (text) => (errorText += text) } };
  const prepared = await prepare(quiet, named, flags);
  const { scenario, protocol, project } = prepared;
  withPlaces(prepared, flags, () => refuseMistakes(protocol.bind(scenario), scenario));
  const proposer = { kind: "agent" as const, name: by };
  const appraisal = appraise(scenario, protocol, project.models, undefined, proposer);
  const warnings = withPlaces(prepared, flags, () => listWarnings(io, prepared));
  const notes = [...errorText.split("\n").filter((each) => each !== ""), ...warnings];
  return {
    named,
    flags,
    by,
    prepared,
    appraisal,
    needs: needsApproval(appraisal, proposer),
    notes,
  };
}

function requireNoExtras({ scenario, options, context, documents, board }: AskedCase): void {
  const [extra] =
    Object.entries({ options, context, documents, board }).find(([, value]) => value) ?? [];
  if (scenario === undefined || extra === undefined) return;
  throw new BoardroomError("usage", {
    place: { file: extra },
    message: "cannot be combined with scenario, which already has one",
    remedy: "Remove it, or give question and options instead of scenario.",
  });
}

/** Minutes. After them an agent's silence is an absence. */
const ANSWER_MINUTES = 10;

function toFlags(asked: AskedCase): ScenarioFlags {
  const { scenario, question, seed, maxMessages, model, members, protocol } = asked;
  const hasAgents = Object.values(members ?? {}).some((spec) => parseHolder(spec)?.is === "agent");
  const flags = {
    // A scenario that is written for the question has it already.
    question: scenario === undefined ? undefined : question,
    seed,
    maxMessages,
    model,
    member: members,
    protocol,
    answerMinutes: asked.answerMinutes ?? (hasAgents ? ANSWER_MINUTES : undefined),
  };
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
}

/** Writes the scenario of a question. The same question has the same folder. */
async function writeScenario(io: Io, parent: string, asked: AskedCase): Promise<string> {
  const { question, options, context, documents = [], board: members } = asked;
  if (question === undefined || options === undefined)
    throw new BoardroomError("usage", {
      message: "give either a scenario by name, or a question with its options",
      remedy:
        'Give scenario, or question and options such as [{"id": "MOVE", "side": "for"}, {"id": "STAY", "side": "against"}].',
    });
  const library = (await listPersonas(io)).flatMap(({ persona }) => persona ?? []);
  const frame = { ...frameQuestion({ question }), options };
  const { seats } = composeBoard({ frame, library, members });
  const scenario = {
    title: frame.title,
    question: frame.question,
    context,
    verdicts: options,
    criteria: frame.criteria,
    documents: documents.map(({ name, title }, index) =>
      index === 0 ? { file: name, title, subject: true } : { file: name, title },
    ),
    members: seats.map(({ persona }) => persona.id),
  };
  const digest = hashSha256(JSON.stringify([scenario, documents])).slice(0, 8);
  const folder = join(parent, `question-${digest}`);
  for (const { name, text } of [{ name: "scenario.yaml", text: stringify(scenario) }, ...documents])
    writeWhole(join(folder, name), text, { isReplaced: true });
  return folder;
}

/** A case as an agent reads it before it starts the meeting. */
export function describeCase({ prepared, appraisal }: WantedCase) {
  const { name, title, question, protocol, verdicts, members, documents } = prepared.scenario;
  const { level, estimate, isFree } = appraisal;
  return {
    scenario: name,
    title,
    question,
    protocol,
    verdicts,
    members: members.map(({ id, persona, model }) => ({ id, name: persona.name, model })),
    documents: documents.map((each) => ({
      name: each.name,
      title: each.title,
      subject: each.subject,
      lines: each.text.split("\n").length,
    })),
    level,
    estimate,
    isFree,
  };
}
