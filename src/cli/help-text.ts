import { displayWidth } from "../text/width.ts";
import { wrap } from "../text/wrap.ts";

export function fitHelp(text: string, width: number): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    const fits = paragraph.every((line) => displayWidth(line) <= width);
    lines.push(...(fits ? paragraph : wrap(paragraph.join(" "), width)));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    if (/^\S/.test(line)) {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    lines.push(...(displayWidth(line) > width && COMMAND.test(line) ? foldCommand(line, width) : [line]));
  }
  endParagraph();
  return lines.join("\n");
}

const COMMAND = /^ {2}boardroom /;

/** Broken between words, never within quotation marks. */
function foldCommand(line: string, width: number): readonly string[] {
  const words = line.trim().match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? [];
  const folded: string[] = [];
  let current = " ";
  for (const word of words) {
    if (current.trim() !== "" && displayWidth(`${current} ${word} \\`) > width) {
      folded.push(`${current} \\`);
      current = "     ";
    }
    current += ` ${word}`;
  }
  return [...folded, current];
}
