import type { LiveSignal } from "boardroom";
import { expect, it } from "vitest";
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
  const ballots = meeting.journal.events.filter(({ type }) => type === "ballot.cast").map(({ path }) => path);
  expect(ballots.length).toBeGreaterThan(0);
  const isOfBallot = ({ path }: LiveSignal) => ballots.some((ballot) => ballot.startsWith(path));
  const ofBallots = told.filter(isOfBallot);
  expect(ofBallots.map(({ type }) => type)).not.toContain("text");
  expect(ofBallots.filter(({ type }) => type === "thinking")).toHaveLength(ballots.length);
  for (const signal of ofBallots) if (signal.type === "thinking") expect(signal.private).toBe(true);
  const spoken = told.filter((signal) => signal.type === "text" && !isOfBallot(signal));
  expect(spoken.length).toBeGreaterThan(0);
});
