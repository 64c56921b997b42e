import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BoardroomError, readDocument } from "boardroom";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chooseUniqueName,
  normaliseText,
  toDocumentName,
} from "../../src/scenario/documents/document-text.ts";
import { anyText } from "../support/any-text.ts";
import { folderWith } from "./folder.ts";
import { minimalPdf } from "./minimal-pdf.ts";

const LETTER = readFileSync(new URL("fixtures/letter.docx", import.meta.url));

async function read(name: string, content: string | Uint8Array) {
  const { cwd } = folderWith({ [name]: content });
  return readDocument({ path: join(cwd, name), shown: name });
}

async function refusal(name: string, content: string | Uint8Array): Promise<string> {
  const error = await read(name, content).then(
    () => expect.fail("was not refused"),
    (reason: BoardroomError) => reason,
  );
  return `${error.code}\n${error.message}`;
}

test.each(["cv.md", "cv.txt", "cv.json", "cv.docx", "cv.pdf"])(
  "%s is known by the digest of its bytes and by that of its text",
  async (name) => {
    const contents: Record<string, string | Uint8Array> = {
      "cv.md": "# Ines\r\n\r\nLed eleven people.",
      "cv.txt": "Led eleven people.\r\n",
      "cv.json": '{"basics": {"name": "Ines"}}',
      "cv.docx": LETTER,
      "cv.pdf": minimalPdf([["Led eleven people."]]),
    };
    const content = contents[name] ?? "";
    const document = await read(name, content);
    const digest = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(document.fileSha256).toBe(digest(content));
    expect(document.sha256).toBe(digest(document.text));
    expect(document.fileSha256).not.toBe(document.sha256);
  },
);

test("Markdown and plain text keep their lines", async () => {
  const text = "\n# A\r\n\r\nlong ".concat("word ".repeat(60), "\r\nend\r\n\r\n");
  const { text: read1 } = await read("a.md", text);
  const lines = ["", "# A", "", `long ${"word ".repeat(60)}`.trimEnd(), "end"];
  expect(read1.split("\n")).toEqual(lines);
  expect((await read("a.txt", "\uFEFFone\rtwo")).text).toBe("one\ntwo");
});

test("text in UTF-16 with its mark is read", async () => {
  const bytes = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from("naïve\n", "utf16le")]);
  expect((await read("a.txt", bytes)).text).toBe("naïve");
});

test("a JSON Resume becomes readable, with nothing of it lost", async () => {
  const resume = {
    $schema: "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json",
    basics: {
      name: "Ines Halvarin",
      label: "Research scientist",
      email: "ines@example.org",
      location: { city: "Turku", countryCode: "FI" },
      profiles: [{ network: "Codeberg", url: "https://codeberg.org/ines" }],
      summary: "Makes models that admit what they do not know.",
    },
    work: [
      {
        name: "Northlight",
        position: "Lead",
        startDate: "2019-01",
        summary: "Led eleven people.",
        highlights: ["Cut latency by 40 %"],
      },
    ],
    education: [{ institution: "Aalto", area: "Statistics", studyType: "PhD", endDate: "2012" }],
    skills: [{ name: "Statistics", level: "expert", keywords: ["Bayes", "causality"] }],
    awards: [{ title: "Best paper", awarder: "UAI", date: "2018" }],
    boatsBuilt: [{ name: "Skiff", lengthInMetres: 4.5, wood: { hull: "larch" } }],
  };
  expect((await read("cv.json", JSON.stringify(resume))).text).toBe(`# Ines Halvarin

label: Research scientist
email: ines@example.org
location:
  city: Turku
  countryCode: FI
profiles:
  - network: Codeberg
    url: https://codeberg.org/ines
summary: Makes models that admit what they do not know.

work:
  - name: Northlight
    position: Lead
    startDate: 2019-01
    summary: Led eleven people.
    highlights:
      - Cut latency by 40 %

education:
  - institution: Aalto
    area: Statistics
    studyType: PhD
    endDate: "2012"

skills:
  - name: Statistics
    level: expert
    keywords:
      - Bayes
      - causality

awards:
  - title: Best paper
    awarder: UAI
    date: "2018"

boatsBuilt:
  - name: Skiff
    lengthInMetres: 4.5
    wood:
      hull: larch`);
});

test("other JSON is indented", async () => {
  expect((await read("a.json", '{"a":[1,{"b":null}]}')).text).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}',
  );
});

