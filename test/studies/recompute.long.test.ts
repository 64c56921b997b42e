import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, workFolder } from "../cli/cli.ts";
import { questions, voter, WAYS } from "./scripted-voter.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Exports the study and lets an independent program recompute its report from the tables. */
async function recompute(cwd: string, study: string): Promise<{ status: number; said: string }> {
  const tables = join(study, "tables");
  const { code, out, err } = await cli(["study", "export", study], { cwd });
  expect(code, err).toBe(0);
  expect(out.split("\n")).toContain(join(tables, "votes.csv"));
  const report = (await cli(["study", "report", study, "--format", "json"], { cwd })).out;
  writeFileSync(join(cwd, "report.json"), report);
  const files = [tables, join(study, "study.json"), "report.json"];
  const script = resolve("test/studies/recompute.py");
  const { status, stdout, stderr } = spawnSync("python3", [script, ...files], { cwd });
  return { status: status ?? 1, said: `${stdout}${stderr}` };
}

const STUDY = `${WAYS}  four: { as: board, members: 4 }
compare: [[vote, board], [four, board], [one, vote]]
`;

describe("every figure of a report", () => {
  it.runIf(hasPython)(
    "of twenty questions is what Python finds in the exported tables",
    async () => {
      const cwd = workFolder({ "study.yaml": STUDY });
      const argv = ["study", "run", "study.yaml", "--model", "own:a", "--output", "held"];
      expect((await cli(argv, { cwd, factories: { own: voter } })).code).toBe(0);
      const { status, said } = await recompute(cwd, "held");
      expect(said).toMatch(/^\d+ figures compared, 0 differ\n$/);
      expect(status).toBe(0);
      expect(Number.parseInt(said, 10)).toBeGreaterThan(80);
      const meetings = readFileSync(join(cwd, "held/tables/meetings.csv"), "utf8");
      expect(meetings.startsWith("\ufeffmeeting,scenario,arm,subject,seed,")).toBe(true);
      expect(meetings.match(/\ufeff/g)).toHaveLength(1);
      expect(meetings.trim().split("\n")).toHaveLength(1 + 4 * questions.length);
      const messages = readFileSync(join(cwd, "held/tables/messages.csv"), "utf8");
      expect(messages).toContain('""in turn"", gives a verdict');
      // A wrong figure is noticed.
      const report = join(cwd, "report.json");
      writeFileSync(
        report,
        readFileSync(report, "utf8").replace(/"value": 0\.\d+/, '"value": 0.123'),
      );
      const args = ["held/tables", "held/study.json", "report.json"];
      const again = spawnSync("python3", [resolve("test/studies/recompute.py"), ...args], { cwd });
      expect(`${again.stdout}`).toMatch(/differs: .*\n\d+ figures compared, 1 differ\n$/);
    },
    240_000,
  );

  it.runIf(hasPython).each([
    ["the study that ships", "hidden-profile"],
    ["the study of peers, with its controls", resolve("examples/studies/peers.yaml")],
  ])(
    "of %s is what Python finds in the exported tables",
    async (_, study) => {
      const cwd = workFolder();
      expect((await cli(["study", "run", study, "--output", "held"], { cwd })).code).toBe(0);
      const { said } = await recompute(cwd, "held");
      expect(said).toMatch(/^\d+ figures compared, 0 differ\n$/);
    },
    240_000,
  );

  it.skipIf(hasPython)("is not recomputed here: python3 is missing", () => {});
});
