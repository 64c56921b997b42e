import { expect, test } from "vitest";
import { cli, workFolder } from "./cli.ts";

const STUDY = "title: By batch\nscenario: ./scenarios/small\nseeds: 1..3\narms: {open: {}}\n";
const env = { ANTHROPIC_API_KEY: "sk-ant-test", OPENAI_API_KEY: "sk-test" };

test.each(["simulated", "ollama:qwen3:8b", "gemini:gemini-3.8-flash", "vllm:mine"])(
  "study run --batch refuses %s before anything is sent, since it has no batch endpoint",
  async (model) => {
    const argv = ["study", "run", "study.yaml", "--batch", "--model", model];
    const cwd = workFolder({ "study.yaml": STUDY });
    const { code, err } = await cli(argv, { cwd, env: { ...env, GEMINI_API_KEY: "key" } });
    expect(code).toBe(2);
    expect(err).toContain(`${model} has no batch endpoint`);
    expect(err).toContain("remove --batch");
  },
);

test("check prints what a study costs by batches, where all of its models have them", async () => {
  const cwd = workFolder({ "study.yaml": STUDY });
  const check = (model: string) =>
    cli(["check", "study.yaml"], { cwd, env: { ...env, BOARDROOM_MODEL: model } });
  const priced = (await check("anthropic:claude-sonnet-5-5")).out;
  expect(priced).toMatch(/\nWith study run --batch: \$0\.\d+\.\n/);
  expect((await check("simulated")).out).not.toContain("--batch");
});

test("the plan of study run --batch has half the price of each token, and no cache", async () => {
  const cwd = workFolder({
    "study.yaml": STUDY,
    "boardroom.yaml": 'prices: {"openai:gpt-5": {input: 20, output: 20}}\n',
  });
  const plan = async (...more: string[]) => {
    const argv = ["study", "run", "study.yaml", "--model", "openai:gpt-5", ...more];
    const { err } = await cli(argv, { cwd, env });
    return Number(/\nopen .*\$([\d.]+)\n/.exec(err)?.[1]);
  };
  expect(await plan("--batch")).toBeCloseTo((await plan()) / 2, 1);
});
