import { extname } from "node:path";
import { type DocumentRequest, mib, tooLarge, unreadable } from "./document-refusal.ts";
import { wrapLines } from "./document-text.ts";
import { readableJson } from "./json-resume.ts";

/** Most bytes that a Word document may unpack to: 32 MiB. */
const MOST_UNPACKED = 32 * 1024 * 1024;

/** The text in a file of any known format, by its ending; not yet normalised. */
export async function extractText(request: DocumentRequest, bytes: Uint8Array): Promise<string> {
  switch (extname(request.shown).toLowerCase()) {
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
  const unpacked = unpackedSize(bytes);
  if (unpacked > MOST_UNPACKED) {
    const sizes = { does: "unpacks to", found: mib(unpacked), most: mib(MOST_UNPACKED) } as const;
    throw tooLarge(request, sizes, "Save it without pictures, or as .txt.");
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

/** Page after page, with a blank line between. */
async function pdfText(bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { text } = await extractText(document, { mergePages: false });
  return text.join("\n\n").replaceAll(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize("NFKC"));
}

/** A line for each paragraph. */
async function docxText(bytes: Uint8Array): Promise<string> {
  const { default: mammoth } = await import("mammoth");
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
  return value.replaceAll(/\n{3,}/g, "\n\n");
}

/** Bytes a zip file says it holds when unpacked, so that a small file that unpacks to gigabytes is refused. */
function unpackedSize(zip: Uint8Array): number {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const ENTRY = 0x02014b50;
  let size = 0;
  for (let at = 0; at + 46 <= zip.byteLength; at++) {
    if (view.getUint32(at, true) === ENTRY) size += view.getUint32(at + 24, true);
  }
  return size;
}
