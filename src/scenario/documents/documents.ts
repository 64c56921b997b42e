// Reads the documents of a scenario and those that the command line adds, each with its limits and faults.

import { basename, resolve } from "node:path";
import { BoardroomError, type Place } from "../../errors.ts";
import { canEscapeFolder, findRealPath, NOT_REGULAR, openRegular, readFrom } from "../../files.ts";
import { hashSha256 } from "../../text/sha256.ts";
import { Findings } from "../files/findings.ts";
import { shortenPath } from "../files/paths.ts";
import { listReadableEntries, toDocumentEntry } from "../files/scenario-file.ts";
import type { ScenarioOverrides, ScenarioSource } from "../files/source.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import {
  isDiffName,
  isDocumentName,
  isSourceName,
  NAMED_ENDINGS,
  readEnding,
} from "../schema/endings.ts";
import type { Document } from "../schema/scenario.ts";
import { readDiff } from "./diff.ts";
import {
  chooseUniqueName,
  MOST_TEXT,
  makeDocument,
  normaliseText,
  quoteNote,
  toDocumentName,
} from "./document-text.ts";
import { findTitle, joinSpacedHeading } from "./document-title.ts";
import {
  createRefusal,
  createTooLarge,
  createTooMuchText,
  createUnreadable,
  type DocumentRequest,
  extractText,
} from "./extract-text.ts";
import type { ReadText } from "./extraction-process.ts";
import { noteDeceivingCharacters, showHiddenCharacters } from "./hidden-characters.ts";
import { dropHiddenHtml } from "./hidden-html.ts";
import { readMarkdown } from "./text-structure.ts";

const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Reads one document as text with citable lines, at most 2 MiB: prose, CVs, source code and diffs.
 * Throws `BoardroomError` if it cannot be read. The name may be taken by another document.
 *
 * @example
 * ```ts
 * const document = await readDocument({ path: "/home/me/cv.pdf", shown: "cv.pdf", subject: true });
 * ```
 */
export async function readDocument(request: DocumentRequest): Promise<Document> {
  const bytes = await readBytes(request);
  const document = makeFromText(request, await extractText(request, bytes));
  return { ...document, fileSha256: hashSha256(bytes) };
}

export function makeTextDocument(
  { text, ...request }: TextRequest & { text: string },
  others: readonly Document[],
): Document {
  return giveUniqueName(makeFromText(request, { text, notes: [] }), others);
}

type TextRequest = Omit<DocumentRequest, "path">;

function makeFromText(request: TextRequest, read: ReadText): Document {
  const { title, subject = false } = request;
  const fileName = basename(request.shown);
  const { text, notes } = isSourceName(fileName)
    ? readSource(request, read)
    : readProse(request, read);
  if (text.trim() === "") throw createEmptyError(request, notes);
  const document = {
    name: toDocumentName(fileName),
    title: title ?? findTitle(text, fileName),
    subject,
    text,
  };
  const made = makeDocument(document);
  return notes.length > 0 ? { ...made, notes } : made;
}

function readProse(request: TextRequest, read: ReadText): ReadText {
  const whole = normaliseText(read.text);
  if (whole.length > MOST_TEXT) throw createTooMuchText(request, whole.length);
  const isMarkdown = readEnding(request.shown) === ".md";
  const shown = isMarkdown ? dropHiddenHtml(whole) : { text: whole, hidden: [] };
  const lines = (isMarkdown ? readMarkdown(shown.text) : whole).split("\n");
  return {
    text: straightenQuotes(lines.map(joinSpacedHeading).join("\n")),
    notes: [
      ...noteDeceivingCharacters(read.text),
      ...shown.hidden.map((each) => `hidden text is omitted: ${quoteNote(each)}`),
      ...read.notes,
    ],
  };
}

function readSource(request: TextRequest, read: ReadText): ReadText {
  const source = showHiddenCharacters(read.text);
  if (source.text.length > MOST_TEXT) throw createTooMuchText(request, source.text.length);
  const { combinedAt } = readDiff(source.text);
  if (isDiffName(request.shown) && combinedAt > 0)
    throw createUnreadable(
      request,
      `is the combined diff of a merge: line ${combinedAt}`,
      "Compare with one side only: git diff main...HEAD",
    );
  return source;
}

/** Word and TeX write curly marks for what a keyboard types. */
function straightenQuotes(text: string): string {
  return text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll("…", "...");
}

function requireKnownEnding(request: DocumentRequest): void {
  const { shown: name } = request;
  if (!isDocumentName(name)) {
    const ending = readEnding(name);
    throw createRefusal(request, "document-unsupported", {
      message: `${name} ${ending === "" ? "has no ending that tells its format" : `has the ending ${ending}`}`,
      remedy: `Allowed: ${NAMED_ENDINGS}. Save it as one of them.`,
    });
  }
}

