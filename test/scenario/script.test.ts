import { findScenario, loadScenario, type Problem } from "boardroom";
import { describe, expect, it } from "vitest";
import { findUnanswered, measureCoverage } from "../../src/scenario/script/check-script.ts";
import { smallCase } from "./folder.ts";

const SCENARIO = `title: A small case
question: Shall we?
verdicts: [{id: GO, side: for}, {id: STAY_HOME, side: against}]
documents:
  - {file: memo.md, subject: true}
  - notes.md
criteria: [{id: rigour, name: Rigour}]
members: [ada, ben]
`;

const MEMO = `# Memo
It was measured twice in all 14 rooms, and both times alike.
The third room was left out because nobody had its key then.
Short line.
The rooms are to be measured again before the end of the year.
`;

const SCRIPT = `spoken: {GO: "yes"}
issues: {measures: ["What about the measures?"]}
points:
  - id: measured
    issue: measures
    ref: memo.md#L2
    quote: "It was measured twice"
    bears: {rigour: 0.5}
    lines: ["It was measured twice."]
    answers: {left-out: "The other rooms were measured twice."}
    ask: "How many rooms were there?"
    reply: {with: left-out, says: "There were 14, and one was left out."}
  - id: left-out
    ref: memo.md#L3
    quote: "The third room was left out"
    bears: {rigour: -0.4}
    lines: ["One room was left out."]
`;

async function problemsWith(from: string, to: string): Promise<readonly Problem[]> {
  expect(SCRIPT).toContain(from);
  const lookup = smallCase({
    "scenarios/small/scenario.yaml": SCENARIO,
    "scenarios/small/script.yaml": SCRIPT.replace(from, to),
    "scenarios/small/memo.md": MEMO,
    "scenarios/small/notes.md": "One note says that the third room is the largest.\n",
  });
  const { script, scriptProblems = [] } = await loadScenario(await findScenario("small", lookup));
  expect(script === undefined).toBe(scriptProblems.length > 0);
  return scriptProblems;
}

const LINE = `lines: ["One room was left out."]`;
const saying = (text: string) => `lines: [${JSON.stringify(text)}]`;

const WRONG = `
a quote that is elsewhere | memo.md#L3 | memo.md#L2 | 15:5 | quote of point left-out is not on memo.md#L2 | ref: memo.md#L3
a quote that is nowhere | third room was | second room was | 15:5 | is not on memo.md#L3 | Copy the words
a quote of one word | "The third room was left out" | "third" | 14:5 | less than two words | Quote the whole line
lines beyond the end | memo.md#L3 | memo.md#L30 | 14:5 | memo.md has lines 1 to | Cite lines
an unknown document | memo.md#L3 | mamo.md#L3 | 14:5 | document "mamo.md" not found | memo.md
a number of no document | LINE | SAYS One of 15 rooms was left out. | 17:13 | number 15, which is in no document | Use a number
an unknown criterion | {rigour: -0.4} | {vigour: -0.4} | 16:13 | criterion "vigour" not found | rigour
an unknown issue | issue: measures | issue: measure | 5:5 | issue "measure" not found | measures
an unknown point that is answered | answers: {left-out: | answers: {left-in: | 10:15 | point "left-in" not found | left-out
an unknown point of a reply | with: left-out | with: left-off | 12:13 | point "left-off" not found | left-out
an unknown verdict | {GO: | {GONE: | 1:10 | verdict "GONE" not found | GO
two points of one id | LINE | LINE\\n  - {id: left-out, ref: memo.md#L3, quote: The third room, bears: {rigour: 1}} | 18:6 | two points have the id left-out | its own id
a point that bears on nothing | {rigour: -0.4} | {} | 16:5 | point left-out bears on no criterion | Add a criterion with a number
a sentence that names a verdict | LINE | SAYS So we have to say STAY_HOME. | 17:13 | names the verdict STAY_HOME | Leave the verdict out
an answer of the same direction | rigour: -0.4 | rigour: 0.4 | 10:15 | both speak the same way | correct the sign
a sentence without an end | LINE | SAYS One room was left out | 17:13 | must end with a full stop or a question mark | Write a whole sentence
a sentence of 46 words | LINE | SAYS ${"word ".repeat(45)}word. | 17:13 | must have at most 45 words | Shorten it
a test without a source | LINE | LINE\\n    tests: [{text: Measure the third room, found: holds}] | 18:13 | result "holds" without a source | found: open
an unknown key | LINE | LINE\\n    says: it was | 18:5 | says | Did you mean stays?
`
  .trim()
  .split("\n")
  .map((row) => row.split(" | ") as [string, string, string, string, string, string]);

