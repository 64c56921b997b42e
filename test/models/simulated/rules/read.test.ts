import { readFileSync } from "node:fs";
import type { Criterion } from "boardroom";
import { readByRules } from "boardroom/extend";
import { exampleScenario } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { pointKey } from "../../../../src/models/simulated/point-key.ts";
import { heldAgainst } from "../../../../src/models/simulated/rules/requirements.ts";
import { casebookSchema } from "../../../../src/scenario/schema/casebook.ts";

const document = (name: string, text: string, subject = true) => ({
  ...exampleScenario({ documents: { [name]: text } }).documents[0]!,
  subject,
});

const CRITERIA: readonly Criterion[] = [
  { id: "craft", name: "Craft", keywords: ["weld", "joint", "drawing", "certificate"] },
  { id: "people", name: "People", keywords: ["team", "apprentice", "complaint"] },
];

const CV = `# Odile Brannigan-Tse

Welder
odile@weldpost.example | 0700 900 555

## Experience

### Foreman, Ostrava Tanks, 2014 to 2022

Ostrava Tanks is an award-winning maker of pressure vessels.

- Led a team of 14 welders
- Rework on joints fell from 9 to 2 per cent
- She was praised by the inspector; her drawings were wrong twice
- Complaints of her team rose, but nobody left
- Hopes to found a school

## Education

- Welding certificate, passed with distinction, 2013
`;

describe("an excerpt of a document", () => {
  it("is read by its own lines, whatever was read of the whole before", () => {
    const whole = document("cv.md", CV);
    const excerpt = { ...whole, text: CV.split("\n").slice(0, 11).join("\n") };
    const points = (each: typeof whole) =>
      readByRules({ documents: [each], criteria: CRITERIA }).casebook.points.length;
    expect(points(whole)).toBeGreaterThan(points(excerpt));
  });
});

