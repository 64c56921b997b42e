// Drafts the files of `new scenario` and `new persona`, with a model or without. The command writes
// them.

import { stringify } from "yaml";
import { z } from "zod";
import { escapeText } from "../../engine/scaffold/fields.ts";
import { BoardroomError } from "../../errors.ts";
import { createUsageError, type Io, print } from "../../home/process/io.ts";
import { AUTO } from "../../home/settings/auto-model.ts";
import { loadCustomCode } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import type { ApprovalFlags } from "../../home/spending/approvals.ts";
import { askModel } from "../../home/spending/ask-model.ts";
import { dropMissing } from "../../lists.ts";
import { createSingleRequest, ONE_OBJECT } from "../../models/contract/layout.ts";
import { listPersonas } from "../../scenario/loading/load.ts";
import { requireName, type TemplateFile } from "../../scenario/loading/template.ts";
import { personaSchema } from "../../scenario/schema/persona.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { formatCommand } from "../../text/command-line.ts";
import { titleId } from "../../text/plain.ts";
import { composeBoard } from "../asking/compose.ts";
import { findCommonCriterion } from "../asking/criteria.ts";
import {
  type DraftedFrame,
  type DraftTask,
  draftByModel,
  formatDocuments,
  readAnswer,
  VOCABULARY,
} from "../asking/draft.ts";
import { frameQuestion } from "../asking/frame.ts";
import { renderScenario } from "../asking/scenario-text.ts";
import { warnOfDocuments } from "../prepare/warnings.ts";
import { findMissingVoices, findScript, readDocuments } from "./documents.ts";

export type NewFiles = {
  files: readonly TemplateFile[];
  copies: readonly { from: string; to: string }[];
  next: string;
  notes?: readonly string[];
};

type MadeFrom = {
  name: string;
  question?: string | undefined;
  from?: string | undefined;
  protocol?: string | undefined;
  model?: string | undefined;
  approval?: ApprovalFlags;
};

export async function createScenarioFiles(io: Io, made: MadeFrom): Promise<NewFiles | null> {
  const { name, question, from, protocol, model } = made;
  const given = from === undefined ? [] : await readDocuments(io.cwd, [from]);
  const [paper] = given;
  const documents = given.map(({ document }) => document);
  const library = (await listPersonas(io)).flatMap(({ persona }) => persona ?? []);
  const isOpen = question === undefined;
  const silence = findMissingVoices(io, given, model ?? (await readSettings(io)).stated.model);
  if (silence && isOpen) throw silence;
  if (isOpen && model === undefined)
    throw createUsageError(
      "--question is required, since no model drafts one",
      `Add --model auto, or a question: ${formatCommand(["new", "scenario", name, "--from", from ?? "FILE", "--question", "..."])}`,
    );
  const framed = frameQuestion({ question: question ?? paper?.document.title ?? "" });
  const drafted = await draftFrame(io, made, { frame: framed, documents, isOpen });
  if (drafted === null) return null;
  const { isForCandidates } = drafted;
  const frame = await confirmRequirements(io, drafted.frame);
  const board = composeBoard({ frame, library });
  const file = renderScenario({
    name,
    frame,
    board,
    protocol,
    model,
    documents: paper
      ? [{ file: paper.document.name, title: paper.document.title, subject: !isForCandidates }]
      : [],
  });
  const folder = `scenarios/${name}`;
  const copies = paper ? [{ from: paper.path, to: `${folder}/${paper.document.name}` }] : [];
  const script = findScript(given);
  if (script !== null) copies.push({ from: script, to: `${folder}/script.yaml` });
  const notes = [...frame.notes, ...board.notes];
  if (isOpen)
    notes.unshift(
      `Question: ${frame.question}`,
      `To change it, edit question: in ${folder}/scenario.yaml`,
    );
  if (!io.ask) notes.push(...listRequirements(frame));
  if (silence) notes.push(...silence.message.split("\n"));
  const ranking = formatCommand(["run", name, "--documents", "cvs", "--rank", "--seed", "7"]);
  const check = ["check", name];
  if (silence) check.push("--model", AUTO);
  const next = isForCandidates
    ? `${ranking}, with one document of each candidate in the folder cvs`
    : formatCommand(check);
  return { files: [file], copies, notes, next };
}

function listRequirements({ requirements }: DraftedFrame["frame"]): string[] {
  const lines = requirements.map(({ text, must }) => `- ${text}${must ? " (must)" : ""}`);
  return lines.length > 0 ? ["Requirements to confirm in scenario.yaml:", ...lines] : [];
}

