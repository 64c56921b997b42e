import { jury, type MeetingEvent, verdictTable } from "boardroom";
import { createFold } from "boardroom/extend";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { juryOptions } from "../../src/protocols/jury/options.ts";
import { countBallot, isDeadlocked } from "../../src/protocols/jury/trial.ts";
import { reply } from "../support/example-scenario.ts";
import { held, leaves, type Part, sheet } from "../support/juries.ts";
import { eventsOf } from "../support/meetings.ts";
import { toldBy } from "../support/told.ts";

const VERDICTS = [
  { id: "GUILTY", side: "for" as const },
  { id: "NOT_GUILTY", side: "against" as const },
];

/** Votes ballot by ballot; the last one again for ever. */
function votes(...given: readonly string[]): Part {
  let cast = 0;
  return (_, kind) => {
    if (!kind.endsWith("-ballot")) return undefined;
    return reply({ verdict: given[Math.min(cast++, given.length - 1)]! });
  };
}

/** Twelve jurors, so many of whom vote guilty in each ballot. */
function split(...guilty: readonly number[]): Record<string, Part> {
  const ids = ["ada", "ben", "cleo", ...Array.from({ length: 9 }, (_, index) => `j${index + 4}`)];
  return Object.fromEntries(
    ids.map((id, index) => [
      id,
      votes(...guilty.map((count) => (index < count ? "GUILTY" : "NOT_GUILTY"))),
    ]),
  );
}

function tried(
  parts: Record<string, Part>,
  trial: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
) {
  const options = { trial: { talkBetween: 3, ...trial }, ...more };
  return held({ parts, options, seats: 12 }, { verdicts: VERDICTS, limits: { messages: 400 } });
}

