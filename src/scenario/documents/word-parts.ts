// Opens a Word file and adds text boxes, notes and margins to its body before mammoth reads it.

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { quoteNote } from "./document-text.ts";
import { createPageNumberPattern } from "./pdf-lines.ts";
import { readPlainText, WordCleaner } from "./word-cleaner.ts";
import {
  findAll,
  getAttribute,
  listElements,
  parseXml,
  printXml,
  type XmlElement,
} from "./xml-tree.ts";

/** Bytes of all parts together, without pictures. */
const MOST_UNPACKED = 128 * 1024 * 1024;
const BODY = "word/document.xml";

type Cleaned = { bytes: Uint8Array; notes: readonly string[] };

/** The file as mammoth can read it: one text with headers, footers and boxes, and no hidden words. */
export function cleanWordFile(bytes: Uint8Array): Cleaned {
  const files = unzip(bytes);
  const read = (name: string): XmlElement => parseXml(name in files ? strFromU8(files[name]!) : "");
  const body = read(BODY);
  const [relations = body] = listElements(read("word/_rels/document.xml.rels"));
  const readRelated = (id: string): XmlElement => {
    const relation = listElements(relations).find((each) => getAttribute(each, "Id") === id);
    return read(`word/${(getAttribute(relation, "Target") ?? "").replace(/^\/word\//, "")}`);
  };
  addMargins(body, read("word/settings.xml"), readRelated);
  const comments = findAll(read("word/comments.xml"), ["w:comment"]);
  const places = listCommented(printXml(body), comments);
  const cleaner = new WordCleaner({ body, styles: read("word/styles.xml"), readRelated });
  for (const name of [BODY, "word/footnotes.xml", "word/endnotes.xml"]) {
    if (!(name in files)) continue;
    const part = name === BODY ? body : read(name);
    files[name] = strToU8(printXml(cleaner.clean(part)));
  }
  for (const words of places) cleaner.note(`a comment on ${quoteNote(words)} is omitted`);
  const others = comments.length - places.length;
  if (others > 0) cleaner.note(`${others} ${others === 1 ? "comment is" : "comments are"} omitted`);
  return { bytes: zipSync(files, { level: 0 }), notes: cleaner.listNotes() };
}

/** The words of the text to which the comments refer. */
function listCommented(body: string, comments: readonly XmlElement[]): string[] {
  const ids = comments.map((comment) => getAttribute(comment, "w:id") ?? "");
  return ids.flatMap((id) => {
    const [, after = ""] = body.split(`<w:commentRangeStart w:id="${id}"`);
    const [words = ""] = after.split(`<w:commentRangeEnd w:id="${id}"`);
    const plain = readPlainText(parseXml(`<w:commented${words}`));
    return plain === "" ? [] : [plain];
  });
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  let unpacked = 0;
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/.test(name)) return false;
      unpacked += originalSize;
      if (unpacked > MOST_UNPACKED) throw new Error("The parts of the file are too large.");
      return true;
    },
  });
}

/** Puts the headers before the text and the footers after it, without numbers of pages. */
function addMargins(
  root: XmlElement,
  settings: XmlElement,
  readRelated: (id: string) => XmlElement,
): void {
  const [body] = findAll(root, ["w:body"]);
  if (!body) return;
  const hasEven = findAll(settings, ["w:evenAndOddHeaders"]).length > 0;
  const hasFirst = findAll(body, ["w:titlePg"]).length > 0;
  const headers: XmlElement[] = [];
  const footers: XmlElement[] = [];
  for (const reference of findAll(body, ["w:headerReference", "w:footerReference"])) {
    const type = getAttribute(reference, "w:type");
    if ((type === "even" && !hasEven) || (type === "first" && !hasFirst)) continue;
    const [part] = listElements(readRelated(getAttribute(reference, "r:id") ?? ""));
    if (!part) continue;
    const margin = { name: "w:customXml", attributes: part.attributes, children: part.children };
    removeNumbers(margin);
    const text = readPlainText(margin);
    const isShown = [...headers, ...footers].map(readPlainText).join("").includes(text);
    if (isShown && findAll(margin, DRAWN).length === 0) continue;
    (reference.name === "w:headerReference" ? headers : footers).unshift(margin);
  }
  body.children = [...headers, ...body.children, ...footers];
}

const IS_NUMBER = createPageNumberPattern("\\d+");

function removeNumbers(element: XmlElement): void {
  element.children = element.children.filter(
    (child) =>
      typeof child === "string" || child.name !== "w:p" || !IS_NUMBER.test(readPlainText(child)),
  );
  for (const child of listElements(element)) removeNumbers(child);
}

const DRAWN = ["w:drawing", "w:pict", "v:textpath"];
