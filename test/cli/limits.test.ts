import { join } from "node:path";
import { type ModelFactory, readTranscript } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { reply } from "../support/example-scenario.ts";
import { cli, workFolder } from "./cli.ts";

const usage = { uncached: 3_000, cacheRead: 0, cacheWrite: 0, output: 200, reasoning: 0 };

/** Talks until it is stopped, at a price that boardroom.yaml gives. */
const paid: ModelFactory = ({ spec, seat }) =>
  scriptedModel(
    Array(200).fill(({ instruction }: { instruction: string }) => ({
      type: "answer",
      text: reply({
        speaker: seat.persona.name,
        verdict: instruction.includes('-vote"') ? "YES" : null,
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
  const ran = await cli(["run", "small", ...model, "--output", "t", ...flags], {
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

  it("have a smallest value, which check tells, and below which check and run refuse the meeting", async () => {
    const cwd = workFolder();
    const model = ["small", "--model", "openai:gpt-6-sol"];
    const io = { cwd, env: { OPENAI_API_KEY: "k" } };
    const { out } = await cli(["check", ...model], io);
    const [, dollars = ""] =
      /^Smallest limit: \$(\d+\.\d\d) or [\d,]+ tokens, for/m.exec(out) ?? [];
    expect((await cli(["check", ...model, "--max-dollars", dollars], io)).code).toBe(0);
    const less = (Number(dollars) - 0.01).toFixed(2);
    for (const command of ["check", "run"]) {
      const { code, err } = await cli([command, ...model, "--max-dollars", less], io);
      expect({ code, err }).toMatchObject({
        code: 2,
        err: expect.stringContaining(`may take $${dollars}`),
      });
    }
    expect((await cli(["check", "small"], io)).out).not.toContain("Smallest limit");
  });
});
