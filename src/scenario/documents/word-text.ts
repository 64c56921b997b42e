import { numberOfPage } from "./pdf-lines.ts";
import { type Block, itemMark, rowOf, textOf } from "./text-structure.ts";

/** The parts of a Word document, as mammoth takes them. */
type Parts = {
  readonly exists: (name: string) => boolean;
  readonly read: (name: string, encoding: "utf-8") => Promise<string>;
  readonly write: (name: string, xml: string) => void;
};

const BODY = "word/document.xml";
const OPENING = "<w:body>";
const REFERENCE = /<w:(header|footer)Reference\b[^<>]{0,300}r:id="(\w+)"[^<>]{0,300}>/g;

export async function wordReader(): Promise<(bytes: Uint8Array) => Promise<string>> {
  const { default: mammoth } = await import("mammoth");
  const { openArrayBuffer } = (await import("mammoth/lib/zipfile.js" as string)) as {
    readonly openArrayBuffer: (bytes: Uint8Array) => Promise<Parts>;
  };
  // Without a title, `textOf` raises the headings.
  const styleMap = ["Title", ...[1, 2, 3, 4, 5].map((level) => `Heading ${level}`)].map(
    (name, at) => `p[style-name='${name}'] => h${at + 1}:fresh`,
  );
  return async (bytes) => {
    const file = await openArrayBuffer(bytes);
    await completeBody(file);
    const { value } = await mammoth.convertToHtml({ file } as never, { styleMap });
    return textOfHtml(value);
  };
}

/** Mammoth passes over headers, footers and some marks. It shows hidden words. */
async function completeBody(file: Parts): Promise<void> {
  const read = async (name: string) => (file.exists(name) ? file.read(name, "utf-8") : "");
  const xml = await read(BODY);
  const begin = xml.lastIndexOf(OPENING) + OPENING.length;
  const end = xml.lastIndexOf("</w:body>");
  if (begin < OPENING.length || end < begin) return;
  const targets = await read("word/_rels/document.xml.rels");
  const isNumber = numberOfPage("\\d+");
  const around: Record<string, string> = { header: "", footer: "" };
  for (const [reference, kind = "", id] of xml.matchAll(REFERENCE)) {
    const isShown = !/"even"/.test(reference) && (!/"first"/.test(reference) || xml.includes("<w:titlePg"));
    const [relation = ""] = (isShown && new RegExp(`<[^<>]*\\bId="${id}"[^<>]{0,1000}>`).exec(targets)) || [];
    const part = await read(`word/${/\bTarget="(?:\/word\/)?([^"]*)"/.exec(relation)?.[1]}`);
    const opening = /<w:(?:hdr|ftr)\b([^<>]*)>/.exec(part);
    const [tag = "", names = ""] = opening ?? [];
    const close = Math.max(part.lastIndexOf("</w:hdr>"), part.lastIndexOf("</w:ftr>"));
    const words = part.slice((opening?.index ?? 0) + tag.length, Math.max(0, close));
    const shown = words
      .split(/(?<=<\/w:p>)/)
      .map((each) => {
        const start = each.search(/<w:p\b/);
        return start >= 0 && isNumber.test(plainOf(each.slice(start))) ? each.slice(0, start) : each;
      })
      .join("");
    if (plainOf(Object.values(around).join("")).includes(plainOf(shown))) continue;
    around[kind] = `<w:customXml${names}>${shown}</w:customXml>${around[kind]}`;
  }
  const body = readable(`${around.header}${xml.slice(begin, end)}${around.footer}`);
  file.write(BODY, xml.slice(0, begin) + body + xml.slice(end));
}

function plainOf(xml: string): string {
  return xml.replaceAll(/<w:instrText[^<]*<\/w:instrText>|<[^<>]*>/g, "").trim();
}

