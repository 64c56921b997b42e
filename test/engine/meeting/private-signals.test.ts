import type { LiveSignal, ModelRequest } from "boardroom";
import { expect, it } from "vitest";
import { createFieldReader } from "../../../src/engine/scaffold/scan.ts";
import { createCalls } from "../../../src/showing/watching/source.ts";
import { panelOf } from "../../protocols/chamber-panel.ts";
import { exampleMeeting, talker } from "../../support/meetings.ts";

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

it.each(["<think>", ""])(
  "streams no draft of thoughts that begin with %j as the reply",
  async (mark) => {
    const draft = "<Message><Content>I am against it.</Content></Message>";
    const thinking = (seat: string) => {
      const talk = talker(seat, "YES") as (request: ModelRequest) => string;
      return (request: ModelRequest) => `${mark}${draft} No, I am for it.</think>${talk(request)}`;
    };
    const meeting = exampleMeeting({
      ada: thinking("ada"),
      ben: thinking("ben"),
      cleo: thinking("cleo"),
    });
    const calls = createCalls(() => 0);
    const seen: string[] = [];
    meeting.onLive((signal) => {
      calls.hear(signal);
      // Without an opening mark a draft shows until its end tells what it is.
      const isDraft = calls.now.get(signal.path)?.text.startsWith("I am");
      if (mark !== "" || !isDraft) seen.push(calls.now.get(signal.path)?.text ?? "");
    });
    await meeting.run();
    expect(seen).toContain("ada says 1.");
    expect(seen.join("\n")).not.toContain("against");
  },
);

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