describe("a document read by rules", () => {
  const { casebook, statements } = readByRules({ documents: [document("cv.md", CV)], criteria: CRITERIA });

  it("is a casebook by its schema", () => {
    expect(casebookSchema.safeParse(casebook).error).toBeUndefined();
  });

  it("quotes word for word, where it says", () => {
    expect(casebook.points.length).toBeGreaterThanOrEqual(5);
    for (const { ref, quote } of casebook.points)
      expect(CV.split("\n")[Number(/#L(\d+)/.exec(ref)?.[1]) - 1], ref).toContain(quote);
  });

  it("says what it read in the third person, without the name", () => {
    const says = casebook.points.map((point) => point.says);
    expect(says).toContain("the candidate led a team of 14 welders");
    expect(says).toContain("rework on joints fell from 9 to 2 per cent");
    expect(says).toContain("the candidate was praised by the inspector");
    expect(says.join(" ")).not.toMatch(/Odile|Brannigan|\bshe\b|\bher\b/i);
  });

  it("takes no evidence from names, contact lines, headings and what an employer says of itself", () => {
    const read = statements.map(({ text }) => text).join("\n");
    expect(read).not.toMatch(/Odile|weldpost|0700|award-winning|Foreman/);
  });

  it("tells why a statement became no point", () => {
    const why = new Map(statements.map((each) => [each.text, each.why]));
    expect(why.get("Complaints of her team rose, but nobody left")).toMatch(/contrast/);
    expect(why.get("Hopes to found a school")).toMatch(/plan/);
  });

  it("lays a point to its criterion by inflected keywords", () => {
    const bears = (start: string) => casebook.points.find(({ says }) => says.startsWith(start))?.bears;
    expect(bears("rework")).toHaveProperty("craft");
    expect(bears("the candidate led")).toHaveProperty("people");
  });

  it("counts what could be weighed, without plans", () => {
    expect(casebook.read).toMatchObject({ by: "rules", weighed: casebook.points.length });
    expect(casebook.read!.statements).toBe(statements.filter(({ weighable }) => weighable).length);
  });

  it("bears on the whole case where there are no criteria", () => {
    const { casebook } = readByRules({ documents: [document("cv.md", CV)], criteria: [] });
    expect(new Set(casebook.points.flatMap(({ bears }) => Object.keys(bears)))).toEqual(new Set(["case"]));
  });

  it("sets points against each other that speak of one matter", () => {
    const text = "# Report\n\nWaste in the plant fell by a third. Waste in the yard doubled.";
    const { casebook } = readByRules({ documents: [document("r.md", text)], criteria: [] });
    const [first, second] = casebook.points;
    expect(first!.against).toEqual([second!.id]);
    expect(second!.against).toEqual([first!.id]);
  });
});

describe("formats", () => {
  it("reads text without marks, with history in columns", () => {
    const text = `MARTA KOWALCZYK-DRAPER
marta@postbox.example

WORK HISTORY

2015 - 2019   Ward sister, Royal Infirmary
              Falls on the ward were halved.
2011 - 2015   Staff nurse, Saint Bride's
              Missed two yearly reviews.

EDUCATION

2011          Diploma in nursing, with distinction
`;
    const { casebook } = readByRules({ documents: [document("cv.txt", text)], criteria: [] });
    const signs = casebook.points.map(({ quote, bears }) => [quote, Math.sign(bears.case!)]);
    expect(signs).toEqual([
      ["Falls on the ward were halved.", 1],
      ["Missed two yearly reviews.", -1],
      ["Diploma in nursing, with distinction", 1],
    ]);
  });

  it("reads the rows of tables, and no column heads", () => {
    const text = `# Report

| Measure | 2021 | 2022 | 2023 |
| --- | ---: | ---: | ---: |
| Revenue | 410 | 450 | 520 |
| Complaints | 9 | 14 | 30 |
| Visitors to the east hall | 90 | 70 | 110 |

Measure        Target    Actual
Sickness       4         7
Pass rate      80        91
`;
    const { casebook, statements } = readByRules({ documents: [document("r.md", text)], criteria: [] });
    expect(casebook.points.map(({ quote, bears }) => [quote.split(" | ")[0], Math.sign(bears.case!)])).toEqual([
      ["Revenue", 1],
      ["Complaints", -1],
      ["Sickness", -1],
      ["Pass rate", 1],
    ]);
    expect(statements.map(({ text: row }) => row).join()).not.toMatch(/Measure/);
  });
});

describe("a requirement held against what it does not speak of", () => {
  const metBy = (wanted: string, lines: readonly { text: string; sign: -1 | 0 | 1 }[]) =>
    heldAgainst(
      { id: "wanted", text: wanted, ref: "job.md#L1", must: true, met: "open" },
      lines.map((line) => ({ ...line, severe: false, point: null })),
    ).met;
  const TEAM = "Three years of managing a team of six or more";

  it.each([
    [TEAM, [{ text: "No formal degree in business management", sign: -1 }]],
    [TEAM, [{ text: "Manages without a team budget", sign: -1 }]],
    [
      "Recurring revenue of EUR 1.5 to 6 million that at least doubled within a year",
      [{ text: "Recurring revenue rose from GBP 4.1 to 6.9 million in two years", sign: 1 }],
    ],
  ] as const)("leaves open: %s", (wanted, lines) => expect(metBy(wanted, lines)).toBe("open"));

  it("is not missing for want of something else", () => {
    expect(metBy(TEAM, [{ text: "No formal degree in business management", sign: -1 }])).toBe("open");
    expect(metBy("A forklift licence", [{ text: "Without a forklift licence", sign: -1 }])).toBe("no");
    expect(
      metBy("A forklift licence", [
        { text: "Without a forklift licence", sign: -1 },
        { text: "Forklift licence renewed in 2020", sign: 1 },
      ]),
    ).not.toBe("no");
  });
});

describe("requirements", () => {
  const POST = `# Job description: crane operator

## The role

Moves beams on two sites.

## Essential

- At least five years of experience as a crane operator
- Current crane licence
- A team of at least ten people led

## What we would like to see: desirable

- Forklift certificate
`;
  const read = (cv: string) =>
    readByRules({ documents: [document("job.md", POST, false), document("cv.md", cv)], criteria: [] }).casebook;

  it("are known from headings in common use, and musts from wishes", () => {
    const { requirements } = read("# Cv\n\nLed a team of four.");
    expect(requirements.map(({ text, must }) => [text, must])).toEqual([
      ["At least five years of experience as a crane operator", true],
      ["Current crane licence", true],
      ["A team of at least ten people led", true],
      ["Forklift certificate", false],
    ]);
    expect(requirements[0]!.ref).toBe("job.md#L9");
  });

  it("are open where nothing speaks to them", () => {
    const met = read("# Cv\n\n## Experience\n\nLed the choir.").requirements.map((each) => each.met);
    expect(met).toEqual(["open", "open", "open", "open"]);
  });

  it("are met by figures and by what is named", () => {
    const cv = `# Cv\n\n## Experience\n\n- Eight years of experience as a crane operator\n- Crane licence, valid to 2029\n- Led a team of twelve people`;
    expect(read(cv).requirements.map((each) => each.met)).toEqual(["yes", "yes", "yes", "open"]);
  });

  it("are unmet where the document shows it", () => {
    const cv = `# Cv\n\n## Experience\n\n- Crane licence revoked in 2022 after a collision\n- No forklift certificate`;
    const { requirements, points } = read(cv);
    expect(requirements.map((each) => each.met)).toEqual(["open", "no", "open", "no"]);
    expect(points.find(({ id }) => id === requirements[1]!.by)?.severe).toBe(true);
  });

  it.each([
    "Required",
    "Requirements",
    "Must have",
    "Must-haves",
    "You have",
    "You will have",
    "What we need",
    "What you bring",
    "Qualifications",
    "Minimum requirements",
    "Desirable",
    "Nice to have",
    "Bonus",
    "Preferred",
    "Person specification",
  ])("are known under %s", (heading) => {
    const job = document("job.md", `# Vacancy\n\n## ${heading}\n\n- A clean driving record`, false);
    const { casebook } = readByRules({
      documents: [job, document("cv.md", "# Cv\n\nLed a team.")],
      criteria: [],
    });
    expect(casebook.requirements.map(({ text }) => text)).toEqual(["A clean driving record"]);
  });

  it("are no merits of whom they are asked of", () => {
    const { points } = read("# Cv\n\nNothing to see.");
    expect(points.filter(({ ref }) => ref.startsWith("job.md"))).toEqual([]);
  });
});

describe("languages", () => {
  const SAMPLES = {
    German:
      "Die Zahl der Unfälle ist in den letzten drei Jahren deutlich gesunken, und das Lager wurde mit einem neuen System ausgestattet.",
    French:
      "Le nombre de plaintes est en baisse depuis trois ans, et les clients sont satisfaits de la qualité du service dans les deux agences.",
    Spanish:
      "El número de quejas ha bajado desde hace tres años y los clientes están contentos con la calidad del servicio en las dos oficinas.",
    Italian:
      "Il numero dei reclami è diminuito negli ultimi tre anni e i clienti sono contenti della qualità del servizio nelle due sedi.",
    Dutch:
      "Het aantal klachten is in de laatste drie jaar gedaald en de klanten zijn tevreden over de kwaliteit van het werk op beide vestigingen.",
    Portuguese:
      "O número de queixas caiu nos últimos três anos e os clientes estão contentes com a qualidade do serviço nas duas lojas da empresa.",
    Polish:
      "Liczba skarg spadła w ciągu ostatnich trzech lat i klienci są zadowoleni z jakości pracy w obu oddziałach, co nie jest łatwe do osiągnięcia.",
    "a language that the rules do not read":
      "Количество жалоб снизилось за последние три года, и клиенты довольны качеством работы в обоих отделениях.",
  };

  it.each(Object.entries(SAMPLES))("nothing is read of %s, and it is named", (name, text) => {
    const { casebook, statements, language } = readByRules({
      documents: [document("x.md", text)],
      criteria: [],
    });
    expect(language).toBe(name);
    expect(casebook).toMatchObject({ points: [], read: { language: name } });
    expect(statements).toEqual([]);
  });

  it("English is read", () => {
    expect(readByRules({ documents: [document("cv.md", CV)], criteria: [] }).language).toBeNull();
  });
});

describe("files that differ in a name", () => {
  const swapped = CV.replaceAll("Odile", "Ahmed")
    .replaceAll("Brannigan-Tse", "Said")
    .replaceAll("odile", "ahmed")
    .replaceAll("She ", "He ")
    .replaceAll(" her ", " his ");
  const of = (text: string) => readByRules({ documents: [document("cv.md", text)], criteria: CRITERIA });

  it("have equal points but for the quote, and equal keys", () => {
    const [one, other] = [of(CV), of(swapped)];
    const bare = ({ casebook }: ReturnType<typeof of>) => casebook.points.map(({ quote: _, ...rest }) => rest);
    expect(bare(other)).toEqual(bare(one));
    expect(other.casebook.points.map(pointKey)).toEqual(one.casebook.points.map(pointKey));
    expect(other.statements.length).toBe(one.statements.length);
  });

  it.each(["physiotherapist", "quality-engineer", "site-manager"])("hold for the pair of %ss", (stem) => {
    const [one, other] = ["a", "b"].map((which) =>
      of(readFileSync(new URL(`../../../content/reading/twins/${stem}-${which}.md`, import.meta.url), "utf8")),
    );
    const bears = (reading: ReturnType<typeof of>) => reading.casebook.points.map((point) => point.bears);
    expect(bears(other!)).toEqual(bears(one!));
    expect(other!.casebook.points.map(pointKey)).toEqual(one!.casebook.points.map(pointKey));
  });

  it("have keys without numbering, titles, pronouns and case", () => {
    const key = (quote: string) => pointKey({ bears: { craft: 1 }, quote });
    expect(key("- Maria Keller led the yard.")).toBe(key("Dr. Ahmed Said led the yard"));
    expect(key("2. She led his crew")).toBe(key("He led her crew"));
    expect(key("Led the yard")).not.toBe(key("Closed the yard"));
    expect(pointKey({ bears: { craft: 1 }, quote: "Led" })).not.toBe(
      pointKey({ bears: { people: 1 }, quote: "Led" }),
    );
  });
});

describe("a history that is told without headings", () => {
  const CONDUCT: readonly Criterion[] = [...CRITERIA, { id: "conduct", name: "Conduct", keywords: ["fraud"] }];
  const told = [
    "Boiler work since I left school. 2009 to 2014 with Harl & Sons, 2014 to 2020 on my own account.",
    "",
    "I fitted boilers for 90 customers. Repeat revenue doubled in my second year.",
    "In 2019 a scaffold collapsed that I had signed off.",
    "I was dismissed for falsifying two supplier invoices.",
    "My team of apprentices won two prizes, and complaints about me fell by half.",
    "Struck off the gas register in 2021.",
  ].join("\n");
  const {
    casebook: { points },
  } = readByRules({ documents: [document("fitter.txt", told)], criteria: CONDUCT });
  const says = points.map((point) => point.says);

  it("is of a candidate, and of no company", () => {
    expect(says).toContain("the candidate was struck off the gas register in 2021");
    expect(says.join(" ")).not.toMatch(/the company|the file/);
  });

  it("is said by nobody as their own", () => {
    expect(says.length).toBeGreaterThan(2);
    for (const each of says) expect(each).not.toMatch(/\b(?:I|me|my|we|our)\b/i);
  });
});

it("knows a history by headings that have only headings under them", () => {
  const text =
    "# Experience\n\n## Harl Tanks\n\n- Led a team of 14 welders\n\n# Education\n\n## College\n\n- Passed";
  const {
    casebook: { points },
  } = readByRules({ documents: [document("x.md", text)], criteria: CRITERIA });
  expect(points.map(({ says }) => says)).toContain("the candidate led a team of 14 welders");
});

it("gives a clause its subject where an adverb stands before its verb", () => {
  const text =
    "# Experience\n\n## Harl Tanks\n\n- Never missed a deadline in six years\n- Twice warned for misconduct towards apprentices\n- Since failed the certificate\n\n# Education\n\n## College\n\n- Passed";
  const {
    casebook: { points },
  } = readByRules({ documents: [document("x.md", text)], criteria: CRITERIA });
  const says = points.map((point) => point.says);
  expect(says).toContain("the candidate never missed a deadline in six years");
  expect(says).toContain("the candidate was twice warned for misconduct towards apprentices");
  expect(says).toContain("the candidate since failed the certificate");
});

it("counts what fails today for the change that a document proposes, and only there", () => {
  const told = (title: string) =>
    `# ${title}\n\n## Current situation\n\n- The vans broke down 31 times last year\n- Customers praised the drivers\n\n## Trial\n\n- Two vans broke down on the hill`;
  const signsIn = (title: string) => {
    const { casebook } = readByRules({
      documents: [document("vans.md", told(title))],
      criteria: [{ id: "fleet", name: "Fleet", keywords: ["van", "driver"] }],
    });
    return casebook.points.map(({ ref, bears }) => [ref, Math.sign(bears.fleet ?? 0)]);
  };
  expect(signsIn("Business case: replacing the vans")).toEqual([
    ["vans.md#L5", 1],
    ["vans.md#L6", -1],
    ["vans.md#L10", -1],
  ]);
  expect(signsIn("Report on the vans")).toEqual([
    ["vans.md#L5", -1],
    ["vans.md#L6", 1],
    ["vans.md#L10", -1],
  ]);
});

it.each([
  ["Three leaks came in during the trial, against 41 in the year before", 1],
  ["Nine leaks came in during the trial, against two before", -1],
])("sets a figure beside the one it is compared with: %s", (text, sign) => {
  const { casebook } = readByRules({
    documents: [document("x.md", `# Report\n\n## Trial\n\n- ${text}`)],
    criteria: [{ id: "tight", name: "Tight", keywords: ["leak"] }],
  });
  expect(casebook.points.map(({ bears }) => Math.sign(bears.tight ?? 0))).toEqual([sign]);
});

it("says what has no verb as what an entry says, and never splits a fact from what takes it back", () => {
  const text =
    "# Experience\n\n## Harl Tanks\n\n- Two prizes for weld quality\n- Passed the first certificate; not completed\n\n# Education\n\n## College\n\n- Passed";
  const { casebook, statements } = readByRules({ documents: [document("x.md", text)], criteria: CRITERIA });
  expect(casebook.points.map(({ says }) => says)).toContain("the entry says two prizes for weld quality");
  expect(statements.map((each) => each.text)).toContain("Passed the first certificate; not completed");
});

it("takes the title of a proposal for no heading of plans", () => {
  const text = "# Proposal: a second boat\n\n- The harbour office approved the berth";
  const { casebook } = readByRules({
    documents: [document("boat.md", text)],
    criteria: [{ id: "law", name: "Law", keywords: ["berth", "office"] }],
  });
  expect(casebook.points.map(({ bears }) => bears)).toEqual([{ law: expect.closeTo(0.45, 1) }]);
});

it("leaves a name its capital where a clause begins with it", () => {
  const text = "# Offers\n\n- Pell was late in nine weeks\n- Customers praised Pell";
  const { casebook } = readByRules({
    documents: [document("x.md", text)],
    criteria: [{ id: "dates", name: "Dates", keywords: ["late", "week", "customer"] }],
  });
  expect(casebook.points.map(({ says }) => says)).toEqual([
    "Pell was late in nine weeks",
    "customers praised Pell",
  ]);
});

it("takes a document that says how something stands for no proposal of it", () => {
  const points = (title: string) =>
    readByRules({
      documents: [document("paper.md", `# ${title}\n\n- The weld audit was failed in May.\n`)],
      criteria: CRITERIA,
    }).casebook.points.map(({ bears }) => Math.sign(Object.values(bears)[0] ?? 0));
  expect(points("Launch readiness: tank line")).toEqual([-1]);
  // Before anything is proposed, what is bad is so today.
  expect(points("Launch the tank line")).toEqual([1]);
});
