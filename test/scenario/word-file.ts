import { strToU8, zipSync } from "fflate";

const NAMES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(" ");
const TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function relations(targets: Readonly<Record<string, string>>): string {
  const each = Object.entries(targets).map(
    ([id, target]) =>
      `<Relationship Id="${id}" Type="${RELATION}/${target.includes("document") ? "officeDocument" : "part"}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join("")}</Relationships>`;
}

/** A Word document with this body. `parts`: other files of its folder, each related by its name. */
export function wordFile(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const named = (xml: string) => xml.replace(/^<([\w:]+)/, `<$1 ${NAMES}`);
  const ids = Object.fromEntries(
    Object.keys(parts).map((name) => [name.replace(/\.xml$/, ""), name]),
  );
  const files = {
    "[Content_Types].xml": TYPES,
    "_rels/.rels": relations({ id1: "word/document.xml" }),
    "word/_rels/document.xml.rels": relations(ids),
    "word/document.xml": `<w:document ${NAMES}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`word/${name}`, named(xml)])),
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])),
  );
}

export function paragraph(text: string, look = ""): string {
  return `<w:p>${run(text, look)}</w:p>`;
}

export function run(text: string, look = ""): string {
  return `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** A text box of Word 2010 and later. */
export function box(content: string, look = ""): string {
  return `<wps:wsp><wps:spPr>${look}</wps:spPr><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></wps:wsp>`;
}

export function drawing(content: string, anchor = ""): string {
  return `<w:drawing><wp:anchor ${anchor}><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:anchor></w:drawing>`;
}
