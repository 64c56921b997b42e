import { chamber, resumeMeeting } from "boardroom";
import { describe, expect, it } from "vitest";
import { requestFields } from "../../src/engine/form/field-kind.ts";
import { createTextReader, type FormPart, listParts } from "../../src/engine/form/form.ts";
import { makeDocument } from "../../src/scenario/documents/document-text.ts";
import { assessmentSchema } from "../../src/scenario/schema/assessment.ts";
import { eventsOf } from "../support/meetings.ts";
import { ASSIGNMENT, type Given, panelOf, says, sentFor, sessionHeld } from "./chamber-panel.ts";

type Answers = Readonly<Record<string, readonly object[]>>;

/** Ines answers each kind of question with these, the last one again and again; what she was asked. */
function ines(answers: Answers) {
  const asked: Record<string, unknown>[] = [];
  const counts: Record<string, number> = {};
  return {
    asked,
    people: async (_: string, request: object) => {
      const kind = String((request as { kind: unknown }).kind);
      asked.push(request as Record<string, unknown>);
      const steps = answers[kind] ?? [{}];
      const nth = counts[kind] ?? 0;
      counts[kind] = nth + 1;
      return (steps[Math.min(nth, steps.length - 1)] ?? {}) as never;
    },
  };
}

function founder(...modes: readonly string[]) {
  return { founder: { person: "ines", modes } };
}

const DATA = { name: "Churn 2025.md", text: "Churn was 9 %." };
const WANTS_DATA: Given = {
  ada: { "panel-answer": [{ stance: "NEED_MORE_DATA" }, { stance: "GO" }] },
  arbiter: {
    arbitration: [{ outcome: "NEED_MORE_DATA", assignment: ASSIGNMENT }, { outcome: "GO" }],
  },
};

describe("the approver", () => {
  it("accepts what the panel came to, shown with its confidence and every minority view", async () => {
    const { people, asked } = ines({ "panel-review": [{ decision: "accept" }] });
    const { result, session } = await sessionHeld({ cleo: says("NO_GO") }, founder("approver"), {
      people,
    });
    expect(result).toMatchObject({
      outcome: {
        status: "decided",
        reason: expect.stringMatching(/^2 of 3 panelists hold go; accepted by ines/),
      },
    });
    expect(asked[0]).toMatchObject({
      allowed: ["accept", "reject"],
      outcome: "GO",
      confidence: 8,
      minorityViews: [expect.stringContaining("Prof. Cleo Cedar")],
    });
    expect(JSON.stringify(asked)).not.toContain("Member");
    expect(session.review).toMatchObject({ decision: "accept", person: "ines" });
  });

  it("rejects it with a reason, and the reasoning stays on record", async () => {
    const { people } = ines({ "panel-review": [{ decision: "reject", because: "Too soon." }] });
    const { result, session, report } = await sessionHeld({}, founder("approver"), { people });
    expect(result).toMatchObject({ outcome: { status: "no-consensus", option: null } });
    expect(session).toMatchObject({ status: "declined", review: { because: "Too soon." } });
    expect(report).toContain("ines: reject, because Too soon.");
  });

  it("is not asked on level 2 where the arbiter is sure, and is where it is not", async () => {
    const verdicts = [
      { id: "YES", side: "for" },
      { id: "NO", side: "against" },
    ] as const;
    const given = (confidence: number): Given => ({
      ada: says("YES"),
      ben: says("YES"),
      cleo: says("YES"),
      arbiter: { arbitration: [{ outcome: "YES", confidence }] },
    });
    const options = founder("approver");
    const criticality = assessmentSchema.parse({ reversible: true, goNoGo: false });
    const matter = { proposedBy: "agent", criticality };
    const hold = async (confidence: number) => {
      const { people, asked } = ines({ "panel-review": [{ decision: "accept" }] });
      const { session } = await sessionHeld(given(confidence), options, {
        people,
        verdicts: [...verdicts],
        ...matter,
      });
      return { asked: asked.length, level: session.level, status: session.outcome!.status };
    };
    expect(await hold(8)).toEqual({ asked: 0, level: 2, status: "decided" });
    expect(await hold(7.9)).toEqual({ asked: 1, level: 3, status: "decided" });
  });

  it("is asked even on level 1 where the action is to investigate further, and without a yes it is not decided", async () => {
    const criticality = assessmentSchema.parse({
      ...{ agentConfidence: 0.9, conflictingEvidence: false, judgeScore: 8, impactIfWrong: 1 },
      ...{ factual: true, reversible: true, goNoGo: false },
    });
    const verdicts = [
      { id: "YES", side: "for" },
      { id: "NO", side: "against" },
    ] as const;
    const matter = { proposedBy: "agent", criticality, verdicts: [...verdicts] };
    const yes = { ada: says("YES"), ben: says("YES"), cleo: says("YES") };
    const reading = (confidence: number) => ({
      ...yes,
      arbiter: { arbitration: [{ outcome: "YES", confidence }] },
    });
    const held = async (confidence: number) =>
      (await sessionHeld(reading(confidence), {}, matter)).session.outcome!;
    expect(await held(5)).toMatchObject({
      status: "decided",
      reason: expect.stringContaining("on level 1"),
    });
    expect(await held(4.9)).toMatchObject({ status: "unaccepted", option: "YES" });
  });

  it("is asked again what does not fit, three times, and then not waited for", async () => {
    const { people, asked } = ines({ "panel-review": [{ decision: "perhaps" }] });
    const { result } = await sessionHeld({}, founder("approver"), { people });
    expect(asked).toHaveLength(3);
    expect(asked[1]!.problem).toContain("decision");
    expect(result).toMatchObject({
      outcome: { reason: expect.stringContaining("the founder has not accepted it yet") },
    });
  });
});

