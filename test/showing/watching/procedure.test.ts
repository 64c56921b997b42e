import { judges, jury, type MeetingEvent, openMeeting } from "boardroom";
import { defineFact, fields, z } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { getTable } from "../../../src/screens/tui/table.ts";
import { findEntryIndex, type Procedure } from "../../../src/showing/entries.ts";
import { createPacing } from "../../../src/showing/watching/pacing.ts";
import { replaySource } from "../../../src/showing/watching/replay.ts";
import { searchEntries } from "../../../src/showing/watching/search.ts";
import { createLiveSource } from "../../../src/showing/watching/source.ts";
import { listFields } from "../../../src/text/article.ts";
import { screenText, watching } from "../../screens/tui/watching.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { held } from "../../support/juries.ts";
import { ballot, draft, opened, smallMeeting, spoken, transcript } from "../meeting.ts";

const PHASE = defineFact("phase.entered", {
  fields: z.string(),
  describe: (phase) => `The phase is ${phase}.`,
});

const ROUNDS: Procedure = {
  tell: ({ facts }) => ({
    facts: [PHASE],
    status: () =>
      fields([
        ["round", `${facts.length} of 9`],
        ["phase", "CROSS\x1b[2J"],
        ["signals", "three of the six have been read and two of them are satisfied"],
      ]),
  }),
};

const facts = transcript([
  opened(),
  draft("fact.recorded", "2", { name: "phase.entered", data: "DRAFT" }),
  draft("fact.recorded", "3", { name: "ledger.kept", data: { secret: 1 } }),
  spoken("4", "chen", "Then I begin.", { verdict: "HIRE" }),
]);

function replayed(events: readonly MeetingEvent[], procedure: Procedure) {
  const stop = new AbortController();
  const source = replaySource({
    pacing: createPacing({ signal: stop.signal }),
    signal: stop.signal,
    clock: () => 0,
    writeAct: () => {},
    findProcedure: () => procedure,
  });
  source.read(events);
  source.begin("end");
  return source;
}

describe("a protocol's facts", () => {
  it("are told in its own words, and left out where it has none to say", () => {
    const state = watching(facts, {}, () => ROUNDS);
    expect(screenText(state)).toContain("The phase is DRAFT.");
    expect(screenText(state)).not.toContain("secret");
    expect(
      searchEntries(state.items, state.shown, "phase is draft", getTable(state)).found,
    ).toHaveLength(1);
  });

  it("are shown as they are recorded where the protocol is not known", () =>
    expect(screenText(watching(facts))).toContain('ledger.kept: {"secret":1}'));

  it("are counted alike by a replay that steps back", () => {
    const source = replayed(facts, ROUNDS);
    expect(source.snapshot().items.map(({ narrated }) => narrated)).toEqual([
      undefined,
      "The phase is DRAFT.",
      undefined,
    ]);
    source.seekTo!(2);
    const { items, shown, progress } = source.snapshot();
    expect(shown).toBe(findEntryIndex(items, 3));
    expect(progress![0]).toMatchObject({ label: "round", words: [{ text: "1 of 9" }] });
  });
});

describe("where a protocol stands", () => {
  it("is told by its first lines in the header and by all of them in the panel", () => {
    const text = screenText(watching(facts, { size: { columns: 120, rows: 35 } }, () => ROUNDS));
    expect(text.split("\n")[1]).toMatch(/round 2 of 9 +phase CROSS/);
    expect(text.replace(/\s+|│/g, " ")).toMatch(/signals.*three of the six/);
  });

  it("changes nothing where the protocol does not say", () =>
    expect(
      screenText(watching(facts, {}, () => ({ tell: () => ({ facts: [PHASE] }) }))),
    ).not.toContain("signals"));

  const JUDGED = { analysis: "It pays.", findings: [], verdict: "YES", confidence: 0.9 };

  it("follows a meeting that is being held", async () => {
    const meeting = openMeeting({
      scenario: exampleScenario({ protocol: "judges" }),
      protocol: judges,
      seed: 3,
      createModel: () => scriptedModel(Array.from({ length: 40 }, () => JSON.stringify(JUDGED))),
    });
    const hold = createPacing({
      signal: new AbortController().signal,
      speed: Number.POSITIVE_INFINITY,
    });
    const source = createLiveSource({
      meeting: meeting as never,
      pacing: hold,
      clock: () => 0,
      person: "chair",
      findProcedure: () => judges as unknown as Procedure,
    });
    await meeting.run();
    await source.following;
    expect(source.snapshot().progress).toEqual(listFields(judges.tell!(meeting.state).status!()));
    expect(source.snapshot().progress).not.toEqual([]);
  });
});

describe("what a member holds", () => {
  const events = smallMeeting();

  it("is its closing ballot from the moment it is cast, beside its name and in the tally", () => {
    const text = screenText(watching(events.slice(0, 15), { panel: "tally" }));
    expect(text).toMatch(/Watson +│[^\n]*\n +⊗ No hire +│[^\n]*\n[^\n]* vote/);
    expect(text).toContain("● 2 for   ⊗ 1 against");
  });

  it("is what it said as long as only the vote without talk is cast, where the protocol has no steps", () =>
    expect(screenText(watching(events.slice(0, 6)))).toContain("No verdict"));

  it("is its last ballot, marked as one, where the protocol has steps and it has said no verdict", () => {
    const voted = transcript([
      opened(),
      ballot("1/1/1", "chen", "opening", "HIRE"),
      ballot("1/2/1", "kumar", "opening", "NO_HIRE"),
      ballot("1/3/1", "watson", "opening", null),
    ]);
    const text = screenText(watching(voted, { panel: "tally" }, () => ROUNDS));
    expect(text).toMatch(/● Hire +│[^\n]*\n +vote/);
    expect(text).toMatch(/⊗ No hire +│[^\n]*\n +vote/);
    expect(text.match(/^ +◌ No verdict/gm)).toHaveLength(1);
  });

  it("is no juror's nothing beside the count of a trial", async () => {
    const verdicts = [
      { id: "GUILTY", side: "for" as const },
      { id: "NOT_GUILTY", side: "against" as const },
    ];
    const vote = () => reply({ verdict: "GUILTY" });
    const parts = Object.fromEntries(
      ["ada", "ben", "cleo"].map((id) => [
        id,
        (_: unknown, kind: string) => (kind.endsWith("-ballot") ? vote() : undefined),
      ]),
    );
    const { meeting } = await held(
      { parts, options: { trial: { talkBetween: 1 } }, seats: 3 },
      { verdicts },
    );
    const text = screenText(
      watching(meeting.journal.events, { panel: "tally" }, () => jury as unknown as Procedure),
    );
    expect(text).toContain("3 of 3 jurors: guilty");
    expect(text.match(/^ +● Guilty +│/gm)).toHaveLength(3);
    expect(text).not.toContain("No verdict");
  });
});
