import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verdictsFileSchema } from "../../src/showing/verdict-schema.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };
const SOUND = ["transcripts/small-1", "transcripts/small-3"];
const BAD = "transcripts/small-2";

async function threeOfWhichOneIsDamaged(): Promise<string> {
  const cwd = workFolder();
  for (const seed of ["1", "2", "3"])
    await cli(["run", "small", "--quiet", "--seed", seed], { cwd, factories });
  const log = join(cwd, BAD, "events.jsonl");
  writeFileSync(log, readFileSync(log, "utf8").replace('"verdict":"NO"', '"verdict":"YES"'));
  mkdirSync(join(cwd, "transcripts/approvals.jsonl"));
  return cwd;
}

const seedsIn = (out: string) =>
  verdictsFileSchema.parse(JSON.parse(out)).meetings.map(({ seed }) => seed);

test("costs sums the sound transcripts beside a damaged one, names it, and ends with 5", async () => {
  const cwd = await threeOfWhichOneIsDamaged();
  const { code, out, err } = await cli(["list", "--costs"], { cwd });
  expect(code).toBe(5);
  for (const folder of SOUND) expect(out).toContain(`\n${folder} `);
  expect(out).not.toContain(BAD);
  expect(err).toMatch(
    /^Skipped: .*small-2\/events\.jsonl:\d+: the hash of the line before does not match/,
  );
});

test.each([
  ["a pattern", ["transcripts/*"]],
  ["folders", [...SOUND, BAD]],
  ["what a shell makes of a pattern", ["transcripts/approvals.jsonl", BAD, ...SOUND]],
])(
  "verdicts of %s has the sound ones, names the damaged one, and ends with 5",
  async (_, asked) => {
    const cwd = await threeOfWhichOneIsDamaged();
    const { code, out, err } = await cli(["show", ...asked, "--format", "json"], { cwd });
    expect(code).toBe(5);
    expect(seedsIn(out).sort()).toEqual(["1", "3"]);
    expect(err.match(/^Skipped: /gm)).toHaveLength(1);
    expect(err).toContain("small-2/events.jsonl:");
  },
);

test("meetings on a simulated clock are listed as such", async () => {
  const cwd = workFolder();
  await cli(["run", "small", "--quiet", "--seed", "1"], { cwd, factories });
  expect((await cli(["list", "meetings"], { cwd })).out).toMatch(/small-1 +fixed clock +board@/);
});
