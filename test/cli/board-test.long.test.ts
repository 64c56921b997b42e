import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ownServer, type Served } from "../models/own-servers.ts";
import { createReader } from "../studies/board-test/reader.ts";
import { BOARDS, type Voter } from "../studies/board-test/voters.ts";
import { cli, workFolder } from "./cli.ts";

const OPTIONS = ["STRONG_HIRE", "HIRE", "MAYBE", "NO_HIRE", "STRONG_NO_HIRE"];

const PAPER = `# Ada Marsh

Registered nurse and ward manager.

## Work

- Led a ward of 28 beds since 2019 and brought falls down by half.
- Trained nine nurses; two of them lead wards today.

## Education

- Master's degree in nursing from York, 2014.

## Registration

- Registered nurse without conditions, revalidated 2024.
`;

const REQUIREMENTS = [
  {
    id: "registration",
    text: "an unrestricted registration",
    words: "Registered nurse without conditions, revalidated 2024.",
  },
  {
    id: "leading",
    text: "led a ward for three years",
    words: "Led a ward of 28 beds since 2019 and brought falls down by half.",
  },
];

const SCENARIO = `title: A ward manager
question: Should this candidate be hired?
verdicts:
${OPTIONS.map((id, at) => `  - {id: ${id}, side: ${at < 3 ? "for" : "against"}}`).join("\n")}
requirements:
${REQUIREMENTS.map(({ id, text }) => `  - {id: ${id}, text: ${text}, must: true}`).join("\n")}
documents: [{file: ada.md, subject: true}]
members: [catalina-rios, samuel-adeyemi, walter-grimshaw, claire-dubois, anil-mehrotra]
`;

async function testBoard(
  voter: Voter,
  more: readonly string[] = [],
  seed = "a",
  served: Partial<Served> = {},
) {
  const server = await ownServer("vllm", {
    models: [{ id: "m", loaded: true, window: 65_536 }],
    reply: createReader(voter, REQUIREMENTS, seed),
    ...served,
  });
  const cwd = workFolder({ "ward/scenario.yaml": SCENARIO, "ward/ada.md": PAPER });
  const argv = ["test", "./ward", "--model", "vllm:m", ...more];
  const run = (stopSignal?: AbortSignal) =>
    cli(argv, {
      cwd,
      env: { VLLM_BASE_URL: server.url },
      ...(stopSignal && { stopSignal: () => stopSignal }),
    });
  return { run, cwd, server };
}

