import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelFactory, type ModelRequest, readTranscript } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { exitCodeOfOutcome } from "../../src/home/process/exit-codes.ts";
import { kindOf, USUAL } from "../protocols/chamber-panel.ts";
import { cli, workFolder } from "./cli.ts";

const VARIABLES = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"];

async function held(...more: readonly string[]) {
  const cwd = workFolder();
  const ran = await cli(
    ["run", "niche-decision", "--seed", "2", "--output", "one", "--quiet", ...more],
    {
      cwd,
    },
  );
  const read = (name: string) => readFileSync(join(cwd, "one", name), "utf8");
  return { ...ran, cwd, read, session: ran.code === 2 ? null : JSON.parse(read("session.json")) };
}

describe("boardroom run niche-decision", () => {
  it("is simulated without a key, says so, and names the variables to set", async () => {
    const { code, err, session, read } = await held();
    expect(code).toBe(exitCodeOfOutcome(session.outcome));
    expect(err).toContain("The panel is simulated and no language model takes part");
    for (const name of VARIABLES) expect(err).toContain(name);
    expect(session).toMatchObject({ simulated: true, level: 3, cost: { actual: 0 } });
    expect(session.phase1.map(({ panelist }: { panelist: string }) => panelist)).toEqual([
      "panelist-a",
      "panelist-b",
      "panelist-c",
    ]);
    expect(read("report.md")).toContain("**Simulated members, no language model used.**");
  });

  it("that finds an option which nobody has accepted ends with a code of its own, and with 0 once a person accepts it", async () => {
    const agreed: ModelFactory = () =>
      scriptedModel(
        Array(9).fill((request: ModelRequest) => JSON.stringify(USUAL[kindOf(request)])),
      );
    const factories = { simulated: agreed };
    const run = ["run", "niche-decision", "--output", "one", "--quiet", "--seed", "2"];
    const alone = workFolder();
    expect(await cli(run, { cwd: alone, factories })).toMatchObject({
      code: 7,
      err: expect.stringContaining(
        'No person has accepted "Go". To ask a person, run it again with --option',
      ),
    });
    const found = JSON.parse(readFileSync(join(alone, "one/session.json"), "utf8"));
    expect(found).toMatchObject({
      outcome: { status: "unaccepted", option: "GO" },
      status: "unaccepted",
    });
    expect(readFileSync(join(alone, "one/report.md"), "utf8")).toContain(
      "the founder has not accepted it yet",
    );
    const cwd = workFolder();
    const answer = async (...flags: string[]) =>
      (await cli(["act", "one", ...flags, "--quiet"], { cwd, factories })).code;
    expect((await cli([...run, "--option", "founder.person=ines"], { cwd, factories })).code).toBe(
      6,
    );
    expect(await answer("--pass")).toBe(6);
    expect(await answer("--topic", "names")).toBe(2);
    expect(await answer("--verdict", "accept")).toBe(0);
    const accepted = JSON.parse(readFileSync(join(cwd, "one/session.json"), "utf8"));
    expect(accepted.outcome).toMatchObject({ status: "decided", option: "GO" });
  });
});

describe("a panel of one model", () => {
  const answers: ModelFactory = ({ spec }) =>
    scriptedModel(
      Array(9).fill((request: ModelRequest) => JSON.stringify(USUAL[kindOf(request)])),
      { spec, provider: "own" },
    );
  const asked = new Set<string>();
  const factories = {
    own: ((input) => {
      asked.add(`${input.seat.id} ${input.spec}`);
      return answers(input);
    }) as ModelFactory,
  };
  const run = async (...flags: string[]) => {
    asked.clear();
    const cwd = workFolder();
    const { code, out, err } = await cli(
      ["run", "niche-decision", "--seed", "2", "--output", "one", ...flags],
      { cwd, factories },
    );
    return {
      cwd,
      code,
      out,
      err,
      file: (name: string) => readFileSync(join(cwd, "one", name), "utf8"),
    };
  };

  it("is named by what answers, and the table and the reports say that it is one model", async () => {
    const { code, cwd, out, err, file } = await run("--model", "own:sol-6");
    expect([0, 7]).toContain(code);
    expect([...asked].every((each) => each.endsWith(" own:sol-6"))).toBe(true);
    expect(out).toContain("one model, 3 seats: own:sol-6 answers for each");
    expect(out).toContain("sol-6-1");
    expect(file("report.md")).toContain("**One model, 3 seats: own:sol-6 answers for each.**");
    for (const text of [out, file("report.md"), file("transcript.md"), file("verdicts.json")])
      expect(text).not.toMatch(/\b(?:Claude|GPT|Gemini)\b/);
    expect(err.match(/^warning: .*own:sol-6.*$/gm)).toEqual([
      "warning: own:sol-6 answers for all 3 seats, instead of models of anthropic, openai, gemini: the answers are not independent",
    ]);
    const page = await cli(["report", "one", "--output", "page.html"], { cwd });
    expect(page.code).toBe(0);
    expect(readFileSync(join(cwd, "page.html"), "utf8")).toContain("One model, 3 seats");
  });
});

