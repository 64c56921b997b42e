import { join } from "node:path";
import { defineScenario, readDocument } from "boardroom";
import { examplePersona } from "boardroom/testing";
import { expect, test } from "vitest";
import { folderWith } from "./folder.ts";
import { minimalPdf } from "./minimal-pdf.ts";

/** The title that a document has by its text and its file's name. */
function titleOf(text: string, name: string): string | undefined {
  const [document] = defineScenario({
    question: "Shall it be done?",
    verdicts: [
      { id: "YES", side: "for" },
      { id: "NO", side: "against" },
    ],
    documents: [{ name, text }],
    members: [examplePersona("ada", "Ada Ash"), examplePersona("ben", "Ben Birch")],
  }).documents;
  return document?.title;
}

test.each([
  ["a first heading", "Confidential\n\n# Résumé of Dr. Ada Byron #\n\n# Later", "Résumé of Dr. Ada Byron"],
  ["an underlined heading", "Ada Byron\n=========\n\nAnalyst", "Ada Byron"],
  ["a heading with marks of its own", "# **Ada** `Byron`, [CV](http://x/y)", "Ada Byron, CV"],
  ["a short first line", "\n  Ada Byron\nAnalyst, since 1843.", "Ada Byron"],
  ["a first heading of a lower level", "## Findings\n\ntext", "Findings"],
  ["front matter passed over", "---\nauthor: x\n---\n# The engine\n", "The engine"],
  [
    "no heading within a code fence",
    "```\n# install\n```\nThen run it, and look at what it prints.",
    "My notes",
  ],
  ["no sentence", "We propose to build a second plant.\n\nIt is needed.", "My notes"],
  ["no line whose sentence runs on", "It was measured\ntwice.", "My notes"],
  ["no salutation", "Dear Sir or Madam,\nplease", "My notes"],
  ["no address", "ada@example.org\nhttps://example.org", "My notes"],
  ["no long line", `${"word ".repeat(17)}\n`, "My notes"],
  ["a long heading", `# ${"Word ".repeat(17)}\n`, "Word ".repeat(17).trim()],
  ["no rule and no markup", "----\n<html>", "My notes"],
])("the title of a text without one: %s", (_, text, title) => {
  expect(titleOf(text, "my-notes.md")).toBe(title);
});

test("in plain text a later line that begins with # is no heading", () => {
  expect(titleOf("Ada Byron\n# of papers: 3", "cv.txt")).toBe("Ada Byron");
});

test.each([
  ["cv2.txt", "CV2"],
  ["ada-byron_cv.pdf", "Ada byron CV"],
  ["notes.v2.txt", "Notes.v2"],
  ["JaneDoeResume.docx", "Jane Doe Resume"],
  ["Q3 report (2).md", "Q3 report (2)"],
  ["übersicht.md", "Übersicht"],
  ["---.md", "Document"],
])("the file name %s reads %j", (name, title) => {
  expect(titleOf("It was measured\ntwice.", name)).toBe(title);
});

test.each([
  ["CURRICULUM VITAE\n\nTel. 0170 1234", "ada-byron_cv_final2.pdf", "Ada byron"],
  ["# Résumé\n\nPhone: 12", "JaneDoeResume (3).docx", "Jane Doe"],
  ["Curriculum Vitae\nof somebody", "cv2.txt", "CV2"],
])("over %j in %s stands no name, so the file's counts: %s", (text, file, title) => {
  expect(titleOf(text, file)).toBe(title);
});

test("a title that was given stands; a PDF, a JSON Resume and other JSON have one of their own or the file's", async () => {
  const { cwd } = folderWith({
    "cv.pdf": minimalPdf([["Ines Halvarin", "Led eleven people (2019)."]]),
    "cv.json": '{"basics":{"name":"Ada Byron"}}',
    "q3-figures.json": '{"a":1}',
  });
  const titled = async (name: string, title?: string) =>
    (await readDocument({ path: join(cwd, name), shown: name, title })).title;
  expect(await titled("cv.pdf")).toBe("Ines Halvarin");
  expect(await titled("cv.pdf", "The résumé")).toBe("The résumé");
  expect(await titled("cv.json")).toBe("Ada Byron");
  expect(await titled("q3-figures.json")).toBe("Q3 figures");
});
