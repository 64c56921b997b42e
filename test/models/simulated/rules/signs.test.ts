import { readByRules } from "boardroom/extend";
import { exampleScenario } from "boardroom/testing";
import { describe, expect, it } from "vitest";

/** What is read of a sentence that stands in the document of a person. */
function readingOf(text: string) {
  const cv = `# Odile Brannigan\n\nA foreman.\n\n## Work\n\n- ${text}\n`;
  const { documents } = exampleScenario({ documents: { "cv.md": cv } });
  const criteria = [{ id: "work", name: "Work", keywords: [] }];
  const statements = readByRules({ documents, criteria }).statements.filter(({ line }) => line === 7);
  expect(statements.length).toBeGreaterThan(0);
  return statements;
}

/** For it, 1, against it, -1, or silent, 0; null where its parts point two ways. */
function signOf(text: string): number | null {
  const signs = new Set(readingOf(text).map(({ point }) => Math.sign(point?.bears.work ?? 0)));
  if (signs.size > 1) signs.delete(0);
  const [sign] = signs;
  return signs.size === 1 ? (sign ?? null) : null;
}

const severe = (text: string) => readingOf(text).some(({ point }) => point?.severe === true);

describe("the direction of a change", () => {
  it.each([
    "Falls on the ward fell by a third.",
    "A fall in complaints from 31 to 9.",
    "Cut waiting times from six weeks to ten days.",
    "Sickness went down from 8 to 3 per cent.",
    "There were fewer accidents than in any year before.",
    "Pass rates rose from 61 to 84 per cent.",
    "Sickness on her shift is the lowest of the six.",
    "Took the school from inadequate to good.",
    "Debt was reduced by a quarter.",
    "Her branch closed the year eighty thousand over plan.",
    "The refit came in under budget.",
    "Handed the keys over three weeks early.",
    "14 of 15 apprentices passed.",
  ])("is good: %s", (text) => expect(signOf(text)).toBe(1));

  it.each([
    "Falls on the ward rose by a third.",
    "A rise in complaints from 9 to 31.",
    "Revenue fell by a fifth.",
    "Waiting times went up from ten days to six weeks.",
    "Attendance dropped to 71 per cent.",
    "Costs doubled within a year.",
    "The home went from good to inadequate.",
    "The refit was forty thousand over budget.",
    "Handed the keys over three weeks late.",
    "Errors were found in half her checks.",
    "Sales stayed below the target.",
  ])("is bad: %s", (text) => expect(signOf(text)).toBe(-1));

  it.each([
    "Errors did not fall.",
    "The number of benches rose to forty.",
    "Turnover rose from two million to three.",
    "From 2014 to 2018 in Leeds.",
  ])("is not guessed: %s", (text) => expect(signOf(text)).toBe(0));
});

describe("a denial", () => {
  it.each([
    "No complaints in eleven years.",
    "She has never been late.",
    "Three winters without a single accident.",
    "None of the fixtures failed.",
    "Nobody was hurt.",
  ])("turns what is bad: %s", (text) => expect(signOf(text)).toBe(1));

  it.each([
    "No licence for the crane.",
    "The plans were never approved.",
    "He did not pass the examination.",
    "Without any experience of night work.",
    "The accounts were not signed.",
  ])("turns what is good: %s", (text) => expect(signOf(text)).toBe(-1));
});

describe("words of a trade", () => {
  it.each([
    "Cancer nurse at the county hospital.",
    "Worked in failure analysis.",
    "Volunteer on a crisis line.",
    "Loss adjuster for marine claims.",
    "Maps the attack surface of payment systems.",
    "Risk manager, then head of debt collection.",
    "Calculated the dead load of three bridges.",
    "Answers complaints at the counter.",
    "Treats burns and open wounds.",
    "Works late shifts.",
    "Member of the accident investigation team.",
  ])("are nobody's fault: %s", (text) => expect(signOf(text)).not.toBe(-1));
});

