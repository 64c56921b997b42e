import { join } from "node:path";
import { defineScenario, readDocument } from "boardroom";
import { expect, test } from "vitest";
import { examplePersona } from "../support/example-scenario.ts";
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
  ["a first heading", "Confidential\n\n# Résumé of Dr. Ada Byron #\n\n# Later", "Dr. Ada Byron"],
  ["a heading with marks of its own", "# **Ada** `Byron`, [MSc](http://x/y)", "Ada Byron, MSc"],
  ["a first heading of a lower level", "## Findings\n\ntext", "Findings"],
  ["front matter passed over", "---\nauthor: x\n---\n# The engine\n", "The engine"],
  ["no heading within a code fence", "```\n# install\n```\nThen run it.", "My Notes"],
  ["no first line", "Ada Byron\nAnalyst, since 1843.", "My Notes"],
  ["a long heading", `# ${"Word ".repeat(17)}\n`, "Word ".repeat(17).trim()],
  ["no heading of more than 120 characters", `# ${"Word ".repeat(25)}\n`, "My Notes"],
  ["no heading without words", "# 2024\n", "My Notes"],
])("the title of a text without one: %s", (_, text, title) => {
  expect(titleOf(text, "my-notes.md")).toBe(title);
});

test("in plain text a line that begins with # is no heading", () => {
  expect(titleOf("Ada Byron\n# of papers: 3", "ada.txt")).toBe("Ada");
});

test.each([
  ["cv2.txt", "CV2"],
  ["ada-byron_cv.pdf", "Ada Byron"],
  ["ada-byron_cv_final2.pdf", "Ada Byron"],
  ["notes.v2.txt", "Notes.v2"],
  ["JaneDoeResume (3).docx", "Jane Doe"],
  ["CV_Dana_Okafor.pdf", "Dana Okafor"],
  ["Lebenslauf von Dana Okafor.pdf", "Dana Okafor"],
  ["cv-of-dana-okafor-2024.pdf", "Dana Okafor"],
  ["Curriculum vitae di Marco Rossi.pdf", "Marco Rossi"],
  ["Q3 report (2).md", "Q3 Report"],
  ["übersicht.md", "Übersicht"],
  ["---.md", "Document"],
])("the file name %s reads %j", (name, title) => {
  expect(titleOf("It was measured\ntwice.", name)).toBe(title);
});

test.each([
  "# Résumé",
  "# CURRICULUM VITAE",
  "# Phone: 0170 1234",
  "# EXPERIENCE",
  "# Persönliche Daten",
  "## Expérience professionnelle",
  "# Experiencia",
  "# Formação",
  "# 履歴書",
  "# Опыт работы",
  "# CV | Contact",
])("the heading %s is no name", (heading) => {
  expect(titleOf(`${heading}\n\nText`, "ada-byron.md")).toBe("Ada Byron");
});

test.each([
  "# CV - Ada Byron",
  "# Ada Byron | Resume",
  "# Lebenslauf: Ada Byron",
  "# Ada Byron — Curriculum Vitae",
  "# CV Ada Byron",
  "# CV of Ada Byron",
  "# C.V. Ada Byron",
  "# CV (Ada Byron)",
  "# CV, Ada Byron",
  "# CV_Ada Byron",
  "# Europass CV Ada Byron",
  "# Lebenslauf von Ada Byron",
  "# Bewerbung Ada Byron",
  "# Curriculum vitae – Ada Byron",
  "# Curriculum Vitae di Ada Byron",
  "# Curriculum vitae et studiorum di Ada Byron",
  "# CV de Ada Byron",
  "# Currículum de Ada Byron",
  "# Currículo de Ada Byron",
  "# Hoja de vida de Ada Byron",
  "# CV van Ada Byron",
  "# CV for Ada Byron",
  "# Meritförteckning för Ada Byron",
  "# Życiorys Ada Byron",
  "# Životopis Ada Byron",
  "# Özgeçmiş Ada Byron",
  "# Önéletrajz – Ada Byron",
  "# Ada Byron CV",
  "# Ada Byron (CV)",
  "# Ada Byron's Resume",
  "# Ada Byron, Lebenslauf 2024",
])("a name next to the document's kind is the title: %s", (heading) => {
  expect(titleOf(`${heading}\n\nText`, "application-4.md")).toBe("Ada Byron");
});