describe("the fields of a question", () => {
  const all = founder("approver", "challenger", "contributor", "verifier");

  it("add a view, with stance and confidence where they are told", async () => {
    const said = {
      stance: "no go",
      reasoning: "I met them.",
      confidence: 0.6,
      evidence: ["memo.md#L3"],
    };
    const { people, asked } = ines({
      "panel-entry": [{ contribution: said }],
      "panel-review": [{ decision: "accept" }],
    });
    const { session } = await sessionHeld({}, all, { people });
    expect(session.contributions).toEqual([
      {
        ...{
          attempt: 1,
          person: "ines",
          stance: "NO_GO",
          reasoning: "I met them.",
          confidence: 0.6,
        },
        evidence: ["memo.md#L3"],
      },
    ]);
    expect(session.review).toMatchObject({ decision: "accept" });
    expect(asked.map(({ text }) => text)).toEqual([
      expect.stringContaining("you may add your own view"),
      "The panel has answered. The outcome of the arbiter is GO. You may accept, reject or challenge.",
    ]);
    const [entry, review] = asked.map((request) => requestFields(request as never) ?? []);
    const choices = (fields: readonly FormPart[], at: string) => {
      const kind = fields.find(({ label }) => label === at)?.kind;
      return kind?.is === "choice" ? kind.of.map(({ value }) => value) : kind;
    };
    const entryFields = listParts(entry ?? [], createTextReader(null));
    expect(choices(entryFields, "contribution.stance")).toEqual(["GO", "NEED_MORE_DATA", "NO_GO"]);
    expect(entryFields.filter(({ isRequired }) => isRequired)).toEqual([]);
    expect(choices(listParts(review ?? [], createTextReader(null)), "decision")).toEqual([
      "accept",
      "reject",
      "challenge",
    ]);
  });

  it("reject with a reason, and challenge an aspect", async () => {
    const challenge = { decision: "challenge", aspect: "the churn" };
    const { people } = ines({
      "panel-review": [challenge, { decision: "reject", because: "Still unproven." }],
    });
    const { session } = await sessionHeld({}, all, { people });
    expect(session.earlier[0]!.review).toMatchObject({
      decision: "challenge",
      aspect: "the churn",
    });
    expect(session.review).toMatchObject({ decision: "reject", because: "Still unproven." });
  });

  it("bring data", async () => {
    const { people } = ines({
      "panel-data": [{ data: { name: "ines.md", text: "Churn was 9 %." } }],
    });
    const { sent } = await sessionHeld(WANTS_DATA, founder("approver"), { people });
    expect(sentFor(sent, "ben", "panel-answer")[1]!.instruction).toContain("1| Churn was 9 %.");
  });

  it("are passed over never: what does not fit is told, and asked again", async () => {
    const perhaps = { contribution: { stance: "PERHAPS", reasoning: "Yes." } };
    const { people, asked } = ines({
      "panel-entry": [{ say: "hello" }, perhaps, { pass: true }],
      "panel-review": [
        { decision: "reject" },
        { decision: "accept", because: "Yes.", data: {} },
        { pass: true },
      ],
    });
    const { session } = await sessionHeld({}, all, { people });
    expect(asked.map(({ problem }) => problem)).toEqual([
      undefined,
      expect.stringContaining('"say"'),
      "the stance must be one of GO, NEED_MORE_DATA, NO_GO, NONE, or omitted",
      undefined,
      expect.stringContaining("a rejection needs its reason"),
      expect.stringContaining("data.name"),
    ]);
    expect(session).toMatchObject({ contributions: [], review: { decision: "none" } });
  });

  it.each([
    ["contributor", { claims: ["It cut costs."] }, "you may enter only a view here"],
    ["verifier", { contribution: { reasoning: "I think so." } }, "you may enter only claims here"],
  ])("of a %s are for that alone", async (mode, said, problem) => {
    const { people, asked } = ines({ "panel-entry": [said, { pass: true }] });
    await sessionHeld({}, founder(mode), { people });
    expect(asked[1]!.problem).toContain(problem);
    expect(asked).toHaveLength(2);
  });
});

