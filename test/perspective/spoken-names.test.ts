import { exampleScenario } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { knownWords } from "../../src/perspective/known-words.ts";
import { masker } from "../../src/perspective/spoken-names.ts";

const PEOPLE = [
  { name: "Dr. Mark Field", label: "Member A" },
  { name: "Sarah Chen", label: "Member B" },
  { name: "Prof. José Núñez", label: "Member C" },
];

const mask = masker(PEOPLE, new Set());

describe("a name that is a word as well", () => {
  it.each([
    "Mark my words.",
    "mark my words",
    "MARK MY WORDS.",
    "You will, Mark my words, see.",
    'They say: "Mark my words."',
    "The field is wide, and in the field we mark it.",
    "the Field Museum",
    "A mark-up of 12 %; FIELD WORK is done.",
    "Field work was slow.",
    "Marked fields, Fielding, Markets.",
  ])("is left alone where it may be meant as one: %s", (text) => {
    expect(mask(text)).toBe(text);
  });

  it.each([
    ["MARK FIELD is right.", "Member A is right."],
    ["mark field is right", "Member A is right"],
    ["Mark  Field said so.", "Member A said so."],
    ["Mark\nField said so.", "Member A said so."],
    ["Dr. Field, dr field and DR. FIELD", "Member A, Member A and Member A"],
    ["Professor Field and Mr. Field", "Member A and Member A"],
    ["Dr. Mark Field's memo, Field, Mark", "Member A's memo, Member A"],
    ["M. Field wrote it.", "Member A wrote it."],
    ["I agree with Mark, and so does Field.", "I agree with Member A, and so does Member A."],
    ["we asked Mark about it", "we asked Member A about it"],
    ["Mark, you asked. Mark, I agree.", "Member A, you asked. Member A, I agree."],
    ["Mark and I agree. Thanks, Mark.", "Member A and I agree. Thanks, Member A."],
    ["Dr. Mark, Doctor Field, Prof. Dr. Field", "Member A, Member A, Member A"],
  ])("is masked where it cannot: %s", (text, masked) => {
    expect(mask(text)).toBe(masked);
  });
});

describe("a name that is no word", () => {
  it.each([
    ["Chen, CHEN and chen", "Member B, Member B and Member B"],
    ["Sarah chen; SARAH", "Member B; Member B"],
    ["José Núñez, Jose Nunez, NÚÑEZ, nunez", "Member C, Member C, Member C, Member C"],
    ["sarah-chen spoke", "Member B spoke"],
  ])("is masked alone, in any case, with its accents or without: %s", (text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  it("is left alone within a longer word, and where the matter itself speaks of it", () => {
    expect(mask("Cheng and Kitchen")).toBe("Cheng and Kitchen");
    const matter = exampleScenario({ question: "Did Chen (2021) hold up?" });
    const asked = masker(PEOPLE, knownWords(matter));
    expect(asked("Chen (2021) holds up, as Sarah Chen says.")).toBe("Chen (2021) holds up, as Member B says.");
  });
});

describe("a name of several parts", () => {
  const parted = masker(
    ["Siobhán O'Brien", "Ludwig van der Berg", "Grace Okafor-Lindt", "Will Smith Jr."].map((name, index) => ({
      name,
      label: `Member ${"ABCD"[index]}`,
    })),
    new Set(),
  );

  it.each([
    ["O’Brien, O'BRIEN and Siobhan", "Member A, Member A and Member A"],
    ["van der Berg, Dr. van der Berg, Ludwig van der Berg", "Member B, Member B, Member B"],
    ["Ms Okafor, Lindt and Okafor-Lindt", "Member C, Member C and Member C"],
    ["Will Smith Jr., Will Smith, Jr., Will Smith and Mr. Smith", "Member D, Member D, Member D and Member D"],
  ])("is masked by each of them that stands for it: %s", (text, masked) => {
    expect(parted(text)).toBe(masked);
  });

  it("leaves its small words alone", () => {
    expect(parted("The van of the company, den and den.")).toBe("The van of the company, den and den.");
  });
});

describe("a panel whose members are named after products", () => {
  const panel = ["Claude", "GPT", "Gemini"].map((name, index) => ({ name, label: `Member ${"ABC"[index]}` }));

  it("can be asked about them", () => {
    const matter = exampleScenario({ question: "Shall we buy Claude or Gemini?" });
    const asked = masker(panel, knownWords(matter));
    expect(asked("Claude is dearer than Gemini, which GPT denies.")).toBe(
      "Claude is dearer than Gemini, which Member B denies.",
    );
  });

  it("is hidden behind its labels where it is asked about something else", () => {
    const asked = masker(panel, knownWords(exampleScenario()));
    expect(asked("CLAUDE and gemini agree.")).toBe("Member A and Member C agree.");
  });
});

it("puts no label on a name that several members have, but tells that one of them is meant", () => {
  const both = masker(
    [
      { name: "Ada Koval", label: "Member A" },
      { name: "Ben Koval", label: "Member B" },
    ],
    new Set(),
  );
  expect(both("Koval said so, not Ben Koval.")).toBe("a member said so, not Member B.");
});
