import { constants, deflateRawSync } from "node:zlib";

/** A PDF with one page, whose one Flate stream unpacks to this many MiB. The file has about 1 KB for each of them. */
export function pdfBomb(mebibytes: number): Buffer {
  const unit = deflateRawSync(Buffer.alloc(2 ** 20, " "), { finishFlush: constants.Z_FULL_FLUSH });
  const packed = Buffer.concat([
    Buffer.of(0x78, 0x9c),
    ...Array<Buffer>(mebibytes).fill(unit),
    // An empty last block. The reader of PDFs does not check the sum that follows.
    Buffer.of(0x03, 0x00, 0, 0, 0, 0),
  ]);
  return pdfOf(["/Contents 4 0 R", stream("/Filter /FlateDecode", packed.toString("latin1"))]);
}

/** A PDF of 12 KB that is read for hours in little memory: ten forms, each drawn ten times by the one before. */
export function slowPdf(): Buffer {
  const form = (index: number, content: string) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${index + 6} 0 R >> /Font << /F ${FONT} >> >>`,
      content,
    );
  const forms = Array.from({ length: 9 }, (_, index) => form(index, "/X Do ".repeat(10)));
  const resources = `/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>`;
  return pdfOf([
    resources,
    stream("", "/X Do"),
    ...forms,
    form(9, `${"q Q ".repeat(2_000)} BT /F 9 Tf (a) Tj ET`),
  ]);
}

const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

function stream(about: string, content: string): string {
  return `<< ${about} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** A PDF without a table of its objects, which readers find by themselves. */
function pdfOf([page, ...objects]: readonly string[]): Buffer {
  const all = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${page} >>`,
    ...objects,
  ];
  const body = all.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(
    `%PDF-1.4\n${body}trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\n%%EOF\n`,
    "latin1",
  );
}
