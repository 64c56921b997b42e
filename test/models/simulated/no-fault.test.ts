import { board, runMeeting } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { examplePersona, exampleScenario } from "boardroom/testing";
import { expect, it } from "vitest";

/** Nothing in it speaks against her, so that whoever is won over has nothing to set against it. */
const CV = `# Ines Tallis

## Experience

### Head of platform, Orrin Foods, 2017 to 2025

- Delivered all six projects on schedule
- Cut outages from 31 a year to four
- Led three apprentices
- Won the prize of the trade for clear reports

## Education

- Passed the certificate with distinction`;

const priorities = [
  { work: 9, people: 4 },
  { work: 4, people: 9 },
  { work: 6, people: 6 },
];

it("a candidate against whom nothing speaks is debated with reasons, and to an end", async () => {
  const names = ["Ada Ash", "Ben Birch", "Cleo Cedar"];
  const members = names.map((name, at) => {
    const persona = {
      ...examplePersona(name.slice(0, 3).toLowerCase(), name),
      priorities: priorities[at] ?? {},
      optimism: 0,
    };
    return { id: persona.id, kind: "member" as const, persona, model: "simulated", weight: 1 };
  });
  const scenario = exampleScenario({
    documents: { "cv.md": CV },
    verdicts: [
      { id: "YES", side: "for" },
      { id: "YES_WITH_CONDITIONS", side: "for" },
      { id: "NO", side: "against" },
    ],
    criteria: [
      { id: "work", name: "Work", keywords: ["project", "outage", "prize", "certificate"] },
      { id: "people", name: "People", keywords: ["apprentice", "report", "project"] },
    ],
    members,
  });
  let moved = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const { meeting } = await runMeeting({
      scenario,
      protocol: board,
      seed,
      createModel: (seat) => createSimulatedModel({ seat, scenario }),
    });
    const spoken = meeting.journal.events.filter((event) => event.type === "message.spoken");
    expect(spoken.flatMap(({ flags }) => flags)).toEqual([]);
    expect(spoken.length).toBeLessThan(60);
    moved += spoken.filter(({ verdict, movedBy }) => verdict !== null && movedBy).length;
  }
  expect(moved).toBeGreaterThan(0);
}, 60_000);
