import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../src/home/settings/settings.ts";
import { cli, workFolder } from "./cli.ts";

const own = (text: string) => ({ "home/boardroom/boardroom.yaml": text });
const env = (cwd: string) => ({ XDG_CONFIG_HOME: join(cwd, "home"), PATH: process.env.PATH });

describe("config", () => {
  it("of the user and of the folder holds together", async () => {
    const cwd = workFolder({
      ...own("model: acme:m\ntheme: light\nbudget: {meeting: 5}\n"),
      "boardroom.yaml": "out: mine\n",
    });
    expect(await readSettings({ cwd, env: env(cwd) })).toMatchObject({
      stated: { model: "acme:m", out: "mine" },
      theme: "light",
      budget: { meeting: 5 },
    });
  });
});

describe("doctor --model", () => {
  const answering =
    (reply: Parameters<typeof scriptedModel>[0][number]): ModelFactory =>
    ({ spec }) =>
      scriptedModel([reply], { spec, provider: "acme" });
  const argv = ["doctor", "--model", "acme:m", "--approve", "--because", "its price is unknown"];

  it("makes one call and tells what came", async () => {
    const { code, out } = await cli(argv, {
      cwd: workFolder(),
      factories: { acme: answering("READY") },
    });
    expect({ code, out }).toEqual({ code: 0, out: 'acme:m answers: "READY" (unknown)\n' });
  });

  it("tells the kind of failure that a meeting would meet", async () => {
    const refused = {
      type: "failure",
      kind: "bad-request",
      message: "unknown model",
      partialText: "",
    } as const;
    const { code, err } = await cli(argv, {
      cwd: workFolder(),
      factories: { acme: answering(refused as unknown as string) },
    });
    expect(code).toBe(4);
    expect(err).toContain("acme:m does not answer: unknown model");
    expect(err).toContain("It failed: bad-request.");
  });
});
