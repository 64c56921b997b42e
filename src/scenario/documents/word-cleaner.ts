// Walks through the parts of a Word file, so that mammoth gets each visible word once and hidden text is named.

import { decodeText } from "../../text/entities.ts";
import { areAlike } from "./colors.ts";
import { quoteNote } from "./document-text.ts";
import {
  findAll,
  findChild,
  getAttribute,
  getTextInside,
  listElements,
  type XmlElement,
  type XmlNode,
} from "./xml-tree.ts";

type Parts = {
  body: XmlElement;
  styles: XmlElement;
  readRelated: (id: string) => XmlElement;
};

/** Colors are six digits. Null: a picture, a shape or a style may color the ground. */
type Background = string | null;

/** The settings that tell whether words are visible; absent if a style decides. */
type Look = { vanish?: boolean; color?: string; halfPoints?: number; background?: Background };

/** What mammoth reads, or needs to read it. It passes over any other element with all that is inside. */
const READ = new Set(
  [
    "document body p r t tab br tbl tr tc sdt sdtContent customXml ins moveTo smartTag fldChar instrText sym",
    "noBreakHyphen softHyphen footnoteReference endnoteReference footnotes footnote endnotes endnote tblGrid",
    "ffData txbxContent pict pPr rPr tcPr trPr tblPr sdtPr sectPr",
  ]
    .join(" ")
    .split(" ")
    .map((name) => `w:${name}`),
);
const WHOLE = /^w:(?:pPr|rPr|tcPr|trPr|tblPr|sdtPr|sectPr|ffData|tblGrid)$/;
const TEXT = /^(?:w:t|w:instrText)$/;
/** The small words above a line, and what a reader of the printed page does not see. */
const LEFT_OUT =
  /^(?:w:rt|w:rubyPr|w:del|w:moveFrom|w:commentReference|w:annotationRef|w:sdtEndPr)$/;
const TINY = 4;

