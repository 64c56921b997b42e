import { type Citable, checkCitation, checkQuotations, type Sources } from "boardroom/extend";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { parseReference } from "../../src/scenario/documents/citations.ts";

const RESUME = {
  name: "resume.md",
  text: [
    "# Ines Halvarin",
    "",
    "- **h-index** of 24, three best‑paper awards",
    "- Cut inference cost by 3.5 % — “without losing a customer”",
    "- It wasn't easy",
    "",
    "",
    "Led eleven people",
    "for six years.",
  ].join("\n"),
};
const MEMO = { name: "memo.md", text: "Revenue rose to $2.4m in 2025, from 1.9 the year before." };
const DOCUMENTS = [RESUME, MEMO];

function only(documents: readonly Citable[]): Sources {
  return { documents, statements: () => [] };
}

function on(document: string, from: number, to = from) {
  return { document, from, to };
}

function found(ref: string, quote: string) {
  return checkCitation({ ref, quote }, DOCUMENTS).found;
}

test("a reference names a document and its lines", () => {
  expect(parseReference("resume.md#L12-L14")).toEqual({ name: "resume.md", from: 12, to: 14 });
  expect(parseReference(" résumé-2.md#L3 ")).toEqual({ name: "résumé-2.md", from: 3, to: 3 });
  for (const ref of [
    "",
    "resume.md",
    "resume.md#12",
    "resume.md#L1-14",
    "a b#L1",
    "#L1",
    "a#L1-L2-L3",
  ]) {
    expect(parseReference(ref)).toBeNull();
  }
});

test("a quote is exact in its lines, near within two of them, else absent", () => {
  const table: [ref: string, quote: string, found: string][] = [
    ["resume.md#L3", "h-index of 24", "exact"],
    ["resume.md#L3", "H-Index  of 24, three best-paper awards.", "exact"],
    ["resume.md#L4", "3.5 % - 'without losing a customer'", "exact"],
    ["resume.md#L5", "It wasn’t easy", "exact"],
    ["resume.md#L8-L9", "led eleven people for six years", "exact"],
    ["resume.md#L8", "led eleven people for six years", "near"],
    ["resume.md#L5", "h-index of 24", "near"],
    ["resume.md#L6", "h-index of 24", "absent"],
    ["resume.md#L3", "h-index of 42", "absent"],
    ["resume.md#L3", "h-index of 2", "absent"],
    ["resume.md#L4", "5 %", "absent"],
    ["memo.md#L1", "2.4m in 2025", "exact"],
    ["memo.md#L1", "h-index of 24", "absent"],
    ["other.md#L1", "h-index of 24", "absent"],
  ];
  for (const [ref, quote, expected] of table)
    expect([ref, quote, found(ref, quote)]).toEqual([ref, quote, expected]);
});

test("with no words or a single one a citation points at lines, and is checked for no more than that", () => {
  const table: [ref: string, quote: string, found: string][] = [
    ["resume.md#L9", "", "reference"],
    ["resume.md#L9", "years", "reference"],
    ["resume.md#L9", "months", "absent"],
    ["resume.md#L9", "six years", "exact"],
    ["resume.md#L10", "", "absent"],
    ["resume.md#L0", "", "absent"],
    ["resume.md#L4-L3", "", "absent"],
    ["resume.md#L9-L10", "", "absent"],
    ["nonsense", "", "absent"],
  ];
  for (const [ref, quote, expected] of table)
    expect([ref, quote, found(ref, quote)]).toEqual([ref, quote, expected]);
});

test("what is found is found at a place, which may be another than the one cited", () => {
  const at = (ref: string, quote: string) => checkCitation({ ref, quote }, DOCUMENTS).place;
  expect(at("resume.md#L3-L9", "Led eleven people for six years")).toEqual({
    document: "resume.md",
    from: 8,
    to: 9,
  });
  expect(at("resume.md#L5", "h-index of 24")).toEqual({ document: "resume.md", from: 3, to: 3 });
  expect(at("resume.md#L8-L9", "")).toEqual({ document: "resume.md", from: 8, to: 9 });
  expect(at("resume.md#L3", "h-index of 42")).toBeUndefined();
});

test("a quote of marks alone is no quote and is absent", () => {
  expect(found("resume.md#L3", "***")).toBe("absent");
});

