// Plans and runs what was asked on the page of new meetings, with the functions of `ask`, `new
// scenario` and `run`.

import { join } from "node:path";
import {
  type Appraisal,
  appraise,
  chooseTier,
  needsApproval,
} from "../../engine/money/approval.ts";
import { type ModelPlan, planMeeting, sumPlanCosts } from "../../engine/money/plan.ts";
import { removeFile } from "../../files.ts";
import { createUsageError, type Io } from "../../home/process/io.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { type ComposedBoard, composeBoard } from "../../run/asking/compose.ts";
import { type FramedQuestion, frameQuestion } from "../../run/asking/frame.ts";
import type { ModelChoice } from "../../run/asking/model-choices.ts";
import { findPanel } from "../../run/asking/panels.ts";
import { saveQuestion } from "../../run/drafting/save-question.ts";
import type { NewMeetingFlags } from "../../run/meetings.ts";
import { type Prepared, prepare, requireSpeakers } from "../../run/prepare/prepare.ts";
import { listWarnings } from "../../run/prepare/warnings.ts";
import { listPersonas } from "../../scenario/loading/load.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import { isGuest } from "../../scenario/schema/scenario.ts";
import { LEAST_RUNS } from "../../showing/compare/order-test.ts";
import { formatDollars, formatPrice } from "../../showing/words.ts";
import type { StudyToRun } from "../../studies/opening/open-study.ts";
import { planStudy } from "../../studies/opening/plan.ts";
import { openRanking } from "../../studies/running/ranking-study.ts";
import { hashJson } from "../../text/sha256.ts";
import type { MeetingPrice } from "../pages/start-page.tsx";
import type { QuestionDraft } from "./question-draft.ts";
import { AT_ONCE, type RunningMeetings } from "./running-meetings.ts";

export type PlanningSetup = {
  io: Io;
  /** Folder of transcripts as it is shown. */
  shown: string;
  person: string;
  runningMeetings: RunningMeetings;
};

type ComposedDraft = {
  frame: FramedQuestion;
  board: ComposedBoard;
  library: readonly Persona[];
};

/** The page has a price before a question is written. */
const UNASKED = "What should be decided?";

export function isRanking(draft: QuestionDraft): boolean {
  return draft.candidates.length > 0;
}

export function isPrepared({ typed }: QuestionDraft): boolean {
  return (typed.scenario ?? "") !== "";
}

/** The board that was chosen for the question, or the one that the person made of it. */
export async function composeDraft(io: Io, draft: QuestionDraft): Promise<ComposedDraft> {
  const { typed, drafted, members } = draft;
  const panel = typed.panel ? await findPanel(typed.panel, io) : undefined;
  const library = (await listPersonas(io)).flatMap(({ persona }) => persona ?? []);
  const isDrafted = drafted?.of === hashQuestion(draft) && (isRanking(draft) || !panel);
  const framePlainly = () => frameQuestion({ question: typed.question?.trim() || UNASKED, panel });
  const frame = isDrafted ? drafted.frame : framePlainly();
  const board = composeBoard({ frame, library, members: members ?? panel?.members });
  return { frame, board, library };
}

/** A draft of a model is for one question with its documents. */
export function hashQuestion({ typed, documents }: QuestionDraft): string {
  const digests = documents.map(({ document }) => document.sha256);
  return hashJson([typed.question?.trim() ?? "", digests]);
}

/** The model that is marked, or the first. */
export function findChoice(
  { typed }: QuestionDraft,
  choices: readonly ModelChoice[],
): ModelChoice | null {
  const other = typed.other?.trim() ?? "";
  if (typed.model === OTHER && other !== "")
    return { value: OTHER, models: [other], where: "named here" };
  return choices.find(({ value }) => value === typed.model) ?? choices[0] ?? null;
}

export const OTHER = "other";

/** Of a prepared scenario: its own models too, and no model if it has a script. */
export function listChoices(
  { choices }: QuestionDraft,
  prepared: Prepared | null,
): readonly ModelChoice[] {
  if (prepared === null) return choices;
  const { members, script } = prepared.scenario;
  const own = members.map(({ model }) => model).filter((model) => !isGuest(model));
  const example = script
    ? [{ value: SIMULATED, models: [SIMULATED], where: "a written example" }]
    : [];
  const asWritten = own.every(isSimulated)
    ? []
    : [{ value: AS_WRITTEN, models: [], where: "of the scenario" }];
  return [...asWritten, ...example, ...choices];
}

/** The model of members who follow a script. */
const SIMULATED = "simulated";

const AS_WRITTEN = "as-written";

export function listFlags(
  draft: QuestionDraft,
  choice: ModelChoice | null,
  person: string,
): NewMeetingFlags {
  const { typed, ownSeat, documents } = draft;
  const models = choice?.models ?? [];
  return {
    model: models.length === 1 ? models[0] : undefined,
    member: ownSeat === null ? undefined : { [ownSeat]: `human:${person}` },
    attach: isPrepared(draft) ? documents.map(({ path }) => path) : undefined,
    ...readLimits(draft),
    as: person,
    approve: typed.approve === "yes" || undefined,
    because: typed.because?.trim() || undefined,
  };
}

const LIMITS = ["messages", "minutes", "dollars"] as const;