test.each([
  ["# Curriculum Vitae\n\n## Ada Byron", "Ada Byron"],
  ["# CURRICULUM VITAE\n\nADA BYRON\n\nAnalyst", "ADA BYRON"],
  ["# Lebenslauf\n\n| Name | Jürgen Groß |\n| --- | --- |", "Jürgen Groß"],
  ["| Ada Byron, MSc | ada@example.org |\n| --- | --- |\n\n## Experience", "Ada Byron"],
  ["Ada Byron\n\n# EXPERIENCE", "Ada Byron"],
  ["# Contact\n\n## Top Skills\n\n# Ada Byron\n\n## Summary", "Ada Byron"],
  ["# Name: Ada Byron", "Ada Byron"],
  ["# CV ADA BYRON", "ADA BYRON"],
  ["# CV Jan de Boer", "Jan de Boer"],
  ["# 履歴書 山田太郎", "山田太郎"],
  ["# 山田 太郎 職務経歴書", "山田 太郎"],
  ["# 张伟的简历", "张伟"],
  ["# 个人简历：张伟", "张伟"],
  ["# 김민준 이력서", "김민준"],
  ["# Резюме Петров Иван Сергеевич", "Петров Иван Сергеевич"],
  ["# Βιογραφικό σημείωμα Γιώργος Παπαδόπουλος", "Γιώργος Παπαδόπουλος"],
  ["# السيرة الذاتية أحمد منصور", "أحمد منصور"],
  ["# CV joint repair", "CV joint repair"],
  ["# Curriculum reform in schools", "Curriculum reform in schools"],
  ["# 个人简历\n\n姓名：张伟", "张伟"],
  ["# 履歴書\n\n氏名 山田太郎", "山田太郎"],
  ["# 이력서\n\n## 김민준", "김민준"],
  ["# السيرة الذاتية\n\n## أحمد منصور", "أحمد منصور"],
  ["# РЕЗЮМЕ\n\nПетров Иван Сергеевич", "Петров Иван Сергеевич"],
  ["# Βιογραφικό σημείωμα\n\n## Γιώργος Παπαδόπουλος", "Γιώργος Παπαδόπουλος"],
  ["# Özgeçmiş\n\n## Ayşe Yılmaz", "Ayşe Yılmaz"],
  ["# Professional Experience & Skills\n\n## Senior Nurse", "Application"],
  ["# Profile\n\nSenior Nurse", "Application"],
])("a person whom the first lines name is the title: %j", (text, title) => {
  expect(titleOf(text, "application-4.md")).toBe(title);
});

test("a title of two parts stays whole", () => {
  expect(titleOf("# Tarn Foods: Series A", "memo.md")).toBe("Tarn Foods: Series A");
});

test("a title that was given stands; a PDF, a JSON Resume and other JSON have one of their own or the file's", async () => {
  const { cwd } = folderWith({
    "halvarin-cv.pdf": minimalPdf([["Ines Halvarin", "Led eleven people (2019)."]]),
    "cv.json": '{"basics":{"name":"Ada Byron"}}',
    "odd-name.json": '{"basics":{"name":{"first":"Ada"}}}',
    "q3-figures.json": '{"a":1}',
  });
  const titled = async (name: string, title?: string) =>
    (await readDocument({ path: join(cwd, name), shown: name, title })).title;
  expect(await titled("halvarin-cv.pdf")).toBe("Halvarin");
  expect(await titled("halvarin-cv.pdf", "The résumé")).toBe("The résumé");
  expect(await titled("cv.json")).toBe("Ada Byron");
  expect(await titled("odd-name.json")).toBe("Odd Name");
  expect(await titled("q3-figures.json")).toBe("Q3 Figures");
  const odd = await readDocument({ path: join(cwd, "odd-name.json"), shown: "odd-name.json" });
  expect(odd.text).toContain("first: Ada");
});

test.each([
  ["a.md", "# D A N A  O K A F O R", "# DANA OKAFOR"],
  ["a.md", "## E X P E R T I S E", "# EXPERTISE"],
  ["a.md", "W O R K   E X P E R I E N C E", "WORK EXPERIENCE"],
  ["a.txt", "E D U C A T I O N", "EDUCATION"],
  ["a.txt", "A U S B I L D U N G", "AUSBILDUNG"],
  ["a.txt", "S K I L L S  &  T O O L S", "SKILLS & TOOLS"],
  ["a.txt", "О П Ы Т  Р А Б О Т Ы", "ОПЫТ РАБОТЫ"],
  ["a.txt", "A B C D E", "A B C D E"],
  ["a.txt", "A | B | C | D", "A | B | C | D"],
  ["a.txt", "I A M  here", "I A M  here"],
])("a heading whose letters stand apart is read as words: %s %j", (name, line, read) => {
  const [document] = defineScenario({
    question: "Shall it be done?",
    verdicts: [
      { id: "YES", side: "for" },
      { id: "NO", side: "against" },
    ],
    documents: [{ name, text: `${line}\n\nText` }],
    members: [examplePersona("ada", "Ada Ash"), examplePersona("ben", "Ben Birch")],
  }).documents;
  expect(document?.text.split("\n")[0]).toBe(read);
});