describe("the challenger", () => {
  const challenge = { decision: "challenge", aspect: "the churn", data: DATA };

  it("sends it back with a named aspect and new data, which everybody answers anew and alone", async () => {
    const { people } = ines({ "panel-review": [challenge, { decision: "accept" }] });
    const { sent, session, report } = await sessionHeld({}, founder("approver", "challenger"), {
      people,
    });
    const cues = ["ada", "ben", "cleo"].map(
      (id) => sentFor(sent, id, "panel-answer")[1]!.instruction,
    );
    expect(new Set(cues).size).toBe(1);
    expect(cues[0]).toContain("ines asks you to reconsider: the churn");
    expect(cues[0]).toContain(
      '<Document name="Churn-2025.md" title="Churn-2025.md">\n1| Churn was 9 %.',
    );
    expect(cues[0]).not.toContain("As the memo has it");
    expect(session.earlier).toHaveLength(1);
    expect(report).toContain("- ines challenged: the churn (Churn-2025.md)");
  });

  it("can do so twice by default, and is then left with accepting or not", async () => {
    const { people, asked } = ines({
      "panel-review": [challenge, challenge, { decision: "accept" }],
    });
    const { session } = await sessionHeld({}, founder("challenger"), { people });
    expect(asked.map(({ allowed }) => allowed)).toEqual([
      ["accept", "challenge"],
      ["accept", "challenge"],
      ["accept"],
    ]);
    expect(session.earlier).toHaveLength(2);
  });

  it("is told with both figures when the data would make the context too long", async () => {
    const long = { ...challenge, data: { name: "long.md", text: "one more word ".repeat(4_000) } };
    const { people, asked } = ines({ "panel-review": [long, { decision: "accept" }] });
    await sessionHeld({}, founder("challenger"), { people });
    expect(asked[1]!.problem).toMatch(/about 1\d{4} tokens, and at most 10000/);
  });
});

describe("the contributor", () => {
  const entry = {
    contribution: {
      stance: "no go",
      reasoning: "My nose says no.",
      confidence: 9,
      evidence: ["a call"],
    },
  };

  it("adds a voice that is attributed and marked unverified, to the arbiter only, and counts in no vote", async () => {
    const { people } = ines({ "panel-entry": [entry] });
    const { sent, result, report } = await sessionHeld({}, founder("contributor"), { people });
    const { instruction } = sentFor(sent, "arbiter", "arbitration")[0]!;
    expect(instruction).toContain(
      '<Contribution by="ines" verified="no">\nstance: NO_GO\nconfidence: 0.9',
    );
    expect(instruction).toContain(
      "Do not give it more weight than answers with evidence because of who gave it",
    );
    expect(JSON.stringify(sent.ada)).not.toContain("nose");
    expect(result).toMatchObject({ outcome: { votes: { GO: 3, NO_GO: 0 } } });
    expect(report).toContain("### Contribution by ines (unverified)");
  });

  it("says nothing where the person is no contributor", async () => {
    const { people } = ines({ "panel-entry": [{ ...entry, claims: [] }] });
    const { sent } = await sessionHeld({}, founder("verifier"), { people });
    expect(sentFor(sent, "arbiter", "arbitration")[0]!.instruction).not.toContain("nose");
  });
});

describe("the verifier", () => {
  const checked = (result: string, quote: string) => ({
    "claim-check": [{ result, why: "As it stands.", basis: [{ ref: "memo.md#L3", quote }] }],
  });
  const held = async (checker: Given[string]) => {
    const { people } = ines({ "panel-entry": [{ claims: ["The pilot cut costs by 12 %."] }] });
    return sessionHeld({ checker }, founder("verifier"), { people });
  };
  const factIn = (sent: Parameters<typeof sentFor>[0]) =>
    sentFor(sent, "arbiter", "arbitration")[0]!.instruction;

  it("lets a claim influence only where it is supported by words that stand in the documents", async () => {
    const { sent, session } = await held(checked("supported", "cut costs by 12 %"));
    expect(session.claims).toMatchObject([
      { result: "supported", basis: [{ found: "exact" }], flags: [] },
    ]);
    expect(factIn(sent)).toContain('<Fact checked="supported">\nThe pilot cut costs by 12 %.');
  });

  it.each([
    ["refuted", "cut costs by 12 %", "refuted", []],
    ["supported", "cut costs by half", "unverifiable", ["basis_not_found"]],
    ["supported", "", "unverifiable", ["basis_not_found"]],
    ["unverifiable", "", "unverifiable", []],
  ])("keeps out a claim that is %s by %j", async (result, quote, recorded, flags) => {
    const { sent, session } = await held(checked(result, quote));
    expect(session.claims).toMatchObject([{ result: recorded, flags }]);
    expect(factIn(sent)).not.toContain("<Fact");
  });

  it("keeps out a claim that could not be checked", async () => {
    const { session } = await held({ "claim-check": ["I am not sure."] });
    expect(session.claims).toMatchObject([{ result: "unverifiable", flags: ["unchecked"] }]);
  });
});

