import type { ModelRequest } from "boardroom";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createCopyTest, listJsonDescriptions } from "../../../src/engine/form/own-words.ts";
import { readOption } from "../../../src/engine/form/read-option.ts";
import { readFitting } from "../../../src/engine/form/repair-json.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf, exampleMeeting, talker } from "../../support/meetings.ts";

const IDS = ["APPROVE", "NOT_YET", "REJECT"] as const;

describe("what a member copies from its prompt", () => {
  const FIELD = "your reasoning in one or two sentences, naming the lines it rests on";
  const ask = async (first: string, second: string) => {
    const replies = [first, second];
    const usual = talker("ada", "YES") as (request: ModelRequest) => string;
    const meeting = exampleMeeting({
      ada: (request: ModelRequest) =>
        request.instruction.includes('-vote"')
          ? usual(request)
          : (replies.shift() ?? usual(request)),
      ben: talker("ben", "YES"),
      cleo: talker("cleo", "YES"),
    });
    await meeting.run();
    const { events } = meeting.journal;
    const [said] = eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ada");
    const calls = eventsOf(events, "call.answered").filter(
      ({ speaker, path }) => speaker === "ada" && !path.startsWith("0") && !path.includes("/"),
    );
    return { said, purposes: calls.map(({ purpose }) => purpose) };
  };
  const says = (fields: Parameters<typeof reply>[0]) =>
    reply({ speaker: "Dr. Ada Ash", ...fields });
  const sound = says({ verdict: "YES", reasoning: "Costs fell.", content: "I am for it." });
  const { question, title } = exampleScenario();

  it.each([
    ["a description as its reasoning", says({ verdict: "YES", reasoning: FIELD, content: "Yes." })],
    [
      "marks around a description",
      says({ verdict: "YES", reasoning: `**${FIELD}.**`, content: "Yes." }),
    ],
    ["a description as its content", says({ content: "what you say to the meeting" })],
    ["the description of the schema", says({ content: "what you say to the others" })],
    ["the question as its content", says({ content: question })],
    ["the title and the question", says({ content: `${title}. ${question}` })],
  ])("is not its own: %s is asked for again", async (_, copied) => {
    const { said, purposes } = await ask(copied, sound);
    expect(purposes.slice(0, 2)).toEqual(["turn", "repair"]);
    expect(said?.reasoning ?? "").not.toContain("naming the lines");
    expect(said?.content).toMatch(/^(?:Yes|I am for it)\.$/);
  });

  it("stays with a mark if it is the question and comes twice", async () => {
    const copied = says({ content: question });
    const { said } = await ask(copied, copied);
    expect(said).toMatchObject({ content: question, flags: ["repeats"] });
  });

  it("counts if it says more than the question", async () => {
    const { said, purposes } = await ask(says({ content: `${question} I doubt it.` }), sound);
    expect([purposes[0], said?.content]).toEqual(["turn", `${question} I doubt it.`]);
    expect(purposes[1]).not.toBe("repair");
  });

  it("counts for nothing in JSON, whatever is around it", () => {
    const schema = z.object({
      analysis: z.string().trim().min(1),
      note: z.string(),
      tags: z.array(z.string()),
      by: z.enum(["Ben Birch"]),
    });
    const line =
      'Reply with JSON: {"analysis": "what you found", "note": "anything else", "tags": ["one of them"], "by": "Ben Birch"}.';
    const isCopy = createCopyTest(listJsonDescriptions(line, z.toJSONSchema(schema)));
    const given = {
      analysis: "It pays.",
      note: "Anything else.",
      tags: ["one of them", "cost"],
      by: "Ben Birch",
    };
    expect(readFitting(JSON.stringify(given), schema, isCopy).result.data).toEqual({
      ...given,
      note: "",
      tags: ["cost"],
    });
    const copied = JSON.stringify({ ...given, analysis: "what you found" });
    expect(readFitting(copied, schema, isCopy).result.success).toBe(false);
  });
});

