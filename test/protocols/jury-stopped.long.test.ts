import { jury, memoryJournal, resumeMeeting } from "boardroom";
import { expect, it } from "vitest";
import { held } from "../support/juries.ts";

const AGENDA = [
  { topic: "Costs", estimatedMinutes: 3 },
  { topic: "Customers", estimatedMinutes: 3 },
  { topic: "Next year", estimatedMinutes: 2 },
];

it("a jury that was stopped after any third event comes to the same bytes", async () => {
  const { meeting, setup } = await held({ options: { agenda: AGENDA }, parts: {} });
  const { events } = meeting.journal;
  const opening = events.filter(({ path }) => path === "0").length;
  for (let length = opening; length <= events.length; length += 3) {
    const journal = memoryJournal();
    for (const { seq: _, prev: __, ...draft } of events.slice(0, length)) journal.append(draft as never);
    await resumeMeeting({ journal, protocol: jury, createModel: setup.createModel }).run();
    expect(JSON.stringify(journal.events), `cut after ${length}`).toBe(JSON.stringify(events));
  }
});
