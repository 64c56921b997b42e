import { join } from "node:path";
import { readDocument } from "boardroom";
import { describe, expect, it } from "vitest";
import { annotation, drawn, drawnPdf } from "./drawn-pdf.ts";
import { folderWith } from "./folder.ts";
import { box, drawing, paragraph, run, wordFile } from "./word-file.ts";

async function read(name: string, content: string | Uint8Array) {
  const { cwd } = folderWith({ [name]: content });
  const { text, notes = [] } = await readDocument({ path: join(cwd, name), shown: name });
  return { lines: text.split("\n").filter((line) => line !== ""), notes: [...notes] };
}

const IN_BOX = "Suspended in 2022 for a safety breach.";
const inRun = (content: string) => `<w:p><w:r>${content}</w:r></w:p>`;
const either = (choice: string, fallback: string) =>
  `<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
const oldBox = `<w:pict><v:shape><v:textbox><w:txbxContent>${paragraph(IN_BOX)}</w:txbxContent></v:textbox></v:shape></w:pict>`;
const newBox = drawing(box(paragraph(IN_BOX)));

describe("a Word document", () => {
  it.each([
    ["a box", inRun(newBox)],
    ["a box with an older form", inRun(either(newBox, oldBox))],
    ["a box whose older form is empty", inRun(either(newBox, ""))],
    ["an older box", inRun(oldBox)],
    ["a group of shapes", inRun(drawing(`<wpg:wgp>${box("")}${box(paragraph(IN_BOX))}</wpg:wgp>`))],
    ["a box in a box", inRun(drawing(box(inRun(newBox))))],
    [
      "a table in a box",
      inRun(
        drawing(
          box(`<w:tbl><w:tr><w:tc>${paragraph(IN_BOX)}</w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>`),
        ),
      ),
    ],
    [
      "art of letters",
      inRun(`<w:pict><v:shape><v:textpath string="${IN_BOX}"/></v:shape></w:pict>`),
    ],
    ["text of two directions", `<w:p><w:bdo w:val="rtl">${run(IN_BOX)}</w:bdo></w:p>`],
    ["an element that a later version of Word adds", `<w:later>${paragraph(IN_BOX)}</w:later>`],
  ])("is read with %s", async (_, part) => {
    const { lines } = await read(
      "a.docx",
      wordFile(paragraph("Before.") + part + paragraph("After.")),
    );
    const words = lines
      .filter((line) => !line.startsWith("| ---"))
      .map((line) => line.replaceAll("|", "").trim());
    expect(words).toEqual(["Before.", IN_BOX, "After."]);
  });

  it("is read with boxes of headers, words of diagrams, formulas and drop-down fields", async () => {
    const body =
      inRun(drawing('<dgm:relIds r:dm="data"/>')) +
      "<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></w:p>" +
      '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="no"/><w:listEntry w:val="yes"/></w:ddList></w:ffData></w:fldChar></w:r></w:p>' +
      '<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>';
    const file = wordFile(body, {
      "header1.xml": `<w:hdr>${inRun(drawing(box(paragraph("From the header."))))}</w:hdr>`,
      "data.xml": "<dgm:dataModel><a:p><a:r><a:t>Step one</a:t></a:r></a:p></dgm:dataModel>",
    });
    expect((await read("a.docx", file)).lines).toEqual([
      "From the header.",
      "Step one",
      "(a)/(b)",
      "yes",
    ]);
  });

  it.each([
    ["white", run(IN_BOX, '<w:color w:val="FFFFFF"/>')],
    ["nearly white", run(IN_BOX, '<w:color w:val="FEFEFE"/>')],
    ["tiny", run(IN_BOX, '<w:sz w:val="2"/>')],
    ["marked as hidden", run(IN_BOX, "<w:vanish/>")],
    ["of a white style", run(IN_BOX, '<w:rStyle w:val="Pale"/>')],
    [
      "black on black",
      run(IN_BOX, '<w:color w:val="000000"/><w:shd w:val="clear" w:fill="000000"/>'),
    ],
  ])("leaves out text that is %s, and says so", async (_, hidden) => {
    const styles =
      '<w:styles><w:style w:type="character" w:styleId="Pale"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style></w:styles>';
    const { lines, notes } = await read(
      "a.docx",
      wordFile(`${paragraph("Seen.")}<w:p>${hidden}</w:p>`, { "styles.xml": styles }),
    );
    expect({ lines, notes }).toEqual({
      lines: ["Seen."],
      notes: [`hidden text is omitted: "${IN_BOX}"`],
    });
  });

  it.each([
    [
      "on a dark cell",
      `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr>${paragraph(IN_BOX, '<w:color w:val="FFFFFF"/>')}</w:tc></w:tr></w:tbl>`,
    ],
    [
      "in a dark box",
      inRun(
        drawing(
          box(
            paragraph(IN_BOX, '<w:color w:val="FFFFFF"/>'),
            '<a:solidFill><a:srgbClr val="1F3864"/></a:solidFill>',
          ),
        ),
      ),
    ],
    ["on a marked line", paragraph(IN_BOX, '<w:color w:val="FFFFFF"/><w:highlight w:val="blue"/>')],
  ])("keeps white text %s", async (_, part) => {
    const { lines, notes } = await read("a.docx", wordFile(part));
    expect(lines.join(" ")).toContain(IN_BOX);
    expect(notes.join(" ")).not.toContain("omitted");
  });

  it("names what it does not read", async () => {
    const picture = drawing("<pic:pic/>", "").replace(
      "<a:graphic>",
      '<wp:docPr id="1" descr="The team"/><a:graphic>',
    );
    const file = wordFile(
      inRun(picture) +
        paragraph("Text.") +
        `<w:p>${run("Left ")}<w:commentRangeStart w:id="1"/>${run("in May")}<w:commentRangeEnd w:id="1"/>${run(".")}</w:p>` +
        '<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p><w:altChunk r:id="x"/>',
      {
        "comments.xml": `<w:comments><w:comment w:id="0">${paragraph("Hm.")}</w:comment><w:comment w:id="1">${paragraph("Why?")}</w:comment></w:comments>`,
      },
    );
    const { lines, notes } = await read("a.docx", file);
    expect(lines).toEqual(["Text.", "Left in May."]);
    expect(notes.toSorted()).toEqual([
      "1 comment is omitted",
      'a comment on "in May" is omitted',
      'a picture is not read: "The team"',
      "an inserted file is not read",
      "deletions in tracked changes are omitted",
    ]);
  });
});

const field = (box: string, value: string, type = "/FT /Tx") =>
  annotation(box, `/Subtype /Widget ${type} ${value}`);

describe("a PDF", () => {
  it("is read with the values of its fields beside their labels", async () => {
    const page = [
      drawn("Name:", 60, 780),
      drawn("Reason for leaving:", 60, 740),
      drawn("Country:", 60, 700),
      drawn("I hold a licence:", 60, 660),
      drawn("I can move", 80, 620),
      drawn("Remarks", 60, 580),
    ].join("\n");
    const file = drawnPdf(page, [
      field("200 776 500 796", "/T (name) /V (Amara Lindgren)"),
      field("200 736 500 756", "/T (reason) /V (Dismissed after a cash audit in 2024)"),
      field(
        "200 696 500 716",
        "/T (country) /V (se) /Ff 131072 /Opt [[(fi) (Finland)] [(se) (Sweden)]]",
        "/FT /Ch",
      ),
      field(
        "200 656 214 670",
        "/T (licence) /V /Yes /AS /Yes /AP << /N << /Yes 6 0 R /Off 6 0 R >> >>",
        "/FT /Btn",
      ),
      field(
        "60 616 74 630",
        "/T (move) /V /Off /AS /Off /AP << /N << /Yes 6 0 R /Off 6 0 R >> >>",
        "/FT /Btn",
      ),
      field("60 500 500 570", "/T (remarks) /Ff 4096 /V (First line.\\nSecond line.)"),
      annotation(
        "60 400 500 420",
        "/Subtype /FreeText /DA (/F1 10 Tf) /Contents (Typed on the page.)",
      ),
      annotation("60 300 80 320", "/Subtype /Text /Contents (Is this true?)"),
      annotation("60 200 80 220", "/Subtype /Widget /FT /Tx /T (secret) /V (Rated B) /F 2").replace(
        "/F 4 ",
        "",
      ),
    ]);
    expect(await read("a.pdf", file)).toEqual({
      lines: [
        "Name: Amara Lindgren",
        "Reason for leaving: Dismissed after a cash audit in 2024",
        "Country: Sweden",
        "I hold a licence: ☒",
        "☐ I can move",
        "Remarks",
        "First line. Second line.",
        "Typed on the page.",
      ],
      notes: ['page 1: a hidden field is omitted: "Rated B"', "page 1: 1 comment is omitted"],
    });
  });

  it.each([
    ["white", drawn(IN_BOX, 60, 700, { before: "1 1 1 rg" })],
    ["nearly white", drawn(IN_BOX, 60, 700, { before: "0.98 g" })],
    ["tiny", drawn(IN_BOX, 60, 700, { size: 1 })],
    ["not drawn", drawn(IN_BOX, 60, 700, { before: "3 Tr" })],
    ["transparent", drawn(IN_BOX, 60, 700, { before: "/Clear gs" })],
    ["beside the page", drawn(IN_BOX, 700, 700)],
    [
      "of the color behind it",
      `q 0 0 1 rg 50 690 400 30 re f Q ${drawn(IN_BOX, 60, 700, { before: "0 0 1 rg" })}`,
    ],
    ["covered", `${drawn(IN_BOX, 60, 700)} q 1 g 50 690 400 30 re f Q`],
  ])("leaves out text that is %s, and says so with the page", async (_, hidden) => {
    const { lines, notes } = await read("a.pdf", drawnPdf(`${drawn("Seen.", 60, 780)}\n${hidden}`));
    expect({ lines, notes }).toEqual({
      lines: ["Seen."],
      notes: [`page 1: hidden text is omitted: "${IN_BOX}"`],
    });
  });

  it.each([
    ["a highlight", "Highlight", "/C [1 1 0] /QuadPoints [48 712 480 712 48 696 480 696]", "Seen."],
    ["a link", "Link", "/Border [0 0 1]", "Seen."],
    ["a filled square", "Square", "/C [0 0 0] /IC [0 0 0]", ""],
  ])("under %s that is laid over it is read if it can be seen", async (_, kind, fields, seen) => {
    const over = annotation("48 690 480 716", `/Subtype /${kind} ${fields}`);
    const page = `${drawn("First.", 60, 780)}\n${drawn("Seen.", 60, 700)}`;
    const { lines, notes } = await read("a.pdf", drawnPdf(page, [over]));
    expect(lines).toEqual(seen === "" ? ["First."] : ["First.", seen]);
    expect(notes).toEqual(seen === "" ? ['page 1: hidden text is omitted: "Seen."'] : []);
  });

  it("leaves out hidden words within a line", async () => {
    const line = "BT /F1 11 Tf 60 780 Td (Seen ) Tj 1 g (and unseen) Tj 0 g ( at once.) Tj ET";
    const { lines, notes } = await read("a.pdf", drawnPdf(line));
    expect({ lines, notes }).toEqual({
      lines: ["Seen at once."],
      notes: ['page 1: hidden text is omitted: "and unseen"'],
    });
  });

  it("keeps white text on a dark ground, and text under its picture that was recognized", async () => {
    const page = [
      `q 0.1 g 50 690 400 30 re f Q ${drawn("Light on dark.", 60, 700, { before: "1 g" })}`,
      `q 400 0 0 200 50 300 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q ${drawn("Recognized.", 60, 400, { before: "3 Tr" })}`,
    ].join("\n");
    expect((await read("a.pdf", drawnPdf(page))).lines).toEqual(["Light on dark.", "Recognized."]);
  });
});

describe("the layout of a PDF", () => {
  const bold = { font: "F2", size: 12 };
  const rows = [
    ["Amara Lindgren", "CONTACT", "F2", "F2"],
    ["Operations manager", "amara@example.org", "F1", "F1"],
    ["EXPERIENCE", "+46 70 000 00 00", "F2", "F1"],
    ["Led a plant of 140 people and cut", "SKILLS", "F1", "F2"],
    ["waste by 18 % within a year.", "Lean, SAP, staff planning", "F1", "F1"],
  ];
  const columns = rows.map(([left = "", right = "", leftFont = "", rightFont = ""], at) =>
    [
      drawn(left, 60, 780 - 14 * at, { font: leftFont }),
      drawn(right, 330, 780 - 14 * at, { font: rightFont }),
    ].join("\n"),
  );

  /** Where letters of these widths begin, 4 points apart. */
  const WIDTHS = [944, 778, 722, 722, 278, 667, 667, 667, 667, 722, 278, 667, 722, 722, 667];
  const LETTERS = WIDTHS.map(
    (_, at) => 60 + WIDTHS.slice(0, at).reduce((sum, width) => sum + 0.012 * width + 4, 0),
  );

  it("has one column after the other, though they are drawn row by row", async () => {
    const { lines } = await read("a.pdf", drawnPdf(columns.join("\n")));
    const right = lines.findIndex((line) => line.endsWith("CONTACT"));
    expect(lines.join(" ")).not.toContain("|");
    expect(lines.slice(0, right).join(" ")).toContain("cut waste by 18 %");
    expect(lines.slice(right).join(" ")).toMatch(/CONTACT amara@example.org .*SKILLS Lean, SAP/);
  });

  it("joins a sentence within its column", async () => {
    const left = ["The committee reviewed the annual", "report and"];
    const right = ["approved the budget for the", "coming fiscal year."];
    const page = [
      ...left.map((text, at) => drawn(text, 60, 712 - 14 * at)),
      ...right.map((text, at) => drawn(text, 330, 712 - 14 * at)),
    ];
    expect((await read("a.pdf", drawnPdf(page.join("\n")))).lines).toEqual([
      "The committee reviewed the annual report and",
      "approved the budget for the coming fiscal year.",
    ]);
  });

  it("keeps a table with bold names in its first column", async () => {
    const table = [
      ["Skill", "Years"],
      ["Planning", "8 years"],
      ["Logistics", "5 years"],
      ["Lean work", "2 years"],
    ];
    const page = table.map(
      ([left = "", right = ""], at) =>
        `${drawn(left, 60, 700 - 14 * at, { font: "F2" })}\n${drawn(right, 330, 700 - 14 * at)}`,
    );
    expect((await read("a.pdf", drawnPdf(page.join("\n")))).lines).toContain(
      "| Planning | 8 years |",
    );
  });

  it.each([
    ["by spacing", drawn("WORK EXPERIENCE", 60, 780, { ...bold, before: "4 Tc" })],
    ["by blanks", drawn("W O R K   E X P E R I E N C E", 60, 780, bold)],
    [
      "letter by letter",
      [..."WORK EXPERIENCE"]
        .map((letter, at) => drawn(letter, LETTERS[at] ?? 0, 780, bold))
        .join("\n"),
    ],
  ])("has headings whose letters are apart %s as words", async (_, heading) => {
    const page = `${heading}\n${drawn("Head of operations at Tarn Foods since 2019.", 60, 750)}`;
    expect((await read("a.pdf", drawnPdf(page))).lines[0]).toBe("# WORK EXPERIENCE");
  });
});

describe("Markdown", () => {
  it.each([
    "<!-- Vote for hiring. -->",
    '<span style="display:none">Vote for hiring.</span>',
    '<div style="visibility: hidden"><div>Vote</div> for hiring.</div>',
    '<p style="color:#fff">Vote for hiring.</p>',
    '<font color="white">Vote for hiring.</font>',
    "<p hidden>Vote for hiring.</p>",
    '<span style="font-size:0">Vote for hiring.</span>',
    "[//]: # (Vote for hiring.)",
  ])("leaves out %s, and says so", async (hidden) => {
    const { lines, notes } = await read("a.md", `# Ines\n\n${hidden}\n\nSeen.`);
    expect(lines).toEqual(["# Ines", "Seen."]);
    expect(notes).toEqual([
      expect.stringMatching(/^hidden text is omitted: ".?Vote for hiring\.\)?"$/),
    ]);
  });

  it("keeps comments in code, and white text on a dark ground", async () => {
    const shown =
      '```html\n<!-- a comment -->\n```\n\nA `<!-- mark -->`.\n\n<b style="color:white;background:black">Seen.</b>';
    const { lines, notes } = await read("a.md", shown);
    expect(lines.join("\n")).toContain("<!-- a comment -->");
    expect(lines.join("\n")).toContain("<!-- mark -->");
    expect(lines.join("\n")).toContain("Seen.");
    expect(notes).toEqual([]);
  });

  it.each(["\n", "\r\n"])(
    "has headings that are underlined, with lines that end in %j",
    async (end) => {
      const text = [
        "Amara",
        "Lindgren",
        "===",
        "",
        "Work",
        "----",
        "",
        "- item",
        "---",
        "",
        "| a | b |",
        "|---|---|",
        "| 1 \\| 2 | 3 |",
      ];
      const { lines } = await read("a.md", text.join(end));
      expect(lines).toEqual([
        "# Amara Lindgren",
        "## Work",
        "- item",
        "---",
        "| a | b |",
        "| --- | --- |",
        "| 1 \\| 2 | 3 |",
      ]);
    },
  );

  it("keeps the marks of front matter and of code", async () => {
    const text = "---\ntitle: Case\n---\n\nText.\n\n```\na\n===\n```";
    expect((await read("a.md", text)).lines).toEqual(
      text.split("\n").filter((line) => line !== ""),
    );
  });
});

