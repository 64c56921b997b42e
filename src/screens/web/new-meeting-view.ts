// Turns what was given on the page of new meetings into what the page shows.

import { describeProblem, type Problem } from "../../errors.ts";
import { listPanels } from "../../run/asking/panels.ts";
import { capitalize } from "../../text/plain.ts";
import type { StartProps } from "../pages/start-page.tsx";
import { CHOOSE, needsDraft } from "./hold-draft.ts";
import {
  composeDraft,
  findChoice,
  isPrepared,
  isRanking,
  listChoices,
  type PlanningSetup,
  prepareNamed,
  priceDraft,
  readLimits,
} from "./planning.ts";
import { type QuestionDraft, tryPart } from "./question-draft.ts";

/** Adds the faults that the plan of the meeting has to those that are known. */
export async function viewDraft(
  setup: PlanningSetup,
  draft: QuestionDraft,
  scenarios: StartProps["scenarios"],
): Promise<StartProps> {
  const { id, typed, documents, candidates, ownSeat, members, drafted, faults, folder } = draft;
  const named = await tryPart(draft, "question", () => prepareNamed(setup, draft));
  const composed = isPrepared(draft)
    ? null
    : await tryPart(draft, "board", () => composeDraft(setup.io, draft));
  const choices = listChoices(draft, named);
  const choice = findChoice(draft, choices);
  if (choice === null) faults.model ??= [{ message: NO_MODEL, remedy: CHOOSE }];
  const limits = await tryPart(draft, "limits", async () => readLimits(draft));
  const price =
    choice && limits && (composed ?? named)
      ? await tryPart(draft, "model", () => priceDraft(setup, draft, composed))
      : null;
  const seats = composed?.board.seats.map(({ persona }) => ({ id: persona.id, persona }));
  const seated = seats ?? named?.scenario.members ?? [];
  const isSeated = (persona: string) => seated.some((seat) => seat.id === persona);
  const panels = await listPanels(setup.io);
  return {
    id,
    typed,
    question: named?.scenario.question ?? null,
    isRanking: isRanking(draft),
    isDrafting: needsDraft(draft),
    scenarios,
    papers: named?.scenario.documents.map(({ title }) => title) ?? [],
    documents,
    candidates,
    requirements: isRanking(draft) && drafted ? drafted.frame.requirements : [],
    frame: composed?.frame ?? null,
    seats: seated,
    ownSeat,
    others: composed?.library.filter((persona) => !isSeated(persona.id)) ?? [],
    panels: panels.flatMap(({ panel }) => panel ?? []),
    notes: (members && composed?.board.notes) ?? [],
    isChosen: members !== null,
    choices,
    model: choice?.value ?? "",
    price,
    faults: Object.fromEntries(
      Object.entries(faults).map(([part, problems]) => [
        part,
        problems.flatMap((problem) => toLines(problem, folder)),
      ]),
    ),
  };
}

const NO_MODEL = "No model was found on this computer, and no key of a provider is set.";

/** Files are named as the person named them. */
function toLines(problem: Problem, folder: string): string[] {
  const lines = describeProblem(problem).replaceAll(`${folder}/`, "").split("\n");
  return lines.map((line) => capitalize(line.trim()));
}
