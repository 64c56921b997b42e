import { findScenario, loadScenario, type MeetingEvent, openMeeting, rounds } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { beforeAll, describe, expect, it } from "vitest";
import type { Size } from "../../../src/screens/tui/model.ts";
import { watch } from "../../support/watcher.ts";

let events: readonly MeetingEvent[];

beforeAll(async () => {
  const scenario = await loadScenario(
    await findScenario("architecture-review", { cwd: process.cwd() }),
  );
  const meeting = openMeeting({
    scenario,
    protocol: rounds,
    seed: 3,
    createModel: (seat, of) => createSimulatedModel({ seat, scenario: of }),
  });
  await meeting.run();
  events = meeting.journal.events;
}, 60_000);

/** The view with a panel, by its key. */
const shown = (key = "", size: Size = { columns: 200, rows: 60 }) =>
  watch(events, { size, protocol: rounds }).write(key).text;

describe("rounds in the view", () => {
  it("have each member's role on its card", () => {
    for (const role of ["action", "guardian", "observer", "critic"])
      expect(shown()).toMatch(new RegExp(`^ +${role}\\b`, "m"));
  });

  it("show artifacts as they are filed, not field by field", () => {
    const filed = events.find(
      (event) => event.type === "message.spoken" && event.content.includes("expectedBroken"),
    );
    const text = shown("0", { columns: 120, rows: 3_000 });
    expect(filed).toBeDefined();
    expect(text).toMatch(/│ +Artifacts of round 1\.\n/);
    expect(text).toMatch(/│ +R1-critic, predicted by Kenji Ashworth: [A-Z]{6,} on /);
    expect(text).not.toContain("expectedBroken");
    expect(text).not.toMatch(/│ +#/);
  });

  it("count options, not sides, with the one sign of options without sides", () => {
    const text = shown();
    expect(text).toMatch(/^.*│ ● Build central\b/m);
    expect(text).toMatch(/^.*│ ● Build cells/m);
    expect(text).not.toMatch(/\d for, \d against/);
  });
});
