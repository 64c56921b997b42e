import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BoardroomError, board, openMeeting, reopenJournal, resumeMeeting } from "boardroom";
import { expect, it } from "vitest";
import { emptyFolder } from "../../support/folders.ts";
import { answering, linesOf, smallScenario } from "../../support/transcripts.ts";

function cutsOf(whole: Buffer): number[] {
  const isNear = (length: number) => [-1, 0, 1, 2].some((by) => whole[length + by - 2] === 10);
  const lengths = Array.from({ length: whole.length + 1 }, (_, length) => length);
  return lengths.filter((length) => length % 23 === 0 || isNear(length));
}

it("a journal cut off anywhere resumes to the same bytes, or is refused as damaged with nothing overwritten", async () => {
  const createModel = () => answering(undefined, 0);
  const { journal, run } = openMeeting({
    scenario: smallScenario(1),
    protocol: board,
    seed: 7,
    createModel,
  });
  await run();
  const whole = Buffer.from(linesOf(journal));
  const opened = whole.indexOf("\n", whole.indexOf("\n") + 1) + 1;
  const folder = emptyFolder();
  const file = join(folder, "events.jsonl");
  const ends = { resumed: 0, refused: 0 };
  const cuts = cutsOf(whole);
  for (const length of cuts) {
    writeFileSync(file, whole.subarray(0, length));
    try {
      const reopened = reopenJournal(folder);
      try {
        await resumeMeeting({ journal: reopened.journal, protocol: board, createModel }).run();
      } finally {
        reopened.journal.close();
      }
      if (!readFileSync(file).equals(whole)) expect.fail(`cut at byte ${length}: another meeting`);
      ends.resumed += 1;
    } catch (error) {
      if (!(error instanceof BoardroomError)) throw error;
      expect({ length, code: error.code }).toEqual({ length, code: "transcript-damaged" });
      expect(readFileSync(file).equals(whole.subarray(0, length))).toBe(true);
      ends.refused += 1;
    }
  }
  const refused = cuts.filter((length) => length < opened).length;
  expect(refused).toBeGreaterThan(300);
  expect(ends).toEqual({ refused, resumed: cuts.length - refused });
}, 180_000);
