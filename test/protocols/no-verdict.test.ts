import { type MeetingState, type ModelRequest, openMeeting, verdictTable } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { requireProtocol } from "../../src/home/settings/protocols.ts";
import { iterationJudged } from "../../src/protocols/judges/report.ts";
import { checkJury, juryOptions } from "../../src/protocols/jury/options.ts";
import { type ExampleChanges, exampleScenario, reply } from "../support/example-scenario.ts";
import { held, type Part, sheet } from "../support/juries.ts";
import { eventsOf } from "../support/meetings.ts";
import { says, sentFor, sessionHeld } from "./chamber-panel.ts";

const WHY = "No document says what a second year costs.";

function rowsOf(state: MeetingState) {
  return verdictTable(state, { headHash: "" }).members;
}

describe("a judge without a verdict", () => {
  const answer = (more: object) =>
    JSON.stringify({ analysis: WHY, findings: [], verdict: "YES", confidence: 0.9, ...more });

  function judged(
    given: Readonly<Record<string, object>>,
    options: object = {},
    changes: ExampleChanges = {},
  ) {
    const sent: ModelRequest[] = [];
    const recommendation = { synthesis: "s", agreed: [], disputed: [], recommendation: "NONE" };
    const meeting = openMeeting({
      scenario: exampleScenario({
        protocol: "judges",
        options: options as Record<string, unknown>,
        ...changes,
      }),
      protocol: requireProtocol("judges"),
      seed: 3,
      createModel: ({ id }) =>
        scriptedModel(
          Array.from({ length: 9 }, () => (request: ModelRequest) => {
            sent.push(request);
            return id === "chair" ? JSON.stringify(recommendation) : answer(given[id] ?? {});
          }),
        ),
    });
    return { meeting, sent };
  }

  it("gives its reason, is sure of nothing, and is asked again with the panel", async () => {
    const { meeting, sent } = judged(
      { ada: { verdict: "NONE" } },
      { threshold: 0.8, maxIterations: 2 },
    );
    await meeting.run();
    const [ballot] = eventsOf(meeting.journal.events, "ballot.cast").filter(
      ({ speaker }) => speaker === "ada",
    );
    expect(ballot).toMatchObject({
      verdict: null,
      abstains: true,
      reasoning: WHY,
      confidence: null,
    });
    const iterations = iterationJudged.readAll(meeting.state);
    expect(iterations).toHaveLength(2);
    expect(iterations[0]!.judges.ada).toMatchObject({ status: "ok", verdict: null, confidence: 0 });
    expect(iterations[0]!.aggregate).toBeCloseTo(0.6);
    expect(sent.at(-1)!.instruction).toContain("verdict: NONE");
    expect(meeting.state.outcome).toMatchObject({ status: "decided", side: "for" });
    expect(meeting.state.outcome!.reason).toContain("the chair recommends nothing");
  });
});

describe("a panelist without a verdict", () => {
  const none = says("NONE", { reasoning: WHY, confidence: 0.9 });

  it("takes no position that could differ from another's, and dissents from none", async () => {
    const { meeting, session, sent } = await sessionHeld({ ada: none });
    expect(session.phase1[0]).toMatchObject({
      status: "ok",
      stance: "NONE",
      confidence: null,
      flags: [],
    });
    expect(sentFor(sent, "ada", "cross-examination")).toEqual([]);
    expect(meeting.state.outcome).toMatchObject({
      side: "for",
      option: "GO",
      votes: { GO: 2, NO_VERDICT: 1 },
    });
    expect(rowsOf(meeting.state)[0]).toMatchObject({
      final: null,
      abstains: ["first", "final"],
      reasoning: WHY,
    });
  });

  it("leaves the panel undecided where most have none", async () => {
    const { meeting, report } = await sessionHeld({ ada: none, ben: none });
    expect(meeting.state.outcome).toMatchObject({ status: "undecided", option: null, side: null });
    expect(meeting.state.outcome!.reason).toContain(
      "only 1 of 3 members gave a verdict, fewer than half; 2 said why they have none",
    );
    expect(report).toContain("Stance: **none**");
  });

  it("may come to it when it is shown the others' answers, and give up a stance", async () => {
    const { meeting } = await sessionHeld({
      ada: {
        ...says("NO_GO"),
        "cross-examination": [
          { response: WHY, label: "revising", stance: "NONE", confidence: 0.9 },
        ],
      },
    });
    expect(rowsOf(meeting.state)[0]).toMatchObject({
      final: null,
      abstains: ["final"],
      reasoning: WHY,
      confidence: null,
      changes: [{ from: "NO_GO", to: null }],
    });
    expect(meeting.state.outcome).toMatchObject({ side: "for", option: "GO" });
  });
});

