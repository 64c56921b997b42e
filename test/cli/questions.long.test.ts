import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readStudy } from "boardroom";
import { describe, expect, it } from "vitest";
import { QUESTIONS, questions, voter, WAYS } from "../studies/scripted-voter.ts";
import { cli, workFolder } from "./cli.ts";

const STUDY = `${WAYS}  mixed: { as: board, members: 3, models: [own:a, own:b] }
  seven: { as: vote, members: 7 }
`;
const factories = { own: voter };

describe("a study of questions from a file", () => {
  it("puts each to the board in every way, and compares a vote with the board by itself", async () => {
    const cwd = workFolder({ "study.yaml": STUDY });
    const argv = ["study", "run", "study.yaml", "--model", "own:a", "--output", "held"];
    const { code, err } = await cli(argv, { cwd, factories });
    expect(code, err).toBe(0);
    const { study, rows } = readStudy(join(cwd, "held"));
    expect(study.subjects).toEqual(questions.map(({ id }) => id));
    expect(study.compare).toEqual([["vote", "board"]]);
    expect(study.truth["most-cash"]).toBe("Q3_2024");
    expect(study.truth["more-customers"]).toBe("B");
    const sizes: Record<string, number> = {};
    for await (const { arm, calls, members, subject, outcome } of rows()) {
      sizes[arm] = Object.keys(members).length;
      if (arm !== "one") continue;
      expect(calls).toBe(1);
      const [only] = Object.values(members);
      expect([subject, outcome?.option]).toEqual([subject, only?.final?.verdict]);
    }
    expect(sizes).toEqual({ one: 1, vote: 5, board: 5, mixed: 3, seven: 7 });
    const report = (await cli(["study", "report", "held"], { cwd })).out;
    expect(report).toContain("20 questions with known answers.");
    expect(report).not.toContain("not estimated");
    expect(report).toMatch(/^board less vote: right +[+-]?\d.* main/m);
    expect(report).toMatch(/^board: dollars per right answer /m);
  }, 120_000);

  it("prints its price and power before a model is called", async () => {
    const cwd = workFolder({ "study.yaml": STUDY });
    const { out } = await cli(["check", "study.yaml", "--model", "own:a"], { cwd, factories });
    expect(out).toMatch(/\none +20 +20 /);
    expect(out).toMatch(/\nseven +20 +140 /);
    expect(out).toContain(
      "20 questions find a difference of 0.37 at best with power 0.8, 40 questions 0.19.\n",
    );
  });

  it("is read from CSV too", async () => {
    const csv = questions.map(({ id, question, options, answer }) =>
      [id, `"${question}"`, options.join("|"), `"${answer}"`].join(","),
    );
    const cwd = workFolder({
      "study.yaml": STUDY.replace(resolve(QUESTIONS), "set.csv"),
      "set.csv": `id,question,options,answer\r\n${csv.slice(0, 3).join("\r\n")}\r\n`,
    });
    const { code, out, err } = await cli(["check", "study.yaml", "--model", "own:a"], {
      cwd,
      factories,
    });
    expect(code, err).toBe(0);
    expect(out).toContain("Subjects   correction, correction-size, pilot-target\n");
    expect(out).toContain("Two arms are not tested with 3 questions: this takes 8.");
  });

  it.each([
    ["no JSON", "{", /set\.jsonl:2: the line: .*\n +Each question has id, question, options/],
    [
      "an answer that is no option",
      JSON.stringify({ ...questions[0], answer: "Abstention" }),
      /set\.jsonl:2: answer "Abstention" not found/,
    ],
    [
      "an id twice",
      readFileSync(QUESTIONS, "utf8").split("\n")[1],
      /set\.jsonl:2: two questions have the id correction-size/,
    ],
    [
      "one option",
      JSON.stringify({ ...questions[0], options: ["Yes"], answer: "Yes" }),
      /set\.jsonl:2: options: /,
    ],
    [
      "a document that is missing",
      JSON.stringify({ ...questions[0], document: "gone.md" }),
      /set\.jsonl:2: .*gone\.md/,
    ],
  ])("is refused with %s, by line", async (_, line, message) => {
    const [, second = ""] = readFileSync(QUESTIONS, "utf8").split("\n");
    const plain = second.replace(/,"document":"[^"]+"/, "");
    const cwd = workFolder({
      "study.yaml": STUDY.replace(resolve(QUESTIONS), "set.jsonl"),
      "set.jsonl": `${plain}\n${line}\n`,
    });
    const { code, err } = await cli(["check", "study.yaml", "--model", "own:a"], {
      cwd,
      factories,
    });
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it.each([
    ["subjects", "subjects: [note.md]", /yaml:\d+:1: questions cannot be used with subjects/],
    ["truth", "truth: { hiring: HIRE }", /yaml:\d+:1: questions cannot be used with truth/],
  ])("is refused with %s", async (_, line, message) => {
    const cwd = workFolder({ "study.yaml": `${STUDY}${line}\n`, "note.md": "# A note\n\nText.\n" });
    const { err } = await cli(["check", "study.yaml", "--model", "own:a"], { cwd, factories });
    expect(err).toMatch(message);
  });

  it("is refused with simulated members, and mixed models need a list", async () => {
    const cwd = workFolder({ "study.yaml": STUDY });
    expect((await cli(["check", "study.yaml"], { cwd, factories })).err).toMatch(
      /yaml:3:1: sarah-chen is simulated, and simulated members cannot answer/,
    );
    writeFileSync(join(cwd, "study.yaml"), STUDY.replace("[own:a, own:b]", "mixed"));
    const { err } = await cli(["check", "study.yaml", "--model", "own:a"], { cwd, factories });
    expect(err).toMatch(/yaml:9:\d+: models: mixed needs models/);
  });
});

/** Words of the document that give each answer. */
const EVIDENCE: Readonly<Record<string, readonly string[]>> = {
  correction: ['"Abstention at Scale"', "needed a published correction"],
  "correction-size": ["from 6.1 to 3.4 points"],
  "pilot-target": ["reaching 88 % where the protocol with the clinics required 95 %"],
  "customers-left": ["Lost two of 43 enterprise customers in 2025"],
  "sole-inventor": ["three of them as sole inventor"],
  "before-northlight": [
    "September 2022 to present",
    "Corvid Health, Principal Scientist, November 2021 to July 2022",
  ],
  "most-cash": ["| Q3 2024 | 890 | 640 | 61 % | 121 % | 12 | 9,430 | 44 |"],
  "margin-each-quarter": [
    "58 % | 124",
    "60 % | 123",
    "61 % | 121",
    "64 % | 120",
    "66 % | 118",
    "68 % | 116",
    "70 % | 112",
    "71 % | 109",
  ],
  "without-largest": ["Without that customer recurring revenue grew by 87 % in 2025"],
  runway: ["Cash of EUR 4.0 million lasts nine months"],
  "burn-multiple": ["to 2.2 in 2025; the fund prefers at most 2.0"],
  "more-customers": ["from 31 to 64 forwarders in 2025"],
  "got-worse": [
    "CAC payback worsened",
    "Win rate against the two direct competitors improved",
    "Gross margin improved",
  ],
  "lowest-cash": ["| Price 60, hotels under 40 rooms | 1,510,000 | 54 % | 26 | -1,240,000 |"],
  "no-break-even": ["-1,240,000 | not reached", "-1,050,000 | not reached", "| 26 |", "| 35 |"],
  "churn-basis": ["Churn: 6 % a year, well below the 11 % of comparable services. (assumed)"],
  "cheaper-channel": ["640 a signed hotel through wholesalers, against 1,310 in direct sales"],
  "wholesaler-share": ["two wholesalers for 70 % of signed hotels"],
  "night-desk": ["A night desk would add", "is missing from the base case"],
  "revenue-per-hotel": ["Price of the subscription: 79 a month"],
};

it("each answer of the example set follows from its document", () => {
  expect(Object.keys(EVIDENCE)).toEqual(questions.map(({ id }) => id));
  for (const { id, document, options, answer } of questions) {
    expect(options, id).toContain(answer);
    const text = readFileSync(resolve("examples/questions", document), "utf8");
    for (const words of EVIDENCE[id] ?? []) expect(text, id).toContain(words);
  }
  expect(12 * 79).toBe(948);
  expect((6.1 - 3.4).toFixed(1)).toBe("2.7");
});
