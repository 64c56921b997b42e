import { board, type ModelRequest, runMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import {
  type ExampleChanges,
  examplePersona,
  exampleScenario,
  reply,
} from "../../support/example-scenario.ts";

/**
 * What the second of these people is shown of what the first one says, in a debate under labels; labels are drawn, and
 * written here in the order of the people: `Member A` is the first.
 */
function maskedIn(
  names: readonly string[],
  matter: ExampleChanges = {},
): (text: string) => Promise<string> {
  return async (text) => {
    const label = new Map<string, string>();
    let heard = "";
    const members = names.map((name, at) => ({
      id: `p${at}`,
      kind: "member" as const,
      persona: examplePersona(`p${at}`, name, { title: "Reviewer" }),
      model: "scripted",
      weight: 1,
    }));
    const listens = ({ id }: { id: string }, { individual, turns }: ModelRequest) => {
      label.set(id, /Member [A-D]/.exec(individual)?.[0] ?? "");
      if (id === "p1") heard = turns.flatMap(({ parts }) => parts).join("\n");
    };
    await runMeeting({
      scenario: exampleScenario({
        documents: {},
        members,
        prompt: { view: "anonymous" },
        limits: { messages: names.length },
        options: { openingBallot: false, selector: { name: "round-robin" } },
        ...matter,
      }),
      protocol: board,
      seed: 3,
      createModel: (seat) =>
        scriptedModel(
          Array.from({ length: 9 }, () => (request: ModelRequest) => {
            listens(seat, request);
            return reply({ content: seat.id === "p0" ? text : "Well." });
          }),
        ),
    });
    const said = /<Content>([\s\S]*?)<\/Content>/.exec(heard)?.[1] ?? "";
    const order = new Map(
      [...label].map(([id, drawn]) => [drawn, `Member ${"ABCD"[Number(id.slice(1))]}`]),
    );
    return said.replace(/Member [A-D]\b/g, (drawn) => order.get(drawn) ?? drawn);
  };
}

const mask = maskedIn(["Dr. Mark Field", "Sarah Chen", "Prof. José Núñez"]);

describe("a name that is a word as well", () => {
  it.each([
    "You will, mark my words, see.",
    "MARK MY WORDS.",
    "The field is wide, and in the field we mark it.",
    "A mark-up of 12 %; FIELD WORK is done.",
    "Marked fields, Fielding, Markets.",
  ])("is left alone without a capital: %s", async (text) => {
    expect(await mask(text)).toBe(text);
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
    ["Thanks, Mark. I agree with Field.", "Thanks, Member A. I agree with Member A."],
    ["Dr. Mark, Doctor Field, Prof. Dr. Field", "Member A, Member A, Member A"],
  ])(
    "is masked with a capital, and with another part of the name in any case: %s",
    async (text, masked) => {
      expect(await mask(text)).toBe(masked);
    },
  );
});

describe("a single name", () => {
  it.each([
    ["Chen and Sarah CHEN, of a chen", "Member B and Member B, of a chen"],
    ["Sarah chen; Sarah", "Member B; Member B"],
    ["José Núñez, Jose Nunez, Núñez, Nunez", "Member C, Member C, Member C, Member C"],
    ["sarah-chen spoke", "Member B spoke"],
  ])("is masked alone as it is written, with its accents or without: %s", async (text, masked) => {
    expect(await mask(text)).toBe(masked);
  });

  it("is left alone within a longer word, and where the matter itself speaks of it", async () => {
    expect(await mask("Cheng and Kitchen")).toBe("Cheng and Kitchen");
    const asked = maskedIn(["Dr. Mark Field", "Sarah Chen", "Prof. José Núñez"], {
      question: "Did Chen (2021) hold up?",
    });
    expect(await asked("Chen (2021) holds up, as Sarah Chen says.")).toBe(
      "Chen (2021) holds up, as Member B says.",
    );
  });
});

describe("a name of several parts", () => {
  const parted = maskedIn([
    "Siobhán O'Brien",
    "Ludwig van der Berg",
    "Grace Okafor-Lindt",
    "Will Smith Jr.",
  ]);

  it.each([
    ["O’Brien, O'Brien and Siobhan", "Member A, Member A and Member A"],
    ["van der Berg, Dr. van der Berg, Ludwig van der Berg", "Member B, Member B, Member B"],
    ["Ms Okafor, Lindt and Okafor-Lindt", "Member C, Member C and Member C"],
    [
      "Will Smith Jr., Will Smith, Jr., Will Smith and Mr. Smith",
      "Member D, Member D, Member D and Member D",
    ],
  ])("is masked by each of them that stands for it: %s", async (text, masked) => {
    expect(await parted(text)).toBe(masked);
  });
});

describe("a panel whose members are named after products", () => {
  const panel = ["Claude", "GPT", "Gemini"];

  it("can be asked about them", async () => {
    const asked = maskedIn(panel, { question: "Shall we buy Claude or Gemini?" });
    expect(await asked("Claude is dearer than Gemini, which GPT denies.")).toBe(
      "Claude is dearer than Gemini, which Member B denies.",
    );
  });
});

it("puts no label on a name that several members have", async () => {
  const both = maskedIn(["Ada Koval", "Ben Koval"]);
  expect(await both("Koval said so, not Ben Koval.")).toBe("Koval said so, not Member B.");
});
