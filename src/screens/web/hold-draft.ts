// Runs what was asked on the page of new meetings: drafts what is missing, writes the scenario
// folder, and starts the meeting or the ranking.

import { join, resolve } from "node:path";
import { copyFile, removeFile } from "../../files.ts";
import { createUsageError } from "../../home/process/io.ts";
import { loadCustomCode } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { draftByModel } from "../../run/asking/draft.ts";
import { frameQuestion } from "../../run/asking/frame.ts";
import { prepareWithApproval } from "../../run/meetings.ts";
import { LEAST_RUNS } from "../../showing/compare/order-test.ts";
import { openRanking } from "../../studies/running/ranking-study.ts";
import {
  composeDraft,
  findChoice,
  hashQuestion,
  isPrepared,
  isRanking,
  listChoices,
  listFlags,
  type PlanningSetup,
  prepareNamed,
  readLimits,
  saveDraft,
} from "./planning.ts";
import { addFault, type PagePart, type QuestionDraft, tryPart } from "./question-draft.ts";
import { requireApproved } from "./running-meetings.ts";

/** Where the browser goes: to the running meeting, or to a part of the page. */
export type Next = { meeting: string; of: "meeting" | "ranking" } | { part: PagePart };

/** Runs it if nothing is missing. Faults are shown on the page, with all that was given. */
export async function runDraft(setup: PlanningSetup, draft: QuestionDraft): Promise<Next> {
  const isAsked = (draft.typed.question?.trim() ?? "") !== "" || isPrepared(draft);
  if (!isAsked && !isRanking(draft))
    addFault(draft, "question", createUsageError("the question is empty", ASK));
  if (isRanking(draft) && draft.candidates.length < 2)
    addFault(draft, "candidates", createUsageError("1 candidate cannot be compared", ADD_ANOTHER));
  await tryPart(draft, "limits", async () => readLimits(draft));
  const missing = findFault(draft);
  if (missing) return { part: missing };
  const isNew = needsDraft(draft);
  if (isNew) await draftFrame(setup, draft);
  // Requirements that a model has just drafted are read by the person first.
  if (isNew && isRanking(draft)) return { part: findFault(draft) ?? "requirements" };
  const run = isRanking(draft) ? runRanking : runMeeting;
  const next = await tryPart(draft, "run", () => run(setup, draft));
  return findFault(draft) || !next ? { part: findFault(draft) ?? "run" } : next;
}

const ASK = 'Ask one question to decide, such as "Should we hire this candidate?".';
const ADD_ANOTHER = "Add another one, or remove this file and give it as a document.";

export function findFault({ faults }: QuestionDraft): PagePart | null {
  const [part] = Object.keys(faults) as PagePart[];
  return part ?? null;
}

/** Whether a model drafts options, criteria and requirements before the meeting, as in `ask`. */
export function needsDraft(draft: QuestionDraft): boolean {
  const isChosen = !isRanking(draft) && (draft.typed.panel ?? "") !== "";
  return !isPrepared(draft) && !isChosen && draft.drafted?.of !== hashQuestion(draft);
}

/** One call of the model. Without a question it drafts one from the documents, such as a job post. */
export async function draftFrame({ io, person }: PlanningSetup, draft: QuestionDraft) {
  const { typed } = draft;
  const question = typed.question?.trim() ?? "";
  const documents = draft.documents.map(({ document }) => document);
  const isOpen = question === "";
  if (isOpen && documents.length === 0)
    addFault(
      draft,
      "documents",
      createUsageError("there is no job post", "Add it, or ask a question."),
    );
  const choice = findChoice(draft, draft.choices);
  if (choice === null) addFault(draft, "model", createUsageError("no model is chosen", CHOOSE));
  const spec = choice?.models[0];
  if (spec === undefined || findFault(draft)) return;
  await tryPart(draft, "model", async () => {
    const { project } = await loadCustomCode(io, await readSettings(io));
    const title = documents[0]?.title ?? "";
    const task = { frame: frameQuestion({ question: question || title }), documents, isOpen };
    const flags = listFlags(draft, choice, person);
    const { frame } = await requireApproved(io, (asking) =>
      draftByModel(asking, { spec, project, flags, task }),
    );
    if (isOpen) typed.question = frame.question;
    draft.drafted = { of: hashQuestion(draft), frame };
  });
}

export const CHOOSE =
  "Start a model on this computer, such as: ollama run qwen3:8b. Or set the key of a provider, and start the server again.";

async function runMeeting(setup: PlanningSetup, draft: QuestionDraft): Promise<Next> {
  const { io, person, runningMeetings } = setup;
  const named = await prepareNamed(setup, draft);
  const choice = findChoice(draft, listChoices(draft, named));
  const flags = listFlags(draft, choice, person);
  const start = async (scenario: string): Promise<Next> => {
    const approved = await requireApproved(io, async (asking) => {
      const given = await prepareWithApproval(asking, scenario, flags);
      return "exit" in given ? null : given;
    });
    return { meeting: await runningMeetings.start(approved, flags), of: "meeting" };
  };
  return named ? start(draft.typed.scenario ?? "") : startSaved(setup, draft, start);
}

async function runRanking(setup: PlanningSetup, draft: QuestionDraft): Promise<Next> {
  const { io, shown, person, runningMeetings } = setup;
  const flags = listFlags(draft, findChoice(draft, draft.choices), person);
  return startSaved(setup, draft, async (scenario) => {
    const documents = draft.candidates.map(({ path, document }) => {
      const to = join("scenarios", scenario, "candidates", document.name);
      copyFile(path, resolve(io.cwd, to));
      return to;
    });
    const quiet = { ...io, stderr: { write: () => true } };
    const asked = { documents, count: LEAST_RUNS, flags, out: shown };
    const ranking = await openRanking(quiet, scenario, asked);
    return { meeting: await runningMeetings.rank(ranking, flags), of: "ranking" };
  });
}

/** A scenario whose meeting does not start is not kept: the page has all of it. */
async function startSaved(
  { io }: PlanningSetup,
  draft: QuestionDraft,
  start: (scenario: string) => Promise<Next>,
): Promise<Next> {
  const composed = await composeDraft(io, draft);
  const scenario = saveDraft(io.cwd, draft, { composed, choice: findChoice(draft, draft.choices) });
  try {
    return await start(scenario);
  } catch (error) {
    removeFile(join(io.cwd, "scenarios", scenario));
    throw error;
  }
}