/** Rounds up, so that a size over the limit never reads like the limit. */
function formatMib(bytes: number): string {
  return `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toLocaleString("en-US")} MiB`;
}

function readBytes(request: DocumentRequest): Uint8Array {
  const { path } = request;
  try {
    const open = openRegular(path);
    try {
      requireKnownEnding(request);
      if (open.size > MOST_BYTES)
        throw createTooLarge(request, { found: formatMib(open.size), most: formatMib(MOST_BYTES) });
      return readFrom(open, 0, MOST_BYTES);
    } finally {
      open.close();
    }
  } catch (error) {
    if (error instanceof BoardroomError) throw error;
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    if (code === "EISDIR" || code === NOT_REGULAR)
      throw createUnreadable(
        request,
        "is not a file",
        "Name a file, or use --documents for a folder.",
      );
    const why = code === "EACCES" || code === "EPERM" ? "permission denied" : code;
    const what = code === "ENOENT" ? "not found" : `cannot be read (${why})`;
    throw createUnreadable(request, what, "Check the name and the permissions.", error);
  }
}

/** Documents must be within the scenario's folder, links followed. Entries the schema refuses are passed over. */
export async function loadOwnDocuments(
  source: ScenarioSource,
  yaml: YamlFile,
): Promise<Document[]> {
  const documents: Document[] = [];
  const findings = new Findings();
  for (const { entry, path } of listReadableEntries(yaml, "documents")) {
    const { file, title, subject } = toDocumentEntry(entry);
    const place = yaml.locate(typeof entry === "string" ? path : [...path, "file"]);
    const document = await findings.collect(() =>
      loadOwnDocument(source, { file, title, subject, place }),
    );
    if (document) documents.push(giveUniqueName(document, documents));
  }
  findings.throwIfAny();
  return documents;
}

type OwnDocument = {
  file: string;
  title?: string | undefined;
  subject: boolean;
  place: Place;
};

export async function loadOwnDocument(
  source: ScenarioSource,
  { file, title, subject, place }: OwnDocument,
) {
  const wanted = resolve(source.folder, file);
  const path = requireInFolder(source.folder, wanted, { shown: file, place });
  if (path === null) {
    throw new BoardroomError("document-unreadable", {
      place,
      message: `document ${file} not found in ${shortenPath(source.folder, source.cwd)}`,
      remedy: "Check the name; it counts from the scenario's folder.",
    });
  }
  return readDocument({ path, shown: file, place, title, subject });
}

export function requireInFolder(
  folder: string,
  path: string,
  { shown: name, place }: { shown: string; place?: Place | undefined },
): string | null {
  if (!canEscapeFolder(folder, path)) return findRealPath(path);
  throw new BoardroomError("path-outside-scenario", {
    ...(place && { place }),
    message: `${name} is outside the scenario's folder`,
    remedy: "Copy the file into the folder, or give it with --document or --attach.",
  });
}

export type Overridden = {
  documents: readonly Document[];
  replaced: { old: Document; now: Document } | null;
  given: readonly { path: string; document: Document }[];
};

export async function overrideDocuments(
  source: ScenarioSource,
  own: readonly Document[],
  { document, attach = [] }: ScenarioOverrides,
): Promise<Overridden> {
  const documents = [...own];
  const given: Overridden["given"][number][] = [];
  let replaced: Overridden["replaced"] = null;
  if (document !== undefined) {
    const old = own.find(({ subject }) => subject);
    const others = own.filter((each) => each !== old);
    const read = await readDocument({
      path: resolve(source.cwd, document),
      shown: document,
      subject: true,
    });
    const now = giveUniqueName(read, others);
    if (old) {
      replaced = { old, now };
      documents[own.indexOf(old)] = now;
    } else documents.unshift(now);
    given.push({ path: document, document: now });
  }
  for (const path of attach) {
    const read = await readDocument({ path: resolve(source.cwd, path), shown: path });
    const added = giveUniqueName(read, documents);
    documents.push(added);
    given.push({ path, document: added });
  }
  return { documents, replaced, given };
}

function giveUniqueName(document: Document, others: readonly Document[]): Document {
  const taken = others.map(({ name }) => name);
  return { ...document, name: chooseUniqueName(document.name, taken) };
}

function createEmptyError(request: TextRequest, notes: readonly string[]): BoardroomError {
  const hidden = notes.find((note) => note.includes("hidden"));
  if (hidden !== undefined)
    return createRefusal(request, "document-empty", {
      message: `${request.shown} has no visible text; ${hidden}`,
      remedy: "Give a file whose text readers can see.",
    });
  const { shown } = request;
  return readEnding(shown) === ".pdf"
    ? createRefusal(request, "document-empty", {
        message: `${shown} is a PDF without text, pictures of pages perhaps`,
        remedy: "Run it through text recognition (OCR) first, or give the text as .txt.",
      })
    : createRefusal(request, "document-empty", {
        message: `${shown} is empty`,
        remedy: "Give a file with text.",
      });
}
