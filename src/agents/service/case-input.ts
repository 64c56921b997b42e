import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { refuseMistakes } from "../../engine/meeting/contract/protocol.ts";
import { appraise, needsApproval } from "../../engine/meeting/money/approval.ts";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { composeBoard } from "../../run/asking/compose.ts";
import { frameQuestion } from "../../run/asking/frame.ts";
import { prepare } from "../../run/prepare/prepare.ts";
import { type ScenarioFlags, withPlaces } from "../../run/prepare/scenario-flags.ts";
import { warningsOf } from "../../run/prepare/warnings.ts";
import { listPersonas } from "../../scenario/loading/load.ts";

export const line = z.string().trim().min(1);

/** A name of something known; nothing that could be a path. */
const known = line.max(120).regex(/^[^/\\\0]+$/, "must be a name, not a path");

const settings = {
  question: line.max(2_000).optional().describe("Replaces the scenario's question"),
  seed: z
    .union([z.int(), line.max(120)])
    .optional()
    .describe("The same seed gives the same simulated meeting"),
  maxMessages: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe("Maximum of messages, notices, passes and absences"),
  model: line
    .max(200)
    .optional()
    .describe("Model of every member, such as simulated or anthropic:claude-sonnet-5-5"),
  members: z
    .record(known, line.max(200))
    .optional()
    .describe("Models of single members by id. agent:NAME reserves a seat for an agent"),
  protocol: line
    .max(60)
    .regex(/^[a-z][a-z0-9-]*$/, "must be the name of a protocol")
    .optional()
    .describe("Protocol by name; default the scenario's"),
};

export const caseArguments = { scenario: known.describe("Name of a scenario, as in list"), ...settings };

export const document = z.strictObject({
  name: z
    .string()
    .max(80)
    .regex(/^[\w-]+\.(?:md|txt)$/, "must be a file's name such as plan.md")
    .describe("Name for citations"),
  title: line.max(200),
  text: line.max(200_000),
});

const option = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/, "must be upper-case, such as MOVE_NOW")
    .max(40),
  side: z.enum(["for", "against", "neutral"]).describe("Its side when sides are counted"),
  meaning: line.max(500).optional(),
});

/** A scenario by name, or a question with what else a scenario would say. */
export const askedArguments = {
  scenario: caseArguments.scenario.optional(),
  ...settings,
  options: z.array(option).min(2).max(12).optional().describe("Without a scenario: the possible decisions"),
  context: line.max(8_000).optional().describe("Without a scenario: necessary facts"),
  documents: z.array(document).max(10).optional().describe("Without a scenario: texts to read"),
  board: z.array(line.max(80)).min(1).max(20).optional().describe("Without a scenario: personas by id"),
};

type Given<Shape extends z.ZodRawShape> = Readonly<z.output<z.ZodObject<Shape>>>;
export type Settings = Given<typeof settings>;
export type AskedCase = Given<typeof askedArguments>;

export async function checked(io: Io, { scenario: named, ...given }: Given<typeof caseArguments>) {
  const { prepared, appraisal, needs, notes } = await appraised(
    io,
    requireName(named),
    flagsOf(given),
    "agent",
  );
  const { name, title, question, protocol, verdicts, members, documents } = prepared.scenario;
  return {
    ...{ scenario: name, title, question, protocol },
    verdicts: verdicts.map(({ id, side, meaning = null }) => ({ id, side, meaning })),
    members: members.map(({ id, persona, model }) => ({ id, name: persona.name, model })),
    documents: documents.map(({ text, ...each }) => ({
      ...{ name: each.name, title: each.title, subject: each.subject },
      lines: text.split("\n").length,
    })),
    ...{ level: appraisal.level, estimate: appraisal.estimate, isFree: appraisal.isFree },
    ...{ needs, warnings: notes },
  };
}

