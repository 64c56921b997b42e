import type { LiveSignal } from "boardroom";
import { expect, it } from "vitest";
import { createFieldReader } from "../../src/engine/scaffold/scan.ts";
import { panelOf } from "../protocols/chamber-panel.ts";
import { exampleMeeting, talker } from "../support/meetings.ts";

it("tells of a ballot that it is private, and streams none of its words", async () => {
  const meeting = exampleMeeting({
    ada: talker("ada", "YES", 2),
    ben: talker("ben", "NO", 2),
    cleo: talker("cleo", "YES", 2),
  });
  const told: LiveSignal[] = [];
  meeting.onLive((signal) => told.push(signal));
  await meeting.run();
  const ballots = meeting.journal.events
    .filter(({ type }) => type === "ballot.cast")
    .map(({ path }) => path);
  expect(ballots.length).toBeGreaterThan(0);
  const isOfBallot = ({ path }: LiveSignal) => ballots.some((ballot) => ballot.startsWith(path));
  const ofBallots = told.filter(isOfBallot);
  expect(ofBallots.map(({ type }) => type)).not.toContain("text");
  expect(ofBallots.filter(({ type }) => type === "thinking")).toHaveLength(ballots.length);
  for (const signal of ofBallots) if (signal.type === "thinking") expect(signal.private).toBe(true);
  const spoken = told.filter((signal) => signal.type === "text" && !isOfBallot(signal));
  expect(spoken.length).toBeGreaterThan(0);
});

it("streams the reasoning of a panelist's answer, marked as private, and nothing else of it", async () => {
  const { meeting } = panelOf({});
  const streamed = new Map<string, string>();
  meeting.onLive((signal) => {
    expect(signal.type).not.toBe("text");
    if (signal.type === "private-text")
      streamed.set(signal.path, (streamed.get(signal.path) ?? "") + signal.delta);
  });
  await meeting.run();
  expect([...streamed.values()]).toEqual(Array(3).fill("As the memo has it."));
});

it("reads one field of JSON that comes in any pieces", () => {
  const words = 'Line one\nsays "no" \\ to 5 € and 👍, then {"reasoning": "x"}.';
  const text = JSON.stringify({ stance: "GO", reasoning: words, evidence: [words] }).replace(
    "€",
    "\\u20ac",
  );
  for (const size of [1, 2, 3, 7, 1000]) {
    const reader = createFieldReader("reasoning");
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
    expect(pieces.map((piece) => reader.push(piece)).join("")).toBe(words);
  }
});