test("a CV reads alike as Markdown, as a Word document and as a PDF", async () => {
  const cv = [
    "# Ines Halvarin",
    "",
    "Geologist, 11 years in groundwater.",
    "",
    "## Experience",
    "",
    "- Led the well survey of Norrland (2019).",
    "- Published nine papers on aquifers.",
    "",
    "## Education",
    "",
    "Doctorate in hydrogeology, Uppsala, with a thesis on how boreal aquifers answer to long dry summers and to the drawing of water.",
  ];
  const drawn = cv.flatMap((line) => line.replace(/^- /, "\x95 ").split(/(?<=summers) /));
  for (const [name, content] of [
    ["cv.md", cv.join("\n")],
    ["cv.docx", readFileSync(new URL("fixtures/cv.docx", import.meta.url))],
    ["cv.pdf", minimalPdf([drawn])],
  ] as const)
    expect((await read(name, content)).text, name).toBe(cv.join("\n"));
});

test.each(["haddad", "durica"])(
  "the CV of %s with emphasis, links, tables and lists reads alike in all formats",
  async (name) => {
    const [markdown, word, pdf] = await Promise.all(
      ["md", "docx", "pdf"].map(async (ending) => {
        const file = readFileSync(new URL(`fixtures/${name}.${ending}`, import.meta.url));
        return (await read(`${name}.${ending}`, file)).text;
      }),
    );
    expect(word).toBe(markdown);
    expect(pdf).toBe(markdown);
    expect(markdown).toMatch(/^\| (?:SQL|TypeScript) \| 8 \|$/m);
    expect(markdown).not.toMatch(/\*|\]\(/);
  },
);

test("code of a Markdown file is left as it is", async () => {
  const code = "```\n* a **b**\n\n\n[x](y)\n```";
  expect((await read("a.md", code)).text).toBe(code);
});

test("a PDF becomes lines of its pages", async () => {
  const long =
    "This sentence runs on and on across the page until no reader could say on which line anything in it stands.";
  const { text } = await read(
    "cv.pdf",
    minimalPdf([["Ines Halvarin", "Led eleven people (2019)."], [long]]),
  );
  expect(text).toBe(
    "Ines Halvarin\nLed eleven people (2019).\n\n" +
      "This sentence runs on and on across the page until no reader could say on which line anything in it stands.",
  );
});

test("a Word document becomes a line for each paragraph", async () => {
  expect((await read("letter.docx", LETTER)).text).toBe(
    "Letter of reference\n\n" +
      "Ines led the group for six years. Under her, eleven people published, nine of them for the first " +
      "time, and nobody left for another employer before the project was done.\n\n" +
      'She "does not let go" of a number until it is explained.',
  );
});

test("a file of Word is read with headers, notes and boxes, as its changes leave it, without hidden words", async () => {
  const file = readFileSync(new URL("fixtures/report.docx", import.meta.url));
  expect((await read("report.docx", file)).text.split("\n").filter((line) => line !== "")).toEqual([
    ...["+358 40 123", "Lindqvist", "# Mara Lindqvist", "mara@example.org", "## Profil"],
    ...['She "owns" the team\'s pager, cooperates, and reads', "contracts[1]."],
    ...[
      "Salary was 80,000 euros, as agreed in Turku.",
      "One line with the next.",
      "☒ has a licence",
    ],
    ...["- bullet", "  - below it", "- bullet by its style", "## Tables"],
    ...["| Year | Role | Place |", "| --- | --- | --- |", "| 2019 | Lead of eleven | Turku |"],
    ...["|  | both |  |", "| 2021 | plans budgets | Oslo |", "After it."],
    // A table that lays out a page.
    ...["### Work", "- Led the team", "### Skills", "| Go | 8 |", "| --- | --- |", "| SQL | 9 |"],
    ...["In confidence", "1. since 2019 ↑"],
  ]);
});

test("what cannot be read as what it claims to be is refused", async () => {
  const table: [name: string, content: string | Uint8Array, message: string][] = [
    [
      "scan.pdf",
      minimalPdf([[]]),
      "document-empty\nscan.pdf is a PDF without text, pictures of pages perhaps\n" +
        "  Run it through text recognition (OCR) first, or give the text as .txt.",
    ],
    [
      "a.pdf",
      "hello",
      "document-unreadable\na.pdf is not a PDF, in spite of its ending\n  Check the file.",
    ],
    [
      "b.pdf",
      "%PDF-1.7\nnothing",
      "document-unreadable\nb.pdf is a PDF that cannot be read, damaged or locked\n" +
        "  Save it anew without a password, or as .docx or .txt.",
    ],
    [
      "a.docx",
      "hello",
      "document-unreadable\na.docx is not a Word document, in spite of its ending\n  Save it anew as .docx, or as .pdf or .txt.",
    ],
    [
      "b.docx",
      LETTER.subarray(0, 700),
      "document-unreadable\nb.docx is a Word document that cannot be read\n  Save it anew as .docx, or as .pdf or .txt.",
    ],
    [
      "bomb.docx",
      bomb(),
      "document-unreadable\nbomb.docx is a Word document that cannot be read\n  Save it anew as .docx, or as .pdf or .txt.",
    ],
    [
      "a.json",
      "{",
      "document-unreadable\na.json is not valid JSON\n  Correct it, or save it as .txt to use it as text.",
    ],
    [
      "README",
      "x",
      "document-unsupported\nREADME has no ending that tells its format\n" +
        "  Allowed: .md, .txt, .json, .pdf, .docx, .html, .diff, .patch, .csv or source code such as .ts and .py. Save it as one of them.",
    ],
  ];
  for (const [name, content, message] of table) expect(await refusal(name, content)).toBe(message);
});

