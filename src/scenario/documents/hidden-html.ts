// Removes what a reader of a Markdown page does not see, such as comments and hidden elements, and names it.

import { decodeText } from "../../text/entities.ts";

/** Words of Markdown or HTML that no reader of the page sees. */
type Shown = { text: string; hidden: readonly string[] };

const OPENING =
  /<!--|<([a-z][a-z\d]*)\b([^<>]{0,2000})>|^ {0,3}\[[^\]\n]{1,200}\]: *(?:#|<>)(?=[ \n]).*$/gim;
const NOT_SHOWN = /^(?:script|style|template|noscript|head|title)$/i;
const WHITE = "(?:white|#fff(?:fff)?|rgb\\(255, ?255, ?255\\))";
const HIDING = new RegExp(
  "\\bdisplay\\s*:\\s*none|\\bvisibility\\s*:\\s*(?:hidden|collapse)|\\bopacity\\s*:\\s*0?\\.?0+(?![\\d.])|" +
    "\\bfont-size\\s*:\\s*(?:0|1px|1pt)(?![\\d.])|(?:^|[\\s;\"'])color\\s*[:=]\\s*[\"']?" +
    `(?:${WHITE}|transparent)|^\\s*hidden\\b|\\shidden(?=[\\s=/]|$)|\\b(?:left|top|text-indent)\\s*:\\s*-\\d{3,}`,
  "i",
);
const COLORED = /\bbackground/i;

/** Removes comments and hidden elements. Lines keep their number, and code is left as it is. */
export function dropHiddenHtml(text: string): Shown {
  const code = listCode(text);
  const hidden: string[] = [];
  let shown = "";
  let at = 0;
  for (const { 0: token, 1: tag, 2: attributes = "", index } of text.matchAll(OPENING)) {
    if (index < at || code.some(([from, to]) => from <= index && index < to)) continue;
    const isHiding = HIDING.test(attributes) && !COLORED.test(attributes);
    if (tag !== undefined && !NOT_SHOWN.test(tag) && !isHiding) continue;
    const end = findEnd(text, { token, tag, index });
    const words = text.slice(index, end);
    shown += text.slice(at, index) + "\n".repeat(words.split("\n").length - 1);
    at = end;
    const plain = toPlainHtml(words.replaceAll(/^<!--|-->$|^\s*\[[^\]]*\]: *\S+/g, ""));
    if (plain !== "") hidden.push(plain);
  }
  return { text: shown + text.slice(at), hidden };
}

type Opening = { token: string; tag: string | undefined; index: number };

function findEnd(text: string, { token, tag, index }: Opening): number {
  const from = index + token.length;
  if (token === "<!--") {
    const end = text.indexOf("-->", index + 2);
    return end < 0 ? text.length : end + 3;
  }
  if (tag === undefined || token.endsWith("/>") || /^(?:img|input|hr|br|meta|link)$/i.test(tag))
    return from;
  const same = new RegExp(`<(/?)${tag}\\b[^<>]*>`, "gi");
  same.lastIndex = from;
  let depth = 1;
  for (let found = same.exec(text); found; found = same.exec(text)) {
    depth += found[1] === "/" ? -1 : 1;
    if (depth === 0) return same.lastIndex;
  }
  const paragraph = text.indexOf("\n\n", from);
  return paragraph < 0 ? text.length : paragraph;
}

/** Where code begins and ends: fenced blocks, and spans within a line. */
function listCode(text: string): readonly (readonly [from: number, to: number])[] {
  const spans: [number, number][] = [];
  let fence: number | undefined;
  let at = 0;
  for (const line of text.split("\n")) {
    if (/^ *(?:```|~~~)/.test(line)) {
      if (fence !== undefined) spans.push([fence, at]);
      fence = fence === undefined ? at : undefined;
    } else if (fence === undefined) {
      for (const { 0: span, index } of line.matchAll(/(`{1,9})(?!`).+?(?<!`)\1(?!`)/g))
        spans.push([at + index, at + index + span.length]);
    }
    at += line.length + 1;
  }
  if (fence !== undefined) spans.push([fence, text.length]);
  return spans;
}

/** The words of simple HTML: lines for paragraphs, hyphens for items. */
export function toPlainHtml(html: string): string {
  const plain = html
    .replaceAll(/<li\b[^<>]*>/gi, "\n- ")
    .replaceAll(/<br\b[^<>]*>|<\/(?:p|div|h[1-6]|ul|ol|li|tr)>/gi, "\n")
    .replaceAll(/<\/?[a-z][^<>]*>/gi, "")
    .replaceAll("&nbsp;", " ");
  return decodeText(plain)
    .replaceAll(/(?<! ) *\n\s*/g, "\n")
    .trim();
}
