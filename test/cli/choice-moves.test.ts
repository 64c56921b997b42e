import { cpSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "boardroom";
import { expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

const OFFERS = `${process.cwd()}/examples/panels/vendor-choice.md`;

/** Lines of the paper that speak for the choice they stand under, and against it. */
const MERITS: Record<string, readonly number[]> = {
  ACORN: [5, 7],
  BOREALIS: [13, 14, 15, 16, 17, 18],
  CORVID: [23, 24],
};
const FAULTS: Record<string, readonly number[]> = { ACORN: [6, 8, 9], BOREALIS: [], CORVID: [22, 25, 26] };

it("whoever goes from one choice to another was told a merit of the new one or a fault of the old", async () => {
  const cwd = workFolder();
  cpSync(OFFERS, join(cwd, "offers.md"));
  const question = "Which telephone system should we sign with: Acorn, Borealis or Corvid?";
  await cli(["ask", question, "--document", "offers.md", "--name", "tel", "--yes", "--seed", "1"], { cwd });
  let moves = 0;
  for (let seed = 1; seed <= 8; seed++) {
    if (seed > 1) await cli(["run", "tel", "--seed", `${seed}`, "--quiet"], { cwd });
    const { events } = readTranscript(join(cwd, "transcripts", `tel-${seed}`));
    const held = new Map<string, string>();
    for (const event of events) {
      if (event.type === "ballot.cast" && event.verdict !== null) held.set(event.speaker, event.verdict);
      if (event.type !== "message.spoken" || !event.verdict) continue;
      const before = held.get(event.speaker);
      held.set(event.speaker, event.verdict);
      if (!event.movedBy) continue;
      moves += 1;
      const mover = events.find((each) => each.type === "message.spoken" && each.id === event.movedBy?.message);
      const lines =
        mover?.type === "message.spoken"
          ? mover.citations.map(({ ref }) => Number(/L(\d+)/.exec(ref ?? "")?.[1]))
          : [];
      const reasons = [...(MERITS[event.verdict] ?? []), ...(FAULTS[before ?? ""] ?? [])];
      expect(reasons, `seed ${seed}, ${event.speaker}: ${before} to ${event.verdict}`).toEqual(
        expect.arrayContaining(lines.slice(0, 1)),
      );
      expect(lines.length).toBeGreaterThan(0);
    }
  }
  expect(moves).toBeGreaterThan(1);
});