describe("a verdict", () => {
  const ONE = [
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
  ];

  it("means the one option that is in its marks", () => {
    expect(ONE.filter((text) => readOption(text, IDS) !== "APPROVE")).toEqual([]);
  });

  it("of two words is read with a space, a hyphen or an underscore", () => {
    for (const text of ["NOT_YET", "Not yet", "not-yet", "**Not yet**", "not  yet."])
      expect(readOption(text, IDS)).toBe("NOT_YET");
  });

  const NONE_OR_TWO = [
    "APPROVE or REJECT",
    "APPROVE, REJECT",
    "APPROVE | REJECT",
    "not APPROVE",
    "APPROVED",
    "",
    "**",
    "for",
  ];

  it("is none if the text names no option, two, or its opposite", () => {
    expect(NONE_OR_TWO.filter((text) => readOption(text, IDS) !== null)).toEqual([]);
  });

  const HIRING = [
    { id: "STRONG_HIRE", side: "for" },
    { id: "HIRE", side: "for" },
    { id: "NO_HIRE", side: "against" },
  ] as const;

  const FORMS: readonly [string, string | null][] = [
    ["```\nHIRE\n```", "HIRE"],
    ['```json\n"HIRE"\n```', "HIRE"],
    ["„HIRE“", "HIRE"],
    ["‚HIRE‘", "HIRE"],
    ["‹ HIRE ›", "HIRE"],
    ["”HIRE”", "HIRE"],
    ["『HIRE』", "HIRE"],
    ["＂ＨＩＲＥ＂", "HIRE"],
    ["ＮＯ＿ＨＩＲＥ", "NO_HIRE"],
    ["| HIRE |", "HIRE"],
    ["| Verdict | HIRE |", "HIRE"],
    ["| **Verdict** |\n| --- |\n| HIRE |", "HIRE"],
    ['{"verdict": "HIRE"}', "HIRE"],
    ["✅ HIRE", "HIRE"],
    ["HIRE 👍🏽", "HIRE"],
    ["## Verdict\n\nHIRE", "HIRE"],
    ["### HIRE", "HIRE"],
    ["**STRONG** HIRE", "STRONG_HIRE"],
    ["Strong\u2011hire", "STRONG_HIRE"],
    ["StrongHire", "STRONG_HIRE"],
    ["HI\u200bRE", "HIRE"],
    ["<b>HIRE</b>", "HIRE"],
    ["$\\boxed{\\text{HIRE}}$", "HIRE"],
    ["[x] HIRE", "HIRE"],
    ["My verdict is HIRE.", "HIRE"],
    ["I vote for HIRE", "HIRE"],
    ["Urteil: HIRE", "HIRE"],
    ["结论：HIRE", "HIRE"],
    ["Veredicto final: HIRE", null],
    ["HIRE (Hire)", "HIRE"],
    ["Verdict: HIRE (not STRONG HIRE)", "HIRE"],
    ["HIRE (not NO_HIRE)", "HIRE"],
    ["HIRE (for)", "HIRE"],
    ["NO HIRE", "NO_HIRE"],
    ["HIRE (against)", null],
    ["HIRE (not HIRE)", null],
    ["not HIRE", null],
    ["Not: HIRE", null],
    ["Do not hire", null],
    ["!HIRE", null],
    ["~~HIRE~~", null],
    ["<s>HIRE</s>", null],
    ["~~STRONG~~ HIRE", null],
    ["[ ] HIRE", null],
    ["☐ HIRE", null],
    ["❌ HIRE", null],
    ["👎 HIRE", null],
    ["HIRE?", null],
    ["HIRE to STRONG HIRE", null],
    ["HIRE–STRONG_HIRE", null],
    ["HIRE/NO_HIRE", null],
    ["HIRE, then NO_HIRE", null],
    ["between HIRE and STRONG_HIRE", null],
    ["HIRE if the references hold", null],
    ["HIRE (with doubts)", null],
    ["I vote against HIRE", null],
    ["Previous verdict: HIRE", null],
    ["Second choice: HIRE", null],
    ['{"verdict": "HIRE", "not": "NO_HIRE"}', null],
    ["| STRONG_HIRE | HIRE | NO_HIRE |", null],
    ["Verdict", null],
  ];

  it("is read from each form that has one meaning", () => {
    expect(FORMS.map(([text]) => [text, readOption(text, HIRING)])).toEqual(FORMS);
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
