import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

const JOB = readFileSync("examples/candidates/job-description.md", "utf8");

describe("new scenario", () => {
  it("from a question is framed, has a board, and passes check with a model", async () => {
    const cwd = workFolder();
    const argv = ["new", "scenario", "billing", "--question", "Should we move the billing service to Rust?"];
    const { code, out } = await cli(argv, { cwd });
    expect({ code, next: out.split("\n").at(-2) }).toEqual({ code: 0, next: "Next: boardroom check billing" });
    expect((await cli(["check", "billing", "--model", "openai:gpt-6-sol"], { cwd })).code).toBe(0);
    const yaml = readFileSync(join(cwd, "scenarios/billing/scenario.yaml"), "utf8");
    expect(yaml).toContain("# Options and criteria: the plain list.");
    expect(yaml).toMatch(/ # .*weighs more than the others: .*\n {2}- [a-z-]+\n/);
  });

  it("from any document asks about its title, and says that the question can be changed", async () => {
    const cwd = workFolder({ "job.md": JOB });
    const { code, out } = await cli(["new", "scenario", "lead", "--from", "job.md"], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('Question: Should we go ahead with "Head of Platform Engineering"?\n');
    expect(out).toContain("To change it, edit question: in scenarios/lead/scenario.yaml\n");
    const check = await cli(["check", "lead"], { cwd });
    expect({ code: check.code, err: check.err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("job.md has no script: simulated members know only prepared cases"),
    });
    expect((await cli(["check", "lead", "--model", "openai:gpt-6-sol"], { cwd })).code).toBe(0);
  });

  const DRAFT = {
    question: "Should we hire this candidate as Head of Platform Engineering?",
    for_candidates: true,
    options: [
      { id: "HIRE", side: "for" },
      { id: "NO_HIRE", side: "against" },
    ],
    criteria: ["delivery"],
    requirements: [{ id: "availability", text: "answers for availability", ref: "job.md#L8", must: true }],
  };
  const drafting = (draft: unknown) => ({
    acme: ({ spec }: { readonly spec: string }) =>
      scriptedModel([() => JSON.stringify(draft)], { spec, provider: "acme" }),
  });
  const MODEL = ["--model", "acme:m", "--approve", "--because", "a test"];

  it("from a document with a model has question, options, criteria and requirements by the model", async () => {
    const cwd = workFolder({ "job.md": JOB, "cv.md": "# Ada\n\nAda delivered nine projects on schedule.\n" });
    const argv = ["new", "scenario", "lead", "--from", "job.md", ...MODEL];
    const { code, out, err } = await cli(argv, { cwd, factories: drafting(DRAFT) });
    expect(err).toContain("Framing by acme:m");
    expect(code).toBe(0);
    expect(out).toContain(`Question: ${DRAFT.question}\n`);
    expect(out).toContain("Next: boardroom run lead --documents FOLDER --rank --seed 7, with one");
    const check = await cli(["check", "lead", "--document", "cv.md"], { cwd, factories: drafting(DRAFT) });
    expect(check.code).toBe(0);
    expect(check.out).toMatch(/cv\.md: Ada .*the subject[\s\S]*job\.md: Head of Platform Engineering/);
    expect(check.out).toContain("1, 1 of them a must");
  });

  it.each(["board", "judges", "jury", "chamber", "rounds"])(
    "by %s passes check as it is, without a warning, and holds a debate without a key",
    async (protocol) => {
      const cwd = workFolder();
      expect((await cli(["new", "scenario", "mine", "--protocol", protocol], { cwd })).code).toBe(0);
      const { code, out, err } = await cli(["check", "mine"], { cwd });
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`Protocol +${protocol}\n`));
      expect(out + err).not.toContain("warning");
      const held = await cli(["run", "mine", "--seed", "3", "--json"], { cwd });
      expect([0, 3]).toContain(held.code);
      const events = held.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(events.at(-1)).toMatchObject({ type: "meeting.closed" });
      if (protocol !== "rounds") expect(events.filter(({ type }) => type === "call.failed")).toEqual([]);
    },
  );

  it.each<[string, string[], RegExp]>([
    ["a scenario that there is not", ["--from", "hirng"], /scenario "hirng" not found/],
    ["another question of a copy", ["--from", "hiring", "--question", "Why?"], /keeps its question/],
    [
      "a paper for a protocol that asks itself",
      ["--from", "plan.md", "--protocol", "rounds"],
      /asks for its own text/,
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
