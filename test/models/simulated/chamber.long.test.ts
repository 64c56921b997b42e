import { chamber, findScenario, loadScenario, modelsFrom, openMeeting, type Scenario } from "boardroom";
import { beforeAll, describe, expect, it } from "vitest";
import { checkCitation } from "../../../src/scenario/documents/citations.ts";
import { filedOf } from "../../protocols/chamber-panel.ts";

let scenario: Scenario;
beforeAll(async () => {
  const members = { claude: "simulated", gpt: "simulated", gemini: "simulated" };
  const loaded = await loadScenario(await findScenario("niche-decision", { cwd: process.cwd() }), { members });
  scenario = { ...loaded, options: { ...loaded.options, classifier: { model: "simulated" } } };
});

type People = NonNullable<Parameters<typeof openMeeting>[0]["people"]>;

async function held(seed: number, options: object = {}, people?: People) {
  const meeting = openMeeting({
    scenario: { ...scenario, options: { ...scenario.options, ...options } },
    protocol: chamber,
    seed,
    createModel: modelsFrom({ env: {} }),
    ...(people && { people }),
  });
  await meeting.run();
  return { meeting, session: filedOf(meeting.state).session };
}

describe("simulated panellists", () => {
  it("rest on passages that stand in the documents, on their own side first, and are asked nothing twice", async () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= 20; seed++) {
      const { meeting, session } = await held(seed);
      outcomes.add(session.outcome!.option ?? session.outcome!.status);
      expect(meeting.state.spending.failedCalls).toBe(0);
      expect(session.phase1.every(({ status, evidence }) => status === "ok" && evidence.length > 1)).toBe(true);
      for (const { evidence } of session.phase1)
        for (const each of evidence) expect(checkCitation(each, meeting.state.documents).found).toBe("exact");
      for (const { reasoning, evidence } of session.phase1)
        for (const { says, ref } of scenario.casebook!.points)
          if (reasoning!.toLowerCase().includes(says.toLowerCase()))
            expect(evidence.map((each) => each.ref)).toContain(ref);
      expect(session.arbitration!.flags).not.toContain("minority_views_missing");
      expect(session.cost.byCall.every(({ calls }) => calls === 1)).toBe(true);
    }
    expect([...outcomes].sort()).toEqual(expect.arrayContaining(["GO", "NEED_MORE_DATA", "NO_GO"]));
  });

  it("read what is brought, and name what stands in it", async () => {
    const text = [
      "# Night desk",
      "- A night desk of a partner was secured at EUR 4 a month and hotel, and 14 hotels confirmed it in a trial.",
      "- Liability insurance for missed alarms was granted in writing, and churn in the trial fell to a proven 3 %.",
    ].join("\n");
    const answers = [
      { decision: "challenge", aspect: "the night", data: { name: "night.md", text } },
      { decision: "accept" },
    ];
    const people: People = async () => answers.shift() as never;
    const { session } = await held(
      2,
      { founder: { person: "ines", modes: ["approver", "challenger"] } },
      people,
    );
    expect(session.earlier).toHaveLength(1);
    expect(JSON.stringify(session.phase1)).toContain("night.md#L");
    expect(JSON.stringify(session.earlier[0]!.phase1)).not.toContain("night.md#L");
  });
});

describe("simulated panellists who are shown one another's answers", () => {
  it("move by a point of another's and say which, or meet one with what stands against it", async () => {
    const { points } = scenario.casebook!;
    const moved = new Set<string>();
    const labels = new Set<string>();
    for (let seed = 1; seed <= 20; seed++) {
      const { session } = await held(seed);
      for (const { panelist, label, response, counterArgument, flags, finalStance } of session.phase2 ?? []) {
        labels.add(label!);
        expect(flags).toEqual([]);
        const own = session.phase1.find((each) => each.panelist === panelist)!;
        const others = session.phase1.filter((each) => each.panelist !== panelist);
        const cited = new Set(others.flatMap(({ evidence }) => evidence.map(({ says }) => says)));
        const named = points.filter(({ says }) => response.toLowerCase().includes(says.toLowerCase()));
        const news = named.filter(({ says }) => own.evidence.every((each) => each.says !== says));
        if (label === "revising") expect(news.some(({ says }) => cited.has(says))).toBe(true);
        if (finalStance !== own.stance) moved.add(`${own.stance} ${finalStance}`);
        if (label !== "standing_by_with_counter_argument") continue;
        const [theirs, answer] = [
          named.find(({ says }) => cited.has(says)),
          points.find(({ quote, says }) => counterArgument!.includes(quote) && response.includes(says)),
        ];
        expect([theirs, answer, answer === theirs]).not.toContain(undefined);
        expect(named).toContain(answer);
      }
    }
    expect([...labels].sort()).toEqual(["confirming", "revising", "standing_by_with_counter_argument"]);
    expect(moved.size).toBeGreaterThan(2);
  });

  it("have it told by the arbiter what is missing, from a point that they argue about", async () => {
    const settling = scenario.casebook!.points.flatMap(({ settles }) => settles ?? []);
    const asked = new Set<string>();
    for (let seed = 1; seed <= 20; seed++) {
      const { session } = await held(seed);
      const { outcome, assignment, text } = session.arbitration!;
      expect(assignment === null).toBe(outcome !== "NEED_MORE_DATA");
      if (assignment === null) continue;
      expect(settling).toContain(assignment.what);
      expect(text!.synthesis).toContain(assignment.what);
      asked.add(assignment.what);
    }
    expect(asked.size).toBeGreaterThan(2);
  });

  it("have no verdict where too little of the documents could be read", async () => {
    const { points, ...rest } = scenario.casebook!;
    const casebook = { ...rest, points: [], read: { by: "rules", statements: 20, weighed: 3 } };
    const meeting = openMeeting({
      scenario: { ...scenario, casebook },
      protocol: chamber,
      seed: 1,
      createModel: modelsFrom({ env: {} }),
    });
    await meeting.run();
    const { phase1, outcome } = filedOf(meeting.state).session;
    expect(points.length).toBeGreaterThan(0);
    for (const each of phase1) expect(each).toMatchObject({ status: "ok", stance: "NONE", confidence: null });
    expect(outcome!.status).not.toBe("decided");
  });
});

describe("a simulated checker", () => {
  it.each([
    ["All four pilot hotels renewed at the full price.", "supported"],
    ["A waiting list of 300 hotels grew within six weeks.", "refuted"],
    ["The mayor of Lisbon likes jazz.", "unverifiable"],
  ])("finds %j %s", async (claim, result) => {
    const people: People = async () => ({ claims: [claim] }) as never;
    const { session } = await held(3, { founder: { person: "ines", modes: ["verifier"] } }, people);
    expect(session.claims).toMatchObject([{ claim, result }]);
  });
});