test("quotations of five or more words are looked up in every document", () => {
  const content =
    'She has an "h-index of 24, three best-paper awards", and “revenue rose to $2.4m in 2025,” they say. ' +
    '«Led twelve people for six years» is made up; "too short" is not looked at, nor is 5" of rain.\n\n' +
    'A stray " mark\n\nharms no other paragraph: "led eleven people for six years".';
  expect(checkQuotations(content, only(DOCUMENTS))).toEqual([
    {
      ref: null,
      quote: "h-index of 24, three best-paper awards",
      found: "exact",
      place: on("resume.md", 3),
    },
    { ref: null, quote: "revenue rose to $2.4m in 2025,", found: "exact", place: on("memo.md", 1) },
    { ref: null, quote: "Led twelve people for six years", found: "absent" },
    {
      ref: null,
      quote: "led eleven people for six years",
      found: "exact",
      place: on("resume.md", 8, 9),
    },
  ]);
});

/** Whether each quotation in a text is found, in order. */
function marks(text: string, said: readonly string[] = []): readonly string[] {
  return checkQuotations(text, { documents: DOCUMENTS, statements: () => said }).map(
    ({ found }) => found,
  );
}

test.each([
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["« ", " »"],
  ["»", "«"],
  ["'", "'"],
  ["‘", "’"],
  ["‚", "‘"],
  ["‹", "›"],
  ["「", "」"],
  ["『", "』"],
  ["``", "''"],
])("%s and %s mark a quotation", (open, close) => {
  expect(marks(`She ${open}led eleven people for six years${close}.`)).toEqual(["exact"]);
  expect(marks(`${open}She led twelve people for six years${close} is made up.`)).toEqual([
    "absent",
  ]);
  expect(marks(`A ${open}strong lead${close} in all but name.`)).toEqual([]);
});

test("apostrophes mark nothing", () => {
  for (const text of [
    "It wasn't hers, and the others' work wasn't theirs, and that's the long and short of it.",
    "The engineers' first five years in all of the teams' books don't say so.",
    "'Tis the members' own choice; give 'em a year, as in the '90s when the firms' books were open.",
    "Rock 'n' roll isn’t the board’s business, nor is the chair’s.",
  ])
    expect([text, marks(text)]).toEqual([text, []]);
  expect(marks("It says 'it wasn't easy, led eleven people' there.")).toEqual(["absent"]);
  expect(marks("It says 'without losing a customer - it wasn't easy' there.")).toEqual(["exact"]);
});

test("a Markdown block quote is a quotation, without the line that says whose it is", () => {
  expect(
    marks("As it stands:\n> Led eleven people\n> for six years.\n> — the résumé\n\nQuite so."),
  ).toEqual(["exact"]);
  expect(marks("> Led twelve people for six years.")).toEqual(["absent"]);
  expect(marks("5 > 4 and 3 > 2, as everybody knows here")).toEqual([]);
});

test("two words are enough if a line is named as saying them", () => {
  const table: [text: string, found: readonly string[]][] = [
    ["Line 8 says that she was never in charge of anybody.", []],
    ['Line 8 says "led eleven".', ["exact"]],
    ['Line 8 says "led twelve".', ["absent"]],
    ['Line 8 is a "strong lead".', []],
  ];
  for (const [text, expected] of table) expect([text, marks(text)]).toEqual([text, expected]);
});

test("an ellipsis or brackets leave parts that must stand in their order", () => {
  const table: [quote: string, found: string][] = [
    ["h-index of 24 … best-paper awards", "exact"],
    ["h-index of 24 ... best-paper awards", "exact"],
    ["an [h-index] of 24, three best-paper awards", "absent"],
    ["Cut [the] inference cost by 3.5 % [...] without losing a customer", "exact"],
    ["[c]ut inference cost by 3.5 %", "exact"],
    ["Led [some] eleven people for six years", "exact"],
    ["Led [thirteen] people for six years", "near"],
    ["Led [...] people for six years", "exact"],
    ["best-paper awards … h-index of 24", "absent"],
    ["h-index of 24 … Nobel prize awards", "absent"],
    ["of … a … the … for … of", "absent"],
  ];
  for (const [quote, expected] of table)
    expect([quote, marks(`It says "${quote}".`)]).toEqual([quote, [expected]]);
  expect(found("resume.md#L3", "h-index of 24 [...] awards")).toBe("exact");
  expect(found("resume.md#L3", "h-index of 24 [and many] awards")).toBe("near");
  expect(found("resume.md#L3", "awards [...] h-index of 24")).toBe("absent");
});

