import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns };

const ROLES = [
  "action=nadia-okafor",
  "guardian=tomas-lindqvist",
  "observer=beatriz-amaral",
  "critic=kenji-ashworth",
];
const STAGE_1 = [
  "--system",
  "A kit",
  "--question",
  "Shall we build it?",
  "--anchor",
  "A kit for schools.",
];
const STAGE_2 = ROLES.flatMap((role) => ["--role", role]);

function fillIn(cwd: string): void {
  const brief = join(cwd, "scenarios/kit/brief.md");
  const text = readFileSync(brief, "utf8");
  writeFileSync(
    brief,
    text.replace(
      /^\[Fill in:.*$|^Measurements, trials.*$/gm,
      "The kit has one motor and ran for nine weeks.",
    ),
  );
}

function begin(...flags: readonly string[]): readonly string[] {
  return ["new", "scenario", "kit", "--protocol", "rounds", ...flags];
}

describe("boardroom new scenario --protocol rounds", () => {
  it("walks the first three stages with whoever sits at the terminal", async () => {
    const cwd = workFolder();
    const asked: string[] = [];
    const answers = [
      "Shall we build it?",
      "A kit for schools.",
      ...ROLES.map((role) => role.split("=")[1]!),
      "7",
      "8",
    ];
    const ran = await cli(begin("--system", "A kit"), {
      cwd,
      ask: async (question) => {
        asked.push(question);
        return answers[asked.length - 1] ?? null;
      },
    });
    expect(ran).toMatchObject({
      code: 0,
      out: expect.stringContaining("Created scenarios/kit/scenario.yaml"),
    });
    const [first, second, ...rest] = ran.err.trimEnd().split("\n");
    expect([first, second, rest[0], rest.find((line) => line.startsWith("Stage 3"))]).toEqual([
      "Stage 1 of 3: what is asked",
      "Stage 2 of 3: who takes which role",
      "Personas:",
      "Stage 3 of 3: the rounds",
    ]);
    expect(ran.err).toMatch(/^ {2}nadia-okafor +Nadia Okafor, Staff Engineer/m);
    expect(asked.filter((question) => question.startsWith("How many rounds"))).toHaveLength(2);
    const scenario = readFileSync(join(cwd, "scenarios/kit/scenario.yaml"), "utf8");
    expect(scenario).toContain("  rounds: 8\n");
    expect(scenario).toContain("\n    - { round: 8, absent: observer }\n");
    expect(ran.out).toContain("Next: fill in scenarios/kit/brief.md, then boardroom check kit");
    fillIn(cwd);
    expect((await cli(["check", "kit"], { cwd, factories })).code).toBe(0);
    expect((await cli(["check", "kit"], { cwd })).err).toContain("brief.md: no script");
  });

  it("leaves a brief that check and run refuse, line by line, until it is written", async () => {
    const cwd = workFolder();
    expect(await cli(begin(...STAGE_1, ...STAGE_2, "--rounds", "13"), { cwd })).toMatchObject({
      code: 0,
    });
    const brief = join(cwd, "scenarios/kit/brief.md");
    const lines = readFileSync(brief, "utf8").split("\n");
    const first = lines.findIndex((line) => line.startsWith("[Fill in:")) + 1;
    for (const command of ["check", "run"]) {
      const refused = await cli([command, "kit", ...(command === "run" ? ["--quiet"] : [])], {
        cwd,
      });
      expect(refused.code).toBe(2);
      expect(refused.err).toContain(`brief.md:${first}: the line is still the template's`);
      expect(refused.err).toContain("Replace it with your own text, or delete it.");
    }
    expect(existsSync(join(cwd, "transcripts"))).toBe(false);
    fillIn(cwd);
    expect((await cli(["check", "kit"], { cwd, factories })).code).toBe(0);
    expect((await cli(["check", "kit"], { cwd })).err).toContain("brief.md: no script");
  });

  it("takes every answer as a flag where nobody can be asked, and names the one that is missing", async () => {
    const cwd = workFolder();
    expect(await cli(begin("--question", "Shall we?"), { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--system is required"),
    });
    expect(await cli(begin(...STAGE_1, "--rounds", "8"), { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--role action=PERSONA is required"),
    });
    const whole = begin(...STAGE_1, ...STAGE_2, "--rounds", "8");
    const wrong = await cli(begin(...STAGE_1, ...STAGE_2, "--rounds", "7"), { cwd });
    expect(wrong).toMatchObject({
      code: 2,
      err: expect.stringContaining("Use a number from 8 to 20"),
    });
    expect(await cli(whole, { cwd })).toMatchObject({ code: 0 });
    expect(await cli(whole, { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining("already exists"),
    });
  });

  it("refuses roles and personas that are not there, two roles for one, and flags of another protocol", async () => {
    const cwd = workFolder();
    const withRole = (...roles: string[]) =>
      cli(begin(...STAGE_1, "--rounds", "8", ...roles.flatMap((role) => ["--role", role])), {
        cwd,
      });
    expect(await withRole("jester=nadia-okafor")).toMatchObject({
      code: 2,
      err: expect.stringContaining('role "jester" not found'),
    });
    expect(await withRole("action=nadia-okafo")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Did you mean nadia-okafor?"),
    });
    expect(await withRole("action=nadia-okafor", "guardian=nadia-okafor")).toMatchObject({
      code: 2,
      err: expect.stringContaining("takes two roles"),
    });
    const board = await cli(["new", "scenario", "kit", "--rounds", "8"], { cwd });
    expect(board).toMatchObject({
      code: 2,
      err: expect.stringContaining("--rounds belongs to a scenario of the rounds protocol"),
    });
  });
});

describe("boardroom verify of claims", () => {
  const folder = "transcripts/kit-3";

  async function deliberation(): Promise<string> {
    const cwd = workFolder();
    expect((await cli(begin(), { cwd })).code).toBe(0);
    const scenario = join(cwd, "scenarios/kit/scenario.yaml");
    const text = readFileSync(scenario, "utf8");
    const short = "rounds: 3\n  stress: [{ round: 2, absent: critic }]\n  stressReason: Short.";
    writeFileSync(scenario, text.replace(/rounds: \d+/, short));
    expect((await cli(["run", "kit", "--seed", "3", "--quiet"], { cwd })).err).toContain(folder);
    return cwd;
  }

  it("finds nothing wrong in what a meeting has written", async () => {
    const cwd = await deliberation();
    const ran = await cli(["verify", `${folder}/state`], { cwd });
    expect(ran.out).toMatch(/^\d+ claims, 12 verifications, \d+ decisions: everything holds\.\n/);
    expect(ran.code).toBe(0);
  });

  it("fails over a malformed line and over evidence outside the folder", async () => {
    const cwd = await deliberation();
    const claims = join(cwd, folder, "state/claims.jsonl");
    const before = readFileSync(claims, "utf8");
    appendFileSync(claims, "{broken\n");
    const ran = await cli(["verify", `${folder}/state`], { cwd });
    expect(ran).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^claims\.jsonl:\d+: not a JSON object\n.*: 1 error\.\n/),
    });
    writeFileSync(claims, before);
    const checks = join(cwd, folder, "state/verifications.jsonl");
    const lines = readFileSync(checks, "utf8");
    writeFileSync(
      checks,
      lines.replace(
        "artifacts/round_01/critic.md#attack",
        "../../../scenarios/kit/proposal.md#Proposal",
      ),
    );
    const out = (await cli(["verify", `${folder}/state`], { cwd })).out;
    expect(out).toContain("there is no file ../../../scenarios/kit/proposal.md");
    writeFileSync(checks, lines);
  });
});
