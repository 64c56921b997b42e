/** A PDF of one page whose commands, annotations and form are given. Fonts: F1 Helvetica, F2 Helvetica-Bold. */
export function drawnPdf(content: string, annotations: readonly string[] = [], catalog = ""): Uint8Array {
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
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, "latin1");
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
