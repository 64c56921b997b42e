import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelFactory, readTranscript } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { eventsOf } from "../support/meetings.ts";
import { scriptFor } from "../support/scripts.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const PLAN = `# Moving the billing service

The billing service crashed nine times last year.
Memory leaks caused six of the nine crashes.
A prototype in Rust ran four months without an incident.
Customers complained 40 times about wrong invoices.
The rollback was tested and failed.
The move exceeds the budget by 120,000 euros.
`;
const QUESTION = "Should we move the billing service to Rust?";
const NAME = "move-billing-service-rust";

const PLAN_SCRIPT = scriptFor("plan.md", PLAN, ["YES", "NO"]);

/** Simulated members of the program's own, which need no script. */
const OWN = { factories: { simulated: twoTurns } };

function asking(argv: readonly string[], more: Parameters<typeof cli>[1] = {}) {
  const cwd = workFolder({ "plan.md": PLAN });
  return { cwd, ran: cli(["ask", ...argv], { cwd, ...more }) };
}

describe("ask", () => {
  it.each([["../elsewhere"], ["Two Words"], ["."], [""]])(
    "refuses to save under the name %j, before it says or writes anything",
    async (name) => {
      const { cwd, ran } = asking([QUESTION, "--document", "plan.md", "--yes", "--name", name]);
      const { code, out, err } = await ran;
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain(`invalid name ${JSON.stringify(name)}\n  Use lowercase letters`);
      expect(readdirSync(cwd).toSorted()).toEqual(["personas", "plan.md", "scenarios"]);
      expect(readdirSync(join(cwd, "scenarios"))).toEqual(["small"]);
    },
  );

  it("lists every member with its id, also one with a single reason", async () => {
    const ids = ["oskar-nyberg", "chen", "kumar"];
    const { out } = await asking(
      [QUESTION, "--document", "plan.md", "--yes", "--members", ids.join()],
      OWN,
    ).ran;
    const board = out.slice(out.indexOf("Board "), out.indexOf("Saved: "));
    expect(ids.filter((id) => !new RegExp(`^ +${id}\\b`, "m").test(board))).toEqual([]);
  });

  it("without a model and a script is refused at once, with two remedies, and saves nothing", async () => {
    const { cwd, ran } = asking([QUESTION, "--document", "plan.md", "--yes"]);
    const { code, out, err } = await ran;
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err.trimEnd().split("\n")).toEqual([
      "boardroom: plan.md: no script, and simulated members know only prepared cases",
      expect.stringContaining("--model auto uses one on this computer"),
      expect.stringContaining("boardroom run hiring"),
    ]);
    expect(existsSync(join(cwd, "scenarios", NAME))).toBe(false);
    const bare = await cli(["ask", QUESTION], { cwd });
    expect(bare.err).toMatch(
      /^boardroom: no script, and simulated members[^\n]*\n {2}With a model/,
    );
  });

  it("takes the script next to its document, keeps it, and holds its meeting as run does", async () => {
    const cwd = workFolder({ "plan.md": PLAN, "plan.script.yaml": PLAN_SCRIPT });
    const argv = ["ask", QUESTION, "--document", "plan.md", "--yes", "--seed", "3", "--quiet"];
    const { code, out, err } = await cli(argv, { cwd });
    expect(out).toContain("Options and criteria: the plain list.");
    expect(err).toContain(`Transcript: transcripts/${NAME}-3`);
    expect(readFileSync(join(cwd, "scenarios", NAME, "plan.md"), "utf8")).toBe(PLAN);
    expect(readFileSync(join(cwd, "scenarios", NAME, "script.yaml"), "utf8")).toBe(PLAN_SCRIPT);
    const check = await cli(["check", NAME], { cwd });
    expect({ code: check.code, err: check.err }).toEqual({ code: 0, err: "" });
    const again = await cli(["run", NAME, "--seed", "3", "--quiet", "--output", "again"], { cwd });
    expect(again.code).toBe(code);
    expect(readFileSync(join(cwd, "again/verdicts.csv"), "utf8")).toBe(
      readFileSync(join(cwd, "transcripts", `${NAME}-3`, "verdicts.csv"), "utf8"),
    );
  });

  it("is left with one key, and nothing is held", async () => {
    const { cwd, ran } = asking([QUESTION, "--document", "plan.md"], {
      ...OWN,
      ask: async () => "q",
    });
    expect((await ran).code).toBe(6);
    expect(existsSync(join(cwd, "transcripts"))).toBe(false);
  });

  it("opens the scenario in the editor, and begins with what was edited", async () => {
    const cwd = workFolder({ "plan.md": PLAN });
    const editor = join(cwd, "editor.sh");
    writeFileSync(
      editor,
      '#!/bin/sh\nsed "s/^title: .*/title: Edited by hand/" "$1" > t && cat t > "$1" && rm t\n',
    );
    chmodSync(editor, 0o755);
    const keys = ["x", "e", ""];
    const { out, err } = await cli(["ask", QUESTION, "--document", "plan.md", "--seed", "1"], {
      cwd,
      ...OWN,
      env: { EDITOR: editor, PATH: process.env.PATH },
      ask: async () => keys.shift() ?? null,
    });
    expect(err).toContain("Transcript:");
    expect(out).toContain("\nEdited by hand\n");
    expect(keys).toEqual([]);
  });

  it("never writes over a scenario that is there", async () => {
    const cwd = workFolder({ "plan.md": PLAN });
    for (const name of [NAME, `${NAME}-2`]) {
      const { out } = await cli(["ask", QUESTION], { cwd, ...OWN });
      expect(out).toContain(`Saved: scenarios/${name}\n`);
    }
  });

  it("names every document that cannot be read, and writes nothing", async () => {
    const { cwd, ran } = asking([QUESTION, "--document", "a.md", "--document", "b.md", "--yes"]);
    const { code, err } = await ran;
    expect(code).toBe(2);
    expect(err).toMatch(/a\.md[\s\S]*b\.md/);
    expect(existsSync(join(cwd, "scenarios", NAME))).toBe(false);
  });
});

describe("ask with a model", () => {
  const drafted = {
    options: [
      { id: "PORT", side: "for", meaning: "Port it." },
      { id: "STAY", side: "against", meaning: "Stay." },
    ],
    criteria: ["cost", "integrity", "no-such-criterion"],
    further: [{ id: "tax-law", name: "Tax law", question: "Are invoices lawful?" }],
    missing: ["the auditor's letter"],
  };
  const LEAVE = ["--approve", "--because", "its price is unknown"];
  const asked: string[] = [];
  const acme =
    (reply: string): ModelFactory =>
    (request) => {
      if (request.seat.id !== "caller") return twoTurns(request);
      const model = scriptedModel(
        [
          (prompt: { shared: string }) => {
            asked.push(prompt.shared);
            return reply;
          },
        ],
        { spec: request.spec, provider: "acme" },
      );
      return model;
    };

  it("takes options and criteria from it, and drops what is not valid", async () => {
    const cwd = workFolder({ "plan.md": PLAN });
    const { out, err } = await cli(
      ["ask", QUESTION, "--document", "plan.md", "--model", "acme:m", ...LEAVE],
      {
        cwd,
        factories: { acme: acme(JSON.stringify(drafted)) },
      },
    );
    expect(err).toContain("Framing by acme:m");
    expect(out).toContain("Options, criteria and what is missing were drafted by acme:m.");
    expect(out).toContain("the auditor's letter");
    const folder = join(cwd, "scenarios", NAME);
    const yaml = readFileSync(join(folder, "scenario.yaml"), "utf8");
    expect(yaml).toContain("model: acme:m");
    const criteria = /^criteria:\n([\s\S]*?)^#/m.exec(yaml)?.[1] ?? "";
    expect([...criteria.matchAll(/id: (\S+)/g)].map(([, id]) => id)).toEqual([
      "cost",
      "integrity",
      "tax-law",
    ]);
    expect(out).toContain('1 criterion could not be read, such as "no-such-criterion"\n');
    expect(asked[0]).toContain("The billing service crashed nine times");
  });

  it("with a panel takes its members, options and criteria, and asks the model for no draft", async () => {
    const cwd = workFolder({ "plan.md": PLAN });
    const argv = [
      "ask",
      "Should we raise prices?",
      "--panel",
      "pricing",
      "--model",
      "acme:m",
      "--document",
      "plan.md",
    ];
    const { out, err } = await cli([...argv, ...LEAVE, "--yes", "--quiet", "--seed", "1"], {
      cwd,
      factories: { acme: acme("no draft is asked for") },
    });
    expect(err).not.toContain("Framing");
    expect(out).toContain("RAISE_FOR_SOME");
    expect(err).toContain("Transcript: transcripts/raise-prices-1");
  });

  it("offers other ways with their prices, and runs the one that is chosen", async () => {
    const cwd = workFolder({
      "plan.md": PLAN,
      "boardroom.yaml": 'prices: {"acme:m": {input: 2, output: 10}}\n',
    });
    const argv = ["ask", "Should we raise prices?", "--panel", "pricing", "--model", "acme:m"];
    const answers = ["1", "q"];
    const questions: string[] = [];
    const more = {
      cwd,
      factories: { acme: acme("no draft is asked for") },
      ask: async (question: string) => {
        questions.push(question);
        return answers.shift() ?? "";
      },
    };
    const { out } = await cli([...argv, "--document", "plan.md", "--seed", "1"], more);
    expect(questions[0]).toBe("Enter starts, a number chooses that way, e edits, q quits: ");
    expect(out).toMatch(
      /Other ways, without thinking:\n {2}1 {2}\$[\d.]+ {2}one private vote each/,
    );
    const prices = [...out.matchAll(/expected \$([\d.]+)/g)].map(([, price]) => Number(price));
    expect(prices).toHaveLength(2);
    expect(prices[1]).toBeLessThan(prices[0]!);
    expect(out).toContain("boardroom run raise-prices --seed 1 --option debate=false");
    answers.push("1", "");
    const name = ["--name", "again", "--quiet"];
    const ran = await cli([...argv, "--document", "plan.md", "--seed", "1", ...name], more);
    expect(ran.code, ran.err).toBeLessThan(4);
    const { events } = readTranscript(join(cwd, "transcripts/again-1"));
    expect(eventsOf(events, "message.spoken")).toEqual([]);
    expect(eventsOf(events, "ballot.cast").length).toBeGreaterThan(2);
  });
});