describe("--model over models that a scenario pins", () => {
  it("replaces the judges' chair and leaves a TimeKeeper without a model a template", async () => {
    const seats: string[] = [];
    const own: ModelFactory = ({ seat, spec }) => {
      seats.push(`${seat.id} ${spec}`);
      return scriptedModel(Array(60).fill("{}"), { spec, provider: "own" });
    };
    const pinned = 'options: {chair: {model: "anthropic:claude-opus-5-5"}}\n';
    const cwd = workFolder({
      "scenarios/judged/scenario.yaml": `title: T\nquestion: Q?\nprotocol: judges\n${pinned}verdicts: [{id: YES, side: for}, {id: NO, side: against}]\ndocuments: [{file: paper.md, subject: true}]\nmembers: [{persona: chen, model: "openai:gpt-6-sol"}, {persona: kumar, model: "gemini:x"}, watson]\n`,
      "scenarios/judged/paper.md": "The only line\n",
    });
    await cli(["run", "judged", "--model", "own:m", "--quiet", "--seed", "1"], {
      cwd,
      factories: { own },
    });
    expect([...new Set(seats)].sort()).toEqual([
      "chair own:m",
      "chen own:m",
      "kumar own:m",
      "watson own:m",
    ]);
    seats.length = 0;
    await cli(["run", "small", "--model", "own:m", "--quiet", "--seed", "1"], {
      cwd,
      factories: { own },
    });
    expect([...new Set(seats)].sort()).toEqual(["chen own:m", "kumar own:m", "watson own:m"]);
  });
});

describe("a person on the panel without a terminal", () => {
  it("is told which fields are asked for, and that words alone do not fill them in", async () => {
    const cwd = workFolder({
      "answer.yaml": "reasoning: The deposits are real.\nstance: NO_GO\nconfidence: 70%\n",
    });
    const seated = [
      "--member",
      "panelist-b=human:ngo",
      "--output",
      "one",
      "--seed",
      "6",
      "--quiet",
    ];
    expect((await cli(["run", "niche-decision", ...seated], { cwd })).code).toBe(6);
    expect(await cli(["act", "one", "--say", "Yes."], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        "the question has fields: evidence, reasoning, stance, confidence",
      ),
    });
    expect((await cli(["act", "one", "--file", "answer.yaml", "--quiet"], { cwd })).code).toBe(6);
    const { out } = await cli(["act", "one"], { cwd });
    expect(out).toContain("Your own answer was:");
    expect(out).not.toContain("&quot;");
  });
});

describe("--exclude", () => {
  it("holds the panel without a member", async () => {
    const { session, code } = await held("--exclude", "panelist-c");
    expect(code).toBe(exitCodeOfOutcome(session.outcome));
    expect(session.panel.map(({ id }: { id: string }) => id)).toEqual(["panelist-a", "panelist-b"]);
  });

  it("says in report, session and transcript who was left out, by whom and why", async () => {
    const { cwd, session, read } = await held(
      "--exclude",
      "panelist-c=Its key = none",
      "--as",
      "ines",
    );
    const words =
      "ines excluded Panelist C, Independent reviewer (gemini:gemini-3.8-flash): Its key = none";
    const note = { id: "panelist-c", name: "Panelist C", by: "ines", because: "Its key = none" };
    expect(session.excluded).toMatchObject([note]);
    expect(read("report.md")).toContain(`- ${words}`);
    expect(read("transcript.md")).toContain("ines excluded Panelist C, Independent reviewer");
    expect((await cli(["show", "one"], { cwd })).out.replace(/\s+/g, " ")).toContain(words);
    expect((await cli(["verify", "one"], { cwd })).code).toBe(0);
  });
});

describe("--arbiter of a meeting without one", () => {
  it("is refused by its own name", async () => {
    expect(
      await cli(["run", "hiring", "--arbiter", "simulated"], { cwd: workFolder() }),
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining("--arbiter cannot be used: the protocol board has no arbiter"),
    });
  });
});

describe("--prior", () => {
  it("makes an earlier meeting part of the context, cited by its head hash", async () => {
    const { cwd } = await held();
    const { head } = readTranscript(join(cwd, "one"));
    const ran = await cli(
      ["run", "niche-decision", "--seed", "5", "--output", "two", "--prior", "one", "--quiet"],
      { cwd },
    );
    expect([0, 3, 7]).toContain(ran.code);
    const session = JSON.parse(readFileSync(join(cwd, "two/session.json"), "utf8"));
    expect(session.context).toContain(`transcript head ${head}`);
    expect(session.context).toContain("## Synthesis");
    const added = readTranscript(join(cwd, "two")).events.filter(
      ({ type }) => type === "document.added",
    );
    expect(added.at(-1)).toMatchObject({ name: `prior-niche-decision-${head.slice(0, 8)}.md` });
  });
});