describe("a juror without a verdict", () => {
  const VERDICTS = [
    { id: "GUILTY", side: "for" as const },
    { id: "NOT_GUILTY", side: "against" as const },
  ];
  const votes = (...given: readonly string[]): Part => {
    let cast = 0;
    return (_, kind) =>
      kind.endsWith("-ballot")
        ? reply({ verdict: given[Math.min(cast++, given.length - 1)]!, reasoning: WHY })
        : undefined;
  };
  const tried = (parts: Record<string, Part>) =>
    held(
      { parts, options: { trial: { talkBetween: 3, deadlockAfter: 2 } } },
      { verdicts: VERDICTS },
    );

  it("counts as neither, so that a verdict of all is not reached", async () => {
    const { meeting } = await tried({
      ada: votes("NONE"),
      ben: votes("GUILTY"),
      cleo: votes("GUILTY"),
    });
    expect(meeting.state.outcome).toMatchObject({
      status: "hung",
      votes: { for: 2, against: 0, NO_VERDICT: 1 },
    });
  });

  it("may come to a verdict in a later ballot", async () => {
    const guilty = { ben: votes("GUILTY"), cleo: votes("GUILTY") };
    const { meeting } = await tried({ ada: votes("NONE", "GUILTY"), ...guilty });
    expect(meeting.state.outcome).toMatchObject({ status: "decided", option: "GUILTY" });
    expect(rowsOf(meeting.state)[0]!.changes).toMatchObject([{ from: null, to: "GUILTY" }]);
  });

  it("leaves the jury undecided, not hung, where most have none", async () => {
    const { meeting } = await tried({
      ada: votes("NONE"),
      ben: votes("NONE"),
      cleo: votes("GUILTY"),
    });
    expect(meeting.state.outcome).toMatchObject({ status: "undecided", side: null });
  });

  it("leaves an item of its sheet undecided with the reason, and the sheet without a verdict", async () => {
    const sheets: Record<string, Part> = Object.fromEntries(
      ["ada", "ben"].map((id) => [
        id,
        (request: ModelRequest, kind: string) =>
          kind === "decision-sheet"
            ? sheet(request, "NONE").replace('"verdict":"YES"', '"verdict":"NONE"')
            : undefined,
      ]),
    );
    const { meeting, conclusions } = await held({ parts: sheets });
    expect(conclusions.agreements).toEqual([]);
    expect(conclusions.unresolved[0].positions[0]).toEqual({
      member: "ada",
      choice: null,
      reason: "because of t1",
    });
    expect(rowsOf(meeting.state)[0]).toMatchObject({ final: null, reasoning: "As said." });
    expect(meeting.state.outcome!.status).toBe("undecided");
  });

  it("is the only use of the word: no choice on a sheet is called so", () => {
    const options = juryOptions.parse({ decisions: { choices: ["agree", "none"] } });
    const [first] = checkJury(options, exampleScenario({ protocol: "jury" }));
    expect(first!.message).toBe(
      "decisions.choices names none, which is how a member leaves an item undecided",
    );
  });
});
