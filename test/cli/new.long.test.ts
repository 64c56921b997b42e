import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { ownServer } from "../models/own-servers.ts";
import { cli, workFolder } from "./cli.ts";

const JOB = readFileSync("examples/candidates/job-description.md", "utf8");

describe("new scenario", () => {
  it("from a question is framed, has a board, and passes check with a model", async () => {
    const cwd = workFolder();
    const argv = [
      "new",
      "scenario",
      "billing",
      "--question",
      "Should we move the billing service to Rust?",
    ];
    const { code, out } = await cli(argv, { cwd });
    expect({ code, next: out.split("\n").at(-2) }).toEqual({
      code: 0,
      next: "Next: boardroom check billing --model auto",
    });
    expect((await cli(["check", "billing", "--model", "openai:gpt-6-sol"], { cwd })).code).toBe(0);
    const yaml = readFileSync(join(cwd, "scenarios/billing/scenario.yaml"), "utf8");
    expect(yaml).toContain("# Options and criteria: the plain list.");
    expect(yaml).toMatch(/ # .*weighs more than the others: .*\n {2}- (?:persona: )?[a-z-]+\n/);
  });

  const DRAFT = {
    question: "Should we hire this candidate as Head of Platform Engineering?",
    for_candidates: true,
    options: [
      { id: "HIRE", side: "for" },
      { id: "NO_HIRE", side: "against" },
    ],
    criteria: ["delivery"],
    requirements: [
      { id: "availability", text: "answers for availability", ref: "job.md#L8", must: true },
    ],
  };
  const drafting = (draft: unknown) => ({
    acme: ({ spec }: { spec: string }) =>
      scriptedModel([() => JSON.stringify(draft)], { spec, provider: "acme" }),
  });
  const MODEL = ["--model", "acme:m", "--approve", "--because", "a test"];

  it("from a document with a model has question, options, criteria and requirements by the model", async () => {
    const cwd = workFolder({
      "job.md": JOB,
      "cv.md": "# Ada\n\nAda delivered nine projects on schedule.\n",
    });
    const argv = ["new", "scenario", "lead", "--from", "job.md", ...MODEL];
    const { code, out, err } = await cli(argv, { cwd, factories: drafting(DRAFT) });
    expect(err).toContain("Framing by acme:m");
    expect(code).toBe(0);
    expect(out).toContain(`Question: ${DRAFT.question}\n`);
    expect(out).toContain("to confirm in scenario.yaml:\n- answers for availability (must)\n");
    expect(out).toContain("Next: boardroom run lead --documents cvs --rank --seed 7, with one");
    const check = await cli(["check", "lead", "--document", "cv.md"], {
      cwd,
      factories: drafting(DRAFT),
    });
    expect(check.code).toBe(0);
    expect(check.out).toMatch(
      /cv\.md: Ada .*the subject[\s\S]*job\.md: Head of Platform Engineering/,
    );
    expect(check.out).toContain("1, 1 of them required");
  });

  it("says what of a draft could not be read, takes plain sentences, and names the general list", async () => {
    const cwd = workFolder({ "job.md": JOB });
    const unreadable = Array.from({ length: 8 }, (_, at) => ({ requirement: at }));
    const requirements = ["A registration as a pastry chef", ...unreadable];
    const draft = {
      ...DRAFT,
      question: "Should we hire this pastry chef?",
      criteria: [],
      requirements,
    };
    const factories = drafting(draft);
    const { code, out } = await cli(["new", "scenario", "chef", "--from", "job.md", ...MODEL], {
      cwd,
      factories,
    });
    expect(code).toBe(0);
    expect(out).toContain("Question, options and what is missing were drafted by acme:m.\n");
    expect(out).toContain("Criteria: the general list, as acme:m drafted none.\n");
    expect(out).toContain('8 requirements could not be read, such as {"requirement":0}\n');
    expect(out).toContain("No persona has the question's subject in its title or expertise.");
    expect(out).toContain("- A registration as a pastry chef\n");
    const yaml = readFileSync(join(cwd, "scenarios/chef/scenario.yaml"), "utf8");
    expect(yaml).toContain("# 8 requirements could not be read");
    expect(yaml).toContain("id: a-registration-as-a-pastry-chef");
    expect((await cli(["check", "chef", "--document", "job.md"], { cwd, factories })).code).toBe(0);
  });

  it("asks a server to keep to the fields of a requirement", async () => {
    const server = await ownServer("ollama", {
      models: [{ id: "qwen3:8b", most: 40_960 }],
      reply: () => JSON.stringify({ ...DRAFT, requirements: { text: 7 }, criteria: "cost" }),
    });
    const cwd = workFolder({ "job.md": JOB });
    const argv = ["new", "scenario", "lead", "--from", "job.md", "--model", "ollama:qwen3:8b"];
    const { code, out } = await cli(argv, { cwd, fetch, env: { OLLAMA_HOST: server.url } });
    expect(code).toBe(0);
    expect(server.bodies[0]?.format).toMatchObject({
      properties: {
        requirements: {
          items: { properties: { text: { type: "string" }, must: { type: "boolean" } } },
        },
        criteria: { items: { enum: expect.arrayContaining(["cost"]) } },
      },
    });
    expect(out).toContain(
      "Question, options, criteria and what is missing were drafted by ollama:qwen3:8b.\n",
    );
    expect(out).toContain('1 requirement could not be read, such as {"text":7}\n');
  });

  it.each<[string, object, RegExp]>([
    ["a question", { question: undefined }, /it has no question/],
    [
      "two sides",
      { options: DRAFT.options.slice(0, 1).concat({ id: "WAIT", side: "neutral" }) },
      /both sides/,
    ],
    ["options", { options: "HIRE" }, /nothing that can be used: .*options/],
  ])("is not written from a draft without %s", async (_, change, why) => {
    const cwd = workFolder({ "job.md": JOB });
    const argv = ["new", "scenario", "lead", "--from", "job.md", ...MODEL];
    const { code, err } = await cli(argv, { cwd, factories: drafting({ ...DRAFT, ...change }) });
    expect(code).toBe(4);
    expect(err).toMatch(why);
    expect(existsSync(join(cwd, "scenarios/lead"))).toBe(false);
  });

  it.each([
    ["", 1],
    ["n", 0],
  ])("asks a person once whether the requirements stay: %j", async (answer, kept) => {
    const cwd = workFolder({ "job.md": JOB });
    let asked = 0;
    const ask = async () => {
      asked++;
      return answer;
    };
    const argv = ["new", "scenario", "lead", "--from", "job.md", ...MODEL];
    const { code, err } = await cli(argv, { cwd, factories: drafting(DRAFT), ask });
    expect({ code, asked }).toEqual({ code: 0, asked: 1 });
    expect(err).toContain(
      "Requirements to confirm in scenario.yaml:\n- answers for availability (must)\n",
    );
    const yaml = readFileSync(join(cwd, "scenarios/lead/scenario.yaml"), "utf8");
    expect(yaml.match(/^ +text: answers for availability/gm) ?? []).toHaveLength(kept);
  });

  it.each(["board", "judges", "jury", "chamber", "rounds"])(
    "by %s passes check as it is, without a warning, and holds a debate without a key",
    async (protocol) => {
      const cwd = workFolder();
      expect((await cli(["new", "scenario", "mine", "--protocol", protocol], { cwd })).code).toBe(
        0,
      );
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
      if (protocol !== "rounds")
        expect(events.filter(({ type }) => type === "call.failed")).toEqual([]);
    },
  );

  it.each<[string, string[], RegExp]>([
    ["a scenario that there is not", ["--from", "hirng"], /scenario "hirng" not found/],
    [
      "another question of a copy",
      ["--from", "hiring", "--question", "Why?"],
      /keeps its question/,
    ],
    [
      "a paper for a protocol that asks itself",
      ["--from", "plan.md", "--protocol", "rounds"],
      /--from cannot be used with --protocol/,
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

describe("new persona", () => {
  const PERSONA = {
    title: "Head of Security",
    expertise: ["access control", "incident response"],
    personality: "Patient, and slow to trust a promise.",
    speakingStyle: "Asks who could get in.",
    priorities: [
      { id: "security", weight: 9 },
      { id: "no-such", weight: 5 },
      { id: "cost", weight: 3 },
    ],
    optimism: -0.4,
    background: "Closed a breach in nine hours.",
  };
  const asked: string[] = [];
  const acme = (answer: unknown) => ({
    acme: ({ spec }: { spec: string }) => {
      const reply = ({ shared }: { shared: string }) => {
        asked.push(shared);
        return typeof answer === "string" ? answer : JSON.stringify(answer);
      };
      return scriptedModel([reply], { spec, provider: "acme" });
    },
  });
  const ARGV = ["new", "persona", "head-of-security", "--model", "acme:m", "--from", "role.md"];
  const draft = async (answer: unknown, ...more: string[]) => {
    const paid =
      "providers: {acme: {baseUrl: https://acme.example.com/v1, keyVariable: ACME_KEY}}\n";
    const cwd = workFolder({
      "boardroom.yaml": paid,
      "role.md": "# The role\n\nAnswers for every key that the bank has.\n",
    });
    const ran = await cli([...ARGV, ...more], { cwd, factories: acme(answer) });
    return { ...ran, cwd, file: join(cwd, "personas/head-of-security.md") };
  };
  const APPROVED = ["--approve", "--because", "a test"];

  it("is drafted by a model from a role and a question, price first, and shown", async () => {
    const { code, out, err, file, cwd } = await draft(
      PERSONA,
      "--question",
      "One cloud?",
      ...APPROVED,
    );
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringContaining("Drafting a persona by acme:m: about"),
    });
    expect(out).toBe(
      [
        "Created personas/head-of-security.md",
        "Head of Security, Head of Security. Weighs security 9, cost 3.",
        "Patient, and slow to trust a promise.",
        "Next: read personas/head-of-security.md, then name head-of-security under members: in a scenario",
        "",
      ].join("\n"),
    );
    expect(asked.at(-1)).toMatch(
      /Head of Security[\s\S]*One cloud\?[\s\S]*every key that the bank has/,
    );
    const text = readFileSync(file, "utf8");
    expect(text).toContain("# Drafted by acme:m.");
    expect(text).toContain("optimism: -0.4");
    expect(text).not.toContain("no-such");
    const again = await cli([...ARGV, ...APPROVED], { cwd, factories: acme(PERSONA) });
    expect({ code: again.code, err: again.err }).toEqual({
      code: 2,
      err: expect.stringContaining("already exists"),
    });
  });

  it.each<[string, unknown, string[], RegExp]>([
    ["that is not approved", PERSONA, [], /needs your approval/],
    ["that is no JSON", "I would rather not.", APPROVED, /drafted no persona that can be used/],
    [
      "without expertise",
      { ...PERSONA, expertise: [] },
      APPROVED,
      /drafted no persona that can be used: .*expertise/,
    ],
  ])("%s is not written", async (_, answer, more, why) => {
    const { code, err, file } = await draft(answer, ...more);
    expect(code).not.toBe(0);
    expect(err).toMatch(why);
    expect(existsSync(file)).toBe(false);
  });

  it("from a document needs a model", async () => {
    const { code, err } = await cli(["new", "persona", "mine", "--from", "role.md"], {
      cwd: workFolder(),
    });
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("no --model is named\n  Add --model"),
    });
  });
});
