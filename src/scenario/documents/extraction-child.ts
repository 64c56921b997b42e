/*
 * The entry file of the child process that reads one PDF or Word document. `extraction-process.ts` starts it.
 * It holds no keys: its environment is empty.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { MOST_TEXT, normaliseText } from "./document-text.ts";
import { type ChildAnswer, MOST_MEMORY } from "./extraction-process.ts";
import { type PdfPiece, TITLE_CLASS, textOfHtml, textOfPdf } from "./text-structure.ts";

/** Checks in a second thread, because reading blocks the main thread. SIGKILL takes effect at once. */
const WATCHDOG = `setInterval(() => {
  const isOver = process.memoryUsage.rss() > ${MOST_MEMORY} || process.ppid !== ${process.ppid};
  if (isOver) process.kill(process.pid, "SIGKILL");
}, 10)`;

type DocumentReader = (bytes: Uint8Array) => Promise<string>;

async function pdfReader(): Promise<DocumentReader> {
  const { getDocumentProxy } = await import("unpdf");
  return async (bytes) => {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    const pages: PdfPiece[][] = [];
    let width = 0;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      width = Math.max(width, page.getViewport({ scale: 1 }).width);
      pages.push(items.filter((item) => "str" in item));
    }
    const { info } = await document.getMetadata();
    const { Creator = "", Producer = "" } = info as { Creator?: string; Producer?: string };
    const text = textOfPdf(pages, { width, dividesWords: /tex/i.test(Creator + Producer) });
    return text.replaceAll(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize("NFKC"));
  };
}

async function docxReader(): Promise<DocumentReader> {
  const { default: mammoth } = await import("mammoth");
  const convertImage = mammoth.images.imgElement(async () => ({ src: "" }));
  const styleMap = ["Title", "title"].map((name) => `p[style-name='${name}'] => h1.${TITLE_CLASS}:fresh`);
  return async (bytes) => {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage, styleMap });
    return textOfHtml(value);
  };
}

function answer(message: ChildAnswer): void {
  process.send?.(message, () => process.exit());
}

async function serve(format: string | undefined): Promise<void> {
  // Ctrl-C reaches the whole process group. The parent decides what it means.
  process.on("SIGINT", () => {});
  process.on("disconnect", () => process.exit());
  const read = await (format === ".pdf" ? pdfReader() : docxReader());
  await once(new Worker(WATCHDOG, { eval: true, execArgv: [] }), "online");
  process.once("message", (bytes: Uint8Array) => {
    read(new Uint8Array(bytes))
      .then((raw) => normaliseText(raw))
      .then(
        (text) =>
          answer(text.length > MOST_TEXT ? { is: "too-long", length: text.length } : { is: "text", text }),
        (error: unknown) => answer({ is: "failed", message: String(error) }),
      );
  });
  process.send?.("ready");
}

await serve(process.argv[2]);