describe("a script", () => {
  it.each(WRONG)(
    "is refused for %s, in one line with its place",
    async (_, from, to, at, message, remedy) => {
      const saying = to
        .replace(/^SAYS (.*)$/, 'lines: ["$1"]')
        .replace("LINE", LINE)
        .replace("\\n", "\n");
      const problems = await problemsWith(from === "LINE" ? LINE : from, saying);
      expect(problems).toHaveLength(1);
      const [{ place, ...problem }] = problems as [Problem];
      expect(`${place?.file}:${place?.line}:${place?.column}`).toBe(
        `scenarios/small/script.yaml:${at}`,
      );
      expect(problem.message).toContain(message);
      expect(problem.message).not.toContain("\n");
      expect(problem.remedy ?? "-").toContain(remedy);
    },
  );

  it("is told all that is wrong with it at once", async () => {
    const wrong = saying("So say GO to all 99 of them.");
    const text = (await problemsWith(LINE, wrong)).map(({ message }) => message).join("\n");
    for (const each of [/number 99/, /verdict GO/]) expect(text).toMatch(each);
  });

  it("takes 45 words, and a number of the documents", async () => {
    expect(await problemsWith(LINE, LINE)).toEqual([]);
    expect(await problemsWith(LINE, saying(`${"word ".repeat(44)}word.`))).toEqual([]);
    expect(await problemsWith(LINE, saying("All 14 rooms were meant."))).toEqual([]);
  });
});

describe("coverage", () => {
  const documents = [
    { name: "memo.md", text: MEMO, subject: true },
    { name: "notes.md", text: "One note says that the third room is the largest.", subject: false },
  ];
  const point = (id: string, ref: string, bears: number, answers: readonly string[] = []) => ({
    ...{ id, ref, quote: "", bears: { rigour: bears }, lines: [], by: {}, tests: [] },
    answers: Object.fromEntries(answers.map((each) => [each, { says: "", by: {} }])),
  });

  it("counts statements of the subject with a point that has a sign", () => {
    const all = documents.map((each) => ({ ...each, subject: false }));
    const of = (given: typeof documents, ...points: ReturnType<typeof point>[]) =>
      Object.values(measureCoverage({ points }, given)).join(" ");
    const note = point("b", "notes.md#L1", 1);
    expect(of(documents)).toBe("3 0");
    expect(of(documents, point("a", "memo.md#L2", 0.5), point("b", "memo.md#L2", -0.1))).toBe(
      "3 1",
    );
    expect(of(documents, point("a", "memo.md#L2-L3", 0.5))).toBe("3 2");
    // Line 4 has less than eight words.
    expect(of(documents, point("a", "memo.md#L4-L5", 0.5))).toBe("3 1");
    expect(of(documents, point("a", "memo.md#L3", 0), note)).toBe("3 0");
    expect(of(all)).toBe("4 0");
    expect(of(all, note)).toBe("1 1");
    expect(of(all, point("a", "memo.md#L2", 1), note)).toBe("4 2");
  });

  it("names points with a sign that no point answers", () => {
    const [a, b] = [point("a", "memo.md#L2", 0.5, ["b"]), point("b", "memo.md#L3", -1)];
    const points = [a, b, point("c", "memo.md#L5", 0)];
    expect(findUnanswered({ points })).toEqual(["a"]);
  });
});
