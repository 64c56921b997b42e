import { join } from "node:path";
import { type ModelFactory, readTranscript } from "boardroom";
import { misbehaving, reply, scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { cli, workFolder } from "./cli.ts";

const usage = { uncached: 3_000, cacheRead: 0, cacheWrite: 0, output: 200, reasoning: 0 };

/** Talks until it is stopped, at a price that boardroom.yaml gives. */
const paid: ModelFactory = ({ spec, seat }) =>
  scriptedModel(
    Array(200).fill(({ cue }: { cue: string }) => ({
      type: "answer",
      text: reply({
        speaker: seat.persona.name,
        verdict: cue.includes("-ballot") ? "YES" : null,
        content: "On.",
      }),
      stop: "end",
      usage,
      model: "m",
    })),
    { spec, provider: "paid" },
  );

const PRICES = 'prices:\n  "paid:m": { input: 10, output: 10 }\n';

async function run(
  flags: readonly string[],
  files: Readonly<Record<string, string>> = { "boardroom.yaml": PRICES },
) {
  const cwd = workFolder(files);
  const model = flags.includes("--model") ? [] : ["--model", "paid:m"];
  const ran = await cli(["run", "small", ...model, "--out", "t", ...flags], {
    cwd,
    factories: { paid },
  });
  return { ...ran, events: () => readTranscript(join(cwd, "t")).events };
}

describe("limits on the command line", () => {
  it.each([
    ["--max-tokens", "0"],
    ["--max-dollars", "-1"],
    ["--max-minutes", "soon"],
    ["--max-attempts", "0"],
    ["--idle-timeout", "0"],
  ])("refuse %s %s", async (flag, value) => {
    expect((await run([flag, value])).code).toBe(2);
  });

  it("are shown by check, with what a model does not take", async () => {
    const cwd = workFolder();
    const { out, err, code } = await cli(
      ["check", "small", "--model", "openai:gpt-6-sol", "--max-dollars", "3", "--max-minutes", "5"],
      { cwd, env: { OPENAI_API_KEY: "k" } },
    );
    expect(code, err).toBe(0);
    expect(out).toContain("30 messages, 5 minutes, $3");
  });
});

describe("models a scenario may name", () => {
  it("include members who misbehave, and settings that check says are not taken", async () => {
    const { readFileSync } = await import("node:fs");
    const clean = readFileSync(join(workFolder(), "scenarios/small/scenario.yaml"), "utf8");
    const scenario = clean.replace(
      "members: [chen, kumar, watson]",
      `sampling: { temperature: 0.3 }
members:
  - { persona: chen, model: "misbehaving:impersonator" }
  - { persona: kumar, model: "openai:gpt-6-sol", sampling: { effort: low } }
  - { persona: watson, model: "openai:gpt-4o", sampling: { temperature: 1, effort: high } }`,
    );
    const cwd = workFolder({ "scenarios/small/scenario.yaml": scenario });
    const { code, err } = await cli(["check", "small"], {
      cwd,
      env: { OPENAI_API_KEY: "k" },
      factories: { misbehaving },
    });
    expect(code, err).toBe(0);
    expect(err).toContain("temperature 0.3 is not sent for kumar: openai:gpt-6-sol does not take it");
    expect(err).toContain("effort high is not sent for watson: openai:gpt-4o does not take it");
    expect(err).not.toContain("temperature 1 is");
    const simulated = await cli(
      ["run", "small", "--seed", "3", "--member", "kumar=simulated", "--member", "watson=misbehaving:staller"],
      { cwd, factories: { misbehaving } },
    );
    expect(simulated.out).toContain("Attempts to speak for somebody else, none credited");
    expect(simulated.out).toContain("timeout");
  });
});
