import { board, type MeetingEvent, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, it } from "vitest";
import { verifyCitations } from "../../../src/engine/transcript/verify.ts";
import { says, sessionHeld } from "../../protocols/chamber-panel.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";

const OWN = "I would rather wait a year than sign this today";
const MADE_UP = "the auditors refused to sign the accounts at all";

type Spoken = MeetingEvent<"message.spoken">;

/** Ada says something and makes something up, Ben quotes both, the others end by withdrawing. */
async function held(): Promise<readonly MeetingEvent[]> {
  const scenario = exampleScenario({
    options: { openingBallot: false, selector: { name: "round-robin" } },
  });
  const stance = { verdict: "NO", reasoning: "It costs more than it brings.", withdrawn: true };
  const stays = { ...stance, withdrawn: false };
  const says: Readonly<Record<string, string>> = {
    ada: `${OWN}. The memo says "${MADE_UP}".`,
    ben: `Ada says "${OWN}", and I agree.`,
    cleo: `Ada has read "${MADE_UP}".`,
  };
  const meeting = openMeeting({
    scenario,
    protocol: board,
    createModel: ({ id }) =>
      scriptedModel(
        Array.from({ length: 3 }, () =>
          reply({ ...(id === "ada" ? stays : stance), content: says[id]! }),
        ),
      ),
  });
  await meeting.run();
  return meeting.journal.events;
}

const events = await held();
const spoken = events.filter((event): event is Spoken => event.type === "message.spoken");
const by = (speaker: string) => spoken.find((event) => event.speaker === speaker)!;

it("takes a colleague's own words for no document's, and flags nothing", () => {
  expect(by("ben").citations).toEqual([]);
  expect(by("ben").flags).toEqual([]);
});

it("believes a made-up quotation as little from the second as from the first", () => {
  for (const speaker of ["ada", "cleo"]) {
    expect(by(speaker).citations).toMatchObject([{ quote: MADE_UP, found: "absent" }]);
    expect(by(speaker).flags).toContain("citation-not-found");
  }
});

it("does not believe a quotation since a private vote before the debate has the same words", async () => {
  const stance = { verdict: "NO", reasoning: `${MADE_UP}.`, withdrawn: true };
  const meeting = openMeeting({
    scenario: exampleScenario({ options: { selector: { name: "round-robin" } } }),
    protocol: board,
    createModel: () =>
      scriptedModel([
        reply(stance),
        reply({ ...stance, reasoning: "No.", content: `The memo says "${MADE_UP}".` }),
        reply(stance),
      ]),
  });
  await meeting.run();
  const first = meeting.journal.events.find((event) => event.type === "message.spoken");
  expect(meeting.journal.events.some((event) => event.type === "ballot.cast")).toBe(true);
  expect(first?.flags).toContain("citation-not-found");
});

it("verifies to the same", () => {
  expect(verifyCitations({ events, hashes: [], file: "events.jsonl" })).toBe(3);
});

it("takes the answer that another panelist gave for a colleague's words, and verifies to the same", async () => {
  const response = `Ada says "${OWN}", and somebody that "${MADE_UP}".`;
  const replies = { label: "standing_by_with_counter_argument", response, counterArgument: "No." };
  const { meeting } = await sessionHeld({
    ada: says("GO", { reasoning: `${OWN}.` }),
    ben: { ...says("NO_GO"), "cross-examination": [replies] },
  });
  const { events } = meeting.journal;
  const replied = events.findLast(
    (event) => event.type === "ballot.cast" && event.speaker === "ben",
  );
  expect(replied).toMatchObject({ quotations: [{ quote: MADE_UP, found: "absent" }] });
  expect(verifyCitations({ events, hashes: [], file: "events.jsonl" })).toBeGreaterThan(0);
});
