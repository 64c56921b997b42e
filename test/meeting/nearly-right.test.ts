import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readFitting } from "../../src/engine/form/mend-json.ts";
import { readOption } from "../../src/engine/form/option-in.ts";
import { reply } from "../support/example-scenario.ts";
import { exampleMeeting, talker } from "../support/meetings.ts";

const IDS = ["APPROVE", "NOT_YET", "REJECT"] as const;

describe("a verdict", () => {
  it.each([
    ..."APPROVE,approve,**APPROVE**,__Approve__,APPROVE.,APPROVE!,`APPROVE`,[APPROVE],<APPROVE>,# APPROVE".split(
      ",",
    ),
    '"APPROVE"',
    "“APPROVE”",
    "«Approve»",
    "「APPROVE」",
    "APPROVE (for)",
    "**APPROVE** (for)",
    "Verdict: APPROVE",
    "**Verdict:** APPROVE",
    "vote: approve",
    "- APPROVE",
  ])("means the one option that is in its marks: %s", (text) => {
    expect(readOption(text, IDS)).toBe("APPROVE");
  });

  it("of two words is read with a space, a hyphen or an underscore", () => {
    for (const text of ["NOT_YET", "Not yet", "not-yet", "**Not yet**", "not  yet."])
      expect(readOption(text, IDS)).toBe("NOT_YET");
  });

  it.each([
    "APPROVE or REJECT",
    "APPROVE, REJECT",
    "APPROVE | REJECT",
    "not APPROVE",
    "APPROVED",
    "",
    "**",
    "for",
  ])("is none if the text names no option, two, or its opposite: %s", (text) => {
    expect(readOption(text, IDS)).toBeNull();
  });

  it("counts in a meeting at the first reply", async () => {
    const marked = reply({
      speaker: "Dr. Ada Ash",
      verdict: "**Yes** (for)",
      withdrawn: true,
      content: "Yes.",
    });
    const meeting = exampleMeeting({
      ada: [marked, marked, marked],
      ben: talker("ben", "YES"),
      cleo: talker("cleo", "YES"),
    });
    await meeting.run();
    expect(meeting.state.members.get("ada")!.verdicts.map(({ verdict }) => verdict)).toEqual([
      "YES",
    ]);
    expect(
      meeting.journal.events.some(
        (event) => event.type === "call.answered" && event.purpose === "repair",
      ),
    ).toBe(false);
  });
});

const schema = z.object({
  verdict: z.enum(["MERGE", "REWORK"]),
  grade: z.int().min(1).max(5),
  isSure: z.boolean(),
  findings: z.array(z.string()),
});
const GOOD = {
  verdict: "MERGE",
  grade: 4,
  isSure: true,
  findings: ["It's // fine, /* here */ None."],
};
const whole = JSON.stringify(GOOD);

describe("JSON that is nearly right", () => {
  it.each([
    ["a trailing comma", whole.replace("]}", "],}")],
    [
      "a comment",
      whole.replace('"grade"', '// of five\n"grade"').replace('"isSure"', '/* really */ "isSure"'),
    ],
    ["a line break in a text", whole.replace("fine, ", "fine,\n")],
    [
      "the quotation marks of Python",
      "{'verdict': 'MERGE', 'grade': 4, 'isSure': True, 'findings': ['It''s // fine, /* here */ None.']}",
    ],
    ["a string of JSON", JSON.stringify(whole)],
    ["a name around it", `{"judge": ${whole}}`],
    ["a list of one", `[${whole}]`],
    [
      "a number and a truth in quotation marks",
      whole.replace("4", '"4"').replace("true", '"true"'),
    ],
    ["an option in marks", whole.replace('"MERGE"', '"**merge**"')],
    ["words and braces after it", `Here it is: ${whole} as {asked} for.`],
    ["a code fence", `\`\`\`json\n${whole}\n\`\`\``],
  ])("is read: %s", (_, text) => {
    expect(readFitting(text, schema).result.data).toEqual(GOOD);
  });

  it.each([
    ["missing", JSON.stringify({ ...GOOD, findings: undefined })],
    ["null", JSON.stringify({ ...GOOD, findings: null })],
  ])("takes a list that is %s for an empty one", (_, text) => {
    expect(readFitting(text, schema).result.data).toEqual({ ...GOOD, findings: [] });
  });

  it.each([
    ["cut off", whole.slice(0, -20)],
    ["with a grade between two", whole.replace("4", "4.5")],
    ["with a grade out of range", whole.replace("4", "9")],
    ["with two options", whole.replace('"MERGE"', '"MERGE or REWORK"')],
    [
      "with another answer in a second object",
      `${whole.replace("4", '"4"')} ${whole.replace("4", '"2"')}`,
    ],
    ["of another form", '{"answer": "MERGE"}'],
    ["no JSON", "I would merge it."],
  ])("is not guessed: %s", (_, text) => {
    expect(readFitting(text, schema).result.success).toBe(false);
  });
});
