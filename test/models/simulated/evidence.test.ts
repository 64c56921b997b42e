import { describe, expect, it } from "vitest";
import { firstReading, hearFact, scoreOf, type Temper } from "../../../src/models/simulated/beliefs.ts";
import { optionFor } from "../../../src/models/simulated/ladder.ts";
import { casebookOf } from "../../../src/models/simulated/reading/casebook.ts";
import { kindOf } from "../../../src/models/simulated/reading/kind.ts";
import { polarityOf } from "../../../src/models/simulated/reading/polarity.ts";
import { countWords, excerptOf } from "../../../src/models/simulated/reading/quote.ts";
import { sumOf } from "../../../src/models/simulated/reading/sums.ts";
import { documentBlock } from "../../../src/perspective/layers.ts";
import { casebookSchema } from "../../../src/scenario/casebook.ts";
import { readScenario } from "./harness.ts";

const hiring = readScenario("hiring");
const shared = hiring.documents.map(documentBlock).join("\n\n");
const book = casebookOf(shared, hiring);

describe("reading documents", () => {
  it("quotes three to fourteen words of the very line it names", () => {
    const lines = hiring.documents[0]!.text.split("\n");
    for (const { line, quote } of book.facts) {
      expect(lines[line - 1]).toContain(quote);
      expect(countWords(quote)).toBeGreaterThanOrEqual(3);
      expect(countWords(quote)).toBeLessThanOrEqual(14);
    }
    expect(book.facts.length).toBeGreaterThan(40);
  });

  it("sets what the other document asks for against what the subject shows", () => {
    const [asked] = book.asked.flat();
    expect(asked!.ref).toMatch(/^job-description\.md#L\d+$/);
    for (const { line, quote } of book.asked.flat())
      expect(hiring.documents[1]!.text.split("\n")[line - 1]).toContain(quote);
    expect(book.facts.every(({ isSubject }) => isSubject)).toBe(true);
  });

  it.each([
    ["Won three best-paper awards", 1],
    ["Lost two of 43 enterprise customers in 2025", -1],
    ["Reduced the accuracy gap between groups from 6.4 to 1.9 points", 1],
    ["The pilot failed its target", -1],
    ["No evidence of measured results", -1],
    ["Revenue grew from 2 to 4 million", 1],
    ["Sales cycles grew longer", -1],
    ["The budget has 40,000 euros left", 0],
    ["Sick leave fell by a third", 1],
    ["Complaints fell from 14 to 9", 1],
    ["The error rate has dropped again", 1],
    ["Sick leave rose from 6 to 11 days a person", -1],
    ["Costs rose in every quarter", -1],
    ["An increase in customer churn", -1],
    ["Revenue fell by a third", -1],
    ["Net retention declined to 94 %", -1],
    ["Ignored a data-protection complaint for four months", -1],
  ])("hears in %j which way it points", (text, sign) => {
    expect(Math.sign(polarityOf(text))).toBe(sign);
  });

  it("takes listed evidence over what it reads, and only where the line still speaks of it", () => {
    const fact = book.facts[0]!;
    const saying = (says: string) =>
      casebookSchema.parse({
        points: [{ id: "listed", ref: fact.ref, quote: fact.quote, says, bears: { ethics: -0.9 } }],
      });
    const listed = casebookOf(shared, { ...hiring, casebook: saying(fact.text) });
    expect(listed.facts[0]).toMatchObject({ polarity: -0.9, claim: fact.text });
    const stray = saying("xylophones abound");
    expect(casebookOf(shared, { ...hiring, casebook: stray }).facts[0]).toMatchObject({ claim: null });
  });

  it("takes headings for criteria where the scenario has none", () => {
    const { yardsticks } = casebookOf(shared, { ...hiring, criteria: [] });
    expect(yardsticks.map(({ name }) => name)).toContain("leadership and mentoring");
  });

  it.each([
    ["The CEO and the head of engineering disagree openly about whether to build an own factory.", /whether$/],
    [
      "Two founders hold doctorates in fluid mechanics; the third, Pia Stallard, led procurement at a wind company for a decade.",
      /third|Stallard/,
    ],
    ["Reduced inpatient falls from 6.2 to 3.1 per 1,000 bed days between 2021 and 2024.", /between 2021$/],
    [
      "The team's engagement survey rose from 3.4 in 2023, below the company mean of 3.9, to 4.3 in 2025.",
      /from 3\.4 in 2023$/,
    ],
    [
      "Tollgate Data, the CTO's former employer, sued in June 2025 over trade secrets and claims EUR 2.4 million.",
      /^sued/,
    ],
    [
      "Ada Lindqvist, the CEO, ran her family's bakery for six years and sold it at a profit.",
      /^Ada Lindqvist, the CEO$|^ran/,
    ],
    [
      "Customers recover on average 3.1 % of their freight spend, as confirmed by 11 of the 14 customers we called.",
      /^as confirmed/,
    ],
  ])("cuts no sentence where it breaks: %j", (text, broken) => {
    expect(excerptOf(text, () => 0).text).not.toMatch(broken);
  });

  it("leaves alone a sentence whose point stands between quotation marks", () => {
    const text = 'REVIEW\n\nAn inspection in March rated the whole team "Good" in all.';
    const { facts } = casebookOf(documentBlock({ ...hiring.documents[0]!, text }), hiring);
    expect(facts).toEqual([]);
  });

  it("cuts no figure in half", () => {
    const text =
      "Raised the share of fully supported answers from 92.1 % to 97.9 % in a blinded audit of 4,000 answers.";
    expect(excerptOf(text, () => 0).text).toBe(
      "Raised the share of fully supported answers from 92.1 % to 97.9 %",
    );
  });

  it("reads plain text of a PDF line by line, under headings in capitals", () => {
    const text =
      "MAYA LIND\n\nLEADERSHIP\nLed a team of nine people in Turku\nPromoted twice within three years\n\nETHICS\nA **privacy** violation was reported in 2020";
    const plain = casebookOf(documentBlock({ ...hiring.documents[0]!, text }), { ...hiring, criteria: [] });
    expect(plain.yardsticks.map(({ name }) => name)).toEqual(["maya lind", "leadership", "ethics"]);
    expect(plain.facts.map(({ line, quote }) => [line, quote])).toEqual([
      [4, "Led a team of nine people in Turku"],
      [5, "Promoted twice within three years"],
      [8, "violation was reported in 2020"],
    ]);
  });

  it("works out shares and changes, and leaves years alone", () => {
    expect(sumOf("Two of the eight hires left")).toEqual({ kind: "share", percent: 25 });
    expect(sumOf("rose from 3.4 in 2023 to 4.3")).toEqual({ kind: "rise", percent: 26 });
    expect(sumOf("from 2016 to 2020")).toBeNull();
    expect(sumOf("nothing to count")).toBeNull();
  });
});

describe("opinion", () => {
  const temper: Temper = {
    seat: "a",
    weights: book.yardsticks.map(() => 5),
    most: 5,
    stubbornness: 0.2,
    optimism: 0,
  };
  const worst = book.facts.reduce((low, fact) => (fact.polarity < low.polarity ? fact : low));

  it("moves with a cited fact, and less the more stubborn the hearer", () => {
    const move = (stubbornness: number): number => {
      const beliefs = firstReading({ ...temper, stubbornness }, book, "m");
      const before = scoreOf(beliefs);
      hearFact(beliefs, worst, 0.6);
      return before - scoreOf(beliefs);
    };
    expect(move(0.2)).toBeGreaterThan(move(0.9));
    expect(move(0.9)).toBeGreaterThan(0);
  });

  it("climbs the options in the scenario's order", () => {
    const ranks = [1, 0.3, 0.05, -0.05, -1].map((score) =>
      hiring.verdicts.findIndex(({ id }) => id === optionFor(score, hiring.verdicts).id),
    );
    expect(ranks).toEqual([0, 1, 2, 3, 4]);
  });
});

it.each([
  ["Sick leave rose from 6 to 11 days a person within two years", 0.6, "strain"],
  ["Complaints fell from 14 to 9", 0.7, "relief"],
  ["Holds five granted patents on verification", 0.6, "invention"],
  ["Won three best-paper awards", 0.7, "recognition"],
  ["The departed founder's 9 % has no vesting", -0.6, "gap"],
  ["Convertible notes of EUR 2.9 million are overdue", -0.5, "terms"],
  ["Bound by a six-month non-solicitation agreement", -0.5, "bond"],
  ["The insurance policy lacks cover for claims filed late", -0.7, "gap"],
  ["Freight volumes declined, and three prospects delayed their purchase", -0.6, "decline"],
  ["An independent group reproduced the corrected result", 0.5, "independent"],
  ["Marlquay holds a clear advantage in our blind test", 0.5, "other"],
  ["Teaches the annual compliance course, which 160 colleagues completed", 0.5, "people"],
  ["17 of 19 milestones completed in the planned quarter", 0.5, "delivery"],
  ["13 years of practice and code that has run in production", 0.6, "skill"],
  ["The service has run in production since March 2024", 0.4, "operation"],
  ["The licensing violation was found by an outsider", -0.5, "breach"],
  ["The licence claim against the firm is still disputed", -0.6, "dispute"],
  ["Cash of EUR 4.0 million lasts nine months at the present burn", -0.5, "runway"],
  ["The valuation of 11.3 times revenue is expensive", -0.5, "price"],
  ["A large till maker launched a free forecast module", -0.5, "rival"],
  ["Nobody in the team has ever led a sales organisation", -0.3, "gap"],
  ["References praise the CEO as candid", 0.7, "testimony"],
])("takes %j for what it reports, whichever way the scenario lets it count", (text, polarity, kind) => {
  expect(kindOf(text, polarity)).toBe(kind);
});
