import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

const JOB = readFileSync("examples/candidates/job-description.md", "utf8");

describe("new scenario", () => {
  it("from a question is framed and has a board, and passes check", async () => {
    const cwd = workFolder();
    const argv = ["new", "scenario", "billing", "--question", "Should we move the billing service to Rust?"];
    const { code, out } = await cli(argv, { cwd });
    expect({ code, next: out.split("\n").at(-2) }).toEqual({ code: 0, next: "Next: boardroom check billing" });
    expect((await cli(["check", "billing"], { cwd })).code).toBe(0);
    const yaml = readFileSync(join(cwd, "scenarios/billing/scenario.yaml"), "utf8");
    expect(yaml).toContain("# Read as a decision to adopt a technique or a tool");
    expect(yaml).toMatch(/ # .*weighs more than anybody here: .*\n {2}- [a-z-]+\n/);
  });

  it("from a job description asks of any candidate, and needs none to be checked", async () => {
    const cwd = workFolder({ "job.md": JOB, "cv.md": "# Ada\n\nAda delivered nine projects on schedule.\n" });
    const { code, out } = await cli(["new", "scenario", "lead", "--from", "job.md"], { cwd });
    expect(code).toBe(0);
    expect(out).toContain("Next: boardroom run lead --documents FOLDER --rank --seed 7, where FOLDER holds");
    const check = await cli(["check", "lead", "--document", "cv.md"], { cwd });
    expect(check.code).toBe(0);
    expect(check.out).toContain("Should we hire this candidate as Head of Platform Engineering?");
    expect(check.out).toMatch(/cv\.md: Ada .*the subject[\s\S]*job\.md: Head of Platform Engineering/);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      "a folder that is called so",
      { "cvs/a.md": "A", "cvs/b.txt": "B", "more/c.md": "C", "more/d.md": "D" },
      "cvs",
    ],
    [
      "the one folder with documents",
      { "Bewerber 2026/a.md": "A", "Bewerber 2026/b.pdf": "B" },
      '"Bewerber 2026"',
    ],
    ["documents beside it", { "Åsa O.md": "A", "b.docx": "B", "README.md": "-" }, 'b.docx "Åsa O.md"'],
    ["nothing it can tell", { "x/a.md": "A", "x/b.md": "B", "y/c.md": "C", "y/d.md": "D" }, "FOLDER"],
  ])("from a job description names its candidates: %s", async (_, files, named) => {
    const cwd = workFolder({ "job.md": JOB, ...files });
    const { out } = await cli(["new", "scenario", "lead", "--from", "job.md"], { cwd });
    expect(out).toContain(`Next: boardroom run lead --documents ${named} --rank --seed 7`);
  });

  it("remembers where that is asked for, and only of a question or a paper", async () => {
    const cwd = workFolder();
    const argv = ["new", "scenario", "rust", "--question", "Should we move to Rust?", "--memory"];
    expect((await cli(argv, { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "scenarios/rust/scenario.yaml"), "utf8")).toMatch(/^memory: board$/m);
    expect((await cli(["check", "rust"], { cwd, env: { XDG_STATE_HOME: cwd } })).code).toBe(0);
    for (const stray of [
      ["scenario", "x"],
      ["persona", "x"],
      ["scenario", "x", "--from", "hiring"],
    ]) {
      const { code, err } = await cli(["new", ...stray, "--memory"], { cwd });
      expect({ code, err }).toMatchObject({
        code: 2,
        err: expect.stringMatching(/memory|whether it remembers/),
      });
    }
  });

  it("from another scenario is a copy of all its files", async () => {
    const cwd = workFolder();
    expect((await cli(["new", "scenario", "reviews", "--from", "code-review"], { cwd })).code).toBe(0);
    for (const name of ["scenario.yaml", "change.md", "casebook.yaml", "personas/maren-sokolova.md"])
      expect(readFileSync(join(cwd, "scenarios/reviews", name), "utf8")).toBe(
        readFileSync(join("scenarios/code-review", name), "utf8"),
      );
    expect((await cli(["check", "reviews"], { cwd })).code).toBe(0);
  });

  it.each(["board", "judges", "jury", "chamber"])(
    "by %s passes check as it is, without a warning",
    async (protocol) => {
      const cwd = workFolder();
      expect((await cli(["new", "scenario", "mine", "--protocol", protocol], { cwd })).code).toBe(0);
      const { code, out, err } = await cli(["check", "mine"], { cwd });
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`Protocol +${protocol}\n`));
      expect(out + err).not.toContain("warning");
    },
  );

  it.each<[string, string[], RegExp]>([
    [
      "a paper that is no job description",
      ["--from", "plan.md"],
      /does not read like a job description[\s\S]*--question/,
    ],
    ["a scenario that there is not", ["--from", "hirng"], /no scenario "hirng"/],
    ["another question of a copy", ["--from", "hiring", "--question", "Why?"], /keeps its question/],
    [
      "a paper for a protocol that asks itself",
      ["--from", "plan.md", "--protocol", "rounds"],
      /asks for its brief/,
    ],
  ])("refuses %s, and writes nothing", async (_, argv, why) => {
    const cwd = workFolder();
    writeFileSync(join(cwd, "plan.md"), "# A plan\n\nWe should do it.\n");
    const { code, err } = await cli(["new", "scenario", "mine", ...argv], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(why);
    expect(existsSync(join(cwd, "scenarios/mine"))).toBe(false);
  });
});
