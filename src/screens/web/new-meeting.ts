// The routes of the page of new meetings. Every button of its form sends the whole form here, so it
// works without a script; with one, only what changed is drawn again.

import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createUsageError, type Io } from "../../home/process/io.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { composeBoard } from "../../run/asking/compose.ts";
import { listModelChoices } from "../../run/asking/model-choices.ts";
import { printServedPage } from "../pages/html.tsx";
import { linkTo } from "../pages/link.ts";
import { StartPage } from "../pages/start-page.tsx";
import { createTree } from "../pages/tree.ts";
import { draftFrame, findFault, type Next, runDraft } from "./hold-draft.ts";
import type { RouteSetup } from "./meeting-index.ts";
import { viewDraft } from "./new-meeting-view.ts";
import { composeDraft, isPrepared, isRanking, type PlanningSetup } from "./planning.ts";
import {
  createQuestionDrafts,
  FILE_KINDS,
  fillDraft,
  type PagePart,
  type QuestionDraft,
  type QuestionDrafts,
  tryPart,
} from "./question-draft.ts";

/** Bytes of all files that are sent at once. */
const MOST_AT_ONCE = 24 * 1024 * 1024;

export function addNewMeeting({ app, at, index, runningMeetings }: RouteSetup): void {
  const { io, shown, person } = index;
  const setup = { io, shown, person, runningMeetings };
  const drafts = createQuestionDrafts(io.stopSignal());

  async function show(c: Context, draft: QuestionDraft, part?: PagePart) {
    const shownDraft = { ...draft, faults: { ...draft.faults } };
    const view = await viewDraft(setup, shownDraft, await index.scenarios());
    const page = StartPage({ ...view, mostBytes: MOST_AT_ONCE });
    if (isScript(c)) return c.json({ nodes: createTree(page), part });
    allowForms(c);
    return c.html(printServedPage("Ask a question", page, { to: "", script: "start.js" }));
  }

  app.get(`${at}/new`, async (c) => {
    const draft = drafts.find(c.req.query("draft")) ?? (await createDraft(io, drafts));
    const scenario = c.req.query("scenario");
    if (scenario !== undefined) draft.typed.scenario = scenario;
    return show(c, draft);
  });

  const tooLarge = bodyLimit({
    maxSize: MOST_AT_ONCE,
    onError: (c) => c.json({ refused: `at most ${MOST_AT_ONCE / 1024 / 1024} MiB at once` }, 413),
  });
  app.post(`${at}/new`, tooLarge, async (c) => {
    const asked = c.req.query("draft");
    const known = drafts.find(asked);
    const draft = known ?? (await createDraft(io, drafts));
    await fillDraft(draft, await c.req.formData());
    // A form that was sent twice, or whose files are gone, runs nothing.
    const isGone = asked !== undefined && !known;
    const next = await doAsked(setup, draft, isGone ? "look" : (draft.typed.do ?? ""));
    if ("meeting" in next) drafts.drop(draft);
    const address =
      "meeting" in next
        ? `m/${linkTo(next.meeting)}/${next.of === "ranking" ? "report" : ""}`
        : `new?draft=${draft.id}#${next.part}`;
    if (!isScript(c)) return c.redirect(address, 303);
    return "meeting" in next ? c.json({ to: address }) : show(c, draft, next.part);
  });
}

async function createDraft(io: Io, drafts: QuestionDrafts): Promise<QuestionDraft> {
  return drafts.create(await listModelChoices(io, await readSettings(io)));
}

function isScript(c: Context): boolean {
  return c.req.header("accept") === "application/json";
}

/** A form without a script names its origin only under this policy, and the guard wants the origin. */
export function allowForms(c: Context): void {
  c.header("Referrer-Policy", "same-origin");
  const policy = c.res.headers.get("Content-Security-Policy") ?? "";
  c.header("Content-Security-Policy", policy.replace("form-action 'none'", "form-action 'self'"));
}

/** What a button asks for: a word, and what it is about. */
async function doAsked(setup: PlanningSetup, draft: QuestionDraft, asked: string): Promise<Next> {
  const [does = "", about = ""] = asked.split(" ", 2);
  if (does === "run") return runDraft(setup, draft);
  if (does === "draft") {
    await draftFrame(setup, draft);
    return { part: findFault(draft) ?? (isRanking(draft) ? "requirements" : "question") };
  }
  const kind = FILE_KINDS.find((each) => does === `drop-${each}`);
  if (kind) {
    draft[kind] = draft[kind].filter(({ document }) => document.name !== about);
    return { part: kind };
  }
  if (does === "drop-requirement" && draft.drafted) {
    const { of, frame } = draft.drafted;
    const requirements = frame.requirements.filter(({ id }) => id !== about);
    draft.drafted = { of, frame: { ...frame, requirements } };
    return { part: "requirements" };
  }
  if (!BOARD_ACTS.includes(does)) return { part: findFault(draft) ?? "question" };
  await tryPart(draft, "board", () => changeBoard(setup.io, draft, does, about));
  return { part: "board" };
}

const BOARD_ACTS: readonly string[] = ["add", "seat", "swap", "unseat"];

async function changeBoard(io: Io, draft: QuestionDraft, does: string, id: string): Promise<void> {
  if (does === "seat") draft.ownSeat = draft.ownSeat === id ? null : id;
  if (isPrepared(draft)) return;
  const { frame, board, library } = await composeDraft(io, draft);
  const ids = board.seats.map(({ persona }) => persona.id);
  if (does === "seat") {
    // The board that a model's draft would change stays.
    draft.members = ids;
    return;
  }
  if (does === "add") {
    draft.members = [...ids, draft.typed.member ?? ""];
    return;
  }
  const place = ids.indexOf(id);
  if (place < 0) return;
  if (draft.ownSeat === id) draft.ownSeat = null;
  draft.members = ids.toSpliced(place, 1);
  if (does === "unseat") return;
  const passed = [...draft.swapped, ...ids];
  const others = library.filter((persona) => !passed.includes(persona.id));
  const [next] = composeBoard({ frame, library: others, size: 1 }).seats;
  if (!next)
    throw createUsageError("no other persona is left to swap with", "Add one by its name instead.");
  draft.swapped = [...draft.swapped, id];
  draft.members = ids.with(place, next.persona.id);
}