/** Gives every word that a reader sees to mammoth, once, and notes the rest. */
export class WordCleaner {
  readonly #parts: Parts;
  readonly #notes = new Set<string>();
  readonly #hidden: string[] = [];
  readonly #styles = new Map<string, XmlElement>();
  readonly #page: Background;
  #wasHidden = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    for (const style of findAll(parts.styles, ["w:style"]))
      this.#styles.set(getAttribute(style, "w:styleId") ?? "", style);
    const behind = findAll(parts.body, ["wp:anchor"]).some(
      (each) => getAttribute(each, "behindDoc") !== "0",
    );
    const [paper] = findAll(parts.body, ["w:background"]);
    this.#page =
      behind || findAll(parts.body, ["w:pict"]).length > 0
        ? null
        : (toColor(getAttribute(paper, "w:color")) ?? "FFFFFF");
  }

  note(text: string): void {
    this.#notes.add(text);
  }

  listNotes(): readonly string[] {
    const hidden = this.#hidden.map((text) => `hidden text is omitted: ${quoteNote(text)}`);
    return [...hidden, ...this.#notes];
  }

  clean(part: XmlElement): XmlElement {
    return { ...part, children: this.#cleanAll(part.children, { background: this.#page }) };
  }

  #cleanAll(nodes: readonly XmlNode[], around: Look): XmlNode[] {
    return nodes.flatMap((node) =>
      typeof node === "string" ? [] : this.#cleanElement(node, around),
    );
  }

  #cleanElement(element: XmlElement, around: Look): readonly XmlNode[] {
    const { name, attributes, children } = element;
    if (WHOLE.test(name)) return [element];
    if (LEFT_OUT.test(name)) return this.#leaveOut(element);
    switch (name) {
      case "mc:AlternateContent":
        return this.#cleanAll(chooseContent(element), around);
      case "w:drawing":
      case "w:pict":
      case "w:object":
        return this.#cleanDrawing(element, around);
      case "w:altChunk":
        this.note("an inserted file is not read");
        return [];
      case "w:cr":
        return [{ name: "w:br", attributes: "", children: [] }];
      case "w:ptab":
        return [{ name: "w:tab", attributes: "", children: [] }];
      case "w:r":
        return this.#cleanRun(element, around);
      case "m:oMath":
        return [run(printFormula(element))];
      default: {
        const look = this.#lookIn(element, around);
        const inside = TEXT.test(name) ? children : this.#cleanAll(children, look);
        return READ.has(name) ? [{ name, attributes, children: inside }] : inside;
      }
    }
  }

  #leaveOut(element: XmlElement): XmlNode[] {
    if (
      /^w:(?:del|moveFrom)$/.test(element.name) &&
      getTextInside(element, ["w:delText", "w:t"]).trim() !== ""
    )
      this.note("deletions in tracked changes are omitted");
    return [];
  }

  #cleanRun(element: XmlElement, around: Look): XmlNode[] {
    const look = { ...around, ...this.#readLook(findChild(element, "w:rPr"), "w:rStyle") };
    const text = readPlainText(element);
    const isHidden = isInvisible(look);
    if (text !== "" && isHidden) this.#keepHidden(text);
    if (text !== "" && !isHidden) this.#warnOfPale(look, text);
    if (text !== "" || findAll(element, ["w:br"]).length > 0) this.#wasHidden = isHidden;
    const kept = isHidden
      ? element.children.filter((child) => typeof child !== "string" && child.name === "w:fldChar")
      : element.children;
    const dropDown = findAll(element, ["w:ddList"]).map((list) => run(readSelected(list)));
    return [
      { name: element.name, attributes: element.attributes, children: this.#cleanAll(kept, look) },
      ...dropDown,
    ];
  }

  #keepHidden(text: string): void {
    if (this.#wasHidden) this.#hidden.push(`${this.#hidden.pop()} ${text}`);
    else this.#hidden.push(text);
  }

  #warnOfPale({ color = "000000", background }: Look, text: string): void {
    if (background === null && areAlike(color, "FFFFFF"))
      this.note(
        `white text is shown, because a shape or a picture may be behind it: ${quoteNote(text)}`,
      );
  }

  /** The boxes of a drawing follow its paragraph. */
  #cleanDrawing(element: XmlElement, around: Look): XmlNode[] {
    const boxes = this.#listBoxes(element, around.background ?? null);
    for (const picture of findAll(element, ["pic:pic", "v:imagedata"]))
      this.#notePicture(element, picture);
    if (findAll(element, ["c:chart", "cx:chart"]).length > 0) this.note("a chart is not read");
    if (findAll(element, ["o:OLEObject"]).length > 0) this.note("an embedded object is not read");
    return boxes.length === 0 ? [] : [{ name: "w:pict", attributes: "", children: boxes }];
  }

  #listBoxes(
    element: Omit<XmlElement, "children"> & { children: readonly XmlNode[] },
    background: Background,
  ): XmlNode[] {
    return listElements(element).flatMap((child): XmlNode[] => {
      switch (child.name) {
        case "mc:AlternateContent":
          return this.#listBoxes({ ...child, children: chooseContent(child) }, background);
        case "w:txbxContent":
          return this.#cleanAll(child.children, { background });
        case "v:textpath":
          return [createParagraph(getAttribute(child, "string") ?? "")];
        case "dgm:relIds": {
          const data = this.#parts.readRelated(getAttribute(child, "r:dm") ?? "");
          return findAll(data, ["a:p"]).map((each) =>
            createParagraph(getTextInside(each, ["a:t"])),
          );
        }
        default:
          return this.#listBoxes(child, findFill(child, background));
      }
    });
  }

  #notePicture(drawing: XmlElement, picture: XmlElement): void {
    const [properties = picture] = findAll(drawing, ["wp:docPr"]);
    const text =
      getAttribute(properties, "descr") ??
      getAttribute(properties, "title") ??
      getAttribute(picture, "o:title");
    this.note(
      text ? `a picture is not read: ${quoteNote(decodeText(text))}` : "a picture is not read",
    );
  }

  #lookIn(element: XmlElement, around: Look): Look {
    switch (element.name) {
      case "w:p":
        return { ...around, ...this.#readLook(findChild(element, "w:pPr"), "w:pStyle") };
      case "w:tc": {
        const shade = findChild(findChild(element, "w:tcPr"), "w:shd");
        return { ...around, background: toFill(shade, around.background ?? null) };
      }
      case "w:tbl": {
        const id =
          getAttribute(findChild(findChild(element, "w:tblPr"), "w:tblStyle"), "w:val") ?? "";
        const isShaded = this.#listStyles(id).some((style) => findAll(style, ["w:shd"]).length > 0);
        return isShaded ? { ...around, background: null } : around;
      }
      default:
        return around;
    }
  }

  /** Of a paragraph's or a run's properties, with those of its style below them. */
  #readLook(properties: XmlElement | undefined, styleName: string): Look {
    const id = getAttribute(findChild(properties, styleName), "w:val") ?? "";
    const look: Look = {};
    for (const style of this.#listStyles(id).toReversed()) {
      Object.assign(
        look,
        readOwnLook(findChild(style, "w:pPr")),
        readOwnLook(findChild(style, "w:rPr")),
      );
    }
    const own = styleName === "w:pStyle" ? readShade(properties) : readOwnLook(properties);
    return Object.assign(look, own);
  }

  /** A style and those that it builds on. */
  #listStyles(id: string): XmlElement[] {
    const styles = new Set<XmlElement>();
    let style = this.#styles.get(id);
    while (style && !styles.has(style)) {
      styles.add(style);
      style = this.#styles.get(getAttribute(findChild(style, "w:basedOn"), "w:val") ?? "");
    }
    return [...styles];
  }
}