describe("a trial of twelve", () => {
  it("holds a secret first ballot before anybody speaks, under a charge that names the burden", async () => {
    const { meeting, sent } = await tried(split(7, 12));
    const { events } = meeting.journal;
    const first = events.findIndex(({ type }) => type === "ballot.cast");
    const talk = events.findIndex(
      (event) => event.type === "message.spoken" && event.audience === "all",
    );
    expect(first).toBeLessThan(talk);
    expect(
      eventsOf(events, "ballot.cast").filter(({ ballot }) => ballot === "opening"),
    ).toHaveLength(12);
    const charge = eventsOf(events, "notice.given").find(({ kind }) => kind === "charge")!.text;
    expect(charge).toContain("beyond reasonable doubt");
    expect(charge).toContain("vote not guilty");
    const ballots = sent.j9!.filter(({ instruction }) => instruction.includes('-vote"'));
    expect(ballots.length).toBeGreaterThan(0);
    for (const { instruction } of ballots) expect(instruction).toContain("beyond reasonable doubt");
  });

  it("convicts on a later ballot that is unanimous", async () => {
    const { result, conclusions } = await tried(split(7, 10, 12));
    expect(result).toMatchObject({
      outcome: {
        status: "decided",
        side: "for",
        option: "GUILTY",
        rule: "unanimity of 12 jurors",
        votes: { for: 12, against: 0 },
        reason: "12 of 12 jurors: guilty",
      },
    });
    expect(conclusions.ballots.map((count: { for: number }) => count.for)).toEqual([7, 10, 12]);
    expect(conclusions.ballots.map(({ changed }: { changed: number }) => changed)).toEqual([
      0, 3, 2,
    ]);
  });

  it.each([
    [6, 12],
    [12, 12],
    [30, 12],
    [7, 3],
    [undefined, 5],
  ])(
    "hears each juror, then talks as many turns as it is told: %s, of %i jurors",
    async (talkBetween, seats) => {
      const parts = Object.fromEntries(Object.entries(split(1, 0)).slice(0, seats));
      const options = { trial: talkBetween === undefined ? {} : { talkBetween } };
      const { meeting } = await held(
        { parts, options, seats },
        { verdicts: VERDICTS, limits: { messages: 400 } },
      );
      const speakers = eventsOf(meeting.journal.events, "speaker.selected")
        .filter(({ why }) => !why.includes("closes"))
        .map(({ speaker }) => speaker);
      const hearing = speakers.length - (talkBetween ?? seats);
      expect(new Set(speakers.slice(0, hearing)).size).toBe(seats);
      expect(hearing).toBeLessThanOrEqual(2 * seats);
    },
  );

  it("stops talking before the count once all have passed in a row", async () => {
    const mute: Part = (_, kind) => (kind.endsWith("-ballot") ? undefined : reply({ pass: true }));
    const vote = split(1, 0);
    const parts = Object.fromEntries(
      Object.entries(vote).map(([id, part]): [string, Part] => [
        id,
        (...of) => mute(...of) ?? part(...of),
      ]),
    );
    const { meeting } = await held(
      { parts, options: { trial: { talkBetween: 30 } }, seats: 12 },
      { verdicts: VERDICTS, limits: { messages: 400 } },
    );
    expect(meeting.state.counts).toMatchObject({ messages: 0, passes: 13 });
  });

  it("asks for the vote alone, before jurors talk and after", async () => {
    const { sent } = await tried(split(7, 12));
    const asked = sent.j9!.map(({ instruction }) => instruction);
    const votes = asked.filter((text) => text.includes('"secret-vote"'));
    expect(votes.length).toBeGreaterThan(1);
    for (const vote of votes) {
      expect(vote).toContain("with only Verdict and Confidence.");
      expect(vote).not.toMatch(/VerdictReasoning|WouldChange/);
    }
  });

  it("asks a juror who changed a vote to tell the others why, once", async () => {
    const { sent } = await tried(split(7, 6, 6, 12), { talkBetween: 24, deadlockAfter: 4 });
    const told = (juror: string) =>
      sent[juror]!.filter(
        ({ instruction, exchange }) =>
          !exchange && instruction.includes("Tell the others what changed"),
      );
    const [asked, ...again] = told("j7");
    expect(asked!.instruction).toContain("you changed from GUILTY to NOT_GUILTY");
    expect(again).toEqual([]);
    expect(told("j8")).toEqual([]);
  });

  it.each([
    ["not-guilty", 11, "j12"],
    ["guilty", 1, "ada"],
  ])(
    "gives the only juror who votes %s the last word before the next vote",
    async (_, guilty, alone) => {
      const { meeting } = await tried(split(guilty, 12));
      const { events } = meeting.journal;
      const at = events.findIndex(
        (event) => event.type === "speaker.selected" && event.why.includes("last word"),
      );
      expect(events[at]).toMatchObject({ speaker: alone });
      const next = events.slice(at + 1).map(({ type }) => type);
      expect(next).toContain("ballot.cast");
      expect(next.slice(0, next.indexOf("ballot.cast"))).not.toContain("speaker.selected");
    },
  );

  it("gives no one the last word by a sealed vote, nor where two hold out", async () => {
    const scenario = { verdicts: VERDICTS, limits: { messages: 400 } };
    const sealed = await held(
      { parts: split(11, 12), options: { trial: { talkBetween: 3 } }, seats: 12 },
      { ...scenario, prompt: { visibility: "sealed" } },
    );
    for (const { meeting } of [sealed, await tried(split(10, 12))]) {
      const reasons = eventsOf(meeting.journal.events, "speaker.selected").map(({ why }) => why);
      expect(reasons.filter((why) => why.includes("last word"))).toEqual([]);
    }
  });

  it("lets one of the fewer and then one of the more close, unless votes are sealed", async () => {
    const findClosers = (events: readonly MeetingEvent[]) =>
      eventsOf(events, "speaker.selected")
        .filter(({ why }) => why.includes("closes"))
        .map(({ speaker }) => speaker);
    const hung = await tried(split(10), { deadlockAfter: 1 });
    const [fewer, more, ...others] = findClosers(hung.meeting.journal.events);
    expect(["j11", "j12"]).toContain(fewer);
    expect(["j11", "j12"]).not.toContain(more);
    expect(others).toEqual([]);
    const lastWord = hung.sent[fewer!]!.at(-1)!.instruction;
    expect(lastWord).toContain("The last vote is counted.");
    expect(lastWord).not.toMatch(/next phase|Waiting for you|would turn/);
    const unanimous = await tried(split(12));
    expect(findClosers(unanimous.meeting.journal.events)).toHaveLength(1);
    const sealed = await held(
      { parts: split(10), options: { trial: { talkBetween: 3, deadlockAfter: 1 } }, seats: 12 },
      { verdicts: VERDICTS, limits: { messages: 400 }, prompt: { visibility: "sealed" } },
    );
    expect(findClosers(sealed.meeting.journal.events)).toEqual([]);
  });

  it("acquits", async () => {
    const { result } = await tried(split(3, 0));
    expect(result).toMatchObject({
      outcome: { status: "decided", side: "against", option: "NOT_GUILTY" },
    });
  });

  it("lets a jury that agrees at once talk a round before it votes again", async () => {
    const { result, meeting, conclusions } = await tried(split(12));
    expect(result).toMatchObject({ outcome: { status: "decided", side: "for" } });
    expect(conclusions.ballots).toHaveLength(2);
    expect(meeting.state.counts.messages).toBeGreaterThan(0);
  });

  it("goes on talking where the poll breaks the agreement", async () => {
    const { meeting, conclusions } = await tried(split(12, 11, 12));
    expect(conclusions.ballots).toHaveLength(3);
    expect(meeting.state.counts.messages).toBeGreaterThan(0);
  });

  it("is hung when nobody changes for as many ballots as are allowed", async () => {
    const { result, conclusions } = await tried(split(11), { deadlockAfter: 3 });
    expect(result).toMatchObject({
      outcome: {
        status: "hung",
        side: null,
        reason: expect.stringContaining("deadlocked in 3 ballots after the opening one"),
      },
    });
    expect(conclusions.ballots).toHaveLength(4);
    expect(conclusions.standing).toBe("completed");
  });

  it("is hung after the last ballot, although votes still move", async () => {
    const { result, conclusions } = await tried(split(6, 7, 6, 7, 6, 7), { maxBallots: 4 });
    expect(result).toMatchObject({
      outcome: {
        status: "hung",
        reason: expect.stringContaining("no verdict in 4 ballots after the opening one"),
      },
    });
    expect(conclusions.ballots).toHaveLength(5);
  });

  it("that is hung says so last, tells each ballot with names in one line, and who dissents", async () => {
    const { meeting } = await tried(split(11, 10, 10), { deadlockAfter: 1, maxBallots: 2 });
    const { events } = meeting.journal;
    const counts = eventsOf(events, "notice.given").filter(({ kind }) => kind === "count");
    expect(counts.map(({ text }) => text.split(" needed. ")[1])).toEqual([
      "There is no verdict yet. The jury continues.",
      "There is no verdict yet. The jury continues.",
      "The jury is hung.",
    ]);
    const fold = createFold();
    const told = events.flatMap((event) => {
      fold.apply(event);
      return event.type === "fact.recorded" ? toldBy(jury, fold.state).facts.slice(-1) : [];
    });
    const names = (ids: readonly string[]) =>
      ids.map((id) => meeting.state.members.get(id)!.seat.persona.name).join(", ");
    const against = ["j11", "j12"];
    const others = meeting.state.scenario.members
      .map(({ id }) => id)
      .filter((id) => !against.includes(id));
    const last = `10 guilty (${names(others)}), 2 not guilty (${names(against)})`;
    expect(told.filter((line) => /ballot|opening vote/.test(line ?? ""))).toEqual([
      `opening vote: 11 guilty (${names([...others, "j11"])}), 1 not guilty (${names(["j12"])})`,
      `ballot 1: ${last}; 1 changed`,
      `ballot 2: ${last}; none changed`,
    ]);
    expect(meeting.state.ending).toMatchObject({ reason: "the jury is hung" });
    const { dissent } = verdictTable(meeting.state, { headHash: "" });
    expect(dissent.map(({ id, verdict }) => [id, verdict])).toEqual([
      ["j11", "NOT_GUILTY"],
      ["j12", "NOT_GUILTY"],
    ]);
  });

  it.each([
    [10, 10, "decided"],
    [10, 9, "hung"],
    ["unanimity", 11, "hung"],
    [7, 7, "decided"],
  ] as const)("with %s needed, %i votes are %s", async (needed, count, status) => {
    const { result } = await tried(split(count), { needed });
    expect(result).toMatchObject({ outcome: { status } });
  });

  it("tells counts without names, and not even those where verdicts are sealed", async () => {
    const counts = async (visibility: "open" | "sealed") => {
      const { meeting } = await held(
        { parts: split(7, 12), options: { trial: { talkBetween: 3 } }, seats: 12 },
        { verdicts: VERDICTS, prompt: { visibility } },
      );
      return eventsOf(meeting.journal.events, "notice.given").filter(
        ({ kind }) => kind === "count",
      )[0]!.text;
    };
    expect(await counts("open")).toBe(
      "The count: 7 guilty, 5 not guilty; 12 are needed. There is no verdict yet. The jury continues.",
    );
    expect(await counts("sealed")).toBe("There is no verdict yet. The jury continues.");
  });

  it("shows no juror another's ballot", async () => {
    const { sent } = await tried({
      ...split(7, 12),
      ada: (_, kind) =>
        kind.endsWith("-ballot")
          ? reply({ verdict: "GUILTY", reasoning: "a private word" })
          : undefined,
    });
    for (const [id, asked] of Object.entries(sent)) {
      if (id === "ada") continue;
      expect(JSON.stringify(asked), id).not.toContain("a private word");
    }
  });

  it("sits on with fewer jurors while the quorum holds, and ends without a verdict where it does not", async () => {
    const people = { j12: leaves };
    const parts = { ...split(12), j11: votes("NOT_GUILTY", "GUILTY") };
    const sits = await held(
      { parts, people, options: { trial: { talkBetween: 12 }, quorum: 11 }, seats: 12 },
      { verdicts: VERDICTS, limits: { messages: 400, absences: 1 } },
    );
    expect(sits.result).toMatchObject({
      outcome: { status: "decided", side: "for", rule: expect.stringContaining("11 jurors") },
    });
    const ends = await held(
      {
        parts: { ...parts, j11: votes("NOT_GUILTY") },
        people,
        options: { trial: { talkBetween: 12 } },
        seats: 12,
      },
      { verdicts: VERDICTS, limits: { messages: 400, absences: 1 } },
    );
    expect(ends.result).toMatchObject({
      outcome: { status: "no-consensus", reason: expect.stringContaining("quorum of 12") },
    });
  });

  it("that a limit ends before a verdict is partial, after a last ballot", async () => {
    const { result, conclusions } = await held(
      { parts: split(7), options: { trial: { talkBetween: 12 } }, seats: 12 },
      { verdicts: VERDICTS, limits: { messages: 9 } },
    );
    expect(result).toMatchObject({ outcome: { status: "partial" } });
    expect(conclusions).toMatchObject({
      standing: "cancelled",
      ballots: [{ ballot: 0 }, { ballot: 1 }],
    });
  });

  it("uses no decision sheets", async () => {
    const { conclusions } = await tried({
      ...split(12),
      ada: (request, kind) =>
        kind === "decision-sheet" ? sheet(request) : votes("GUILTY")(request, kind),
    });
    expect(conclusions).toMatchObject({ agreements: [], unresolved: [] });
  });
});

