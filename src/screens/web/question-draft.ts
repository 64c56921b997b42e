// What a person has given on the page of a new meeting: typed fields, uploaded files and chosen
// members. A server keeps it until the meeting runs or the server stops.

import { randomUUID } from "node:crypto";
import { basename, join } from "node:path";
import { BoardroomError, type Problem } from "../../errors.ts";
import { makeTemporaryFolder, removeFile, writeWhole } from "../../files.ts";
import { createUsageError, temporaryFolder } from "../../home/process/io.ts";
import type { FramedQuestion } from "../../run/asking/frame.ts";
import type { ModelChoice } from "../../run/asking/model-choices.ts";
import { type GivenDocument, readDocuments } from "../../run/drafting/documents.ts";
import { chooseUniqueName, toDocumentName } from "../../scenario/documents/document-text.ts";
import { toSlug } from "../../scenario/files/paths.ts";
import type { Requirement } from "../../scenario/schema/scenario.ts";
import { dropTrailing } from "../../text/plain.ts";
import { isName } from "./list-lines.ts";

export const FILE_KINDS = ["documents", "candidates"] as const;
type FileKind = (typeof FILE_KINDS)[number];

/** A part of the page. Its faults are shown there. */
export type PagePart =
  | "question"
  | FileKind
  | "requirements"
  | "board"
  | "model"
  | "limits"
  | "run";

export type QuestionDraft = {
  id: string;
  /** Holds the uploaded files. */
  folder: string;
  /** Text of each field, by its name. */
  typed: Record<string, string>;
  documents: readonly GivenDocument[];
  candidates: readonly GivenDocument[];
  /** Ids; null until the person changes the board that was chosen. */
  members: readonly string[] | null;
  /** Ids of members who were swapped for others. */
  swapped: readonly string[];
  /** Id of the member whose seat the person takes. */
  ownSeat: string | null;
  /** What a model has drafted, for these words and documents. */
  drafted: { of: string; frame: FramedQuestion } | null;
  choices: readonly ModelChoice[];
  faults: Partial<Record<PagePart, readonly Problem[]>>;
};

/** Files of the meeting, and of its candidates, as `boardroom run --attach` takes them. */
const MOST_FILES: Readonly<Record<FileKind, number>> = { documents: 20, candidates: 50 };

/** Letters of a field. The page allows fewer. */
const MOST_TYPED = 8_000;

const LONGEST_NAME = 200;

const MOST_DRAFTS = 20;

export type QuestionDrafts = {
  find: (id: string | undefined) => QuestionDraft | null;
  create: (choices: readonly ModelChoice[]) => QuestionDraft;
  drop: (draft: QuestionDraft) => void;
};

export function createQuestionDrafts(stopped: AbortSignal): QuestionDrafts {
  const drafts = new Map<string, QuestionDraft>();
  const drop = ({ id, folder }: QuestionDraft) => {
    drafts.delete(id);
    removeFile(folder);
  };
  stopped.addEventListener("abort", () => {
    for (const draft of drafts.values()) drop(draft);
  });
  return {
    find: (id) => drafts.get(id ?? "") ?? null,
    create(choices) {
      const [oldest] = drafts.values();
      if (oldest && drafts.size >= MOST_DRAFTS) drop(oldest);
      const draft: QuestionDraft = {
        id: randomUUID(),
        folder: makeTemporaryFolder(temporaryFolder, "boardroom-new-"),
        typed: {},
        documents: [],
        candidates: [],
        members: null,
        swapped: [],
        ownSeat: null,
        drafted: null,
        choices,
        faults: {},
      };
      drafts.set(draft.id, draft);
      return draft;
    },
    drop,
  };
}

/** Adds the fields and files of a sent form. */
export async function fillDraft(draft: QuestionDraft, form: FormData): Promise<void> {
  draft.faults = {};
  // A mark that is not set is not sent.
  delete draft.typed.approve;
  const { panel = "" } = draft.typed;
  for (const [name, value] of form) {
    if (typeof value === "string") draft.typed[name] = value.slice(0, MOST_TYPED);
  }
  if ((draft.typed.panel ?? "") !== panel) Object.assign(draft, { members: null, ownSeat: null });
  keepRequirements(draft);
  for (const kind of FILE_KINDS)
    for (const file of form.getAll(kind))
      if (typeof file !== "string" && file.name !== "") await addFile(draft, kind, file);
}

/** Null if the work is refused. The page then shows the reason in this part. */
export async function tryPart<Done>(
  draft: QuestionDraft,
  part: PagePart,
  work: () => Promise<Done>,
): Promise<Done | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BoardroomError)) throw error;
    addFault(draft, part, error);
    return null;
  }
}

/** Parts of the page that show faults with these codes. */
const PARTS: Partial<Record<BoardroomError["code"], PagePart>> = {
  "approval-required": "run",
  "limit-exceeded": "run",
  "missing-key": "model",
  "model-failed": "model",
  "model-unfit": "model",
  "persona-not-found": "board",
  "script-missing": "model",
  "unknown-model": "model",
  "unknown-price": "model",
};

export function addFault(draft: QuestionDraft, part: PagePart, error: BoardroomError): void {
  const place = PARTS[error.code] ?? part;
  const known = draft.faults[place] ?? [];
  const added = error.problems.filter(
    ({ message }) => !known.some((each) => each.message === message),
  );
  draft.faults[place] = [...known, ...added];
}

/** A file of the same name replaces the one before. */
async function addFile(draft: QuestionDraft, kind: FileKind, file: File): Promise<void> {
  const shown = basename(file.name.replaceAll("\\", "/"));
  await tryPart(draft, kind, async () => {
    const name = toDocumentName(shown);
    if (!isName(shown) || !/[\p{L}\p{N}]/u.test(shown) || Buffer.byteLength(name) > LONGEST_NAME)
      throw createUsageError(
        `a document cannot be called ${JSON.stringify(file.name)}`,
        "Rename the file.",
      );
    const others = draft[kind].filter((each) => each.document.name !== name);
    if (others.length >= MOST_FILES[kind])
      throw createUsageError(
        `${shown} is one too many: at most ${MOST_FILES[kind]} files are taken`,
        "Remove another one first.",
      );
    const path = join(draft.folder, kind, name);
    writeWhole(path, new Uint8Array(await file.arrayBuffer()), { isReplaced: true });
    const [given] = await readDocuments(join(draft.folder, kind), [name]);
    if (given) draft[kind] = [...others, given];
  });
}

/** Updates the requirements from their fields, and adds a new one. */
function keepRequirements(draft: QuestionDraft): void {
  const { drafted, typed } = draft;
  if (!drafted) return;
  const requirements: Requirement[] = drafted.frame.requirements.map((each) => ({
    ...each,
    text: typed[`requirement ${each.id}`]?.trim() || each.text,
    must: (typed[`weight ${each.id}`] ?? (each.must ? MUST : "")) === MUST,
  }));
  const text = typed.added?.trim() ?? "";
  if (text !== "") {
    const id = dropTrailing(toSlug(text).slice(0, LONGEST_ID), "-");
    const taken = requirements.map((each) => each.id);
    requirements.push({ id: chooseUniqueName(id, taken), text, must: true });
    typed.added = "";
  }
  draft.drafted = { ...drafted, frame: { ...drafted.frame, requirements } };
}

const MUST = "must";

const LONGEST_ID = 40;
