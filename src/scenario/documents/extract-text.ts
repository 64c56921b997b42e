import { extname } from "node:path";
import { BoardroomError, type ErrorCode, type Place } from "../../errors.ts";
import { isRecord } from "../../lists.ts";
import { capital } from "../../text/plain.ts";
import { MOST_TEXT } from "./document-text.ts";
import { type Extraction, extractInProcess } from "./extraction-process.ts";

export async function extractText(request: DocumentRequest, bytes: Uint8Array): Promise<string> {
  switch (extname(request.shown).toLowerCase()) {
    case ".pdf":
      return extractPdf(request, bytes);
    case ".docx":
      return extractDocx(request, bytes);
    case ".json":
      return parseJson(request, decode(request, bytes));
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
    throw unreadable(request, "is not valid JSON", "Correct it, or save it as .txt to use it as text.", cause);
  }
}

async function extractPdf(request: DocumentRequest, bytes: Uint8Array): Promise<string> {
  if (!startsWith(bytes, "%PDF-"))
    throw unreadable(request, "is not a PDF, in spite of its ending", "Check the file.");
  return textOf(request, await extractInProcess(".pdf", bytes), {
    what: "is a PDF that cannot be read, damaged or locked",
    remedy: "Save it anew without a password, or as .docx or .txt.",
  });
}

async function extractDocx(request: DocumentRequest, bytes: Uint8Array): Promise<string> {
  const remedy = "Save it anew as .docx, or as .pdf or .txt.";
  if (!startsWith(bytes, "PK"))
    throw unreadable(request, "is not a Word document, in spite of its ending", remedy);
  const what = "is a Word document that cannot be read";
  return textOf(request, await extractInProcess(".docx", bytes), { what, remedy });
}

function textOf(
  request: DocumentRequest,
  extraction: Extraction,
  { what, remedy }: { readonly what: string; readonly remedy: string },
): string {
  switch (extraction.is) {
    case "text":
      return extraction.text;
    case "too-long":
      throw tooMuchText(request, extraction.length);
    case "failed":
      throw unreadable(request, what, remedy, new Error(extraction.message));
    case "stopped":
      throw refusal(request, "document-refused", {
        message: `${request.shown} takes more than ${extraction.limit} to read, which is the limit`,
        remedy: "Save it as .txt, or cut it to the part the meeting needs.",
      });
  }
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return Buffer.from(bytes.subarray(0, magic.length)).toString("latin1") === magic;
}

/** One document to read, and what messages call it. */
export type DocumentRequest = {
  readonly path: string;
  /** What messages call it; its ending says the format, its base name is the document's name. */
  readonly shown: string;
  readonly place?: Place | undefined;
  readonly title?: string | undefined;
  readonly subject?: boolean;
};

type RefusalWords = { readonly message: string; readonly remedy: string };

export function refusal(
  { place }: Pick<DocumentRequest, "place">,
  code: ErrorCode,
  words: RefusalWords,
  cause?: unknown,
): BoardroomError {
  return new BoardroomError(code, place ? { place, ...words } : words, cause === undefined ? {} : { cause });
}

export function unreadable(
  request: DocumentRequest,
  what: string,
  remedy: string,
  cause?: unknown,
): BoardroomError {
  return refusal(request, "document-unreadable", { message: `${request.shown} ${what}`, remedy }, cause);
}

export function tooLarge(
  request: Pick<DocumentRequest, "shown" | "place">,
  { found, most }: { readonly found: string; readonly most: string },
): BoardroomError {
  const message = `${request.shown} has ${found}; at most ${most} are allowed`;
  const remedy =
    "Cut it to the part the meeting needs, save it without pictures, or split it into several documents.";
  return refusal(request, "document-too-large", { message, remedy });
}

export function tooMuchText(request: Pick<DocumentRequest, "shown" | "place">, length: number): BoardroomError {
  const characters = (count: number) => `${count.toLocaleString("en-US")} characters of text`;
  return tooLarge(request, { found: characters(length), most: characters(MOST_TEXT) });
}

/** A JSON Resume becomes an outline with its own keys as labels; other JSON stays JSON, on separate lines. */
function readableJson(value: unknown): string {
  if (!isRecord(value) || !isRecord(value.basics)) return JSON.stringify(value, null, 2);
  const { $schema: _schema, meta: _meta, basics: _basics, ...sections } = value;
  const { name, image: _image, summary, ...contact } = value.basics;
  return [
    `# ${isText(name) ? name : "Résumé"}`,
    ...linesOf(contact),
    ...section("summary", summary),
    ...Object.entries(sections).flatMap(([key, entries]) => section(key, entries)),
  ].join("\n");
}

function section(key: string, entries: unknown): readonly string[] {
  const lines = Array.isArray(entries) ? entries.flatMap(entryLines) : linesOf(entries);
  return lines.length === 0 ? [] : ["", `## ${titleCase(key)}`, ...lines];
}

const HEADS =
  "position name title studyType area language fluency institution organization publisher awarder issuer entity level score date releaseDate".split(
    " ",
  );

/** The first line has the values that say what it is; everything else follows below. */
function entryLines(entry: unknown): readonly string[] {
  if (!isRecord(entry)) return linesOf(entry).map((line) => `- ${line}`);
  const { startDate, endDate, summary, description, reference, ...facts } = entry;
  const since = isText(startDate) ? `${startDate} to ${isText(endDate) ? endDate : "present"}` : endDate;
  const head = HEADS.map((key) => facts[key])
    .filter(isText)
    .join(", ");
  const rest = Object.entries(facts).filter(([key, value]) => !(HEADS.includes(key) && isText(value)));
  return [
    `- ${head}${isText(since) ? ` (${since})` : ""}`,
    ...[summary, description, reference].flatMap(linesOf).map((line) => `  ${line}`),
    ...rest.flatMap(([key, value]) =>
      Array.isArray(value)
        ? value.flatMap(linesOf).map((line) => `  - ${line}`)
        : linesOf({ [key]: value }).map((line) => `  ${line}`),
    ),
  ];
}

/** `Label: value` for each key of an object; one line for anything else. */
function linesOf(value: unknown): readonly string[] {
  if (isText(value)) return [String(value)];
  if (Array.isArray(value)) return value.flatMap(linesOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const text = linesOf(inner).join(", ");
    return text === "" ? [] : [`${titleCase(key)}: ${text}`];
  });
}

function isText(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value.trim() !== "");
}

function titleCase(key: string): string {
  return capital(key.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[_-]+/g, " "));
}
