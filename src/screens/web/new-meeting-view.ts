// Turns what was given on the page of new meetings into what the page shows.

import { describeProblem, type Problem } from "../../errors.ts";
import { findCommonCriterion } from "../../run/asking/criteria.ts";
import type { ModelChoice } from "../../run/asking/model-choices.ts";
import { listPanels } from "../../run/asking/panels.ts";
import type { GivenDocument } from "../../run/drafting/documents.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { formatDollars } from "../../showing/words.ts";
import { capitalize, formatCount, groupThousands, joinNames } from "../../text/plain.ts";
import type { MemberCard } from "../pages/start-board.tsx";
import type { FileRow, ModelRow, StartProps } from "../pages/start-page.tsx";
import type { NamedChoice } from "../pages/start-parts.tsx";
import { CHOOSE, needsDraft } from "./hold-draft.ts";
import {
  type ComposedDraft,
  composeDraft,
  type DraftPrice,
  findChoice,
  isPrepared,
  isRanking,
  listChoices,
  type PlanningSetup,
  prepareNamed,
  priceDraft,
  readLimits,
  SIMULATED,
} from "./planning.ts";
import { type QuestionDraft, tryPart } from "./question-draft.ts";

/** Adds the faults that the plan of the meeting has to those that are known. */
export async function viewDraft(
  setup: PlanningSetup,
  draft: QuestionDraft,
  scenarios: readonly NamedChoice[],
): Promise<StartProps> {
  const { io } = setup;
  const named = await tryPart(draft, "question", () => prepareNamed(setup, draft));
  const composed = isPrepared(draft)
    ? null
    : await tryPart(draft, "board", () => composeDraft(io, draft));
  const choices = listChoices(draft, named);
  const choice = findChoice(draft, choices);
  if (choice === null) draft.faults.model ??= [{ message: NO_MODEL, remedy: CHOOSE }];
  const limits = await tryPart(draft, "limits", async () => readLimits(draft));
  const isPlanned = choice && limits && (composed ?? named);
  const price = isPlanned
    ? await tryPart(draft, "model", () => priceDraft(setup, draft, composed))
    : null;
  const { typed, drafted } = draft;
  return {
    id: draft.id,
    typed,
    question: named?.scenario.question ?? null,
    isRanking: isRanking(draft),
    isDrafting: needsDraft(draft),
    scenarios,
    files: {
      documents: draft.documents.map(toFileRow),
      candidates: draft.candidates.map(toFileRow),
    },
    requirements: isRanking(draft) && drafted ? drafted.frame.requirements : [],
    positions: composed ? describePositions(composed) : "",
    board: await viewBoard(setup, draft, composed, named?.scenario ?? null),
    models: choices.map(
      (each, at): ModelRow => ({
        value: each.value,
        name: nameChoice(each),
        where: each.where,
        price: price ? formatPrice(price.each[at] ?? null) : "",
        isChosen: each.value === choice?.value,
        isExample: each.value === SIMULATED,
      }),
    ),
    run: price && describeRun(draft, price, choice?.value ?? ""),
    needs: price?.needs ?? [],
    needsReason: price?.needsReason ?? false,
    warnings: price?.warnings ?? [],
    faults: Object.fromEntries(
      Object.entries(draft.faults).map(([part, problems]) => [
        part,
        problems.flatMap((each) => toLines(each, draft)),
      ]),
    ),
  };
}

function nameChoice({ value, models }: ModelChoice): string {
  if (value === SIMULATED) return "No model";
  if (models.length === 0) return "Its own models";
  return joinNames(models.map((spec) => spec.slice(spec.indexOf(":") + 1)));
}

const NO_MODEL = "No model was found on this computer, and no key of a provider is set.";

/** Files are named as the person named them. */
function toLines(problem: Problem, { folder }: QuestionDraft): string[] {
  const lines = describeProblem(problem).replaceAll(`${folder}/`, "").split("\n");
  return lines.map((line) => capitalize(line.trim()));
}

function toFileRow({ file, document: { text, notes = [] } }: GivenDocument): FileRow {
  return { file, words: `${groupThousands(text.split(/\s+/).length)} words`, notes };
}

function describePositions({ frame }: ComposedDraft): string {
  const options = frame.options.map(({ id }) => capitalize(id.toLowerCase().replaceAll("_", " ")));
  return [`Members choose between ${joinNames(options)}.`, ...frame.notes].join(" ");
}

async function viewBoard(
  { io }: PlanningSetup,
  draft: QuestionDraft,
  composed: ComposedDraft | null,
  scenario: Scenario | null,
): Promise<StartProps["board"]> {
  const composedSeats = composed?.board.seats.map(({ persona }) => ({ id: persona.id, persona }));
  const seats = composedSeats ?? scenario?.members ?? [];
  const members = seats.map(({ id, persona: { name, title, priorities } }): MemberCard => {
    const isYours = draft.ownSeat === id;
    return { id, name, title, cares: describeCares(priorities), isYours };
  });
  const panels = composed ? await listPanels(io) : [];
  const others = composed?.library.filter(({ id }) => !seats.some((seat) => seat.id === id)) ?? [];
  return {
    members,
    notes: (draft.members && composed?.board.notes) ?? [],
    isChangeable: composed !== null,
    mayChange: needsDraft(draft) && draft.members === null,
    canSit: !isRanking(draft),
    panels: panels.flatMap(({ panel }) => (panel ? [{ value: panel.id, title: panel.title }] : [])),
    others: others.map(({ id, name, title }) => ({ value: id, title: `${name}, ${title}` })),
  };
}

const SHOWN_PRIORITIES = 3;

function describeCares(priorities: Persona["priorities"]): string {
  const strongest = Object.entries(priorities).sort(([, a], [, b]) => b - a);
  const names = strongest
    .slice(0, SHOWN_PRIORITIES)
    .map(([id]) => (findCommonCriterion(id)?.name ?? id.replaceAll("-", " ")).toLowerCase());
  return names.length === 0 ? "" : `Cares about ${joinNames(names)}.`;
}

function formatPrice(dollars: number | null): string {
  if (dollars === null) return "price unknown";
  if (dollars === 0) return "no charge";
  return `about ${dollars < 0.01 ? formatDollars(dollars) : `$${dollars.toFixed(2)}`}`;
}

function describeRun(draft: QuestionDraft, price: DraftPrice, model: string): StartProps["run"] {
  const { calls, meetings, dollars, prepared } = price;
  const { members, documents } = prepared.scenario;
  const about = isRanking(draft)
    ? [formatCount(draft.candidates.length, "candidate"), formatCount(meetings, "meeting")]
    : [formatCount(members.length, "member"), formatCount(documents.length, "document")];
  const title = `${capitalize(formatPrice(dollars))}, about ${groupThousands(calls)} calls`;
  return { title, about: [...about, model].join(", ") };
}
