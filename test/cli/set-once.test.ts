import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../src/home/settings/settings.ts";
import { cli, twoTurns, workFolder } from "./cli.ts";

const factories = { simulated: twoTurns, acme: twoTurns };
const own = (text: string) => ({ "home/boardroom/boardroom.yaml": text });
const env = (cwd: string) => ({ XDG_CONFIG_HOME: join(cwd, "home"), PATH: process.env.PATH });

describe("config", () => {
  it("of the user and of the folder holds together", async () => {
    const cwd = workFolder({
      ...own("model: acme:m\nmembers: {chen: acme:c}\ntheme: light\nbudget: {day: 5}\nnotify: 'true'\n"),
      "boardroom.yaml": "out: mine\n",
    });
    expect(await readSettings({ cwd, env: env(cwd) })).toMatchObject({
      stated: { model: "acme:m", out: "mine" },
      members: { chen: "acme:c" },
      theme: "light",
      notify: "true",
      budget: { day: 5 },
    });
  });
});

describe("--notify", () => {
  it.each(["run", "ask", "watch"])("of %s takes a command, and no empty one", async (command) => {
    const { code, err } = await cli([command, "small", "--notify", " "], { cwd: workFolder() });
    expect({ code, says: err }).toEqual({ code: 2, says: expect.stringContaining("It must hold words.") });
  });

  const command = 'echo "$BOARDROOM_EVENT|$BOARDROOM_TRANSCRIPT|$BOARDROOM_SAYS" >> told';

  it("runs the user's command when a meeting has ended, with what is told in the environment", async () => {
    const cwd = workFolder();
    await cli(["run", "small", "--seed", "1", "--quiet", "--notify", command], {
      cwd,
      factories,
      env: env(cwd),
    });
    expect(readFileSync(join(cwd, "told"), "utf8")).toMatch(
      /^closed\|\/.*\/transcripts\/small-1\|decided: .*votes for\n$/,
    );
  });

  it("runs it where a person is waited for", async () => {
    const cwd = workFolder();
    const argv = ["run", "small", "--seed", "1", "--quiet", "--member", "chen=human:ngo", "--notify", command];
    expect((await cli(argv, { cwd, factories, env: env(cwd) })).code).toBe(6);
    expect(readFileSync(join(cwd, "told"), "utf8")).toMatch(/^waiting\|.*\|ngo is asked for an answer\n/);
  });

  it("comes from the user's own settings, and never from the folder one stands in", async () => {
    const cwd = workFolder(own(`notify: '${command}'\n`));
    await cli(["run", "small", "--seed", "1", "--quiet"], { cwd, factories, env: env(cwd) });
    expect(existsSync(join(cwd, "told"))).toBe(true);
    const other = workFolder({ "boardroom.yaml": `notify: '${command}'\n` });
    const { code, err } = await cli(["run", "small", "--seed", "1", "--quiet"], { cwd: other, factories });
    expect(code).toBe(2);
    expect(err).toContain('"notify:" is not allowed in a project');
    expect(existsSync(join(other, "told"))).toBe(false);
  });
});

describe("doctor --model", () => {
  const answering =
    (reply: Parameters<typeof scriptedModel>[0][number]): ModelFactory =>
    ({ spec }) =>
      scriptedModel([reply], { spec, provider: "acme" });
  const argv = ["doctor", "--model", "acme:m", "--approve", "--because", "its price is unknown"];

  it("makes one call and tells what came", async () => {
    const { code, out } = await cli(argv, { cwd: workFolder(), factories: { acme: answering("READY") } });
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