async function confirmRequirements(
  io: Io,
  frame: DraftedFrame["frame"],
): Promise<DraftedFrame["frame"]> {
  if (!io.ask || frame.requirements.length === 0) return frame;
  print(io.stderr, listRequirements(frame));
  const answer = await io.ask(
    "Keep these requirements? You can edit them in scenario.yaml. [Y/n] ",
  );
  return /^n/i.test(answer?.trim() ?? "") ? { ...frame, requirements: [] } : frame;
}

async function draftFrame(
  io: Io,
  { model, approval }: MadeFrom,
  task: DraftTask,
): Promise<DraftedFrame | null> {
  if (model === undefined) return { frame: task.frame, isForCandidates: false };
  const { project } = await loadCustomCode(io, await readSettings(io));
  return draftByModel(io, { spec: model, task, project, flags: approval ?? {} });
}

const { title, expertise, personality, speakingStyle, optimism } = personaSchema.shape;
const answerSchema = z.object({
  title,
  expertise,
  personality,
  speakingStyle,
  optimism,
  priorities: z.array(z.object({ id: z.string(), weight: z.number().min(0).max(10) })).max(12),
  background: z.string().trim().min(1).max(4_000),
});

type Role = {
  name: string;
  question: string | undefined;
  documents: Document[];
};

function createPersonaRequest({ name, question, documents }: Role) {
  return createSingleRequest({
    shared: dropMissing([
      "You describe one member of a board that decides questions: an invented person, never a real one.",
      `The member: ${escapeText(name)}.`,
      question !== undefined && `A question that it will decide: ${escapeText(question)}`,
      TASK,
      VOCABULARY,
      formatDocuments(documents),
    ]).join("\n\n"),
    instruction: ONE_OBJECT,
    json: {
      name: "persona",
      schema: z.toJSONSchema(answerSchema, { io: "input", unrepresentable: "any" }),
    },
    maxOutputTokens: MOST_OUTPUT,
    cacheKey: "persona",
  });
}

const TASK = `Write
- title: the position, such as Head of Operations.
- expertise: two to five fields that this person can judge.
- personality and speakingStyle: one or two sentences each, from what the person did or learned. Draw no trait from a name, an origin, a sex, an age or a group.
- priorities: three to six criteria of the vocabulary below, each with a weight from 1 to 10. Only one has 9 or more.
- optimism: from -1, if such a person is critical of proposals, to 1.
- background: one paragraph. What this person did, what convinces this person, what this person has at stake in such questions, and the one thing that would turn this person. Use no name.`;

const MOST_OUTPUT = 3_000;
const USUAL = 500;

type PersonaToDraft = {
  name: string;
  question: string | undefined;
  from: string | undefined;
  model: string;
  approval: ApprovalFlags;
};

export async function createPersonaFiles(io: Io, made: PersonaToDraft): Promise<NewFiles | null> {
  const { name: id, question, from, model: spec, approval: flags } = made;
  const name = titleId(requireName(id));
  const documents = (await readDocuments(io.cwd, from === undefined ? [] : [from])).map(
    ({ document }) => document,
  );
  warnOfDocuments(io, { documents });
  const { project } = await loadCustomCode(io, await readSettings(io));
  const answered = await askModel(io, {
    spec,
    project,
    flags,
    most: MOST_OUTPUT,
    expected: USUAL,
    request: createPersonaRequest({ name, question, documents }),
    wording: { does: "Drafting a persona", is: "persona", done: "drafted" },
  });
  if (answered === null) return null;
  const read = readAnswer(answered.answer.text, answerSchema);
  if (typeof read === "string") throw createUnusableError(spec, read);
  const { background, priorities, ...front } = read;
  const weighed = priorities.filter((each) => findCommonCriterion(each.id));
  const weights = Object.fromEntries(
    weighed.map(({ id: criterion, weight }) => [criterion, weight]),
  );
  const path = `personas/${id}.md`;
  const yaml = stringify({ name, ...front, priorities: weights }, { lineWidth: 110 });
  const text = `---\n# Drafted by ${spec}. Change what you like.\n${yaml}---\n\n${background.trim()}\n`;
  const listed = weighed.map(({ id: criterion, weight }) => `${criterion} ${weight}`).join(", ");
  return {
    files: [{ path, text }],
    copies: [],
    notes: [
      `${name}, ${front.title}. Weighs ${listed || "none of the common criteria"}.`,
      front.personality,
    ],
    next: `read ${path}, then name ${id} under members: in a scenario`,
  };
}

function createUnusableError(spec: string, why: string): BoardroomError {
  return new BoardroomError("model-failed", {
    spec,
    message: `${spec} drafted no persona that can be used: ${why}`,
    remedy: "No file was written. Try again or use another model.",
  });
}
