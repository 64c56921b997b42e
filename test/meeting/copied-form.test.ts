import { createPlainView, incidents, judges, type ModelRequest, openMeeting, plainPalette } from "boardroom";
import { parseReply } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { copiesIn, withoutCopies } from "../../src/engine/meeting/turn/copied-form.ts";
import { COMMON_RULES, OPEN_TABLE, replyForm } from "../../src/engine/perspective/meeting-rules.ts";
import { exampleScenario, reply } from "../support/example-scenario.ts";
import { eventsOf, exampleMeeting, type Reply, talker } from "../support/meetings.ts";

const FORM = [
  ...OPEN_TABLE.rules,
  replyForm(OPEN_TABLE, {
    view: "perspective",
    visibility: "open",
    scaffold: "verdict-first",
    summarise: false,
  }),
].join("\n");

const COPY: Reply = ({ shared }) => {
  const start = shared.indexOf("<Message>");
  return shared.slice(start, shared.indexOf("</Message>") + "</Message>".length);
};

const FILLED: Reply = (request) =>
  (COPY as (request: ModelRequest) => string)(request)
    .replace("one of the verdicts below", "YES")
    .replace("a number from 0 to 1", "0.7");

function linesOf(events: ReturnType<typeof exampleMeeting>["journal"]["events"]): string {
  const view = createPlainView({ width: 1000, palette: plainPalette });
  return events.flatMap((event) => view.next(event)).join("\n");
}

describe("what comes back of the form", () => {
  const read = (fields: Parameters<typeof reply>[0]) => withoutCopies(parseReply(reply(fields)), FORM);

  it.each([
    "what you say to the meeting",
    "What you say to the meeting.",
    "Here: what you say to the meeting",
    "Speak only as yourself; never write anyone else's words.",
    "in one or two sentences",
    COMMON_RULES.join(" "),
  ])("is no content: %j", (content) => {
    expect(read({ content })).toMatchObject({
      isNothingElse: true,
      reply: { content: "", flags: ["form-copied"] },
    });
  });

  it.each([
    "No.",
    "Your words, Ben, moved me: the meeting should go on.",
    "Withdraws the memo? It cannot.",
    "I ask everybody to say what fact would change their verdict, as I have said mine above.",
  ])("is told from words of one's own: %j", (content) => {
    expect(read({ content }).reply).toMatchObject({ content, flags: [] });
  });

  it("is no reasoning, no ground of a change and no passage, and leaves the rest", () => {
    const copied = {
      speaker: "Ada",
      verdict: "YES",
      reasoning: "your reasoning in one or two sentences",
      wouldChange: "the fact or argument that would change your verdict",
      content: "March speaks against it.",
      artifacts: [
        { kind: "citation", ref: "name-of-document#L1", quote: "x" },
        { kind: "citation", ref: "memo.md#L3", quote: "exact words from those lines" },
        { kind: "citation", ref: "memo.md#L4", quote: "Two customers left" },
      ],
    } as const;
    expect(read(copied).reply).toMatchObject({
      content: "March speaks against it.",
      reasoning: null,
      wouldChange: null,
      artifacts: [{ ref: "memo.md#L4" }],
    });
  });

  it("is found in JSON where the instruction's example says what belongs in a place", () => {
    const instruction =
      'Say it. "quoted words of another" Reply with JSON: {"analysis": "what you found", "says": [{"what": "what they show"}], "verdict": "one of the options"}.';
    const found = copiesIn(
      { analysis: "What you found.", says: [{ what: "what they show" }], verdict: "YES", more: "..." },
      instruction,
    );
    expect(found).toEqual([
      { place: "analysis", depth: 1 },
      { place: "says.0.what", depth: 3 },
      { place: "more", depth: 1 },
    ]);
    expect(copiesIn({ analysis: "quoted words of another" }, instruction)).toEqual([]);
    expect(copiesIn({ analysis: "what you found" }, "What you found, in JSON.")).toEqual([]);
  });
});

describe("a member that copies the form", () => {
  it("casts no vote and says nothing, whatever option it picks, and is told of with the remedy", async () => {
    const meeting = exampleMeeting({ ada: FILLED, ben: talker("ben", "NO"), cleo: talker("cleo", "NO") });
    await meeting.run();
    const { events } = meeting.journal;
    const own = eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ada");
    const ballots = eventsOf(events, "ballot.cast").filter(({ speaker }) => speaker === "ada");
    expect(own).toEqual([]);
    expect(ballots.length).toBeGreaterThan(0);
    expect(ballots.map(({ verdict }) => verdict)).toEqual(ballots.map(() => null));
    expect(meeting.state.outcome?.votes).toMatchObject({ for: 0, against: 2 });
    const told =
      /repl(?:y|ies) of scripted copy the format description instead of answering.*The model is too small for the form: seat another/;
    expect(incidents(events).join("\n")).toMatch(told);
    expect(linesOf(events).match(new RegExp(told, "g"))).toHaveLength(1);
  });

  it("is asked once to put its own words there, and counts when it does", async () => {
    const problems: (string | undefined)[] = [];
    let asked = 0;
    const ada: Reply = (request) => {
      if (request.instruction.includes('-vote"')) return reply({ verdict: "YES" });
      if (request.exchange) problems.push(request.exchange.problem);
      asked += 1;
      if (asked === 1) return (COPY as (request: ModelRequest) => string)(request);
      return reply({ verdict: "NO", withdrawn: true, content: "My own." });
    };
    const meeting = exampleMeeting({ ada });
    await meeting.run();
    expect(problems[0]).toContain("Replace it with your own words");
    const [own] = eventsOf(meeting.journal.events, "message.spoken").filter(({ speaker }) => speaker === "ada");
    expect(own).toMatchObject({ content: "My own.", verdict: "NO", flags: [] });
  });

  it("in JSON is no judge, and the panel goes on without it", async () => {
    const answer = {
      analysis: "what you found and how you weigh it",
      findings: [],
      verdict: "YES",
      wouldChange: null,
      confidence: 0.9,
    };
    const chair = { synthesis: "All say no.", agreed: [], disputed: [], recommendation: "NO" };
    const meeting = openMeeting({
      scenario: exampleScenario({ protocol: "judges" }),
      protocol: judges,
      createModel: ({ id }) =>
        scriptedModel(
          Array.from({ length: 9 }, () =>
            JSON.stringify(
              id === "chair"
                ? chair
                : id === "ada"
                  ? answer
                  : { ...answer, analysis: "Losses.", verdict: "NO" },
            ),
          ),
        ),
    });
    await meeting.run();
    expect(meeting.state.outcome?.votes).toMatchObject({ for: 0, against: 2 });
    expect(eventsOf(meeting.journal.events, "turn.absent")[0]).toMatchObject({
      speaker: "ada",
      reason: expect.stringContaining("analysis"),
    });
  });
});