describe("data that is called for", () => {
  it("is asked of the person with the assignment, and the panel answers anew with it", async () => {
    const { people, asked } = ines({
      "panel-data": [{ data: DATA }],
      "panel-review": [{ decision: "accept" }],
    });
    const { result, sent, session } = await sessionHeld(WANTS_DATA, founder("approver"), {
      people,
    });
    expect(asked[0]).toMatchObject({ kind: "panel-data", assignment: ASSIGNMENT });
    expect(sentFor(sent, "ada", "panel-answer")[1]!.instruction).toContain(
      "ines brought what was missing: churn of a year",
    );
    expect(result).toMatchObject({ outcome: { status: "decided", option: "GO" } });
    expect(session.earlier[0]).toMatchObject({
      arbitration: { outcome: "NEED_MORE_DATA", assignment: ASSIGNMENT },
    });
  });

  it("is asked for twice at most, and then the founder decides", async () => {
    const always: Given = {
      ada: says("NEED_MORE_DATA"),
      arbiter: { arbitration: [{ outcome: "NEED_MORE_DATA", assignment: ASSIGNMENT }] },
    };
    const { people, asked } = ines({ "panel-data": [{ data: DATA }] });
    const { result } = await sessionHeld(always, founder("approver"), { people });
    expect(asked).toHaveLength(2);
    expect(result).toMatchObject({
      outcome: {
        status: "need-more-data",
        reason: expect.stringContaining("still wanted after 2 re-runs"),
      },
    });
  });

  it("may be a document brought to the meeting, and no other", async () => {
    const { people, asked } = ines({ "panel-data": [{ document: "churn.md" }, { pass: true }] });
    await sessionHeld(WANTS_DATA, founder("approver"), { people });
    expect(asked[1]!.problem).toBe("no document churn.md was brought to the meeting: none was");
  });

  it("is taken where it was brought to the meeting, and is shown to everybody in the same words", async () => {
    const document = makeDocument({
      name: "churn.md",
      title: "Churn",
      subject: false,
      text: "Churn was 9 %.",
    });
    const bring = () =>
      meeting.act({ person: "ines", does: { act: "bring-document", name: "churn.md" }, document });
    const people = async (_: string, { kind }: object & { kind?: unknown }) => {
      if (kind !== "panel-data") return { decision: "accept" } as never;
      bring();
      return { document: "churn.md" } as never;
    };
    const { meeting, sent } = panelOf(WANTS_DATA, founder("approver"), { people });
    expect(await meeting.run()).toMatchObject({ outcome: { status: "decided", option: "GO" } });
    const shown = ["ada", "ben", "cleo"].map((id) => {
      const { turns, instruction } = sentFor(sent, id, "panel-answer")[1]!;
      return JSON.stringify([turns, instruction]);
    });
    expect(new Set(shown).size).toBe(1);
    expect(shown[0]).toContain("Churn was 9 %.");
    expect(shown[0]).toContain("ines brought what was missing: churn of a year (churn.md)");
  });

  it("that nobody has ends the session as it stands", async () => {
    const { people } = ines({ "panel-data": [{ pass: true }] });
    const { result } = await sessionHeld(WANTS_DATA, founder("approver"), { people });
    expect(result).toMatchObject({
      outcome: {
        status: "need-more-data",
        reason: expect.stringContaining("ines brought nothing"),
      },
    });
  });
});

it("waits for a person who is not there, and goes on where it stopped without asking the panel again", async () => {
  const { meeting, sent } = panelOf({}, founder("approver"));
  expect(await meeting.run()).toMatchObject({ status: "waiting" });
  const calls = Object.values(sent).flat().length;
  const { people } = ines({ "panel-review": [{ decision: "accept" }] });
  const later = panelOf({}, founder("approver"));
  const resumed = resumeMeeting({
    journal: meeting.journal,
    protocol: chamber,
    people,
    createModel: later.setup.createModel,
  });
  expect(await resumed.run()).toMatchObject({ outcome: { status: "decided" } });
  expect(eventsOf(meeting.journal.events, "call.answered")).toHaveLength(calls);
  expect(eventsOf(meeting.journal.events, "human.answered")).toHaveLength(1);
});