/** Undefined for the default. */
export function readLimits({ typed }: QuestionDraft) {
  const [maxMessages, maxMinutes, maxDollars] = LIMITS.map((name) => {
    const text = typed[name]?.trim() ?? "";
    const limit = Number(text.replace(",", "."));
    if (text === "") return undefined;
    if (limit > 0 && (name === "messages" ? Number.isInteger : Number.isFinite)(limit))
      return limit;
    throw createUsageError(
      `${name} must be a ${name === "messages" ? "whole " : ""}number above 0, found ${JSON.stringify(text)}`,
      "Correct it, or empty the field for the default.",
    );
  });
  return { maxMessages, maxMinutes, maxDollars };
}

/** What it would cost, by the same checks as in `boardroom run`. Nothing is written to the project. */
export async function priceDraft(
  { io, shown, person }: PlanningSetup,
  draft: QuestionDraft,
  composed: ComposedDraft | null,
): Promise<MeetingPrice> {
  const quiet = { ...io, ask: undefined, stderr: { write: () => true } };
  const own = await prepareNamed({ io: quiet, person }, draft);
  const choice = findChoice(draft, listChoices(draft, own));
  const flags = listFlags(draft, choice, person);
  try {
    const place = composed
      ? join(draft.folder, "scenarios", saveDraft(draft.folder, draft, { composed, choice }))
      : draft.typed.scenario;
    const [first] = draft.candidates;
    const prepared = await prepare(quiet, place, { ...flags, document: first?.path });
    // Refuses a model of no provider before its price is shown.
    const warnings = listWarnings(io, prepared);
    requireSpeakers(io, prepared);
    const { scenario, protocol, project } = prepared;
    const each = listChoices(draft, own).map(({ models }) => {
      const dealt = dealModels(own?.scenario ?? scenario, models);
      return describePrice(planMeeting(dealt, protocol, project.models));
    });
    if (isRanking(draft)) {
      const documents = draft.candidates.map(({ path }) => path);
      const toRank = await openRanking(quiet, place, {
        documents,
        count: LEAST_RUNS,
        flags,
        out: shown,
      });
      return { ...priceRanking(toRank.opened), warnings, each };
    }
    const appraisal = appraise(scenario, protocol, project.models);
    return { ...priceMeeting(appraisal), warnings, each };
  } finally {
    removeFile(join(draft.folder, "scenarios"));
  }
}

/** A prepared scenario with its own models; null if the question was asked on the page. */
export async function prepareNamed(
  { io, person }: Pick<PlanningSetup, "io" | "person">,
  draft: QuestionDraft,
): Promise<Prepared | null> {
  return isPrepared(draft)
    ? prepare(io, draft.typed.scenario, listFlags(draft, null, person))
    : null;
}

function dealModels(scenario: Prepared["scenario"], models: readonly string[]) {
  const members = scenario.members.map((seat, at) =>
    isGuest(seat.model) ? seat : { ...seat, model: models[at % models.length] ?? seat.model },
  );
  return { ...scenario, members };
}

type Chosen = { composed: ComposedDraft; choice: ModelChoice | null };

/** Writes the scenario folder as `ask` does, and returns its name. */
export function saveDraft(
  cwd: string,
  draft: QuestionDraft,
  { composed: { frame, board }, choice }: Chosen,
): string {
  const models = choice?.models ?? [];
  const given = draft.documents.map((each, at) => {
    const subject = at === 0 && !isRanking(draft);
    return { ...each, document: { ...each.document, subject } };
  });
  return saveQuestion(cwd, {
    frame,
    board,
    given,
    model: models.length === 1 ? models[0] : undefined,
    dealt: models.length > 1 ? models : [],
    isBrief: true,
  });
}

function describePrice(plans: readonly ModelPlan[], dollars = sumPlanCosts(plans)): string {
  if (dollars === null) return formatPrice(null, plans);
  const rounded = dollars < 0.01 ? formatDollars(dollars) : `$${dollars.toFixed(2)}`;
  return dollars === 0 ? "no charge" : formatPrice(`about ${rounded}`, plans);
}

type Priced = Omit<MeetingPrice, "warnings" | "each">;

function priceMeeting(appraisal: Appraisal): Priced {
  const { plans, tier } = appraisal;
  return {
    price: describePrice(plans),
    calls: Math.round(plans.reduce((sum, { calls }) => sum + calls.expected, 0)),
    meetings: 1,
    needs: needsApproval(appraisal, null),
    needsReason: tier === "necessity",
  };
}

function priceRanking(opened: StudyToRun): Priced {
  const { arms, seeds } = opened.study;
  const plans = opened.cells.flatMap(({ input, protocol }) =>
    planMeeting(input, protocol, opened.project.models),
  );
  const meetings = arms.length * seeds.length;
  const plan = planStudy(opened, opened.project.models, { left: meetings, places: AT_ONCE });
  const { dollars, unpriced } = plan;
  const tier = chooseTier(dollars, unpriced.models.length > 0);
  const says =
    dollars === null
      ? `the price of ${unpriced.models.join(", ")} is unknown`
      : `all together are expected to cost $${dollars.toFixed(2)}`;
  return {
    price: describePrice(plans, dollars),
    calls: Math.round(plan.arms.reduce((sum, { calls }) => sum + calls, 0)),
    meetings,
    needs: tier === "low" ? [] : [says],
    needsReason: tier === "necessity",
  };
}
