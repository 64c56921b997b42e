import { readFile, stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import { BoardroomError, type ErrorCode, type Place } from "../errors.ts";
import { documentName, MOST_TEXT, makeDocument, normaliseText, wrapLines } from "./document-text.ts";
import { docxText, pdfText, unpackedSize } from "./extract-text.ts";
import { readableJson } from "./json-resume.ts";
import type { Document } from "./scenario.ts";

/** Endings of files that can be documents. */
export const DOCUMENT_ENDINGS = [".md", ".txt", ".json", ".pdf", ".docx"] as const;

/** Most bytes of a document's file: 2 MiB. */
export const MOST_BYTES = 2 * 1024 * 1024;
const MOST_UNPACKED = 32 * 1024 * 1024;

export type DocumentRequest = {
  /** The file to open. */
  readonly path: string;
  /** What messages call it. */
  readonly shown: string;
  /** Where it was asked for; default the file itself. */
  readonly place?: Place;
  readonly title?: string | undefined;
  readonly subject?: boolean;
};

/** Reads one document as text with lines that can be cited. The name is the file's, not yet made unique. */
export async function readDocument(request: DocumentRequest): Promise<Document> {
  const { path, title, subject = false } = request;
  const fileName = basename(path);
  const text = normaliseText(await extract(request, await readBytes(request)));
  if (text.trim() === "") throw empty(request);
  if (text.length > MOST_TEXT) {
    throw refusal(request, "document-too-large", {
      message: `${request.shown} holds ${kib(text.length)} of text; at most ${kib(MOST_TEXT)} are allowed`,
      remedy: "Cut it to the part the meeting needs, or split it into several documents.",
    });
  }
  return makeDocument({ name: documentName(fileName), title: title ?? fileName, subject, text });
}

async function readBytes(request: DocumentRequest): Promise<Uint8Array> {
  const { path, shown } = request;
  const ending = extname(path).toLowerCase();
  if (!DOCUMENT_ENDINGS.some((known) => known === ending)) {
    throw refusal(request, "document-unsupported", {
      message: `${shown} has the ending ${ending === "" ? "of no known format" : ending}`,
      remedy: `Allowed: ${DOCUMENT_ENDINGS.join(", ")}. Save it as one of them.`,
    });
  }
  try {
    const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile) throw unreadable(request, "is not a file", "Name a file.");
    if (size > MOST_BYTES) {
      throw refusal(request, "document-too-large", {
        message: `${shown} has ${kib(size)}; at most ${kib(MOST_BYTES)} are allowed`,
        remedy: "Save it without pictures, or cut it to the part the meeting needs.",
      });
    }
    return await readFile(path);
  } catch (error) {
    if (error instanceof BoardroomError) throw error;
    throw unreadable(
      request,
      `cannot be read (${reasonOf(error)})`,
      "Check the name and the permissions.",
      error,
    );
  }
}

async function extract(request: DocumentRequest, bytes: Uint8Array): Promise<string> {
  switch (extname(request.path).toLowerCase()) {
    case ".pdf":
      return wrapLines(await extractPdf(request, bytes));
    case ".docx":
      return wrapLines(await extractDocx(request, bytes));
    case ".json":
      return wrapLines(parseJson(request, decode(request, bytes)));
    default:
      return decode(request, bytes);
  }
}

function decode(request: DocumentRequest, bytes: Uint8Array): string {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : null;
  try {
    const text = new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {}
  throw unreadable(
    request,
    "is not text in UTF-8",
    "Save it as UTF-8 text, or give it the ending of its true format.",
  );
}

function parseJson(request: DocumentRequest, text: string): string {
  try {
    return readableJson(JSON.parse(text));
  } catch (cause) {
    throw unreadable(request, "is not valid JSON", "Mend it, or save it as .txt to use it as it is.", cause);
  }
}

async function extractPdf(request: DocumentRequest, bytes: Uint8Array): Promise<string> {
  if (!startsWith(bytes, "%PDF-"))
    throw unreadable(request, "is not a PDF, in spite of its ending", "Check the file.");
  try {
    return await pdfText(bytes);
  } catch (cause) {
    const remedy = "Save it anew without a password, or as .docx or .txt.";
    throw unreadable(request, "is a PDF that cannot be read, damaged or locked", remedy, cause);
  }
}

async function extractDocx(request: DocumentRequest, bytes: Uint8Array): Promise<string> {
  const remedy = "Save it anew as .docx, or as .pdf or .txt.";
  if (!startsWith(bytes, "PK"))
    throw unreadable(request, "is not a Word document, in spite of its ending", remedy);
  if (unpackedSize(bytes) > MOST_UNPACKED) {
    throw refusal(request, "document-too-large", {
      message: `${request.shown} unpacks to more than ${kib(MOST_UNPACKED)}`,
      remedy: "Save it without pictures, or as .txt.",
    });
  }
  try {
    return await docxText(bytes);
  } catch (cause) {
    throw unreadable(request, "is a Word document that cannot be read", remedy, cause);
  }
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return Buffer.from(bytes.subarray(0, magic.length)).toString("latin1") === magic;
}

function empty(request: DocumentRequest): BoardroomError {
  const isPdf = extname(request.path).toLowerCase() === ".pdf";
  return refusal(request, "document-empty", {
    message: isPdf
      ? `${request.shown} is a PDF without text, pictures of pages perhaps`
      : `${request.shown} is empty`,
    remedy: isPdf
      ? "Run it through text recognition (OCR) first, or give the text as .txt."
      : "Give a file with text.",
  });
}

function unreadable(request: DocumentRequest, what: string, remedy: string, cause?: unknown): BoardroomError {
  return refusal(request, "document-unreadable", { message: `${request.shown} ${what}`, remedy }, cause);
}

type Words = { readonly message: string; readonly remedy: string };

function refusal({ place }: DocumentRequest, code: ErrorCode, words: Words, cause?: unknown): BoardroomError {
  return new BoardroomError(code, place ? { place, ...words } : words, cause === undefined ? {} : { cause });
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  return String(code ?? "unknown reason");
}

function kib(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`;
}
