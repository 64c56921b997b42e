import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { composeBoard } from "../../../src/run/asking/compose.ts";
import { frameQuestion } from "../../../src/run/asking/frame.ts";
import { findPanel, listPanels } from "../../../src/run/asking/panels.ts";
import { listPersonas } from "../../../src/scenario/loading/load.ts";
import { cli, twoTurns, workFolder } from "../../cli/cli.ts";

const QUESTION = "Should we move the billing service to Rust?";
const PAPERS = {
  "plan.md": "# Plan\n\nThe service crashed nine times last year.\n",
  "figures.md": "# Figures\n\nThe move costs 120,000 euros more than planned.\n",
  "interviews.md": "# Interviews\n\nFour engineers want to leave.\n",
};

type Member = { persona: string; model?: string; stake?: string; turnedBy?: string };

async function askWith(argv: readonly string[], more: Parameters<typeof cli>[1] = {}) {
  const cwd = workFolder(PAPERS);
  const documents = ["plan.md", "figures.md", "interviews.md"].flatMap((file) => [
    "--document",
    file,
  ]);
  const result = await cli(["ask", QUESTION, ...documents, "--name", "move", ...argv], {
    cwd,
    ...more,
  });
  const yaml = readFileSync(join(cwd, "scenarios/move/scenario.yaml"), "utf8");
  const { members, options } = parse(yaml) as {
    members: Member[];
    options: Record<string, unknown>;
  };
  return { ...result, cwd, yaml, members, options };
}

const SIMULATED = { factories: { simulated: twoTurns } };

describe("the board of a question", () => {
  it("has a stake for each seat, and one thing that would turn it, no two the same", async () => {
    for (const argv of [[], ["--panel", "pricing"]]) {
      const { members } = await askWith(argv, SIMULATED);
      const staked = members.filter(({ stake, turnedBy }) => stake && turnedBy);
      expect(staked.length).toBeGreaterThanOrEqual(members.length - 1);
      expect(new Set(staked.map(({ stake }) => stake)).size).toBe(staked.length);
    }
  });

  it("lets the addressed member answer", async () => {
    const { options } = await askWith([], SIMULATED);
    expect(options).toEqual({ selector: { answers: 0.8 } });
  });

  it("takes the stakes of this case from the model that drafts it", async () => {
    const drafted = {
      options: [
        { id: "MOVE", side: "for" },
        { id: "STAY", side: "against" },
      ],
      criteria: ["cost", "integrity"],
      stakes: [
        {
          criterion: "cost",
          stake: "You signed last year's overrun.",
          turned_by: "A fixed price.",
        },
        { criterion: "integrity", stake: "", turned_by: "nothing" },
      ],
    };
    const acme: ModelFactory = (request) =>
      request.seat.id === "caller"
        ? scriptedModel([JSON.stringify(drafted)], { spec: request.spec, provider: "acme" })
        : twoTurns(request);
    const leave = ["--approve", "--because", "its price is unknown"];
    const { members, out } = await askWith(["--model", "acme:m", ...leave], {
      factories: { acme },
    });
    expect(members).toContainEqual(
      expect.objectContaining({
        stake: "You signed last year's overrun.",
        turnedBy: "A fixed price.",
      }),
    );
    expect(out).toContain("1 stake could not be read");
  });

  it("proposes parts of the papers for single members, as a comment", async () => {
    const { yaml, members, out } = await askWith([], SIMULATED);
    expect(out).toContain("A comment in it proposes papers that single members could read alone.");
    const [first, second] = members.map(({ persona }) => persona);
    expect(yaml).toContain(
      `# private:\n#   ${first}: [figures.md]\n#   ${second}: [interviews.md]`,
    );
  });

  it("deals models over the seats if two keys are set, and says so", async () => {
    const seated: string[] = [];
    const hosted: ModelFactory = (request) => {
      seated.push(request.spec);
      return request.seat.id === "caller"
        ? scriptedModel(["no draft"], { spec: request.spec })
        : twoTurns(request);
    };
    const env = { ANTHROPIC_API_KEY: "test-key-a", OPENAI_API_KEY: "test-key-b" };
    const factories = { anthropic: hosted, openai: hosted };
    const { members, out } = await askWith(["--approve"], { env, factories });
    const models = ["anthropic:claude-sonnet-5-5", "openai:gpt-6-sol"];
    expect(members.map(({ model }) => model)).toEqual(members.map((_, index) => models[index % 2]));
    expect(out).toContain(`Models: ${models.join(" and ")}, dealt over the seats in turn`);
    expect(out).toContain("For one model: --model anthropic:claude-sonnet-5-5");
    expect(seated).toContain(models[0]);
  });
});

it("gives every member of a packaged panel a stake of its own", async () => {
  const cwd = workFolder({});
  const library = (await listPersonas({ cwd })).flatMap(({ persona }) => persona ?? []);
  for (const { id } of await listPanels({ cwd })) {
    const panel = await findPanel(id, { cwd });
    const { members } = panel;
    const frame = frameQuestion({ question: QUESTION, panel });
    const stakes = composeBoard({ frame, library, members }).seats.map(({ stake }) => stake?.stake);
    expect(stakes.filter((stake) => stake !== undefined).length, panel.id).toBe(members.length);
    expect(new Set(stakes).size, panel.id).toBe(members.length);
  }
});

it("a member's prompt has its stake, and no other prompt does", async () => {
  const { cwd, members } = await askWith([], SIMULATED);
  await cli(["run", "move", "--seed", "1", "--quiet"], { cwd, ...SIMULATED });
  const own = members.find(({ stake }) => stake)!;
  const other = members.find(({ persona }) => persona !== own.persona)!;
  const prompt = async (member: string) => {
    const { out } = await cli(
      ["show", "transcripts/move-1", "--prompt", "opening", "--speaker", member],
      { cwd },
    );
    return out;
  };
  expect(await prompt(own.persona)).toContain(`At stake for you in this case: ${own.stake}`);
  expect(await prompt(own.persona)).toContain(`This would turn you: ${own.turnedBy}`);
  expect(await prompt(other.persona)).not.toContain(own.stake!);
});
