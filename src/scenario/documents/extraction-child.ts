/*
 * The entry file of the child process that reads PDF and Word documents, one after another. `extraction-process.ts` starts it.
 * It holds no keys: its environment is empty.
 */

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { dropMissing } from "../../lists.ts";
import { MOST_TEXT, normaliseText, quoteNote } from "./document-text.ts";
import {
  type ChildAnswer,
  type ChildTask,
  MOST_KEPT,
  MOST_MEMORY,
  MOST_SECONDS,
  type PackedFormat,
  type ReadFile,
  SLOW,
} from "./extraction-process.ts";
import { addFields } from "./pdf-fields.ts";
import type { PdfPiece } from "./pdf-lines.ts";
import { addMarks, dropHidden, type Painting, readPainting } from "./pdf-paint.ts";
import { ARTIFACT, type PdfTag } from "./pdf-tags.ts";
import { type PdfPage, readPdfText } from "./pdf-text.ts";
import { createWordReader } from "./word-text.ts";

type PdfProxy = Awaited<
  ReturnType<Awaited<ReturnType<typeof import("unpdf")["getDocumentProxy"]>>["getPage"]>
>;

/** Checks in a second thread, because reading blocks the main thread. Both signals take effect at once. */
const WATCHDOG = `let start = process.cpuUsage();
require("node:worker_threads").parentPort.on("message", () => (start = process.cpuUsage()));
setInterval(() => {
  const { user, system } = process.cpuUsage(start);
  const isOver = process.memoryUsage.rss() > ${MOST_MEMORY} || process.ppid !== ${process.ppid};
  if (isOver) process.kill(process.pid, "SIGKILL");
  if (user + system > ${MOST_SECONDS * 1e6}) process.kill(process.pid, "${SLOW}");
}, 10)`;

async function createPdfReader(): Promise<ReadFile> {
  const { getDocumentProxy, getResolvedPDFJS } = await import("unpdf");
  // pdf.js hands over the names of fonts with it, and Node.js 20 lacks it.
  if (!("transferToFixedLength" in ArrayBuffer.prototype)) {
    const value = function (this: ArrayBuffer, length = this.byteLength) {
      return this.slice(0, length);
    };
    Object.defineProperty(ArrayBuffer.prototype, "transferToFixedLength", { value });
  }
  const { OPS } = await getResolvedPDFJS();
  return async (bytes) => {
    const options = { verbosity: 0, maxImageSize: 1, disableFontFace: true };
    const document = await getDocumentProxy(bytes, options);
    const layers = await document.getOptionalContentConfig();
    const isLayerShown = (layer: unknown) => layers.isVisible(layer as never);
    const pages: PdfPage[] = [];
    const notes: string[] = [];
    if (document.isPureXfa) notes.push("the form is an XFA form, whose fields are not read");
    const attached = Object.keys((await document.getAttachments()) ?? {});
    if (attached.length > 0) notes.push(`attached files are not read: ${attached.join(", ")}`);
    for (let number = 1; number <= document.numPages; number++) {
      const page = await readPage(await document.getPage(number), OPS, isLayerShown);
      pages.push(page);
      notes.push(...page.notes.map((note) => `page ${number}: ${note}`));
    }
    const { info } = await document.getMetadata();
    const { Creator = "", Producer = "" } = info as { Creator?: string; Producer?: string };
    const read = readPdfText(pages, /tex/i.test(Creator + Producer));
    const plain = joinAccents(read.text).replaceAll(
      /[\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFC]/g,
      (joint) => joint.normalize("NFKC"),
    );
    await document.loadingTask.destroy();
    return { text: plain, notes: [...read.notes, ...notes] };
  };
}

const ACCENTS = { alone: "´¨˙ˇ˝˚¸˛", joined: "\u0301\u0308\u0307\u030C\u030B\u030A\u0327\u0328" };

/** TeX draws an accent and its letter apart if the font lacks the whole letter. */
function joinAccents(text: string): string {
  return text.replaceAll(/([´¨˙ˇ˝˚¸]| ?˛)(\p{L})/gu, (drawn, accent: string, letter: string) => {
    const mark = ACCENTS.joined[ACCENTS.alone.indexOf(accent.trim())];
    const whole = `${letter}${mark}`.normalize("NFC");
    return whole.length === 1 ? whole : drawn;
  });
}

type ReadPage = PdfPage & { notes: readonly string[] };

async function readPage(
  page: PdfProxy,
  codes: Painting["codes"],
  isLayerShown: Painting["isLayerShown"],
): Promise<ReadPage> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  // It loads the fonts, whose names tell what is bold.
  const { fnArray: commands, argsArray: values } = await page.getOperatorList();
  const painted = readPainting({ commands, values, codes, view: page.view, isLayerShown });
  const tree: PdfTag | null = await page.getStructTree();
  const all: PdfPiece[] = [];
  const open: { tag?: string; id?: string | null }[] = [];
  for (const item of items) {
    if (!("str" in item)) {
      if (item.type === "endMarkedContent") open.pop();
      else open.push(item);
    } else {
      const [left = 0, y = 0] = item.transform.slice(4);
      const { name: font = "" } = page.commonObjs.has(item.fontName)
        ? page.commonObjs.get(item.fontName)
        : {};
      const isBeside = open.some((each) => each.tag === ARTIFACT);
      const tag = isBeside ? ARTIFACT : (open.findLast(({ id }) => id)?.id ?? "");
      const size = Math.round(item.height * 10) / 10;
      all.push({ text: item.str, left, right: left + item.width, y, size, font, tag });
    }
  }
  const { pieces, lost } = dropHidden(all, painted.hidden);
  const fields = addFields(addMarks(pieces, painted), await page.getAnnotations({ intent: "any" }));
  const isEmpty = fields.pieces.every(({ text }) => text.trim() === "");
  const notes = dropMissing([
    lost.length > 0 && `hidden text is omitted: ${quoteNote(lost.join(" "))}`,
    ...fields.notes,
    isEmpty && commands.length > 0 && "no text, pictures perhaps, which are not read",
    !isEmpty && painted.pictures > 0 && "a large picture is not read",
  ]);
  return { pieces: fields.pieces, tree, width: page.getViewport({ scale: 1 }).width, notes };
}

async function serve(): Promise<void> {
  // Ctrl-C reaches the whole process group. The parent decides what it means.
  process.on("SIGINT", () => {});
  process.on("disconnect", () => process.exit());
  const watchdog = new Worker(WATCHDOG, { eval: true, execArgv: [] });
  await once(watchdog, "online");
  process.on("message", async ({ format, bytes }: ChildTask) => {
    watchdog.postMessage("start");
    const answer = await answerTask(format, new Uint8Array(bytes));
    const isLast = answer.is !== "text" || answer.isSpent;
    process.send?.(answer, () => {
      if (isLast) process.exit();
    });
  });
  process.send?.("ready");
}

const readers = {
  ".pdf": rememberResult(createPdfReader),
  ".docx": rememberResult(createWordReader),
};

function rememberResult<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

async function answerTask(format: PackedFormat, bytes: Uint8Array): Promise<ChildAnswer> {
  try {
    const read = await readers[format]();
    const { text: raw, notes } = await read(bytes);
    const text = normaliseText(raw);
    if (text.length > MOST_TEXT) return { is: "too-long", length: text.length };
    return { is: "text", text, notes, isSpent: process.memoryUsage.rss() > MOST_KEPT };
  } catch (error) {
    return { is: "failed", message: String(error) };
  }
}

await serve();
