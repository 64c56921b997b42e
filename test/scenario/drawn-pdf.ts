import { assemble } from "./minimal-pdf.ts";

/** A PDF of one page whose commands, annotations and form are given. Fonts: F1 Helvetica, F2 Helvetica-Bold. */
export function drawnPdf(
  content: string,
  annotations: readonly string[] = [],
  catalog = "",
): Uint8Array {
  const first = 7;
  const references = annotations.map((_, index) => `${first + index} 0 R`).join(" ");
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] /DA (/F1 10 Tf 0 g) >> ${catalog} >>`,
    "<< /Type /Pages /Kids [5 0 R] /Count 1 >>",
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Annots [${references}] ` +
      "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> /ExtGState << /Clear << /ca 0 >> >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...annotations,
  ];
  return Buffer.from(assemble(objects));
}

/** Words at a place. */
export function drawn(
  text: string,
  x: number,
  y: number,
  { font = "F1", size = 11, before = "" } = {},
): string {
  return `q ${before} BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET Q`;
}

/** A field of a form, or another annotation, within a box. */
export function annotation(box: string, fields: string): string {
  return `<< /Type /Annot /Rect [${box}] /F 4 ${fields} >>`;
}