describe("what is not so, or not of the judged", () => {
  it.each([
    "Hopes to win the contract.",
    "If the audit fails, the licence ends.",
    "The course is planned for May.",
    "She may lose the post.",
    "Does he deliver on time?",
    "A competitor won two awards.",
    "The previous manager had lost three tenders.",
    "The company went bankrupt in 2019.",
    "Aims to reduce waste by a fifth.",
    "The new rota was meant to reduce absences.",
  ])("is silence: %s", (text) => expect(signOf(text)).toBe(0));

  it.each([
    "The depot won the safety prize for three years, in which no other depot had entered.",
    "Won the tender as the only bidder.",
    "Best salesman on paper.",
    "By his own account an excellent welder.",
    "Claims to have doubled the output.",
  ])("belittled, is no merit: %s", (text) => expect(signOf(text)).not.toBe(1));
});

describe("a contrast", () => {
  it.each([
    "Sales rose, but complaints rose too.",
    "Delivered every order, but nobody checked the invoices.",
    "Reliable, yet often absent.",
    "Costs fell although accidents doubled.",
  ])("whose sides point two ways is silence: %s", (text) => expect(signOf(text)).toBe(0));
});

describe("a sanction whose name holds a kind word", () => {
  it.each([
    "Received a final written warning.",
    "Relieved of duty in March.",
    "Conditions of practice were imposed by the council.",
    "Placed on a performance improvement plan.",
    "Sent on gardening leave during the inquiry.",
  ])("is no merit: %s", (text) => expect(signOf(text)).not.toBe(1));
});

describe("a grave fact", () => {
  it.each([
    "Dismissed for gross misconduct in 2021.",
    "Was dismissed without notice after an inquiry.",
    "Falsified inspection records on two sites.",
    "Convicted of fraud in 2019.",
    "Her registration was suspended in March.",
    "Struck off the register in 2022.",
    "Lost his licence to practise.",
    "Filed for insolvency in May.",
    "A worker died after he had removed the guard.",
    "The regulator found a breach of data protection law.",
    "An inquiry found that she had forged two signatures.",
    "He embezzled club funds.",
    "Sentenced to eight months for theft and bribery.",
  ])("is severe: %s", (text) => expect(severe(text)).toBe(true));

  it.each([
    "Acquitted of fraud in 2019.",
    "The complaint was dismissed.",
    "The charge of bribery was dropped.",
    "Cleared of any breach of data protection.",
    "Investigated fraud for eight years.",
    "Prevented a fraud worth two million.",
    "Works in the fraud detection team.",
    "Taught a course on insolvency law.",
    "Her predecessor was convicted of fraud.",
    "No breach of data protection was found.",
    "Was never convicted of anything.",
    "Reported a colleague for falsifying records.",
    "Wrote a thesis on plagiarism.",
    "Forged steel parts for gates.",
    "Dispensing and administration of medicines.",
    "The court dismissed the claim of fraud.",
    "Fabricated frames for three halls.",
    "Patients died in the ward of old age.",
  ])("is not where denied, fought or another's: %s", (text) => expect(severe(text)).toBe(false));
});

it("says why it is silent", () => {
  const whyOf = (text: string) => readingOf(text)[0]!.why;
  expect(whyOf("Does he deliver on time?")).toBe("a question");
  expect(whyOf("Hopes to win the contract.")).toMatch(/plan/);
  expect(whyOf("The bench stands by the window.")).toBe("no sign found");
});

describe("words that clear a charge", () => {
  it.each([
    "Convicted of fraud by false representation at Leeds Crown Court.",
    "Convicted of theft and dropped from the team for fraud.",
    "Convicted of fraud after he invented customers.",
    "A patient died after I gave the wrong dose.",
    "Served 14 months in prison for theft.",
  ])("do not stand before a noun: %s", (text) => expect(severe(text)).toBe(true));

  it.each([
    "The report of fraud proved to be false.",
    "A charge of fraud was dropped.",
    "The police dropped the charge of fraud.",
    "Talk of fraud came to nothing.",
    "The fraud claim was settled.",
    "A patient died after he left the hospital.",
    "Served 14 months in a prison as a chaplain.",
    "Taught for three years in prison.",
  ])("are said of it: %s", (text) => expect(severe(text)).toBe(false));
});

it.each([
  "Late on none of the eleven jobs.",
  "Nobody holds a veto over the plan.",
  "Earnings were 0.2 million, a loss of 0.6 million the year before.",
  "Planned menus for 1,900 meals a day.",
])("takes no bad word for a fault that the clause takes back: %s", (text) => expect(signOf(text)).toBe(0));
