import { findScenario, loadScenario, type Problem } from "boardroom";
import { describe, expect, it } from "vitest";
import { scriptSchema } from "../../src/scenario/schema/script.ts";
import { measureCoverage } from "../../src/scenario/script/require-script.ts";
import { scriptOf } from "../support/scripts.ts";
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

const SCRIPT = `members:
  ada: {}
  ben: {}
terms: { again: "The third room is measured again." }
plays:
  ada-go:
    who: ada
    verdict: GO
    criterion: rigour
    says: "I begin with the method, since all the rest hangs on it. It was measured twice, in 14 rooms, and that is once more than I had asked for. I'd only stop if a room was left out of it."
    reason: "It was measured twice"
    crux: "a room was left out"
    cite: "memo.md#L2 | It was measured twice"
    open: "the third room"
    last: "I stay with what was measured."
    start: [third]
    beats:
      third:
        by: { ben: "One room of 14 was left out." }
        cite: "memo.md#L3 | The third room was left out"
        then: [stop, half]
      stop:
        me: "Then I don't know enough."
        turns: STAY_HOME
        after: "A room was left out."
      half: { me: "One of 14 is little.", sums: ["14 - 1 = 13"] }
  any-home:
    who: any
    verdict: STAY_HOME
    says: "I am careful with rooms that nobody has seen. The third room was left out, for want of a key, and I would like to know what was in there. I'd go if somebody measures it again."
    reason: "The third room was left out"
    crux: "somebody measures it again"
    cite: "memo.md#L3 | The third room was left out"
    open: "what was in the third room"
    last: "I'd have liked to see that room."
    start: [again]
    beats:
      again: { by: { any: "Let us measure it again." }, offers: again, then: [then-go] }
      then-go: { me: "Then I go.", accepts: again, turns: GO, after: "The third room is measured again." }
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

const OPENING = "I begin with the method, since all the rest hangs on it.";

const WRONG = `
a quote that is elsewhere | memo.md#L3 \\| The third room was left out"\\n        then | memo.md#L2 \\| The third room was left out"\\n        then | 20:9 | the quote of the beat ada-go.third is not on memo.md#L2 | cite memo.md#L3
a quote that is nowhere | cite: "memo.md#L2 \\| It was | cite: "memo.md#L2 \\| It is | 13:5 | the quote of the opening of ada-go is not on memo.md#L2 | Copy the words
a number of no document | One room of 14 was | One room of 15 was | 19:15 | the number 15 is in no document | Use a number
a sum that is wrong | 14 - 1 = 13 | 14 - 1 = 12 | 26:43 | the sum 14 - 1 = 12 is wrong: it is 13 | Correct the sum
an unknown verdict | turns: STAY_HOME | turns: STAY_HOMES | 24:9 | verdict "STAY_HOMES" not found | STAY_HOME
an unknown criterion | criterion: rigour | criterion: vigour | 9:5 | criterion "vigour" not found | rigour
an unknown beat | then: [stop, half] | then: [stops, half] | 21:9 | beat "stops" not found | stop
an unknown term | offers: again | offers: gain | 38:57 | term "gain" not found | again
an unknown member | by: { ben: | by: { bem: | 19:15 | member "bem" not found | ben
a beat that nothing leads to | then: [stop, half] | then: [stop] | 26:7 | nothing leads to the beat ada-go.half | Name it in start
a text that names a verdict | Then I go. | Then I GO. | 39:18 | a text names the verdict GO | Say the verdict as people do
a text that is written twice | Then I go. | Let us measure it again. | 39:18 | is also at | Write each text once
a quotation that stands nowhere | Then I go. | The third says: “Measured twice by the same man in one night.” Then I go. | 39:18 | a text quotes “Measured twice by the same man in one night.”, which is in no document | leave the quotation marks out
an opening without its reason | reason: "It was measured twice" | reason: "It was measured thrice" | 10:5 | an opening of ada-go does not say its reason | Say the words
a text without an end | Then I go. | Then I go | 39:22 | must end with a full stop | Write a whole sentence
a turn without its reason | , after: "The third room is measured again." |  | 39:52 | turns a verdict outside an owner's words or without after | after gives the reason
a result that is no verdict | last: "I stay with what was measured." | last: { GO: "We go.", GONE: "We went." } | 15:27 | member "GONE" not found | Known
an unknown key | last: "I stay | least: "I stay | 15:5 | least | last
`
  .trim()
  .split("\n")
  .map(
    (row) =>
      row
        .split(/(?<!\\) \| /)
        .map((cell) => cell.replaceAll("\\|", "|").replaceAll("\\n", "\n")) as unknown as readonly [
        string,
        string,
        string,
        string,
        string,
        string,
      ],
  );

describe("a script", () => {
  it("has no problem if it fits its case", async () => {
    expect(await problemsWith("Then I go.", "Then I go.")).toEqual([]);
  });

  it.each(WRONG)("is refused for %s, with its place", async (_, from, to, at, message, remedy) => {
    const problems = await problemsWith(from, to);
    const found = problems.find((each) => each.message.includes(message));
    expect(problems.map((each) => each.message).join("\n")).toContain(message);
    const { place, ...problem } = found!;
    expect(`${place?.file}:${place?.line}:${place?.column}`).toBe(
      `scenarios/small/script.yaml:${at}`,
    );
    expect(problem.message).not.toContain("\n");
    expect(problem.remedy ?? "-").toContain(remedy);
  });

  it("is told all that is wrong with it at once", async () => {
    const text = (await problemsWith(OPENING, "So say GO to all 99 of them."))
      .map(({ message }) => message)
      .join("\n");
    for (const each of [/number 99/, /verdict GO/]) expect(text).toMatch(each);
  });
});

describe("coverage", () => {
  const memo = { name: "memo.md", text: MEMO, subject: true };
  const notes = {
    name: "notes.md",
    text: "One note says that the third room is the largest.",
    subject: false,
  };
  const createScript = (...refs: readonly string[]) =>
    scriptSchema.parse(
      scriptOf(refs.map((ref, at) => ({ id: `line-${at}`, ref, quote: "words", isFor: true }))),
    );
  const measure = (documents: readonly (typeof memo)[], ...refs: readonly string[]) =>
    Object.values(measureCoverage(createScript(...refs), documents)).join(" ");

  it("counts statements of the subject that a script cites", () => {
    const all = [memo, notes];
    expect(measure(all)).toBe("3 0");
    expect(measure(all, "memo.md#L2")).toBe("3 1");
    expect(measure(all, "memo.md#L2-L3")).toBe("3 2");
    // Line 4 has less than eight words.
    expect(measure(all, "memo.md#L4-L5")).toBe("3 1");
    expect(measure(all, "notes.md#L1")).toBe("3 0");
    const unjudged = all.map((each) => ({ ...each, subject: false }));
    expect(measure(unjudged)).toBe("4 0");
    expect(measure(unjudged, "notes.md#L1")).toBe("1 1");
    expect(measure(unjudged, "memo.md#L2", "notes.md#L1")).toBe("4 2");
  });
});
