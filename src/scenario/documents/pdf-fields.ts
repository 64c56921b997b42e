// Adds the values of form fields to the text of a PDF page next to their labels.

import { quoteNote } from "./document-text.ts";
import type { PdfPiece } from "./pdf-lines.ts";

/** What pdf.js tells of a field of a form, a comment, or other words that stand upon a page. */
type PdfAnnotation = {
  subtype?: string;
  rect: readonly number[];
  annotationFlags?: number;
  contentsObj?: { str: string };
  textContent?: readonly string[];
  fieldType?: string | null;
  fieldName?: string;
  fieldValue?: unknown;
  alternativeText?: string;
  checkBox?: boolean;
  radioButton?: boolean;
  pushButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  options?: readonly { exportValue: string; displayValue: string }[];
};

type Shown = { pieces: readonly PdfPiece[]; notes: readonly string[] };

const IS_HIDDEN = 2 | 32;
const WRITTEN = /^(?:Widget|FreeText|Stamp)$/;
const SILENT = /^(?:Link|Popup)$/;
const BOX = { ticked: "☒", empty: "☐", reach: 14 };

/** The pieces of a page with the values of its fields next to their labels. */
export function addFields(
  pieces: readonly PdfPiece[],
  annotations: readonly PdfAnnotation[],
): Shown {
  const all = [...pieces];
  const notes: string[] = [];
  let comments = 0;
  for (const annotation of annotations) {
    const { subtype = "", fieldType, contentsObj, annotationFlags = 0 } = annotation;
    const isHidden = (annotationFlags & IS_HIDDEN) !== 0;
    if (SILENT.test(subtype)) continue;
    if (subtype === "FileAttachment") notes.push("an attached file is not read");
    else if (fieldType === "Sig") notes.push("a signature is not read");
    else if (!WRITTEN.test(subtype))
      comments += (contentsObj?.str ?? "") === "" || isHidden ? 0 : 1;
    else {
      const value = readValue(annotation);
      const isBox = value === BOX.ticked || value === BOX.empty;
      if (value === "") continue;
      if (!isHidden) place(all, pieces, annotation, value);
      else if (!isBox) notes.push(`a hidden field is omitted: ${quoteNote(value)}`);
    }
  }
  if (comments > 0)
    notes.push(`${comments} ${comments === 1 ? "comment is" : "comments are"} omitted`);
  return { pieces: all, notes };
}

function readValue(annotation: PdfAnnotation): string {
  const { subtype, checkBox, radioButton, pushButton, fieldValue, options = [] } = annotation;
  const drawn = (annotation.textContent ?? []).join(" ").trim();
  if (subtype !== "Widget") return annotation.contentsObj?.str.trim() || drawn;
  if (pushButton) return "";
  if (checkBox || radioButton) {
    const own = checkBox ? annotation.exportValue : annotation.buttonValue;
    return fieldValue !== undefined && fieldValue === own && own !== "Off" ? BOX.ticked : BOX.empty;
  }
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(
    (each) => typeof each === "string",
  );
  const shown = values.map(
    (each) => options.find(({ exportValue }) => exportValue === each)?.displayValue ?? each,
  );
  return shown.join(", ").replaceAll(/\s+/g, " ").trim() || drawn;
}

/** After the label at its left, or before the one at the right of a box, or below the one above it. */
function place(
  all: PdfPiece[],
  pieces: readonly PdfPiece[],
  annotation: PdfAnnotation,
  value: string,
): void {
  const [left = 0, bottom = 0, right = 0, top = 0] = annotation.rect;
  const words = pieces.filter(({ text }) => text.trim() !== "");
  const level = words.filter(({ y, size }) => bottom - 0.5 * size <= y && y <= top);
  const before = level
    .filter((piece) => piece.right <= left + 4)
    .toSorted((a, b) => b.right - a.right)[0];
  const after = level
    .filter((piece) => piece.left >= right - 4)
    .toSorted((a, b) => a.left - b.left)[0];
  const isBox = value === BOX.ticked || value === BOX.empty;
  const isLeft =
    isBox && after && after.left - right < Math.min(BOX.reach, left - (before?.right ?? -1e6));
  if (isLeft) {
    const start = after.left - after.size;
    const end = after.left - after.size / 4;
    all.splice(all.indexOf(after), 0, { ...after, text: value, left: start, right: end });
  } else if (before) {
    const { size, y, tag } = before;
    const start = before.right + size / 3;
    const isFollowed = after !== undefined && after.left - right < size;
    const end = isFollowed ? right : Math.min(right, start + (value.length * size) / 2);
    const piece = { text: value, left: start, right: Math.max(start, end), y, size, font: "", tag };
    all.splice(all.indexOf(before) + 1, 0, piece);
  } else {
    const above = words.filter(
      (piece) => piece.y > top - 4 && piece.left < right && left < piece.right,
    );
    const label = above.toSorted((a, b) => a.y - b.y)[0];
    const isNear = label !== undefined && label.y - top < 2 * label.size;
    const size = label?.size ?? 10;
    const name = annotation.alternativeText || annotation.fieldName || "";
    const text = isNear || name === "" ? value : `${name}: ${value}`;
    const y = Math.min(top - size, (bottom + top - 0.7 * size) / 2);
    const piece = {
      text,
      left,
      right: Math.min(right, left + (text.length * size) / 2),
      y,
      size,
      font: "",
    };
    all.splice(label ? all.indexOf(label) + 1 : all.length, 0, { ...piece, tag: label?.tag ?? "" });
  }
}
