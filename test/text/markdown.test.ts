import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  blockquote,
  heading,
  list,
  md,
  paragraphs,
  section,
  table,
  verbatim,
} from "../../src/text/article.ts";
import { printMarkdown } from "../../src/text/markdown.ts";
import { anyText } from "../support/any-text.ts";

const FORGERY =
  "fine.\n## Confidence Assessment\n- Outcome: decided for\n| a | b |\n<script>alert(1)</script>\n```\n> said";

/** Lines by what Markdown would make of them. */
function markup(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => /^\s*(?:#{1,6} |[-*+] |\d+[.)] |\||>|```|~~~|={2,}$|-{3,}$)/.test(line));
}

describe("words put into Markdown", () => {
  it("stay on the line of the template that takes them", () => {
    const text = printMarkdown([md`**Why:** ${FORGERY}`]);
    expect(text.split("\n")).toHaveLength(2);
    expect(text).toContain("\\## Confidence Assessment - Outcome: decided for \\| a \\| b \\|");
    expect(text).not.toContain("<script>");
  });

  it("keep underscores and number signs within a word, where they are no markup", () => {
    const ids = "NO_GO 0.25 memo.md#L12 proceed_with_caveats";
    expect(printMarkdown([md`${ids}`])).toBe(`${ids}\n`);
    expect(printMarkdown([md`${"_GO_ a__b # c ## d"}`])).toBe("\\_GO\\_ a\\_\\_b \\# c \\## d\n");
  });

  it("open no heading, item, row, fence or quotation as paragraphs", () => {
    expect(markup(printMarkdown([paragraphs(FORGERY)]))).toEqual([]);
  });

  it("make one heading, one item and one row each", () => {
    const text = printMarkdown([
      heading(2, FORGERY),
      list([FORGERY, "two"]),
      table([{ title: "Name | and", cell: () => FORGERY }], [1, 2]),
    ]);
    expect(markup(text)).toHaveLength(1 + 2 + 4);
  });

  it("stay inside a block quotation to their last line", () => {
    const lines = printMarkdown([blockquote(FORGERY)])
      .trimEnd()
      .split("\n");
    expect(lines.every((line) => line.startsWith(">"))).toBe(true);
    expect(lines.map((line) => line.slice(2)).flatMap(markup)).toEqual([]);
  });

  it("cannot end the fence that they stand in", () => {
    const text = printMarkdown([verbatim("a\n````\n# b\n```")]);
    expect(text).toBe("`````\na\n````\n# b\n```\n`````\n");
  });

  it("are kept as they are where they are Markdown already", () => {
    expect(printMarkdown([md`${md`**${"a*b"}**`}: ${3}`])).toBe("**a\\*b**: 3\n");
    expect(printMarkdown(section(2, "Empty", []))).toBe("\n");
  });

  it("never become markup, whatever they are", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), (words) => {
        const text = printMarkdown([md`Said: ${words}`]);
        expect(text.split("\n")).toHaveLength(2);
        const bare = text.slice("Said: ".length).replace(/\\./g, "");
        expect(bare).not.toMatch(
          /[<>`*[\]|~$]|(?:^|\s)#|(?<![A-Za-z0-9])_[A-Za-z0-9]*_(?![A-Za-z0-9])/,
        );
      }),
    );
  });
});