function readable(xml: string): string {
  return xml
    .replaceAll(HIDDEN, "")
    .replaceAll(/<\/?(?:w:hyperlink|w:fldSimple|w:ruby|w:rubyBase|a:blip|v:imagedata)\b[^<>]*>/g, "")
    .replaceAll("<w:cr/>", "<w:br/>")
    .replaceAll(/<w:ptab\b[^<>]*>/g, "<w:tab/>");
}

/** Runs marked as hidden, and the small words above a line. */
const HIDDEN =
  /<w:r(?: [^<>]*)?><w:rPr>(?:(?!<\/w:rPr>).){0,2000}<w:vanish\/>(?:(?!<w:r[ >]).)*?<\/w:r>|<w:rt>(?:(?!<w:rt>).)*?<\/w:rt>/gs;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const TOKEN = /<(\/?)(\w+)\b[^<>]*>|([^<]+)/g;
/** Other tables lay out a page. */
const TABLE_OF_ROWS = /<table>(?:(?!<(?:table|h\d)\b).)*?<\/table>/sy;

/** Of the simple HTML that mammoth makes of a Word document. */
function textOfHtml(html: string): string {
  const blocks: Block[] = [];
  let text = "";
  let isInRows = false;
  let cells: string[] = [];
  /** How many rows below each column of a table are part of a cell above. */
  let taken: number[] = [];
  const lists: (number | null)[] = [];
  const flush = (kind: Block["kind"], mark = "") => {
    const plain = text
      .trim()
      .replaceAll(/(?:(?<! ) +)?\t+ */g, " | ")
      .replaceAll(/[^\S\n]+/g, " ");
    if (plain !== "") blocks.push({ kind, text: mark + plain });
    text = "";
  };
  const flushItem = () => {
    const number = lists.at(-1) ?? null;
    if (number !== null && text.trim() !== "") lists[lists.length - 1] = number + 1;
    flush("item", itemMark(lists.length, number === null ? "-" : `${number + 1}.`));
  };
  const fillTaken = () => {
    for (; (taken[cells.length] ?? 0) > 0; cells.push("")) taken[cells.length] = (taken[cells.length] ?? 0) - 1;
  };
  for (const { 0: token, 1: slash, 2: tag = "", 3: words = "", index } of html.matchAll(TOKEN)) {
    text += words.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
    const isEnd = slash === "/";
    const isCell = tag === "td" || tag === "th";
    if (tag === "br") text += "\n";
    else if (tag === "input") text += token.includes("checked") ? "☒" : "☐";
    else if (tag === "table") {
      TABLE_OF_ROWS.lastIndex = index;
      isInRows = !isEnd && TABLE_OF_ROWS.test(html);
      taken = [];
    } else if (isInRows && tag === "tr") {
      if (isEnd) {
        fillTaken();
        blocks.push(...rowOf(cells, blocks.at(-1)));
      }
      cells = [];
    } else if (isInRows && isCell && !isEnd) {
      fillTaken();
      const [wide = 1, high = 1] = ["col", "row"].map((name) =>
        Number(new RegExp(`${name}span="(\\d+)"`).exec(token)?.[1] ?? 1),
      );
      // The first of its columns gets the words, the others stay empty.
      for (let at = 0; at < wide; at++) taken[cells.length + at] = at === 0 ? high - 1 : high;
    } else if (isInRows && isCell) {
      cells.push(text.replaceAll(/\s+/g, " ").trim());
      text = "";
      fillTaken();
    } else if (isInRows) text += /^(?:p|li)$/.test(tag) ? " " : "";
    else if (tag === "ul" || tag === "ol") {
      if (!isEnd) flushItem();
      if (isEnd) lists.pop();
      else lists.push(tag === "ol" ? 0 : null);
    } else if (tag === "li" && isEnd) flushItem();
    else if ((tag === "p" || isCell) && isEnd && lists.length === 0) flush("paragraph");
    else if (/^h[1-6]$/.test(tag) && isEnd) flush("heading", `${"#".repeat(Number(tag[1]))} `);
  }
  return textOf(blocks);
}