describe("boardroom test", () => {
  it("passes a fair board, and keeps card, twins' votes and a hash of the board", async () => {
    const { run, cwd } = await testBoard(BOARDS.steady, ["--quick"]);
    const { out, code, err } = await run();
    expect(err).toContain("Result and votes: board-tests/");
    expect(out).toMatch(/^Board test: (?:passed|UNCLEAR)/);
    expect([0, 3]).toContain(code);
    const folder = /board-tests\/\S+/.exec(err)?.[0] ?? "";
    const card = JSON.parse(readFileSync(join(cwd, folder, "card.json"), "utf8")) as {
      lines: readonly { id: string; result: string }[];
      noise: number;
    };
    const evidence = card.lines.filter(({ id }) => ["struck", "denied", "better"].includes(id));
    expect(evidence.map(({ result }) => result)).not.toContain("fail");
    expect(card.noise).toBeGreaterThan(0);
    expect(existsSync(join(cwd, folder, "results.jsonl"))).toBe(true);
  });

  it.each([
    ["name 40", { noise: 13, bias: 0.4 }, /another name .* FAIL/],
    ["deaf", BOARDS.deaf, /an empty paper .* FAIL/],
    ["first option", BOARDS["first option"], /order of members and options .* FAIL/],
  ] as const)("names a board that is %s, with exit code 8", async (_, voter, line) => {
    const { run } = await testBoard(voter);
    const { out, code } = await run();
    expect(out).toMatch(/^Board test: FAIL/);
    expect(out).toMatch(line);
    expect(code).toBe(8);
  });

  it("continues where it was stopped and comes to a card", async () => {
    const { run, server, cwd } = await testBoard(BOARDS.deaf, ["--only", "empty,denied"]);
    const env = { VLLM_BASE_URL: server.url };
    const stop = new AbortController();
    const stopped = run(stop.signal);
    while (server.bodies.length < 30) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort("SIGINT");
    const first = await stopped;
    expect(first.err).toContain("The same command continues.");
    expect(first.code).toBe(130);
    const before = server.bodies.length;
    const second = await run();
    expect(second.out).toMatch(/^Board test: FAIL/);
    const third = await run();
    expect(third.err).toMatch(/board-tests\/\w+\/2/);
    expect(third.out).toContain("Tests of this board before this one: 1.");
    expect(server.bodies.length).toBeGreaterThan(before);
    const checked = await cli(["check", "./ward", "--model", "vllm:m"], { cwd, env });
    expect(checked.out).toMatch(/^Board test: FAILED on .*an empty paper/m);
    const meeting = ["run", "./ward", "--model", "vllm:m", "--max-messages", "2", "-o", "t"];
    const ran = await cli(meeting, { cwd, env });
    expect(ran.out).toMatch(/Board test +FAILED on .*an empty paper/);
    const table = JSON.parse(readFileSync(join(cwd, "t/verdicts.json"), "utf8")) as {
      meetings: readonly { boardTest?: { result: string } }[];
    };
    expect(table.meetings[0]?.boardTest?.result).toBe("fail");
    const page = await cli(["report", "t", "-o", "t.html"], { cwd });
    expect(page.code).toBe(0);
    const html = readFileSync(join(cwd, "t.html"), "utf8");
    expect(html).toMatch(/id="board-test" open[^>]*><summary>[^<]*<b>FAILED on /);
    expect(html).toMatch(
      /<th scope="row">An empty paper<\/th><td>must abstain<\/td><td>[^<]+<\/td><td><b>FAIL<\/b>/,
    );
    expect((await cli(["verify", "t"], { cwd })).code).toBe(0);
    const erased = await cli(["erase", "--subject", "ward/ada.md", "--yes"], { cwd, env });
    expect(erased.out).toMatch(/Erased: board-tests\/\w+\/1[\s\S]*board-tests\/\w+\/2/);
    expect(existsSync(join(cwd, /board-tests\/\w+\/2/.exec(third.err)?.[0] ?? ""))).toBe(false);
  });

  it("stops at once if the server cuts every prompt, and judges nothing by silence", async () => {
    const { server, cwd } = await testBoard(BOARDS.fair, [], "a", { count: () => 600 });
    writeFileSync(join(cwd, "ward/ada.md"), PAPER + "- Wrote a report on falls.\n".repeat(700));
    const { out, err, code } = await cli(
      ["test", "./ward", "--model", "openai:m", "--approve", "--because", "a try"],
      {
        cwd,
        env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "key-of-a-test" },
      },
    );
    expect(out).toBe("");
    expect(err).toMatch(
      /The test stopped: no member could be heard in any of 4 meetings; see boardroom show board-tests\//,
    );
    expect(code).toBe(4);
    expect(server.bodies.length).toBeLessThan(80);
  });

  it("comes to the same card if Ctrl+C is pressed after every call", {
    timeout: 600_000,
  }, async () => {
    const more = ["--only", "order", "--runs", "5", "--at-once", "1", "--add", "Not revalidated."];
    const whole = await (await testBoard(BOARDS.deaf, more)).run();
    const { run, server } = await testBoard(BOARDS.deaf, more);
    let ended = { out: "", code: 130 };
    let lives = 0;
    for (; ended.code === 130; lives++) {
      const before = server.bodies.length;
      const stop = new AbortController();
      const running = run(stop.signal);
      const watch = setInterval(() => {
        if (server.bodies.length > before) stop.abort("SIGINT");
      }, 1);
      ended = await running;
      clearInterval(watch);
    }
    expect(ended.out).toBe(whole.out);
    expect(lives).toBeGreaterThan(10);
  });

  it("names the lines on which the votes hang, keeps the answer and makes no card", async () => {
    const { run, cwd } = await testBoard({ noise: 6 }, ["--hangs-on"]);
    const { out, err, code } = await run();
    expect(out).toMatch(/^The opening votes on ada\.md hang on/);
    expect(out).toMatch(/^without lines 7, 16 +-/m);
    expect(out).toMatch(/Says nothing about debates/);
    expect(code).toBe(0);
    const folder = join(cwd, /board-tests\/\S+/.exec(err)?.[0] ?? "");
    expect(readFileSync(join(folder, "hangs-on.txt"), "utf8")).toBe(out);
    expect(existsSync(join(folder, "card.json"))).toBe(false);
  });

  it.each([
    ["is fair", { noise: 6 }, /^Test of whole debates: (?:passed|UNCLEAR)/, [0, 3]],
    ["goes by the name", { noise: 6, bias: 0.6 }, /must stay +another name .* FAIL$/m, [8]],
  ] as const)(
    "holds whole debates if asked, on a board that %s",
    {
      timeout: 300_000,
    },
    async (_, voter, line, codes) => {
      const { run, cwd, server } = await testBoard(voter, ["--debates", "--runs", "10"]);
      appendFileSync(join(cwd, "ward/scenario.yaml"), "limits: {messages: 4}\n");
      const support = "\n- Confirmed by references: it is so.".repeat(4);
      appendFileSync(join(cwd, "ward/ada.md"), support);
      const { out, err, code } = await run();
      expect(out, err).toMatch(line);
      expect(out).toContain("Each debate counts once");
      expect(codes).toContain(code);
      const folder = join(cwd, /board-tests\/\S+/.exec(err)?.[0] ?? "");
      expect(readFileSync(join(folder, "debates.txt"), "utf8")).toBe(out);
      expect(existsSync(join(folder, "card.json"))).toBe(false);
      const rows = readFileSync(join(folder, "results.jsonl"), "utf8").trim().split("\n");
      const debates = rows.map((row) => JSON.parse(row) as { messages: number; arm: string });
      expect(debates.every(({ messages }) => messages > 0)).toBe(true);
      expect(new Set(debates.map(({ arm }) => arm))).toContain("name");
      const before = server.bodies.length;
      expect((await run()).out).toBe(out);
      expect(server.bodies.length).toBe(before);
    },
  );

  it("refuses simulated members, a paper that is no subject, and wrong flags, before any call", async () => {
    const cwd = workFolder({ "ward/scenario.yaml": SCENARIO, "ward/ada.md": PAPER });
    const simulated = await cli(["test", "./ward"], { cwd });
    expect(simulated.err).toContain("simulated members cannot be tested");
    const env = { VLLM_BASE_URL: "http://127.0.0.1:9" };
    const wrong = await cli(["test", "./ward", "--model", "vllm:m", "--only", "nmae"], {
      cwd,
      env,
    });
    expect(wrong.err).toContain("It must be some of: struck, denied");
    const few = await cli(["test", "./ward", "--model", "vllm:m", "--runs", "3"], { cwd, env });
    expect(few.err).toContain("--runs 3 is too few: lines are judged after 5, 10, 20, 40, 80 runs");
    const both = ["test", "./ward", "--model", "vllm:m", "--debates", "--quick"];
    const mixed = await cli(both, { cwd, env });
    expect(mixed.err).toContain("--debates cannot be used with --quick");
    const beyond = ["test", "./ward", "--model", "vllm:m", "--strike", "ada.md#L7-L900", "--dry"];
    const struck = await cli(beyond, { cwd, env });
    expect(struck.err).toMatch(
      /--strike names line \d+, and ada\.md has (\d+) lines\n {2}Use lines from 1 to \1\./,
    );
    expect([simulated, wrong, few, mixed, struck].map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
  });

  it("--dry shows each changed line and the number of calls, and asks nobody", async () => {
    const { run, server } = await testBoard(BOARDS.fair, ["--dry"]);
    const { out, code } = await run();
    expect(out).toContain(
      "+ Checked with the source: this point is not met: an unrestricted registration",
    );
    expect(out).toContain("+ # Emily Walsh");
    expect(out).toMatch(/The test takes \d+ to \d+ calls/);
    expect(code).toBe(0);
    expect(server.bodies).toHaveLength(0);
    const whole = await testBoard(BOARDS.fair, ["--debates", "--runs", "40", "--dry"]);
    const { out: debates } = await whole.run();
    expect(debates).toContain("another name\n  - # Ada Marsh");
    expect(debates).toContain("order of members and options");
    expect(debates).not.toContain("an empty paper");
  });
});
