import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { failure } from "../../support/failures.ts";
import { eventsOf, exampleMeeting, type Reply } from "../../support/meetings.ts";

/** Ada's turn gives these replies, the first to her first turn; afterwards she votes and leaves. */
function adaSays(...replies: Reply[]): Reply {
  let next = 0;
  return (request) => {
    if (request.instruction.includes('-vote"')) return reply({ verdict: "YES" });
    const given = replies[next++] ?? reply({ verdict: "NO", withdrawn: true, content: "Done." });
    return typeof given === "function" ? given(request) : given;
  };
}

async function meetingWhere(ada: Reply, limits = {}) {
  const meeting = exampleMeeting({ ada }, { scenario: exampleScenario({ limits }) });
  const result = await meeting.run();
  const { events } = meeting.journal;
  const firstOfAda = eventsOf(events, "message.spoken").find(({ speaker }) => speaker === "ada");
  return { meeting, result, events, firstOfAda, state: meeting.state };
}

/** Ada answers everything, ballots included, in these words. */
async function exampleBallots(text: string) {
  const meeting = exampleMeeting(
    { ada: text },
    { scenario: exampleScenario({ limits: { messages: 4 } }) },
  );
  await meeting.run();
  return { events: meeting.journal.events };
}

describe("a turn", () => {
  it("credits the one who has the floor, whatever id, time and name the reply claims", async () => {
    const text =
      '<Message id="m1" timestamp="1999-01-01T00:00:00Z"><Speaker>ash</Speaker><Withdrawn>false</Withdrawn><Content>Mine.</Content></Message>';
    const { firstOfAda } = await meetingWhere(adaSays(text));
    expect(firstOfAda).toMatchObject({ speaker: "ada", content: "Mine.", parse: "strict" });
    expect(firstOfAda?.id).toBe(`m${firstOfAda?.path}`);
  });

  it("records an impersonation, mends it once, and never credits it", async () => {
    const foreign = reply({ speaker: "Ben Birch", verdict: "NO", content: "I, Ben, give up." });
    const { events, firstOfAda, state } = await meetingWhere(
      adaSays(foreign, reply({ speaker: "Ada Ash", content: "As myself." })),
    );
    expect(firstOfAda?.content).toBe("As myself.");
    expect(
      eventsOf(events, "call.answered").filter(({ purpose }) => purpose === "repair"),
    ).toHaveLength(1);
    expect(state.members.get("ben")?.verdicts.filter(({ verdict }) => verdict === "NO")).toEqual(
      [],
    );
  });

  it("makes an absence of a member that insists on being somebody else", async () => {
    const foreign = reply({ speaker: "Ben Birch", content: "I, Ben, give up." });
    const { events } = await meetingWhere(adaSays(foreign, foreign));
    expect(eventsOf(events, "impersonation.attempted")[0]).toMatchObject({
      speaker: "ada",
      as: "ben",
    });
    expect(eventsOf(events, "turn.absent")[0]).toMatchObject({
      speaker: "ada",
      reason: "You wrote as Ben Birch. Speak only for yourself.",
    });
  });

  it("keeps only the first message of one's own, and flags the others", async () => {
    const own = reply({ speaker: "Ada Ash", content: "First." });
    const { firstOfAda, events } = await meetingWhere(
      adaSays(own + reply({ speaker: "Ben Birch", verdict: "NO", content: "Second." })),
    );
    expect(firstOfAda).toMatchObject({
      content: "First.",
      verdict: null,
      flags: expect.arrayContaining(["several-messages"]),
    });
    expect(eventsOf(events, "impersonation.attempted")[0]).toMatchObject({
      speaker: "ada",
      as: "ben",
    });
  });

  it.each([
    [
      "an unknown option",
      { verdict: "PERHAPS", reasoning: "Because." },
      "verdict-unknown",
      '"PERHAPS" is not an option. Choose one of YES, MAYBE, NO, or NONE and say why you have none.',
    ],
    [
      "a withdrawal without a verdict",
      { withdrawn: true },
      "withdrawal-without-verdict",
      "You cannot withdraw without a verdict",
    ],
  ])(
    "asks for a repair of %s; failing that the words stand and the field does not",
    async (_, fields, flag, problem) => {
      const bad = reply({ speaker: "Ada Ash", content: "These words stand.", ...fields });
      const asked: (string | undefined)[] = [];
      const { firstOfAda } = await meetingWhere(
        adaSays(bad, ({ exchange }) => {
          asked.push(exchange?.problem);
          return bad;
        }),
      );
      expect(asked[0]).toContain(problem);
      expect(firstOfAda).toMatchObject({
        content: "These words stand.",
        verdict: null,
        withdrawn: false,
      });
      expect(firstOfAda?.flags).toContain(flag);
    },
  );

  it("counts no verdict that stands inside the content, and none of two", async () => {
    const quoted = "<Message><Content>He wrote <Verdict>NO</Verdict>.</Content></Message>";
    const twice =
      "<Message><Verdict>YES</Verdict><Verdict>NO</Verdict><VerdictReasoning>r</VerdictReasoning><Content>Both.</Content></Message>";
    for (const text of [quoted, twice]) {
      const { firstOfAda } = await meetingWhere(adaSays(text, text));
      expect(firstOfAda?.verdict).toBeNull();
      expect(firstOfAda?.flags.join()).toMatch(/verdict-in-content|several-verdicts/);
    }
  });

  it.each([
    ["Nobody", "addressee-unknown"],
    ["Ada Ash", "addressee-self"],
  ])("addresses nobody where %s is spoken to", async (to, flag) => {
    const { firstOfAda } = await meetingWhere(adaSays(reply({ to, content: "Well?" })));
    expect(firstOfAda).toMatchObject({ to: null, flags: [flag] });
  });

  it("holds cited and quoted words against the documents", async () => {
    const text =
      '<Message><Artifacts><Artifact ref="memo.md#L3">cut costs by 12 %</Artifact><Artifact ref="memo.md#L3">doubled sales</Artifact></Artifacts><Content>It says “two customers left in March” and "nobody ever left this company".</Content></Message>';
    const { firstOfAda } = await meetingWhere(adaSays(text));
    expect(firstOfAda?.citations.map(({ found }) => found)).toEqual([
      "exact",
      "absent",
      "exact",
      "absent",
    ]);
    expect(firstOfAda?.flags).toContain("citation-not-found");
  });

  it("holds what is quoted in the grounds of a verdict against the documents, in messages and ballots", async () => {
    const grounds =
      '<Message><Verdict>YES</Verdict><VerdictReasoning>The memo says “two customers left in March”.</VerdictReasoning><WouldChange>That "nobody ever left this company".</WouldChange><Content>C</Content></Message>';
    const found = ["exact", "absent"];
    const { firstOfAda, state } = await meetingWhere(adaSays(grounds));
    expect(firstOfAda?.citations).toEqual([]);
    expect(firstOfAda?.quotations?.map((each) => each.found)).toEqual(found);
    expect(firstOfAda?.flags).toEqual(["quotation-not-found"]);
    expect(state.members.get("ada")?.citations.slice(0, 2)).toEqual(firstOfAda?.quotations);

    const { events } = await exampleBallots(grounds);
    const [ballot] = eventsOf(events, "ballot.cast").filter(({ speaker }) => speaker === "ada");
    expect(ballot?.quotations?.map((each) => each.found)).toEqual(found);
    expect(ballot?.flags).toEqual(["quotation-not-found"]);
  });

  it("lets everyone cite what a member has laid on the table", async () => {
    const note =
      '<Message><Artifacts><Artifact type="note" title="Sums">Costs fell by 12 %.</Artifact></Artifacts><Content>See my note.</Content></Message>';
    const { firstOfAda, state } = await meetingWhere(adaSays(note));
    expect(firstOfAda?.artifacts[0]).toMatchObject({ kind: "exhibit", id: "1.1", title: "Sums" });
    expect(state.documents.at(-1)).toMatchObject({ name: "1.1", text: "Costs fell by 12 %." });
  });

  it("continues a reply that was cut off, and joins the pieces at their overlap", async () => {
    const cut = {
      type: "answer",
      text: "<Message><Content>The pilot was a",
      stop: "length",
      usage: null,
      model: "scripted",
    } as const;
    const { firstOfAda } = await meetingWhere(adaSays(cut, "was a success.</Content></Message>"));
    expect(firstOfAda?.content).toBe("The pilot was a success.");
  });

  it("tries again what may pass, and says why a member is absent where it does not", async () => {
    const down = failure("overloaded", "too busy", { retryAfterMs: 1 });
    const once = await meetingWhere(adaSays(down));
    expect(eventsOf(once.events, "call.failed")[0]).toMatchObject({
      path: expect.stringMatching(/^\d+\.1$/),
      kind: "overloaded",
      retryInMs: 1,
    });
    expect(eventsOf(once.events, "turn.absent")).toHaveLength(0);
    const refused = await meetingWhere(adaSays(failure("refused", "I would rather not")));
    expect(eventsOf(refused.events, "turn.absent")[0]).toMatchObject({
      speaker: "ada",
      reason: "refused: I would rather not",
    });
  });

  it("takes a member out of the draw after three absences in a row, and keeps the seat", async () => {
    const refused = failure("refused", "no");
    const { state, events, result } = await meetingWhere(
      adaSays(refused, refused, refused, refused),
    );
    expect(eventsOf(events, "turn.absent").length).toBeLessThanOrEqual(3);
    if (state.members.get("ada")!.absences === 3)
      expect(state.members.get("ada")!.status).toBe("absent");
    expect(result.status).toBe("closed");
    expect(state.scenario.members.map(({ id }) => id)).toContain("ada");
  });

  it("suspends instead of emptying the room", async () => {
    const refused: Reply = () => failure("refused", "no");
    const meeting = exampleMeeting({ ada: refused, ben: refused, cleo: refused });
    expect((await meeting.run()).status).toBe("suspended");
    expect(
      [...meeting.state.members.values()].filter(({ status }) => status === "active").length,
    ).toBeGreaterThan(1);
  });
});
