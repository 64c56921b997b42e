import { parseReply } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import {
  createAnswerSchema,
  createGrammar,
  createStrictSchema,
  listMessageFields,
  type Question,
} from "../../../src/engine/people/message-form.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { exampleMeeting } from "../../support/meetings.ts";

const opened = exampleMeeting(
  {},
  { scenario: exampleScenario({ prompt: { scaffold: "verdict-first" } }) },
).state;
const debated = exampleMeeting({});
await debated.run();

function questionTo(
  speaker: string,
  instruction: Question["instruction"] = {},
  state = opened,
): Question {
  const names = { getName: (id: string) => state.members.get(id)?.seat.persona.name ?? id };
  return { state, names, speaker, instruction };
}

/** The grammar is regular, so a test can read it: rules replace their names, and quoted text stays. */
function patternOf(question: Question): RegExp {
  const rules = new Map(
    createGrammar(question)
      .split("\n")
      .map((line) => line.split(" ::= ") as [string, string]),
  );
  const expanded = (rule: string): string => {
    const body = rules.get(rule);
    if (body === undefined) throw new Error(`no rule ${rule}`);
    const tokens = body.match(/"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\{[\d,]+\}|\w+|[()|?*]/g) ?? [];
    return tokens
      .map((token) => {
        if (token.startsWith('"')) return escaped(JSON.parse(token));
        return /^\w+$/.test(token) ? `(?:${expanded(token)})` : token;
      })
      .join("");
  };
  return new RegExp(`^(?:${expanded("root")})$`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

const said = (fields: Parameters<typeof reply>[0]) =>
  reply({ speaker: "Dr. Ada Ash", ...fields }).replace(/<Message[^>]*>/, "<Message>");

const WHOLE = said({
  to: "Ben Birch",
  verdict: "YES",
  reasoning: "Costs fell by 12 % &amp; more.",
  wouldChange: "A second year.",
  content: "The pilot cut costs.",
});
const CONTENT = "<Speaker>Dr. Ada Ash</Speaker><Content>Yes.</Content>";

describe("the grammar of a message", () => {
  const message = patternOf(questionTo("ada"));

  it.each([
    ["a whole message", WHOLE],
    ["content alone", said({ content: "Yes." })],
    [
      "a citation",
      `<Message><Speaker>Dr. Ada Ash</Speaker><Artifacts><Artifact ref="memo.md#L3">The pilot</Artifact></Artifacts><Content>Yes.</Content></Message>`,
    ],
    [
      "a note of its own",
      `<Message><Speaker>Dr. Ada Ash</Speaker><Artifacts><Artifact type="note" title="Costs">They fell.</Artifact></Artifacts><Content>Yes.</Content></Message>`,
    ],
    ["a pass", "<Message><Speaker>Dr. Ada Ash</Speaker><Pass>true</Pass></Message>"],
  ])("lets through %s, which reads strictly", (_, text) => {
    expect(text).toMatch(message);
    expect(parseReply(text).parse).toBe("strict");
  });

  it.each([
    ["words around it", `Sure! ${WHOLE}`],
    ["two messages", WHOLE + WHOLE],
    ["another speaker", WHOLE.replace("Dr. Ada Ash", "Ben Birch")],
    ["a listener who is not in the meeting", WHOLE.replace("Ben Birch", "Zoe")],
    ["a verdict that is no option", WHOLE.replace("YES", "PERHAPS")],
    [
      "a verdict without reasoning",
      WHOLE.replace(/<VerdictReasoning>.*<\/VerdictReasoning>\n/, ""),
    ],
    ["a field twice", WHOLE.replace(/(<Verdict>.*<\/Verdict>)/, "$1$1")],
    ["a field left open", `<Message><Verdict>YES${CONTENT}</Message>`],
    ["empty content", "<Message><Speaker>Dr. Ada Ash</Speaker><Content> </Content></Message>"],
    ["endless content", said({ content: "word ".repeat(1000) })],
    [
      "the placeholder of a citation",
      `<Message><Speaker>Dr. Ada Ash</Speaker><Artifacts><Artifact ref="name-of-document#Lfrom-Lto">The pilot</Artifact></Artifacts><Content>Yes.</Content></Message>`,
    ],
    [
      "a citation of no line",
      `<Message><Speaker>Dr. Ada Ash</Speaker><Artifacts><Artifact ref="memo.md">The pilot</Artifact></Artifacts><Content>Yes.</Content></Message>`,
    ],
    ["the agent that runs the meeting as its listener", WHOLE.replace("Ben Birch", "TimeKeeper")],
    [
      "half a confidence",
      said({ verdict: "YES", confidence: 0.7, content: "Yes." }).replace("0.7", "0."),
    ],
    ["a confidence above 1", said({ verdict: "YES", confidence: 1.7, content: "Yes." })],
    [
      "words that moved it, before any message",
      WHOLE.replace("<Content>", "<MovedBy>1: x</MovedBy><Content>"),
    ],
    ["JSON", '{"verdict": "YES"}'],
  ])("lets no model write %s", (_, text) => {
    expect(text).not.toMatch(message);
  });

  it("requires a verdict and its reasoning in a ballot", () => {
    const ballot = patternOf(questionTo("ada", { ballot: "opening" }));
    const vote = said({ verdict: "NO", reasoning: "Two customers left." }).replace(
      "<Content></Content>\n",
      "",
    );
    expect(vote).toMatch(ballot);
    expect(parseReply(vote).parse).toBe("strict");
    expect(vote.replace(/<Verdict>.*<\/Verdict>/, "")).not.toMatch(ballot);
    expect(`<Message>${CONTENT}</Message>`).not.toMatch(ballot);
  });

  it("has MovedBy when another member has spoken and the member has a position to change", () => {
    const later = createGrammar(questionTo("ada", { ballot: "closing" }, debated.state));
    expect(later).toContain('movedBy ::= "<MovedBy>" text "</MovedBy>"');
    expect(createGrammar(questionTo("ada"))).not.toContain("movedBy");
  });

  it("puts the verdict last where the scenario does", () => {
    const scenario = exampleScenario({ prompt: { scaffold: "verdict-last" } });
    const last = patternOf(questionTo("ada", {}, exampleMeeting({}, { scenario }).state));
    const stance = "<VerdictReasoning>It pays.</VerdictReasoning><Verdict>YES</Verdict>";
    expect(`<Message>${CONTENT}${stance}</Message>`).toMatch(last);
    expect(`<Message>${CONTENT}${stance}</Message>`).not.toMatch(message);
  });
});

describe("the JSON Schema of a message", () => {
  it("has the options as alternatives, bounded content, and no field that cannot be used", () => {
    const schema = createAnswerSchema(questionTo("ada", { mayWithdraw: false }));
    expect(schema.properties).toMatchObject({
      content: { type: "string", minLength: 1, maxLength: 2000 },
      verdict: { enum: ["YES", "MAYBE", "NO", "NONE"] },
      confidence: { type: "number", minimum: 0, maximum: 1 },
      to: { enum: ["Ben Birch", "Prof. Cleo Cedar"] },
    });
    expect(Object.keys(schema.properties ?? {})).not.toContain("movedBy");
    expect(Object.keys(schema.properties ?? {})).not.toContain("withdraw");
    expect(schema).toMatchObject({ required: ["content"], additionalProperties: false });
  });

  it("requires the verdict in a ballot, and its reasoning where it is asked for", () => {
    const bare = questionTo("ada", { ballot: "closing", isBare: true }, debated.state);
    expect(createAnswerSchema(bare).required).toEqual(["verdict"]);
    const schema = createAnswerSchema(questionTo("ada", { ballot: "closing" }, debated.state));
    expect(schema.required).toEqual(["verdict", "reasoning"]);
    expect(Object.keys(schema.properties ?? {})).toContain("movedBy");
  });
});

it("asks by the schemas, grammars and fields on record", async () => {
  const agent = opened.seats.find(({ kind }) => kind === "agent");
  const talk = {
    topics: ["cost", "risk"],
    topicNames: { cost: "Cost" },
    takesReady: true,
  };
  const asked = [
    questionTo("ada", { ...talk, addressed: true, mayWithdraw: false }),
    questionTo("ada", {}, debated.state),
    questionTo("ada", { ballot: "closing" }, debated.state),
    questionTo(agent?.id ?? ""),
  ].map((question) => ({
    schema: createStrictSchema(question),
    grammar: createGrammar(question).split("\n"),
    fields: listMessageFields(question),
  }));
  await expect(`${JSON.stringify(asked, null, 1)}\n`).toMatchFileSnapshot(
    "golden/message-form.json",
  );
});
