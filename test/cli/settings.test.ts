import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../src/home/settings/settings.ts";
import { cli, workFolder } from "./cli.ts";

const OWN = "home/.config/boardroom/boardroom.yaml";

function standing(files: Readonly<Record<string, string>>) {
  const cwd = workFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return { cwd, env: { HOME: join(cwd, "home") } };
}

async function row(setting: string, io: { cwd: string; env: object }, more: readonly string[] = []) {
  const { out } = await cli(["list", "settings", ...more], io as never);
  return out
    .split("\n")
    .find((line) => line.startsWith(`${setting} `))
    ?.split(/ {2,}/);
}

describe("settings of one's own", () => {
  it("stand below those of the folder, which stand below the environment, and say so", async () => {
    const io = standing({
      [OWN]: "seed: 3\nmaxMessages: 20\ncolor: never\n",
      "boardroom.yaml": "seed: 5\nmaxMessages: 30\n",
    });
    expect(await row("seed", io)).toEqual(["seed", "5", "boardroom.yaml"]);
    expect(await row("color", io)).toEqual(["color", "never", "~/.config/boardroom/boardroom.yaml"]);
    const env = { ...io.env, BOARDROOM_MAX_MESSAGES: "40" };
    expect(await row("maxMessages", { ...io, env })).toEqual(["maxMessages", "40", "environment"]);
    expect(await row("out", io)).toEqual(["out", "transcripts", "default"]);
  });

  it("are those that --config names, or else BOARDROOM_CONFIG", async () => {
    const io = standing({ [OWN]: "seed: 3\n", "one.yaml": "seed: 11\n", "other.yaml": "seed: 12\n" });
    const env = { ...io.env, BOARDROOM_CONFIG: "other.yaml" };
    expect(await row("seed", { ...io, env })).toEqual(["seed", "12", "other.yaml"]);
    expect(await row("seed", { ...io, env }, ["--config", "one.yaml"])).toEqual(["seed", "11", "one.yaml"]);
  });

  it("are told of by file and key where they are wrong, and missed where they were named", async () => {
    const io = standing({ [OWN]: "sed: 3\n" });
    const wrong = await cli(["list", "settings"], io);
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining("~/.config/boardroom/boardroom.yaml:1"),
    ]);
    const missing = await cli(["list", "settings", "--config", "none.yaml"], io);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("none.yaml")]);
  });

  it("alone name code, by paths from the file that names it", async () => {
    const io = standing({ [OWN]: "code: {protocols: [./mine.mjs], models: [/opt/model.mjs]}\n" });
    const home = join(io.env.HOME, ".config/boardroom");
    expect((await readSettings(io)).code).toEqual({
      protocols: [join(home, "mine.mjs")],
      models: ["/opt/model.mjs"],
    });
    const strange = standing({ "boardroom.yaml": "code: {protocols: [./theirs.mjs]}\n" });
    await expect(readSettings(strange)).rejects.toThrow(/"code:" is not allowed in a project.s boardroom.yaml/);
  });
});
