// Chooses the reader for a file by its ending and its first bytes, and words every refusal of a document.

import { BoardroomError, type ErrorCode, type Place } from "../../errors.ts";
import { describeJsonFault, readJson } from "../../text/json-in.ts";
import { isSourceName, readEnding } from "../schema/endings.ts";
import { MOST_TEXT } from "./document-text.ts";
import { extractInProcess, type ReadText } from "./extraction-process.ts";
import { toReadableJson } from "./json-text.ts";

export async function extractText(request: DocumentRequest, bytes: Uint8Array): Promise<ReadText> {
  const ending = readEnding(request.shown);
  const format = isSourceName(request.shown) ? "source" : ending;
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const [foreign] = FOREIGN.filter(([sign, , own]) => sign.test(start) && own !== format);
  if (foreign)
    throw createUnreadable(
      request,
      `is ${foreign[1]}, in spite of its ending`,
      "Open it in its program, and save it as .pdf or .docx.",
    );
  switch (ending) {
    case ".pdf":
    case ".docx":
      return extractPacked(request, bytes, ending);
    case ".json":
      return parseJson(request, decode(request, bytes));
    default:
      return { text: decode(request, bytes), notes: [] };
  }
}

/** What files begin with, and the ending that they may have here, or "source". */
const FOREIGN: readonly (readonly [start: RegExp, name: string, own?: string])[] = [
  [/^%PDF-/, "a PDF", ".pdf"],
  [/^\{\\rtf/, "an RTF document"],
  [/^\s*(?:<!doctype html|<html|<head|<body)/i, "an HTML page", "source"],
  [/^(?:\xEF\xBB\xBF)?\s*<\?xml/, "an XML file", "source"],
  [/^\xD0\xCF\x11\xE0/, "an old Word document or one with a password"],
  [/^PK.{28}mimetypeapplication\/vnd\.oasis/s, "an OpenDocument file"],
  [/^PK.{28}mimetypeapplication\/epub/s, "an EPUB book"],
];

function decode(request: DocumentRequest, bytes: Uint8Array): string {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : null;
  try {
    const text = new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {}
  throw createUnreadable(
    request,
    "is not text in UTF-8",
    "Save it as UTF-8 text, or give it the ending of its true format.",
  );
}

function parseJson(request: DocumentRequest, text: string): ReadText {
  try {
    return toReadableJson(readJson(text));
  } catch (cause) {
    throw createUnreadable(
      request,
      describeJsonFault(cause, "is not valid JSON").replace(/^nested/, "is nested"),
      "Correct it, or save it as .txt to use it as text.",
      cause,
    );
  }
}

const PACKED = {
  ".pdf": {
    magic: "%PDF-",
    name: "a PDF",
    failed: "cannot be read, damaged or locked",
    check: "Check the file.",
    remedy: "Save it anew without a password, or as .docx or .txt.",
  },
  ".docx": {
    magic: "PK",
    name: "a Word document",
    failed: "cannot be read",
    remedy: "Save it anew as .docx, or as .pdf or .txt.",
  },
};

async function extractPacked(
  request: DocumentRequest,
  bytes: Uint8Array,
  format: keyof typeof PACKED,
) {
  const { magic, name, failed, remedy, check = remedy } = { check: undefined, ...PACKED[format] };
  if (!Buffer.from(bytes).toString("latin1", 0, magic.length).startsWith(magic))
    throw createUnreadable(request, `is not ${name}, in spite of its ending`, check);
  const extraction = await extractInProcess(format, bytes);
  switch (extraction.is) {
    case "text":
      return extraction;
    case "too-long":
      throw createTooMuchText(request, extraction.length);
    case "failed":
      throw createUnreadable(
        request,
        `is ${name} that ${failed}`,
        remedy,
        new Error(extraction.message),
      );
    case "stopped":
      throw createRefusal(request, "document-refused", {
        message: `${request.shown} takes more than ${extraction.limit} to read, which is the limit`,
        remedy: "Save it as .txt, or cut it to the part the meeting needs.",
      });
  }
}

/** One document to read, and what messages call it. */
/** What messages say of a document. */
type NamedDocument = {
  /** Its ending says the format, its base name is the document's name. */
  shown: string;
  place?: Place | undefined;
};

export type DocumentRequest = NamedDocument & {
  path: string;
  title?: string | undefined;
  subject?: boolean;
};

export function createRefusal(
  { place }: NamedDocument,
  code: ErrorCode,
  words: { message: string; remedy: string },
  cause?: unknown,
): BoardroomError {
  return new BoardroomError(
    code,
    place ? { place, ...words } : words,
    cause === undefined ? {} : { cause },
  );
}

export function createUnreadable(
  request: NamedDocument,
  what: string,
  remedy: string,
  cause?: unknown,
): BoardroomError {
  return createRefusal(
    request,
    "document-unreadable",
    { message: `${request.shown} ${what}`, remedy },
    cause,
  );
}

export function createTooLarge(
  request: NamedDocument,
  { found, most }: { found: string; most: string },
): BoardroomError {
  const message = `${request.shown} has ${found}; at most ${most} are allowed`;
  const remedy =
    "Cut it to the part the meeting needs, save it without pictures, or split it into several documents.";
  return createRefusal(request, "document-too-large", { message, remedy });
}

export function createTooMuchText(request: NamedDocument, length: number): BoardroomError {
  const formatCharacters = (count: number) => `${count.toLocaleString("en-US")} characters of text`;
  return createTooLarge(request, {
    found: formatCharacters(length),
    most: formatCharacters(MOST_TEXT),
  });
}
