import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  board,
  createJournal,
  findScenario,
  loadScenario,
  modelsFrom,
  reopenJournal,
  runMeeting,
  saveMeeting,
} from "boardroom";
import { expect, it } from "vitest";
import { cli } from "../cli/cli.ts";
import { exampleScenario } from "../support/example-scenario.ts";
import { emptyFolder } from "../support/folders.ts";

const createModel = modelsFrom({ env: {} });

it("a program's meeting has beside its record what the command line writes, byte for byte", async () => {
  const cwd = emptyFolder();
  const scenario = await loadScenario(await findScenario("hiring", { cwd }), {
    seed: 7,
    maxMessages: 6,
  });
  const journal = createJournal(join(cwd, "own"));
  const { meeting } = await runMeeting({ scenario, protocol: board, createModel, journal });
  const names = await saveMeeting(meeting, board);
  expect(names).toEqual(["transcript.md", "verdicts.json", "verdicts.csv"]);
  await cli(["run", "hiring", "--seed", "7", "--max-messages", "6", "--output", "theirs"], { cwd });
  for (const name of [...names, "written.json", "events.jsonl"])
    expect(readFileSync(join(cwd, "own", name), "utf8"), name).toBe(
      readFileSync(join(cwd, "theirs", name), "utf8"),
    );
  expect((await cli(["verify", "own"], { cwd })).code).toBe(0);
});

it("a seed makes the same record whether the scenario or the meeting is given it", async () => {
  const scenario = exampleScenario({ limits: { messages: 4 }, members: exampleScenario().members });
  const setup = { protocol: board, createModel: modelsFrom({ env: {} }) };
  const members = scenario.members.map((seat) => ({ ...seat, model: "simulated" }));
  const one = await runMeeting({ ...setup, scenario: { ...scenario, members, seed: 5 } });
  const other = await runMeeting({ ...setup, scenario: { ...scenario, members }, seed: 5 });
  expect(other.meeting.journal.head).toBe(one.meeting.journal.head);
});

it("a journal that nobody closes is free again once its meeting has closed", async () => {
  const folder = join(emptyFolder(), "meeting");
  const scenario = exampleScenario({ limits: { messages: 2 } });
  const members = scenario.members.map((seat) => ({ ...seat, model: "simulated" }));
  const journal = createJournal(folder);
  const { meeting } = await runMeeting({
    scenario: { ...scenario, members },
    protocol: board,
    createModel,
    journal,
  });
  expect(meeting.state.ending?.kind).toBe("closed");
  expect(readdirSync(folder)).toEqual(["events.jsonl"]);
  const again = reopenJournal(folder).journal;
  expect(() => reopenJournal(folder)).toThrow("close() the journal");
  again.close();
});

it("a meeting in memory is saved where its program says, and nowhere else", async () => {
  const scenario = exampleScenario({ limits: { messages: 2 } });
  const members = scenario.members.map((seat) => ({ ...seat, model: "simulated" }));
  const { meeting } = await runMeeting({
    scenario: { ...scenario, members },
    protocol: board,
    createModel,
  });
  await expect(saveMeeting(meeting, board)).rejects.toMatchObject({ code: "usage" });
  const folder = emptyFolder();
  await saveMeeting(meeting, board, join(folder, "deep"));
  expect(readdirSync(join(folder, "deep")).toSorted()).toEqual(
    ["transcript.md", "verdicts.csv", "verdicts.json", "written.json"].toSorted(),
  );
});
