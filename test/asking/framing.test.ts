import { frameQuestion } from "boardroom";
import { exampleScenario } from "boardroom/testing";
import { describe, expect, it, test } from "vitest";

const kindOf = (question: string) => {
  const { kind, choices } = frameQuestion({ question });
  return choices.length > 0 ? "choose" : kind;
};

/** Questions that the table was not written from: what they are, and null where it may only say that it does not know. */
const STRANGE: readonly (readonly [string | null, string])[] = [
  ["hire", "Do we take on Leila Marsh as a second receptionist?"],
  ["hire", "Is Tomasz the right person for head of sales?"],
  ["hire", "Should the clinic recruit another night nurse?"],
  ["invest", "Shall we take a stake in the bakery next door?"],
  ["invest", "Should the fund participate in Orion's Series B round?"],
  ["build-or-buy", "Do we develop our own scheduling tool or license one?"],
  ["build-or-buy", "Should catering be done in-house?"],
  ["adopt", "Should we switch to a four-column Kanban board?"],
  ["adopt", "Is it time to upgrade to PostgreSQL 18?"],
  ["adopt", "Should the library introduce self-checkout machines?"],
  ["spend", "Should we approve an extra $12,000 for the summer festival?"],
  ["spend", "Do we pay for a second ambulance?"],
  ["policy", "Should visitors be allowed to bring dogs under the new policy?"],
  ["policy", "Should the club ban glass bottles?"],
  ["diagnose", "Why were the March invoices wrong?"],
  ["diagnose", "What is the root cause of the recall?"],
  ["choose", "Which city should host the meeting: Turin, Graz or Lyon?"],
  ["choose", "Should we pick Helvetica or Garamond?"],
  [null, "Is our pricing fair?"],
  [null, "Should we end the partnership with the museum?"],
  [null, "What should we do about Kevin?"],
  [null, "Soll die Schule Handys verbieten?"],
  [null, "Should I learn the cello?"],
  [null, "Do we open on Sundays?"],
  [null, "Should we tell the customers?"],
  [null, "Should we buy now or wait?"],
];

describe("a bare question", () => {
  it("is never taken for a kind that it is not, and mostly for the one that it is", () => {
    const wrong = STRANGE.filter(([kind, question]) => ![kind, null].includes(kindOf(question)));
    const right = STRANGE.filter(([kind, question]) => kind === kindOf(question));
    expect(wrong).toEqual([]);
    expect(right.length / STRANGE.length).toBeGreaterThan(0.85);
  });

  it("that the table does not know has plain options, and says so", () => {
    const frame = frameQuestion({ question: "Should I learn the cello?" });
    expect(frame.options.map(({ id, side }) => [id, side])).toEqual([
      ["YES", "for"],
      ["LATER", "neutral"],
      ["NO", "against"],
    ]);
    expect(frame).toMatchObject({ kind: null, by: "plain" });
    expect(frame.notes[0]).toContain("does not know what kind of decision this is");
    expect(frame.notes[1]).toContain("Name --options or a --panel");
    const named = frameQuestion({ question: "Should I learn the cello?", options: ["keep it", "drop it"] });
    expect(named.notes[1]).toContain("Its options are those that you named; its criteria are");
    expect(named.notes.join(" ")).not.toContain("Name --options");
  });

  it("that could be of two kinds is not guessed at", () => {
    const frame = frameQuestion({ question: "Should we ban the printers, and replace them all with tablets?" });
    expect(frame.kind).toBeNull();
    expect(frame.notes[0]).toMatch(/could be .* as well as/);
  });

  it("says by which of its words it was known, and that no model took part", () => {
    const { notes } = frameQuestion({ question: "Should the clinic recruit another night nurse?" });
    expect(notes[0]).toContain('it says "recruit"');
    expect(notes[1]).toMatch(/^No model took part/);
  });

  it("has options on both sides, criteria and something to read, whatever its kind", () => {
    for (const [, question] of STRANGE) {
      const { options, criteria, missing } = frameQuestion({ question });
      expect(new Set(options.map(({ side }) => side))).toContain("for");
      expect(new Set(options.map(({ side }) => side))).toContain("against");
      expect([criteria.length > 3, missing.length > 0]).toEqual([true, true]);
    }
  });

  it("that names what it chooses among has an option for each and one against all, counted one by one", () => {
    const frame = frameQuestion({ question: "Which system should we sign with: Acorn, Borealis or Corvid?" });
    expect(frame.options.map(({ id, side }) => [id, side])).toEqual([
      ["ACORN", "for"],
      ["BOREALIS", "for"],
      ["CORVID", "for"],
      ["NONE_OF_THEM", "against"],
    ]);
    expect(frame.decision.by).toBe("option");
  });

  it("is refused where there is none", () => {
    expect(() => frameQuestion({ question: "  " })).toThrow(/there is no question/);
  });
});

describe("options that are typed", () => {
  const sidesOf = (options: readonly string[]) =>
    frameQuestion({ question: "Well?", options }).options.map(({ id, side }) => `${id} ${side}`);

  test.each<[string[], string[]]>([
    [
      ["yes", "no", "later"],
      ["YES for", "NO against", "LATER neutral"],
    ],
    [
      ["go", "wait", "stop"],
      ["GO for", "WAIT neutral", "STOP against"],
    ],
    [
      ["plan A", "reject"],
      ["PLAN_A for", "REJECT against"],
    ],
    [
      ["red", "green", "blue"],
      ["RED for", "GREEN for", "BLUE against"],
    ],
  ])("%j take their sides", (given, sides) => {
    expect(sidesOf(given)).toEqual(sides);
  });

  it("whose words tell no side are taken in order, and it says so", () => {
    const { notes } = frameQuestion({ question: "Well?", options: ["red", "blue"] });
    expect(notes.join(" ")).toContain("the last counts as against");
  });

  test.each<[string[], RegExp]>([
    [["yes", "yes"], /named twice/],
    [["yes"], /not both: yes/],
    [["yes", "approve"], /not both: yes, approve/],
    [["ja", "???"], /no name for an option/],
  ])("%j are refused", (options, why) => {
    expect(() => sidesOf(options)).toThrow(why);
  });
});

it("says what a paper counts for where a question would end something, and where nobody can tell", () => {
  const { documents } = exampleScenario({ documents: { "plan.md": "# Plan\n\nKeep the bus line." } });
  const told = (question: string, { papers = documents, options = ["yes", "no"] } = {}) =>
    frameQuestion({ question, documents: papers, options }).notes.join(" ");
  expect(told("Should we drop the night bus?")).toContain("says against that thing counts for ending it");
  expect(told("Should we drop the night bus and buy a ferry?")).toContain("ask whether to keep it");
  expect(told("Should we keep the night bus?")).not.toContain("would end something");
  expect(told("Should we drop the night bus?", { papers: [] })).not.toContain("would end something");
  expect(told("Should we drop the night bus?", { options: ["keep it", "no"] })).not.toContain("would end");
});