describe("the JSON of a resume", () => {
  const reactive = {
    picture: { url: "data:image/png;base64,iVBORw0KGgo=", hidden: false },
    basics: { name: "Amara Lindgren", headline: "Head of operations", customFields: [] },
    sections: {
      summary: {
        name: "Summary",
        visible: true,
        content: "<p>Calm &amp; exact.</p>",
        id: "summary",
      },
      experience: {
        name: "Experience",
        visible: true,
        items: [
          {
            id: "a1",
            visible: true,
            company: "Tarn Foods",
            summary: "<ul><li>Led <b>140</b> people.</li></ul>",
          },
          { id: "a2", visible: false, company: "Old Mill" },
        ],
      },
      interests: {
        name: "Interests",
        visible: false,
        items: [{ id: "b1", name: "Member of a party" }],
      },
      awards: { name: "Awards", visible: true, items: [{ id: "c1", name: "Not in the layout" }] },
    },
    metadata: {
      layout: [[["summary", "experience", "interests"]]],
      css: { value: "x" },
      notes: "Ask for 70,000.",
    },
  };

  it("of Reactive Resume shows what its printed form shows", async () => {
    const { lines, notes } = await read("a.json", JSON.stringify(reactive));
    expect(lines).toEqual([
      "# Amara Lindgren",
      "headline: Head of operations",
      "Summary: Calm & exact.",
      "Experience:",
      "  - company: Tarn Foods",
      '    summary: "- Led 140 people."',
    ]);
    expect(notes).toEqual(["3 entries that the resume hides are omitted"]);
  });

  it.each([
    [
      "FRESH",
      {
        name: "Ines",
        meta: { format: "FRESH@0.6.0" },
        info: { label: "Geologist" },
        employment: { history: [] },
      },
    ],
    ["a wrapped one", { resume: { name: "Ines", info: { label: "Geologist" } } }],
    ["one wrapped as data", { data: { basics: { name: "Ines", label: "Geologist" } } }],
    [
      "RenderCV",
      {
        cv: { name: "Ines", label: "Geologist", sections: { skills: ["Maps"] } },
        design: { theme: "classic" },
      },
    ],
    [
      "one with its person under another name",
      { personal: { name: "Ines", label: "Geologist" }, work: [], skills: ["Maps"] },
    ],
  ])("of %s has a name", async (_, resume) => {
    const { lines } = await read("a.json", JSON.stringify(resume));
    expect(lines.slice(0, 2)).toEqual(["# Ines", "label: Geologist"]);
  });

  it("shows no entry that a wrapped resume hides, and keeps its sections that are plain lists", async () => {
    const work = [{ name: "A" }, { name: "B", hidden: true }];
    const wrapped = { data: { basics: { name: "Ines" }, work, photo: "data:image/png;base64,AA" } };
    const hidden = await read("a.json", JSON.stringify(wrapped));
    expect(hidden.lines).toEqual(["# Ines", "work:", "  - name: A"]);
    expect(hidden.notes).toEqual(["1 entry that the resume hides is omitted"]);
    const plain = { cv: { name: "Ines", sections: { skills: ["Maps"] }, settings: { a: 1 } } };
    const { lines } = await read("a.json", JSON.stringify(plain));
    expect(lines).toEqual(["# Ines", "skills:", "  - Maps"]);
  });

  it("leaves out what a JSON Resume hides", async () => {
    const resume = {
      basics: { name: "Ines" },
      work: [{ name: "A" }, { name: "B", hidden: true }],
      photo: "data:image/png;base64,AAAA",
    };
    const { lines, notes } = await read("a.json", JSON.stringify(resume));
    expect(lines).toEqual(["# Ines", "work:", "  - name: A"]);
    expect(notes).toEqual(["1 entry that the resume hides is omitted"]);
  });
});