/** Prepares a case as `run` does, for an agent that proposes it; what that would print comes back as notes. */
export async function appraised(io: Io, named: string, flags: ScenarioFlags, by: string) {
  let errorText = "";
  const quiet: Io = { ...io, stdout: io.stderr, stderr: { write: (text) => (errorText += text) } };
  const prepared = await prepare(quiet, named, flags);
  const { scenario, protocol, project } = prepared;
  withPlaces(prepared, flags, () => refuseMistakes(protocol.bind(scenario), scenario));
  const proposer = { kind: "agent" as const, name: by };
  const appraisal = appraise(scenario, protocol, project.models, undefined, proposer);
  const warnings = withPlaces(prepared, flags, () => warningsOf(io, prepared));
  const notes = [...errorText.split("\n").filter((each) => each !== ""), ...warnings];
  return { prepared, appraisal, needs: needsApproval(appraisal, proposer), notes };
}

export function flagsOf({ question, seed, maxMessages, model, members, protocol }: Settings): ScenarioFlags {
  const flags = { question, seed, maxMessages, model, member: members, protocol };
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
}

/** A scenario by its name: paths are for people. */
export function requireName(name: string): string {
  if (/^[a-z0-9][a-z0-9-]*$/i.test(name)) return name;
  throw new BoardroomError("scenario-not-found", {
    message: `${JSON.stringify(name.slice(0, 80))} is not the name of a scenario`,
    remedy: "Names of scenarios: list with what: scenarios.",
  });
}

/** The scenario to run and its flags. A question without a scenario becomes a scenario in a folder of `parent`. */
export async function namedCase(
  io: Io,
  parent: string,
  { scenario, options, context, documents, board, ...given }: AskedCase,
): Promise<{ readonly named: string; readonly flags: ScenarioFlags }> {
  const { question, ...rest } = given;
  const [alone] = Object.entries({ context, documents, board }).find(([, value]) => value) ?? [];
  if (scenario !== undefined && options === undefined && alone === undefined)
    return { named: requireName(scenario), flags: flagsOf(given) };
  if (scenario === undefined && options !== undefined && question !== undefined) {
    const bare = { question, options, context, documents, board };
    return { named: await bareScenario(io, parent, bare), flags: flagsOf(rest) };
  }
  if (scenario !== undefined && options === undefined && alone !== undefined)
    throw new BoardroomError("usage", {
      place: { file: alone },
      message: "cannot be combined with scenario, which already has one",
      remedy: "Remove it, or give question and options instead of scenario.",
    });
  throw new BoardroomError("usage", {
    message: "give either a scenario by name, or a question with its options",
    remedy:
      'Give scenario, or question and options such as [{"id": "MOVE", "side": "for"}, {"id": "STAY", "side": "against"}].',
  });
}

type BareQuestion = Required<Pick<AskedCase, "question" | "options">> & AskedCase;

async function bareScenario(io: Io, parent: string, asked: AskedCase & BareQuestion): Promise<string> {
  const { question = "", options = [], context, documents: texts = [], board: members } = asked;
  requireOwnNames(texts.map(({ name }) => name));
  const library = (await listPersonas(io)).flatMap(({ persona }) => persona ?? []);
  const framed = { ...frameQuestion({ question }), options };
  const board = composeBoard({ frame: framed, library, members });
  const scenario = {
    title: framed.title,
    question: framed.question,
    ...(context !== undefined && { context }),
    verdicts: options,
    criteria: framed.criteria,
    documents: texts.map(({ name, title }, index) => ({
      ...{ file: name, title },
      ...(index === 0 && { subject: true }),
    })),
    members: board.seats.map(({ persona }) => persona.id),
  };
  const digest = createHash("sha256")
    .update(JSON.stringify([scenario, texts]))
    .digest("hex")
    .slice(0, 8);
  const folder = join(parent, `question-${digest}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "scenario.yaml"), stringify(scenario), { mode: 0o600 });
  for (const { name, text } of texts) writeFileSync(join(folder, name), text, { mode: 0o600 });
  return folder;
}

function requireOwnNames(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new BoardroomError("usage", {
    message: `two documents are called ${JSON.stringify(twice)}`,
    remedy: "Give each a different name.",
  });
}
