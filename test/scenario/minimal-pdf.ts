/** A PDF of one page a list, each line drawn below the one before; a page of no lines has no text. Lines that begin with # are larger, and an empty line is a gap. */
export function minimalPdf(pages: readonly (readonly string[])[]): Uint8Array {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * index} 0 R ` +
        "/Resources << /Font << /F1 3 0 R >> >> >>",
      stream(lines),
    ]),
  ];
  return assemble(objects);
}

function stream(lines: readonly string[]): string {
  const drawn = lines.map((line) => {
    const [, marks = "", words = ""] = /^(#* ?)(.*)$/.exec(line) ?? [];
    const size = marks === "" ? 11 : 22 - 3 * marks.length;
    return `/F1 ${size} Tf (${words.replaceAll(/[\\()]/g, "\\$&")}) Tj T*`;
  });
  const content =
    lines.length === 0 ? "0 0 100 100 re f" : `BT 14 TL 50 800 Td ${drawn.join(" ")} ET`;
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** A file of these objects, numbered from 1; the first is the catalog. */
export function assemble(objects: readonly string[]): Uint8Array {
  let file = "%PDF-1.4\n";
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