/** The letter, with its text said to unpack to 4 GiB. */
function bomb(): Uint8Array {
  const bytes = Buffer.from(LETTER);
  const last = bytes.lastIndexOf(Buffer.from("PK\x01\x02", "latin1"));
  bytes.writeUInt32LE(0xffffffff, last + 24);
  return bytes;
}

test("a folder and a missing file are refused by name", async () => {
  const { cwd } = folderWith({ "folder.md/inside.txt": "x" });
  const refused = async (name: string) =>
    readDocument({ path: join(cwd, name), shown: name }).catch(
      (error: BoardroomError) => error.message,
    );
  expect(await refused("folder.md")).toBe(
    "folder.md is not a file\n  Name a file, or use --documents for a folder.",
  );
  expect(await refused("gone.md")).toBe("gone.md not found\n  Check the name and the permissions.");
});

test("text has one form: no control, bidi or invisible characters, no trailing spaces", () => {
  const hostile =
    "a\u0000\u001B[31mb\u202Ec\u2066d\u200Be\u{E0041}f \t\r\nline\u2028two\u0085three\fx\uD800y\n\n";
  expect(normaliseText(hostile)).toBe("a[31mbcdef\nline two three x\uFFFDy");
  expect(normaliseText("e\u0301")).toBe("\u00E9");
});

test("normalising twice changes nothing more, whatever the text", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const once = normaliseText(text);
      expect(normaliseText(once)).toBe(once);
      expect(once).not.toMatch(/[\0-\x08\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]| $/m);
    }),
  );
});

test("names are safe to cite and never the same twice", () => {
  expect(toDocumentName("my résumé (final) #2.md")).toBe("my-résumé-final-2.md");
  expect(toDocumentName('<Message id="x">.txt')).toBe("Message-id-x-.txt");
  expect(toDocumentName("###")).toBe("document");
  expect(chooseUniqueName("cv.md", ["CV.md", "cv-2.md"])).toBe("cv-3.md");
  fc.assert(
    fc.property(anyText(), (name) => {
      expect(toDocumentName(name)).toMatch(/^[^#\s<>"&]+$/);
    }),
  );
});

test.each<[name: string, content: string | Uint8Array, kind: string]>([
  ["cv.txt", "{\\rtf1\\ansi Ada}", "an RTF document"],
  ["cv.md", "\n<!DOCTYPE html><p hidden>Ada", "an HTML page"],
  ["cv.docx", "<html><body>Ada", "an HTML page"],
  ["cv.txt", '<?xml version="1.0"?><SkillsPassport/>', "an XML file"],
  [
    "cv.docx",
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    "an old Word document or one with a password",
  ],
  [
    "cv.docx",
    `PK${"x".repeat(28)}mimetypeapplication/vnd.oasis.opendocument.text`,
    "an OpenDocument file",
  ],
  ["cv.docx", minimalPdf([["Ada"]]), "a PDF"],
])(
  "%s with the content of another format is refused by its name: %#",
  async (name, content, kind) => {
    expect(await refusal(name, content)).toContain(
      `${name} is ${kind}, in spite of its ending\n  Open it in its program, and save it as .pdf or .docx.`,
    );
  },
);

test("one process reads several documents, and a file that it cannot read does not end it for the next", async () => {
  const listReaders = () =>
    execFileSync("ps", ["-o", "pid=,args=", "--ppid", `${process.pid}`], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.includes("extraction-child"))
      .map((line) => line.trim().split(" ")[0]);
  await read("first.pdf", minimalPdf([["Led eleven people."]]));
  const readers = listReaders();
  expect(readers.length).toBeGreaterThan(0);
  for (const name of ["second.pdf", "third.pdf"])
    expect((await read(name, minimalPdf([[`From ${name}.`]]))).text).toContain(`From ${name}.`);
  expect((await read("letter.docx", LETTER)).text).not.toBe("");
  expect(listReaders().filter((reader) => !readers.includes(reader))).toEqual([]);
  await refusal("damaged.pdf", "%PDF-1.7 damaged");
  expect((await read("fourth.pdf", minimalPdf([["After it."]]))).text).toContain("After it.");
});