test("a colleague's own words are no document's, and are left out; what a colleague quoted is nobody's word", () => {
  const statements = () => [
    'I would hire her at once, whatever it costs us. The memo says "she was promised twice the salary".',
  ];
  const check = (quote: string) =>
    checkQuotations(`You said "${quote}".`, { documents: DOCUMENTS, statements });
  expect(check("hire her at once, whatever it costs")).toEqual([]);
  expect(check("she was promised twice the salary")).toMatchObject([{ found: "absent" }]);
  expect(check("whatever it costs us. The memo says she was promised")).toMatchObject([
    { found: "absent" },
  ]);
  expect(check("led eleven people for six years")).toMatchObject([{ found: "exact" }]);
});

test("what was said is looked through only where a quotation is in no document, and then once", () => {
  const statements = vi.fn(() => ["I would hire her at once, whatever it costs us."]);
  const look = (content: string) => checkQuotations(content, { documents: DOCUMENTS, statements });
  look('She "led eleven people for six years" and that is all.');
  expect(statements).not.toHaveBeenCalled();
  look('"nobody has ever said these words" and "nor has anybody said those ones either"');
  expect(statements).toHaveBeenCalledTimes(1);
});

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const lines = fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), {
  minLength: 1,
  maxLength: 12,
});

test("whatever stands in a document is found where it stands", () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat(), (all, a, b) => {
      const [from, to] = [a % all.length, b % all.length].sort((x, y) => x - y) as [number, number];
      const document = { name: "d.md", text: all.map((each) => each.join(" ")).join("\n") };
      const quote = all
        .slice(from, to + 1)
        .flat()
        .join("  ")
        .toUpperCase();
      const ref = `d.md#L${from + 1}-L${to + 1}`;
      const { length } = all.slice(from, to + 1).flat();
      expect(checkCitation({ ref, quote }, [document]).found).toBe(
        length === 1 ? "reference" : "exact",
      );
      expect(checkQuotations(`“${quote}”`, only([document]))).toMatchObject(
        length >= 5 ? [{ ref: null, quote, found: "exact" }] : [],
      );
    }),
  );
});

test("a quote with a word that no document has is always absent", () => {
  fc.assert(
    fc.property(lines, fc.array(word, { minLength: 4 }), fc.nat(), (all, words, at) => {
      const document = { name: "d.md", text: all.map((each) => each.join(" ")).join("\n") };
      const quote = words.toSpliced(at % words.length, 0, "999").join(" ");
      expect(checkCitation({ ref: `d.md#L1-L${all.length}`, quote }, [document]).found).toBe(
        "absent",
      );
      expect(checkQuotations(`"${quote}"`, only([document]))).toEqual([
        { ref: null, quote, found: "absent" },
      ]);
    }),
  );
});

test("hostile texts are answered, and no more quotations are checked than the cap", () => {
  const document = { name: "d.md", text: "a ".repeat(200_000) };
  const content = `${'"'.repeat(50_000)} ${"«".repeat(50_000)} ${`"${"a ".repeat(500)}b" `.repeat(100)}`;
  expect(checkQuotations(content, only([document]))).toHaveLength(64);
  expect(
    checkCitation({ ref: "d.md#L1", quote: `${"a ".repeat(100_000)}b` }, [document]).found,
  ).toBe("absent");
});

test("a quote is found exactly where its words stand in a row, however they repeat", () => {
  const few = fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(few, few, (text, quote) => {
      const document = { name: "d.md", text: text.join(" ") };
      const stands = ` ${text.join(" ")} `.includes(` ${quote.join(" ")} `);
      const { found } = checkCitation({ ref: "d.md#L1", quote: quote.join(" ") }, [document]);
      expect(found).toBe(stands ? (quote.length === 1 ? "reference" : "exact") : "absent");
    }),
  );
});

test("five words make a quotation, where no line is named, and 64 of them are looked at", () => {
  expect(marks('She "led twelve people for" a while.')).toEqual([]);
  expect(marks('She "led twelve people for six" a while.')).toEqual(["absent"]);
  expect(marks('"led twelve people for six" '.repeat(70).replaceAll('" "', '"\n\n"'))).toHaveLength(
    64,
  );
});

