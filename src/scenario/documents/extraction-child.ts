/*
 * The entry file of the child process that reads one PDF or Word document. `extraction-process.ts` starts it.
 * It holds no keys: its environment is empty.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { MOST_TEXT, normaliseText } from "./document-text.ts";
import { type ChildAnswer, MOST_MEMORY, MOST_SECONDS, SLOW } from "./extraction-process.ts";
import type { PdfPiece } from "./pdf-lines.ts";
import type { PdfTag } from "./pdf-tags.ts";
import { type PdfPage, textOfPdf } from "./pdf-text.ts";
import { wordReader } from "./word-text.ts";

type PdfProxy = Awaited<ReturnType<Awaited<ReturnType<typeof import("unpdf")["getDocumentProxy"]>>["getPage"]>>;

/** Checks in a second thread, because reading blocks the main thread. Both signals take effect at once. */
const WATCHDOG = `const start = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(start);
  const isOver = process.memoryUsage.rss() > ${MOST_MEMORY} || process.ppid !== ${process.ppid};
  if (isOver) process.kill(process.pid, "SIGKILL");
  if (user + system > ${MOST_SECONDS * 1e6}) process.kill(process.pid, "${SLOW}");
}, 10)`;

async function pdfReader(): Promise<(bytes: Uint8Array) => Promise<string>> {
  const { getDocumentProxy } = await import("unpdf");
  // pdf.js hands over the names of fonts with it, and Node.js 20 lacks it.
  if (!("transferToFixedLength" in ArrayBuffer.prototype)) {
    const value = function (this: ArrayBuffer, length = this.byteLength) {
      return this.slice(0, length);
    };
    Object.defineProperty(ArrayBuffer.prototype, "transferToFixedLength", { value });
  }
  return async (bytes) => {
    const options = { verbosity: 0, maxImageSize: 1, disableFontFace: true };
    const document = await getDocumentProxy(bytes, options);
    const pages: PdfPage[] = [];
    for (let number = 1; number <= document.numPages; number++)
      pages.push(await readPage(await document.getPage(number)));
    const { info } = await document.getMetadata();
    const { Creator = "", Producer = "" } = info as { Creator?: string; Producer?: string };
    const text = textOfPdf(pages, /tex/i.test(Creator + Producer));
    return text.replaceAll(/[\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFC]/g, (joint) => joint.normalize("NFKC"));
  };
}

async function readPage(page: PdfProxy): Promise<PdfPage> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  // It loads the fonts, whose names tell what is bold.
  await page.getOperatorList();
  const tree: PdfTag | null = await page.getStructTree();
  const pieces: PdfPiece[] = [];
  const open: { readonly tag?: string; readonly id?: string | null }[] = [];
  for (const item of items) {
    if (!("str" in item)) {
      if (item.type === "endMarkedContent") open.pop();
      else open.push(item);
    } else if (!tree || open.every(({ tag }) => tag !== "Artifact")) {
      const [left = 0, y = 0] = item.transform.slice(4);
      const { name: font = "" } = page.commonObjs.has(item.fontName) ? page.commonObjs.get(item.fontName) : {};
      const tag = open.findLast(({ id }) => id)?.id ?? "";
      const size = Math.round(item.height * 10) / 10;
      pieces.push({ text: item.str, left, right: left + item.width, y, size, font, tag });
    }
  }
  return { pieces, tree, width: page.getViewport({ scale: 1 }).width };
}

async function serve(format: string | undefined): Promise<void> {
  // Ctrl-C reaches the whole process group. The parent decides what it means.
  process.on("SIGINT", () => {});
  process.on("disconnect", () => process.exit());
  const read = await (format === ".pdf" ? pdfReader() : wordReader());
  await once(new Worker(WATCHDOG, { eval: true, execArgv: [] }), "online");
  process.once("message", (bytes: Uint8Array) => {
    read(new Uint8Array(bytes))
      .then((raw) => normaliseText(raw))
      .then(
        (text): ChildAnswer =>
          text.length > MOST_TEXT ? { is: "too-long", length: text.length } : { is: "text", text },
        (error: unknown): ChildAnswer => ({ is: "failed", message: String(error) }),
      )
      .then((message) => process.send?.(message, () => process.exit()));
  });
  process.send?.("ready");
}

await serve(process.argv[2]);
