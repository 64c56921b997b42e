/** Text of a PDF, page after page with a blank line between. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { text } = await extractText(document, { mergePages: false });
  return text.join("\n\n").replaceAll(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize("NFKC"));
}

/** Text of a Word document, a line for each paragraph. */
export async function docxText(bytes: Uint8Array): Promise<string> {
  const { default: mammoth } = await import("mammoth");
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
  return value.replaceAll(/\n{3,}/g, "\n\n");
}

/** Bytes a zip file says it holds when unpacked, so that a small file that unpacks to gigabytes is refused. */
export function unpackedSize(zip: Uint8Array): number {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const ENTRY = 0x02014b50;
  let size = 0;
  for (let at = 0; at + 46 <= zip.byteLength; at++) {
    if (view.getUint32(at, true) === ENTRY) size += view.getUint32(at + 24, true);
  }
  return size;
}
