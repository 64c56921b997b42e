import { findScenario, loadScenario, type MeetingEvent, openMeeting, rounds } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { beforeAll, describe, expect, it } from "vitest";
import type { ViewState } from "../../src/tui/state/model.ts";
import type { Procedure } from "../../src/watching/procedure.ts";
import { opened, smallMeeting, transcript } from "../reports/meeting.ts";
import { screenText, watching } from "./watching.ts";

let events: readonly MeetingEvent[];

beforeAll(async () => {
  const scenario = await loadScenario(await findScenario("architecture-review", { cwd: process.cwd() }));
  const meeting = openMeeting({
    scenario,
    protocol: rounds as never,
    seed: 3,
    createModel: (seat, of) => createSimulatedModel({ seat, scenario: of }),
  });
  await meeting.run();
  events = meeting.journal.events;
}, 60_000);

const shown = (changes: Partial<ViewState> = {}) =>
  screenText(
    watching(events, { size: { columns: 200, rows: 60 }, ...changes }, () => rounds as unknown as Procedure),
  );

describe("rounds in the view", () => {
  it("have each member's role on its card", () => {
    for (const role of ["action", "guardian", "observer", "critic"])
      expect(shown()).toMatch(new RegExp(`^ +${role}, `, "m"));
  });

  it("have lists of claims, decisions, tensions and signals, and artefacts, in panel 7", () => {
    const text = shown({ panel: "record", size: { columns: 200, rows: 2_000 } });
    for (const title of ["Roles", "Claims", "Decisions", "Tensions", "Stop signals", "Artefacts"])
      expect(text).toMatch(new RegExp(`│ ${title} +\\d+$`, "m"));
    expect(text).toMatch(/C-1-1, \w+: (?:confirmed|refuted|pending|superseded|partially refuted)/);
  });

  it("show artefacts as they are filed, not field by field", () => {
    const filed = events.find((event) => event.type === "message.spoken" && event.speaker === "kenji-ashworth");
    const text = shown({ panel: null, size: { columns: 120, rows: 3_000 } });
    expect(filed).toBeDefined();
    expect(text).toMatch(/│ +attack\n[^\n]*│ +1\. /);
    expect(text).not.toContain("expected broken:");
    expect(text).not.toMatch(/│ +#/);
  });

  it("say in panel 2 that nobody is drawn", () =>
    expect(shown({ panel: "weights" })).toContain("Nobody is drawn here"));

  it("tell candidates by letters of their own, and count options, not sides", () => {
    const text = shown({ panel: "tally" });
    expect(text).toMatch(/^.*│ C BUILD_CENTRAL\b/m);
    expect(text).toMatch(/^.*│ E BUILD_CELLS/m);
    expect(text).not.toMatch(/\d for, \d against/);
  });
});

describe("procedures without such lists", () => {
  it("say so", () =>
    expect(
      screenText(watching(smallMeeting(), { panel: "record", size: { columns: 200, rows: 40 } })),
    ).toContain("nothing on record"));

  it.each(["judges@4", "chamber@4"])("draw nobody either: %s", (protocol) =>
    expect(screenText(watching(transcript([opened({ protocol })]), { panel: "weights" }))).toContain(
      "Nobody is drawn here",
    ),
  );

  it("draw: a board before its first draw", () =>
    expect(screenText(watching(transcript([opened()]), { panel: "weights" }))).toContain(
      "Nobody has been drawn yet.",
    ));
});