const UNSPACED: readonly [text: string, true: readonly string[], invented: string][] = [
  [
    "负责一百四十人的工厂，废料减少了百分之十八。",
    ["一百四十人的工厂", "废料减少了百分之十八"],
    "因贪污公款被解雇并被起诉",
  ],
  [
    "二十八床の病棟を担当し、カルテの電子化を進めました。",
    ["病棟を担当", "カルテの電子化を進め"],
    "病棟の会計を不正に処理しました",
  ],
  [
    "ดูแลโรงงานที่มีพนักงานหนึ่งร้อยสี่สิบคน และลดของเสีย",
    ["โรงงานที่มีพนักงาน", "ลดของเสีย"],
    "ถูกไล่ออกเพราะทุจริตในปีนั้น",
  ],
  [
    "직원 백사십 명의 공장을 맡아 폐기물을 줄였습니다.",
    ["백사십 명의 공장", "폐기물을 줄였"],
    "직원 백사십 명을 모두 해고했습니다",
  ],
  ["ເປັນຜູ້ຈັດການໂຮງງານມາແປດປີ", ["ຜູ້ຈັດການໂຮງງານ"], "ຖືກໄລ່ອອກຍ້ອນສໍ້ລາດບັງຫຼວງ"],
  ["ខ្ញុំបានគ្រប់គ្រងរោងចក្រអស់រយៈពេលប្រាំបីឆ្នាំ", ["គ្រប់គ្រងរោងចក្រ"], "ត្រូវបានបណ្តេញចេញដោយសារអំពើពុករលួយ"],
  ["စက်ရုံကို ရှစ်နှစ်ကြာ စီမံခန့်ခွဲခဲ့သည်", ["ရှစ်နှစ်ကြာ စီမံခန့်ခွဲ"], "အကျင့်ပျက်မှုကြောင့် အလုပ်ထုတ်ခံရသည်"],
];

test.each(UNSPACED)(
  "words without spaces are found in %s, and invented ones are not",
  (text, real, invented) => {
    const documents = [{ name: "cv.md", text }];
    for (const quote of real)
      expect(checkCitation({ ref: "cv.md#L1", quote }, documents).found, quote).toBe("exact");
    expect(checkCitation({ ref: "cv.md#L1", quote: invented }, documents).found).toBe("absent");
    for (const said of [
      `写道“${invented}”的`,
      `「${invented}」`,
      `『${invented}』と`,
      `＂${invented}＂`,
      `﹁${invented}﹂`,
    ])
      expect(checkQuotations(said, only(documents)), said).toMatchObject([{ found: "absent" }]);
    expect(checkQuotations(`“${text}”`, only(documents))).toMatchObject([{ found: "exact" }]);
  },
);

test("a quotation has the words of its document, whatever escapes and markup either has", () => {
  const table: [text: string, quote: string][] = [
    ["R&D budget of 4 < 5 million", "R&amp;D budget of 4 &lt; 5 million"],
    ["R&amp;D budget, approved &#8212; late", "R&D budget, approved late"],
    ['The caf\u00e9 closes at "six"', 'The caf\\u00e9 closes at \\"six\\"'],
    ["first line of the code\tand more", "first line of the code\\tand more"],
    [
      "See the [yearly report](https://example.com/r?id=1) for its costs",
      "the yearly report for its costs",
    ],
    ["an over\u00adsight of the com\u200bmittee", "an oversight of the committee"],
    ["ＡＢＣ１２３ and the ﬁrst eﬀort", "ABC123 and the first effort"],
    ["if (total > limit && !isOpen) { return null; }", "`if (total > limit &amp;&amp; !isOpen)`"],
    ["| 1 \\| 2 | three cells |", "1 | 2 | three cells"],
  ];
  for (const [text, quote] of table)
    expect(checkCitation({ ref: "a.md#L1", quote }, [{ name: "a.md", text }]).found, quote).toBe(
      "exact",
    );
  const other = checkCitation({ ref: "a.md#L1", quote: "if (total < limit" }, [
    { name: "a.md", text: "if (total > limit" },
  ]);
  expect(other.found).toBe("absent");
});

test("a closing mark opens a quotation in languages that write it twice, and no other one", () => {
  expect(
    checkQuotations("Hon skrev ”vi stängde fabriken i mars” dit.", only(DOCUMENTS)),
  ).toHaveLength(1);
  expect(checkQuotations("It ends so.” He left it to the “board", only(DOCUMENTS))).toEqual([]);
});