const vote = fc.constantFrom("GUILTY", "NOT_GUILTY", null);

it("no count makes a verdict without the votes that are needed, and none makes two", () => {
  fc.assert(
    fc.property(
      fc.array(vote, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      (cast, isUnanimous) => {
        const needed = isUnanimous ? ("unanimity" as const) : Math.floor(cast.length / 2) + 1;
        const count = countBallot({ verdicts: VERDICTS }, cast, { needed });
        const enough = (side: "for" | "against") => count[side] >= count.needed;
        expect(enough("for") && enough("against")).toBe(false);
        expect(count.verdict).toBe(enough("for") ? "for" : enough("against") ? "against" : null);
        expect(count.for + count.against + count.neutral + count.none).toBe(cast.length);
      },
    ),
  );
});

it("the first ballot deadlocks nobody, and a verdict is no deadlock", () => {
  const rule = { maxBallots: 1, deadlockAfter: 1 };
  expect(isDeadlocked([{ ballot: 0, changed: 0, verdict: null }], rule)).toBe(false);
  expect(isDeadlocked([{ ballot: 1, changed: 0, verdict: "for" }], rule)).toBe(false);
  expect(isDeadlocked([{ ballot: 1, changed: 5, verdict: null }], rule)).toBe(true);
});

it("a trial goes by reasonable doubt, unanimity, eight ballots and three without a change, where nothing is said", () => {
  const { trial, gatheringTimeout, threadingRequired, recordDecisions, decisions, selector } =
    juryOptions.parse({ trial: {} });
  expect(trial).toEqual({
    burden: "reasonable-doubt",
    needed: "unanimity",
    maxBallots: 8,
    deadlockAfter: 3,
  });
  expect({ gatheringTimeout, threadingRequired, recordDecisions, decisions }).toEqual({
    gatheringTimeout: 30,
    threadingRequired: true,
    recordDecisions: true,
    decisions: { choices: ["agree", "disagree", "modify"], agreement: "majority" },
  });
  expect(selector).toMatchObject({ name: "natural" });
});