function readShade(properties: XmlElement | undefined): Look {
  const shade = findChild(properties, "w:shd");
  return shade && toFill(shade, undefined) !== undefined
    ? { background: toFill(shade, null) ?? null }
    : {};
}

function readOwnLook(properties: XmlElement | undefined): Look {
  const look = readShade(properties);
  const vanish = findChild(properties, "w:vanish");
  if (vanish) look.vanish = !/^(?:0|false|off)$/.test(getAttribute(vanish, "w:val") ?? "");
  const color = getAttribute(findChild(properties, "w:color"), "w:val");
  if (color !== undefined) look.color = toColor(color) ?? "000000";
  const size = getAttribute(findChild(properties, "w:sz"), "w:val");
  if (size !== undefined) look.halfPoints = Number(size);
  if (findChild(properties, "w:highlight")) look.background = null;
  return look;
}

function isInvisible({ vanish = false, color, halfPoints = 20, background = null }: Look): boolean {
  if (vanish || halfPoints <= TINY) return true;
  return background !== null && color !== undefined && areAlike(color, background);
}

function toColor(value: string | undefined): string | null {
  return value !== undefined && /^[0-9a-f]{6}$/i.test(value) ? value : null;
}

function toFill<Other>(shade: XmlElement | undefined, other: Other): string | null | Other {
  const fill = getAttribute(shade, "w:fill") ?? "auto";
  if (fill === "auto" && /^(?:clear|nil)?$/.test(getAttribute(shade, "w:val") ?? "")) return other;
  return getAttribute(shade, "w:themeFill") === undefined ? toColor(fill) : null;
}

/** The color behind the words of a shape. */
function findFill(shape: XmlElement, background: Background): Background {
  const properties = findChild(shape, "wps:spPr");
  const solid = findChild(properties, "a:solidFill");
  if (solid) return toColor(getAttribute(findChild(solid, "a:srgbClr"), "val"));
  const isFilled = listElements(properties ?? shape).some(
    ({ name }) => /^a:\w+Fill$/.test(name) && name !== "a:noFill",
  );
  return isFilled || getAttribute(shape, "fillcolor") !== undefined || findChild(shape, "wps:style")
    ? null
    : background;
}

/** The newer form, if it has words; else the older one. */
function chooseContent(element: XmlElement): readonly XmlNode[] {
  const forms = ["mc:Choice", "mc:Fallback"].flatMap((name) => findChild(element, name) ?? []);
  const [first] = forms.filter((each) => getTextInside(each, ["w:t"]) !== "");
  return (first ?? forms[0])?.children ?? [];
}

function run(text: string): XmlElement {
  return {
    name: "w:r",
    attributes: "",
    children: [{ name: "w:t", attributes: "", children: [text] }],
  };
}

function createParagraph(text: string): XmlElement {
  return { name: "w:p", attributes: "", children: [run(text)] };
}

function readSelected(list: XmlElement): string {
  const entries = listElements(list).filter(({ name }) => name === "w:listEntry");
  const selected = Number(getAttribute(findChild(list, "w:result"), "w:val") ?? 0);
  return getAttribute(entries[selected], "w:val") ?? "";
}

/** On one line. */
function printFormula(element: XmlElement): string {
  const inside = (name: string) => {
    const child = findChild(element, name);
    return child ? printFormula(child) : "";
  };
  switch (element.name) {
    case "m:t":
      return element.children.filter((child) => typeof child === "string").join("");
    case "m:f":
      return `(${inside("m:num")})/(${inside("m:den")})`;
    case "m:rad":
      return `√(${inside("m:e")})`;
    case "m:sSup":
      return `${inside("m:e")}^${inside("m:sup")}`;
    default:
      return listElements(element).map(printFormula).join("");
  }
}

export function readPlainText(element: XmlElement): string {
  return decodeText(getTextInside(element, ["w:t"])).trim();
}
